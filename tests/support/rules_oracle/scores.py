"""The points of a round, line by line."""

from typing import NamedTuple

from support.rules_oracle.ends import Ending, breaking_rows
from support.rules_oracle.marks import Mark
from support.rules_oracle.rounds import Round

FAMILY_MAKER = {
    3: (5, 6, 7, 8, 9, 10, 14, 18, 22, 26, 30, 34, 40),
    4: (5, 6, 7, 8, 9, 10, 13, 16, 19, 22, 25, 28, 30),
    5: (5, 6, 7, 8, 9, 10, 12, 14, 16, 18, 20, 22, 25),
}
"""For each number of players: the maker's points if the code is broken in row 1, 2 …, and at last if it never is."""

BREAKING_GUESS = 10


class Line(NamedTuple):
    """Some points of a seat, and what they are for."""

    seat: int
    points: int
    reason: str
    row: int | None = None


def lines_of(game: Round, end: Ending) -> list[Line]:
    """The score of a round that has ended so."""
    scoring = game.rules.scoring
    if game.rules.practice:
        return []
    if scoring == "rounds":
        return [Line(seat, 1, "round") for seat in end.winners]
    if scoring == "family":
        return _guess_lines(game) + _family_maker_lines(game, end)
    return _row_lines(game, end)


def lines_so_far(game: Round) -> list[Line]:
    """What stands on the sheet while the round runs: in the family game each guess, by the mark it was given."""
    if game.rules.scoring != "family" or game.rules.practice:
        return []
    return [
        Line(row.seat, _points_for(row.marks[0][1]), "guess", row.number) for row in game.rows if game.is_marked(row)
    ]


def _row_lines(game: Round, end: Ending) -> list[Line]:
    """Points for rows: the maker's in most schemes; the breaker's where fewest win."""
    assert game.maker is not None
    scoring = game.rules.scoring
    seat = game.breakers[0] if scoring == "breaker-rows" else game.maker
    placed = len(game.rows)
    if end.reason == "broken":
        if scoring == "maker-misses":
            return [Line(seat, placed - 1, "misses", placed - 1)]
        return [Line(seat, placed, "rows", placed)]
    bonus = [Line(seat, 1, "unbroken")] if scoring == "maker" else []
    if end.reason == "unbroken":
        return [Line(seat, placed, "misses" if scoring == "maker-misses" else "rows", placed), *bonus]
    if game.maker in game.left:
        return [Line(seat, 0, "given-up")]
    # The breakers have left: as if all rows had failed.
    return [Line(seat, game.rules.rows, "given-up"), *bonus]


def _guess_lines(game: Round) -> list[Line]:
    """What the guesses of the family game have earned: 1 for a white, 2 for a red, 10 for the code.

    They count by the right marks: a round that stands in spite of a wrong one is scored without it.
    """
    assert game.maker is not None
    breaking = breaking_rows(game)
    return [
        Line(row.seat, BREAKING_GUESS, "broke", row.number)
        if row in breaking
        else Line(row.seat, _points_for(game.right_mark_by(game.maker, row)), "guess", row.number)
        for row in game.rows
        if game.is_marked(row)
    ]


def _points_for(mark: Mark) -> int:
    reds, whites = mark
    return 2 * reds + whites


def _family_maker_lines(game: Round, end: Ending) -> list[Line]:
    assert game.maker is not None
    table = FAMILY_MAKER[game.rules.seats]
    if end.reason == "broken":
        row = breaking_rows(game)[0].number
        return [Line(game.maker, table[row - 1], "maker", row)]
    # Where all breakers have left, the maker still in the round has won it.
    return [Line(game.maker, table[-1], "unbroken")] if game.maker in end.winners else []
