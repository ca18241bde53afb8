"""The documents of the commands `strategy` and `book`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from keypeg.records.edition_links import write_edition
from keypeg.records.notation import write_code
from keypeg.solver.strategy.book_files import Book, Claims
from keypeg.solver.strategy.tree import Tally
from keypeg.study.books import BookCheck
from keypeg.study.strategies import FoundStrategy, StrategyRequest
from keypeg.terminal.strategy_output import opening_of

if TYPE_CHECKING:
    from keypeg.cli.documents import document_types as types


def strategy_document(result: FoundStrategy | None, request: StrategyRequest) -> types.StrategyDocument:
    """The document of `keypeg strategy`; without a strategy, if none finds every code within the limit."""
    return {
        "format": "keypeg-strategy-1",
        "edition": write_edition(request.edition),
        "rule": request.rule,
        "worst_limit": request.worst,
        "strategy": None if result is None else _strategy_to_json(result, request),
    }


def _strategy_to_json(result: FoundStrategy, request: StrategyRequest) -> types.StrategyValues:
    return {
        "opening": write_code(opening_of(result.strategy), request.edition.palette),
        **_tally_to_json(result.tally),
        "proof": result.proof,
        "lower_bound": result.lower,
        "seconds": result.seconds,
    }


def book_list_document(books: Mapping[str, Book]) -> types.BookListDocument:
    """The document of `keypeg book list`."""
    return {
        "format": "keypeg-book-list-1",
        "books": [_book_to_json(name, book.claims) for name, book in books.items()],
    }


def _book_to_json(name: str, claims: Claims) -> types.BookValues:
    return {
        "name": name,
        "rule": claims.rule,
        **_tally_to_json(claims.tally),
        "lower_bound": claims.lower_bound,
        "proven": claims.proven,
        "proof_text": claims.proof,
        "seconds": claims.seconds,
        "command": claims.command,
    }


def book_verify_document(checks: Sequence[BookCheck]) -> types.BookVerifyDocument:
    """The document of `keypeg book verify`."""
    return {
        "format": "keypeg-book-verify-1",
        "right": all(check.is_right for check in checks),
        "books": [_check_to_json(check) for check in checks],
    }


def _check_to_json(check: BookCheck) -> types.BookCheckValues:
    return {
        "name": check.name,
        "right": check.is_right,
        "claimed": _tally_to_json(check.claimed),
        "played": None if check.played is None else _tally_to_json(check.played),
        "error": check.error or None,
    }


def _tally_to_json(tally: Tally) -> types.TallyValues:
    return {
        "codes": tally.codes,
        "total": tally.total,
        "average": tally.average,
        "worst": tally.worst,
        "histogram": list(tally.histogram),
    }
