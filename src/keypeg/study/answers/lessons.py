"""The answer to `LessonRequest`: the rows of a lesson, marked."""

from keypeg.study.answers.shared import PuzzleRow
from keypeg.wire.view_types import Closed, Code, Count, Number, Seat, Space


class CheckedCode(Closed):
    """Whether a code fits all rows of a lesson."""

    fits: bool
    rows: list[Number]
    """The rows that it does not fit."""
    sentence: str
    reasons: list[str]
    """Why it does not fit these rows."""


class LessonAnswer(Closed):
    """The rows of a lesson, marked."""

    seat: Seat
    own: Code | None
    """Where parts are dealt: those that the seat holds."""
    space: Space
    """The guesses that are allowed."""
    answer_space: Space | None
    """Where parts are dealt: the whole codes that are allowed."""
    makers: Number
    rows: list[PuzzleRow]
    codes_left_by_row: list[Count]
    """How many codes fit at the start, and after each row."""
    found: bool
    code: Code | None
    """The code, once it is found."""
    mark_text: str | None
    """The mark of the last row, explained."""
    codes_left_text: str | None
    """How many codes the last row has ruled out, in a sentence."""
    found_text: str | None
    """That the code is found, in a sentence."""
    checked: CheckedCode | None
