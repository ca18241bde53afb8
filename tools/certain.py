"""How many own rows it takes to be certain, where parts are dealt and who is certain calls.

    python -m tools.certain alone [EDITION]… [--seconds N] [--write]
    python -m tools.certain together [EDITION]… [--rounds N]

Alone: from one seat that sees its own board only, by the strategy that needs the fewest rows on average, with the
proof; where that takes more than so many seconds, by the book, with a lower bound. With `--write` the books are written
anew. Together: all boards lie open, as the rulebook has it. Everybody always places the row that tells him most, nobody
calls, and it is noted with how many own rows each becomes certain.
"""

import argparse
from collections import Counter
from dataclasses import replace
from math import sqrt
from random import Random
from time import perf_counter

from keypeg.arena.statistics import Z95
from keypeg.core.actions import Guess
from keypeg.core.apply import apply
from keypeg.core.edition import TABLE, Edition
from keypeg.core.legal import waiting
from keypeg.core.observe import observe
from keypeg.core.state import State, new_match
from keypeg.players import dealer
from keypeg.players.knowing import knowledge_of, settled
from keypeg.players.parts import strong_guess
from keypeg.records.links import read_edition
from keypeg.solver.books import Book, Claims, load_book, write_book
from keypeg.solver.cells import all_codes
from keypeg.solver.certain import Certain, GivenUp
from keypeg.solver.puzzle import puzzle_for
from keypeg.solver.strategy import Strategy, tally_of
from keypeg.solver.warm import warm_up
from tools.books import SHELF

EDITIONS = ("mastermind-44", "mastermind-44~seats_3", "mastermind-44~seats_2", "mastermind-44~seats_2~parts_2")

TIME = 1.0
"""How long a player thinks: the strong one takes as long as it takes."""


def alone(name: str, seconds: float, write: bool) -> None:
    """Print what is proven of one seat by itself."""
    puzzle = puzzle_for(read_edition(name))
    book, began = load_book(puzzle.key), perf_counter()
    claims, strategy = book.claims, book.strategy
    search = Certain(puzzle, lambda nodes: perf_counter() - began < seconds)
    try:
        found = search.cost(all_codes(puzzle), claims.total - claims.codes + 1)
        strategy = search.strategy()
        claims = _claims(strategy, claims, name, perf_counter() - began)
        said = f"proven; {search.nodes} positions"
        assert found.cost == claims.total - claims.codes
    except GivenUp:
        lower = max(search.least(all_codes(puzzle)) + claims.codes, claims.lower_bound)
        claims = replace(claims, lower_bound=lower)
        said = f"not proven: at least {lower / claims.codes - 1:.4f}"
    rows = ", ".join(map(str, claims.histogram[1:]))
    print(
        f"{name}, alone: {claims.total / claims.codes - 1:.4f} rows on average, {claims.worst - 1} at worst "
        f"(after 1, 2, …: {rows}); {said}, {perf_counter() - began:.1f} s",
        flush=True,
    )
    if write:
        (SHELF / f"{puzzle.key}.book").write_bytes(write_book(Book(claims, strategy)))


def _claims(strategy: Strategy, before: Claims, name: str, seconds: float) -> Claims:
    tally = tally_of(strategy)
    return replace(
        before,
        rule="certain",
        total=tally.total,
        worst=tally.worst,
        histogram=tally.histogram,
        lower_bound=tally.total,
        proof="branch and bound to the end",
        seconds=round(seconds, 2),
        command=f"python -m tools.certain alone {name}",
    )


def together(name: str, rounds: int) -> None:
    """Print how many own rows it takes where everybody sees all boards."""
    edition, needed = read_edition(name), Counter[int]()
    for number in range(rounds):
        needed.update(rows_needed(edition, Random(f"certain {number}")))
    many = needed.total()
    mean = sum(rows * count for rows, count in needed.items()) / many
    spread = sum(count * (rows - mean) ** 2 for rows, count in needed.items()) / (many - 1)
    shown = ", ".join(str(needed[rows]) for rows in range(1, max(needed) + 1))
    # The seats of a round depend on each other: so a round counts as one.
    print(
        f"{name}, together: {mean:.3f} ± {Z95 * sqrt(spread / rounds):.3f} rows on average, {max(needed)} at worst "
        f"of {rounds} rounds (after 1, 2, …: {shown})",
        flush=True,
    )


def rows_needed(edition: Edition, rng: Random) -> list[int]:
    """With how many own rows each seat becomes certain, in one round in which nobody calls."""
    state, needed = new_match(edition), dict[int, int]()
    while len(needed) < edition.seats and (due := waiting(state)):
        if TABLE in due:
            state = apply(state, TABLE, dealer.draw(edition, rng)).state
            continue
        seat = due[0]
        view = observe(state, seat)
        allowed = view.allowed(Guess)
        if allowed is None:
            break
        state = apply(state, seat, Guess(strong_guess(view, allowed, TIME, rng))).state
        needed.update(_certain_now(state, needed))
    return list(needed.values())


def _certain_now(state: State, before: dict[int, int]) -> dict[int, int]:
    found = {}
    for seat in range(1, state.edition.seats + 1):
        view = observe(state, seat)
        if seat not in before and settled(view) and knowledge_of(view).sure:
            found[seat] = len(next(board for board in view.boards if seat in board.breakers).rows)
    return found


def main() -> None:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(prog="python -m tools.certain")
    parser.add_argument("how", choices=("alone", "together"))
    parser.add_argument("editions", nargs="*")
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    warm_up()
    for name in options.editions or EDITIONS:
        if options.how == "alone":
            alone(name, options.seconds, options.write)
        else:
            together(name, options.rounds)


if __name__ == "__main__":
    main()
