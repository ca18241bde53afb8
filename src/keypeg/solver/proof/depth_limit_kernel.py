"""Which guesses leave a cell too crowded, found for many guesses at once by counting bits.

With three guesses to come, a cell can only be found if some guess parts it into cells none of which holds more codes
than any guess has cells at all. So a cell is refused if for every guess some cell of that is too large. The largest
cells of every guess are kept as sets of bits: what two of them have in common is counted in a few steps, and mostly the
first count is already too much.
"""

import numpy as np

from keypeg.solver.game.guessing_game import GuessingGame
from keypeg.solver.game.partition import mark_table, transpose
from keypeg.solver.kernels.array_types import Bytes, Numbers, Words
from keypeg.solver.kernels.simd import bits_set, kernel

KEPT = 8
"""How many cells of each guess are kept, the largest first: enough to refuse nearly all that can be refused so."""


def too_crowded(game: GuessingGame, codes: Numbers, guesses: Numbers, limit: int) -> Bytes:
    """For each of these guesses, whether the largest cell it leaves cannot be found with three guesses to come.

    No cell may be left of it with more codes than the limit. What is not refused may be impossible all the same.
    """
    table = mark_table(game, codes)[:, : len(game.guesses)]
    marks = np.empty((len(game.guesses), len(codes)), np.uint8)
    transpose(table, marks)
    cells = np.zeros((KEPT, len(game.guesses), -(-len(codes) // 64)), np.uint64)
    keep_largest(marks, len(game.marks), game.solved_mark, cells)
    refused = np.empty(len(guesses), np.uint8)
    refuse(cells, guesses, limit, refused)
    return refused


@kernel
def keep_largest(marks: Bytes, kinds: int, solved: int, cells: Words) -> None:
    """Set, for each guess, the bits of the codes in each of its largest cells that leave something to find."""
    sizes = np.empty(kinds, np.int32)
    place = np.empty(kinds, np.int32)
    for guess in range(marks.shape[0]):
        sizes[:] = 0
        place[:] = -1
        for mark in marks[guess]:
            sizes[mark] += 1
        sizes[solved] = 0
        for at in range(cells.shape[0]):
            largest = np.argmax(sizes)
            if sizes[largest] > 0:
                place[largest] = at
                sizes[largest] = 0
        for code in range(marks.shape[1]):
            at = place[marks[guess, code]]
            if at >= 0:
                cells[at, guess, code >> 6] |= np.uint64(1) << np.uint64(code & 63)


@kernel
def refuse(cells: Words, guesses: Numbers, limit: int, refused: Bytes) -> None:
    """Set, for each of these guesses, whether every guess leaves more than the limit of its largest cell together."""
    for number in range(guesses.shape[0]):
        crowd = cells[0, guesses[number]]
        refused[number] = 1
        for guess in range(cells.shape[1]):
            if _fits(cells, guess, crowd, limit):
                refused[number] = 0
                break


@kernel
def _fits(cells: Words, guess: int, crowd: Words, limit: int) -> bool:
    for at in range(cells.shape[0]):
        many = np.uint64(0)
        for word in range(cells.shape[2]):
            many += bits_set(cells[at, guess, word] & crowd[word])  # type: ignore[call-arg]  # Numba adds the other
        if many > limit:
            return False
    return True
