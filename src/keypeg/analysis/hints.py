"""Hints for a running board, in steps: each tells more than the one before, and nobody need ask for the next.

How many codes are left; whether a half-made guess can still become one that fits; what is already certain; a good
guess; and why it is good.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from keypeg.analysis.board_analysis import SECONDS, PartitionSummary, summarise_partition
from keypeg.analysis.cost_and_luck import Appraisal, Currency
from keypeg.analysis.points_value import find_best_for_points
from keypeg.analysis.round_value import currency_of
from keypeg.analysis.wrong_marks import WrongMarks, explain_wrong_marks
from keypeg.core.actions import Answer, Call, Guess, Pass
from keypeg.core.codes import Code
from keypeg.core.edition import Edition
from keypeg.core.errors import RuleError
from keypeg.core.view import Row, View
from keypeg.solver.advice.appraiser import WORK_PER_SECOND, Appraiser, CandidateSet, Work
from keypeg.solver.advice.contradiction import smallest_conflict
from keypeg.solver.game.guessing_game import GuessingGame, game_for
from keypeg.solver.game.guessing_game import Row as Clue
from keypeg.solver.game.partition import all_codes
from keypeg.solver.kernels.array_types import Numbers
from keypeg.solver.strategy.book_files import book_for

BREAKER_ACTIONS = (Guess, Call, Answer, Pass)
"""What whoever is looking for a code may do; nobody else is helped."""

PartialGuess = Sequence[int | None]
"""A guess in the making: the pegs that stand, None for holes that are still open."""


@dataclass(frozen=True)
class Certainties:
    """What all codes that are left have in common."""

    holes: tuple[int | None, ...]
    """For each hole the peg that must stand there; None where it may be one or another, or where order is nothing."""
    inside: tuple[tuple[int, int], ...]
    """The pegs that are in every code left, each with how often it is there at least."""
    outside: tuple[int, ...]
    """The pegs that are in no code left."""


@dataclass(frozen=True)
class GoodGuess:
    """A good guess, and why it is good."""

    guess: Code
    currency: Currency
    """What it is good for: few guesses, or points where every row earns some."""
    value: Appraisal
    partition: PartitionSummary


@dataclass(frozen=True)
class Hints:
    """Everything there is to hint at."""

    codes: int
    """How many codes are left."""
    wrong: WrongMarks | None
    """What is wrong with the marks, where no code is left."""
    certain: Certainties | None
    """What is certain, where some code is left."""
    good: GoodGuess | None
    """A good guess; None where no code is left, or there was not enough work to find one."""


@dataclass(frozen=True)
class Completion:
    """Whether a half-made guess can still be completed to one that fits all rows."""

    codes: int
    """How many of the codes left it can become."""
    rows: tuple[int, ...]
    """If none: a smallest set of rows that together say so; no row at all, where no code is like that anyway."""


def may_have_hints(view: View) -> bool:
    """Whether the viewer is one who may be helped now."""
    return any(view.allowed(kind) for kind in BREAKER_ACTIONS)


def find_hints(
    edition: Edition, board: int, rows: Sequence[Row], seconds: float = SECONDS, out: Sequence[int] = ()
) -> Hints:
    """The hints for whoever guesses next on this board; some may be out. Raises `RuleError` as the analysis does."""
    game, clues = _board_game(edition, board), marked_rows(rows)
    position = _position(game, clues)
    if not position.weight:
        return Hints(0, explain_wrong_marks(game, clues), None, None)
    for_points = None
    if currency_of(edition) is Currency.POINTS:
        breakers = edition.seats - 1 - len(out)  # all but the maker, and who has left
        for_points = find_best_for_points(edition, board, rows, breakers, seconds)
    good = _find_best_guess(position, seconds) if for_points is None else _good_for_points(position, *for_points)
    return Hints(position.weight, None, find_certainties(game, position.codes), good)


def check_partial_guess(edition: Edition, board: int, rows: Sequence[Row], partial: PartialGuess) -> Completion:
    """Whether this half-made guess can be completed. Raises `RuleError` if it is none of this edition."""
    game, clues = _board_game(edition, board), marked_rows(rows)
    space = edition.guess_space(board)
    if len(partial) != space.holes:
        raise RuleError("wrong-length", holes=space.holes, given=len(partial))
    for hole, peg in enumerate(partial, 1):
        if peg is not None and peg not in range(space.colours + 1):
            raise RuleError("no-such-colour", peg=peg, colours=space.colours)
        if peg is not None and not space.may_stand(peg, hole):
            raise RuleError("blank-not-allowed", hole=hole)
    position = _position(game, clues)
    left = _codes_like(game, position.codes, partial)
    if len(left):
        return Completion(int(game.weights[left].sum()), ())
    return Completion(0, smallest_conflict(game, clues, _codes_like(game, all_codes(game), partial)))


def find_certainties(game: GuessingGame, codes: Numbers) -> Certainties:
    """What these codes have in common."""
    pegs = game.codes[codes]
    everywhere = game.codes
    same = (pegs == pegs[0]).all(axis=0) & game.ordered
    possible = [peg for peg in range(len(game.symmetry.peg_kinds)) if (everywhere == peg).any()]
    least = {peg: int((pegs == peg).sum(axis=1).min()) for peg in possible}
    return Certainties(
        holes=tuple(int(peg) if certain else None for peg, certain in zip(pegs[0], same, strict=True)),
        inside=tuple((peg, many) for peg, many in least.items() if many),
        outside=tuple(peg for peg in possible if not (pegs == peg).any()),
    )


def _board_game(edition: Edition, board: int) -> GuessingGame:
    if edition.dealt:
        raise RuleError("parts-not-analysed")
    return game_for(edition, board)


def marked_rows(rows: Sequence[Row]) -> list[Clue]:
    """The rows that are marked, as the solver takes them."""
    return [(row.guess, (row.marks[0].mark,)) for row in rows if row.marks]


def _position(game: GuessingGame, clues: Sequence[Clue]) -> CandidateSet:
    position = CandidateSet.start(game)
    for guess, marks in clues:
        position = position.after(game.guess_number(guess), game.mark_number(marks))
    return position


def _find_best_guess(position: CandidateSet, seconds: float) -> GoodGuess | None:
    appraiser = Appraiser(position.game, Work(int(seconds * WORK_PER_SECOND)), book_for(position.game))
    value = appraiser.value_position(position)
    if value is None:
        return None
    guess = position.game.guess(value.guess)
    return GoodGuess(guess, Currency.GUESSES, Appraisal(value.expected, value.exact), _partition(position, guess))


def _good_for_points(position: CandidateSet, guess: Code, points: float) -> GoodGuess:
    return GoodGuess(guess, Currency.POINTS, Appraisal(points, False), _partition(position, guess))


def _partition(position: CandidateSet, guess: Code) -> PartitionSummary:
    partition = summarise_partition(position, guess)
    assert partition is not None, "some code is left"
    return partition


def _codes_like(game: GuessingGame, codes: Numbers, partial: PartialGuess) -> Numbers:
    """Those of the codes that the half-made guess can become."""
    pegs = game.codes[codes]
    if game.ordered:
        fits = np.ones(len(codes), np.bool_)
        for hole, peg in enumerate(partial):
            if peg is not None:
                fits &= pegs[:, hole] == peg
        return codes[fits]
    wanted = [peg for peg in partial if peg is not None]
    fits = np.ones(len(codes), np.bool_)
    for peg in set(wanted):
        fits &= (pegs == peg).sum(axis=1) >= wanted.count(peg)
    return codes[fits]
