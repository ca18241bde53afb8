"""Boards to analyse, marked by the rules, and checks that hold for every analysis."""

from collections.abc import Sequence
from random import Random

import pytest

from keypeg.analysis.board_analysis import analyse_board
from keypeg.analysis.board_values import BoardAnalysis, RowAnalysis
from keypeg.core.codes import Code
from keypeg.core.edition import Edition
from keypeg.core.view import GivenMark, Row
from keypeg.solver.strategy.tree import Strategy
from support.random_play import random_code


def rows_for(edition: Edition, code: Code, guesses: Sequence[Code]) -> list[Row]:
    """Rows on the board of seat 2, as seat 1 marks them, up to the one that finds the code."""
    rows: list[Row] = []
    for number, guess in enumerate(guesses, 1):
        mark = edition.marking.mark(code, guess)
        rows.append(Row(2, guess, (GivenMark(1, mark),), number))
        if mark == edition.marking.solved(len(code)):
            break
    return rows


def board_by_strategy(edition: Edition, code: Code, strategy: Strategy) -> BoardAnalysis:
    """The board of a player that follows a strategy against this code."""
    guesses: list[Code] = []
    node, game = 0, strategy.game
    while node >= 0:
        guesses.append(game.guess(int(strategy.guess[node])))
        node = strategy.next(node, game.mark_number((edition.marking.mark(code, guesses[-1]),)))
    return analyse_board(edition, 2, (2,), rows_for(edition, code, [*guesses, code]))


def random_boards(edition: Edition, chance: Random, count: int, rows: int, seconds: float) -> list[BoardAnalysis]:
    """Boards with random rows."""
    boards = []
    for _ in range(count):
        code = random_code(edition.secret_space(2), chance)
        assert code is not None
        guesses = [guess for _ in range(rows) if (guess := random_code(edition.guess_space(2), chance))]
        boards.append(analyse_board(edition, 2, (2,), rows_for(edition, code, guesses), seconds=seconds))
    return boards


def check_sums(board: BoardAnalysis) -> None:
    """Check that guesses used + still to come = expected + cost - luck, and that no cost is negative."""
    for before, after in zip(board.values, board.values[1:], strict=False):
        assert before.after == after.before, "one number for each position"
    assert all(value.cost >= 0 for value in board.values)
    # Where the value of a row is unknown, so are those before it.
    has_value = [row.value is not None for row in board.rows]
    valued = has_value[: next((row.number for row in board.rows if row.after == 0 or _finds_code(row)), len(has_value))]
    assert valued == sorted(valued)
    if board.expected is None or board.to_come is None:
        assert not board.values
        return
    used = board.guesses + board.to_come.value
    assert used == pytest.approx(board.expected.value + board.cost - board.luck, abs=1e-9)
    if board.broken:
        assert board.to_come.value == 0


def _finds_code(row: RowAnalysis) -> bool:
    return row.value is not None and row.value.after is not None and row.value.after.value == 0
