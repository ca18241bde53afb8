"""A game: the codes that are possible, the guesses that are allowed, and how a guess is marked.

It knows nothing of tables, turns or points. Codes and guesses are rows of an array, in the order of their spaces; from
here on the solver speaks of them by number. A code can weigh more than another: where only colours count, a code
stands for all its arrangements; where parts are drawn from counters, some deals are likelier than others.
"""

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from keypeg.core.codes import BLANK, MAX_SEARCHABLE_CODES, Code, CodeSpace, join_parts
from keypeg.core.edition import Edition
from keypeg.core.errors import RuleError
from keypeg.core.marks import Mark, Marking
from keypeg.solver.game.dealt_codes import enumerate_deals, example_parts
from keypeg.solver.game.mark_sums import MarkSums, part_mark_sums, peg_mark_sums
from keypeg.solver.game.symmetry import Symmetry, find_symmetry, preserves_weights
from keypeg.solver.kernels.array_types import Bytes, Longs, Numbers

MAX_CODES = MAX_SEARCHABLE_CODES
"""The most codes, or guesses, that a game can have."""

Marks = tuple[Mark, ...]
"""What a row is marked with: one mark a maker, so one in most games."""

Row = tuple[Code, Marks]
"""A guess and what it was marked with."""


@dataclass(frozen=True, eq=False)
class GuessingGame:
    """What is to be found, and by what means."""

    key: str
    """Its name in books: two games of the same name are the same."""
    codes: Bytes
    """The possible codes, one a row. Where parts are dealt: the parts of every other seat, one after the other."""
    guesses: Bytes
    """The guesses allowed, one a row."""
    weights: Longs
    """How likely each code is, as whole numbers."""
    answers: Numbers
    """For each code the number of what has to be found: two codes with the same one need not be told apart."""
    mark_sums: MarkSums
    """How guesses are marked, in the form that is fast."""
    marks: tuple[Marks, ...]
    """Everything a row can be marked with. From here on a mark is its number in this list."""
    solved_mark: int
    """The mark that says the code is found; -1 where none does, and who is certain calls."""
    symmetry: Symmetry
    """What can be exchanged without changing anything."""
    ordered: bool = True
    """Whether the order of the pegs counts. Where it does not, a guess is written with its pegs in order."""
    recipe: "Recipe | None" = None
    """What it is made from: that is what is sent to other processes, and stands in books."""

    def __reduce__(self) -> tuple[object, ...]:
        if self.recipe is None:
            raise ValueError("a game with weights of its own cannot be sent to other processes")
        return make_game, (self.recipe,)

    def with_weights(self, weights: Longs) -> "GuessingGame":
        """The same game with other weights, at least 1: no book is its own.

        Codes that an exchange turns into each other stay alike if they weigh the same, all of them; otherwise nothing
        is alike any more.
        """
        symmetry = self.symmetry
        if self.solved_mark < 0 or not preserves_weights(symmetry, self.codes, weights, self.ordered):
            orders = np.arange(self.guesses.shape[1], dtype=np.uint8)[np.newaxis]
            symmetry = Symmetry(orders, np.arange(len(symmetry.kinds), dtype=np.uint8))
        return replace(self, weights=weights, symmetry=symmetry, key=f"{self.key}-weighed", recipe=None)

    @cached_property
    def guess_of(self) -> Numbers:
        """For each code the guess that is the same code; -1 where there is none."""
        if self.solved_mark < 0:
            return np.full(len(self.codes), -1, np.int32)
        wanted = self._spelled(self.codes)
        places = np.minimum(np.searchsorted(self._guess_numbers, wanted), len(self.guesses) - 1)
        return np.where(self._guess_numbers[places] == wanted, places, -1).astype(np.int32)

    @property
    def is_uniform(self) -> bool:
        """Whether all codes are equally likely."""
        return bool((self.weights == self.weights[0]).all())

    @property
    def open_marks(self) -> int:
        """How many marks leave something to find."""
        return len(self.marks) - (self.solved_mark >= 0)

    def weights_by_answer(self, codes: Numbers) -> Longs:
        """How likely each of the answers is that these codes have."""
        _, places = np.unique(self.answers[codes], return_inverse=True)
        return np.bincount(places, weights=self.weights[codes]).astype(np.int64)

    def guess_number(self, guess: Code) -> int:
        """The number of a guess. Raises `RuleError` if it is not allowed."""
        pegs = np.array([self.normalize(guess)], np.int64)
        if pegs.shape[1] == self.guesses.shape[1] and pegs.min() >= 0 and pegs.max() < len(self.symmetry.kinds):
            wanted = self._spelled(pegs)[0]
            number = int(np.searchsorted(self._guess_numbers, wanted))
            if number < len(self.guesses) and self._guess_numbers[number] == wanted:
                return number
        raise RuleError("no-such-guess")

    def normalize(self, guess: Code) -> Code:
        """The same guess as it stands among the guesses."""
        return guess if self.ordered else tuple(sorted(guess))

    def mark_number(self, marks: Marks) -> int:
        """The number of what a row is marked with. Raises `RuleError` if no row can be."""
        if marks not in self.marks or any(
            type(mark) is not type(known) for mark, known in zip(marks, self.marks[0], strict=True)
        ):
            raise RuleError("impossible-mark")
        return self.marks.index(marks)

    def code(self, number: int) -> Code:
        """A code by its number."""
        return tuple(self.codes[number].tolist())

    def guess(self, number: int) -> Code:
        """A guess by its number."""
        return tuple(self.guesses[number].tolist())

    @cached_property
    def _guess_numbers(self) -> Longs:
        """Every guess as one number; they rise, because guesses stand in order."""
        return self._spelled(self.guesses)

    def _spelled(self, codes: npt.NDArray[Any]) -> Longs:
        numbers = np.zeros(len(codes), np.int64)
        for hole in range(codes.shape[1]):
            numbers = numbers * len(self.symmetry.kinds) + codes[:, hole]
        return numbers


@dataclass(frozen=True)
class Recipe:
    """What a game is made from: two games with the same recipe are the same."""

    secrets: CodeSpace
    """The codes that can be the secret; where parts are dealt, the whole code."""
    guesses: CodeSpace
    """The codes that can be guessed."""
    marking: Marking
    """How guesses are marked."""
    others: int = 0
    """Where parts are dealt: how many other seats hold some,"""
    parts: int = 0
    """how many each,"""
    counters: int = 0
    """how many counters of each colour they are drawn from (0: as many as needed),"""
    own: Code = ()
    """and the seat's own parts."""

    @property
    def key(self) -> str:
        """Its name in books."""
        same = _name(self.secrets) == _name(self.guesses)
        key = f"{self.marking.name}-{_name(self.secrets)}" + ("" if same else f"-by-{_name(self.guesses)}")
        if not self.parts:
            return key
        counters = f"-counters-{self.counters}" if self.counters else ""
        return f"{key}-held-{self.others}x{self.parts}{counters}-own-{'-'.join(map(str, self.own))}"


def _name(space: CodeSpace) -> str:
    words = [f"{space.holes}x{space.colours}"]
    if not space.repeats:
        words.append("different")
    if space.most_blanks:
        words.append(f"blanks-{space.least_blanks}-{space.most_blanks}")
    if space.blank_holes is not None:
        words.append(f"in-{'-'.join(map(str, space.blank_holes))}")
    return "-".join(words)


def game_for(edition: Edition, seat: int | None = None, own: Code | None = None) -> GuessingGame:
    """The game that a breaker's seat has to solve in this edition.

    Where parts are dealt, `own` is what the seat holds itself; which it is makes no difference to how hard it is.
    """
    seat = edition.seats if seat is None else seat
    if not edition.dealt:
        return game_of(edition.secret_space(seat), edition.guess_space(seat), edition.marking)
    held, others = edition.secrets, edition.seats - 1
    own = own or example_parts(held.space.holes, held.parts)
    guesses = edition.guess_space(seat, own)
    return make_game(Recipe(held.space, guesses, edition.marking, others, held.parts, held.counters, own))


def game_of(secrets: CodeSpace, guesses: CodeSpace, marking: Marking) -> GuessingGame:
    """The game of finding a code of one space by guesses of another."""
    return make_game(Recipe(secrets, guesses, marking))


@lru_cache(maxsize=16)
def make_game(recipe: Recipe) -> GuessingGame:
    """The game of this recipe. Raises `RuleError` if there are too many codes, or some that cannot be guessed."""
    secrets, guesses = recipe.secrets, recipe.guesses
    if secrets.holes != guesses.holes:
        raise RuleError("codes-differ")
    allowed = list_codes(guesses)
    return _held_parts(recipe, allowed) if recipe.parts else _whole_codes(recipe, allowed)


def _whole_codes(recipe: Recipe, allowed: Bytes) -> GuessingGame:
    """A game with one maker."""
    secrets, marking = recipe.secrets, recipe.marking
    codes = list_codes(secrets)
    weights = np.ones(len(codes), np.int64)
    if not marking.ordered:
        codes, weights = _without_order(codes)
        allowed, _ = _without_order(allowed)
    mark_sums, marks = peg_mark_sums(marking, codes, allowed)
    game = GuessingGame(
        key=recipe.key,
        codes=codes,
        guesses=allowed,
        weights=weights,
        answers=np.arange(len(codes), dtype=np.int32),
        mark_sums=mark_sums,
        marks=tuple((mark,) for mark in marks),
        solved_mark=marks.index(marking.solved(secrets.holes)),
        symmetry=find_symmetry(secrets, recipe.guesses),
        ordered=marking.ordered,
        recipe=recipe,
    )
    if (game.guess_of < 0).any():
        raise RuleError("guess-cannot-reach")
    return game


def _held_parts(recipe: Recipe, allowed: Bytes) -> GuessingGame:
    """A game of finding what the other seats hold."""
    space, own = recipe.secrets, recipe.own
    deals, weights = enumerate_deals(space.holes, space.colours, recipe.others, recipe.parts, recipe.counters, own)
    wholes = [join_parts((own, *deal)) for deal in deals]
    places = {whole: number for number, whole in enumerate(sorted(set(wholes)))}
    mark_sums, marks = part_mark_sums(recipe.marking, deals, allowed, recipe.parts)
    return GuessingGame(
        key=recipe.key,
        codes=np.array([[peg for part in deal for peg in part] for deal in deals], np.uint8),
        guesses=allowed,
        weights=weights,
        answers=np.array([places[whole] for whole in wholes], np.int32),
        mark_sums=mark_sums,
        marks=marks,
        solved_mark=-1,
        symmetry=find_symmetry(space, recipe.guesses, own),
        recipe=recipe,
    )


def list_codes(space: CodeSpace) -> Bytes:
    """Every code of a space, in its order, as rows of an array. Raises `RuleError` if there are too many."""
    if space.size > MAX_CODES:
        raise RuleError("puzzle-too-large", codes=space.size, most=MAX_CODES)
    found = np.zeros((1, 0), np.uint8)
    pegs = np.array(space.pegs, np.uint8)
    for hole in range(1, space.holes + 1):
        here = np.array([peg for peg in pegs if space.may_stand(int(peg), hole)], np.uint8)
        longer = np.column_stack([np.repeat(found, len(here), axis=0), np.tile(here, len(found))])
        keep = np.count_nonzero(longer == BLANK, axis=1) <= space.most_blanks
        if not space.repeats:
            keep &= (longer[:, -1] == BLANK) | ~(longer[:, :-1] == longer[:, -1:]).any(axis=1)
        found = longer[keep]
    return np.ascontiguousarray(found[np.count_nonzero(found == BLANK, axis=1) >= space.least_blanks])


def _without_order(codes: Bytes) -> tuple[Bytes, Longs]:
    """The codes of which none is an arrangement of another, and how many arrangements each has."""
    pegs = np.sort(codes, axis=1)
    pegs = pegs[np.lexsort(pegs.T[::-1])]  # hole by hole, for numbers this small are sorted without being compared
    first = np.ones(len(pegs), np.bool_)
    first[1:] = (pegs[1:] != pegs[:-1]).any(axis=1)
    starts = np.flatnonzero(first)
    return np.ascontiguousarray(pegs[starts]), np.diff(starts, append=len(pegs)).astype(np.int64)
