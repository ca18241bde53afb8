"""The information in a row's marks about the other seats' hands, and the chance to name the code after it.

Several seats mark a row at once. Their marks together divide the deals into cells; both figures follow from the weights
of the cells.
"""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from keypeg.core.codes import Code, CodeSpace
from keypeg.solver.dealt.hands import Deals, Hands, mark_row
from keypeg.solver.game.guessing_game import list_codes
from keypeg.solver.kernels.array_types import Bytes, Floats, Longs, Numbers
from keypeg.solver.kernels.simd import kernel


@lru_cache(maxsize=8)
def full_rows(holes: int, colours: int, repeats: bool) -> Bytes:
    """Every row without blanks, in order."""
    return list_codes(CodeSpace(holes, colours, repeats))


def information(hands: Hands, deals: Deals, rows: Bytes, seats: Sequence[int] | None = None) -> Floats:
    """The information of each row, in bits.

    All other seats mark the rows; with `seats`, only those in these columns of the deals.
    """
    used, places = _renumber_hands(deals, seats)
    bits = np.empty(len(rows))
    measure_bits(
        rows, hands.holes[used], hands.colours[used], hands.mark_numbers, hands.kinds, places, deals.weights, bits
    )
    return bits


def chance_right(hands: Hands, deals: Deals, rows: Bytes, seats: Sequence[int] | None = None) -> Floats:
    """The chance that the likeliest code after each row is right; `seats` as for `information`."""
    used, places = _renumber_hands(deals, seats)
    order = np.argsort(deals.keys, kind="stable")
    right = np.empty(len(rows))
    sum_best_chances(
        rows, hands.holes[used], hands.colours[used], hands.mark_numbers, hands.kinds, places[order],
        deals.weights[order], deals.keys[order], right,
    )  # fmt: skip
    return right


def count_codes_after(hands: Hands, deals: Deals, row: Code) -> tuple[float, int]:
    """How many codes are possible after the marks of all other seats on this row: on average, and at most."""
    marks = hands.mark_rows(np.array([row], np.uint8))[0].astype(np.int64)
    cells = marks[deals.hands] @ hands.kinds ** np.arange(deals.hands.shape[1], dtype=np.int64)
    _, places = np.unique(cells, return_inverse=True)
    different = np.unique(np.stack((places, deals.keys)), axis=1)
    left = np.bincount(different[0])
    shares = np.bincount(places, weights=deals.weights) / deals.total
    return float(shares @ left), int(left.max())


def _renumber_hands(deals: Deals, seats: Sequence[int] | None) -> tuple[Numbers, Numbers]:
    """The hands that occur at some seats, and the deals with the places of their hands among these."""
    columns = deals.hands if seats is None else deals.hands[:, list(seats)]
    used, places = np.unique(columns, return_inverse=True)
    return used, places.reshape(columns.shape).astype(np.int32)


def information_bound(hands: Hands, deals: Deals, rows: Bytes) -> Floats:
    """An upper bound of each row's information, in bits: that of each single seat's mark, added up."""
    bound = np.zeros(len(rows))
    for column in deals.hands.T:
        used, places = np.unique(column, return_inverse=True)
        weights = np.bincount(places, weights=deals.weights)
        bits = np.empty(len(rows))
        measure_bits(
            rows, hands.holes[used], hands.colours[used], hands.mark_numbers, hands.kinds,
            np.arange(len(used), dtype=np.int32)[:, np.newaxis], weights, bits,
        )  # fmt: skip
        bound += bits
    return bound


@kernel
def measure_bits(
    rows: Bytes, holes: Bytes, colours: Bytes, numbers: Bytes, kinds: int, deals: Numbers, weights: Floats, bits: Floats
) -> None:
    """Set the information of each row about these deals, in bits."""
    marks = np.empty(holes.shape[0], np.uint8)
    cells = np.zeros(kinds ** deals.shape[1])
    total = weights.sum()
    for row in range(rows.shape[0]):
        mark_row(rows[row], holes, colours, numbers, marks)
        cells[:] = 0.0
        for deal in range(deals.shape[0]):
            cell = 0
            for seat in range(deals.shape[1]):
                cell = cell * kinds + marks[deals[deal, seat]]
            cells[cell] += weights[deal]
        total_bits = 0.0
        for cell in range(cells.shape[0]):
            if cells[cell] > 0.0:
                total_bits -= cells[cell] * np.log2(cells[cell] / total)
        bits[row] = total_bits / total


@kernel
def sum_best_chances(
    rows: Bytes,
    holes: Bytes,
    colours: Bytes,
    numbers: Bytes,
    kinds: int,
    deals: Numbers,
    weights: Floats,
    keys: Longs,
    right: Floats,
) -> None:
    """Set the sum of the chances of each cell's likeliest code, for each row. The deals are sorted by their keys."""
    marks = np.empty(holes.shape[0], np.uint8)
    here = np.zeros(kinds ** deals.shape[1])
    best = np.zeros(here.shape[0])
    touched = np.zeros(deals.shape[0], np.int64)
    total = weights.sum()
    for row in range(rows.shape[0]):
        mark_row(rows[row], holes, colours, numbers, marks)
        best[:] = 0.0
        count = 0
        for deal in range(deals.shape[0]):
            cell = 0
            for seat in range(deals.shape[1]):
                cell = cell * kinds + marks[deals[deal, seat]]
            here[cell] += weights[deal]
            touched[count] = cell
            count += 1
            if deal + 1 == deals.shape[0] or keys[deal + 1] != keys[deal]:
                for index in range(count):
                    best[touched[index]] = max(best[touched[index]], here[touched[index]])
                    here[touched[index]] = 0.0
                count = 0
        right[row] = best.sum() / total
