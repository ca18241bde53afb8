"""Play in a duel, where finishing before the opponent counts, not few guesses.

Both boards are open. The opponent's rows show which codes they may still be looking for, and so when they are likely to
finish. The value of finishing at row 5 is the chance that the opponent needs more than five rows, plus half the chance
that they need exactly five: half, because a round that both finish together is drawn or replayed. Where one of the two
looks for fewer holes, a replay has a higher value for them; in a race, where one of the two is earlier, the value of a
tie is what the rows so far suggest. All this becomes a cost for each number of guesses, and the solver finds the guess
with the least cost. So a player who is behind gambles, and one who is ahead plays safe.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import log
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from keypeg.core.codes import Code
from keypeg.core.edition import Edition, Turns, Void
from keypeg.core.view import Row as PlacedRow
from keypeg.core.view import View
from keypeg.players.breaker_position import (
    BreakerPosition,
    book_of,
    book_openings,
    codes_left,
    duel_book_of,
    position_after,
    position_on_board,
)
from keypeg.players.race_ties import chance_in_replay, chance_to_be_earlier
from keypeg.players.strong import entropy_openings, entropy_strategy
from keypeg.players.varied_openings import undo_exchange
from keypeg.solver.game.guessing_game import GuessingGame
from keypeg.solver.game.rows import Row
from keypeg.solver.kernels.array_types import Longs, Numbers
from keypeg.solver.one_step.grow import one_step_strategy
from keypeg.solver.one_step.rules import Rule
from keypeg.solver.strategy.costs import MAX_GUESSES, Costs, costs_by_guess
from keypeg.solver.strategy.tree import Strategy

Chances = npt.NDArray[np.float64]
"""A chance for each row: entry 0 is for none, the last entry for never."""

FOLLOWED_ROW_FACTOR = 6
"""How many times more likely it becomes that the opponent follows a strategy, with each row that agrees with it."""

MAX_FORETOLD_PAIRS = 500_000_000
"""Up to so many pairs of a code and a guess, the opponent's finish is computed; beyond, it is estimated,"""

ASSUMED_CELLS = 10
"""as if each guess left one candidate in so many."""

COST_SCALE = 1_000_000
"""The cost of a certain loss: costs are whole numbers. One more for each guess breaks ties."""


class Opponent(NamedTuple):
    """The other side of a duel, as far as it can be seen."""

    position: BreakerPosition | None
    """Their position; None if no code fits their marks, or if there are too many codes."""
    placed: int
    """How many of their rows are open."""
    broken: bool
    """Whether the last of them broke the code."""
    secret: Code | None
    """The code that they have to find, if it is known."""
    tie: float = 0.5
    """Their share of the round if both finish with the same row, or neither finishes."""


def opponent_of(view: View) -> Opponent:
    """The other side, as the viewer sees it; they have to find the viewer's own code."""
    own = next(board for board in view.boards if view.seat in board.breakers)
    board = next(board for board in view.boards if view.seat not in board.breakers)
    tie = opponents_tie_share(view.edition, (own.number, own.rows), (board.number, board.rows))
    return Opponent(position_on_board(view, board), len(board.rows), board.broken, view.code, tie)


Side = tuple[int, Sequence[PlacedRow]]
"""The number of a board, and its rows."""


def opponents_tie_share(edition: Edition, own: Side, other: Side) -> float:
    """The other side's share of a round that both finish with the same row."""
    if edition.guesses.turns is Turns.RACE:
        return chance_to_be_earlier(own[1], other[1])
    if edition.match.void is not Void.REPLAY or edition.secret_space(own[0]) == edition.secret_space(other[0]):
        return 0.5
    positions = [position_after(edition, number, ()) for number, _ in (own, other)]
    if None in positions:
        return 0.5
    own_guesses, opponent_guesses = (
        _further_guesses(position.game, (), ()) for position in positions if position is not None
    )
    return chance_in_replay(own_guesses, opponent_guesses)


def finishing_chances(other: Opponent, last: int) -> Chances:
    """For each row up to the last, the chance that the other side finishes with it; a further entry is for never."""
    chances = np.zeros(last + 2)
    if other.broken or other.position is None:
        chances[other.placed if other.broken else -1] = 1
        return chances
    game = other.position.game
    exchange, rows = undo_exchange(game, other.position.rows, [*book_openings(game), *entropy_openings(game)])
    secret = exchange.undo(other.secret) if other.secret else ()
    for guesses, chance in enumerate(_further_guesses(game, rows, secret)):
        chances[min(len(rows) + guesses, last + 1)] += chance
    return chances


@lru_cache(maxsize=16384)
def _further_guesses(game: GuessingGame, rows: tuple[Row, ...], secret: Code) -> tuple[float, ...]:
    """The chance of each number of further guesses that a breaker of this secret needs.

    Their strategy is unknown. They may follow the duel book, which no strategy beats that ignores the other board, the
    book of fewest guesses, or the guesses with the most information; as their secret is known, so is when they would
    find it. A strategy counts the more, the more of their rows agree with it. They may also play in some other way:
    then all codes that they cannot rule out yet show how long it takes.
    """
    codes = codes_left(game, rows)
    sought = codes[(game.codes[codes] == game.normalize(secret)).all(axis=1)] if secret else codes[:0]
    if len(sought) == 0:  # the secret is unknown, or a wrong mark has ruled it out
        sought = codes
    chances = np.zeros(MAX_GUESSES + 1)
    total = 0.0
    for weight, needed, likely in _list_continuations(game, rows, codes, sought):
        counts = np.bincount(needed, weights=likely, minlength=len(chances))
        chances += weight * counts / counts.sum()
        total += weight
    return tuple((chances / total).tolist())


def _list_continuations(
    game: GuessingGame, rows: tuple[Row, ...], codes: Numbers, sought: Numbers
) -> Iterator[tuple[float, Longs, Longs]]:
    """The ways in which they may continue: the weight of each, and the guesses they need with their weights."""
    weights = game.weights
    if len(codes) == 1:
        yield 1.0, np.ones(1, np.int64), weights[codes]
        return
    books = [book.strategy if book is not None else None for book in (duel_book_of(game), book_of(game))]
    strategies = [*books, entropy_strategy(game)]
    nodes = [(strategy, _find_node(strategy, rows)) for strategy in strategies if strategy is not None]
    followed = [(strategy, node) for strategy, node in nodes if node >= 0]
    for strategy, node in followed:
        yield float(FOLLOWED_ROW_FACTOR ** len(rows)), strategy.guesses_needed(sought, node), weights[sought]
    if followed:
        strategy, node = followed[0]
        yield 1.0, strategy.guesses_needed(codes, node), weights[codes]
        return
    if len(codes) * len(game.guesses) > MAX_FORETOLD_PAIRS:
        yield 1.0, np.full(1, 2 + round(log(len(codes), ASSUMED_CELLS))), weights[codes[:1]]
        return
    placed = tuple(game.guess_number(guess) for guess, _ in rows)
    grown = one_step_strategy(game, Rule.ENTROPY, codes=codes, placed=placed)
    yield 1.0, grown.guesses_needed(codes), weights[codes]
    yield 1.0, grown.guesses_needed(sought), weights[sought]


def _find_node(strategy: Strategy, rows: tuple[Row, ...]) -> int:
    """The node that these rows lead to; -1 if they do not follow the strategy."""
    node = strategy.find(list(rows))
    return -1 if node is None else node


def losing_chances(other: Opponent, last: int) -> Chances:
    """For each row, the cost of finishing with it: the chance that the other side wins then, its share of ties
    included.
    """
    chances = finishing_chances(other, last)
    return np.cumsum(chances) - chances * (1 - other.tie)


def duel_costs(other: Opponent, rows_placed: int, last: int) -> Costs:
    """The cost of each further number of guesses after so many rows, as whole numbers that never fall."""
    lost = losing_chances(other, last)[rows_placed + 1 :]
    # One more for each guess: of two choices that lose equally often, the shorter one is better. Beyond the last row
    # all is lost.
    rises = costs_by_guess([round(COST_SCALE * chance) + number for number, chance in enumerate(lost, 1)]).increments
    return Costs((*rises, 1))


def costs_of_losing(view: View, position: BreakerPosition) -> Costs:
    """The cost of each further number of guesses for the viewer, in this position."""
    return duel_costs(opponent_of(view), len(position.rows), view.edition.guesses.rows)
