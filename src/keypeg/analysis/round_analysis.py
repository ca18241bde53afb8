"""The analysis of a round, board by board and seat by seat, finished or running."""

from collections.abc import Sequence
from dataclasses import dataclass

from keypeg.analysis.board_analysis import SECONDS_PER_BOARD, BoardAnalysis, analyse_board
from keypeg.analysis.cost_and_luck import Currency
from keypeg.analysis.dealt_hints import add_advice, find_dealt_hints
from keypeg.analysis.dealt_value import Decision, value_dealt_round, value_running_seat
from keypeg.analysis.duel_value import value_duel
from keypeg.analysis.hint_values import DealtHints, may_have_hints
from keypeg.analysis.points_value import value_shared_board
from keypeg.analysis.round_value import KnownRound, SeatValues, currency_of, known_finished_round, known_running_round
from keypeg.core.codes import Code
from keypeg.core.edition import Edition
from keypeg.core.view import FinishedRound, View


@dataclass(frozen=True)
class RoundAnalysis:
    """The analysis of a round."""

    edition: Edition
    number: int
    attempt: int
    over: bool
    """Whether the round is over, and everything about it open."""
    codes: tuple[Code | None, ...]
    """Every seat's secret, if the round is over; None for a seat that had none. Before that only the viewer's own."""
    boards: tuple[BoardAnalysis, ...]
    seat_values: tuple[SeatValues, ...] = ()
    """Each breaker's rows in the currency of the edition; empty where that is guesses, or where a mark was wrong."""
    hints: DealtHints | None = None
    """Where parts are dealt and the round is running: hints for the viewer."""


def analyse_finished(edition: Edition, finished: FinishedRound, seconds: float = SECONDS_PER_BOARD) -> RoundAnalysis:
    """Analyse a finished round, with a limit of seconds for each board."""
    boards = tuple(
        analyse_board(
            edition,
            board.breakers[0],
            board.breakers,
            board.rows,
            finished.codes[board.makers[0] - 1],
            finished.wrong,
            seconds,
        )
        for board in finished.boards
    )
    seat_values = () if finished.wrong else value_seats(known_finished_round(edition, finished), seconds)
    return RoundAnalysis(edition, finished.number, finished.attempt, True, finished.codes, boards, seat_values)


def analyse_running(view: View, seconds: float = SECONDS_PER_BOARD) -> RoundAnalysis:
    """Analyse the running round, by what this seat or spectator can see."""
    boards = tuple(
        analyse_board(view.edition, board.number, board.breakers, board.rows, seconds=seconds) for board in view.boards
    )
    known_round = known_running_round(view)
    seat_values = value_seats(known_round, seconds)
    return RoundAnalysis(view.edition, view.round, view.attempt, False, known_round.codes, boards, seat_values)


def analyse_finished_dealt(
    edition: Edition, finished: FinishedRound, decisions: Sequence[Decision], seconds: float = SECONDS_PER_BOARD
) -> RoundAnalysis:
    """Analyse a finished round in which parts were dealt, by what each seat decided and knew."""
    seat_values = () if finished.wrong else value_dealt_round(finished, decisions, seconds)
    return RoundAnalysis(edition, finished.number, finished.attempt, True, finished.codes, (), seat_values)


def analyse_running_dealt(
    view: View, decisions: Sequence[Decision], seconds: float = SECONDS_PER_BOARD
) -> RoundAnalysis:
    """Analyse the running round in which parts are dealt, by what this seat knows."""
    hints = add_advice(find_dealt_hints(view), view, seconds) if view.code and may_have_hints(view) else None
    now = hints.advice.wins if hints is not None and hints.advice is not None else None
    seat_values = value_running_seat(view, decisions, now, seconds)
    codes = known_running_round(view).codes
    return RoundAnalysis(view.edition, view.round, view.attempt, False, codes, (), (seat_values,), hints)


def value_seats(known_round: KnownRound, seconds: float = SECONDS_PER_BOARD) -> tuple[SeatValues, ...]:
    """Value every seat's rows in the currency of the edition; empty where that is guesses."""
    currency = currency_of(known_round.edition)
    if currency is Currency.GUESSES:
        return ()
    return value_shared_board(known_round, seconds) if currency is Currency.POINTS else value_duel(known_round, seconds)
