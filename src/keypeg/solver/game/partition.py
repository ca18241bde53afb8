"""Marks and cells: what every guess would say of every code, and into how many groups it would part them.

A cell is the set of codes that would earn a guess the same mark. Everything a guess is worth follows from its cells.
"""

import numpy as np

from keypeg.solver.game.guessing_game import GuessingGame
from keypeg.solver.kernels.array_types import Bytes, Longs, Numbers, Shorts
from keypeg.solver.kernels.simd import LANES, add_rows, count_rows, inner_kernel, kernel, tight_kernel

CHUNK_CODES = 255
"""How many codes are counted at a time: as many as a byte can say."""

_IN_ORDER = np.arange(CHUNK_CODES, dtype=np.int32)


def all_codes(game: GuessingGame) -> Numbers:
    """The numbers of all codes of a game."""
    return np.arange(len(game.codes), dtype=np.int32)


def cell_sizes(game: GuessingGame, codes: Numbers | None = None, guesses: Numbers | None = None) -> Longs:
    """The sizes of the cells of every guess (a row) for every mark (a column), of these codes or of all.

    With `guesses`, of these guesses only, in their order.
    """
    codes = all_codes(game) if codes is None else np.ascontiguousarray(codes, np.int32)
    traits = game.mark_sums
    answers = traits.trait_values if guesses is None else _some_answers(traits.trait_values, guesses)
    many = traits.guesses if guesses is None else len(guesses)
    sizes = np.zeros((len(traits.sums), answers.shape[1]), np.int32)
    if len(codes):
        count_cells(answers, traits.code_traits, codes, traits.sums, traits.group_size, sizes)
    return np.ascontiguousarray(sizes[: len(game.marks), :many].T).astype(np.int64)


def sum_mark_values(game: GuessingGame, codes: Numbers, worth: Longs) -> Longs:
    """For each guess, the sum over these codes of what the mark is worth that the guess would earn."""
    traits = game.mark_sums
    sizes = np.zeros((len(traits.sums), traits.trait_values.shape[1]), np.int32)
    count_cells(traits.trait_values, traits.code_traits, codes, traits.sums, traits.group_size, sizes)
    totals = np.zeros(traits.guesses, np.int64)
    for mark, each in enumerate(worth):
        if each:
            totals += each * sizes[mark, : traits.guesses]
    return totals


def _some_answers(answers: Bytes, guesses: Numbers) -> Bytes:
    """The answers of some guesses only, side by side, padded to whole vectors."""
    some = np.zeros((answers.shape[0], -(-len(guesses) // LANES) * LANES), np.uint8)
    some[:, : len(guesses)] = answers[:, guesses]
    return some


def mark_table(game: GuessingGame, codes: Numbers | None = None) -> Bytes:
    """The mark, by number, of every code (a row) for every guess (a column, padded to whole vectors)."""
    codes = all_codes(game) if codes is None else np.ascontiguousarray(codes, np.int32)
    traits = game.mark_sums
    table = np.empty((len(codes), traits.trait_values.shape[1]), np.uint8)
    fill_marks(traits.trait_values, traits.code_traits, traits.mark_of_sum, codes, table)
    return table


def marks_of_guess(game: GuessingGame, guess: int | Numbers, codes: Numbers) -> Bytes:
    """The mark, by number, that a guess earns from each of these codes; or that each guess earns from its code."""
    traits = game.mark_sums
    guesses = guess if isinstance(guess, int) else guess[:, np.newaxis]
    sums = traits.trait_values[traits.code_traits[codes], guesses].sum(axis=1, dtype=np.uint8)
    marks: Bytes = traits.mark_of_sum[sums]
    return marks


def cells_by_mark(game: GuessingGame, codes: Numbers, guess: int) -> dict[int, Numbers]:
    """The codes that each mark of a guess would leave; not those that it finds."""
    marks = marks_of_guess(game, guess, codes)
    return {int(mark): codes[marks == mark] for mark in np.unique(marks) if mark != game.solved_mark}


@kernel
def count_cells(answers: Bytes, of_code: Shorts, codes: Numbers, wanted: Bytes, group: int, sizes: Numbers) -> None:
    """Add to `sizes[mark, guess]` how many of the codes earn each guess each mark."""
    kinds = wanted.shape[0]
    sums = np.empty((CHUNK_CODES, LANES), np.uint8)
    counts = np.empty((kinds, LANES), np.uint8)
    for lane in range(0, answers.shape[1], LANES):
        for start in range(0, codes.shape[0], CHUNK_CODES):
            many = min(CHUNK_CODES, codes.shape[0] - start)
            count_chunk_cells(answers, lane, of_code, codes[start : start + many], wanted, group, sums, counts)
            for kind in range(kinds):
                for at in range(LANES):
                    sizes[kind, lane + at] += counts[kind, at]


@tight_kernel
def count_chunk_cells(
    answers: Bytes,
    lane: int,
    of_code: Shorts,
    codes: Numbers,
    wanted: Bytes,
    group: int,
    sums: Bytes,
    counts: Bytes,
) -> None:
    """Count the cells of one vector of guesses, the one that starts at `lane`, for at most `CHUNK` codes."""
    stride = np.uint64(answers.shape[1])
    width = of_code.shape[1]
    from_answers, from_codes, into = answers.ctypes.data, of_code.ctypes.data, sums.ctypes.data
    for at in range(codes.shape[0]):
        add_rows(from_answers + lane, stride, from_codes + 2 * width * codes[at], width, into + at * LANES)
    count_rows(into, LANES, _IN_ORDER.ctypes.data, codes.shape[0], wanted, group, counts.ctypes.data)


@kernel
def fill_marks(answers: Bytes, of_code: Shorts, number: Bytes, codes: Numbers, table: Bytes) -> None:
    """Set `table[i, guess]` to the number of the mark that the i-th of the codes earns each guess."""
    stride = np.uint64(answers.shape[1])
    width = of_code.shape[1]
    from_answers, from_codes, into = answers.ctypes.data, of_code.ctypes.data, table.ctypes.data
    for at in range(codes.shape[0]):
        row = into + at * table.shape[1]
        for lane in range(0, answers.shape[1], LANES):
            add_rows(from_answers + lane, stride, from_codes + 2 * width * codes[at], width, row + lane)
        for guess in range(answers.shape[1]):
            table[at, guess] = number[table[at, guess]]


@inner_kernel
def mark_guess(answers: Bytes, of_code: Shorts, number: Bytes, code: int, guess: int) -> int:
    """The number of the mark that one code earns one guess."""
    total = 0
    for at in range(of_code.shape[1]):
        total += answers[of_code[code, at], guess]
    return number[total]


@kernel
def transpose(table: Bytes, out: Bytes) -> None:
    """Set `out` to the table with rows and columns exchanged, square by square so that the cache keeps up."""
    rows, columns = table.shape[0], out.shape[0]
    for top in range(0, rows, 64):
        for left in range(0, columns, 64):
            for column in range(left, min(left + 64, columns)):
                for row in range(top, min(top + 64, rows)):
                    out[column, row] = table[row, column]
