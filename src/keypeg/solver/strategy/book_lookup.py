"""Reading a strategy through an exchange: whoever begins with blue and red plays as one who begins with red and blue.

A strategy names one guess of all that are alike. A path of rows that some exchange of holes and colours turns into the
strategy's own is worth the same, and what the strategy would do next can be turned back.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from keypeg.core.codes import Code
from keypeg.solver.game.guessing_game import GuessingGame
from keypeg.solver.game.partition import all_codes, marks_of_guess
from keypeg.solver.kernels.array_types import Numbers
from keypeg.solver.strategy.tree import NOWHERE, Strategy

PathStep = tuple[int, int]
"""A guess and its mark, both by number."""


@dataclass(frozen=True)
class BookPosition:
    """Where in a strategy a path leads, and by which exchange."""

    node: int
    """The strategy's node."""
    codes: Numbers
    """The codes that are left there, as the strategy names them."""
    order: tuple[int, ...]
    """For each hole of the strategy's guesses, the hole of one's own that comes there."""
    pegs: tuple[tuple[int, int], ...]
    """Pegs of one's own, each with the peg that it is in the strategy."""


def find_position(strategy: Strategy, path: Sequence[PathStep]) -> BookPosition | None:
    """Where this path leads in a strategy; None if no exchange turns it into what the strategy guesses."""
    game = strategy.game
    if not game.ordered:  # guesses without order are written in one way only, which an exchange would not keep
        pegs = {peg: peg for peg in range(len(game.symmetry.peg_kinds))}
        return _walk(strategy, path, tuple(range(game.guesses.shape[1])), pegs)
    for order in game.symmetry.hole_orders.tolist():
        place = _walk(strategy, path, tuple(order), {})
        if place is not None:
            return place
    return None


def _walk(
    strategy: Strategy, path: Sequence[PathStep], order: tuple[int, ...], pegs: dict[int, int]
) -> BookPosition | None:
    """Follow the path with this order of holes, and give each peg its counterpart when it first occurs."""
    game, node, codes = strategy.game, 0, all_codes(strategy.game)
    for guess, mark in path:
        if node == NOWHERE:
            return None
        own, theirs = game.guess(guess), int(strategy.guess[node])
        if not _matches(game, [own[hole] for hole in order], game.guess(theirs), pegs):
            return None
        codes = codes[marks_of_guess(game, theirs, codes) == mark]
        node = strategy.next(node, mark)
    return None if node == NOWHERE else BookPosition(node, codes, order, tuple(sorted(pegs.items())))


def _matches(game: GuessingGame, own: Sequence[int], theirs: Code, pegs: dict[int, int]) -> bool:
    """Whether the one guess can be the other; if so, `pegs` knows from now on which peg is which."""
    kinds = game.symmetry.peg_kinds
    for peg, other in zip(own, theirs, strict=True):
        if peg in pegs:
            if pegs[peg] != other:
                return False
        elif other in pegs.values() or kinds[peg] != kinds[other]:
            return False
        else:
            pegs[peg] = other
    return True


def book_guess(strategy: Strategy, place: BookPosition) -> int:
    """What the strategy guesses there, turned back into one's own holes and pegs."""
    game = strategy.game
    back = {other: peg for peg, other in place.pegs}
    kinds = game.symmetry.peg_kinds
    own = [0] * len(place.order)
    for hole, other in zip(place.order, game.guess(int(strategy.guess[place.node])), strict=True):
        if other not in back:
            taken = set(back.values())
            back[other] = next(p for p in range(len(kinds)) if p not in taken and kinds[p] == kinds[other])
        own[hole] = back[other]
    return game.guess_number(tuple(own))
