"""The value of another guess in place of a row, where an edition counts chances to win or points."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from keypeg.analysis.cost_and_luck import Currency
from keypeg.analysis.dealt_decision import Decision
from keypeg.analysis.dealt_value import value_decision
from keypeg.analysis.duel_value import value_duel_row
from keypeg.analysis.points_value import value_shared_row
from keypeg.analysis.round_value import KnownRound, ValuedDecision, currency_of, known_finished_round
from keypeg.core.codes import Code
from keypeg.core.edition import Edition
from keypeg.core.immutable import replace_fields
from keypeg.core.view import FinishedRound


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
        other, played = value_decision(replace(placed, code=guess), seconds), value_decision(placed, seconds)
    else:
        known_round = known_finished_round(edition, finished)
        value_row = value_shared_row if currency is Currency.POINTS else value_duel_row
        other = value_row(_replace_guess(known_round, seat, row, guess), seat, row - 1, seconds)
        played = value_row(known_round, seat, row - 1, seconds)
    return None if other is None or played is None else Alternative(currency, other, played)


def _replace_guess(known_round: KnownRound, seat: int, row: int, guess: Code) -> KnownRound:
    """The round up to this row, with another guess in its place; the other boards stay as they are."""
    boards = tuple(
        replace_fields(board, rows=(*board.rows[: row - 1], replace_fields(board.rows[row - 1], guess=guess, marks=())))
        if seat in board.breakers
        else board
        for board in known_round.boards
    )
    return replace(known_round, boards=boards)
