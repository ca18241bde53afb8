"""What rows tell about the hands of the others, and what one knows after them.

A row is marked by several seats at once. The marks of all together part the deals into cells; what a row tells, and
how likely one is to name the code after it, follows from how much these weigh.
"""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from keypeg.core.codes import Code, CodeSpace
from keypeg.solver.dealt.hands import Deals, Floats, Hands, mark_row
from keypeg.solver.game.guessing_game import list_codes
from keypeg.solver.kernels.array_types import Bytes, Longs, Numbers
from keypeg.solver.kernels.simd import kernel


@lru_cache(maxsize=8)
def full_rows(holes: int, colours: int, repeats: bool) -> Bytes:
    """Every row without blanks, in order."""
    return list_codes(CodeSpace(holes, colours, repeats))


def information(hands: Hands, deals: Deals, rows: Bytes, seats: Sequence[int] | None = None) -> Floats:
    """What each row tells, in bits.

    The rows are marked by all the other seats; with `seats`, only by those in these columns of the deals.
    """
    used, places = _numbered(deals, seats)
    bits = np.empty(len(rows))
    tell_bits(
        rows, hands.holes[used], hands.colours[used], hands.mark_numbers, hands.kinds, places, deals.weights, bits
    )
    return bits


def chance_right(hands: Hands, deals: Deals, rows: Bytes, seats: Sequence[int] | None = None) -> Floats:
    """How likely one is to be right about the whole code after each row, naming the likeliest; `seats` as above."""
    used, places = _numbered(deals, seats)
    order = np.argsort(deals.wholes, kind="stable")
    right = np.empty(len(rows))
    weigh_best(
        rows, hands.holes[used], hands.colours[used], hands.mark_numbers, hands.kinds, places[order],
        deals.weights[order], deals.wholes[order], right,
    )  # fmt: skip
    return right


def codes_left_by(hands: Hands, deals: Deals, row: Code) -> tuple[float, int]:
    """How many whole codes the marks of all other seats on this row leave: on average, and at most."""
    marks = hands.marks_for(np.array([row], np.uint8))[0].astype(np.int64)
    cells = marks[deals.hands] @ hands.kinds ** np.arange(deals.hands.shape[1], dtype=np.int64)
    _, places = np.unique(cells, return_inverse=True)
    different = np.unique(np.stack((places, deals.wholes)), axis=1)
    left = np.bincount(different[0])
    shares = np.bincount(places, weights=deals.weights) / deals.total
    return float(shares @ left), int(left.max())


def _numbered(deals: Deals, seats: Sequence[int] | None) -> tuple[Numbers, Numbers]:
    """The hands that occur at some seats, and the deals with these numbered anew."""
    columns = deals.hands if seats is None else deals.hands[:, list(seats)]
    used, places = np.unique(columns, return_inverse=True)
    return used, places.reshape(columns.shape).astype(np.int32)


def most_information(hands: Hands, deals: Deals, rows: Bytes) -> Floats:
    """What each row can tell at most, in bits: what the marks of the single seats tell, added up."""
    most = np.zeros(len(rows))
    for column in deals.hands.T:
        used, places = np.unique(column, return_inverse=True)
        weights = np.bincount(places, weights=deals.weights)
        bits = np.empty(len(rows))
        tell_bits(
            rows, hands.holes[used], hands.colours[used], hands.mark_numbers, hands.kinds,
            np.arange(len(used), dtype=np.int32)[:, np.newaxis], weights, bits,
        )  # fmt: skip
        most += bits
    return most


@kernel
def tell_bits(
    rows: Bytes, holes: Bytes, colours: Bytes, numbers: Bytes, kinds: int, deals: Numbers, weights: Floats, bits: Floats
) -> None:
    """What each row tells about these deals, in bits."""
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
        told = 0.0
        for cell in range(cells.shape[0]):
            if cells[cell] > 0.0:
                told -= cells[cell] * np.log2(cells[cell] / total)
        bits[row] = told / total


@kernel
def weigh_best(
    rows: Bytes,
    holes: Bytes,
    colours: Bytes,
    numbers: Bytes,
    kinds: int,
    deals: Numbers,
    weights: Floats,
    wholes: Longs,
    right: Floats,
) -> None:
    """How much the heaviest code of every cell weighs, all together. The deals are sorted by their wholes."""
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
            if deal + 1 == deals.shape[0] or wholes[deal + 1] != wholes[deal]:
                for at in range(count):
                    best[touched[at]] = max(best[touched[at]], here[touched[at]])
                    here[touched[at]] = 0.0
                count = 0
        right[row] = best.sum() / total
