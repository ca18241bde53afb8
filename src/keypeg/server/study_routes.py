"""What is asked away from tables, by HTTP: advice on a board, a judgement of a record, a puzzle, the rules.

Nothing here is anybody's secret, so nobody need say who he is. What takes long is answered by a process of its own, one
question after the other: whoever plays does not wait for those who study. And those who study do not wait for the
questions of those who have gone.
"""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request
from fastapi.responses import PlainTextResponse

from keypeg.core.errors import ReadError
from keypeg.editions import find_rulebook
from keypeg.i18n.rules.rules import rules_of
from keypeg.records.edition_links import read_edition
from keypeg.server import models
from keypeg.server.request_context import language_of
from keypeg.service.errors import TableError
from keypeg.service.worker_pool import WorkerPool
from keypeg.study.requests import (
    AdviceRequest,
    AlternativeRequest,
    LessonRequest,
    PuzzleRequest,
    ReviewRequest,
    StudyRequest,
    answer,
)
from keypeg.study.rules_page import plain_rules

MOST_WAITING = 16
"""How many questions wait for an answer; more are refused, for whoever asked them would not wait so long."""

GRACE = 2.0
"""For how many seconds a question is still thought about when its asker has gone: most are answered by then, and that
is less trouble than a new process, which has to load the solver."""

router = APIRouter(prefix="/api/desk")


class StudyDesk:
    """Answers questions."""

    def __init__(self, thinkers: WorkerPool) -> None:
        self.thinkers = thinkers
        self._waiting = 0
        self._turn = asyncio.Lock()

    async def ask(self, asked: StudyRequest[Any], gone: Callable[[], Awaitable[None]]) -> dict[str, Any]:
        """The answer; an empty one for an asker who is gone before it is there.

        Raises `KeypegError` if there is none, or too many have asked.
        """
        if self._waiting >= MOST_WAITING:
            raise TableError("desk-busy")
        self._waiting += 1
        answering = asyncio.ensure_future(self._answer(asked))
        leaving = asyncio.ensure_future(gone())
        try:
            await asyncio.wait({answering, leaving}, return_when=asyncio.FIRST_COMPLETED)
            if answering.done():
                return answering.result()
            answering.cancel()
            await asyncio.wait({answering})
            return {}
        finally:
            answering.cancel()
            leaving.cancel()
            self._waiting -= 1

    async def _answer(self, asked: StudyRequest[Any]) -> dict[str, Any]:
        async with self._turn:  # one at a time, so that nobody else's question is lost with one that is given up
            thinking = asyncio.ensure_future(self.thinkers.consult(answer, asked))
            try:
                return await asyncio.shield(thinking)
            except asyncio.CancelledError:
                await asyncio.wait({thinking}, timeout=GRACE)
                if not thinking.cancel():
                    thinking.exception()  # it may have none, or one that nobody waits for
                    raise
                await asyncio.to_thread(self.thinkers.interrupt)  # it takes a moment, in which others play
                raise


def desk_of(request: Request) -> StudyDesk:
    """Who answers."""
    found: StudyDesk = request.app.state.desk
    return found


async def consult(request: Request, asked: StudyRequest[Any]) -> dict[str, Any]:
    """What the desk answers to this request, as long as somebody waits for it."""

    async def gone() -> None:
        while (await request.receive())["type"] != "http.disconnect":
            pass

    return await desk_of(request).ask(asked, gone)


@router.post("/advice")
async def advise(request: Request, asked: models.AdviceQuery) -> dict[str, Any]:
    """The best next guess on a board and others, the codes left, and what would have to change if there are none."""
    rows = tuple(asked.rows)
    return await consult(request, AdviceRequest(asked.edition, rows, asked.seat, asked.own, asked.guess, asked.seconds))


@router.post("/review")
async def review(request: Request, asked: models.ReviewQuery) -> dict[str, Any]:
    """What each guess of a match was worth, in figures and in words."""
    lang = language_of(request.scope)
    return await consult(request, ReviewRequest(asked.record, asked.round, asked.seat, asked.seconds, lang))


@router.post("/instead")
async def instead(request: Request, asked: models.AlternativeQuery) -> dict[str, Any]:
    """What another guess would have been worth in chance to win or points, where an edition is won by these."""
    return await consult(
        request,
        AlternativeRequest(asked.record, asked.round, asked.attempt, asked.seat, asked.row, asked.guess, asked.seconds),
    )


EditionAsked = Annotated[str, Query(max_length=400, description="As in `classic~rows_12`.")]
CodeAsked = Annotated[str | None, Query(max_length=60, description="An answer to be judged.")]


@router.get("/problem")
async def pose(
    request: Request,
    edition: EditionAsked,
    kind: Literal["one-code", "best-guess"] = "one-code",
    difficulty: Literal["easy", "medium", "hard"] = "medium",
    seed: Annotated[str, Query(min_length=1, max_length=100)] = "1",
    day: Annotated[str | None, Query(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$", description="The day's problem.")] = None,
    answer: CodeAsked = None,
    hints: Annotated[int, Query(ge=0, le=50, description="How many hints are wanted.")] = 0,
    solution: bool = False,
) -> dict[str, Any]:
    """A position to solve: that of a seed, or that of a day; and what there is to say of an answer, if one is given."""
    lang = language_of(request.scope)
    return await consult(
        request, PuzzleRequest(edition, kind, difficulty, seed, _day(day), answer, hints, solution, lang)
    )


@router.get("/rules", response_class=PlainTextResponse)
async def show_rules(request: Request, edition: EditionAsked) -> str:
    """The rules of an edition with its options, in words."""
    rules = read_edition(edition)
    return rules_of(rules, find_rulebook(rules.id), language_of(request.scope))


@router.get("/rulebook")
async def show_rulebook(request: Request, edition: EditionAsked) -> dict[str, Any]:
    """The same rules in sections, and an example to be drawn step by step."""
    rules = read_edition(edition)
    return {**plain_rules(rules, find_rulebook(rules.id), language_of(request.scope))}


@router.post("/lesson")
async def teach(request: Request, asked: models.LessonQuery) -> dict[str, Any]:
    """Rows of a lesson, marked: its code follows from the seed, and is not told before it is found."""
    lang = language_of(request.scope)
    return await consult(request, LessonRequest(asked.edition, asked.seed, tuple(asked.guesses), asked.tried, lang))


def today() -> str:
    """Which day it is: those of UTC count, so that it is the same for everybody."""
    return datetime.now(UTC).date().isoformat()


def _day(text: str | None) -> str | None:
    if text is None:
        return None
    try:
        return datetime.fromisoformat(text).date().isoformat()
    except ValueError:
        raise ReadError("unreadable-date", text=text) from None
