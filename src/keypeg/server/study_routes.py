"""The HTTP routes away from tables: advice on a board, the review of a record, puzzles, lessons and the rules.

Nothing here is secret, so clients need no token. Long computations go through the `StudyQueue`.
"""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import PlainTextResponse

from keypeg.draws.daily_code import read_day
from keypeg.editions import find_rulebook
from keypeg.i18n.rules.rules import rules_of
from keypeg.players.solver_choice import kernels_for
from keypeg.records.edition_links import read_edition
from keypeg.server import models
from keypeg.server.request_context import address_of, language_of
from keypeg.server.study_queue import StudyQueue
from keypeg.solver.readiness import kernels_for_marks
from keypeg.study.answers import (
    AdviceAnswer,
    AlternativeAnswer,
    LessonAnswer,
    PuzzleAnswer,
    ReviewAnswer,
    RulesAnswer,
)
from keypeg.study.requests import (
    AdviceRequest,
    AlternativeRequest,
    Answer_co,
    LessonRequest,
    PuzzleRequest,
    ReviewRequest,
    StudyRequest,
)
from keypeg.study.rules_page import rules_to_json

router = APIRouter(prefix="/api/study")


async def answer_study_request(request: Request, study_request: StudyRequest[Answer_co]) -> Answer_co:
    """Return the answer to a study request, unless the client disconnects first."""

    async def wait_for_disconnect() -> None:
        while (await request.receive())["type"] != "http.disconnect":
            pass

    queue: StudyQueue = request.app.state.study_queue
    return await queue.answer(study_request, wait_for_disconnect, address_of(request.scope))


@router.get("/readiness")
async def show_readiness(
    request: Request,
    edition: Annotated[str, Query(max_length=400, description="Such as `classic~rows_12`; if empty, any.")] = "",
) -> models.SolverStatus:
    """Whether answers are as exact as they will be, or the solver is still being compiled for this machine."""
    warmup = request.app.state.study_queue.pool.warmup
    kernels = kernels_for(read_edition(edition)) if edition else kernels_for_marks()
    if not kernels:  # the plain solver answers in a game of this size
        return models.SolverStatus(ready=True, seconds_left=0)
    return models.SolverStatus(ready=warmup.is_ready(kernels), seconds_left=round(warmup.seconds_left(kernels)))


@router.post("/advice", response_model=None)
async def advise(request: Request, query: models.AdviceQuery) -> AdviceAnswer:
    """The best next guess on a board and others, the candidates, and which marks to change if there are none."""
    rows = tuple(query.rows)
    return await answer_study_request(
        request, AdviceRequest(query.edition, rows, query.seat, query.own, query.guess, query.seconds)
    )


@router.post("/review", response_model=None)
async def review(request: Request, query: models.ReviewQuery) -> ReviewAnswer:
    """Value, cost and luck of each guess of a match, in numbers and in words."""
    lang = language_of(request.scope)
    return await answer_study_request(
        request, ReviewRequest(query.record, query.round, query.seat, query.seconds, lang)
    )


@router.post("/alternative", response_model=None)
async def compare_alternative(request: Request, query: models.AlternativeQuery) -> AlternativeAnswer:
    """The value of another guess, in chance to win or in points, if the edition is won by these."""
    return await answer_study_request(
        request,
        AlternativeRequest(query.record, query.round, query.attempt, query.seat, query.row, query.guess, query.seconds),
    )


EditionQuery = Annotated[str, Query(max_length=400, description="Such as `classic~rows_12`.")]


@router.get("/puzzle", response_model=None)
async def show_puzzle(request: Request, query: Annotated[models.PuzzleQuery, Query()]) -> PuzzleAnswer:
    """The puzzle of a seed or of a day; with an answer, also whether it is right."""
    return await answer_study_request(
        request,
        PuzzleRequest(
            query.edition,
            query.kind,
            query.difficulty,
            query.seed,
            None if query.day is None else read_day(query.day).isoformat(),
            query.answer,
            query.hints,
            query.solution,
            language_of(request.scope),
        ),
    )


@router.get("/rules", response_class=PlainTextResponse)
def show_rules(request: Request, edition: EditionQuery) -> str:
    """The rules of an edition with its options, as text."""
    rules = read_edition(edition)
    return rules_of(rules, find_rulebook(rules.id), language_of(request.scope))


@router.get("/rules-page", response_model=None)
def show_rules_page(request: Request, edition: EditionQuery) -> RulesAnswer:
    """The same rules in sections, with an example to draw step by step."""
    rules = read_edition(edition)
    return rules_to_json(rules, find_rulebook(rules.id), language_of(request.scope))


@router.post("/lesson", response_model=None)
async def show_lesson(request: Request, query: models.LessonQuery) -> LessonAnswer:
    """The marks of a lesson's rows. The seed determines the code, which is shown only when it is found."""
    lang = language_of(request.scope)
    return await answer_study_request(
        request, LessonRequest(query.edition, query.seed, tuple(query.guesses), query.check, lang)
    )
