"""The score sheet: a column for each player and a line for each round, as in the family game's rulebook.

On paper, white boxes hold a player's points for each guess, a green box their sum, and a yellow box the maker's score.
A guess's points are written down as soon as it is marked, the maker's when the round is over. The same sheet serves
every edition: where guesses score nothing, only the sums are filled in, round by round.
"""

from typing import Any, NamedTuple

from keypeg.core.scoring import ScoreLine
from keypeg.core.view import FinishedRound, View

GUESS_REASONS = ("guess", "broke")
"""The reasons of score lines that belong to a single guess."""


class SheetCell(NamedTuple):
    """What one player scored in one round."""

    guesses: tuple[int, ...]
    """The points of each of the player's guesses, in order."""
    sum: int | None
    """All the player's points; None if the cell stays empty."""
    maker: bool
    """Whether the player was the maker."""


class SheetLine(NamedTuple):
    """One round on the sheet."""

    number: int
    attempt: int
    replayed: bool
    cells: tuple[SheetCell, ...]


class Sheet(NamedTuple):
    """A score sheet."""

    lines: tuple[SheetLine, ...]
    """The rounds that are over."""
    running: SheetLine | None
    """The round in play; None as long as it has earned no points."""
    totals: tuple[int, ...]
    """Every player's points so far, those of the round in play included."""

    @property
    def written(self) -> tuple[SheetLine, ...]:
        """All lines that have something on them."""
        return self.lines if self.running is None else (*self.lines, self.running)


def score_sheet(view: View) -> Sheet:
    """The score sheet of a match as it stands. A replayed round is on it only if a penalty scored points."""
    seats = view.edition.seats
    lines = tuple(_finished_line(result, seats) for result in view.finished if result.lines or not result.replayed)
    return Sheet(lines, _running_line(view), view.scores)


def _finished_line(result: FinishedRound, seats: int) -> SheetLine:
    cells = _cells(result.lines, result.maker, seats)
    return SheetLine(result.number, result.attempt, result.replayed, cells)


def _running_line(view: View) -> SheetLine | None:
    if not view.lines:
        return None
    return SheetLine(view.round, view.attempt, False, _cells(view.lines, view.maker, view.edition.seats))


def _cells(lines: tuple[ScoreLine, ...], maker: int | None, seats: int) -> tuple[SheetCell, ...]:
    return tuple(_cell([line for line in lines if line.seat == seat], seat == maker) for seat in range(1, seats + 1))


def _cell(lines: list[ScoreLine], is_maker: bool) -> SheetCell:
    guesses = tuple(line.points for line in lines if line.reason in GUESS_REASONS)
    return SheetCell(guesses, sum(line.points for line in lines) if lines else None, is_maker)


def sheet_to_json(sheet: Sheet) -> dict[str, Any]:
    """The sheet as JSON values."""
    return {
        "rounds": [_line_to_json(line) for line in sheet.lines],
        "running": None if sheet.running is None else _line_to_json(sheet.running),
        "totals": list(sheet.totals),
    }


def _line_to_json(line: SheetLine) -> dict[str, Any]:
    return {
        "round": line.number,
        "attempt": line.attempt,
        "replayed": line.replayed,
        "cells": [{"guesses": list(cell.guesses), "sum": cell.sum, "maker": cell.maker} for cell in line.cells],
    }
