"""The documents of the commands `strategy` and `book`."""

from typing import Any

from keypeg.records.edition_links import write_edition
from keypeg.records.notation import write_code
from keypeg.solver.strategy.book_files import Claims
from keypeg.study.books import BookCheck
from keypeg.study.strategies import FoundStrategy, StrategyRequest
from keypeg.terminal.strategy_output import opening_of


def strategy_to_json(found: FoundStrategy, request: StrategyRequest) -> dict[str, Any]:
    """A strategy's figures as JSON values."""
    return {
        "edition": write_edition(request.edition),
        "rule": request.rule,
        "first_guess": write_code(opening_of(found.strategy), request.edition.palette),
        "codes": found.tally.codes,
        "total": found.tally.total,
        "average": found.tally.average,
        "worst": found.tally.worst,
        "histogram": list(found.tally.histogram),
        "proof": str(found.proof),
        "lower_bound": found.lower,
        "seconds": round(found.seconds),
    }


def book_to_json(name: str, claims: Claims) -> dict[str, Any]:
    """A book's claims as JSON values."""
    return {
        "name": name,
        "rule": claims.rule,
        "codes": claims.codes,
        "total": claims.total,
        "average": claims.total / claims.codes,
        "worst": claims.worst,
        "histogram": list(claims.histogram),
        "proof": claims.proof,
        "lower_bound": claims.lower_bound,
        "seconds": claims.seconds,
        "command": claims.command,
    }


def check_to_json(check: BookCheck) -> dict[str, Any]:
    """What playing a book has shown, as JSON values."""
    played = check.played
    if played is None:
        return {"name": check.name, "right": False, "why": check.error}
    return {
        "name": check.name,
        "right": check.is_right,
        "codes": played.codes,
        "total": played.total,
        "average": played.average,
        "worst": played.worst,
        "histogram": list(played.histogram),
    }
