"""Answers each request of `keypeg.study.requests`. Importing this loads the solver, so it runs in a worker process."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from itertools import islice
from typing import TYPE_CHECKING, Any

from keypeg.core.codes import Code
from keypeg.core.errors import ReadError
from keypeg.i18n.match_text import MatchText
from keypeg.i18n.page_text import PageText
from keypeg.puzzles.daily_puzzle import daily_puzzle
from keypeg.puzzles.generator import check_answer, make_puzzle
from keypeg.puzzles.puzzle import Difficulty, Puzzle, PuzzleKind
from keypeg.puzzles.puzzle_hints import list_hints
from keypeg.records.edition_links import read_edition
from keypeg.records.replay import replay_text
from keypeg.solver.advice.rated_guess import Advice
from keypeg.study.advice_values import (
    cells_to_json,
    colour_counts_to_json,
    contradiction_to_json,
    guesses_to_json,
    rated_guess_to_json,
)
from keypeg.study.hint_handler import give_hints
from keypeg.study.lessons import give_lesson
from keypeg.study.match_review import analyse_match, round_numbers
from keypeg.study.puzzle_text import PuzzleText
from keypeg.study.puzzle_values import (
    answer_space,
    partition_to_json,
    puzzle_to_json,
    read_answer,
    solution_to_json,
    verdict_to_json,
)
from keypeg.study.requests import (
    AdviceRequest,
    AlternativeRequest,
    HintRequest,
    LessonRequest,
    PuzzleRequest,
    ReviewRequest,
)
from keypeg.study.review_text import compare_alternative, review_to_json
from keypeg.study.study_board import StudyBoard, enter_rows, new_board
from keypeg.wire.match_values import mark_to_json, space_to_json

if TYPE_CHECKING:
    from keypeg.study.answers import AdviceAnswer, AlternativeAnswer, PuzzleAnswer, ReviewAnswer
    from keypeg.study.answers.advice import BoardSetting
    from keypeg.study.answers.puzzles import ExplainedSolution, ExplainedVerdict

MAX_LISTED_CODES = 500
"""The most candidates that advice lists."""

SECONDS_PER_REVIEW = 10.0
"""What the rounds of a review share, so that one of many rounds ends in time too. It depends on the record alone, so
the same review is the same everywhere."""


def advise_on_board(request: AdviceRequest) -> AdviceAnswer:
    """The best guess, others, the candidates, and the cells of a guess."""
    edition = read_edition(request.edition)
    seat = edition.seats if request.seat is None else request.seat
    if not 1 <= seat <= edition.seats:
        raise ReadError("no-such-number", text=str(seat), low=1, high=edition.seats)
    board = new_board(edition, seat, request.own)
    enter_rows(board, list(request.rows))
    compared_guess = None if request.guess is None else board.read_guess(request.guess)
    advice = board.advice(request.seconds, compared_guess)
    if not isinstance(advice, Advice):
        return {**contradiction_to_json(board, advice), **_setting(board)}
    whole_codes = board.whole_codes(advice)
    guesses = guesses_to_json(board, advice)
    guesses["candidates"] = guesses["candidates"][:MAX_LISTED_CODES]
    # Where parts are dealt and the code is known, the best action is to call, not a row: there are no cells.
    is_call = advice.compared is None and len(whole_codes) == 1 and board.game.solved_mark < 0
    return {
        **guesses,
        **_setting(board),
        "colour_counts": colour_counts_to_json(board, whole_codes),
        "compared": None if advice.compared is None else rated_guess_to_json(board, advice.compared, whole_codes),
        "partition": [] if is_call else cells_to_json(board, (advice.compared or advice.best).guess),
    }


def _setting(board: StudyBoard) -> BoardSetting:
    """What can be entered on this board."""
    return {
        "seat": board.seat,
        "space": space_to_json(board.edition.guess_space(board.seat, board.own or None)),
        "makers": len(board.game.marks[0]),
        "marks": [[mark_to_json(mark) for mark in marks] for marks in board.game.marks],
    }


def review_match(request: ReviewRequest) -> ReviewAnswer:
    """Analyse every round of a match, or one of them."""
    replay = replay_text(request.record, "record")
    rounds = len(round_numbers(replay)) if request.round is None else 1
    seconds = min(request.seconds, SECONDS_PER_REVIEW / rounds)
    return review_to_json(analyse_match(replay, request.round, seconds, request.seat), request.lang)


def compare_guesses(request: AlternativeRequest) -> AlternativeAnswer:
    """Compare another guess with the one that was played, in the currency of the edition."""
    return {"comparison": compare_alternative(replay_text(request.record, "record"), request)}


def pose_puzzle(request: PuzzleRequest) -> PuzzleAnswer:
    """A puzzle in values and in words."""
    day = None if request.day is None else date.fromisoformat(request.day)
    puzzle = _puzzle(request, day)
    text = PuzzleText(puzzle, day, PageText(puzzle.edition, (), request.lang))
    return {
        **puzzle_to_json(puzzle, day),
        "space": space_to_json(answer_space(puzzle)),
        "title": text.title(),
        "palette_text": MatchText(puzzle.edition, (), request.lang).palette(),
        "conditions": text.condition_lines(),
        "question": text.question_lines(),
        "hints": [text.hint_text(hint) for hint in islice(list_hints(puzzle), request.hints)],
        "verdict": None if request.answer is None else _verdict(text, read_answer(puzzle, request.answer)),
        "solution": _solution(text) if request.solution else None,
    }


def _verdict(text: PuzzleText, answer: Code) -> ExplainedVerdict:
    """Whether an answer is right, in values and in words."""
    verdict = check_answer(text.puzzle, answer)
    return {
        **verdict_to_json(text.puzzle, answer),
        "sentence": text.verdict_sentence(answer, verdict),
        "reasons": text.verdict_reasons(verdict),
        "partition": partition_to_json(text.puzzle, answer),
    }


def _solution(text: PuzzleText) -> ExplainedSolution:
    """The solution, in values and in words."""
    return {
        **solution_to_json(text.puzzle),
        "sentence": text.solution_sentence(),
        "reasons": text.solution_reasons(),
        "partition_text": text.partition_lines(),
        "partition": partition_to_json(text.puzzle, text.puzzle.answer),
    }


def _puzzle(request: PuzzleRequest, day: date | None) -> Puzzle:
    edition = read_edition(request.edition)
    if day is not None:
        return daily_puzzle(edition, day)
    return make_puzzle(edition, PuzzleKind(request.kind), Difficulty(request.difficulty), request.seed)


HANDLERS: dict[type, Callable[[Any], Any]] = {
    AdviceRequest: advise_on_board,
    ReviewRequest: review_match,
    AlternativeRequest: compare_guesses,
    PuzzleRequest: pose_puzzle,
    LessonRequest: give_lesson,
    HintRequest: give_hints,
}
"""The handler of each type of request."""
