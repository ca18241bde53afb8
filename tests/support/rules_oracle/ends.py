"""When a round is over by itself, and who has won it; wrong marks are looked at afterwards."""

from typing import NamedTuple

from support.rules_oracle.rounds import Round, Row
from support.rules_oracle.turns import marks_owed, next_to_guess


class Ending(NamedTuple):
    """Why a round is over, and who has won it."""

    reason: str
    winners: tuple[int, ...]


def natural_end(game: Round) -> Ending | None:
    """How the round has ended, going by the rows, answers and departures; None if it goes on."""
    if game.rules.makers == "one":
        return _one_maker_end(game)
    return _dealt_end(game) if game.rules.makers == "dealt" else _each_end(game)


def breaks(game: Round, row: Row) -> bool:
    """Whether this row breaks the code."""
    return game.is_marked_as_code(row) or (game.rules.found_is_found and is_found(game, row))


def is_found(game: Round, row: Row) -> bool:
    """Whether this row is the code in truth, whatever its mark says."""
    return game.is_marked(row) and game.equals_secret(row)


def breaking_rows(game: Round) -> list[Row]:
    """The rows that break a code, in the order in which they were placed."""
    return [row for row in game.rows if not game.is_hidden(row) and breaks(game, row)]


def _one_maker_end(game: Round) -> Ending | None:
    assert game.maker is not None
    broken = breaking_rows(game)
    if broken:
        return Ending("broken", (broken[0].seat,))
    if game.is_full(game.breakers[0]) and not marks_owed(game):
        return Ending("unbroken", (game.maker,))
    if game.maker in game.left:
        return Ending(game.left[game.maker], game.still_in)
    if not game.still_in:
        # Nobody waits for the mark of a row whose player has left.
        return Ending(list(game.left.values())[-1], (game.maker,))
    return None


def _each_end(game: Round) -> Ending | None:
    first, second = game.breakers
    if not marks_owed(game):
        broken = {row.seat for row in breaking_rows(game)}
        placed = {seat: len(game.rows_on(seat)) for seat in (first, second)}
        if broken and (game.rules.turns == "race" or placed[first] == placed[second]):
            return Ending("both-broken", ()) if len(broken) == 2 else Ending("broken", tuple(broken))
        if game.is_full(first) and game.is_full(second):
            return Ending("neither-broken", ())
    if game.left:
        other = second if first in game.left else first
        return Ending(next(iter(game.left.values())), (other,))
    return None


def _dealt_end(game: Round) -> Ending | None:
    if game.answers and game.answers[-1][1]:
        return Ending("answered", (game.answers[-1][0],))
    if game.caller is not None:
        return None
    if not game.still_in:
        return Ending("nobody-answered", ())
    if not game.is_set or marks_owed(game) or next_to_guess(game):
        return None
    return Ending("nobody-answered", ()) if set(game.still_in) <= set(game.passed) else None
