"""Benchmarks the rules: actions, views and whole random matches per second, on one core, for every edition."""

import time
from collections.abc import Callable
from functools import partial
from random import Random

from keypeg.core.apply import apply
from keypeg.core.edition import Edition
from keypeg.core.observe import observe
from keypeg.core.state import State, new_match
from keypeg.editions import RULEBOOKS
from keypeg.records.edition_links import read_edition
from support.random_play import CALM, Played, play

AIM = 30_000
"""The target in applied actions per second, on one core."""

TABLES = (
    *RULEBOOKS,
    "traffic-jam-2000~option_1",
    "challenge-2001~race_yes",
    "hasbro-2004~seats_5",
    "mastermind-44~seats_2~parts_2",
    "classic~by-hand_yes",
)
"""Every edition, with the options that make the rules work differently."""

MATCHES = 30
REPEATS = 5


def best_rate(work: Callable[[], int]) -> float:
    """How many units per second this work does, in the best of a few runs: noise only ever slows it down."""
    rates = []
    for _ in range(REPEATS):
        started = time.perf_counter()
        units = work()
        rates.append(units / (time.perf_counter() - started))
    return max(rates)


def apply_all(matches: list[Played]) -> int:
    """Apply every action of these matches again."""
    actions = 0
    for match in matches:
        state = new_match(match.edition)
        for seat, action in match.log:
            state = apply(state, seat, action).state
        actions += len(match.log)
    return actions


def observe_all(states: list[State]) -> int:
    """Build every seat's view of these tables."""
    for state in states:
        for seat in (*range(1, state.edition.seats + 1), None):
            observe(state, seat)
    return len(states) * (states[0].edition.seats + 1)


def play_all(edition: Edition) -> int:
    """Play whole random matches."""
    return len([play(edition, Random(seed), CALM) for seed in range(MATCHES)])


def main() -> None:
    """Print the table."""
    print(f"{'edition':<34} {'actions/s':>10} {'views/s':>10} {'random matches/s':>17}   (aim: {AIM:,} actions/s)")
    for table in TABLES:
        edition = read_edition(table)
        matches = [play(edition, Random(seed), CALM) for seed in range(MATCHES)]
        states = [step.state for match in matches[:5] for step in match.steps]
        actions = best_rate(partial(apply_all, matches))
        views = best_rate(partial(observe_all, states))
        whole = best_rate(partial(play_all, edition))
        print(f"{table:<34} {actions:>10,.0f} {views:>10,.0f} {whole:>17,.0f}")


if __name__ == "__main__":
    main()
