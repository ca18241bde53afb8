"""Problems as plain values, and answers to them."""

from datetime import date
from typing import Any

from keypeg.core.codes import Code, CodeSpace
from keypeg.core.marks import Mark
from keypeg.puzzles.generator import codes_behind, judge
from keypeg.puzzles.puzzle import Kind, Problem
from keypeg.records.edition_links import write_edition
from keypeg.records.notation import read_code, write_code, write_mark
from keypeg.records.position_links import Position, PositionRow, write_position
from keypeg.wire.match_values import plain_mark

Plain = dict[str, Any]


def position_of(problem: Problem) -> Position:
    """The position of a problem, which can be written on one line. One's own parts are not in it."""
    return Position(problem.edition, tuple(PositionRow(*row) for row in problem.rows))


def read_answer(problem: Problem, text: str) -> Code:
    """An answer as it is written. Raises what is wrong with it."""
    code = read_code(text, problem.edition.palette)
    answer_space(problem).check(code)
    return code


def answer_space(problem: Problem) -> CodeSpace:
    """What can be answered."""
    best = problem.kind is Kind.BEST_GUESS
    return (problem.edition.guess_space if best else problem.edition.secret_space)(problem.seat)


def plain_problem(problem: Problem, day: date | None) -> Plain:
    """What is asked; not what is to be found."""
    palette = problem.edition.palette
    return {
        "edition": write_edition(problem.edition),
        "kind": problem.kind.value,
        "difficulty": problem.difficulty.value,
        "seed": problem.seed,
        "day": day.isoformat() if day else None,
        "effort": problem.effort,
        "seat": problem.seat,
        "own": write_code(problem.own, palette) if problem.own else None,
        "rows": plain_rows(problem),
        "position": write_position(position_of(problem)),
    }


def plain_rows(problem: Problem) -> list[Plain]:
    """What stands on the board."""
    return [
        {
            "seat": row.seat,
            "guess": write_code(row.guess, problem.edition.palette),
            "marks": [{"by": by, **plain_mark(mark)} for by, mark in row.marks],
        }
        for row in problem.rows
    ]


def plain_verdict(problem: Problem, answer: Code) -> Plain:
    """What there is to say of an answer."""
    verdict = judge(problem, answer)
    return {
        "answer": write_code(answer, problem.edition.palette),
        "right": verdict.right,
        "contradicted": [wrong.row for wrong in verdict.contradicted],
        "expected": verdict.worth.expected if verdict.worth else None,
        "best": verdict.best.expected if verdict.best else None,
    }


def plain_solution(problem: Problem) -> Plain:
    """What was to be found."""
    palette = problem.edition.palette
    return {
        "answer": write_code(problem.answer, palette),
        "codes": [write_code(code, palette) for code in codes_behind(problem)],
    }


def parting(problem: Problem, guess: Code) -> list[tuple[Mark, tuple[Code, ...]]]:
    """The codes left by the marks that they would give a guess."""
    marked: dict[Mark, tuple[Code, ...]] = {}
    for code in codes_behind(problem):
        mark = problem.edition.marking.mark(code, guess)
        marked[mark] = (*marked.get(mark, ()), code)
    return sorted(marked.items())


def plain_parting(problem: Problem, guess: Code) -> list[Plain]:
    """The same as plain values, where a best guess is asked for; elsewhere only one code is left."""
    if problem.kind is not Kind.BEST_GUESS:
        return []
    palette = problem.edition.palette
    return [
        {"mark": write_mark(mark), "codes": [write_code(code, palette) for code in codes]}
        for mark, codes in parting(problem, guess)
    ]
