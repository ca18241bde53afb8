"""Wrong marks: which they are, whom they wrong, and what follows."""

from typing import NamedTuple

from support.rules_oracle.marks import Mark
from support.rules_oracle.rounds import Round, Row


class WrongMark(NamedTuple):
    """A mark that the secret shows to be wrong."""

    board: int
    row: int
    by: int
    given: Mark
    right: Mark


def wrong_marks(game: Round) -> list[WrongMark]:
    """Every wrong mark of the round, row by row."""
    return [
        WrongMark(row.board, row.number, by, mark, game.right_mark_by(by, row))
        for row in game.rows
        for by, mark in row.marks
        if mark != game.right_mark_by(by, row)
    ]


def claim_holds(game: Round, seat: int, row: Row) -> bool:
    """Whether one of the others has given this row a wrong mark."""
    return any(by != seat and mark != game.right_mark_by(by, row) for by, mark in row.marks)


def offenders(game: Round) -> set[int]:
    """The seats that have given a wrong mark."""
    return {wrong.by for wrong in wrong_marks(game)}


def wronged(game: Round) -> tuple[int, ...]:
    """The seats that got a wrong mark on the board they guess on, and gave none."""
    boards = {wrong.board for wrong in wrong_marks(game)}
    guilty = offenders(game)
    return tuple(seat for seat in sorted(game.breakers) if game.board_of(seat) in boards and seat not in guilty)
