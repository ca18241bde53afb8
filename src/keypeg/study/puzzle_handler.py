"""Answers requests for puzzles, which the compiled solver makes."""

from __future__ import annotations

from datetime import date
from itertools import islice
from typing import TYPE_CHECKING

from keypeg.core.codes import Code
from keypeg.i18n.match_text import MatchText
from keypeg.i18n.page_text import PageText
from keypeg.puzzles.daily_puzzle import daily_puzzle
from keypeg.puzzles.generator import check_answer, make_puzzle
from keypeg.puzzles.puzzle import Difficulty, Puzzle, PuzzleKind
from keypeg.puzzles.puzzle_hints import list_hints
from keypeg.records.edition_links import read_edition
from keypeg.study.puzzle_text import PuzzleText
from keypeg.study.puzzle_values import (
    answer_space,
    partition_to_json,
    puzzle_to_json,
    read_answer,
    solution_to_json,
    verdict_to_json,
)
from keypeg.study.requests import PuzzleRequest
from keypeg.wire.match_values import space_to_json

if TYPE_CHECKING:
    from keypeg.study.answers import PuzzleAnswer
    from keypeg.study.answers.puzzles import ExplainedSolution, ExplainedVerdict


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
