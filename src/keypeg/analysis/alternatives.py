"""The value of another guess in place of a row, where an edition counts chances to win or points."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from keypeg.analysis import plain_dealt_value, plain_duel_value, plain_points_value
from keypeg.analysis.cost_and_luck import Currency
from keypeg.analysis.dealt_decision import Decision
from keypeg.analysis.round_value import KnownRound, ValuedDecision, currency_of, known_finished_round
from keypeg.core.codes import Code
from keypeg.core.edition import Edition
from keypeg.core.immutable import replace_fields
from keypeg.core.view import FinishedRound
from keypeg.players.solver_choice import needs_plain_solver


class Alternative(NamedTuple):
    """A guess that was not made, and the one that was."""

    currency: Currency
    other: ValuedDecision
    played: ValuedDecision


def value_alternative(
    edition: Edition,
    finished: FinishedRound,
    decisions: Sequence[Decision],
    seat: int,
    row: int,
    guess: Code,
    seconds: float,
) -> Alternative | None:
    """Value another guess in place of a row, and the row itself, in the currency of the edition.

    Returns None where the currency is guesses, where a mark was wrong, and where it would take too much work. `row` is
    its number on the board that the seat guessed on. Decisions are needed where parts are dealt.
    """
    currency = currency_of(edition)
    if finished.wrong or currency is Currency.GUESSES:
        return None
    if edition.dealt:
        placed = [decision for decision in decisions if decision.seat == seat and decision.kind == "row"][row - 1]
        value_decision = _decision_appraiser(edition)
        other, played = value_decision(replace(placed, code=guess), seconds), value_decision(placed, seconds)
    else:
        known_round = known_finished_round(edition, finished)
        value_row = _row_appraiser(edition, currency)
        other = value_row(_replace_guess(known_round, seat, row, guess), seat, row - 1, seconds)
        played = value_row(known_round, seat, row - 1, seconds)
    return None if other is None or played is None else Alternative(currency, other, played)


def _decision_appraiser(edition: Edition) -> Callable[[Decision, float], ValuedDecision | None]:
    """What values a decision where parts are dealt."""
    if needs_plain_solver(edition):
        return plain_dealt_value.value_decision
    from keypeg.analysis import dealt_value

    return dealt_value.value_decision


def _row_appraiser(
    edition: Edition, currency: Currency
) -> Callable[[KnownRound, int, int, float], ValuedDecision | None]:
    """What values a row in this currency."""
    is_for_points = currency is Currency.POINTS
    if any(needs_plain_solver(edition, board) for board in range(1, edition.seats + 1)):
        return plain_points_value.value_shared_row if is_for_points else plain_duel_value.value_duel_row
    from keypeg.analysis import duel_value, points_value

    return points_value.value_shared_row if is_for_points else duel_value.value_duel_row


def _replace_guess(known_round: KnownRound, seat: int, row: int, guess: Code) -> KnownRound:
    """The round up to this row, with another guess in its place; the other boards stay as they are."""
    boards = tuple(
        replace_fields(board, rows=(*board.rows[: row - 1], replace_fields(board.rows[row - 1], guess=guess, marks=())))
        if seat in board.breakers
        else board
        for board in known_round.boards
    )
    return replace(known_round, boards=boards)
