"""The JSON shapes of editions and their options, as types for schemas.

`edition_values` and `keypeg.i18n.edition_text` write the values that they describe.
"""

from typing import Annotated, Literal

from pydantic import Field

from keypeg.wire.view_types import Closed, Count, Number

MakersName = Literal["one", "each", "dealt"]
TurnsName = Literal["in-turn", "together", "race"]


class Colour(Closed):
    """A colour of an edition."""

    letter: Annotated[str, Field(pattern=r"^[A-Z]$")]
    """Its letter in codes."""
    name: str
    """Its identifier, such as `red`."""


class NumberRange(Closed):
    """All numbers from `low` to `high`."""

    low: int
    """The least number."""
    high: int
    """The greatest number."""


class EditionOption(Closed):
    """A choice that an edition offers."""

    name: str
    """Its name in commands and links, such as `rows`."""
    kind: Literal["number", "flag", "choice"]
    """A number, a flag (`no` or `yes`), or a choice."""
    default: str
    """The value if none is chosen."""
    values: list[str]
    """The allowed values; empty for a number."""
    range: NumberRange | None
    """The allowed numbers; null where `values` lists what is allowed."""
    label: str
    """The option in a few words."""
    labels: dict[str, str]
    """Each value in a few words, by value; empty for a number."""
    meanings: dict[str, str]
    """What each value means, in a sentence, by value; empty for a number."""


class OfferedOptions(Closed):
    """What can be chosen when these options are."""

    edition: str
    """The edition with those of its options that go together, such as `classic~rows_12`."""
    offered: dict[str, list[str]]
    """By option, the values that go with those of the options before it."""
    guessing: list[str]
    """The options that change the guessing game: its codes, guesses or marks."""


class EditionSummary(Closed):
    """An edition with its options. Figures are those of its default options."""

    id: str
    """Its name in commands and links, such as `classic`."""
    name: str
    """What it is called."""
    line: str
    """The edition in one line."""
    year: int | None
    """Null for house rules."""
    seats: list[Number]
    """The numbers of seats that it can have."""
    holes: Number
    """The holes of a code."""
    colours: Number
    """How many colours there are."""
    palette: list[Colour]
    """The colours with their letters."""
    blanks: bool
    """Whether a hole may be left empty."""
    rows: Number
    """The rows of a board."""
    marking: str
    """The way guesses are marked."""
    scoring: str
    """The way points are counted."""
    codes: Number
    """The number of possible codes."""
    red_keys: bool
    """Whether right pegs are marked red instead of black."""
    options: list[EditionOption]
    """The choices that it offers."""
    source: str
    """The rulebook that it follows."""


class EditionWords(Closed):
    """What an edition with its options is called."""

    edition: str
    """The edition with its options, such as `classic~rows_12`."""
    name: str
    options: list[str]
    """The options that differ from the default, each in a few words: `12 rows`."""


class EditionRules(Closed):
    """The rules of an edition whose options are chosen."""

    id: str
    edition: str
    """The edition with its options, such as `classic~rows_12`."""
    options: dict[str, str]
    """The options that differ from the default."""
    seats: Number
    holes: Number
    holes_by_seat: list[Number]
    """The holes of the code that each seat guesses."""
    colours: Number
    palette: list[Colour]
    blanks: bool
    repeats: bool
    """Whether a code may have a colour twice."""
    guess_repeats: bool
    codes: Number
    rows: Number
    makers: MakersName
    parts: Count
    """How many parts each seat is dealt; 0 where a player sets the code."""
    turns: TurnsName
    marking: str
    by_hand: bool
    scoring: str
    lowest_wins: bool
    practice: bool
    """Whether one round is played for practice, without a score."""
    rounds: Number
    ends: Literal["all-rounds", "majority"]
    void: Literal["replay", "counts"]
    """What happens to a round that nobody wins."""
    wrong_mark: int
    """The points that a wrongly marked player gets."""
