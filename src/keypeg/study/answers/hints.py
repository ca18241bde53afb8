"""The answer to `HintRequest`, and the hints in a review: what is certain, a good guess, whether to call."""

from typing_extensions import TypedDict

from keypeg.study.answers.shared import Chance, Conflict, CurrencyName, Letter, PartitionSummary, Value
from keypeg.wire.hint_types import HintKind
from keypeg.wire.view_types import Closed, Code, Count, Number


class CertainColour(Closed):
    """A colour that is in every candidate."""

    colour: Letter
    least: Number
    """How often it is there at least."""


class CertainPegs(Closed):
    """What all candidates have in common."""

    holes: list[Letter | None]
    """For each hole the colour that must be there; null where several can be, or where order does not count."""
    inside: list[CertainColour]
    """The colours that every candidate has."""
    outside: list[Letter]
    """The colours that no candidate has."""


class HintedGuess(Closed):
    """A good guess, and why it is good."""

    guess: Code
    currency: CurrencyName
    """What the value counts."""
    value: Value
    partition_summary: PartitionSummary


class BoardHints(Closed):
    """Hints for the next guess on a board."""

    codes_left: Count
    """How many candidates there are."""
    wrong: Conflict | None
    """Why the marks cannot all be right; null if some code fits."""
    certain: CertainPegs | None
    """Null if no code fits."""
    good: HintedGuess | None
    """Null if no code fits, or if finding one takes too much work."""


class RowReasons(Closed):
    """Why a row is good where parts are dealt."""

    mean_left: float
    """How many codes its marks leave on average,"""
    max_left: Count
    """and at most."""
    can_be_code: bool
    """Whether it can be the code."""
    bits_to_seat: float
    """How much it tells its own seat, in bits,"""
    bits_to_others: float
    """and one of the other seats, on average."""


class CallAdvice(Closed):
    """Whether to call."""

    now: bool
    """Whether to call now."""
    code: Code
    """A most likely code."""
    right: Chance
    """How likely it is."""
    waiting: Chance | None
    """The chance to win without calling now."""


class PartsHints(Closed):
    """Hints for a seat that holds parts of the code."""

    codes_left: Count | None
    """How many candidates there are; null if they are too many to list."""
    certain: CertainPegs | None
    """Null if the candidates are not listed."""
    good: Code | None
    """The row that is advised, if any."""
    wins: Chance | None
    """The chance to win with the advised row or call."""
    reasons: RowReasons | None
    """Null without an advised row."""
    call: CallAdvice | None
    """Null if it was not computed."""


_ColumnCertainties = TypedDict("_ColumnCertainties", {"in": list[Letter], "out": list[Letter]})


class CertaintyColumn(Closed, _ColumnCertainties):
    """The colours that are certain to be in a hole, and those that are certain not to be."""


class BoardCertainties(Closed):
    """What is certain from a seat's own view, column by column."""

    codes_left: Count
    codes_at_start: Count
    """How many codes there are at the start."""
    ordered: bool
    columns: list[CertaintyColumn]
    """One for each hole; one for all of them where order does not count; none where no code fits."""


class Hint(Closed):
    """One hint, in sentences."""

    kind: HintKind
    lines: list[str]
    """Sentences. A letter in brackets is a peg, as in `[R]`; key pegs are `●` and `○`."""
    guess: Code | None
    """The row that is advised, if any."""


class HintAnswer(Closed):
    """Help for a seat in a round that is being played."""

    hints: list[Hint]
    """Hints, each with more than the one before."""
    partial_verdict: str | None
    """Whether the partial guess can still become one that fits all rows."""
    certainties: BoardCertainties | None
