"""Finding a position in a strategy up to symmetry: opening with blue and red is as good as with red and blue.

A strategy contains only one of several equivalent guesses. Rows that some exchange of holes and colours maps to rows of
the strategy have the same value, and the strategy's next guess can be mapped back.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from keypeg.core.codes import Code
from keypeg.solver.game.guessing_game import GuessingGame
from keypeg.solver.game.partition import all_codes, marks_of_guess
from keypeg.solver.kernels.array_types import Numbers
from keypeg.solver.strategy.tree import NOWHERE, Strategy

PathStep = tuple[int, int]
"""A guess and its mark, by their indices."""


@dataclass(frozen=True)
class BookPosition:
    """A position of a strategy, and the exchange that leads to it."""

    node: int
    """The strategy's node."""
    codes: Numbers
    """The candidates there, with the strategy's holes and pegs."""
    hole_order: tuple[int, ...]
    """For each hole of the strategy, the player's hole that corresponds to it."""
    pegs: tuple[tuple[int, int], ...]
    """The player's pegs, each with the strategy's peg that corresponds to it."""


def find_position(strategy: Strategy, path: Sequence[PathStep]) -> BookPosition | None:
    """The position that a path leads to in a strategy; None if no exchange maps its guesses to the strategy's."""
    game = strategy.game
    if not game.ordered:  # guesses are stored with sorted pegs, which an exchange would not keep sorted
        pegs = {peg: peg for peg in range(len(game.symmetry.peg_kinds))}
        return _follow_path(strategy, path, tuple(range(game.guesses.shape[1])), pegs)
    for order in game.symmetry.hole_orders.tolist():
        position = _follow_path(strategy, path, tuple(order), {})
        if position is not None:
            return position
    return None


def _follow_path(
    strategy: Strategy, path: Sequence[PathStep], hole_order: tuple[int, ...], pegs: dict[int, int]
) -> BookPosition | None:
    """Follow the path with this order of holes, adding each peg and its counterpart to `pegs` when it first occurs."""
    game, node, codes = strategy.game, 0, all_codes(strategy.game)
    for guess, mark in path:
        if node == NOWHERE:
            return None
        own, in_book = game.guess(guess), int(strategy.guess[node])
        if not _match_pegs(game, [own[hole] for hole in hole_order], game.guess(in_book), pegs):
            return None
        codes = codes[marks_of_guess(game, in_book, codes) == mark]
        node = strategy.next(node, mark)
    return None if node == NOWHERE else BookPosition(node, codes, hole_order, tuple(sorted(pegs.items())))


def _match_pegs(game: GuessingGame, own: Sequence[int], in_book: Code, pegs: dict[int, int]) -> bool:
    """Whether an exchange of pegs maps one guess to the other; if so, the new pairs are added to `pegs`."""
    kinds = game.symmetry.peg_kinds
    for peg, other in zip(own, in_book, strict=True):
        if peg in pegs:
            if pegs[peg] != other:
                return False
        elif other in pegs.values() or kinds[peg] != kinds[other]:
            return False
        else:
            pegs[peg] = other
    return True


def book_guess(strategy: Strategy, position: BookPosition) -> int:
    """The strategy's guess at a position, mapped back to the player's holes and pegs."""
    game = strategy.game
    back = {other: peg for peg, other in position.pegs}
    kinds = game.symmetry.peg_kinds
    own = [0] * len(position.hole_order)
    for hole, other in zip(position.hole_order, game.guess(int(strategy.guess[position.node])), strict=True):
        if other not in back:
            used_pegs = set(back.values())
            back[other] = next(p for p in range(len(kinds)) if p not in used_pegs and kinds[p] == kinds[other])
        own[hole] = back[other]
    return game.guess_number(tuple(own))
