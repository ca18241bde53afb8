"""Types that several answers share: corrections of marks, values, and rows of puzzles."""

from typing import Annotated, Literal

from pydantic import Field

from keypeg.wire.view_types import Closed, Code, Count, GivenKeyPegs, GivenNumberCard, Number, Seat

MarkText = Annotated[
    str, Field(description="A mark as records write it: `2b1w` or `3`; marks of several, with commas.")
]
Letter = Annotated[str, Field(pattern=r"^[A-Z.]$", description="The letter of a colour, or a full stop for a blank.")]
Chance = Annotated[float, Field(ge=0, le=1)]
CurrencyName = Literal["guesses", "chance", "points"]
GradeName = Literal["best", "good", "inaccuracy", "mistake"]
GivenMark = GivenKeyPegs | GivenNumberCard


class CorrectedMark(Closed):
    """A mark that a row could have been given instead."""

    notation: MarkText
    codes_left: Count
    """How many codes fit then."""


class Correction(Closed):
    """Rows that must be marked otherwise for some code to fit."""

    rows: list[Number]
    """The numbers of these rows."""
    codes_left: Count
    """How many codes fit all other rows."""
    marks: list[CorrectedMark]
    """Where one row is enough: the marks that it could have been given; the one that most codes fit comes first."""


class Conflict(Closed):
    """Marks that cannot all be right."""

    rows: list[Number]
    """A smallest set of rows that contradict each other."""
    changes: list[Correction]
    """The corrections after which some code fits."""


class Value(Closed):
    """What is expected: further guesses, a chance to win, or points."""

    value: float
    """In the currency of the board or seat."""
    exact: bool
    """False for an estimate."""


class PartitionSummary(Closed):
    """How a guess divides the candidates."""

    cells: Count
    """How many different marks it can earn."""
    largest_cell: Count
    """How many candidates its most frequent mark leaves."""
    can_be_code: bool
    """Whether it is a candidate itself."""


class PuzzleRow(Closed):
    """A row of a puzzle or a lesson."""

    seat: Seat
    guess: Code
    marks: list[GivenMark]
    """One mark from each seat that marks the row."""
