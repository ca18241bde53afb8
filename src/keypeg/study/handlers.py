"""The answers to what is asked at the desk, as plain values. This loads the solver: it runs where one thinks."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from itertools import islice
from typing import TYPE_CHECKING, Any

from keypeg.analysis.hints import may_have_hints
from keypeg.core.codes import Code
from keypeg.core.errors import ReadError
from keypeg.core.observe import observe
from keypeg.i18n.match_text import MatchText
from keypeg.puzzles.daily_puzzle import daily_puzzle
from keypeg.puzzles.generator import judge, make_puzzle
from keypeg.puzzles.puzzle import Difficulty, Puzzle, PuzzleKind
from keypeg.puzzles.puzzle_hints import hints
from keypeg.records.edition_links import read_edition
from keypeg.records.replay import replay_text
from keypeg.solver.advice.advisor import Advice
from keypeg.study.advice_values import (
    plain_cells,
    plain_colour_counts,
    plain_contradiction,
    plain_guesses,
    plain_rated_guess,
)
from keypeg.study.certainties import plain_notebook
from keypeg.study.hint_session import Helper
from keypeg.study.lessons import teach
from keypeg.study.match_review import analyse_match
from keypeg.study.puzzle_text import PuzzleText
from keypeg.study.puzzle_values import (
    answer_space,
    plain_parting,
    plain_puzzle,
    plain_solution,
    plain_verdict,
    read_answer,
)
from keypeg.study.requests import (
    AdviceRequest,
    AlternativeRequest,
    HintRequest,
    LessonRequest,
    PuzzleRequest,
    ReviewRequest,
)
from keypeg.study.review_text import compare_alternative, plain_review
from keypeg.study.shared_values import plain_code_space, plain_typed_mark
from keypeg.study.study_board import StudyBoard, read_rows, set_up

if TYPE_CHECKING:
    from keypeg.study.answers import AdviceAnswer, AlternativeAnswer, HintAnswer, PuzzleAnswer, ReviewAnswer
    from keypeg.study.answers.advice import BoardSetting
    from keypeg.study.answers.puzzles import ExplainedSolution, ExplainedVerdict

MOST_LISTED = 500
"""How many of the codes left are listed."""


def advise_on_board(asked: AdviceRequest) -> AdviceAnswer:
    """The best guess, others, the codes left, and into which cells the guess parts them."""
    edition = read_edition(asked.edition)
    seat = edition.seats if asked.seat is None else asked.seat
    if not 1 <= seat <= edition.seats:
        raise ReadError("no-such-number", text=str(seat), low=1, high=edition.seats)
    board = set_up(edition, seat, asked.own)
    read_rows(board, list(asked.rows))
    tried = None if asked.guess is None else board.read_guess(asked.guess)
    advice = board.advice(asked.seconds, tried)
    if not isinstance(advice, Advice):
        return {**plain_contradiction(advice), **_setting(board)}
    wholes = board.wholes(advice)
    guesses = plain_guesses(board, advice)
    guesses["codes"] = guesses["codes"][:MOST_LISTED]
    # Where parts are dealt and all are known, the best is no row but to say the code: that parts nothing.
    says = advice.compared is None and len(wholes) == 1 and board.game.solved_mark < 0
    return {
        **guesses,
        **_setting(board),
        "heat": plain_colour_counts(board, wholes),
        "tried": None if advice.compared is None else plain_rated_guess(board, advice.compared, wholes),
        "parted": [] if says else plain_cells(board, (advice.compared or advice.best).guess),
    }


def _setting(board: StudyBoard) -> BoardSetting:
    """What can be put on this board."""
    return {
        "seat": board.seat,
        "space": plain_code_space(board.edition.guess_space(board.seat, board.own or None)),
        "makers": len(board.game.marks[0]),
        "marks": [[plain_typed_mark(mark) for mark in marks] for marks in board.game.marks],
    }


def review(asked: ReviewRequest) -> ReviewAnswer:
    """The rounds, judged."""
    found = replay_text(asked.record, "record")
    return plain_review(analyse_match(found, asked.round, asked.seconds, asked.seat), asked.lang)


def instead(asked: AlternativeRequest) -> AlternativeAnswer:
    """The other guess beside the one that was played, in the currency of the edition, where that can be told."""
    return {"instead": compare_alternative(replay_text(asked.record, "record"), asked)}


def pose(asked: PuzzleRequest) -> PuzzleAnswer:
    """The puzzle in values and in words."""
    day = None if asked.day is None else date.fromisoformat(asked.day)
    puzzle = _puzzle(asked, day)
    teller = PuzzleText(puzzle, day, asked.lang)
    return {
        **plain_puzzle(puzzle, day),
        "space": plain_code_space(answer_space(puzzle)),
        "told": [*teller.head(), *teller.asked()],
        "hints": [teller.hint(hint) for hint in islice(hints(puzzle), asked.hints)],
        "verdict": None if asked.answer is None else _verdict(teller, read_answer(puzzle, asked.answer)),
        "solution": _solution(teller) if asked.solution else None,
    }


def _verdict(teller: PuzzleText, answer: Code) -> ExplainedVerdict:
    """Whether an answer is right, in values and in words."""
    return {
        **plain_verdict(teller.puzzle, answer),
        "told": teller.verdict(answer, judge(teller.puzzle, answer)),
        "cells": plain_parting(teller.puzzle, answer),
    }


def _solution(teller: PuzzleText) -> ExplainedSolution:
    """The solution, in values and in words."""
    return {
        **plain_solution(teller.puzzle),
        "told": teller.solution(),
        "cells": plain_parting(teller.puzzle, teller.puzzle.answer),
    }


def _puzzle(asked: PuzzleRequest, day: date | None) -> Puzzle:
    edition = read_edition(asked.edition)
    if day is not None:
        return daily_puzzle(edition, day)
    return make_puzzle(edition, PuzzleKind(asked.kind), Difficulty(asked.difficulty), asked.seed)


def aid(asked: HintRequest) -> HintAnswer:
    """What is left, hints in steps, and whether a guess in the making can still become one that fits all rows."""
    state = replay_text(asked.record, "record").state
    view = observe(state, asked.seat)
    teller = MatchText(state.edition, (), asked.lang)
    if not may_have_hints(view):
        return {"steps": [], "half": None, "notebook": None}
    helper = Helper(teller)
    half = " ".join(helper.help(view, asked.half)) if asked.half else None
    steps = helper.all_steps(view) if asked.hints else []
    return {"steps": steps, "half": half, "notebook": plain_notebook(view)}


ANSWERS: dict[type, Callable[[Any], Any]] = {
    AdviceRequest: advise_on_board,
    ReviewRequest: review,
    AlternativeRequest: instead,
    PuzzleRequest: pose,
    LessonRequest: teach,
    HintRequest: aid,
}
"""Who answers what."""
