"""The commands `strategy` and `book`: computing strategies, proving them, and playing them through."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np

from keypeg.core.codes import Code
from keypeg.core.edition import Edition
from keypeg.core.errors import ReadError
from keypeg.editions import RULEBOOKS
from keypeg.i18n.catalogue import decimal, say
from keypeg.records.edition_links import read_edition, write_edition
from keypeg.records.file_errors import file_error
from keypeg.records.notation import read_code, write_code
from keypeg.solver.exact.bounds import least_cost
from keypeg.solver.exact.mark_tables import check_size
from keypeg.solver.game.guessing_game import GuessingGame, game_for
from keypeg.solver.game.partition import all_codes, cell_sizes
from keypeg.solver.one_step.grow import one_step_strategy
from keypeg.solver.one_step.rules import RULES, TIES
from keypeg.solver.proof.equilibrium import unbeaten
from keypeg.solver.proof.optimal import Optimum, optimal_strategy
from keypeg.solver.strategy.book_files import Book, Claims, book_for, book_names, load_book, read_book, write_book
from keypeg.solver.strategy.costs import GUESSES, within
from keypeg.solver.strategy.tree import Strategy, Tally, tally_of
from keypeg.solver.strategy.verify import play_all
from keypeg.terminal.autosave import data_folder
from keypeg.terminal.progress import ProgressWatch, get_ready
from keypeg.terminal.shared_search import search_widely, sharing

OPTIMAL, WIDE, DUEL = "optimal", "wide", "duel"
"""The rules that are no one-step rules."""


PROOFS = {OPTIMAL: "branch and bound to the end", DUEL: "no strategy that takes no notice of the other wins more"}
"""How what a book says of itself is known."""


@dataclass(frozen=True)
class StrategyRequest:
    """What strategy somebody wants."""

    edition: Edition
    seat: int | None
    rule: str
    ties: str
    opening: str | None
    worst: int | None
    jobs: int
    keep: Path | None
    book: Path | None
    cluster: str | None = None


@dataclass(frozen=True)
class FoundStrategy:
    """A strategy, and how it was found."""

    strategy: Strategy
    tally: Tally
    lower: int
    proof: str
    """`optimal`, `one-step`, `wide`, `duel` if nothing beats it, `beaten` if something does, or `stopped`."""
    seconds: float


def find_strategy(wanted: StrategyRequest, lang: str, environ: Mapping[str, str]) -> FoundStrategy:
    """Compute the strategy that somebody wants."""
    game = game_for(wanted.edition, wanted.seat)
    opening = None if wanted.opening is None else _opening(wanted, game)
    if wanted.rule != OPTIMAL and wanted.worst is not None:
        raise ReadError("rule-takes-no-limit")
    if wanted.rule == DUEL and wanted.opening is not None:
        raise ReadError("duel-takes-no-opening")
    if wanted.rule not in (OPTIMAL, WIDE) and (wanted.cluster is not None or wanted.keep is not None):
        raise ReadError("rule-is-not-shared")
    if wanted.rule in (OPTIMAL, DUEL):
        check_size(game, len(game.codes))
    get_ready(game, lang)
    began = monotonic()
    if wanted.rule == OPTIMAL:
        optimum = _prove(wanted, game, opening, lang, environ)
        strategy, lower, proof = optimum.strategy, optimum.lower, OPTIMAL if optimum.proven else "stopped"
    elif wanted.rule == DUEL:
        with ProgressWatch(lang).watching() as watch:
            found = unbeaten(game, watch)
        if watch.stopped:  # there is nothing to show before its end, and nothing was kept
            raise KeyboardInterrupt
        strategy, lower, proof = found.strategy, lower_bound(game), DUEL if found.proven else "beaten"
    elif wanted.rule == WIDE:
        with ProgressWatch(lang).watching() as watch, sharing(wanted.jobs, wanted.cluster) as (executor, workers):
            keep = wanted.keep or kept_at(environ, f"{game.key}-wide-{'any' if opening is None else opening}.journal")
            strategy, ended = search_widely(game, opening, executor, workers, keep, watch)
        lower, proof = lower_bound(game), WIDE if ended else "stopped"
    else:
        with ProgressWatch(lang).watching() as watch:
            strategy = one_step_strategy(game, RULES[wanted.rule], TIES[wanted.ties], opening, watch=watch.growing)
        lower, proof = lower_bound(game), "one-step"
    return FoundStrategy(strategy, tally_of(strategy), lower, proof, monotonic() - began)


def _opening(wanted: StrategyRequest, game: GuessingGame) -> int:
    code = read_code(str(wanted.opening), wanted.edition.palette)
    wanted.edition.guess_space(wanted.edition.seats if wanted.seat is None else wanted.seat).check(code)
    return game.number_of(code)


def _prove(
    wanted: StrategyRequest, game: GuessingGame, opening: int | None, lang: str, environ: Mapping[str, str]
) -> Optimum:
    costs = GUESSES if wanted.worst is None else within(wanted.worst)
    name = f"{game.key}-{wanted.worst or 'any'}-{'all' if opening is None else opening}.search"
    keep = wanted.keep or kept_at(environ, name)
    with ProgressWatch(lang).watching() as watch:
        if wanted.cluster is None and wanted.jobs == 1:
            return optimal_strategy(game, costs, opening, watch, checkpoint=keep)
        with sharing(wanted.jobs, wanted.cluster) as (executor, workers):
            return optimal_strategy(game, costs, opening, watch, executor, workers, keep)


def kept_at(environ: Mapping[str, str], name: str) -> Path:
    """Where a search is kept, if nobody says where."""
    return data_folder(environ) / "searches" / name


def lower_bound(game: GuessingGame) -> int:
    """What every strategy needs at least: what a book has proven, or a perfect tree's total."""
    book = book_for(game)
    most = int(np.count_nonzero(cell_sizes(game), axis=1).max())
    tree = least_cost(game.weights_by_answer(all_codes(game)), most, game.open_marks, GUESSES.from_guess(1))
    return tree if book is None else max(tree, book.claims.lower_bound)


def plain_strategy(found: FoundStrategy, wanted: StrategyRequest) -> dict[str, Any]:
    """A strategy's figures as plain values."""
    return {
        "edition": write_edition(wanted.edition),
        "rule": wanted.rule,
        "first_guess": write_code(_first(found.strategy), wanted.edition.palette),
        "codes": found.tally.codes,
        "total": found.tally.total,
        "average": found.tally.average,
        "worst": found.tally.worst,
        "histogram": list(found.tally.histogram),
        "proof": found.proof,
        "lower_bound": found.lower,
        "seconds": round(found.seconds, 3),
    }


def _first(strategy: Strategy) -> Code:
    return strategy.game.guess(int(strategy.guess[0])) if len(strategy) else strategy.game.code(0)


def tell_strategy(found: FoundStrategy, wanted: StrategyRequest, lang: str) -> list[str]:
    """A strategy's figures in words."""
    tally = found.tally
    facts = (
        say(lang, "strategy-codes", codes=tally.codes),
        say(lang, "strategy-total", total=tally.total),
        say(lang, "strategy-average", average=decimal(lang, tally.average, 4)),
        say(lang, "strategy-worst", worst=tally.worst),
    )
    return [
        ", ".join(facts),
        say(lang, "strategy-histogram", histogram=", ".join(map(str, tally.histogram))),
        say(lang, "strategy-first", guess=write_code(_first(found.strategy), wanted.edition.palette)),
        _tell_proof(found, wanted, lang),
        say(lang, "took", seconds=decimal(lang, found.seconds, 3)),
        *([say(lang, "stopped-kept")] if found.proof == "stopped" else []),
    ]


def _tell_proof(found: FoundStrategy, wanted: StrategyRequest, lang: str) -> str:
    if found.proof == "one-step":
        return say(lang, "proof-one-step", rule=wanted.rule, lower=found.lower)
    if found.proof in (WIDE, DUEL, "beaten"):
        return say(lang, f"proof-{found.proof}", lower=found.lower)
    if found.proof == "stopped":
        return say(lang, "proof-stopped", lower=found.lower)
    if wanted.worst is not None:
        key = "proof-proven-within" if wanted.opening is None else "proof-proven-both"
        return say(lang, key, worst=wanted.worst)
    return say(lang, "proof-proven" if wanted.opening is None else "proof-proven-opening")


def keep_book(found: FoundStrategy, wanted: StrategyRequest) -> None:
    """Write a strategy to a file as a book."""
    assert wanted.book is not None
    tally = found.tally
    words = ["keypeg strategy", write_edition(wanted.edition), "--rule", wanted.rule]
    words += ["--opening", wanted.opening] if wanted.opening else []
    words += ["--worst", str(wanted.worst)] if wanted.worst is not None else []
    words += ["--seat", str(wanted.seat)] if wanted.seat is not None else []
    words += ["--ties", wanted.ties] if wanted.ties != "consistent" else []
    # The best with a limit, or with a given first guess, need not be the best of all.
    free = wanted.worst is None and wanted.opening is None
    claims = Claims(
        rule=wanted.rule,
        codes=tally.codes,
        total=tally.total,
        worst=tally.worst,
        histogram=tally.histogram,
        lower_bound=found.lower if free else min(found.lower, lower_bound(found.strategy.game)),
        proof=PROOFS.get(found.proof, "none"),
        seconds=round(found.seconds, 2),
        command=" ".join(words),
    )
    try:
        wanted.book.write_bytes(write_book(Book(claims, found.strategy)))
    except OSError as error:
        raise file_error(wanted.book, error, "file-unwritable") from error


# Books


def books_named(name: str | None) -> dict[str, Book]:
    """The books that a name, an edition, a file, or `all` stands for."""
    if name is None or name == "all":
        return {name: load_book(name) for name in book_names()}
    if Path(name).is_file():
        try:
            return {name: read_book(Path(name).read_bytes(), name)}
        except OSError as error:
            raise file_error(Path(name), error, "file-unreadable") from error
    if name.split("~")[0] not in RULEBOOKS:
        return {name: load_book(name)}
    game = game_for(read_edition(name, []))
    book = book_for(game)
    if book is None:
        raise ReadError("unknown-book", book=name, books=", ".join(book_names()))
    return {game.key: book}


def plain_book(name: str, claims: Claims) -> dict[str, Any]:
    """What a book says of itself, as plain values."""
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


def tell_book(name: str, claims: Claims, lang: str) -> str:
    """What a book says of itself, on a line."""
    proof = (
        say(lang, "book-proven")
        if claims.proven
        else say(lang, "book-one-step", rule=claims.rule, lower=claims.lower_bound)
    )
    return say(
        lang,
        "book-line",
        name=name,
        codes=claims.codes,
        total=claims.total,
        average=decimal(lang, claims.total / claims.codes, 4),
        worst=claims.worst,
        proof=proof,
    )


def verify_book(name: str, book: Book, lang: str) -> tuple[bool, list[str], dict[str, Any]]:
    """Play every code through a book: whether it keeps its word, in lines, and as plain values."""
    try:
        played = play_all(book.strategy)
    except ValueError as error:
        lines = [say(lang, "book-wrong", name=name, claimed=book.claims.total, played=error)]
        return False, lines, {"name": name, "right": False, "why": str(error)}
    claimed = Tally(book.claims.codes, book.claims.total, book.claims.worst, book.claims.histogram)
    right = played == claimed
    plain = {
        "name": name,
        "right": right,
        "codes": played.codes,
        "total": played.total,
        "average": played.average,
        "worst": played.worst,
        "histogram": list(played.histogram),
    }
    lines = [
        tell_book(name, book.claims, lang),
        "  " + say(lang, "strategy-histogram", histogram=", ".join(map(str, played.histogram))),
        "  " + (say(lang, "book-right", name=name) if right else _tell_wrong(name, claimed, played, lang)),
    ]
    return right, lines, plain


def _tell_wrong(name: str, claimed: Tally, played: Tally, lang: str) -> str:
    return say(lang, "book-wrong", name=name, claimed=claimed.histogram, played=played.histogram)
