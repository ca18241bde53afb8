"""Computer players: the time of a choice on one core, warm, for every edition and level.

Each level plays some matches against itself. Every choice is timed: guesses, codes and calls, choices to do nothing,
and changes of code. The choices of the first matches are not counted, because they warm up the solver and the caches.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from random import Random

from tools.players_page import TABLES

from keypeg.contests.driver import play_match
from keypeg.core.actions import Action
from keypeg.core.codes import Code
from keypeg.core.view import View
from keypeg.players import Player
from keypeg.players.registry import BUILT_IN, find_player
from keypeg.records.edition_links import read_edition

MIN_CHOICES = 300
"""The least number of choices to time."""

MAX_SECONDS = 20.0
"""The time after which fewer choices are enough."""

WARM_UP_MATCHES = 2
"""The number of matches played first."""


class TimedPlayer:
    """A player whose choices are timed."""

    def __init__(self, player: Player) -> None:
        self.times: list[float] = []
        self._player = player

    def choose(self, view: View, thinking_time: float, rng: Random) -> Action | None:
        """The player's choice."""
        with self._timing():
            return self._player.choose(view, thinking_time, rng)

    def change_code(self, view: View, guess: Code, rng: Random) -> Code:
        """The code that the player changes to."""
        assert self._player.change_code is not None
        with self._timing():
            return self._player.change_code(view, guess, rng)

    @contextmanager
    def _timing(self) -> Iterator[None]:
        began = time.perf_counter()
        yield
        self.times.append(time.perf_counter() - began)

    @property
    def player(self) -> Player:
        """The same player, timed."""
        return Player(self._player.name, self.choose, None if self._player.keeps_code else self.change_code)


def times_of(table: str, name: str) -> list[float]:
    """The times of this player's choices at this table, the shortest first."""
    edition, timed = read_edition(table), TimedPlayer(find_player(name))
    # Two makers that change their codes draw for ever where both guess at once, so the last seat gets a player that
    # keeps its code.
    last = timed.player if find_player(name).keeps_code else find_player("strong")
    seats = [timed.player] * (edition.seats - 1) + [last]
    for number in range(WARM_UP_MATCHES):
        play_match(edition, seats, f"warm {number}")
    timed.times.clear()
    began, number = time.perf_counter(), 0
    while len(timed.times) < MIN_CHOICES and time.perf_counter() - began < MAX_SECONDS:
        play_match(edition, seats, str(number))
        number += 1
    return sorted(timed.times)


def main() -> None:
    """Print the table."""
    print(f"\nComputer players, a choice on one core, in milliseconds\n\n  {'edition':<31}", end="")
    print(f"{'player':<9} {'choices':>7} {'median':>9} {'99 %':>9} {'longest':>9}")
    names = [name for name in BUILT_IN if find_spec(f"keypeg.players.{name}") is not None]
    for table in TABLES:
        for name in names:
            if find_player(name).keeps_code or not read_edition(table).dealt:
                times = times_of(table, name)
                percentiles = (times[len(times) // 2], times[len(times) * 99 // 100], times[-1])
                line = " ".join(f"{1e3 * seconds:>9.2f}" for seconds in percentiles)
                print(f"  {table:<31}{name:<9} {len(times):>7} {line}", flush=True)


if __name__ == "__main__":
    main()
