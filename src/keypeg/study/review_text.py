"""The review of a match as JSON values, with a sentence for every row and for how the rows add up."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from keypeg.analysis.alternatives import value_alternative
from keypeg.analysis.round_analysis import RoundAnalysis
from keypeg.analysis.round_value import SeatValues
from keypeg.core.errors import ReadError
from keypeg.i18n.analysis_text import describe_sum, describe_wrong_marks
from keypeg.i18n.grade_text import describe_decision, describe_guess
from keypeg.i18n.hint_text import describe_conflict
from keypeg.i18n.page_text import PageText
from keypeg.i18n.seat_text import person_name
from keypeg.i18n.value_text import describe_value_sum
from keypeg.records.notation import read_code, write_code
from keypeg.records.record import write_record
from keypeg.records.replay import Replay
from keypeg.study.decisions import decisions_in_round
from keypeg.study.match_review import ReviewedMatch, match_to_json, round_numbers
from keypeg.study.requests import AlternativeRequest
from keypeg.wire.match_values import round_to_json

if TYPE_CHECKING:
    from keypeg.study.answers.review import ComparedGuesses, ReviewAnswer, RoundSentences
    from keypeg.wire.view_types import FinishedRound


def review_to_json(match: ReviewedMatch, lang: str) -> ReviewAnswer:
    """The whole review, each round of it in figures and in words."""
    record = match.replay.record
    seats = range(1, record.edition.seats + 1)
    names = tuple(person_name(record.player(seat), seat, lang) for seat in seats)
    text = PageText(record.edition, names, lang)
    review = match_to_json(match)
    return {
        "edition": review["edition"],
        "players": review["players"],
        "rounds": [
            {**figures, "finished": _find_finished(match, played), "sentences": _sentences(played, text)}
            for figures, played in zip(review["rounds"], match.rounds, strict=True)
        ],
        "needs_seat": review["needs_seat"],
        "more_exact_soon": review["more_exact_soon"],
        "fault": review["fault"],
        "names": list(names),
        "round_numbers": round_numbers(match.replay),
        "record": write_record(record),
    }


def compare_alternative(replay: Replay, request: AlternativeRequest) -> ComparedGuesses | None:
    """The value of another guess in place of a row, beside the one that was played; None where that is not possible.

    Raises `KeypegError` if there is no such row in a finished round, or if the guess is not allowed.
    """
    edition, rounds = replay.state.edition, replay.state.finished
    finished = next(
        (played for played in rounds if (played.number, played.attempt) == (request.round, request.attempt)), None
    )
    if finished is None:
        raise ReadError("no-such-number", text=str(request.round), low=1, high=len(rounds))
    rows = [row for board in finished.boards if request.seat in board.breakers for row in board.rows]
    if not 1 <= request.row <= len(rows) or rows[request.row - 1].seat != request.seat:
        raise ReadError("no-such-number", text=str(request.row), low=1, high=len(rows))
    guess = read_code(request.guess, edition.palette)
    edition.guess_space(request.seat, finished.codes[request.seat - 1] if edition.dealt else None).check(guess)
    decisions = decisions_in_round(replay, request.round, request.attempt) if edition.dealt else []
    valued = value_alternative(edition, finished, decisions, request.seat, request.row, guess, request.seconds)
    if valued is None:
        return None
    best = max((valued.other, valued.played), key=lambda decision: decision.before)
    return {
        "currency": valued.currency.value,
        "alternative": {"guess": write_code(guess, edition.palette), "value": valued.other.played},
        "played": {"guess": write_code(rows[request.row - 1].guess, edition.palette), "value": valued.played.played},
        "best": {"guess": write_code(best.best, edition.palette), "value": best.before},
    }


def _find_finished(match: ReviewedMatch, played: RoundAnalysis) -> FinishedRound | None:
    """The table at the end of an analysed round, every board with all its marks; None while it is running."""
    for finished in match.replay.state.finished:
        if (finished.number, finished.attempt) == (played.number, played.attempt):
            return cast("FinishedRound", round_to_json(finished, played.edition.palette))
    return None


def _sentences(played: RoundAnalysis, text: PageText) -> RoundSentences:
    return {
        "boards": [
            {
                "rows": [describe_guess(row, board.start, text) for row in board.rows],
                "wrong": describe_wrong_marks(board, text),
                "conflict": [] if board.conflict is None else describe_conflict(board.conflict, text),
                "sum": describe_sum(board, text),
            }
            for board in played.boards
        ],
        "seat_values": [
            {"decisions": _describe_decisions(seat, played, text), "sum": describe_value_sum(seat, text)}
            for seat in played.seat_values
        ],
    }


def _describe_decisions(values: SeatValues, played: RoundAnalysis, text: PageText) -> list[str]:
    """A few plain sentences for each decision of a seat."""
    rows = next((board.rows for board in played.boards if board.number == values.board), ())
    on_board = {row.number: row for row in rows}
    return [
        describe_decision(row, on_board.get(row.number) if row.kind == "row" else None, values.start, text)
        for row in values.rows
    ]
