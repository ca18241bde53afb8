"""The rules of an edition in sections, with an example. In sentences, `●` and `○` stand beside names of key pegs."""

from typing import Annotated, Literal

from pydantic import Field

from keypeg.study.answers.shared import GivenMark
from keypeg.wire.view_types import Closed, Code, Seat


class RulesParagraph(Closed):
    """A paragraph."""

    kind: Literal["text"]
    text: str


class RulesTerm(Closed):
    """A term with its explanation."""

    kind: Literal["term"]
    term: str
    explanation: str


class RulesList(Closed):
    """A list, numbered steps, or lines to be shown as they are."""

    kind: Literal["list", "steps", "lines"]
    items: list[str]


RulesBlock = Annotated[RulesParagraph | RulesTerm | RulesList, Field(discriminator="kind")]


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
    steps: list[str]
    """The explanation: a sentence for each hole of the guess; where parts are dealt, for the row and each mark."""
    mark_text: str | None
    """The mark in words; null where parts are dealt, because there each step has one."""


class RulesAnswer(Closed):
    """The rules of an edition with its options."""

    title: str
    line: str
    sections: list[RulesSection]
    example: RulesExample | None
