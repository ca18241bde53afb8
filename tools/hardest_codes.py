"""Finds the codes that are hardest to break: how often a maker should choose each shape of code.

`tools.maker_game` explains how. The result is written to src/keypeg/players/hardest.json, which `perfect` makers read,
and to the page about strategies.

    python -m tools.hardest_codes                                every game with a proven book
    python -m tools.hardest_codes --rounds 5 black-white-4x8     this game, with at most so many best replies
    python -m tools.hardest_codes --page                         only writes the page from the file
"""

import argparse
import json
from fractions import Fraction
from math import ceil
from pathlib import Path
from time import perf_counter
from typing import TypedDict

from keypeg.solver.strategy.book_files import game_book_names, load_book
from tools.maker_game import MakerGame, Solution, solve
from tools.page_tables import STRATEGIES, replace_between, table
from tools.strategies_page import edition_names

FILE = Path(__file__).parents[1] / "src/keypeg/players/hardest.json"
BEGIN, END = "<!-- begin hardest codes -->", "<!-- end hardest codes -->"

BOUND_DENOMINATOR = 10**9
"""The denominator of a stored bound that is not reached."""


class HardestChoice(TypedDict):
    """The hardest choice known for a game. Numbers that need not be whole are fractions."""

    shares: dict[str, int]
    """How often each shape is chosen, in relation to the others."""
    value: str
    """The average number of guesses of the best reply."""
    at_most: str
    """An upper bound of the value of every choice; equal to the value if there is no harder choice."""
    all_alike: str
    """The value of choosing every code equally often."""


def stored_choice(game: MakerGame, solved: Solution, all_alike: Fraction) -> HardestChoice:
    """A result as the file stores it."""
    shares = {
        shape: weight * int(size)
        for shape, weight, size in zip(game.shapes, solved.best.weights, game.sizes, strict=True)
    }
    most = solved.most
    if most != solved.best.guesses:
        most = Fraction(ceil(most * BOUND_DENOMINATOR), BOUND_DENOMINATOR)
    return HardestChoice(shares=shares, value=str(solved.best.guesses), at_most=str(most), all_alike=str(all_alike))


def read_choices() -> dict[str, HardestChoice]:
    """The stored choices, by the names of the games."""
    choices: dict[str, HardestChoice] = json.loads(FILE.read_text(encoding="utf-8"))
    return choices


def better_choice(first: HardestChoice, second: HardestChoice) -> HardestChoice:
    """The better of two choices for the same game, with the better bound of the two."""
    best = max(first, second, key=lambda hardest: Fraction(hardest["value"]))
    return {**best, "at_most": min(first["at_most"], second["at_most"], key=Fraction)}


def solve_game(name: str, rounds: int) -> None:
    """Solve the maker's game of one book, and store the result after every round."""
    book = load_book(name)
    game, began = MakerGame(book.strategy.game), perf_counter()
    all_alike = Fraction(book.claims.total, book.claims.codes)
    for solved in solve(game, book.strategy, rounds):
        value = solved.best.guesses
        print(
            f"{name}, {solved.rounds} replies: {solved.best.weights} has the value {float(value):.6f}, at most "
            f"{float(solved.most):.6f}, all codes equally often {float(all_alike):.6f}; {perf_counter() - began:.1f} s",
            flush=True,
        )
        choice = stored_choice(game, solved, all_alike)
        choices = read_choices()
        choices[name] = better_choice(choices[name], choice) if name in choices else choice
        FILE.write_text(json.dumps(dict(sorted(choices.items())), indent=2) + "\n", encoding="utf-8")


def choices_table() -> str:
    """The table of choices for the page."""
    head = ("edition", "how often each shape is chosen", "value", "upper bound", "all codes equally often", "gain")
    lines = [(names, *_line(read_choices()[key])) for key, names in edition_names().items() if key in read_choices()]
    return table(head, lines)


def _line(hardest: HardestChoice) -> tuple[str, ...]:
    whole = sum(hardest["shares"].values())
    shape_shares = ", ".join(f"{shape}: {share / whole:.2%}" for shape, share in hardest["shares"].items())
    value, most, value_of_even_choice = (Fraction(hardest[key]) for key in ("value", "at_most", "all_alike"))
    exactly = f"{float(value):.6f}" + (f" = {value}" if value.denominator < BOUND_DENOMINATOR else "")
    return (
        shape_shares,
        exactly,
        "the same, proven" if most == value else f"{float(most):.6f}",
        f"{float(value_of_even_choice):.6f}",
        f"{float(value - value_of_even_choice):.6f}",
    )


def has_maker(name: str) -> bool:
    """Whether a book's game has a maker: without a mark for a solved code, parts are dealt."""
    return load_book(name).strategy.game.solved_mark >= 0


def main() -> None:
    """Solve these games, or all that have a proven book."""
    parser = argparse.ArgumentParser(description="Find the codes that are hardest to break.")
    parser.add_argument("names", nargs="*", help="the games, by the names of their books")
    parser.add_argument("--rounds", type=int, default=100, help="the most best replies to search")
    parser.add_argument("--page", action="store_true", help="only write the page from the file")
    options = parser.parse_args()
    if not options.page:
        proven = [name for name in game_book_names() if load_book(name).claims.proven and has_maker(name)]
        for name in sorted(options.names or proven, key=lambda name: load_book(name).claims.codes):
            solve_game(name, options.rounds)
    replace_between(STRATEGIES, BEGIN, END, choices_table())


if __name__ == "__main__":
    main()
