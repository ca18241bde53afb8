"""What another guess would have been worth in place of a row, where rows are for more than few guesses."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from keypeg.analysis.cost_and_luck import Currency
from keypeg.analysis.dealt_value import Decision, value_decision
from keypeg.analysis.duel_value import value_duel_row
from keypeg.analysis.points_value import value_shared_row
from keypeg.analysis.round_value import KnownRound, ValuedDecision, currency_of, known_finished_round
from keypeg.core.codes import Code
from keypeg.core.edition import Edition
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
    """Both in the currency of the edition. None where that is guesses, a mark was wrong, or it is too much work.

    The row is named by its number on the board on which the seat guessed. Moments are needed where parts are dealt.
    """
    currency = currency_of(edition)
    if finished.wrong or currency is Currency.GUESSES:
        return None
    if edition.dealt:
        rows = [one for one in decisions if one.seat == seat and one.kind == "row"]
        other, played = (value_decision(one, seconds) for one in (replace(rows[row - 1], code=guess), rows[row - 1]))
    else:
        known_round = known_finished_round(edition, finished)
        value_row = value_shared_row if currency is Currency.POINTS else value_duel_row
        other, played = (
            value_row(one, seat, row - 1, seconds)
            for one in (_replace_guess(known_round, seat, row, guess), known_round)
        )
    return None if other is None or played is None else Alternative(currency, other, played)


def _replace_guess(known_round: KnownRound, seat: int, row: int, guess: Code) -> KnownRound:
    """The course up to this row, with another guess in its place; the others' boards as they were."""
    boards = tuple(
        board._replace(rows=(*board.rows[: row - 1], board.rows[row - 1]._replace(guess=guess, marks=())))
        if seat in board.breakers
        else board
        for board in known_round.boards
    )
    return replace(known_round, boards=boards)
