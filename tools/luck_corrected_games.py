"""Games against random codes, from whose lengths most of the luck is taken.

Of a game only the part with many codes is played. Where the search to the end takes over, what counts is its average
over all codes that are left. Each mark on the way brings luck: fewer or more codes than expected. How many guesses that
is likely to save is known, and zero on average; so it is taken from the length of the game. The mean stays the same,
and a fiftieth of the games shows as much.
"""

from random import Random
from time import process_time
from typing import NamedTuple

import numpy as np

from keypeg.core.codes import Code
from keypeg.core.marks import Mark
from keypeg.solver.game.partition import all_codes, marks_of_guess
from keypeg.solver.kernels.array_types import Bytes, Floats, Longs
from keypeg.solver.large import large_guess
from keypeg.solver.large.effort import PERFECT, STRONG, Effort
from keypeg.solver.large.endgame import pool_game
from keypeg.solver.large.fitting_codes import find_fitting
from keypeg.solver.large.large_guess import LargeGuess, choose_large_guess, expected_costs, find_endgame, fitting_codes
from keypeg.solver.plain.position import PlainPosition

LUCK_SHARE = 0.85
"""The part of its likely effect that luck has. With any other number the mean would be the same, with more chance."""

LEAST_SIZE = 0.5
"""The size of a cell of which a sample has no code, in codes of the sample."""


class Game(NamedTuple):
    """The length of a game."""

    guesses: float
    """The number of guesses, where the end is averaged over the codes left."""
    luck: float
    """How many more guesses than expected the marks on the way made likely."""

    @property
    def corrected(self) -> float:
        """The number of guesses without that luck."""
        return self.guesses - LUCK_SHARE * self.luck


class GuessTimes:
    """The processor time of the guesses that were computed."""

    def __init__(self) -> None:
        self.guesses = 0
        self.seconds = self.slowest = 0.0

    def add(self, seconds: float) -> None:
        """Add the time of a guess."""
        self.guesses += 1
        self.seconds += seconds
        self.slowest = max(self.slowest, seconds)


class LargeGamePlayer:
    """Plays games from one start, as the bot does."""

    def __init__(self, start: PlainPosition, effort: Effort = PERFECT) -> None:
        self.start, self.effort = start, effort
        self.times = GuessTimes()
        self._solved = start.marking.solved(start.secrets.holes)
        self._marks = start.marking.possible(start.secrets.holes)

    def load_kernels(self) -> None:
        """Play a game that does not count, so that no guess is late because its kernels are loaded."""
        LargeGamePlayer(self.start, STRONG).play(self.secret("warm-up"), seed=0)

    def secret(self, seed: str) -> Code:
        """A random code that depends only on the seed. Of games in which colours may repeat."""
        rng = Random(seed)
        return tuple(rng.choice(self.start.secrets.pegs) for _ in range(self.start.secrets.holes))

    def choose(self, position: PlainPosition) -> LargeGuess:
        """The guess at a position. Its time counts unless the position was met before."""
        misses, began = large_guess._choose.cache_info().misses, process_time()
        chosen = choose_large_guess(position, self.effort)
        assert chosen is not None
        if large_guess._choose.cache_info().misses > misses:
            self.times.add(process_time() - began)
        return chosen

    def play(self, secret: Code, seed: int) -> Game:
        """Play a game. The seed is that of the samples by which luck is measured."""
        position, luck = self.start, 0.0
        while True:
            average = self.average_to_the_end(position)
            if average is not None:
                return Game(len(position.rows) + average, luck)
            guess = self.choose(position).guess
            mark = self.start.marking.mark(secret, guess)
            luck += self._luck(position, guess, mark, seed)
            position = position.after((guess, mark))
            if mark == self._solved:
                return Game(len(position.rows), luck)

    def average_to_the_end(self, position: PlainPosition) -> float | None:
        """The average of the further guesses over all codes, if the game is searched to its end from here."""
        fitting = fitting_codes(position)
        if not fitting.is_complete:
            return None
        if len(fitting.codes) <= 2:
            return (1 + len(fitting.codes)) / 2
        chosen = self.choose(position)
        return None if find_endgame(position, self.effort) is None else chosen.expected

    def total_to_the_end(self, position: PlainPosition) -> int:
        """The sum of the further guesses over all codes, which must be few enough to be listed."""
        codes = fitting_codes(position).codes
        average = self.average_to_the_end(position)
        if average is not None:
            return round(average * len(codes))
        guess = self.choose(position).guess
        sizes = self.cell_sizes(codes, guess)
        marks = [self._marks[number] for number in np.flatnonzero(sizes)]
        cells = (position.after((guess, mark)) for mark in marks if mark != self._solved)
        return len(codes) + sum(map(self.total_to_the_end, cells))

    def _luck(self, position: PlainPosition, guess: Code, mark: Mark, seed: int) -> float:
        """How many more guesses are likely after this mark than were expected: zero on average."""
        fitting = fitting_codes(position)
        sizes = self.cell_sizes(fitting.codes, guess)
        each = fitting.count / len(fitting.codes)
        values: Floats = expected_costs(position).guesses(np.maximum(sizes, LEAST_SIZE) * each)
        values[self._marks.index(self._solved)] = 0.0
        if not fitting.is_complete:
            # Another sample than the one that gave the values: otherwise the luck would not be zero on average.
            sizes = self.cell_sizes(find_fitting(position, seed).codes, guess)
        return float(values[self._marks.index(mark)] - (sizes * values).sum() / sizes.sum())

    def cell_sizes(self, codes: Bytes, guess: Code) -> Longs:
        """How many of these codes give the guess each mark."""
        game = pool_game(codes, np.array([guess], np.uint8), self.start.marking)
        marks = marks_of_guess(game, 0, all_codes(game))
        return np.bincount(marks, minlength=len(self._marks)).astype(np.int64)
