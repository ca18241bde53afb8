"""Symmetry: exchanges of holes and colours that do not change a game.

Before the first guess all holes are equivalent, and so are all colours; every guess distinguishes some of them. Two
guesses that an exchange of equivalent holes and colours maps to each other are equally good, so only the first of them
in order, the canonical one, needs to be considered: of the 4096 second guesses with four holes and eight colours after
1123, 131 are canonical.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise, permutations

import numpy as np
import numpy.typing as npt

from keypeg.core.codes import BLANK, Code, CodeSpace
from keypeg.solver.kernels.array_types import Bytes, Longs, Numbers
from keypeg.solver.kernels.simd import tight_kernel

MAX_PERMUTED_HOLES = 6
"""With more holes than this their orders are too many to try: only colours are exchanged."""


@dataclass(frozen=True, eq=False)
class Symmetry:
    """The exchanges that do not change a game."""

    hole_orders: Bytes
    """The permutations of holes, one per row: for each hole, the hole whose peg moves there."""
    peg_kinds: Bytes
    """For each peg, the kind it belongs to: pegs of one kind can be exchanged."""


def find_symmetry(secrets: CodeSpace, guesses: CodeSpace, own: Code = ()) -> Symmetry:
    """The symmetry of a game with these spaces. A seat's own parts are distinguished from the start."""
    holes, pegs = secrets.holes, max(secrets.colours, guesses.colours) + 1
    kinds = np.ones(pegs, np.uint8)
    kinds[secrets.colours + 1 :] = pegs + 2  # colours that can be guessed but occur in no code
    kinds[BLANK] = 1 if all(_blank_is_a_colour(space) for space in (secrets, guesses)) else 0
    for hole, peg in enumerate(own):
        if peg:
            kinds[peg] = 2 + hole
    fixed = {hole for hole, peg in enumerate(own) if peg}
    for space in (secrets, guesses):
        if space.blank_holes is not None and not own:
            fixed |= set(range(holes))
    movable = [hole for hole in range(holes) if hole not in fixed]
    orders = []
    for order in permutations(movable) if holes <= MAX_PERMUTED_HOLES else [tuple(movable)]:
        moved = iter(order)
        orders.append([hole if hole in fixed else next(moved) for hole in range(holes)])
    return Symmetry(np.array(orders, np.uint8), kinds)


def _blank_is_a_colour(space: CodeSpace) -> bool:
    """Whether blanks may be placed as freely as colours."""
    return space.repeats and space.least_blanks == 0 and space.most_blanks == space.holes and space.blank_holes is None


def preserves_weights(symmetry: Symmetry, codes: Bytes, weights: Longs, ordered: bool) -> bool:
    """Whether every exchange maps each code to a code of the same weight.

    Where the order of pegs does not count, codes have their pegs sorted.
    """
    kinds = symmetry.peg_kinds
    powers = len(kinds) ** np.arange(codes.shape[1], dtype=np.int64)
    encoded = codes @ powers
    sorter = np.argsort(encoded)

    def keeps_weights(images: Bytes) -> bool:
        image_keys = (images if ordered else np.sort(images, axis=1)) @ powers
        places = np.minimum(np.searchsorted(encoded, image_keys, sorter=sorter), len(codes) - 1)
        image = sorter[places]
        return bool((encoded[image] == image_keys).all() and (weights[image] == weights).all())

    swaps = []
    for kind in np.unique(kinds):
        for peg, other in pairwise(np.flatnonzero(kinds == kind)):  # these swaps generate all other exchanges
            swap = np.arange(len(kinds), dtype=np.uint8)
            swap[[peg, other]] = other, peg
            swaps.append(swap)
    return all(keeps_weights(codes[:, order]) for order in symmetry.hole_orders) and all(
        keeps_weights(swap[codes]) for swap in swaps
    )


def canonical_guesses(guesses: Bytes, symmetry: Symmetry, placed: Sequence[int]) -> npt.NDArray[np.bool_]:
    """A mask of the guesses that no exchange maps to an earlier one, given the guesses placed already."""
    canonical = np.zeros(len(guesses), np.uint8)
    hole_orders, peg_kinds = symmetry.hole_orders, symmetry.peg_kinds
    scratch = new_exchange_scratch(hole_orders, peg_kinds)
    find_canonical_guesses(guesses, hole_orders, peg_kinds, np.array(placed, np.int32), scratch, canonical)
    mask: npt.NDArray[np.bool_] = canonical == 1
    return mask


def new_exchange_scratch(hole_orders: Bytes, peg_kinds: Bytes) -> Longs:
    """Scratch space for `find_canonical_guesses` and `find_exchanges`: the rows named below, then the exchanges."""
    return np.zeros((len(hole_orders) + _EXCHANGES, len(peg_kinds) + 1), np.int64)


_USED = 0
"""Scratch row: whether each peg occurs in a placed guess."""
_TAKEN = 1
"""Scratch row: whether each peg is already the image of another."""
_IMAGE = 2
"""Scratch row: the image of each peg."""
_ORIGIN = 3
"""Scratch row: the peg that each peg is the image of."""
_EXCHANGES = 4
"""The first row of exchanges: for each peg its image, or -1, and in the last column the index of the hole order."""


@tight_kernel
def find_canonical_guesses(
    guesses: Bytes, hole_orders: Bytes, peg_kinds: Bytes, placed: Numbers, scratch: Longs, canonical: Bytes
) -> int:
    """Set `canonical[guess]` to 1 for each guess that no exchange maps to an earlier one, and to 0 for the others.

    Only exchanges that leave every placed guess unchanged count. Returns the number of canonical guesses.
    """
    end = find_exchanges(guesses, hole_orders, peg_kinds, placed, scratch)
    count = 0
    for guess in range(guesses.shape[0]):
        canonical[guess] = is_canonical(guesses, hole_orders, peg_kinds, scratch, end, guess)
        count += canonical[guess]
    return count


@tight_kernel
def find_exchanges(guesses: Bytes, hole_orders: Bytes, peg_kinds: Bytes, placed: Numbers, scratch: Longs) -> int:
    """Find the exchanges that leave every placed guess unchanged. Returns the end of their rows in `scratch`."""
    used = scratch[_USED]
    for peg in range(peg_kinds.shape[0]):
        used[peg] = 0
    for guess in placed:
        for hole in range(guesses.shape[1]):
            used[guesses[guess, hole]] = 1
    end = _EXCHANGES
    for order in range(hole_orders.shape[0]):
        if _map_placed_pegs(guesses, hole_orders[order], peg_kinds, placed, scratch[_ORIGIN], scratch[end]):
            scratch[end, peg_kinds.shape[0]] = order
            end += 1
    return end


@tight_kernel
def is_canonical(guesses: Bytes, hole_orders: Bytes, peg_kinds: Bytes, scratch: Longs, end: int, guess: int) -> bool:
    """Whether none of the exchanges that `find_exchanges` found maps a guess to an earlier one."""
    for row in range(_EXCHANGES, end):
        order = hole_orders[scratch[row, peg_kinds.shape[0]]]
        if _has_earlier_image(guesses[guess], order, peg_kinds, scratch, scratch[row]):
            return False
    return True


@tight_kernel
def _map_placed_pegs(
    guesses: Bytes, order: Bytes, peg_kinds: Bytes, placed: Numbers, origin: Longs, image: Longs
) -> bool:
    """Set the image that each placed peg must have for this order of holes to leave the placed guesses unchanged.

    Returns whether that is possible.
    """
    for peg in range(peg_kinds.shape[0]):
        image[peg] = -1
        origin[peg] = -1
    for guess in placed:
        for hole in range(order.shape[0]):
            old, new = guesses[guess, order[hole]], guesses[guess, hole]
            if image[old] == -1 and origin[new] == -1 and peg_kinds[old] == peg_kinds[new]:
                image[old] = new
                origin[new] = old
            elif image[old] != new:
                return False
    return True


@tight_kernel
def _has_earlier_image(guess: Bytes, order: Bytes, peg_kinds: Bytes, scratch: Longs, placed_image: Longs) -> bool:
    """Whether this order of holes, with the best exchange of pegs not yet placed, maps a guess to an earlier one."""
    image, taken = scratch[_IMAGE], scratch[_TAKEN]
    for peg in range(peg_kinds.shape[0]):
        image[peg] = placed_image[peg]
        taken[peg] = scratch[_USED, peg]
    for hole in range(order.shape[0]):
        peg = guess[order[hole]]
        if image[peg] < 0:
            new = 0
            while taken[new] or peg_kinds[new] != peg_kinds[peg]:
                new += 1
            image[peg] = new
            taken[new] = 1
        if image[peg] < guess[hole]:
            return True
        if image[peg] > guess[hole]:
            return False
    return False
