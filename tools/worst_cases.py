"""Finds for every game that has a book how many guesses suffice for every code, and the least total within that limit.

First a search of its own proves how many guesses do not suffice. Then the exact search finds the least total within the
next limit. What is not found in time is given by a lower and an upper bound; if a game is too large for the exact
search, the total is that of the book with its late branches replaced.

    python -m tools.worst_cases                         every game; writes worst_cases.json and the page
    python -m tools.worst_cases --seconds 600 NAME…     these games, with so many seconds for each question
    python -m tools.worst_cases --jobs 16 NAME…         with so many processes for the proofs
    python -m tools.worst_cases --page                  only writes the page from the file
"""

import argparse
import json
import os
import sys
from collections.abc import Callable
from concurrent.futures import Executor
from itertools import count
from pathlib import Path
from time import perf_counter
from typing import TypedDict

from keypeg.core.errors import RuleError, SearchInterrupted
from keypeg.solver.dealt.certainty import CertaintySearch
from keypeg.solver.exact.bounds import least_guesses
from keypeg.solver.game.guessing_game import GuessingGame
from keypeg.solver.one_step.grow import one_step_strategy
from keypeg.solver.one_step.rules import Rule
from keypeg.solver.proof.depth_limit import check_openings
from keypeg.solver.proof.executors import open_workers
from keypeg.solver.proof.optimal import optimal_strategy
from keypeg.solver.proof.trim_worst_case import limit_worst_case
from keypeg.solver.strategy.book_files import Book, Claims, game_book_names, load_book
from keypeg.solver.strategy.costs import FORBIDDEN, costs_within
from keypeg.solver.strategy.tree import tally_of
from tools.page_tables import STRATEGIES, replace_between, table
from tools.strategies_page import edition_names

MAX_EXTRA_COST = 10
"""How many guesses more a replaced branch of a book may cost."""

FILE = Path(__file__).with_name("worst_cases.json")
BEGIN, END = "<!-- begin worst cases -->", "<!-- end worst cases -->"


class WorstCase(TypedDict):
    """The least worst case of a game, as far as it is known."""

    at_least: int
    """Fewer guesses do not suffice."""
    at_most: int
    """So many guesses suffice."""
    total: int | None
    """The least total found within `at_most` guesses; None if none was searched for,"""
    lower: int | None
    """and a lower bound of it: equal to the total if that is proven."""


def read_worst_cases() -> dict[str, WorstCase]:
    """The stored worst cases, by the names of the games."""
    worst_cases: dict[str, WorstCase] = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    return worst_cases


def find_worst_case(book: Book, seconds: float, executor: Executor) -> WorstCase:
    """The worst case of a book's game, as far as so many seconds for each question can find it."""
    game, claims = book.strategy.game, book.claims
    if game.solved_mark < 0:
        return _certainty_worst_case(book)
    least, most = bound_worst_case(game, known_upper_bound(game, claims), executor, seconds)
    if claims.proven and claims.worst == most:
        return WorstCase(at_least=least, at_most=most, total=claims.total, lower=claims.total)
    try:
        optimum = optimal_strategy(game, costs_within(most), watch=watch_seconds(seconds))
        total, lower = optimum.cost if optimum.cost < FORBIDDEN else None, optimum.lower
    except RuleError as error:
        if error.code != "game-too-large":
            raise
        total, lower = _limited_total(book, most), 0
    # A limit never lowers the total.
    return WorstCase(at_least=least, at_most=most, total=total, lower=total and max(lower, claims.lower_bound))


def bound_worst_case(game: GuessingGame, most: int, executor: Executor, seconds: float) -> tuple[int, int]:
    """A lower and an upper bound of the least worst case, if so many guesses are known to suffice."""
    limit = least_guesses(len(game.codes), len(game.marks), game.open_marks)
    while limit < most:
        watch = watch_seconds(seconds)
        try:
            for opening, suffices in check_openings(game, limit, executor, watch):
                print(f"  {game.guess(opening)}, {limit} guesses: {suffices}", file=sys.stderr, flush=True)
                if suffices:
                    return limit, limit
        except SearchInterrupted:
            return limit, most
        limit += 1
    return limit, limit


def _limited_total(book: Book, limit: int) -> int | None:
    """The total of a book whose late branches are replaced; None if they cannot be."""
    limited = (limit_worst_case(book.strategy, limit, extra) for extra in range(MAX_EXTRA_COST))
    return next((tally_of(strategy).total for strategy in limited if strategy is not None), None)


def _certainty_worst_case(book: Book) -> WorstCase:
    """The worst case of a game in which a seat that is certain calls: how many rows suffice, and the call."""
    search, claims = CertaintySearch(book.strategy.game), book.claims
    limit = 1 + next(rows for rows in count() if search.suffices(search.codes, rows))
    total = claims.total if claims.worst == limit else None
    return WorstCase(at_least=limit, at_most=limit, total=total, lower=claims.lower_bound if total else None)


def known_upper_bound(game: GuessingGame, claims: Claims) -> int:
    """The worst case of the book, or of a one-step strategy if that is better."""
    return min([claims.worst, *(tally_of(one_step_strategy(game, rule)).worst for rule in Rule)])


def watch_seconds(seconds: float) -> Callable[..., bool]:
    """A watch that stops a search after so many seconds."""
    began = perf_counter()
    return lambda *_: perf_counter() - began < seconds


def worst_cases_table() -> str:
    """The table of worst cases for the page."""
    head = ("edition", "least worst case", "least total within it", "least total with no limit", "worst case of that")
    worst_cases = read_worst_cases()
    return table(
        head,
        [
            (names, *_line(load_book(key).claims, worst_cases[key]))
            for key, names in edition_names().items()
            if key in worst_cases
        ],
    )


def _line(claims: Claims, worst: WorstCase) -> tuple[object, ...]:
    is_proven = worst["at_least"] == worst["at_most"]
    least = f"{worst['at_most']}, proven" if is_proven else f"{worst['at_least']} to {worst['at_most']}"
    return least, _write_total(claims, worst), _write_unlimited_total(claims), claims.worst


def _write_total(claims: Claims, worst: WorstCase) -> str:
    total: int | str | None = worst["total"]
    lower = worst["lower"]
    if total is None and worst["at_most"] == claims.worst:
        total, lower = claims.total, claims.lower_bound
    if total is None:
        total, lower = "?", claims.lower_bound
    text = f"{total}, proven" if total == lower else f"{lower} to {total}"
    return text if worst["at_least"] == worst["at_most"] else f"{text}, within {worst['at_most']}"


def _write_unlimited_total(claims: Claims) -> str:
    return f"{claims.total}, proven" if claims.proven else f"{claims.lower_bound} to {claims.total}"


def main() -> None:
    """Find the worst cases of these games, or of all."""
    parser = argparse.ArgumentParser(description="Find how many guesses suffice for every code.")
    parser.add_argument("names", nargs="*", help="the games, by the names of their books")
    parser.add_argument("--seconds", type=float, default=3600, help="the time for one question")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="the number of processes")
    parser.add_argument("--page", action="store_true", help="only write the page from the file")
    options = parser.parse_args()
    names = [] if options.page else options.names or game_book_names()
    with open_workers(options.jobs, None) as (executor, _):
        for name in sorted(names, key=lambda name: load_book(name).claims.codes):
            began, worst = perf_counter(), find_worst_case(load_book(name), options.seconds, executor)
            print(f"{name}: {worst}, {perf_counter() - began:.2f} s", flush=True)
            everything = {**read_worst_cases(), name: worst}
            FILE.write_text(json.dumps(dict(sorted(everything.items())), indent=2) + "\n", encoding="utf-8")
    replace_between(STRATEGIES, BEGIN, END, worst_cases_table())


if __name__ == "__main__":
    main()
