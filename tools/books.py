"""Makes the books that come with Keypeg: `make books`, or `python -m tools.books NAME…` for some of them.

Where the optimal search ends in minutes the book is an optimal strategy with its proof. For the duel with five holes it
is what a wide search finds: three hours of one core, shared out to all there are. Where parts are dealt a search of its
own looks at every first row: with four seats an hour of one core, likewise.
"""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import keypeg
from keypeg.records.edition_links import read_edition
from keypeg.solver.game.guessing_game import game_for
from keypeg.solver.strategy.book_files import DUEL_SUFFIX
from keypeg.study.strategies import DUEL, OPTIMAL, WIDE, StrategyRequest, save_book
from keypeg.terminal.strategy_output import find_strategy

SHELF = Path(keypeg.__file__).parent / "solver" / "data"

PROVEN = (
    "parker-1974",
    "parker-1974~different_yes",
    "classic",
    "traffic-jam-2000~option_1",
    "traffic-jam-2000",
    "traffic-jam-2000~option_3",
    "hasbro-2004",
    "hasbro-2000",
    "hasbro-2000-advanced",
)
"""Editions whose own game is solved in minutes. Others have the same game as one of these: the 2004 game for experts,
the duel with four holes."""

FOR_THE_DUEL = ("parker-1974", "parker-1974~different_yes", "challenge-2001~holes_4")
"""Editions that have a book besides, for who wants to finish before the other."""

WIDE_FROM = {"challenge-2001": "RRBBY"}
"""Editions for which there is what a wide search finds, with the first guess that it begins with."""

CERTAIN = ("mastermind-44", "mastermind-44~seats_3", "mastermind-44~seats_2", "mastermind-44~seats_2~parts_2")
"""Editions in which who is certain calls: see `tools.certainty`."""


def main(names: list[str]) -> None:
    """Make these books, or all; with `duel` after a name, that for duels."""
    SHELF.mkdir(exist_ok=True)
    duels = [f"{edition} duel" for edition in FOR_THE_DUEL]
    for name in names or (*PROVEN, *WIDE_FROM, *CERTAIN, *duels):
        edition, _, duel = name.partition(" ")
        game = game_for(read_edition(edition, []))
        book = SHELF / f"{game.key}{DUEL_SUFFIX if duel else ''}.book"
        if edition in CERTAIN:
            subprocess.run([sys.executable, "-m", "tools.certainty", "alone", edition, "--write"], check=True)
            continue
        request = StrategyRequest(read_edition(edition, []), DUEL if duel else OPTIMAL)
        if edition in WIDE_FROM and not duel:
            request = replace(request, rule=WIDE, opening=WIDE_FROM[edition], jobs=os.cpu_count() or 1)
        found = find_strategy(request, "en", os.environ)
        save_book(found, request, book)
        print(
            f"{book.name}: {found.tally.total} of {found.tally.codes}, {found.proof}, {found.seconds:.2f} s", flush=True
        )


if __name__ == "__main__":
    main(sys.argv[1:])
