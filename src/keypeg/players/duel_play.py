"""The duel: what counts is to finish before the other, not to need few guesses.

Both boards lie open. From the other's rows follow the codes he may still be looking for, and from those when he is
likely to finish. To finish at row 5 is then worth as much as the chance that he needs more than five, and half as much
as the chance that he needs exactly five. Half, for a round that both finish together is drawn, or played again. But
where one of them looks for fewer holes, to play it again is worth more to him; and in a race, where one of the two is
earlier, it is worth as much as the rows so far let one hope to be that. All this is a cost for each number of guesses,
and the search of the solver finds the guess with the least. Who is behind gambles, who is ahead plays safe.
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
    codes_left,
    duel_book_of,
    position_after,
    position_on_board,
)
from keypeg.players.strong import entropy_strategy
from keypeg.solver.game.guessing_game import GuessingGame, Row
from keypeg.solver.kernels.array_types import Longs, Numbers
from keypeg.solver.one_step.grow import one_step_strategy
from keypeg.solver.one_step.rules import Rule
from keypeg.solver.strategy.costs import MAX_GUESSES, Costs, costs_by_guess
from keypeg.solver.strategy.tree import Strategy

Chances = npt.NDArray[np.float64]
"""A chance for each row: entry 0 stands for none, the last one for never."""

FOLLOWED_ROW_FACTOR = 6
"""How many times as likely it becomes, with each row that is as foretold, that he follows a strategy."""

MAX_FORETOLD_PAIRS = 500_000_000
"""Up to how many codes times guesses it is worked out when he will finish; beyond, it is guessed,"""

ASSUMED_CELLS = 10
"""as if each guess left one code in so many."""

COST_SCALE = 1_000_000
"""What a whole chance is as a cost: costs are whole numbers. One more for each guess settles ties."""


class Opponent(NamedTuple):
    """The other side of a duel, as far as one can see it."""

    position: BreakerPosition | None
    """What his rows say; None if no code fits their marks, or there are too many codes."""
    placed: int
    """How many rows he has placed that lie open."""
    broken: bool
    """Whether the last of them broke the code."""
    secret: Code | None
    """The code that he looks for, if one knows it."""
    tie: float = 0.5
    """What part of the round is his if both finish with the same row, or neither finishes."""


def opponent_of(view: View) -> Opponent:
    """The other side, as the viewer sees it; what he looks for is the viewer's own code."""
    own = next(board for board in view.boards if view.seat in board.breakers)
    board = next(board for board in view.boards if view.seat not in board.breakers)
    tie = opponents_tie_share(view.edition, (own.number, own.rows), (board.number, board.rows))
    return Opponent(position_on_board(view, board), len(board.rows), board.broken, view.code, tie)


Side = tuple[int, Sequence[PlacedRow]]
"""The number of a board, and its rows."""


def opponents_tie_share(edition: Edition, own: Side, other: Side) -> float:
    """What part of a round is the other's if both finish with the same row."""
    if edition.guesses.turns is Turns.RACE:
        return _chance_to_be_earlier(own[1], other[1])
    if edition.match.void is not Void.REPLAY or edition.secret_space(own[0]) == edition.secret_space(other[0]):
        return 0.5
    positions = [position_after(edition, number, ()) for number, _ in (own, other)]
    if None in positions:
        return 0.5
    mine, his = (_further_guesses(position.game, (), ()) for position in positions if position is not None)
    return _chance_in_replay(mine, his)


def _chance_in_replay(mine: tuple[float, ...], his: tuple[float, ...]) -> float:
    """The chance that he wins a round that begins anew, and again if need be, when each needs so many guesses."""
    earlier = sum(chance * sum(his[:at]) for at, chance in enumerate(mine))
    later = sum(chance * sum(mine[:at]) for at, chance in enumerate(his))
    return earlier / (earlier + later) if earlier + later else 0.5


def _chance_to_be_earlier(own: Sequence[PlacedRow], other: Sequence[PlacedRow]) -> float:
    """The chance that the other places his next row first, by how often he has: in a race the first to break wins."""
    met = [his.arrival < mine.arrival for mine, his in zip(own, other, strict=False)]
    met += [True] if len(other) > len(own) else []
    return (sum(met) + 0.5) / (len(met) + 1)


def finishing_chances(other: Opponent, last: int) -> Chances:
    """For each row up to the last the chance that he finishes with it; one more entry is for never."""
    chances = np.zeros(last + 2)
    if other.broken or other.position is None:
        chances[other.placed if other.broken else -1] = 1
        return chances
    game, rows, _ = other.position
    for guesses, chance in enumerate(_further_guesses(game, rows, other.secret or ())):
        chances[min(len(rows) + guesses, last + 1)] += chance
    return chances


@lru_cache(maxsize=16384)
def _further_guesses(game: GuessingGame, rows: tuple[Row, ...], secret: Code) -> tuple[float, ...]:
    """The chance of each number of further guesses that whoever looks for this secret needs.

    Nobody knows how he will go on. He may go on by the book for duels, which no strategy beats that takes no notice of
    the other's board, by that of fewest guesses, or by the most telling guesses; we know what he looks for, and so when
    he would find it. The more of his rows are as that strategy has them, the more that counts. And he may
    go on in some other way: then all codes that he cannot rule out yet tell how long it takes.
    """
    codes = codes_left(game, rows)
    sought = codes[(game.codes[codes] == game.normalize(secret)).all(axis=1)] if secret else codes[:0]
    if len(sought) == 0:  # we do not know it, or he was misled by a wrong mark
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
    """The ways in which he may go on: how much each counts, how many guesses he needs, and how likely each of those."""
    weights = game.weights
    if len(codes) == 1:
        yield 1.0, np.ones(1, np.int64), weights[codes]
        return
    books = [book.strategy if book is not None else None for book in (duel_book_of(game), book_of(game))]
    strategies = [*books, entropy_strategy(game)]
    at = [(strategy, _find_node(strategy, rows)) for strategy in strategies if strategy is not None]
    followed = [(strategy, node) for strategy, node in at if node >= 0]
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
    """The node that these rows lead to; -1 if he has not followed the strategy."""
    node = strategy.find(list(rows))
    return -1 if node is None else node


def losing_chances(other: Opponent, last: int) -> Chances:
    """For each row, what it costs to finish with it: the chance that the other is earlier, and his share of a tie."""
    chances = finishing_chances(other, last)
    return np.cumsum(chances) - chances * (1 - other.tie)


def duel_costs(other: Opponent, rows_placed: int, last: int) -> Costs:
    """What each further number of guesses costs who has placed so many rows, as whole numbers that never fall."""
    lost = losing_chances(other, last)[rows_placed + 1 :]
    # One more for each guess: of two that lose as often the shorter one is better. Beyond the last row all is lost.
    rises = costs_by_guess([round(COST_SCALE * chance) + number for number, chance in enumerate(lost, 1)]).increments
    return Costs((*rises, 1))


def costs_of_losing(view: View, position: BreakerPosition) -> Costs:
    """What each further number of guesses costs the viewer in his position."""
    return duel_costs(opponent_of(view), len(position.rows), view.edition.guesses.rows)
