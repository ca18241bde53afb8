"""Puzzles as JSON values, and reading answers to them."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from keypeg.core.codes import Code, CodeSpace
from keypeg.core.marks import Mark
from keypeg.puzzles.generator import check_answer, codes_fitting_puzzle
from keypeg.puzzles.puzzle import Puzzle, PuzzleKind
from keypeg.records.edition_links import write_edition
from keypeg.records.notation import Palette, read_code, write_code, write_mark
from keypeg.records.position_links import Position, PositionRow, write_position
from keypeg.study.shared_values import given_mark_to_json

if TYPE_CHECKING:
    from keypeg.study.answers import puzzles as types
    from keypeg.study.answers.shared import PuzzleRow


def position_of_puzzle(puzzle: Puzzle) -> Position:
    """The position of a puzzle, which links write on one line. It does not hold the seat's own parts."""
    return Position(puzzle.edition, tuple(PositionRow(*row) for row in puzzle.rows))


def read_answer(puzzle: Puzzle, text: str, letters: Palette | None = None) -> Code:
    """Read an answer in these letters, or in those of records. Raises `KeypegError` if it is not allowed."""
    code = read_code(text, letters or puzzle.edition.palette)
    answer_space(puzzle).check(code)
    return code


def answer_space(puzzle: Puzzle) -> CodeSpace:
    """The answers that are allowed."""
    best = puzzle.kind is PuzzleKind.BEST_GUESS
    return (puzzle.edition.guess_space if best else puzzle.edition.secret_space)(puzzle.seat)


def puzzle_to_json(puzzle: Puzzle, day: date | None) -> types.PuzzlePosition:
    """A puzzle without its solution."""
    palette = puzzle.edition.palette
    return {
        "edition": write_edition(puzzle.edition),
        "kind": puzzle.kind.value,
        "difficulty": puzzle.difficulty.value,
        "seed": puzzle.seed,
        "day": day.isoformat() if day else None,
        "effort": puzzle.effort,
        "seat": puzzle.seat,
        "own": write_code(puzzle.own, palette) if puzzle.own else None,
        "rows": rows_to_json(puzzle),
        "position": write_position(position_of_puzzle(puzzle)),
    }


def rows_to_json(puzzle: Puzzle) -> list[PuzzleRow]:
    """The rows of a puzzle."""
    return [
        {
            "seat": row.seat,
            "guess": write_code(row.guess, puzzle.edition.palette),
            "marks": [given_mark_to_json(given.by, given.mark) for given in row.marks],
        }
        for row in puzzle.rows
    ]


def verdict_to_json(puzzle: Puzzle, answer: Code) -> types.PuzzleVerdict:
    """Whether an answer is right, and why not."""
    verdict = check_answer(puzzle, answer)
    return {
        "answer": write_code(answer, puzzle.edition.palette),
        "right": verdict.right,
        "contradicted": [wrong.row for wrong in verdict.contradicted],
        "expected": verdict.value.expected if verdict.value else None,
        "best": verdict.best.expected if verdict.best else None,
    }


def solution_to_json(puzzle: Puzzle) -> types.PuzzleSolution:
    """The solution."""
    palette = puzzle.edition.palette
    return {
        "answer": write_code(puzzle.answer, palette),
        "candidates": [write_code(code, palette) for code in codes_fitting_puzzle(puzzle)],
    }


def partition_of_puzzle(puzzle: Puzzle, guess: Code) -> list[tuple[Mark, tuple[Code, ...]]]:
    """The codes that fit all rows, by the marks that they would give a guess."""
    marked: dict[Mark, tuple[Code, ...]] = {}
    for code in codes_fitting_puzzle(puzzle):
        mark = puzzle.edition.marking.mark(code, guess)
        marked[mark] = (*marked.get(mark, ()), code)
    return sorted(marked.items())


def partition_to_json(puzzle: Puzzle, guess: Code) -> list[types.ListedCell]:
    """The same as JSON values for a best-guess puzzle; empty for a one-code puzzle, where only one code is left."""
    if puzzle.kind is not PuzzleKind.BEST_GUESS:
        return []
    palette = puzzle.edition.palette
    return [
        {"notation": write_mark(mark), "candidates": [write_code(code, palette) for code in codes]}
        for mark, codes in partition_of_puzzle(puzzle, guess)
    ]
