"""The value of a set of codes, and of a guess from it, found with a limited amount of work.

The value of a position is the least expected number of further guesses. A book knows it, or the exact search finds it
within its share of the work; otherwise a one-step strategy gives an upper bound, which serves as an estimate. The value
of a guess is one plus the values of its cells.

Work is counted, not timed: the same question with the same work always gets the same answer.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from keypeg.core.errors import SearchInterrupted
from keypeg.solver.exact.search import ExactSearch, Progress, Watch
from keypeg.solver.exact.search_state import INFINITE_COST, SYMMETRY_MAX_GUESSES
from keypeg.solver.exact.transpositions import TranspositionTable, new_table
from keypeg.solver.game.guessing_game import GuessingGame
from keypeg.solver.game.partition import all_codes, marks_of_guess
from keypeg.solver.kernels.array_types import Numbers
from keypeg.solver.one_step.grow import MAX_PAIRS, one_step_strategy
from keypeg.solver.one_step.rules import Rule
from keypeg.solver.strategy.book_files import Book
from keypeg.solver.strategy.book_lookup import PathStep, book_guess, find_position
from keypeg.solver.strategy.tree import tally

WORK_PER_SECOND = 500
"""How many units of work take about a second."""

GROWN_PAIRS_PER_UNIT = 1_200_000
"""From how many codes times guesses a one-step strategy is grown for one unit of work."""

TABLED_PAIRS_PER_UNIT = 100_000
"""For how many codes times guesses an exact search computes the marks for one unit of work."""

PAIRS_PER_STEP_UNIT = 2_000_000
"""Each so many codes times guesses make a step of an exact search one unit dearer."""

MAX_FREE_PAIRS = 3_000_000
"""Up to how many codes times guesses work is begun even if too little is left: some milliseconds."""

MAX_PAIRS_FOR_TWO_RULES = 30_000_000
"""Up to how many codes times guesses two one-step rules are tried; beyond, the one that is better in large spaces."""

MAX_TABLED_PAIRS = 48_000_000
"""The most codes times guesses for which a search computes all marks: some hundreds of megabytes."""

MAX_EXTRA_TABLED_PAIRS = 12_000_000
"""Up to how many codes times guesses a search is kept beside another one."""

QUESTION_SHARE = 4
"""One question may take one part in so many of the work that is left, so that no hopeless one takes all of it."""


class Work:
    """A budget of work, in units of about two milliseconds."""

    def __init__(self, units: int) -> None:
        self.left = units

    def spend(self, units: int) -> bool:
        """Spend so many units, if there are as many left; return whether there were."""
        if units > self.left:
            return False
        self.left -= units
        return True

    def watch_share(self, position: "CandidateSet") -> Watch:
        """A watch that lets a search of this position spend its share of the work that is left."""
        reserve, price = self.left - self.left // QUESTION_SHARE, 1 + position.pairs // PAIRS_PER_STEP_UNIT

        def watch(progress: Progress) -> bool:
            return self.left > reserve and self.spend(price)

        return watch


@dataclass(frozen=True, eq=False)
class CandidateSet:
    """A set of candidates, and the rows that led to it."""

    game: GuessingGame
    codes: Numbers
    """The candidates, by number."""
    path: tuple[PathStep, ...] = ()
    """The guesses and marks, by number, that they fit."""

    @classmethod
    def start(cls, game: GuessingGame) -> "CandidateSet":
        """All codes of a game, before the first guess."""
        return cls(game, all_codes(game))

    @cached_property
    def weight(self) -> int:
        """The sum of the candidates' weights."""
        return int(self.game.weights[self.codes].sum())

    @property
    def placed(self) -> tuple[int, ...]:
        """The guesses of the path, by number."""
        return tuple(guess for guess, _ in self.path)

    @property
    def pairs(self) -> int:
        """Candidates times guesses, the measure of work."""
        return len(self.codes) * len(self.game.guesses)

    def cells(self, guess: int) -> dict[int, "CandidateSet"]:
        """The cells of a guess, by mark."""
        marks = marks_of_guess(self.game, guess, self.codes)
        return {
            int(mark): CandidateSet(self.game, self.codes[marks == mark], (*self.path, (guess, int(mark))))
            for mark in np.unique(marks)
        }

    def after(self, guess: int, mark: int) -> "CandidateSet":
        """The candidates that are left if this guess earns this mark; there may be none."""
        marks = marks_of_guess(self.game, guess, self.codes)
        return CandidateSet(self.game, self.codes[marks == mark], (*self.path, (guess, mark)))


class Value(NamedTuple):
    """The value of a position, or of a guess from it, in further guesses."""

    total: int
    """The further guesses of all candidates together, each counted by its weight."""
    weight: int
    """The sum of the candidates' weights."""
    exact: bool
    """Whether nothing can be better; otherwise the total is an upper bound."""
    guess: int
    """A guess that reaches this total."""

    @property
    def expected(self) -> float:
        """The expected number of further guesses."""
        return self.total / self.weight


class SearchPool:
    """Exact searches for some positions of one game, made when they are needed. They share a transposition table."""

    def __init__(self, game: GuessingGame) -> None:
        self.game = game
        self._table: TranspositionTable = new_table()
        self._searches: list[tuple[ExactSearch, Numbers, tuple[int, ...]]] = []
        """Each with its codes, as a mask, and the guesses that led to them."""

    def prepare(self, position: CandidateSet, work: Work) -> bool:
        """Make a search for this position and all that follow, unless there is one; return False if work is short."""
        if self.find(position) is not None:
            return True
        if position.pairs > MAX_TABLED_PAIRS:
            return False
        units = position.pairs // TABLED_PAIRS_PER_UNIT
        if position.pairs > MAX_FREE_PAIRS and units > work.left // QUESTION_SHARE:
            return False
        work.spend(units)
        if self._searches:
            self._table = self._searches[-1][0].table
        search = ExactSearch(self.game, codes=position.codes, placed=position.placed, table=self._table)
        member = np.zeros(len(self.game.codes), np.int32)
        member[position.codes] = 1
        last_search = self._searches[-1:] if position.pairs <= MAX_EXTRA_TABLED_PAIRS else []
        self._searches = [*last_search, (search, member, position.placed)]
        return True

    def find(self, position: CandidateSet) -> tuple[ExactSearch, tuple[int, ...] | None] | None:
        """A search for this position, and the guesses from its start to there; None in their place if no symmetry is
        left to use."""
        for search, member, placed in reversed(self._searches):
            if member[position.codes].all():
                since = position.placed[len(placed) :]
                is_symmetric = position.placed[: len(placed)] == placed and len(position.placed) < SYMMETRY_MAX_GUESSES
                return search, since if is_symmetric else None
        return None


class Appraiser:
    """Values positions of a game and guesses from them, as long as its work lasts."""

    def __init__(self, game: GuessingGame, work: Work, book: Book | None = None) -> None:
        self.game = game
        self.work = work
        self.searches = SearchPool(game)
        self._book = book
        self._known: dict[bytes, Value] = {}
        self._estimates: dict[bytes, Value | None] = {}

    def estimate_first(self, position: CandidateSet, guess: int | None = None) -> None:
        """Estimate a position, and all cells of a guess, before any of them is searched.

        Exact searches may use up the work; call this first for every position that needs at least an estimate.
        """
        self._estimate(position)
        if guess is not None:
            for mark, cell in position.cells(guess).items():
                if mark != self.game.solved_mark:
                    self._estimate(cell)

    def value_position(self, position: CandidateSet, upper: Value | None = None) -> Value | None:
        """The value of a position; None if the work does not even suffice for an estimate.

        `upper` is the value of some guess from it, an upper bound. One set of codes has one value, whatever path led
        to it.
        """
        key = position.codes.tobytes()
        if key not in self._known:
            new_value = self._find_value(position, upper)
            if new_value is None:
                return None
            self._known[key] = new_value
        value = self._known[key]
        if upper is not None and not value.exact and upper.total < value.total:
            value = self._known[key] = upper._replace(exact=False)
        return value

    def _find_value(self, position: CandidateSet, upper: Value | None) -> Value | None:
        if len(position.codes) == 1:
            return Value(position.weight, position.weight, True, int(self.game.guess_of[position.codes[0]]))
        estimate = self._estimate(position)
        if estimate is not None and estimate.exact:
            return estimate
        upper = _least([estimate, upper])
        searched = self._search(position, upper)
        if searched is not None:
            return searched
        return None if upper is None else upper._replace(exact=False)

    def value_guess(
        self, position: CandidateSet, guess: int, values_by_mark: Mapping[int, Value] | None = None
    ) -> Value | None:
        """The value of a guess from a position: the guess itself, and the values of its cells.

        `values_by_mark` holds the values of some of its cells, if the caller has them. Small cells are valued before
        large ones.
        """
        self.searches.prepare(position, self.work)
        total, exact = position.weight, True
        cells = position.cells(guess)
        for mark, cell in sorted(cells.items(), key=lambda item: (len(item[1].codes), item[0])):
            if mark == self.game.solved_mark:
                continue
            value = (
                values_by_mark[mark]
                if values_by_mark is not None and mark in values_by_mark
                else self.value_position(cell)
            )
            if value is None:
                return None
            total += value.total
            exact = exact and value.exact
        return Value(total, position.weight, exact, guess)

    def _estimate(self, position: CandidateSet) -> Value | None:
        """The value of a position without a search: by a book, which may be exact, or by one-step strategies."""
        if len(position.codes) == 1:
            return None
        key = position.codes.tobytes()
        if key not in self._estimates:
            estimate = self._from_book(position)
            if estimate is None or not (estimate.exact or position.pairs > MAX_PAIRS_FOR_TWO_RULES):
                estimate = _least([estimate, self._grow(position)])
            self._estimates[key] = estimate
        return self._estimates[key]

    def _from_book(self, position: CandidateSet) -> Value | None:
        """The value by a book's strategy, if it reaches this position."""
        if self._book is None:
            return None
        strategy = self._book.strategy
        place = find_position(strategy, position.path)
        if place is None:
            return None
        sums = tally(strategy.guesses_needed(place.codes, place.node), self.game.weights[place.codes])
        return Value(sums.total, sums.codes, self._book.claims.proven, book_guess(strategy, place))

    def _grow(self, position: CandidateSet) -> Value | None:
        """The value by the better of two one-step strategies, as far as the work suffices."""
        best = None
        for rule in (Rule.ENTROPY, Rule.PARTS) if position.pairs <= MAX_PAIRS_FOR_TWO_RULES else (Rule.ENTROPY,):
            if not spend_to_grow(position, self.work):
                break
            grown = one_step_strategy(self.game, rule, codes=position.codes, placed=position.placed)
            sums = tally(grown.guesses_needed(position.codes), self.game.weights[position.codes])
            best = _least([best, Value(sums.total, sums.codes, False, int(grown.guess[0]))])
        return best

    def _search(self, position: CandidateSet, upper: Value | None) -> Value | None:
        """The value by the exact search, if it ends within its share of the work."""
        if not self.searches.prepare(position, self.work):
            return None
        search_and_path = self.searches.find(position)
        assert search_and_path is not None
        search, placed = search_and_path
        budget = INFINITE_COST if upper is None else upper.total + 1
        try:
            answer = search.cost(position.codes, budget, placed, watch=self.work.watch_share(position))
        except SearchInterrupted:
            return None
        return Value(answer.bound, position.weight, True, answer.guess)


def spend_to_grow(position: CandidateSet, work: Work) -> bool:
    """Spend the work of growing a one-step strategy from a position; return whether it may be grown."""
    if position.pairs > MAX_PAIRS:
        return False
    return work.spend(position.pairs // GROWN_PAIRS_PER_UNIT) or position.pairs <= MAX_FREE_PAIRS


def _least(values: Sequence[Value | None]) -> Value | None:
    """The least of these values, the first of equal ones; None if there is none."""
    return min((value for value in values if value is not None), key=lambda value: value.total, default=None)
