"""Proves what every strategy of an edition needs at least, where the optimum is out of reach.

    python -m tools.lower_bounds challenge-2001 --work 300 --jobs 16 [--write]

Every first guess is looked at, of those that are alike one; so much work is spent on every thousand codes left after
those that matter. With `--write` the book of the edition says it from then on,
if it is more than it said.
"""

import argparse
import os
from dataclasses import replace
from time import perf_counter

from keypeg.records.edition_links import read_edition
from keypeg.records.notation import write_code
from keypeg.solver.game.guessing_game import game_for
from keypeg.solver.proof.executors import open_workers
from keypeg.solver.proof.lower_bound import bound_all_openings
from keypeg.solver.strategy.book_files import Book, load_book, write_book
from keypeg.solver.warmup import warm_up
from tools.books import SHELF


def main() -> None:
    """Prove it, and print what was proven of each first guess."""
    parser = argparse.ArgumentParser(prog="python -m tools.lower_bounds")
    parser.add_argument("edition")
    parser.add_argument("--work", type=int, default=300)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    edition = read_edition(options.edition, [])
    game = game_for(edition)
    warm_up(game)
    began, least = perf_counter(), []
    with open_workers(options.jobs, None) as (executor, _):
        for opening in bound_all_openings(game, options.work, executor):
            code = write_code(game.guess(opening.guess), edition.palette)
            least.append(opening.lower)
            print(f"{code}: at least {opening.lower}   {perf_counter() - began:.0f} s", flush=True)
    print(f"every strategy of {options.edition}: at least {min(least)}")
    if options.write:
        _write(game.key, min(least), options.edition, options.work)


def _write(name: str, lower: int, edition: str, work: int) -> None:
    book = load_book(name)
    if lower > book.claims.lower_bound:
        proof = f"none; the lower bound: python -m tools.lower_bounds {edition} --work {work}"
        claims = replace(book.claims, lower_bound=lower, proof=proof)
        (SHELF / f"{name}.book").write_bytes(write_book(Book(claims, book.strategy)))


if __name__ == "__main__":
    main()
