"""Finds the codes that are hardest to break: how often a maker should choose each shape of code.

See `tools.maker_game` for how. What is found is written into src/keypeg/players/hardest.json, from which `perfect`
makers read it, and into the page of strategies.

    python -m tools.hardest_codes                            every game that has a proven book, as far as it goes
    python -m tools.hardest_codes --rounds 5 black-white-4x8     this one, with no more than so many best replies
    python -m tools.hardest_codes --page                     only writes the page from the file
"""

import argparse
import json
from fractions import Fraction
from math import ceil
from pathlib import Path
from time import perf_counter
from typing import TypedDict

from keypeg.solver.strategy.book_files import game_book_names, load_book
from tools.maker_game import Game, Solved, solve
from tools.page_tables import STRATEGIES, put, table
from tools.strategies_page import edition_names

FILE = Path(__file__).parents[1] / "src/keypeg/players/hardest.json"
BEGIN, END = "<!-- begin hardest codes -->", "<!-- end hardest codes -->"

DIGITS = 10**9
"""How finely a bound that is no simple fraction is written."""


class Hardest(TypedDict):
    """What is known of a game. Numbers that need not be whole are fractions."""

    shares: dict[str, int]
    """How often each shape should be made, as whole numbers beside each other."""
    value: str
    """How many guesses the best reply to that needs on average."""
    at_most: str
    """What no choice is worth more than: equal to the value where there is no harder one."""
    all_alike: str
    """What choosing every code equally often is worth."""


def found_in(game: Game, solved: Solved, all_alike: Fraction) -> Hardest:
    """What was found, as the file has it."""
    shares = {
        shape: weight * int(size)
        for shape, weight, size in zip(game.shapes, solved.best.weights, game.sizes, strict=True)
    }
    most = solved.most
    if most != solved.best.guesses:
        most = Fraction(ceil(most * DIGITS), DIGITS)
    return Hardest(shares=shares, value=str(solved.best.guesses), at_most=str(most), all_alike=str(all_alike))


def known() -> dict[str, Hardest]:
    """What the file says."""
    found: dict[str, Hardest] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def best_of(one: Hardest, other: Hardest) -> Hardest:
    """The better of two choices for the same game, with the better bound: what was found before still holds."""
    best = max(one, other, key=lambda hardest: Fraction(hardest["value"]))
    return {**best, "at_most": min(one["at_most"], other["at_most"], key=Fraction)}


def search(name: str, rounds: int) -> None:
    """Solve the game of one game, and write down after every round how far that has come."""
    book = load_book(name)
    game, began = Game(book.strategy.game), perf_counter()
    all_alike = Fraction(book.claims.total, book.claims.codes)
    for solved in solve(game, book.strategy, rounds):
        value = solved.best.guesses
        print(
            f"{name}, {solved.rounds} replies: {solved.best.weights} makes {float(value):.6f}, none more than "
            f"{float(solved.most):.6f}, all alike {float(all_alike):.6f}; {perf_counter() - began:.1f} s",
            flush=True,
        )
        found = found_in(game, solved, all_alike)
        everything = {**known(), name: best_of(known()[name], found) if name in known() else found}
        FILE.write_text(json.dumps(dict(sorted(everything.items())), indent=2) + "\n", encoding="utf-8")


def choices() -> str:
    """The table of the page."""
    head = ("edition", "shapes, and how often each is made", "value", "no choice above", "all codes alike", "gained")
    lines = [(names, *_line(known()[key])) for key, names in edition_names().items() if key in known()]
    return table(head, lines)


def _line(hardest: Hardest) -> tuple[str, ...]:
    whole = sum(hardest["shares"].values())
    made = ", ".join(f"{shape}: {share / whole:.2%}" for shape, share in hardest["shares"].items())
    value, most, alike = (Fraction(hardest[key]) for key in ("value", "at_most", "all_alike"))
    exactly = f"{float(value):.6f}" + (f" = {value}" if value.denominator < DIGITS else "")
    return (
        made,
        exactly,
        "the same, proven" if most == value else f"{float(most):.6f}",
        f"{float(alike):.6f}",
        f"{float(value - alike):.6f}",
    )


def has_maker(name: str) -> bool:
    """Whether somebody makes the code of this book's game: where no mark says that it is found, parts are dealt."""
    return load_book(name).strategy.game.solved_mark >= 0


def main() -> None:
    """Solve the games of these games, or of all that have a proven book."""
    parser = argparse.ArgumentParser(description="Find the codes that are hardest to break.")
    parser.add_argument("names", nargs="*", help="the puzzles, by the names of their books")
    parser.add_argument("--rounds", type=int, default=100, help="how many best replies are searched at most")
    parser.add_argument("--page", action="store_true", help="only write the page from what was found before")
    wanted = parser.parse_args()
    if not wanted.page:
        proven = [name for name in game_book_names() if load_book(name).claims.proven and has_maker(name)]
        for name in sorted(wanted.names or proven, key=lambda name: load_book(name).claims.codes):
            search(name, wanted.rounds)
    put(STRATEGIES, BEGIN, END, choices())


if __name__ == "__main__":
    main()
