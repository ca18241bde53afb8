"""The requests that `keypeg.study` answers: plain values, sent to a worker process. Importing this loads little."""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Generic, TypeVar

from keypeg.core.errors import KeypegError
from keypeg.extras import report_missing_extras
from keypeg.players.solver_choice import kernels_for
from keypeg.records.edition_links import read_edition
from keypeg.solver.readiness import kernels_for_marks

if TYPE_CHECKING:
    from keypeg.study.answers import (  # noqa: F401 (named below in quotes, so that Pydantic is not loaded)
        AdviceAnswer,
        AlternativeAnswer,
        HintAnswer,
        LessonAnswer,
        PuzzleAnswer,
        ReviewAnswer,
    )

BEST_GUESS = "best-guess"
"""The kind of puzzle for which a best guess has to be proven."""

Answer_co = TypeVar("Answer_co", covariant=True)


class StudyRequest(Generic[Answer_co]):
    """A request, by the type of its answer."""

    @property
    def needs_kernels(self) -> bool:
        """Whether the answer is better with compiled code, which a new machine does not have at once."""
        return True

    @property
    def has_plain_answer(self) -> bool:
        """Whether there is an answer without compiled code too."""
        return True

    @property
    def kernels(self) -> tuple[str, ...]:
        """The groups of kernels that it needs, as far as that is known without reading all of it."""
        return kernels_for_marks()


@dataclass(frozen=True)
class AdviceRequest(StudyRequest["AdviceAnswer"]):
    """What is the best guess on this board, and what is the value of this one?"""

    edition: str
    rows: tuple[str, ...]
    """Each as `CODE:MARK`."""
    seat: int | None
    own: str | None
    """Where parts are dealt: the parts that the seat holds."""
    guess: str | None
    """A guess to compare with the best."""
    seconds: float

    @property
    def kernels(self) -> tuple[str, ...]:
        """Those of its edition."""
        return _kernels_of_edition(self.edition)


@dataclass(frozen=True)
class ReviewRequest(StudyRequest["ReviewAnswer"]):
    """What were the value, the cost and the luck of each guess of a match?"""

    record: str
    round: int | None
    """The number of the round; None for all of them."""
    seat: int | None
    """Whose knowledge is used for a running round."""
    seconds: float
    lang: str

    @property
    def kernels(self) -> tuple[str, ...]:
        """Those of its edition."""
        return _kernels_of_record(self.record)


@dataclass(frozen=True)
class AlternativeRequest(StudyRequest["AlternativeAnswer"]):
    """What would the value of another guess have been in place of a row?"""

    record: str
    round: int
    attempt: int
    seat: int
    """The seat that placed the row."""
    row: int
    """The number of the row on its board."""
    guess: str
    seconds: float

    @property
    def kernels(self) -> tuple[str, ...]:
        """Those of its edition."""
        return _kernels_of_record(self.record)


@dataclass(frozen=True)
class PuzzleRequest(StudyRequest["PuzzleAnswer"]):
    """A puzzle, with hints, the verdict on an answer, and the solution, if wanted."""

    edition: str
    kind: str
    difficulty: str
    seed: str
    day: str | None
    """The day whose puzzle it is; then kind, difficulty and seed are ignored."""
    answer: str | None
    hints: int
    """How many hints are wanted."""
    solution: bool
    lang: str

    @property
    def needs_kernels(self) -> bool:
        """Only the search for a best guess does; the puzzle of a day has one code left."""
        return self.day is None and self.kind == BEST_GUESS

    @property
    def has_plain_answer(self) -> bool:
        """The plain solver cannot prove that a guess is the best."""
        return not self.needs_kernels

    @property
    def kernels(self) -> tuple[str, ...]:
        """Those of its edition."""
        return _kernels_of_edition(self.edition)


@dataclass(frozen=True)
class LessonRequest(StudyRequest["LessonAnswer"]):
    """How are these rows of a lesson marked, and can this be the code?"""

    edition: str
    seed: str
    """Determines the code of the lesson."""
    guesses: tuple[str, ...]
    check: str | None
    """A code to check against the rows."""
    lang: str

    @property
    def needs_kernels(self) -> bool:
        """It only compares codes and marks."""
        return False


@dataclass(frozen=True)
class HintRequest(StudyRequest["HintAnswer"]):
    """Which hints are there for this seat in a running match?"""

    record: str
    seat: int
    partial_guess: str
    """An unfinished guess to check, or empty."""
    hints: bool
    """Whether all hints are wanted; otherwise only those that are known at once."""
    lang: str

    @property
    def needs_kernels(self) -> bool:
        """Only the search for a good guess does."""
        return self.hints

    @property
    def kernels(self) -> tuple[str, ...]:
        """Those of its edition."""
        return _kernels_of_record(self.record)


def _kernels_of_record(record: str) -> tuple[str, ...]:
    """The groups of kernels for the edition that a record names."""
    named = re.search(r"^Edition: *(\S+)", record, re.MULTILINE)
    return kernels_for_marks() if named is None else _kernels_of_edition(named[1])


def _kernels_of_edition(text: str) -> tuple[str, ...]:
    """The groups of kernels for an edition; those of every edition if there is no such one."""
    try:
        return kernels_for(read_edition(text))
    except KeypegError:
        return kernels_for_marks()


HANDLERS: dict[type, tuple[str, str]] = {
    AdviceRequest: ("advice_handler", "advise_on_board"),
    ReviewRequest: ("review_handler", "review_match"),
    AlternativeRequest: ("review_handler", "compare_guesses"),
    PuzzleRequest: ("puzzle_handler", "pose_puzzle"),
    LessonRequest: ("lessons", "give_lesson"),
    HintRequest: ("hint_handler", "give_hints"),
}
"""The module and the function that answer each type of request. Each is loaded when it is first needed."""


def answer(request: StudyRequest[Answer_co]) -> Answer_co:
    """Answer a request. The first call loads the solver, which takes a second.

    Raises `KeypegError` if there is no answer.
    """
    module, function = HANDLERS[type(request)]
    with report_missing_extras():
        result: Answer_co = getattr(import_module(f"keypeg.study.{module}"), function)(request)
    return result
