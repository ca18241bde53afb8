"""The ground a search stands on: some codes of a game and every guess, with all marks worked out in advance.

Codes get new numbers here, the heaviest first, so that every set of them, kept in order, starts with its heaviest. The
marks are laid out three times, because they are read in three ways: by guess, to part a set of codes; by code in
bytes, to count cells in lanes; and by code as single bits, for the pass that finds out how many cells every guess has.
"""

from typing import Any, NamedTuple

import numpy as np

from keypeg.core.errors import RuleError
from keypeg.solver.game.guessing_game import GuessingGame
from keypeg.solver.game.partition import mark_table, transpose
from keypeg.solver.kernels.array_types import Bytes, Longs, Numbers, Words
from keypeg.solver.kernels.hashing import zobrist_keys
from keypeg.solver.kernels.simd import kernel
from keypeg.solver.strategy.costs import Costs

MAX_TABLE_BYTES = 3_000_000_000
"""The most bytes a ground may take."""


class MarkTables(NamedTuple):
    """Codes, guesses and marks in the forms a search reads them in."""

    numbers: Numbers
    """The codes' numbers in the game."""
    marks: Bytes
    """Of each guess (a row) for each code."""
    rows: Bytes
    """Of each code (a row) for each guess, padded to whole vectors."""
    bits: Any
    """The same, each mark a single bit."""
    guess_of: Numbers
    """For each code the guess that is the same code."""
    weights: Longs
    """Of each code; never rising."""
    hashes: Words
    """Two random numbers for each code."""
    guesses: Bytes
    orders: Bytes
    kinds: Bytes
    """The guesses themselves, and what can be exchanged: see `keypeg.solver.game.symmetry`."""
    wanted: Bytes
    """Every mark's number; padded, to whole groups, with one that never occurs."""
    group_size: int
    """How many marks are counted at once: see `keypeg.solver.kernels.simd`."""
    kinds_of_mark: int
    """How many marks there are."""
    solved: int
    """The mark that says the code is found."""
    even: bool
    """Whether all codes weigh one."""
    steady: bool
    """Whether the cost of a position does not depend on when it arises."""
    rises: Longs
    """What each further guess costs a code that is not yet found."""


def build_mark_tables(game: GuessingGame, codes: Numbers, costs: Costs, first_guess: int = 1) -> MarkTables:
    """The ground for a search among these codes, whose next guess is number `first_guess`."""
    check_searchable(game, len(codes))
    order = np.argsort(-game.weights[codes], kind="stable")
    numbers = np.ascontiguousarray(np.asarray(codes, np.int32)[order])
    kind = _bits_type(len(game.marks))
    rows = mark_table(game, numbers)
    bits = np.empty(rows.shape, kind)
    set_bits(rows, np.array([2**mark for mark in range(len(game.marks))], kind), bits)
    marks = np.empty((len(game.guesses), len(numbers)), np.uint8)
    transpose(rows, marks)
    weights = game.weights[numbers]
    return MarkTables(
        numbers=numbers,
        marks=marks,
        rows=rows,
        bits=bits,
        guess_of=game.guess_of[numbers],
        weights=weights,
        hashes=zobrist_keys(len(game.codes))[numbers],
        guesses=game.guesses,
        orders=game.symmetry.hole_orders,
        kinds=game.symmetry.peg_kinds,
        wanted=np.where(game.mark_sums.sums == 255, 255, np.arange(len(game.mark_sums.sums))).astype(np.uint8),
        group_size=game.mark_sums.group_size,
        kinds_of_mark=len(game.marks),
        solved=game.solved_mark,
        even=bool((weights == 1).all()),
        steady=costs.is_constant,
        rises=costs.increments_from(first_guess),
    )


def check_searchable(game: GuessingGame, codes: int) -> None:
    """Raise `RuleError` if there can be no exact search among so many codes."""
    if game.solved_mark < 0:
        raise RuleError("no-exact-search")
    if not is_searchable(game, codes):
        raise RuleError("puzzle-too-large", codes=codes, most=_most_codes(game))


def is_searchable(game: GuessingGame, codes: int) -> bool:
    """Whether so many codes are few enough for an exact search."""
    return codes <= _most_codes(game)


def _most_codes(game: GuessingGame) -> int:
    size: int = np.dtype(_bits_type(len(game.marks))).itemsize + 2
    return MAX_TABLE_BYTES // (len(game.guesses) * size)


def _bits_type(marks: int) -> Any:
    """The narrowest number with a bit for every mark."""
    return np.uint16 if marks <= 16 else np.uint32 if marks <= 32 else np.uint64


@kernel
def set_bits(rows: Bytes, powers: Any, bits: Any) -> None:
    """Set `bits` to the power of two that stands for each mark."""
    for code in range(rows.shape[0]):
        for guess in range(rows.shape[1]):
            bits[code, guess] = powers[rows[code, guess]]
