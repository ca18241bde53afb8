"""Hints for the next guess on a board by the plain solver: until the kernels are ready, without them, in large games.

The functions are those of `keypeg.analysis.hints`. Where the candidates are a sample, their number is an estimate, and
nothing is called certain.
"""

from collections.abc import Sequence
from dataclasses import replace

from keypeg.analysis.cost_and_luck import Appraisal, Currency
from keypeg.analysis.hint_values import (
    Certainties,
    Completion,
    GoodGuess,
    Hints,
    PartialGuess,
    PartitionSummary,
    WrongMarks,
)
from keypeg.analysis.plain_board_analysis import candidates_of
from keypeg.core.clues import Clue
from keypeg.core.codes import Code
from keypeg.core.edition import Edition
from keypeg.core.errors import RuleError
from keypeg.core.view import Row
from keypeg.players.solver_choice import is_too_large, kernels_for
from keypeg.solver.plain.advice import find_guess
from keypeg.solver.plain.candidates import MAX_FILTERED_CODES
from keypeg.solver.plain.completions import can_become_candidate
from keypeg.solver.plain.conflicts import explain_conflict, smallest_conflict
from keypeg.solver.plain.position import Candidates, PlainPosition
from keypeg.solver.readiness import kernels_are_ready

GUESS_SECONDS = 0.4
"""The work for a good guess."""


def find_hints(
    edition: Edition, board: int, rows: Sequence[Row], seconds: float = 0.0, out: Sequence[int] = ()
) -> Hints:
    """Find the hints for the next guess on this board."""
    quick = find_quick_hints(edition, board, rows)
    if quick.wrong is not None:
        return quick
    position = position_after(edition, board, rows)
    better = _find_with_kernels(edition, board, position)
    advice = find_guess(position, GUESS_SECONDS, candidates_of(position), better)
    if advice is None:
        return quick
    best = advice.compared or advice.best
    value = Appraisal(best.value.expected, best.value.exact)
    partition = PartitionSummary(best.cells, best.largest, best.is_candidate)
    return replace(quick, good=GoodGuess(best.guess, Currency.GUESSES, value, partition))


def _find_with_kernels(edition: Edition, board: int, position: PlainPosition) -> Code | None:
    """A better guess than the plain solver's, in a game too large to list whose kernels are ready."""
    if not is_too_large(edition, board) or not kernels_are_ready(kernels_for(edition, board)):
        return None
    from keypeg.players.large_play import find_hint

    return find_hint(position)


def find_quick_hints(edition: Edition, board: int, rows: Sequence[Row]) -> Hints:
    """The same hints without a good guess."""
    position = position_after(edition, board, rows)
    candidates = candidates_of(position)
    if not candidates.count:
        return Hints(0, WrongMarks(*explain_conflict(position)), None, None)
    certain = find_certainties(position, candidates) if candidates.complete else None
    return Hints(candidates.count, None, certain, None, candidates.error)


def check_partial_guess(edition: Edition, board: int, rows: Sequence[Row], partial: PartialGuess) -> Completion:
    """Whether this partial guess can become a candidate. Raises `RuleError` if it cannot be a guess of this edition.

    Of a sample, the number is an estimate; at least 1 where some code fits that is not in the sample.
    """
    space = edition.guess_space(board)
    if len(partial) != space.holes:
        raise RuleError("wrong-length", holes=space.holes, given=len(partial))
    for hole, peg in enumerate(partial, 1):
        if peg is not None and peg not in range(space.colours + 1):
            raise RuleError("no-such-colour", peg=peg, colours=space.colours)
        if peg is not None and not space.may_stand(peg, hole):
            raise RuleError("blank-not-allowed", hole=hole)
    position = position_after(edition, board, rows)
    candidates = candidates_of(position)
    like = sum(
        weight
        for code, weight in zip(candidates.codes, candidates.weights, strict=True)
        if _is_like(code, partial, position.marking.ordered)
    )
    if like:
        return Completion(round(like * candidates.count / candidates.weight), ())
    if position.secrets.size <= MAX_FILTERED_CODES:
        ordered = position.marking.ordered
        return Completion(0, smallest_conflict(position, lambda code: _is_like(code, partial, ordered)))
    if not candidates.complete and position.marking.ordered and can_become_candidate(position, partial):
        return Completion(1, ())
    return Completion(0, _rows_against(position, partial))


def _rows_against(position: PlainPosition, partial: PartialGuess) -> tuple[int, ...]:
    """The first row that alone rules a whole guess out; where none does, all of them together."""
    if None not in partial:
        code = tuple(peg for peg in partial if peg is not None)
        for number, (guess, mark) in enumerate(position.rows, 1):
            if position.marking.mark(code, guess) != mark:
                return (number,)
    return tuple(range(1, len(position.rows) + 1))


def _is_like(code: Code, partial: PartialGuess, ordered: bool) -> bool:
    if ordered:
        return all(peg in (None, own) for peg, own in zip(partial, code, strict=True))
    pegs = [peg for peg in partial if peg is not None]
    return all(code.count(peg) >= pegs.count(peg) for peg in pegs)


def find_certainties(position: PlainPosition, candidates: Candidates) -> Certainties:
    """What all candidates have in common."""
    codes = candidates.codes
    pegs = position.secrets.pegs
    by_hole = [set(column) for column in zip(*codes, strict=True)]
    least = {peg: min(code.count(peg) for code in codes) for peg in pegs}
    return Certainties(
        holes=tuple(min(here) if len(here) == 1 and position.marking.ordered else None for here in by_hole),
        inside=tuple((peg, times) for peg, times in least.items() if times),
        outside=tuple(peg for peg in pegs if not any(peg in code for code in codes)),
    )


def position_after(edition: Edition, board: int, rows: Sequence[Row]) -> PlainPosition:
    """The position after the rows that have a mark."""
    if edition.dealt:
        raise RuleError("parts-not-analysed")
    clues: list[Clue] = [(row.guess, row.marks[0].mark) for row in rows if row.marks]
    return PlainPosition.start(edition, board).after(*clues)
