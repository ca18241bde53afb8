"""What can be asked at the desk: plain values, which travel to a process that thinks. Nothing else is loaded here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from keypeg.study.answers import (  # noqa: F401 (named below in quotes, so that Pydantic is not loaded)
        AdviceAnswer,
        AlternativeAnswer,
        HintAnswer,
        LessonAnswer,
        PuzzleAnswer,
        ReviewAnswer,
    )

Answer_co = TypeVar("Answer_co", covariant=True)


class StudyRequest(Generic[Answer_co]):
    """A request that is answered with values of this type."""


@dataclass(frozen=True)
class AdviceRequest(StudyRequest["AdviceAnswer"]):
    """What is the best guess on this board, and what is this one worth?"""

    edition: str
    rows: tuple[str, ...]
    """Each as `CODE:MARK`."""
    seat: int | None
    own: str | None
    """Where parts are dealt, what the seat holds."""
    guess: str | None
    """A guess that somebody thinks of."""
    seconds: float


@dataclass(frozen=True)
class ReviewRequest(StudyRequest["ReviewAnswer"]):
    """What was each guess of a match worth?"""

    record: str
    round: int | None
    """The number of the round; all of them, if none is named."""
    seat: int | None
    """Who asks, if a round is being played."""
    seconds: float
    lang: str


@dataclass(frozen=True)
class AlternativeRequest(StudyRequest["AlternativeAnswer"]):
    """What would another guess have been worth in place of a row?"""

    record: str
    round: int
    attempt: int
    seat: int
    """Who placed the row."""
    row: int
    """Its number on the board."""
    guess: str
    seconds: float


@dataclass(frozen=True)
class PuzzleRequest(StudyRequest["PuzzleAnswer"]):
    """A puzzle, and whatever is asked of it."""

    edition: str
    kind: str
    difficulty: str
    seed: str
    day: str | None
    """The day whose puzzle it is; then kind, difficulty and seed say nothing."""
    answer: str | None
    hints: int
    """How many hints are wanted."""
    solution: bool
    lang: str


@dataclass(frozen=True)
class LessonRequest(StudyRequest["LessonAnswer"]):
    """How are these rows marked in a lesson, and can this be the code?"""

    edition: str
    seed: str
    """What the lesson's code follows from."""
    guesses: tuple[str, ...]
    tried: str | None
    """A guess that somebody thinks of."""
    lang: str


@dataclass(frozen=True)
class HintRequest(StudyRequest["HintAnswer"]):
    """What helps this seat in a match that is being played?"""

    record: str
    seat: int
    partial_guess: str
    """A guess in the making, or nothing."""
    hints: bool
    """Whether hints are wanted: they take longer."""
    lang: str


def answer(request: StudyRequest[Answer_co]) -> Answer_co:
    """The answer. Raises `KeypegError` if there is none. The first time the solver is loaded, which takes a second."""
    from keypeg.study.handlers import HANDLERS

    found: Answer_co = HANDLERS[type(request)](request)
    return found
