"""Builds the books that come with Keypeg: `make books`, or `python -m tools.books NAME…` for some of them.

If the exact search ends in minutes, the book is an optimal strategy with its proof. The book of the duel with five
holes is found by a beam search: three hours of one core, shared among all cores. Where parts are dealt,
`tools.certainty` searches every opening: with four seats an hour of one core, shared in the same way.
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

BOOK_FOLDER = Path(keypeg.__file__).parent / "solver" / "data"

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
"""Editions whose game is solved in minutes. Some others have the same game as one of these: the 2004 game for experts,
the duel with four holes."""

FOR_THE_DUEL = ("parker-1974", "parker-1974~different_yes", "challenge-2001~holes_4")
"""Editions that also have a book for duels, in which the first to finish wins."""

WIDE_FROM = {"challenge-2001": "RRBBY"}
"""Editions whose book is found by a beam search, with its opening."""

CERTAIN = ("mastermind-44", "mastermind-44~seats_3", "mastermind-44~seats_2", "mastermind-44~seats_2~parts_2")
"""Editions in which a seat that is certain calls: see `tools.certainty`."""


def main(names: list[str]) -> None:
    """Build these books, or all; with `duel` after a name, the book for duels."""
    BOOK_FOLDER.mkdir(exist_ok=True)
    duels = [f"{edition} duel" for edition in FOR_THE_DUEL]
    for name in names or (*PROVEN, *WIDE_FROM, *CERTAIN, *duels):
        edition, _, duel = name.partition(" ")
        game = game_for(read_edition(edition, []))
        book = BOOK_FOLDER / f"{game.key}{DUEL_SUFFIX if duel else ''}.book"
        if edition in CERTAIN:
            subprocess.run([sys.executable, "-m", "tools.certainty", "alone", edition, "--write"], check=True)
            continue
        request = StrategyRequest(read_edition(edition, []), DUEL if duel else OPTIMAL)
        if edition in WIDE_FROM and not duel:
            request = replace(request, rule=WIDE, opening=WIDE_FROM[edition], jobs=os.cpu_count() or 1)
        result = find_strategy(request, "en", os.environ)
        save_book(result, request, book)
        print(
            f"{book.name}: {result.tally.total} of {result.tally.codes}, {result.proof}, {result.seconds:.2f} s",
            flush=True,
        )


if __name__ == "__main__":
    main(sys.argv[1:])
