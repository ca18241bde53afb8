"""Guesses that leave a hopeless cell, found for many guesses at once by counting bits.

A cell with three guesses left is hopeless unless some guess divides it into cells none of which holds more codes than
two guesses can find. The largest cells of every guess are stored as bit sets: the size of the intersection of two of
them takes a few steps, and mostly the first one is already too large.
"""

import numpy as np

from keypeg.solver.game.guessing_game import GuessingGame
from keypeg.solver.game.partition import mark_table, transpose
from keypeg.solver.kernels.array_types import Bytes, Numbers, Words
from keypeg.solver.kernels.simd import bits_set, kernel

STORED_CELLS = 8
"""How many cells of each guess are stored, the largest first: enough to find nearly all hopeless guesses."""


def hopeless_guesses(game: GuessingGame, codes: Numbers, guesses: Numbers, limit: int) -> Bytes:
    """For each of these guesses, whether its largest cell is hopeless with three guesses left.

    `limit` is the most codes that two guesses can find. A guess that is not reported may be hopeless all the same.
    """
    table = mark_table(game, codes)[:, : len(game.guesses)]
    marks = np.empty((len(game.guesses), len(codes)), np.uint8)
    transpose(table, marks)
    cells = np.zeros((STORED_CELLS, len(game.guesses), -(-len(codes) // 64)), np.uint64)
    store_largest_cells(marks, len(game.marks), game.solved_mark, cells)
    hopeless = np.empty(len(guesses), np.uint8)
    find_hopeless(cells, guesses, limit, hopeless)
    return hopeless


@kernel
def store_largest_cells(marks: Bytes, kinds: int, solved: int, cells: Words) -> None:
    """Set the bits of the codes in each guess's largest open cells."""
    sizes = np.empty(kinds, np.int32)
    slots = np.empty(kinds, np.int32)
    for guess in range(marks.shape[0]):
        sizes[:] = 0
        slots[:] = -1
        for mark in marks[guess]:
            sizes[mark] += 1
        sizes[solved] = 0
        for slot in range(cells.shape[0]):
            largest = np.argmax(sizes)
            if sizes[largest] > 0:
                slots[largest] = slot
                sizes[largest] = 0
        for code in range(marks.shape[1]):
            slot = slots[marks[guess, code]]
            if slot >= 0:
                cells[slot, guess, code >> 6] |= np.uint64(1) << np.uint64(code & 63)


@kernel
def find_hopeless(cells: Words, guesses: Numbers, limit: int, hopeless: Bytes) -> None:
    """Set for each of these guesses whether no guess divides its largest cell into cells within the limit."""
    for number in range(guesses.shape[0]):
        largest = cells[0, guesses[number]]
        hopeless[number] = 1
        for guess in range(cells.shape[1]):
            if _divides(cells, guess, largest, limit):
                hopeless[number] = 0
                break


@kernel
def _divides(cells: Words, guess: int, divided: Words, limit: int) -> bool:
    """Whether a guess divides these codes into cells within the limit, as far as its stored cells show."""
    for slot in range(cells.shape[0]):
        size = np.uint64(0)
        for word in range(cells.shape[2]):
            size += bits_set(cells[slot, guess, word] & divided[word])  # type: ignore[call-arg]  # Numba adds the other
        if size > limit:
            return False
    return True
