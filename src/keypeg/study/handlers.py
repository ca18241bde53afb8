"""The answers to what is asked at the desk, as plain values. This loads the solver: it runs where one thinks."""

from collections.abc import Callable
from datetime import date
from itertools import islice
from typing import Any

from keypeg.analysis.hints import looks_for_code
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
from keypeg.study.advice_values import plain_advice, plain_cells, plain_heat, plain_option
from keypeg.study.certainties import notebook_of
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
from keypeg.study.review_text import told_instead, told_match
from keypeg.study.study_board import read_rows, set_up
from keypeg.wire.match_values import plain_mark, plain_space

Plain = dict[str, Any]

MOST_LISTED = 500
"""How many of the codes left are listed."""


def advise_on(asked: AdviceRequest) -> Plain:
    """The best guess, others, the codes left, and into which cells the guess parts them."""
    edition = read_edition(asked.edition)
    seat = edition.seats if asked.seat is None else asked.seat
    if not 1 <= seat <= edition.seats:
        raise ReadError("no-such-number", text=str(seat), low=1, high=edition.seats)
    board = set_up(edition, seat, asked.own)
    read_rows(board, list(asked.rows))
    tried = None if asked.guess is None else board.read_guess(asked.guess)
    advice = board.advice(asked.seconds, tried)
    told = plain_advice(board, advice) | {
        "seat": seat,
        "space": plain_space(edition.guess_space(seat, board.own or None)),
        "makers": len(board.game.marks[0]),
        "marks": [[plain_mark(mark) for mark in marks] for marks in board.game.marks],
    }
    if not isinstance(advice, Advice):
        return told
    wholes = board.wholes(advice)
    told["codes"] = told["codes"][:MOST_LISTED]
    told["heat"] = plain_heat(board, wholes)
    told["tried"] = None if advice.tried is None else plain_option(board, advice.tried, wholes)
    # Where parts are dealt and all are known, the best is no row but to say the code: that parts nothing.
    says = advice.tried is None and len(wholes) == 1 and board.game.solved < 0
    told["parted"] = [] if says else plain_cells(board, (advice.tried or advice.best).guess)
    return told


def review(asked: ReviewRequest) -> Plain:
    """The rounds, judged."""
    found = replay_text(asked.record, "record")
    return told_match(analyse_match(found, asked.round, asked.seconds, asked.seat), asked.lang)


def instead(asked: AlternativeRequest) -> Plain:
    """The other guess beside the one that was played, in the currency of the edition, where that can be told."""
    return {"instead": told_instead(replay_text(asked.record, "record"), asked)}


def pose(asked: PuzzleRequest) -> Plain:
    """The puzzle in values and in words."""
    day = None if asked.day is None else date.fromisoformat(asked.day)
    puzzle = _puzzle(asked, day)
    teller = PuzzleText(puzzle, day, asked.lang)
    told: Plain = plain_puzzle(puzzle, day) | {
        "space": plain_space(answer_space(puzzle)),
        "told": [*teller.head(), *teller.asked()],
        "hints": [teller.hint(hint) for hint in islice(hints(puzzle), asked.hints)],
        "verdict": None,
        "solution": None,
    }
    if asked.answer is not None:
        answer = read_answer(puzzle, asked.answer)
        told["verdict"] = plain_verdict(puzzle, answer) | {
            "told": teller.verdict(answer, judge(puzzle, answer)),
            "cells": plain_parting(puzzle, answer),
        }
    if asked.solution:
        told["solution"] = plain_solution(puzzle) | {
            "told": teller.solution(),
            "cells": plain_parting(puzzle, puzzle.answer),
        }
    return told


def _puzzle(asked: PuzzleRequest, day: date | None) -> Puzzle:
    edition = read_edition(asked.edition)
    if day is not None:
        return daily_puzzle(edition, day)
    return make_puzzle(edition, PuzzleKind(asked.kind), Difficulty(asked.difficulty), asked.seed)


def aid(asked: HintRequest) -> Plain:
    """What is left, hints in steps, and whether a guess in the making can still become one that fits all rows."""
    state = replay_text(asked.record, "record").state
    view = observe(state, asked.seat)
    teller = MatchText(state.edition, (), asked.lang)
    if not looks_for_code(view):
        return {"steps": [], "half": None, "notebook": None}
    helper = Helper(teller)
    half = " ".join(helper.help(view, asked.half)) if asked.half else None
    steps = helper.all_steps(view) if asked.hints else []
    return {"steps": steps, "half": half, "notebook": notebook_of(view)}


ANSWERS: dict[type, Callable[[Any], Plain]] = {
    AdviceRequest: advise_on,
    ReviewRequest: review,
    AlternativeRequest: instead,
    PuzzleRequest: pose,
    LessonRequest: teach,
    HintRequest: aid,
}
"""Who answers what."""
