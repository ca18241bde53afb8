"""Partitions: the marks of guesses for codes, and the cells into which a guess splits the candidates.

A cell is the set of codes that would give a guess the same mark. The value of a guess follows from its cells.
"""

import numpy as np

from keypeg.solver.game.guessing_game import GuessingGame
from keypeg.solver.kernels.array_types import Bytes, Longs, Numbers, Shorts
from keypeg.solver.kernels.simd import LANES, add_rows, count_rows, inner_kernel, kernel, tight_kernel

CHUNK_CODES = 255
"""How many codes are counted at a time: as many as a byte can count."""

_ASCENDING = np.arange(CHUNK_CODES, dtype=np.int32)

_BLOCK = 64
"""Rows and columns of the blocks that `transpose` copies."""


def all_codes(game: GuessingGame) -> Numbers:
    """The indices of all codes of a game."""
    return np.arange(len(game.codes), dtype=np.int32)


def cell_sizes(game: GuessingGame, codes: Numbers | None = None, guesses: Numbers | None = None) -> Longs:
    """The cell sizes of every guess (row) for every mark (column), counting these codes or all.

    With `guesses`, only for these guesses, in their order.
    """
    codes = all_codes(game) if codes is None else np.ascontiguousarray(codes, np.int32)
    mark_sums = game.mark_sums
    values = mark_sums.trait_values if guesses is None else _select_guesses(mark_sums.trait_values, guesses)
    count = mark_sums.guess_count if guesses is None else len(guesses)
    sizes = np.zeros((len(mark_sums.sums), values.shape[1]), np.int32)
    if len(codes):
        count_cells(values, mark_sums.code_traits, codes, mark_sums.sums, mark_sums.group_size, sizes)
    return np.ascontiguousarray(sizes[: len(game.marks), :count].T).astype(np.int64)


def sum_mark_values(game: GuessingGame, codes: Numbers, values: Longs) -> Longs:
    """For each guess, the sum over these codes of the value of the mark that the guess would get."""
    mark_sums = game.mark_sums
    sizes = np.zeros((len(mark_sums.sums), mark_sums.trait_values.shape[1]), np.int32)
    count_cells(mark_sums.trait_values, mark_sums.code_traits, codes, mark_sums.sums, mark_sums.group_size, sizes)
    totals = np.zeros(mark_sums.guess_count, np.int64)
    for mark, value in enumerate(values):
        if value:
            totals += value * sizes[mark, : mark_sums.guess_count]
    return totals


def _select_guesses(trait_values: Bytes, guesses: Numbers) -> Bytes:
    """The columns of these guesses, padded to whole vectors."""
    selected = np.zeros((trait_values.shape[0], -(-len(guesses) // LANES) * LANES), np.uint8)
    selected[:, : len(guesses)] = trait_values[:, guesses]
    return selected


def mark_table(game: GuessingGame, codes: Numbers | None = None) -> Bytes:
    """The mark of every code (row) for every guess (column, padded to whole vectors)."""
    codes = all_codes(game) if codes is None else np.ascontiguousarray(codes, np.int32)
    mark_sums = game.mark_sums
    table = np.empty((len(codes), mark_sums.trait_values.shape[1]), np.uint8)
    fill_marks(mark_sums.trait_values, mark_sums.code_traits, mark_sums.mark_of_sum, codes, table)
    return table


def marks_of_guess(game: GuessingGame, guess: int | Numbers, codes: Numbers) -> Bytes:
    """The mark of a guess for each of these codes; with an array of guesses, the mark of each for its own code."""
    mark_sums = game.mark_sums
    guesses = guess if isinstance(guess, int) else guess[:, np.newaxis]
    sums = mark_sums.trait_values[mark_sums.code_traits[codes], guesses].sum(axis=1, dtype=np.uint8)
    marks: Bytes = mark_sums.mark_of_sum[sums]
    return marks


def cells_by_mark(game: GuessingGame, codes: Numbers, guess: int) -> dict[int, Numbers]:
    """The cells of a guess by their marks, without the cell of a code that the guess finds."""
    marks = marks_of_guess(game, guess, codes)
    return {int(mark): codes[marks == mark] for mark in np.unique(marks) if mark != game.solved_mark}


@kernel
def count_cells(
    trait_values: Bytes, code_traits: Shorts, codes: Numbers, wanted_sums: Bytes, group_size: int, sizes: Numbers
) -> None:
    """Add to `sizes[mark, guess]` the number of codes that give the guess the mark."""
    marks = wanted_sums.shape[0]
    sums = np.empty((CHUNK_CODES, LANES), np.uint8)
    counts = np.empty((marks, LANES), np.uint8)
    for first_guess in range(0, trait_values.shape[1], LANES):
        for start in range(0, codes.shape[0], CHUNK_CODES):
            chunk = codes[start : start + min(CHUNK_CODES, codes.shape[0] - start)]
            count_chunk_cells(trait_values, first_guess, code_traits, chunk, wanted_sums, group_size, sums, counts)
            for mark in range(marks):
                for lane in range(LANES):
                    sizes[mark, first_guess + lane] += counts[mark, lane]


@tight_kernel
def count_chunk_cells(
    trait_values: Bytes,
    first_guess: int,
    code_traits: Shorts,
    codes: Numbers,
    wanted_sums: Bytes,
    group_size: int,
    sums: Bytes,
    counts: Bytes,
) -> None:
    """Set `counts[mark, lane]` to the cell sizes of the vector of guesses from `first_guess` on.

    There are at most `CHUNK_CODES` codes; `sums` is scratch space.
    """
    stride = np.uint64(trait_values.shape[1])
    width = code_traits.shape[1]
    from_values, from_codes, into = trait_values.ctypes.data, code_traits.ctypes.data, sums.ctypes.data
    for index in range(codes.shape[0]):
        add_rows(from_values + first_guess, stride, from_codes + 2 * width * codes[index], width, into + index * LANES)
    count_rows(into, LANES, _ASCENDING.ctypes.data, codes.shape[0], wanted_sums, group_size, counts.ctypes.data)


@kernel
def fill_marks(trait_values: Bytes, code_traits: Shorts, mark_of_sum: Bytes, codes: Numbers, table: Bytes) -> None:
    """Set `table[i, guess]` to the mark of each guess for the i-th of the codes."""
    stride = np.uint64(trait_values.shape[1])
    width = code_traits.shape[1]
    from_values, from_codes, into = trait_values.ctypes.data, code_traits.ctypes.data, table.ctypes.data
    for index in range(codes.shape[0]):
        row = into + index * table.shape[1]
        for first_guess in range(0, trait_values.shape[1], LANES):
            add_rows(from_values + first_guess, stride, from_codes + 2 * width * codes[index], width, row + first_guess)
        for guess in range(trait_values.shape[1]):
            table[index, guess] = mark_of_sum[table[index, guess]]


@inner_kernel
def mark_guess(trait_values: Bytes, code_traits: Shorts, mark_of_sum: Bytes, code: int, guess: int) -> int:
    """The mark of one guess for one code."""
    total = 0
    for index in range(code_traits.shape[1]):
        total += trait_values[code_traits[code, index], guess]
    return mark_of_sum[total]


@kernel
def transpose(table: Bytes, out: Bytes) -> None:
    """Set `out` to the transposed table, block by block so that each block stays in the cache."""
    rows, columns = table.shape[0], out.shape[0]
    for top in range(0, rows, _BLOCK):
        for left in range(0, columns, _BLOCK):
            for column in range(left, min(left + _BLOCK, columns)):
                for row in range(top, min(top + _BLOCK, rows)):
                    out[column, row] = table[row, column]
