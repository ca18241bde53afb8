"""Plays duels in pairs with the seats exchanged, and measures what share one player wins against another.

The codes decide most rounds. So each pair of codes is played twice, the second time with the seats exchanged, and the
mean of the two is counted: exactly one half if both players play the same way. That takes a quarter of the rounds, or
fewer, that it would take with new codes for each.

    python -m tools.paired_duels EDITION [--players ONE OTHER] [--pairs N] [--seed TEXT] [--jobs N]

By default `perfect` plays against `fewest`.
"""

import argparse
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import sqrt

from keypeg.contests.driver import play_match
from keypeg.contests.statistics import Z95
from keypeg.core.state import State
from keypeg.players import THINKING_SECONDS
from keypeg.players.registry import find_player
from keypeg.records.edition_links import read_edition

DEFAULT_PLAYERS = ("perfect", "fewest")


def play_pair(edition: str, players: tuple[str, str], seed: str, number: int) -> float:
    """The share of two rounds with the same codes that the first player wins, once on each seat."""
    first, other = map(find_player, players)
    rules, name = read_edition(edition), f"{seed}/{number}"
    first_seat = play_match(rules, [first, other], name, THINKING_SECONDS).state
    second_seat = play_match(rules, [other, first], name, THINKING_SECONDS).state
    return (_won_share(first_seat, 1) + _won_share(second_seat, 2)) / 2


def _won_share(state: State, seat: int) -> float:
    assert state.outcome is not None
    winners = state.outcome.winners
    return 1 / len(winners) if seat in winners else 0.0


def main() -> None:
    """Play, and print the result from time to time."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("edition", help="with one round, which is what is paired: challenge-2001~race_yes~rounds_1")
    parser.add_argument("--players", nargs=2, default=DEFAULT_PLAYERS, metavar=("ONE", "OTHER"))
    parser.add_argument("--pairs", type=int, default=1000)
    parser.add_argument("--seed", default="pairs")
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    count, total, squares = 0, 0.0, 0.0
    with ProcessPoolExecutor(options.jobs) as pool:
        for won in pool.map(
            partial(play_pair, options.edition, tuple(options.players), options.seed), range(options.pairs)
        ):
            count, total, squares = count + 1, total + won, squares + won * won
            if count % 50 == 0 or count == options.pairs:
                mean = total / count
                margin = Z95 * sqrt(max(squares / count - mean * mean, 0.0) / max(count - 1, 1))
                low, high = 100 * (mean - margin), 100 * (mean + margin)
                print(f"{options.edition}: {count} pairs, {100 * mean:.1f} % ({low:.1f}–{high:.1f})", flush=True)


if __name__ == "__main__":
    main()
