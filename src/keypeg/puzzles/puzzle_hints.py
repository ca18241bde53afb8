"""Help with a puzzle: hints that say a little more each time, and why the answer is the answer."""

from dataclasses import dataclass
from typing import NamedTuple

from keypeg.core.codes import BLANK, Code
from keypeg.puzzles.best_guess import GuessValue
from keypeg.puzzles.deduction import Deduction, deduce_from_rows
from keypeg.puzzles.drafts import count_answers
from keypeg.puzzles.generator import codes_fitting_puzzle, game_of_puzzle, value_guesses
from keypeg.puzzles.puzzle import Puzzle, PuzzleKind
from keypeg.solver.advice.advisor import find_candidates


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


def list_hints(puzzle: Puzzle) -> tuple[Hint, ...]:
    """What can be said to help, a little more each time, but never all."""
    return _for_one_code(puzzle) if puzzle.kind is PuzzleKind.ONE_CODE else _for_best_guess(puzzle)


def _for_one_code(puzzle: Puzzle) -> tuple[Hint, ...]:
    game = game_of_puzzle(puzzle)
    alone = [count_answers(game, find_candidates(game, [clue])) for clue in puzzle.clues]
    fewest = min(alone)
    found = [Hint("hint-row", number=alone.index(fewest) + 1, codes=fewest)]
    absent = tuple(peg for peg, (_, most) in enumerate(deduce_from_puzzle(puzzle).pegs) if peg != BLANK and most == 0)
    if absent and not puzzle.own:
        found.append(Hint("hint-absent", pegs=absent))
    return (*found, *_reveal_one_by_one(puzzle))


def _reveal_one_by_one(puzzle: Puzzle) -> list[Hint]:
    """The code, one hole or one colour after the other, but for the last."""
    code = puzzle.answer
    if not puzzle.edition.marking.ordered:
        told = [Hint("hint-colour", number=code.count(peg), pegs=(peg,)) for peg in sorted(set(code))]
    else:
        held = puzzle.own or (BLANK,) * len(code)
        told = [Hint("hint-hole", hole, pegs=(peg,)) for hole, peg in enumerate(code, 1) if not held[hole - 1]]
    return told[:-1]


def _for_best_guess(puzzle: Puzzle) -> tuple[Hint, ...]:
    best = explain_best_guess(puzzle).best
    return (
        Hint("hint-list", listed=codes_fitting_puzzle(puzzle)),
        Hint("hint-can-be" if best.can_be_code else "hint-cannot-be"),
        Hint("hint-marks", number=best.marks),
    )


def deduce_from_puzzle(puzzle: Puzzle) -> Deduction:
    """How far one gets by reading the rows of a puzzle one by one."""
    game = game_of_puzzle(puzzle)
    return deduce_from_rows(game, [find_candidates(game, [clue]) for clue in puzzle.clues])


def codes_left_by_row(puzzle: Puzzle) -> tuple[int, ...]:
    """How many codes are left after the first row, after the first two, and so on."""
    game = game_of_puzzle(puzzle)
    rows = range(1, len(puzzle.rows) + 1)
    return tuple(count_answers(game, find_candidates(game, puzzle.clues[:row])) for row in rows)


@dataclass(frozen=True)
class BestGuessExplanation:
    """Why a guess is the best."""

    codes: tuple[Code, ...]
    """The codes left."""
    best: GuessValue
    """What the best guess is worth."""
    rival: Code | None
    """Another guess that could be the code, and is the best of those; None if there is none but the best itself."""
    rival_value: GuessValue | None
    """What that one is worth."""


def explain_best_guess(puzzle: Puzzle) -> BestGuessExplanation:
    """Why a best guess is the best: what it is worth beside the codes left."""
    game, weighing = game_of_puzzle(puzzle), value_guesses(puzzle)
    best = weighing.value(game.guess_number(puzzle.answer))
    others = [(weighing.value(guess), guess) for guess in game.guess_of[weighing.codes].tolist()]
    others = [(worth, guess) for worth, guess in others if worth.expected > best.expected]
    worth, rival = min(others, key=lambda other: other[0].expected, default=(None, -1))
    return BestGuessExplanation(codes_fitting_puzzle(puzzle), best, game.guess(rival) if worth else None, worth)
