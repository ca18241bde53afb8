"""Proves a lower bound of the total of every strategy of an edition, where the optimum is out of reach.

    python -m tools.lower_bounds challenge-2001 --work 300 --jobs 16 [--write]

Every opening is examined, one of each symmetric kind; the work is for every thousand codes that are left after an
opening that matters. With `--write` the edition's book claims the bound from then on, if it is better than before.
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
from tools.books import BOOK_FOLDER


def main() -> None:
    """Prove the bound, and print that of each opening."""
    parser = argparse.ArgumentParser(prog="python -m tools.lower_bounds")
    parser.add_argument("edition")
    parser.add_argument("--work", type=int, default=300)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    edition = read_edition(options.edition, [])
    game = game_for(edition)
    warm_up(game)
    began, bounds = perf_counter(), []
    with open_workers(options.jobs, None) as (executor, _):
        for opening in bound_all_openings(game, options.work, executor):
            code = write_code(game.guess(opening.guess), edition.palette)
            bounds.append(opening.lower)
            print(f"{code}: at least {opening.lower}   {perf_counter() - began:.0f} s", flush=True)
    print(f"every strategy of {options.edition}: at least {min(bounds)}")
    if options.write:
        _write_bound(game.key, min(bounds), options.edition, options.work)


def _write_bound(name: str, lower: int, edition: str, work: int) -> None:
    book = load_book(name)
    if lower > book.claims.lower_bound:
        proof = f"none; the lower bound: python -m tools.lower_bounds {edition} --work {work}"
        claims = replace(book.claims, lower_bound=lower, proof=proof)
        (BOOK_FOLDER / f"{name}.book").write_bytes(write_book(Book(claims, book.strategy)))


if __name__ == "__main__":
    main()
