"""The guessing game that the solver solves: possible codes, allowed guesses, and how a guess is marked.

A game knows nothing about tables, turns or points. Codes and guesses are rows of an array, in the order of their code
spaces, and everywhere in the solver a code, a guess or a mark is its index. Codes have weights: where only colours
count, a code stands for all its arrangements; where parts are drawn from counters, some deals are likelier than others.
"""

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from keypeg.core.codes import BLANK, MAX_SEARCHABLE_CODES, Code, CodeSpace, join_parts
from keypeg.core.edition import Edition
from keypeg.core.errors import RuleError
from keypeg.core.marks import Marking
from keypeg.solver.game.dealt_codes import enumerate_deals, example_parts
from keypeg.solver.game.mark_sums import MarkSums, part_mark_sums, peg_mark_sums
from keypeg.solver.game.recipe import Recipe
from keypeg.solver.game.rows import Marks
from keypeg.solver.game.symmetry import Symmetry, find_symmetry, preserves_weights
from keypeg.solver.kernels.array_types import Bytes, Longs, Numbers

MAX_CODES = MAX_SEARCHABLE_CODES
"""The most codes, or guesses, that a game can have."""


@dataclass(frozen=True, eq=False)
class GuessingGame:
    """The codes, guesses and marking of a game, as arrays."""

    key: str
    """The game's name in books: games with the same key are the same."""
    codes: Bytes
    """The possible codes, one per row. Where parts are dealt: the parts of every other seat, one after the other."""
    guesses: Bytes
    """The allowed guesses, one per row."""
    weights: Longs
    """The weight of each code: how likely it is, as an integer."""
    answers: Numbers
    """For each code, the index of its answer: codes with the same answer need not be distinguished."""
    mark_sums: MarkSums
    """How guesses are marked, in the form that the kernels use."""
    marks: tuple[Marks, ...]
    """All marks that a row can have. Everywhere in the solver a mark is its index in this tuple."""
    solved_mark: int
    """The mark of a guess that is the code; -1 in games without such a mark, where players call the code."""
    symmetry: Symmetry
    """The holes and pegs that can be exchanged without changing the game."""
    ordered: bool = True
    """Whether the order of pegs counts. Where it does not, a guess is stored with its pegs sorted."""
    recipe: Recipe | None = None
    """What the game is made from; this is pickled and stored in books."""

    def __reduce__(self) -> tuple[object, ...]:
        if self.recipe is None:
            raise ValueError("a game with custom weights cannot be sent to other processes")
        return make_game, (self.recipe,)

    def with_weights(self, weights: Longs) -> "GuessingGame":
        """The same game with other weights, each at least 1. It has no book.

        The symmetry is kept if every exchange maps each code to one of the same weight, and dropped otherwise.
        """
        symmetry = self.symmetry
        if self.solved_mark < 0 or not preserves_weights(symmetry, self.codes, weights, self.ordered):
            orders = np.arange(self.guesses.shape[1], dtype=np.uint8)[np.newaxis]
            symmetry = Symmetry(orders, np.arange(len(symmetry.peg_kinds), dtype=np.uint8))
        return replace(self, weights=weights, symmetry=symmetry, key=f"{self.key}-weighed", recipe=None)

    @cached_property
    def guess_of(self) -> Numbers:
        """For each code, the guess that is the same code; -1 where there is none."""
        if self.solved_mark < 0:
            return np.full(len(self.codes), -1, np.int32)
        keys = self._encode(self.codes)
        places = np.minimum(np.searchsorted(self._encoded_guesses, keys), len(self.guesses) - 1)
        return np.where(self._encoded_guesses[places] == keys, places, -1).astype(np.int32)

    @property
    def is_uniform(self) -> bool:
        """Whether all codes are equally likely."""
        return bool((self.weights == self.weights[0]).all())

    @property
    def open_marks(self) -> int:
        """The number of marks after which the code is still to be found."""
        return len(self.marks) - (self.solved_mark >= 0)

    def weights_by_answer(self, codes: Numbers) -> Longs:
        """The weights of the different answers among these codes."""
        _, places = np.unique(self.answers[codes], return_inverse=True)
        return np.bincount(places, weights=self.weights[codes]).astype(np.int64)

    def guess_number(self, guess: Code) -> int:
        """The index of a guess. Raises `RuleError` if it is not allowed."""
        pegs = np.array([self.normalize(guess)], np.int64)
        if pegs.shape[1] == self.guesses.shape[1] and pegs.min() >= 0 and pegs.max() < len(self.symmetry.peg_kinds):
            key = self._encode(pegs)[0]
            number = int(np.searchsorted(self._encoded_guesses, key))
            if number < len(self.guesses) and self._encoded_guesses[number] == key:
                return number
        raise RuleError("no-such-guess")

    def normalize(self, guess: Code) -> Code:
        """The guess as it is stored in `guesses`: with its pegs sorted where their order does not count."""
        return guess if self.ordered else tuple(sorted(guess))

    def mark_number(self, marks: Marks) -> int:
        """The index of a row's marks. Raises `RuleError` if no row can have them."""
        if marks not in self.marks or any(
            type(mark) is not type(example) for mark, example in zip(marks, self.marks[0], strict=True)
        ):
            raise RuleError("impossible-mark")
        return self.marks.index(marks)

    def code(self, number: int) -> Code:
        """A code by its index."""
        return tuple(self.codes[number].tolist())

    def guess(self, number: int) -> Code:
        """A guess by its index."""
        return tuple(self.guesses[number].tolist())

    @cached_property
    def _encoded_guesses(self) -> Longs:
        """Every guess as one integer; they ascend, because guesses are sorted."""
        return self._encode(self.guesses)

    def _encode(self, codes: npt.NDArray[Any]) -> Longs:
        numbers = np.zeros(len(codes), np.int64)
        for hole in range(codes.shape[1]):
            numbers = numbers * len(self.symmetry.peg_kinds) + codes[:, hole]
        return numbers


def game_for(edition: Edition, seat: int | None = None, own: Code | None = None) -> GuessingGame:
    """The game that a breaker solves at a seat of this edition.

    Where parts are dealt, `own` are the parts that the seat holds; which they are does not change how hard the game is.
    """
    seat = edition.seats if seat is None else seat
    if not edition.dealt:
        return game_of(edition.secret_space(seat), edition.guess_space(seat), edition.marking)
    secrets, others = edition.secrets, edition.seats - 1
    own = own or example_parts(secrets.space.holes, secrets.parts)
    guesses = edition.guess_space(seat, own)
    return make_game(Recipe(secrets.space, guesses, edition.marking, others, secrets.parts, secrets.counters, own))


def game_of(secrets: CodeSpace, guesses: CodeSpace, marking: Marking) -> GuessingGame:
    """The game of finding a code of one space with guesses of another."""
    return make_game(Recipe(secrets, guesses, marking))


@lru_cache(maxsize=16)
def make_game(recipe: Recipe) -> GuessingGame:
    """Make the game of a recipe. Raises `RuleError` if there are too many codes, or some that cannot be guessed."""
    secrets, guesses = recipe.secrets, recipe.guesses
    if secrets.holes != guesses.holes:
        raise RuleError("codes-differ")
    allowed = list_codes(guesses)
    return _make_dealt_game(recipe, allowed) if recipe.parts else _make_single_maker_game(recipe, allowed)


def _make_single_maker_game(recipe: Recipe, allowed: Bytes) -> GuessingGame:
    """Make a game with one maker."""
    secrets, marking = recipe.secrets, recipe.marking
    codes = list_codes(secrets)
    weights = np.ones(len(codes), np.int64)
    if not marking.ordered:
        codes, weights = _merge_arrangements(codes)
        allowed, _ = _merge_arrangements(allowed)
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


def _make_dealt_game(recipe: Recipe, allowed: Bytes) -> GuessingGame:
    """Make a game of finding the parts that the other seats hold."""
    space, own = recipe.secrets, recipe.own
    deals, weights = enumerate_deals(space.holes, space.colours, recipe.others, recipe.parts, recipe.counters, own)
    whole_codes = [join_parts((own, *deal)) for deal in deals]
    indices = {code: index for index, code in enumerate(sorted(set(whole_codes)))}
    mark_sums, marks = part_mark_sums(recipe.marking, deals, allowed, recipe.parts)
    return GuessingGame(
        key=recipe.key,
        codes=np.array([[peg for part in deal for peg in part] for deal in deals], np.uint8),
        guesses=allowed,
        weights=weights,
        answers=np.array([indices[code] for code in whole_codes], np.int32),
        mark_sums=mark_sums,
        marks=marks,
        solved_mark=-1,
        symmetry=find_symmetry(space, recipe.guesses, own),
        recipe=recipe,
    )


def list_codes(space: CodeSpace) -> Bytes:
    """All codes of a space, in its order, as rows of an array. Raises `RuleError` if there are too many."""
    if space.size > MAX_CODES:
        raise RuleError("game-too-large", codes=space.size, most=MAX_CODES)
    codes = np.zeros((1, 0), np.uint8)
    pegs = np.array(space.pegs, np.uint8)
    for hole in range(1, space.holes + 1):
        choices = np.array([peg for peg in pegs if space.may_stand(int(peg), hole)], np.uint8)
        longer = np.column_stack([np.repeat(codes, len(choices), axis=0), np.tile(choices, len(codes))])
        allowed = np.count_nonzero(longer == BLANK, axis=1) <= space.most_blanks
        if not space.repeats:
            allowed &= (longer[:, -1] == BLANK) | ~(longer[:, :-1] == longer[:, -1:]).any(axis=1)
        codes = longer[allowed]
    return np.ascontiguousarray(codes[np.count_nonzero(codes == BLANK, axis=1) >= space.least_blanks])


def _merge_arrangements(codes: Bytes) -> tuple[Bytes, Longs]:
    """The codes without regard to order, each with sorted pegs, and the number of arrangements of each."""
    pegs = np.sort(codes, axis=1)
    pegs = pegs[np.lexsort(pegs.T[::-1])]  # hole by hole: numpy sorts small integers by radix
    first = np.ones(len(pegs), np.bool_)
    first[1:] = (pegs[1:] != pegs[:-1]).any(axis=1)
    starts = np.flatnonzero(first)
    return np.ascontiguousarray(pegs[starts]), np.diff(starts, append=len(pegs)).astype(np.int64)
