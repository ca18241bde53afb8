"""How much of a duel one player wins against another, round by round with the seats exchanged.

Most rounds are decided by the codes. So each pair of codes is played twice, the second time with the players on each
other's seats, and what is counted is the mean of the two: where both play alike it is exactly one half. That takes a
quarter of the rounds, or fewer, that it would take with new codes for each.

    python -m tools.paired_duels EDITION [--players ONE OTHER] [--pairs N] [--seed TEXT] [--jobs N]

If nothing else is said, `perfect` plays against who plays for the fewest guesses.
"""

import argparse
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import sqrt

from keypeg.bots.driver import play_match
from keypeg.bots.statistics import Z95
from keypeg.core.state import State
from keypeg.players import THINKING_SECONDS
from keypeg.players.registry import find_player
from keypeg.records.edition_links import read_edition

PLAYERS = ("perfect", "fewest")


def play_pair(edition: str, players: tuple[str, str], seed: str, number: int) -> float:
    """What part of two rounds with the same codes the first player wins, sitting on either seat once."""
    first, other = map(find_player, players)
    rules, name = read_edition(edition), f"{seed}/{number}"
    here = play_match(rules, [first, other], name, THINKING_SECONDS).state
    there = play_match(rules, [other, first], name, THINKING_SECONDS).state
    return (_share(here, 1) + _share(there, 2)) / 2


def _share(state: State, seat: int) -> float:
    assert state.outcome is not None
    winners = state.outcome.winners
    return 1 / len(winners) if seat in winners else 0.0


def main() -> None:
    """Play, and say from time to time how it stands."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("edition", help="with one round, which is what is paired: challenge-2001~race_yes~rounds_1")
    parser.add_argument("--players", nargs=2, default=PLAYERS, metavar=("ONE", "OTHER"))
    parser.add_argument("--pairs", type=int, default=1000)
    parser.add_argument("--seed", default="pairs")
    parser.add_argument("--jobs", type=int, default=1)
    asked = parser.parse_args()
    count, total, squares = 0, 0.0, 0.0
    with ProcessPoolExecutor(asked.jobs) as pool:
        for won in pool.map(partial(play_pair, asked.edition, tuple(asked.players), asked.seed), range(asked.pairs)):
            count, total, squares = count + 1, total + won, squares + won * won
            if count % 50 == 0 or count == asked.pairs:
                mean = total / count
                half = Z95 * sqrt(max(squares / count - mean * mean, 0.0) / max(count - 1, 1))
                low, high = 100 * (mean - half), 100 * (mean + half)
                print(f"{asked.edition}: {count} pairs, {100 * mean:.1f} % ({low:.1f}–{high:.1f})", flush=True)


if __name__ == "__main__":
    main()
