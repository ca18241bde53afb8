"""Makes puzzles and checks answers to them.

A puzzle depends on its edition, kind, difficulty and seed alone, on every machine: see `keypeg.draws.seeded_random`.
Difficulty is measured: see `keypeg.puzzles.one_code` and `keypeg.puzzles.best_guess`.
"""

from dataclasses import dataclass
from math import comb, prod

import numpy as np

from keypeg.core.codes import Code, join_parts
from keypeg.core.edition import Edition
from keypeg.core.errors import RuleError
from keypeg.core.marks import Mark
from keypeg.draws.random_codes import draw_parts
from keypeg.draws.seeded_random import SeededRandom
from keypeg.puzzles.best_guess import GuessValue, GuessValues, draft_best_guess
from keypeg.puzzles.drafts import Draft
from keypeg.puzzles.one_code import draft_one_code
from keypeg.puzzles.puzzle import Difficulty, Puzzle, PuzzleKind, puzzle_row
from keypeg.solver.advice.advisor import find_candidates
from keypeg.solver.game.guessing_game import MAX_CODES, GuessingGame, game_for
from keypeg.solver.game.partition import marks_of_guess
from keypeg.solver.kernels.array_types import Numbers

_DRAFTERS = {PuzzleKind.ONE_CODE: draft_one_code, PuzzleKind.BEST_GUESS: draft_best_guess}


def make_puzzle(edition: Edition, kind: PuzzleKind, difficulty: Difficulty, seed: str) -> Puzzle:
    """Make the puzzle of this kind and difficulty from this seed.

    Raises `RuleError` where that is impossible: a best guess where no mark breaks the code, a game too large for the
    solver, or one too small for this difficulty.
    """
    chance = SeededRandom(f"keypeg problem 1\n{edition.link}\n{kind.value}\n{seed}")
    if edition.dealt:
        if kind is PuzzleKind.BEST_GUESS:
            raise RuleError("no-best-guess")
        _check_deals(edition)
    own = draw_parts(edition, chance.below)[edition.default_breaker - 1] if edition.dealt else ()
    game = game_for(edition, edition.default_breaker, own or None)
    # Where the last row must be the code, a row is kept free for it.
    most_rows = edition.guesses.rows - (not edition.dealt)
    draft = _DRAFTERS[kind](game, most_rows, difficulty, chance)
    if draft is None:
        raise RuleError("no-such-puzzle", kind=kind.value, difficulty=difficulty.value)
    rows = tuple(
        puzzle_row(edition, number, game.guess(guess), game.marks[mark])
        for number, (guess, mark) in enumerate(draft.rows, 1)
    )
    return Puzzle(edition, kind, difficulty, seed, rows, own, _answer_of_draft(game, kind, own, draft), draft.effort)


def _check_deals(edition: Edition) -> None:
    """Raise if the other seats' parts can be dealt in more ways than the solver can list."""
    others, parts = edition.seats - 1, edition.secrets.parts
    free = [edition.secrets.space.holes - parts * seat for seat in range(1, others + 1)]
    deals = prod(comb(holes, parts) for holes in free) * edition.secrets.space.colours ** (others * parts)
    if deals > MAX_CODES:
        raise RuleError("game-too-large", codes=deals, most=MAX_CODES)


def _answer_of_draft(game: GuessingGame, kind: PuzzleKind, own: Code, draft: Draft) -> Code:
    if kind is PuzzleKind.BEST_GUESS:
        return game.guess(draft.answer)
    return join_own_parts(game.code(draft.answer), own)


def join_own_parts(code: Code, own: Code) -> Code:
    """A whole code from a code of the guessing game: where parts are dealt, all parts joined with the seat's own."""
    if not own:
        return code
    return join_parts((own, *(code[start : start + len(own)] for start in range(0, len(code), len(own)))))


def game_of_puzzle(puzzle: Puzzle) -> GuessingGame:
    """The guessing game that the puzzle is a position of."""
    return game_for(puzzle.edition, puzzle.seat, puzzle.own or None)


def codes_fitting_puzzle(puzzle: Puzzle) -> tuple[Code, ...]:
    """The codes that fit all rows, in order."""
    game = game_of_puzzle(puzzle)
    codes = (game.code(int(code)) for code in find_candidates(game, puzzle.clues))
    return tuple(sorted({join_own_parts(code, puzzle.own) for code in codes}))


@dataclass(frozen=True)
class MisfitRow:
    """A row that an answer does not fit."""

    row: int
    """Its number, from 1."""
    given: tuple[Mark, ...]
    """The marks on it."""
    right: tuple[Mark, ...]
    """The marks it would have if the answer were the code; empty where parts are dealt, as nobody knows who holds
    which."""


@dataclass(frozen=True)
class Verdict:
    """Whether an answer is right, and why not."""

    right: bool
    contradicted: tuple[MisfitRow, ...] = ()
    """In a one-code puzzle: the rows that the answer does not fit."""
    keeps_own_parts: bool = True
    """Where parts are dealt: whether the answer contains the seat's own parts."""
    value: GuessValue | None = None
    """In a best-guess puzzle: the value of the answer,"""
    best: GuessValue | None = None
    """and of the best guess."""


def check_answer(puzzle: Puzzle, answer: Code) -> Verdict:
    """Check an answer. Raises `RuleError` if it is not allowed.

    Every guess as good as the best one is right; so is any order of the pegs where order does not count.
    """
    game = game_of_puzzle(puzzle)
    if puzzle.kind is PuzzleKind.BEST_GUESS:
        puzzle.edition.guess_space(puzzle.seat).check(answer)
        guess_values = value_guesses(puzzle)
        value, best = (guess_values.value(game.guess_number(guess)) for guess in (answer, puzzle.answer))
        return Verdict(value.expected == best.expected, value=value, best=best)
    puzzle.edition.secret_space(puzzle.seat).check(answer)
    if puzzle.own:
        return _check_whole_code(puzzle, game, answer)
    marking = puzzle.edition.marking
    marked = [(marking.mark(answer, guess),) for guess, _ in puzzle.clues]
    wrong = tuple(
        MisfitRow(row, given, right)
        for row, ((_, given), right) in enumerate(zip(puzzle.clues, marked, strict=True), 1)
        if given != right
    )
    return Verdict(not wrong, wrong)


def _check_whole_code(puzzle: Puzzle, game: GuessingGame, answer: Code) -> Verdict:
    """Check a whole code: a row rules it out if it does so however the parts are dealt."""
    parts = game.codes.reshape(len(game.codes), -1, len(answer))
    whole_codes = np.maximum(parts.max(axis=1), np.array(puzzle.own, np.uint8))
    codes: Numbers = np.flatnonzero((whole_codes == answer).all(axis=1)).astype(np.int32)
    wrong = []
    for row, (guess, given) in enumerate(puzzle.clues, 1):
        if not (marks_of_guess(game, game.guess_number(guess), codes) == game.mark_number(given)).any():
            wrong.append(MisfitRow(row, given, ()))
    own_kept = all(own_peg in (0, peg) for own_peg, peg in zip(puzzle.own, answer, strict=True))
    return Verdict(answer == puzzle.answer, tuple(wrong) if own_kept else (), own_kept)


def value_guesses(puzzle: Puzzle) -> GuessValues:
    """The values of guesses in a best-guess puzzle."""
    game = game_of_puzzle(puzzle)
    placed = tuple(game.guess_number(guess) for guess, _ in puzzle.clues)
    return GuessValues(game, find_candidates(game, puzzle.clues), placed)
