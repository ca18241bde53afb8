"""The analysis of a round, board by board and seat by seat, finished or running.

Each board is analysed by the compiled solver where it can answer, and otherwise by the plain one. The modules that need
NumPy and Numba are loaded only then.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from keypeg.analysis import plain_board_analysis, plain_dealt_value, plain_duel_value, plain_points_value
from keypeg.analysis.board_values import SECONDS_PER_BOARD, BoardAnalysis
from keypeg.analysis.cost_and_luck import Currency
from keypeg.analysis.dealt_decision import Decision
from keypeg.analysis.hint_values import DealtHints, may_have_hints
from keypeg.analysis.round_value import KnownRound, SeatValues, currency_of, known_finished_round, known_running_round
from keypeg.analysis.whole_codes import find_plain_dealt_hints
from keypeg.core.codes import Code
from keypeg.core.edition import Edition
from keypeg.core.view import FinishedRound, Row, View, WrongRow
from keypeg.players.solver_choice import needs_plain_solver


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
    by_plain_solver: bool = False
    """Whether some of it is estimated by the plain solver."""


def analyse_board(
    edition: Edition,
    board: int,
    breakers: tuple[int, ...],
    rows: Sequence[Row],
    code: Code | None = None,
    wrong: Sequence[WrongRow] = (),
    seconds: float = SECONDS_PER_BOARD,
) -> BoardAnalysis:
    """Analyse the rows of a board with the solver that can answer; rows that are too much for one, with the other."""

    def by_plain_solver() -> BoardAnalysis:
        return plain_board_analysis.analyse_board(edition, board, breakers, rows, code, wrong, seconds)

    if needs_plain_solver(edition, board):
        return by_plain_solver()
    from keypeg.analysis import board_analysis

    exact = board_analysis.analyse_board(edition, board, breakers, rows, code, wrong, seconds)
    if exact.rows and exact.rows[0].value is None and exact.codes:
        return plain_board_analysis.fill_with_estimates(exact, by_plain_solver())
    return exact


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
    is_plain = any(board.by_plain_solver for board in boards)
    return RoundAnalysis(
        edition,
        finished.number,
        finished.attempt,
        True,
        finished.codes,
        boards,
        seat_values,
        by_plain_solver=is_plain,
    )


def analyse_running(view: View, seconds: float = SECONDS_PER_BOARD) -> RoundAnalysis:
    """Analyse the running round, by what this seat or spectator can see."""
    boards = tuple(
        analyse_board(view.edition, board.number, board.breakers, board.rows, seconds=seconds) for board in view.boards
    )
    known_round = known_running_round(view)
    seat_values = value_seats(known_round, seconds)
    is_plain = any(board.by_plain_solver for board in boards)
    return RoundAnalysis(
        view.edition,
        view.round,
        view.attempt,
        False,
        known_round.codes,
        boards,
        seat_values,
        by_plain_solver=is_plain,
    )


def analyse_finished_dealt(
    edition: Edition, finished: FinishedRound, decisions: Sequence[Decision], seconds: float = SECONDS_PER_BOARD
) -> RoundAnalysis:
    """Analyse a finished round in which parts were dealt, by what each seat decided and knew."""
    is_plain = needs_plain_solver(edition)
    seat_values: tuple[SeatValues, ...] = ()
    if not finished.wrong and is_plain:
        seat_values = plain_dealt_value.value_dealt_round(finished, decisions, seconds)
    elif not finished.wrong:
        from keypeg.analysis import dealt_value

        seat_values = dealt_value.value_dealt_round(finished, decisions, seconds)
    return RoundAnalysis(
        edition,
        finished.number,
        finished.attempt,
        True,
        finished.codes,
        (),
        seat_values,
        by_plain_solver=is_plain,
    )


def analyse_running_dealt(
    view: View, decisions: Sequence[Decision], seconds: float = SECONDS_PER_BOARD
) -> RoundAnalysis:
    """Analyse the running round in which parts are dealt, by what this seat knows."""
    is_plain = needs_plain_solver(view.edition)
    hints: DealtHints | None = None
    if is_plain:
        hints = find_plain_dealt_hints(view) if view.code and may_have_hints(view) else None
        seat_values = plain_dealt_value.value_running_seat(view, decisions, None, seconds)
    else:
        from keypeg.analysis import dealt_hints, dealt_value

        if view.code and may_have_hints(view):
            hints = dealt_hints.add_advice(dealt_hints.find_dealt_hints(view), view, seconds)
        now = hints.advice.wins if hints is not None and hints.advice is not None else None
        seat_values = dealt_value.value_running_seat(view, decisions, now, seconds)
    codes = known_running_round(view).codes
    return RoundAnalysis(
        view.edition, view.round, view.attempt, False, codes, (), (seat_values,), hints, by_plain_solver=is_plain
    )


def value_seats(known_round: KnownRound, seconds: float = SECONDS_PER_BOARD) -> tuple[SeatValues, ...]:
    """Value every seat's rows in the currency of the edition; empty where that is guesses."""
    currency = currency_of(known_round.edition)
    if currency is Currency.GUESSES:
        return ()
    if any(needs_plain_solver(known_round.edition, board.breakers[0]) for board in known_round.boards):
        value_plainly = (
            plain_points_value.value_shared_board if currency is Currency.POINTS else plain_duel_value.value_duel
        )
        return value_plainly(known_round, seconds)
    from keypeg.analysis import duel_value, points_value

    return (points_value.value_shared_board if currency is Currency.POINTS else duel_value.value_duel)(
        known_round, seconds
    )
