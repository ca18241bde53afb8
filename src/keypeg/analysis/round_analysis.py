"""A round, board by board: one that is over, or the one that is being played."""

from collections.abc import Sequence
from dataclasses import dataclass

from keypeg.analysis.board_analysis import SECONDS, BoardAnalysis, analyse_board
from keypeg.analysis.cost_and_luck import Currency
from keypeg.analysis.dealt_hints import DealtHints, advised, held_hints
from keypeg.analysis.dealt_value import Decision, dealt_stakes, running_stakes
from keypeg.analysis.duel_value import duel_stakes
from keypeg.analysis.hints import looks_for_code
from keypeg.analysis.points_value import family_stakes
from keypeg.analysis.round_value import Course, SeatValues, currency_of, finished_course, running_course
from keypeg.core.codes import Code
from keypeg.core.edition import Edition
from keypeg.core.view import FinishedRound, View


@dataclass(frozen=True)
class RoundAnalysis:
    """A round, and what there is to say of its boards."""

    edition: Edition
    number: int
    attempt: int
    over: bool
    """Whether the round is over, and everything about it open."""
    codes: tuple[Code | None, ...]
    """Every seat's secret, if the round is over; None for a seat that had none. Before that the viewer's own alone."""
    boards: tuple[BoardAnalysis, ...]
    stakes: tuple[SeatValues, ...] = ()
    """Each guessing seat's rows in the currency of the edition; none where that is guesses, or a mark was wrong."""
    hints: DealtHints | None = None
    """Where parts are dealt, and the round is not over: what can be hinted at to the seat that looks."""


def analyse_finished(edition: Edition, finished: FinishedRound, seconds: float = SECONDS) -> RoundAnalysis:
    """What there is to say of a round that is over; each board is thought about for so long."""
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
    stakes = () if finished.wrong else stakes_of(finished_course(edition, finished), seconds)
    return RoundAnalysis(edition, finished.number, finished.attempt, True, finished.codes, boards, stakes)


def analyse_running(view: View, seconds: float = SECONDS) -> RoundAnalysis:
    """What there is to say of the round that is being played, by what this seat or spectator can see."""
    boards = tuple(
        analyse_board(view.edition, board.number, board.breakers, board.rows, seconds=seconds) for board in view.boards
    )
    course = running_course(view)
    stakes = stakes_of(course, seconds)
    return RoundAnalysis(view.edition, view.number, view.attempt, False, course.codes, boards, stakes)


def analyse_dealt(
    edition: Edition, finished: FinishedRound, moments: Sequence[Decision], seconds: float = SECONDS
) -> RoundAnalysis:
    """What there is to say of a round that is over, in which parts were dealt, by what each seat decided and knew."""
    stakes = () if finished.wrong else dealt_stakes(finished, moments, seconds)
    return RoundAnalysis(edition, finished.number, finished.attempt, True, finished.codes, (), stakes)


def analyse_holding(view: View, moments: Sequence[Decision], seconds: float = SECONDS) -> RoundAnalysis:
    """What there is to say of the round that is being played, in which parts are dealt, by what this seat knows."""
    hints = advised(held_hints(view), view, seconds) if view.code and looks_for_code(view) else None
    now = hints.advice.wins if hints is not None and hints.advice is not None else None
    stakes = running_stakes(view, moments, now, seconds)
    codes = running_course(view).codes
    return RoundAnalysis(view.edition, view.number, view.attempt, False, codes, (), (stakes,), hints)


def stakes_of(course: Course, seconds: float = SECONDS) -> tuple[SeatValues, ...]:
    """Every seat's rows in the currency of the edition; none where that is guesses."""
    currency = currency_of(course.edition)
    if currency is Currency.GUESSES:
        return ()
    return family_stakes(course, seconds) if currency is Currency.POINTS else duel_stakes(course, seconds)
