"""Measures how many rows of its own a seat needs to be certain, where parts are dealt.

    python -m tools.certainty alone [EDITION]… [--jobs N] [--write]
    python -m tools.certainty together [EDITION]… [--rounds N]

Alone: a seat that sees only its own board, with the strategy of the fewest rows on average and its proof: every opening
is searched. With `--write` the books are written. Together: all seats see all boards, as in the rulebook. Each seat
always places its most informative row, no seat calls, and the number of rows after which each is certain is counted.
"""

import argparse
import os
import sys
from collections import Counter
from concurrent.futures import Executor
from math import sqrt
from random import Random
from time import perf_counter

from keypeg.contests.statistics import Z95
from keypeg.core.actions import Guess
from keypeg.core.apply import apply
from keypeg.core.consistency import is_fully_marked
from keypeg.core.edition import TABLE, Edition
from keypeg.core.legal import waiting
from keypeg.core.observe import observe
from keypeg.core.state import State, new_match
from keypeg.draws.random_codes import draw_deal
from keypeg.players.dealt_knowledge import knowledge_of
from keypeg.players.dealt_play import strong_guess
from keypeg.records.edition_links import read_edition
from keypeg.records.notation import write_code
from keypeg.solver.dealt.parallel_certainty import best_opening, build_strategy, search_openings
from keypeg.solver.game.guessing_game import game_for
from keypeg.solver.proof.executors import open_workers
from keypeg.solver.strategy.book_files import Book, Claims, write_book
from keypeg.solver.strategy.tree import Strategy, tally_of
from keypeg.solver.warmup import warm_up
from tools.books import BOOK_FOLDER, CERTAIN

THINKING_SECONDS = 1.0
"""The thinking time of the player, which the strong one does not use."""


def search_alone(name: str, executor: Executor, write: bool) -> None:
    """Find and print the fewest rows that one seat needs with its own board."""
    edition = read_edition(name)
    game, began, openings = game_for(edition), perf_counter(), []
    for opening in search_openings(game, executor):
        openings.append(opening)
        verdict = "less" if opening.branches else "no less"
        code = write_code(game.guess(opening.guess), edition.palette)
        print(f"  {code}: {opening.cost} {verdict}, {perf_counter() - began:.1f} s", file=sys.stderr, flush=True)
    best, nodes = best_opening(openings), sum(opening.nodes for opening in openings)
    strategy = build_strategy(game, best)
    claims = _claims(strategy, name, perf_counter() - began)
    if claims.total != best.cost + claims.codes:
        raise SystemExit(f"{name}: {best.cost} rows were claimed, {claims.total - claims.codes} are needed")
    rows = ", ".join(map(str, claims.histogram[1:]))
    print(
        f"{name}, alone: {claims.total / claims.codes - 1:.4f} rows on average, {claims.worst - 1} at worst "
        f"(after 1, 2, …: {rows}); proven; {nodes} positions, {perf_counter() - began:.1f} s",
        flush=True,
    )
    if write:
        (BOOK_FOLDER / f"{game.key}.book").write_bytes(write_book(Book(claims, strategy)))


def _claims(strategy: Strategy, name: str, seconds: float) -> Claims:
    tally = tally_of(strategy)
    return Claims(
        rule="certain",
        codes=tally.codes,
        total=tally.total,
        worst=tally.worst,
        histogram=tally.histogram,
        lower_bound=tally.total,
        proof="branch and bound to the end",
        seconds=round(seconds, 2),
        command=f"python -m tools.certainty alone {name}",
    )


def play_together(name: str, rounds: int) -> None:
    """Play rounds and print how many rows each seat needs when all see all boards."""
    edition, needed = read_edition(name), Counter[int]()
    for number in range(rounds):
        needed.update(rows_needed(edition, Random(f"certain {number}")))
    seats = needed.total()
    mean = sum(rows * count for rows, count in needed.items()) / seats
    spread = sum(count * (rows - mean) ** 2 for rows, count in needed.items()) / (seats - 1)
    histogram = ", ".join(str(needed[rows]) for rows in range(1, max(needed) + 1))
    # The seats of a round are not independent, so the error counts rounds.
    print(
        f"{name}, together: {mean:.3f} ± {Z95 * sqrt(spread / rounds):.3f} rows on average, {max(needed)} at worst "
        f"of {rounds} rounds (after 1, 2, …: {histogram})",
        flush=True,
    )


def rows_needed(edition: Edition, rng: Random) -> list[int]:
    """After how many rows of its own each seat is certain, in one round in which no seat calls."""
    state, needed = new_match(edition), dict[int, int]()
    while len(needed) < edition.seats and (due := waiting(state)):
        if TABLE in due:
            state = apply(state, TABLE, draw_deal(edition, rng)).state
            continue
        seat = due[0]
        view = observe(state, seat)
        allowed = view.allowed(Guess)
        if allowed is None:
            break
        state = apply(state, seat, Guess(strong_guess(view, allowed, THINKING_SECONDS, rng))).state
        needed.update(_newly_certain(state, needed))
    return list(needed.values())


def _newly_certain(state: State, before: dict[int, int]) -> dict[int, int]:
    rows_by_seat = {}
    for seat in range(1, state.edition.seats + 1):
        view = observe(state, seat)
        if seat not in before and is_fully_marked(view) and knowledge_of(view).is_sure:
            rows_by_seat[seat] = len(next(board for board in view.boards if seat in board.breakers).rows)
    return rows_by_seat


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m tools.certainty")
    parser.add_argument("mode", choices=("alone", "together"))
    parser.add_argument("editions", nargs="*")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    warm_up()
    with open_workers(options.jobs, None) as (executor, _):
        for name in options.editions or CERTAIN:
            if options.mode == "alone":
                search_alone(name, executor, options.write)
            else:
                play_together(name, options.rounds)


if __name__ == "__main__":
    main()
