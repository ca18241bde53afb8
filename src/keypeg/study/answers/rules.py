"""The rules of an edition in sections, with a worked example."""

from typing import Literal

from keypeg.study.answers.shared import GivenMark
from keypeg.wire.view_types import Closed, Code, Seat


class RulesBlock(Closed):
    """A paragraph, a list, numbered steps, a term with its explanation, or lines to be shown as they are."""

    kind: Literal["text", "list", "steps", "term", "lines"]
    items: list[str]


class RulesSection(Closed):
    """A section of the rules."""

    name: str
    heading: str
    blocks: list[RulesBlock]


class RulesExample(Closed):
    """A guess and its marks, explained step by step."""

    seat: Seat
    code: Code | None
    """The secret; null where parts are dealt."""
    own: Code | None
    """Where parts are dealt: those that the seat holds."""
    guess: Code
    marks: list[GivenMark]
    told: list[str]


class RulesAnswer(Closed):
    """The rules of an edition with its options."""

    title: str
    line: str
    sections: list[RulesSection]
    example: RulesExample | None
