"""The duel: what counts is to finish before the other, not to need few guesses.

Both boards lie open. From the other's rows follow the codes he may still be looking for, and from those when he is
likely to finish: as the most telling guesses would. To finish at row 5 is then worth as much as the chance that he
needs more than five, and half as much as the chance that he needs exactly five. That is a cost for each number of
guesses, and the search of the solver finds the guess with the least. Who is behind gambles, who is ahead plays safe.
"""

from collections.abc import Iterator
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from keypeg.core.codes import Code
from keypeg.core.view import BoardView, View
from keypeg.players.breaking import Position, codes_left, position_on, shelf
from keypeg.players.strong import telling_strategy
from keypeg.solver.arrays import Longs, Numbers
from keypeg.solver.costs import DEEPEST, Costs, by_number
from keypeg.solver.greedy import one_step_strategy
from keypeg.solver.puzzle import Puzzle, Row
from keypeg.solver.rules import Rule
from keypeg.solver.strategy import Strategy

Chances = npt.NDArray[np.float64]
"""A chance for each row, 0 standing for none and the last one for never."""

AS_FORETOLD = 6
"""How many times as likely it becomes, with each row that is as foretold, that he follows a strategy."""

SCALE = 1_000_000
"""What a whole chance is as a cost: costs are whole numbers. One more for each guess settles ties."""


def other_board(view: View) -> BoardView:
    """The board that the other guesses on."""
    return next(board for board in view.boards if view.seat not in board.breakers)


def finishing_chances(view: View, board: BoardView) -> Chances:
    """For each row the chance that its breaker finishes with it; the last entry is for never."""
    last = view.edition.guesses.rows
    chances = np.zeros(last + 2)
    position = position_on(view, board)
    if board.broken or position is None:
        chances[len(board.rows) if board.broken else -1] = 1
        return chances
    for guesses, chance in enumerate(_further_guesses(position.puzzle, position.rows, view.code or ())):
        chances[min(len(position.rows) + guesses, last + 1)] += chance
    return chances


@lru_cache(maxsize=16384)
def _further_guesses(puzzle: Puzzle, rows: tuple[Row, ...], secret: Code) -> tuple[float, ...]:
    """The chance of each number of further guesses that whoever looks for this secret needs.

    Nobody knows how he will go on. He may go on by the book, or by the most telling guesses; we know what he looks for,
    and so when he would find it. The more of his rows are as that strategy has them, the more that counts. And he may
    go on in some other way: then all codes that he cannot rule out yet tell how long it takes.
    """
    codes = codes_left(puzzle, rows)
    sought = codes[(puzzle.codes[codes] == puzzle.normal(secret)).all(axis=1)] if secret else codes[:0]
    if len(sought) == 0:  # he was misled by a wrong mark, or we are looking on
        sought = codes
    chances = np.zeros(DEEPEST + 1)
    total = 0.0
    for weight, needed in _ways_to_go_on(puzzle, rows, codes, sought):
        counts = np.bincount(needed, minlength=len(chances))
        chances += weight * counts / counts.sum()
        total += weight
    return tuple((chances / total).tolist())


def _ways_to_go_on(
    puzzle: Puzzle, rows: tuple[Row, ...], codes: Numbers, sought: Numbers
) -> Iterator[tuple[float, Longs]]:
    """For each way in which he may go on: how likely it is, against the others, and how many guesses he needs."""
    placed = tuple(puzzle.number_of(guess) for guess, _ in rows)
    if len(codes) == 1:
        yield 1.0, np.ones(1, np.int64)
        return
    book = shelf(puzzle)
    strategies = [book.strategy if book is not None else None, telling_strategy(puzzle)]
    followed = [
        (strategy, node) for strategy in strategies if strategy is not None and (node := _at(strategy, rows)) >= 0
    ]
    for strategy, node in followed:
        yield float(AS_FORETOLD ** len(rows)), strategy.guesses_needed(sought, node)
    if followed:
        strategy, node = followed[0]
        yield 1.0, strategy.guesses_needed(codes, node)
    else:
        grown = one_step_strategy(puzzle, Rule.ENTROPY, codes=codes, placed=placed)
        yield 1.0, grown.guesses_needed(codes)
        yield 1.0, grown.guesses_needed(sought)


def _at(strategy: Strategy, rows: tuple[Row, ...]) -> int:
    """The node that these rows lead to; -1 if he has not followed the strategy."""
    node = strategy.find(list(rows))
    return -1 if node is None else node


def losing_chances(view: View) -> Chances:
    """For each row, what it costs to finish with it: the chance that the other is earlier, and half that of a tie."""
    other = finishing_chances(view, other_board(view))
    return np.cumsum(other) - other / 2


def duel_costs(view: View, position: Position) -> Costs:
    """What each further number of guesses costs in this position, as whole numbers that never fall."""
    lost = losing_chances(view)[len(position.rows) + 1 :]
    # One more for each guess: of two that lose as often the shorter one is better. Beyond the last row all is lost.
    rises = by_number([round(SCALE * chance) + number for number, chance in enumerate(lost, 1)]).rises
    return Costs((*rises, 1))
