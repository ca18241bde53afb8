"""Openings that nobody can foresee: a strategy is played with its holes and colours exchanged at random.

An exchange that changes nothing in a game changes nothing in the value of a strategy either. A player draws one for the
first row of a round. Later rows need the same one, but a player has no memory: so the exchange is read off the first
row again, as the first of all those that lead from a known opening to it.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import permutations
from random import Random
from typing import NamedTuple

from keypeg.core.codes import Code
from keypeg.players.breaker_position import BreakerPosition, codes_left
from keypeg.solver.game.guessing_game import GuessingGame
from keypeg.solver.game.rows import Row


class Exchange(NamedTuple):
    """An exchange of holes and pegs."""

    holes: tuple[int, ...]
    """For each hole of a strategy, the hole in which the player plays its peg."""
    pegs: tuple[int, ...]
    """For each peg of a strategy, the peg that the player plays for it."""

    def apply(self, code: Code) -> Code:
        """The strategy's code as the player plays it."""
        played = [0] * len(code)
        for hole, peg in zip(self.holes, code, strict=True):
            played[hole] = self.pegs[peg]
        return tuple(played)

    def undo(self, code: Code) -> Code:
        """The player's code as the strategy has it."""
        return tuple(self.pegs.index(code[hole]) for hole in self.holes)


def draw_exchange(game: GuessingGame, rng: Random) -> Exchange:
    """Draw one of the exchanges that change nothing in the game."""
    pegs = list(range(len(game.symmetry.peg_kinds)))
    for members in _pegs_by_kind(game):
        for peg, other in zip(members, rng.sample(members, len(members)), strict=True):
            pegs[peg] = other
    return Exchange(tuple(rng.choice(game.symmetry.hole_orders.tolist())), tuple(pegs))


def undo_exchange(
    game: GuessingGame, rows: tuple[Row, ...], openings: Iterable[Code]
) -> tuple[Exchange, tuple[Row, ...]]:
    """These rows as the strategy with one of these openings has them, and the exchange; as they are if none fits."""
    for opening in openings if rows else ():
        exchange = find_exchange(game, opening, rows[0][0])
        if exchange is not None:
            return exchange, tuple((game.normalize(exchange.undo(guess)), marks) for guess, marks in rows)
    holes = range(game.guesses.shape[1])
    return Exchange(tuple(holes), tuple(range(len(game.symmetry.peg_kinds)))), rows


def as_in_strategy(
    position: BreakerPosition, openings: Iterable[Code], rng: Random
) -> tuple[Exchange, BreakerPosition]:
    """The position as a strategy with one of these openings has it, and the exchange; a new one for the first row."""
    game = position.game
    if not position.rows:
        return draw_exchange(game, rng), position
    exchange, rows = undo_exchange(game, position.rows, openings)
    return exchange, BreakerPosition(game, rows, codes_left(game, rows))


@lru_cache(maxsize=4096)
def find_exchange(game: GuessingGame, opening: Code, row: Code) -> Exchange | None:
    """The first exchange that leads from this opening to this row; None if there is none."""
    for holes in _hole_orders(game):
        pegs = _match_pegs(game, opening, [row[hole] for hole in holes])
        if pegs is not None:
            return Exchange(holes, pegs)
    return None


def _hole_orders(game: GuessingGame) -> Iterator[tuple[int, ...]]:
    """The orders of holes to try; where only the colours count, guesses are sorted, and all orders are alike."""
    if not game.ordered:
        yield from permutations(range(game.guesses.shape[1]))
    else:
        yield from map(tuple, game.symmetry.hole_orders.tolist())


def _match_pegs(game: GuessingGame, opening: Code, row: list[int]) -> tuple[int, ...] | None:
    """For each peg the one that stands for it, so that the opening becomes the row; None if that is impossible."""
    kinds = game.symmetry.peg_kinds
    pairs: dict[int, int] = {}
    for peg, other in zip(opening, row, strict=True):
        if kinds[peg] != kinds[other] or pairs.setdefault(peg, other) != other:
            return None
    if len(set(pairs.values())) < len(pairs):
        return None
    for members in _pegs_by_kind(game):
        unused = [peg for peg in members if peg not in pairs.values()]
        pairs |= dict(zip([peg for peg in members if peg not in pairs], unused, strict=True))
    return tuple(pairs[peg] for peg in range(len(kinds)))


def _pegs_by_kind(game: GuessingGame) -> list[list[int]]:
    """The pegs that can be exchanged with each other."""
    kinds = game.symmetry.peg_kinds.tolist()
    return [[peg for peg, other in enumerate(kinds) if other == kind] for kind in dict.fromkeys(kinds)]
