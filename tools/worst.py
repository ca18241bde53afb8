"""Finds for every puzzle that has a book how many guesses are enough for every code, and what that costs the mean.

One limit after the other is tried by the exact search: either it proves that no strategy keeps it, or it finds the one
with the least total that does. Where it cannot come to its end in time, or at all, what is known both ways is given.

    python -m tools.worst                         every puzzle; it is kept in worst_cases.json, and on the page
    python -m tools.worst --seconds 600 NAME…     these, with so many seconds for each limit
    python -m tools.worst --page                  only writes the page from the file
"""

import argparse
import json
from itertools import count
from pathlib import Path
from time import perf_counter
from typing import TypedDict

from keypeg.core.errors import RuleError
from keypeg.solver.books import Claims, load_book, puzzle_books
from keypeg.solver.cells import all_codes
from keypeg.solver.certain import Certain
from keypeg.solver.costs import FORBIDDEN, within
from keypeg.solver.exact import Progress, Watch
from keypeg.solver.greedy import one_step_strategy
from keypeg.solver.optimal import Optimum, optimal_strategy
from keypeg.solver.puzzle import Puzzle
from keypeg.solver.rules import Rule
from keypeg.solver.strategy import tally_of
from tools.page_tables import STRATEGIES, put, table
from tools.strategies_page import edition_names
from tools.worst_bounds import at_least

FILE = Path(__file__).with_name("worst_cases.json")
BEGIN, END = "<!-- the worst cases: -->", "<!-- so far the worst cases -->"


class Worst(TypedDict):
    """What is known of a puzzle's worst case."""

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


def find(puzzle: Puzzle, claims: Claims, seconds: float) -> Worst:
    """What can be found out of a puzzle's worst case, with so many seconds for each limit."""
    if puzzle.solved < 0:
        return _certain(puzzle)
    limit, enough = at_least(puzzle), at_most(puzzle, claims)
    while limit <= enough:
        try:
            found = optimal_strategy(puzzle, within(limit), watch=until(seconds))
        except RuleError as error:
            if error.code != "no-strategy-within":  # it is too large for an exact search
                break
            limit += 1
            continue
        return _found(found, limit, enough, claims)
    return Worst(at_least=limit, at_most=enough, total=None, lower=None)


def _certain(puzzle: Puzzle) -> Worst:
    """Where who is certain calls: how many rows are enough, and the call."""
    search = Certain(puzzle)
    rows = next(rows for rows in count() if search.enough(all_codes(puzzle), rows))
    return Worst(at_least=rows + 1, at_most=rows + 1, total=None, lower=None)


def at_most(puzzle: Puzzle, claims: Claims) -> int:
    """How many guesses the book, or some one-step strategy, has enough with."""
    return min([claims.worst, *(tally_of(one_step_strategy(puzzle, rule)).worst for rule in Rule)])


def _found(found: Optimum, limit: int, enough: int, claims: Claims) -> Worst:
    """What a search within a limit has come to, whether or not it came to its end."""
    if found.cost >= FORBIDDEN:
        return Worst(at_least=limit, at_most=enough, total=None, lower=None)
    worst = tally_of(found.strategy).worst
    lower = max(found.lower, claims.lower_bound)  # a limit makes nothing better
    return Worst(at_least=limit, at_most=worst, total=found.cost, lower=lower)


def until(seconds: float) -> Watch:
    """A watch that ends a search after so many seconds."""
    began = perf_counter()

    def watch(progress: Progress) -> bool:
        return perf_counter() - began < seconds

    return watch


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
    """Find what these puzzles, or all, can be kept within."""
    parser = argparse.ArgumentParser(description="Find how many guesses are enough for every code.")
    parser.add_argument("names", nargs="*", help="the puzzles, by the names of their books")
    parser.add_argument("--seconds", type=float, default=120, help="how long one limit is searched")
    parser.add_argument("--page", action="store_true", help="only write the page from what was found before")
    wanted = parser.parse_args()
    names = [] if wanted.page else wanted.names or puzzle_books()
    for name in sorted(names, key=lambda name: load_book(name).claims.codes):
        book, began = load_book(name), perf_counter()
        worst = find(book.strategy.puzzle, book.claims, wanted.seconds)
        print(f"{name}: {worst}, {perf_counter() - began:.2f} s", flush=True)
        everything = {**known(), name: worst}
        FILE.write_text(json.dumps(dict(sorted(everything.items())), indent=2) + "\n", encoding="utf-8")
    put(STRATEGIES, BEGIN, END, cases())


if __name__ == "__main__":
    main()
