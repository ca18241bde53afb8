"""Help with a problem: hints that say a little more each time, and why the answer is the answer."""

from dataclasses import dataclass
from typing import NamedTuple

from keypeg.core.codes import BLANK, Code
from keypeg.puzzles.best_guess import Worth
from keypeg.puzzles.deduction import Reading, read_rows
from keypeg.puzzles.drafts import many_answers
from keypeg.puzzles.generator import codes_behind, game_behind, weigh
from keypeg.puzzles.puzzle import Kind, Problem
from keypeg.solver.advice.advisor import codes_left


class Hint(NamedTuple):
    """Something that helps."""

    key: str
    """What kind of hint it is: the key of its sentence."""
    number: int = 0
    """Which row or hole it is about, or how often a peg is there."""
    codes: int = 0
    """How many codes there are."""
    pegs: Code = ()
    """Which pegs it is about."""
    listed: tuple[Code, ...] = ()
    """Which codes it is about."""


def hints(problem: Problem) -> tuple[Hint, ...]:
    """What can be said to help, a little more each time, but never all."""
    return _for_one_code(problem) if problem.kind is Kind.ONE_CODE else _for_best_guess(problem)


def _for_one_code(problem: Problem) -> tuple[Hint, ...]:
    game = game_behind(problem)
    alone = [many_answers(game, codes_left(game, [clue])) for clue in problem.clues]
    fewest = min(alone)
    found = [Hint("hint-row", number=alone.index(fewest) + 1, codes=fewest)]
    absent = tuple(peg for peg, (_, most) in enumerate(reading_of(problem).pegs) if peg != BLANK and most == 0)
    if absent and not problem.own:
        found.append(Hint("hint-absent", pegs=absent))
    return (*found, *_bit_by_bit(problem))


def _bit_by_bit(problem: Problem) -> list[Hint]:
    """The code, one hole or one colour after the other, but for the last."""
    code = problem.answer
    if not problem.edition.marking.ordered:
        told = [Hint("hint-colour", number=code.count(peg), pegs=(peg,)) for peg in sorted(set(code))]
    else:
        held = problem.own or (BLANK,) * len(code)
        told = [Hint("hint-hole", hole, pegs=(peg,)) for hole, peg in enumerate(code, 1) if not held[hole - 1]]
    return told[:-1]


def _for_best_guess(problem: Problem) -> tuple[Hint, ...]:
    best = explain_guess(problem).best
    return (
        Hint("hint-list", listed=codes_behind(problem)),
        Hint("hint-can-be" if best.can_be_code else "hint-cannot-be"),
        Hint("hint-marks", number=best.marks),
    )


def reading_of(problem: Problem) -> Reading:
    """How far one gets by reading the rows of a problem one by one."""
    game = game_behind(problem)
    return read_rows(game, [codes_left(game, [clue]) for clue in problem.clues])


def left_after_each(problem: Problem) -> tuple[int, ...]:
    """How many codes are left after the first row, after the first two, and so on."""
    game = game_behind(problem)
    rows = range(1, len(problem.rows) + 1)
    return tuple(many_answers(game, codes_left(game, problem.clues[:row])) for row in rows)


@dataclass(frozen=True)
class Explained:
    """Why a guess is the best."""

    codes: tuple[Code, ...]
    """The codes left."""
    best: Worth
    """What the best guess is worth."""
    rival: Code | None
    """Another guess that could be the code, and is the best of those; None if there is none but the best itself."""
    rival_worth: Worth | None
    """What that one is worth."""


def explain_guess(problem: Problem) -> Explained:
    """Why a best guess is the best: what it is worth beside the codes left."""
    game, weighing = game_behind(problem), weigh(problem)
    best = weighing.worth(game.number_of(problem.answer))
    others = [(weighing.worth(guess), guess) for guess in game.guess_of[weighing.codes].tolist()]
    others = [(worth, guess) for worth, guess in others if worth.expected > best.expected]
    worth, rival = min(others, key=lambda other: other[0].expected, default=(None, -1))
    return Explained(codes_behind(problem), best, game.guess(rival) if worth else None, worth)
