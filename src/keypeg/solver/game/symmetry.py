"""What can be exchanged without changing anything: holes, and colours.

Before the first guess all holes are alike, and all colours. Every guess tells some of them apart. Two guesses that an
exchange of what is still alike turns into each other are equally good, so only the first of them, in order, is worth
a look: of the 4096 second guesses at four holes of eight colours after 1123, 131 are left.
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
    """The exchanges that leave a game as it is."""

    orders: Bytes
    """Every order in which the holes can be taken: a row names, for each hole, the one that comes there."""
    kinds: Bytes
    """For each peg the number of its kind: pegs of one kind can be exchanged."""


def find_symmetry(secrets: CodeSpace, guesses: CodeSpace, own: Code = ()) -> Symmetry:
    """The exchanges of a game with these spaces. What one holds oneself is told apart from the start."""
    holes, pegs = secrets.holes, max(secrets.colours, guesses.colours) + 1
    kinds = np.ones(pegs, np.uint8)
    kinds[secrets.colours + 1 :] = pegs + 2  # they can be guessed, but are in no code
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
        coming = iter(order)
        orders.append([hole if hole in fixed else next(coming) for hole in range(holes)])
    return Symmetry(np.array(orders, np.uint8), kinds)


def _blank_is_a_colour(space: CodeSpace) -> bool:
    return space.repeats and space.least_blanks == 0 and space.most_blanks == space.holes and space.blank_holes is None


def preserves_weights(symmetry: Symmetry, codes: Bytes, weights: Longs, ordered: bool) -> bool:
    """Whether every exchange turns each code into one that weighs the same.

    Where the order of pegs does not count, a code is written with its pegs in order.
    """
    kinds = symmetry.kinds
    powers = len(kinds) ** np.arange(codes.shape[1], dtype=np.int64)
    spelled = codes @ powers
    places = np.argsort(spelled)

    def weighs_the_same(images: Bytes) -> bool:
        wanted = (images if ordered else np.sort(images, axis=1)) @ powers
        found = np.minimum(np.searchsorted(spelled, wanted, sorter=places), len(codes) - 1)
        there = places[found]
        return bool((spelled[there] == wanted).all() and (weights[there] == weights).all())

    names = []
    for kind in np.unique(kinds):
        for one, other in pairwise(np.flatnonzero(kinds == kind)):  # such exchanges of two make all others
            name = np.arange(len(kinds), dtype=np.uint8)
            name[[one, other]] = other, one
            names.append(name)
    return all(weighs_the_same(codes[:, order]) for order in symmetry.orders) and all(
        weighs_the_same(name[codes]) for name in names
    )


def canonical_guesses(guesses: Bytes, symmetry: Symmetry, placed: Sequence[int]) -> npt.NDArray[np.bool_]:
    """Which guesses no exchange turns into an earlier one, given the guesses placed already."""
    first = np.zeros(len(guesses), np.uint8)
    room = new_exchange_scratch(symmetry.orders, symmetry.kinds)
    find_canonical_guesses(guesses, symmetry.orders, symmetry.kinds, np.array(placed, np.int32), room, first)
    kept: npt.NDArray[np.bool_] = first == 1
    return kept


def new_exchange_scratch(symmetry_orders: Bytes, kinds: Bytes) -> Longs:
    """Room that `find_first_of_kind` works in."""
    return np.zeros((len(symmetry_orders) + _IMAGES, len(kinds) + 1), np.int64)


_USED, _TAKEN, _IMAGE, _ORIGIN, _IMAGES = range(5)
"""What the rows of that room are for. From the last on: the image of every peg, and, at its end, of which order."""


@tight_kernel
def find_canonical_guesses(
    guesses: Bytes, orders: Bytes, kinds: Bytes, placed: Numbers, room: Longs, first: Bytes
) -> int:
    """Set `first[g]` for each guess that no exchange turns into an earlier one, given the guesses placed already.

    Only exchanges count that leave every placed guess as it is. Returns how many there are.
    """
    fit = find_exchanges(guesses, orders, kinds, placed, room)
    found = 0
    for guess in range(guesses.shape[0]):
        first[guess] = is_canonical(guesses, orders, kinds, room, fit, guess)
        found += first[guess]
    return found


@tight_kernel
def find_exchanges(guesses: Bytes, orders: Bytes, kinds: Bytes, placed: Numbers, room: Longs) -> int:
    """Find the exchanges that leave every placed guess as it is. Returns how many rows of the room they take."""
    used = room[_USED]
    for peg in range(kinds.shape[0]):
        used[peg] = 0
    for number in placed:
        for hole in range(guesses.shape[1]):
            used[guesses[number, hole]] = 1
    fit = _IMAGES
    for at in range(orders.shape[0]):
        if _image_of_pegs(guesses, orders[at], kinds, placed, room[_ORIGIN], room[fit]):
            room[fit, kinds.shape[0]] = at
            fit += 1
    return fit


@tight_kernel
def is_canonical(guesses: Bytes, orders: Bytes, kinds: Bytes, room: Longs, fit: int, guess: int) -> bool:
    """Whether none of the exchanges found turns a guess into an earlier one."""
    for at in range(_IMAGES, fit):
        if _comes_earlier(guesses[guess], orders[room[at, kinds.shape[0]]], kinds, room, room[at]):
            return False
    return True


@tight_kernel
def _image_of_pegs(guesses: Bytes, order: Bytes, kinds: Bytes, placed: Numbers, origin: Longs, image: Longs) -> bool:
    """Which peg each placed one must be exchanged for, so that this order of holes changes no placed guess.

    Returns whether that can be.
    """
    for peg in range(kinds.shape[0]):
        image[peg] = -1
        origin[peg] = -1
    for number in placed:
        for hole in range(order.shape[0]):
            old, new = guesses[number, order[hole]], guesses[number, hole]
            if image[old] == -1 and origin[new] == -1 and kinds[old] == kinds[new]:
                image[old] = new
                origin[new] = old
            elif image[old] != new:
                return False
    return True


@tight_kernel
def _comes_earlier(guess: Bytes, order: Bytes, kinds: Bytes, room: Longs, known: Longs) -> bool:
    """Whether this order of holes, and the best exchange of pegs not yet placed, turns a guess into an earlier one."""
    image, taken = room[_IMAGE], room[_TAKEN]
    for peg in range(kinds.shape[0]):
        image[peg] = known[peg]
        taken[peg] = room[_USED, peg]
    for hole in range(order.shape[0]):
        peg = guess[order[hole]]
        if image[peg] < 0:
            new = 0
            while taken[new] or kinds[new] != kinds[peg]:
                new += 1
            image[peg] = new
            taken[new] = 1
        if image[peg] < guess[hole]:
            return True
        if image[peg] > guess[hole]:
            return False
    return False
