"""The score sheet: a column for each player and a line for each round, as in the family game's rulebook.

On paper, white boxes hold a player's points for each guess, a green box their sum, and a yellow box the maker's score.
The same sheet serves every edition: where guesses score nothing, only the sums are filled in.
"""

from typing import Any, NamedTuple

from keypeg.core.view import FinishedRound

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
    totals: tuple[int, ...]


def score_sheet(finished: tuple[FinishedRound, ...], seats: int) -> Sheet:
    """The score sheet of these rounds. A replayed round is on it only if a penalty scored points."""
    lines = tuple(
        SheetLine(
            result.number,
            result.attempt,
            result.replayed,
            tuple(_cell(result, seat) for seat in range(1, seats + 1)),
        )
        for result in finished
        if result.lines or not result.replayed
    )
    totals = tuple(sum(line.cells[seat].sum or 0 for line in lines) for seat in range(seats))
    return Sheet(lines, totals)


def _cell(result: FinishedRound, seat: int) -> SheetCell:
    lines = [line for line in result.lines if line.seat == seat]
    guesses = tuple(line.points for line in lines if line.reason in GUESS_REASONS)
    total = sum(line.points for line in lines) if lines else None
    return SheetCell(guesses, total, result.maker == seat)


def sheet_to_json(sheet: Sheet) -> dict[str, Any]:
    """The sheet as JSON values."""
    return {
        "rounds": [
            {
                "round": line.number,
                "attempt": line.attempt,
                "replayed": line.replayed,
                "cells": [{"guesses": list(cell.guesses), "sum": cell.sum, "maker": cell.maker} for cell in line.cells],
            }
            for line in sheet.lines
        ],
        "totals": list(sheet.totals),
    }
