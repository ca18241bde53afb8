"""The answer to `PuzzleRequest`: a puzzle, hints, the verdict on an answer, and the solution."""

from typing import Literal

from keypeg.study.answers.shared import MarkText, PuzzleRow
from keypeg.wire.view_types import Closed, Code, Count, Number, Seat, Space

PuzzleKindName = Literal["one-code", "best-guess"]
DifficultyName = Literal["easy", "medium", "hard"]


class PuzzlePosition(Closed):
    """A puzzle without its solution."""

    edition: str
    """The edition with the options that differ from the default, such as `classic~rows_12`."""
    kind: PuzzleKindName
    """Whether the only code is wanted, or the best guess."""
    difficulty: DifficultyName
    """How hard it is."""
    seed: str
    """The seed that makes the same puzzle again."""
    day: str | None
    """The day whose puzzle it is, as in 2026-11-16."""
    effort: Count
    """How many steps lead to the only code; or how many candidates there are to tell apart."""
    seat: Seat
    own: Code | None
    """Where parts are dealt: those that the seat holds."""
    rows: list[PuzzleRow]
    """The rows that are given."""
    position: str
    """The position as links write it."""


class PuzzleVerdict(Closed):
    """Whether an answer is right, and why not."""

    answer: Code
    right: bool
    """Whether it is a right answer."""
    contradicted: list[Number]
    """The rows that the answer does not fit."""
    expected: float | None
    """Where a best guess is wanted: how many further guesses are expected with this one,"""
    best: float | None
    """and with the best one."""


class PuzzleSolution(Closed):
    """The right answer."""

    answer: Code
    candidates: list[Code]
    """The codes that fit all rows."""


class ListedCell(Closed):
    """A mark that a guess can earn, and the candidates that would earn it."""

    notation: MarkText
    candidates: list[Code]


class ExplainedVerdict(PuzzleVerdict):
    """Whether an answer is right, also in words."""

    sentence: str
    reasons: list[str]
    partition: list[ListedCell]


class ExplainedSolution(PuzzleSolution):
    """The right answer, and why it is right."""

    sentence: str
    reasons: list[str]
    partition_text: list[str]
    """The partition in words, with a heading; empty where one code is wanted."""
    partition: list[ListedCell]


class PuzzleAnswer(PuzzlePosition):
    """A puzzle in figures and in words, with the hints, the verdict and the solution that were requested."""

    space: Space
    """The answers that are allowed."""
    title: str
    palette_text: str
    """The letters of the colours."""
    conditions: list[str]
    """What is known of the code beside the rows, in sentences."""
    question: list[str]
    hints: list[str]
    verdict: ExplainedVerdict | None
    solution: ExplainedSolution | None
