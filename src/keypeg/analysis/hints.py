"""Hints for the next guess on a board, each of which reveals more than the one before.

They are the number of candidates, what is certain about them, a good guess, and why it is good; and, for a partial
guess, whether it can still become one that fits.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from keypeg.analysis.board_analysis import summarise_partition
from keypeg.analysis.board_values import SECONDS_PER_BOARD
from keypeg.analysis.cost_and_luck import Appraisal, Currency
from keypeg.analysis.hint_values import Certainties, Completion, GoodGuess, Hints, PartialGuess, PartitionSummary
from keypeg.analysis.points_value import find_best_for_points
from keypeg.analysis.round_value import currency_of
from keypeg.analysis.wrong_marks import explain_wrong_marks
from keypeg.core.codes import Code
from keypeg.core.edition import Edition
from keypeg.core.errors import RuleError
from keypeg.core.view import Row
from keypeg.solver.advice.appraiser import WORK_PER_SECOND, Appraiser, CandidateSet, Work
from keypeg.solver.advice.contradiction import smallest_conflict
from keypeg.solver.game.guessing_game import GuessingGame, game_for
from keypeg.solver.game.partition import all_codes
from keypeg.solver.game.rows import Row as Clue
from keypeg.solver.kernels.array_types import Numbers
from keypeg.solver.strategy.book_files import book_for


def find_hints(
    edition: Edition, board: int, rows: Sequence[Row], seconds: float = SECONDS_PER_BOARD, out: Sequence[int] = ()
) -> Hints:
    """Find the hints for the next guess on this board, on which the breakers `out` have left.

    Raises `RuleError` as the analysis does.
    """
    quick = find_quick_hints(edition, board, rows)
    if quick.wrong is not None:
        return quick
    position = _position(_board_game(edition, board), marked_rows(rows))
    for_points = None
    if currency_of(edition) is Currency.POINTS:
        breakers = edition.seats - 1 - len(out)  # all but the maker and those that have left
        for_points = find_best_for_points(edition, board, rows, breakers, seconds)
    good = _find_best_guess(position, seconds) if for_points is None else _good_for_points(position, *for_points)
    return replace(quick, good=good)


def find_quick_hints(edition: Edition, board: int, rows: Sequence[Row]) -> Hints:
    """The same hints without a good guess: only these need no compiled kernel, so they are there at once."""
    game, clues = _board_game(edition, board), marked_rows(rows)
    position = _position(game, clues)
    if not position.weight:
        return Hints(0, explain_wrong_marks(game, clues), None, None)
    return Hints(position.weight, None, find_certainties(game, position.codes), None)


def check_partial_guess(edition: Edition, board: int, rows: Sequence[Row], partial: PartialGuess) -> Completion:
    """Whether this partial guess can become a candidate. Raises `RuleError` if it cannot be a guess of this edition."""
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
        inside=tuple((peg, times) for peg, times in least.items() if times),
        outside=tuple(peg for peg in possible if not (pegs == peg).any()),
    )


def _board_game(edition: Edition, board: int) -> GuessingGame:
    if edition.dealt:
        raise RuleError("parts-not-analysed")
    return game_for(edition, board)


def marked_rows(rows: Sequence[Row]) -> list[Clue]:
    """The rows that have a mark, in the solver's form."""
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
    """Those of the codes that the partial guess can become."""
    pegs = game.codes[codes]
    if game.ordered:
        fits = np.ones(len(codes), np.bool_)
        for hole, peg in enumerate(partial):
            if peg is not None:
                fits &= pegs[:, hole] == peg
        return codes[fits]
    placed_pegs = [peg for peg in partial if peg is not None]
    fits = np.ones(len(codes), np.bool_)
    for peg in set(placed_pegs):
        fits &= (pegs == peg).sum(axis=1) >= placed_pegs.count(peg)
    return codes[fits]
