"""What a set of codes is worth, and a guess from it, with so much work.

A position is worth the fewest further guesses that can be expected from it. A book knows that, or the exact search
finds it out, if it can with the work it is given; otherwise a one-step strategy says how many guesses are enough, and
that is an estimate. A guess is worth one, and what its cells are worth.

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

WORK_A_SECOND = 500
"""How much work takes about a second."""

GROWN_A_PIECE = 1_200_000
"""How many codes times guesses a one-step strategy is grown from for one piece of work;"""

LAID_A_PIECE = 100_000
"""for how many of them the ground of an exact search is laid;"""

DEARER_EVERY = 2_000_000
"""and at how many of them a step of that search costs one piece more."""

ALWAYS = 3_000_000
"""Up to how many codes times guesses anything is begun in any case: some milliseconds."""

TWO_RULES = 30_000_000
"""Up to how many codes times guesses two one-step rules are tried; beyond, the one that is better in large spaces."""

LARGEST_GROUND = 48_000_000
"""The most codes times guesses that ground is laid for: some hundreds of megabytes."""

SMALL_GROUND = 12_000_000
"""Up to how many of them ground is laid beside another one."""

SHARE = 4
"""One question may take this part of the work that is left, so that no hopeless one takes it all."""

NO_GUESS = -1
"""There is nothing left to guess."""


class Work:
    """How much may still be done."""

    def __init__(self, pieces: int) -> None:
        self.left = pieces

    def take(self, pieces: int) -> bool:
        """Do so much, if there is as much left."""
        if pieces > self.left:
            return False
        self.left -= pieces
        return True

    def share(self, position: "CandidateSet") -> Watch:
        """A watch that lets a search for this position go on for its share of the work that is left."""
        until, price = self.left - self.left // SHARE, 1 + position.pairs // DEARER_EVERY

        def watch(progress: Progress) -> bool:
            return self.left > until and self.take(price)

        return watch


@dataclass(frozen=True, eq=False)
class CandidateSet:
    """A set of codes, and the path that led to it."""

    game: GuessingGame
    codes: Numbers
    """The codes that are left, by number."""
    path: tuple[PathStep, ...] = ()
    """The guesses and marks, by number, that have left them."""

    @classmethod
    def start(cls, game: GuessingGame) -> "CandidateSet":
        """Nothing is known yet."""
        return cls(game, all_codes(game))

    @cached_property
    def weight(self) -> int:
        """How many codes are left, each as often as it weighs."""
        return int(self.game.weights[self.codes].sum())

    @property
    def placed(self) -> tuple[int, ...]:
        """The guesses of the path."""
        return tuple(guess for guess, _ in self.path)

    @property
    def pairs(self) -> int:
        """Codes times guesses: what work is measured by."""
        return len(self.codes) * len(self.game.guesses)

    def cells(self, guess: int) -> dict[int, "CandidateSet"]:
        """What each mark would leave after this guess."""
        marks = marks_of_guess(self.game, guess, self.codes)
        return {
            int(mark): CandidateSet(self.game, self.codes[marks == mark], (*self.path, (guess, int(mark))))
            for mark in np.unique(marks)
        }

    def after(self, guess: int, mark: int) -> "CandidateSet":
        """What this mark leaves after this guess; it may be nothing."""
        marks = marks_of_guess(self.game, guess, self.codes)
        return CandidateSet(self.game, self.codes[marks == mark], (*self.path, (guess, mark)))


class Value(NamedTuple):
    """What a position is worth, or a guess from it."""

    total: int
    """The further guesses of all codes together, each as often as it weighs."""
    weight: int
    """How many codes that are."""
    exact: bool
    """Whether nothing can be better; otherwise so many guesses are enough, and fewer may be."""
    guess: int
    """A guess with which that is reached."""

    @property
    def expected(self) -> float:
        """How many further guesses are expected."""
        return self.total / self.weight


class Searches:
    """Exact searches for some positions of a game, made where they are needed; what one finds out, all know."""

    def __init__(self, game: GuessingGame) -> None:
        self.game = game
        self._table: TranspositionTable = new_table()
        self._made: list[tuple[ExactSearch, Numbers, tuple[int, ...]]] = []

    def cover(self, position: CandidateSet, work: Work) -> bool:
        """Make sure that there is a search for this position, and all that follow, if the work is enough for it."""
        if self.find(position) is not None:
            return True
        if position.pairs > LARGEST_GROUND:
            return False
        if position.pairs > ALWAYS and position.pairs // LAID_A_PIECE > work.left // SHARE:
            return False
        work.take(position.pairs // LAID_A_PIECE)
        if self._made:
            self._table = self._made[-1][0].table
        search = ExactSearch(self.game, codes=position.codes, placed=position.placed, table=self._table)
        member = np.zeros(len(self.game.codes), np.int32)
        member[position.codes] = 1
        beside = self._made[-1:] if position.pairs <= SMALL_GROUND else []
        self._made = [*beside, (search, member, position.placed)]
        return True

    def find(self, position: CandidateSet) -> tuple[ExactSearch, tuple[int, ...] | None] | None:
        """A search for this position, and the guesses that led there from where it begins (None: nothing is alike)."""
        for search, member, placed in reversed(self._made):
            if member[position.codes].all():
                since = position.placed[len(placed) :]
                alike = position.placed[: len(placed)] == placed and len(position.placed) < SYMMETRY_MAX_GUESSES
                return search, since if alike else None
        return None


class Appraiser:
    """Says what positions of a game are worth, as long as its work lasts."""

    def __init__(self, game: GuessingGame, work: Work, book: Book | None = None) -> None:
        self.game = game
        self.work = work
        self.searches = Searches(game)
        self._book = book
        self._known: dict[bytes, Value] = {}
        self._estimates: dict[bytes, Value | None] = {}

    def survey(self, position: CandidateSet, guess: int | None = None) -> None:
        """Estimate a position, and all cells of a guess: whoever asks for many does so before he asks for any exactly.

        Exact searches take what work there is; what is estimated before is not lost to them.
        """
        self._estimate(position)
        if guess is not None:
            for mark, cell in position.cells(guess).items():
                if mark != self.game.solved_mark:
                    self._estimate(cell)

    def best(self, position: CandidateSet, enough: Value | None = None) -> Value | None:
        """What a position is worth; None where the work is not enough even for an estimate.

        `enough` is what some guess is worth: the position is worth that at most. One set of codes has one worth, from
        wherever it is looked at.
        """
        key = position.codes.tobytes()
        if key not in self._known:
            found = self._best(position, enough)
            if found is None:
                return None
            self._known[key] = found
        known = self._known[key]
        if enough is not None and not known.exact and enough.total < known.total:
            known = self._known[key] = enough._replace(exact=False)
        return known

    def _best(self, position: CandidateSet, enough: Value | None) -> Value | None:
        if len(position.codes) == 1:
            return Value(position.weight, position.weight, True, int(self.game.guess_of[position.codes[0]]))
        estimate = self._estimate(position)
        if estimate is not None and estimate.exact:
            return estimate
        upper = _least([estimate, enough])
        searched = self._searched(position, upper)
        if searched is not None:
            return searched
        return None if upper is None else upper._replace(exact=False)

    def played(self, position: CandidateSet, guess: int, known: Mapping[int, Value] | None = None) -> Value | None:
        """What a guess is worth from a position: itself, and what is still to come after each mark.

        `known` holds what is known already of some of its cells. Small cells are looked at before large ones.
        """
        self.searches.cover(position, self.work)
        total, exact = position.weight, True
        cells = position.cells(guess)
        for mark, cell in sorted(cells.items(), key=lambda one: (len(one[1].codes), one[0])):
            if mark == self.game.solved_mark:
                continue
            value = known[mark] if known is not None and mark in known else self.best(cell)
            if value is None:
                return None
            total += value.total
            exact = exact and value.exact
        return Value(total, position.weight, exact, guess)

    def _estimate(self, position: CandidateSet) -> Value | None:
        """What is known of a position without a search: by a book, exactly perhaps, or by one-step strategies."""
        if len(position.codes) == 1:
            return None
        key = position.codes.tobytes()
        if key not in self._estimates:
            found = self._from_book(position)
            if found is None or not (found.exact or position.pairs > TWO_RULES):
                found = _least([found, self._grown(position)])
            self._estimates[key] = found
        return self._estimates[key]

    def _from_book(self, position: CandidateSet) -> Value | None:
        """What a book's strategy needs from here, if it comes this way."""
        if self._book is None:
            return None
        strategy = self._book.strategy
        place = find_position(strategy, position.path)
        if place is None:
            return None
        sums = tally(strategy.guesses_needed(place.codes, place.node), self.game.weights[place.codes])
        return Value(sums.total, sums.codes, self._book.claims.proven, book_guess(strategy, place))

    def _grown(self, position: CandidateSet) -> Value | None:
        """What the better of two one-step strategies needs from here."""
        found = None
        for rule in (Rule.ENTROPY, Rule.PARTS) if position.pairs <= TWO_RULES else (Rule.ENTROPY,):
            if not can_grow(position, self.work):
                break
            grown = one_step_strategy(self.game, rule, codes=position.codes, placed=position.placed)
            sums = tally(grown.guesses_needed(position.codes), self.game.weights[position.codes])
            found = _least([found, Value(sums.total, sums.codes, False, int(grown.guess[0]))])
        return found

    def _searched(self, position: CandidateSet, upper: Value | None) -> Value | None:
        """What the exact search finds, if it comes to its end."""
        if not self.searches.cover(position, self.work):
            return None
        at = self.searches.find(position)
        assert at is not None
        search, placed = at
        budget = INFINITE_COST if upper is None else upper.total + 1
        try:
            answer = search.cost(position.codes, budget, placed, watch=self.work.share(position))
        except SearchInterrupted:
            return None
        return Value(answer.bound, position.weight, True, answer.guess)


def can_grow(position: CandidateSet, work: Work) -> bool:
    """Whether a one-step strategy may be grown from a position: if so, the work for it is taken."""
    if position.pairs > MAX_PAIRS:
        return False
    return work.take(position.pairs // GROWN_A_PIECE) or position.pairs <= ALWAYS


def _least(values: Sequence[Value | None]) -> Value | None:
    """The best of those there are; of equals the first."""
    return min((value for value in values if value is not None), key=lambda value: value.total, default=None)
