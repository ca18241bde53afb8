"""Hints for a puzzle, each of which reveals a little more, and an explanation of its solution."""

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
    """A hint for a puzzle."""

    key: str
    """The kind of hint: the key of its sentence."""
    number: int = 0
    """The row or hole that it is about, or how often a peg is there."""
    codes: int = 0
    """How many codes there are."""
    pegs: Code = ()
    """The pegs that it is about."""
    listed: tuple[Code, ...] = ()
    """The codes that it is about."""


def list_hints(puzzle: Puzzle) -> tuple[Hint, ...]:
    """All hints in order, each of which reveals a little more.

    The first never names a whole guess, and none gives the whole solution.
    """
    return _for_one_code(puzzle) if puzzle.kind is PuzzleKind.ONE_CODE else _for_best_guess(puzzle)


def _for_one_code(puzzle: Puzzle) -> tuple[Hint, ...]:
    game = game_of_puzzle(puzzle)
    codes_by_row = [count_answers(game, find_candidates(game, [clue])) for clue in puzzle.clues]
    fewest = min(codes_by_row)
    hints = [Hint("hint-row", number=codes_by_row.index(fewest) + 1, codes=fewest)]
    absent = tuple(peg for peg, (_, most) in enumerate(deduce_from_puzzle(puzzle).pegs) if peg != BLANK and most == 0)
    if absent and not puzzle.own:
        hints.append(Hint("hint-absent", pegs=absent))
    return (*hints, *_reveal_one_by_one(puzzle))


def _reveal_one_by_one(puzzle: Puzzle) -> list[Hint]:
    """The code, one hole or one colour at a time, except the last."""
    code = puzzle.answer
    if not puzzle.edition.marking.ordered:
        hints = [Hint("hint-colour", number=code.count(peg), pegs=(peg,)) for peg in sorted(set(code))]
    else:
        own = puzzle.own or (BLANK,) * len(code)
        hints = [Hint("hint-hole", hole, pegs=(peg,)) for hole, peg in enumerate(code, 1) if not own[hole - 1]]
    return hints[:-1]


def _for_best_guess(puzzle: Puzzle) -> tuple[Hint, ...]:
    best = explain_best_guess(puzzle).best
    return (
        Hint("hint-can-be" if best.can_be_code else "hint-cannot-be"),
        Hint("hint-marks", number=best.marks),
        Hint("hint-list", listed=codes_fitting_puzzle(puzzle)),
    )


def deduce_from_puzzle(puzzle: Puzzle) -> Deduction:
    """What is certain after reading the rows of a puzzle one by one."""
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
    """The candidates."""
    best: GuessValue
    """The value of the best guess."""
    rival: Code | None
    """The best of the worse guesses that can be the code; None if there is none."""
    rival_value: GuessValue | None
    """Its value."""


def explain_best_guess(puzzle: Puzzle) -> BestGuessExplanation:
    """Explain why the best guess is the best, compared with the candidates."""
    game, guess_values = game_of_puzzle(puzzle), value_guesses(puzzle)
    best = guess_values.value(game.guess_number(puzzle.answer))
    others = [(guess_values.value(guess), guess) for guess in game.guess_of[guess_values.codes].tolist()]
    others = [(value, guess) for value, guess in others if value.expected > best.expected]
    value, rival = min(others, key=lambda other: other[0].expected, default=(None, -1))
    return BestGuessExplanation(codes_fitting_puzzle(puzzle), best, game.guess(rival) if value else None, value)
