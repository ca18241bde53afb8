"""Positions on one line: the rows on the boards of a round, in characters that need no escaping in a URL.

    classic~~RRBB_1b0w~RYYG_0b2w                   rows and their marks
    parker-1974~~1-RBY_1b0w~2-GGO_0b0w             with the seat that guessed, if there are several
    mastermind-44~~1-RBYGW_2-1b0w_3-0b0w_4-0b1w    with the seat that marked, if there are several

Where one seat makes the code, it is seat 1, and the breakers follow it clockwise.
"""

import re
from typing import NamedTuple

from keypeg.core.codes import Code
from keypeg.core.edition import Edition, Makers
from keypeg.core.errors import ReadError, RuleError
from keypeg.core.marks import Mark
from keypeg.core.view import GivenMark, View
from keypeg.records.edition_links import read_edition, write_edition
from keypeg.records.notation import read_code, read_mark, write_code, write_mark


class PositionRow(NamedTuple):
    """A row of a position."""

    seat: int
    """The seat that guessed it."""
    guess: Code
    marks: tuple[GivenMark, ...]


class Position(NamedTuple):
    """The rows on the boards of a round, from a match or made up."""

    edition: Edition
    rows: tuple[PositionRow, ...]


def position_of(view: View) -> Position:
    """The position that a seat, or a spectator, sees: the rows that have all their marks, in the order of arrival.

    Where one seat makes the code, seats are numbered from it, so that the same rows give the same link in every round.
    """
    seats = view.edition.seats
    shift = 0 if view.maker is None else view.maker - 1

    def from_maker(seat: int) -> int:
        return (seat - 1 - shift) % seats + 1

    rows = sorted(
        (row for board in view.boards for row in board.rows if len(row.marks) == len(board.makers)),
        key=lambda row: row.arrival,
    )
    return Position(
        view.edition,
        tuple(
            PositionRow(
                from_maker(row.seat),
                row.guess,
                tuple(GivenMark(from_maker(given.by), given.mark) for given in row.marks),
            )
            for row in rows
        ),
    )


def write_position(position: Position) -> str:
    """The one-line form of a position. Raises `RuleError` if its rows cannot be on the boards."""
    check_position(position)
    rows = "~".join(_write_row(position.edition, row) for row in position.rows)
    return f"{write_edition(position.edition)}~~{rows}"


def read_position(text: str) -> Position:
    """The position in this one-line form. Raises `ReadError` or `RuleError` if there is no such position."""
    head, separator, tail = text.strip().partition("~~")
    edition = read_edition(head)
    if not separator:
        raise ReadError("position-without-rows", text=text)
    rows = tuple(_read_row(edition, row) for row in tail.split("~")) if tail else ()
    position = Position(edition, rows)
    check_position(position)
    return position


def check_position(position: Position) -> None:
    """Raise `RuleError` if these rows cannot be on the boards of this edition."""
    edition = position.edition
    shared = edition.secrets.makers is Makers.ONE
    placed: dict[int, int] = {}
    for row in position.rows:
        _check_row(edition, row)
        board = 0 if shared else row.seat
        placed[board] = placed.get(board, 0) + 1
        if placed[board] > edition.guesses.rows:
            raise RuleError("rows-used-up")


def _check_row(edition: Edition, row: PositionRow) -> None:
    edition.check_seat(row.seat)
    makers = _makers(edition, row.seat)
    if row.seat in makers:
        raise RuleError("not-a-breaker")
    if tuple(sorted(mark.by for mark in row.marks)) != makers:
        raise RuleError("marks-by-others", makers=", ".join(map(str, makers)))
    # Where parts are dealt, blanks may be only in the breaker's own holes, but a position does not contain those.
    edition.guess_space(row.seat).check(row.guess)
    pegs = edition.pegs_marked(row.seat)
    if not all(edition.marking.can_give(mark.mark, pegs) for mark in row.marks):
        raise RuleError("impossible-mark")


def _makers(edition: Edition, breaker: int) -> tuple[int, ...]:
    """The seats that mark this breaker's rows; where one seat makes the code, it is seat 1 in a position."""
    if edition.secrets.makers is Makers.ONE:
        return (1,)
    return tuple(seat for seat in range(1, edition.seats + 1) if seat != breaker)


def _has_one_breaker(edition: Edition) -> bool:
    return edition.secrets.makers is Makers.ONE and edition.seats == 2


def _write_row(edition: Edition, row: PositionRow) -> str:
    seat = "" if _has_one_breaker(edition) else f"{row.seat}-"
    names_makers = len(_makers(edition, row.seat)) > 1
    marks = (f"{mark.by}-{write_mark(mark.mark)}" if names_makers else write_mark(mark.mark) for mark in row.marks)
    return "_".join((seat + write_code(row.guess, edition.palette), *marks))


def _read_row(edition: Edition, text: str) -> PositionRow:
    head, *tail = text.split("_")
    seat, guess = _split_seat(head, text)
    if seat is None and not _has_one_breaker(edition):
        raise ReadError("position-needs-seat", text=text)
    seat = seat if seat is not None else 2
    edition.check_seat(seat)
    makers = _makers(edition, seat)
    if len(tail) != len(makers):
        raise ReadError("position-needs-marks", text=text, marks=len(makers))
    marks = tuple(GivenMark(*_read_given_mark(mark, makers, text)) for mark in tail)
    return PositionRow(seat, read_code(guess, edition.palette), marks)


def _read_given_mark(text: str, makers: tuple[int, ...], row: str) -> tuple[int, Mark]:
    by, mark = _split_seat(text, row)
    if by is None and len(makers) > 1:
        raise ReadError("position-needs-seat", text=row)
    return (by if by is not None else makers[0]), read_mark(mark)


def _split_seat(text: str, row: str) -> tuple[int | None, str]:
    match = re.fullmatch(r"(?:([1-9])-)?([^-]*)", text)
    if match is None:
        raise ReadError("position-stray-dash", text=row)
    return (int(match[1]) if match[1] else None), match[2]
