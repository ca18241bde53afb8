"""The marks of all guesses for the codes of a search, computed in advance.

A search renumbers its codes, heaviest first, so that every set of codes in ascending order starts with its heaviest.
The marks are stored three times, because they are read in three ways: by guess, to split a set of codes; by code in
bytes, to count cell sizes; and by code as single bits, to count the cells of every guess in one pass.
"""

from typing import Any, NamedTuple

import numpy as np

from keypeg.core.errors import RuleError
from keypeg.solver.game.guessing_game import GuessingGame
from keypeg.solver.game.mark_sums import NO_SUM
from keypeg.solver.game.partition import mark_table, transpose
from keypeg.solver.kernels.array_types import Bytes, Longs, Numbers, Words
from keypeg.solver.kernels.hashing import zobrist_keys
from keypeg.solver.kernels.simd import kernel
from keypeg.solver.strategy.costs import Costs

MAX_TABLE_BYTES = 3_000_000_000
"""The most bytes that the mark tables of a search may take."""


class MarkTables(NamedTuple):
    """The codes, guesses, marks and costs of a search, in the forms that its kernels read."""

    codes: Numbers
    """For each code of the search, its index in the game."""
    marks_by_guess: Bytes
    """The mark of each guess (row) for each code."""
    marks_by_code: Bytes
    """The mark of each code (row) for each guess, padded to whole vectors."""
    mark_bits: Any
    """The same with each mark as a single bit."""
    guess_of: Numbers
    """For each code, the guess that is the same code."""
    weights: Longs
    """The weight of each code, in descending order."""
    hash_keys: Words
    """The two Zobrist keys of each code."""
    guesses: Bytes
    hole_orders: Bytes
    peg_kinds: Bytes
    """The guesses as pegs, and their symmetry: see `keypeg.solver.game.symmetry`."""
    wanted_marks: Bytes
    """All marks, padded to whole groups with one that never occurs."""
    group_size: int
    """How many marks are counted at once: see `keypeg.solver.kernels.simd.count_rows`."""
    mark_count: int
    """The number of marks."""
    solved_mark: int
    """The mark of a guess that is the code."""
    has_unit_weights: bool
    """Whether all codes have weight 1."""
    has_constant_costs: bool
    """Whether every guess adds the same cost, so that the cost of a position does not depend on its level."""
    increments: Longs
    """For each level, what its guess costs each code that is not found before."""


def build_mark_tables(game: GuessingGame, codes: Numbers, costs: Costs) -> MarkTables:
    """The tables for a search among these codes. Raises `RuleError` if they would be too large."""
    check_searchable(game, len(codes))
    order = np.argsort(-game.weights[codes], kind="stable")
    codes = np.ascontiguousarray(np.asarray(codes, np.int32)[order])
    marks_by_code = mark_table(game, codes)
    bits_type = _bits_type(len(game.marks))
    mark_bits = np.empty(marks_by_code.shape, bits_type)
    set_bits(marks_by_code, np.array([2**mark for mark in range(len(game.marks))], bits_type), mark_bits)
    marks_by_guess = np.empty((len(game.guesses), len(codes)), np.uint8)
    transpose(marks_by_code, marks_by_guess)
    weights, sums = game.weights[codes], game.mark_sums.sums
    return MarkTables(
        codes=codes,
        marks_by_guess=marks_by_guess,
        marks_by_code=marks_by_code,
        mark_bits=mark_bits,
        guess_of=game.guess_of[codes],
        weights=weights,
        hash_keys=zobrist_keys(len(game.codes))[codes],
        guesses=game.guesses,
        hole_orders=game.symmetry.hole_orders,
        peg_kinds=game.symmetry.peg_kinds,
        wanted_marks=np.where(sums == NO_SUM, NO_SUM, np.arange(len(sums))).astype(np.uint8),
        group_size=game.mark_sums.group_size,
        mark_count=len(game.marks),
        solved_mark=game.solved_mark,
        has_unit_weights=bool((weights == 1).all()),
        has_constant_costs=costs.is_constant,
        increments=costs.increments_from(1),
    )


def check_searchable(game: GuessingGame, codes: int) -> None:
    """Raise `RuleError` if so many codes of a game cannot be searched exactly."""
    if game.solved_mark < 0:
        raise RuleError("no-exact-search")
    if not is_searchable(game, codes):
        raise RuleError("game-too-large", codes=codes, most=_max_codes(game))


def is_searchable(game: GuessingGame, codes: int) -> bool:
    """Whether the mark tables for so many codes fit into `MAX_TABLE_BYTES`."""
    return codes <= _max_codes(game)


def _max_codes(game: GuessingGame) -> int:
    bytes_per_mark: int = np.dtype(_bits_type(len(game.marks))).itemsize + 2
    return MAX_TABLE_BYTES // (len(game.guesses) * bytes_per_mark)


def _bits_type(marks: int) -> Any:
    """The narrowest integer type with a bit for every mark."""
    return np.uint16 if marks <= 16 else np.uint32 if marks <= 32 else np.uint64


@kernel
def set_bits(marks_by_code: Bytes, powers: Any, mark_bits: Any) -> None:
    """Set `mark_bits` to the power of two that stands for each mark."""
    for code in range(marks_by_code.shape[0]):
        for guess in range(marks_by_code.shape[1]):
            mark_bits[code, guess] = powers[marks_by_code[code, guess]]
