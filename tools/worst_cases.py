"""Finds for every game that has a book how many guesses are enough for every code, and what that costs the mean.

First it is proven, by a search of its own, how many guesses are not enough. Then the exact search finds the least total
within the next limit. What is not found out in time is given by what is known both ways; and where the exact search
cannot even begin, by what the book comes to when it is mended where it is late.

    python -m tools.worst_cases                         every game; it is kept in worst_cases.json, and on the page
    python -m tools.worst_cases --seconds 600 NAME…     these, with so many seconds for each question
    python -m tools.worst_cases --jobs 16 NAME…         the proofs shared out to so many processes
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
from tools.page_tables import STRATEGIES, put, table
from tools.strategies_page import edition_names

MORE = 10
"""How many guesses more than before a part of a book may need where it is mended."""

FILE = Path(__file__).with_name("worst_cases.json")
BEGIN, END = "<!-- begin worst cases -->", "<!-- end worst cases -->"


class Worst(TypedDict):
    """What is known of a game's worst case."""

    at_least: int
    """No strategy keeps within fewer."""
    at_most: int
    """Some strategy keeps within so many."""
    total: int | None
    """The least total found of strategies that keep within as many; None if none was searched for,"""
    lower: int | None
    """and what each of them comes to at least: equal to the total where that is proven."""


def known() -> dict[str, Worst]:
    """What the file says."""
    found: dict[str, Worst] = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    return found


def find(book: Book, seconds: float, executor: Executor) -> Worst:
    """What can be found out of the worst case of a book's game, with so many seconds for each question."""
    game, claims = book.strategy.game, book.claims
    if game.solved_mark < 0:
        return _certain(book)
    least, most = worst_cases(game, at_most(game, claims), executor, seconds)
    if claims.proven and claims.worst == most:
        return Worst(at_least=least, at_most=most, total=claims.total, lower=claims.total)
    try:
        found = optimal_strategy(game, costs_within(most), watch=until(seconds))
        total, lower = found.cost if found.cost < FORBIDDEN else None, found.lower
    except RuleError as error:
        if error.code != "puzzle-too-large":
            raise
        total, lower = _total_mended(book, most), 0
    # A limit makes nothing better.
    return Worst(at_least=least, at_most=most, total=total, lower=total and max(lower, claims.lower_bound))


def worst_cases(game: GuessingGame, most: int, executor: Executor, seconds: float) -> tuple[int, int]:
    """What the least worst case is at least and at most, if so many guesses are known to be enough."""
    limit = least_guesses(len(game.codes), len(game.marks), game.open_marks)
    while limit < most:
        in_time = until(seconds)
        try:
            for opening, enough in check_openings(game, limit, executor, in_time):
                print(f"  {game.guess(opening)}, {limit} guesses: {enough}", file=sys.stderr, flush=True)
                if enough:
                    return limit, limit
        except SearchInterrupted:
            return limit, most
        limit += 1
    return limit, limit


def _total_mended(book: Book, limit: int) -> int | None:
    """What the book comes to when codes that it finds too late are sought in another way."""
    mended = (limit_worst_case(book.strategy, limit, more) for more in range(MORE))
    return next((tally_of(strategy).total for strategy in mended if strategy is not None), None)


def _certain(book: Book) -> Worst:
    """Where who is certain calls: how many rows are enough, and the call."""
    search, claims = CertaintySearch(book.strategy.game), book.claims
    limit = 1 + next(rows for rows in count() if search.suffices(search.codes, rows))
    total = claims.total if claims.worst == limit else None
    return Worst(at_least=limit, at_most=limit, total=total, lower=claims.lower_bound if total else None)


def at_most(game: GuessingGame, claims: Claims) -> int:
    """How many guesses the book, or some one-step strategy, has enough with."""
    return min([claims.worst, *(tally_of(one_step_strategy(game, rule)).worst for rule in Rule)])


def until(seconds: float) -> Callable[..., bool]:
    """A watch that ends a search after so many seconds."""
    began = perf_counter()
    return lambda *_: perf_counter() - began < seconds


def cases() -> str:
    """The table of the page."""
    head = ("edition", "least worst case", "least total within it", "least total with no limit", "worst case of that")
    found = known()
    return table(
        head,
        [(names, *_line(load_book(key).claims, found[key])) for key, names in edition_names().items() if key in found],
    )


def _line(claims: Claims, worst: Worst) -> tuple[object, ...]:
    settled = worst["at_least"] == worst["at_most"]
    least = f"{worst['at_most']}, proven" if settled else f"{worst['at_least']} to {worst['at_most']}"
    return least, _total(claims, worst), _without(claims), claims.worst


def _total(claims: Claims, worst: Worst) -> str:
    total: int | str | None = worst["total"]
    lower = worst["lower"]
    if total is None and worst["at_most"] == claims.worst:
        total, lower = claims.total, claims.lower_bound
    if total is None:
        total, lower = "?", claims.lower_bound
    said = f"{total}, proven" if total == lower else f"{lower} to {total}"
    return said if worst["at_least"] == worst["at_most"] else f"{said}, within {worst['at_most']}"


def _without(claims: Claims) -> str:
    return f"{claims.total}, proven" if claims.proven else f"{claims.lower_bound} to {claims.total}"


def main() -> None:
    """Find what these games, or all, can be kept within."""
    parser = argparse.ArgumentParser(description="Find how many guesses are enough for every code.")
    parser.add_argument("names", nargs="*", help="the puzzles, by the names of their books")
    parser.add_argument("--seconds", type=float, default=3600, help="how long one question may take")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many processes share the proofs")
    parser.add_argument("--page", action="store_true", help="only write the page from what was found before")
    wanted = parser.parse_args()
    names = [] if wanted.page else wanted.names or game_book_names()
    with open_workers(wanted.jobs, None) as (executor, _):
        for name in sorted(names, key=lambda name: load_book(name).claims.codes):
            began, worst = perf_counter(), find(load_book(name), wanted.seconds, executor)
            print(f"{name}: {worst}, {perf_counter() - began:.2f} s", flush=True)
            everything = {**known(), name: worst}
            FILE.write_text(json.dumps(dict(sorted(everything.items())), indent=2) + "\n", encoding="utf-8")
    put(STRATEGIES, BEGIN, END, cases())


if __name__ == "__main__":
    main()
