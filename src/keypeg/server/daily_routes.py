"""The HTTP routes of the daily code: which days there are, a table for one, and how the players of a day have fared."""

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response

from keypeg.draws.daily_calendar import day_at, first_day, next_day_at
from keypeg.draws.daily_code import daily_link, read_day
from keypeg.editions import PUBLISHED
from keypeg.records.edition_links import read_edition
from keypeg.server import models
from keypeg.server.models import DAY_PATTERN
from keypeg.server.request_context import address_of
from keypeg.server.table_routes import admit, tables_of
from keypeg.service.storage.store import NOT_FOUND

router = APIRouter(prefix="/api")


@router.get("/daily")
async def show_daily(request: Request) -> models.DailyGames:
    """The current day (UTC), the editions that have a daily code, and the edition of the daily puzzle."""
    day, editions = day_at(tables_of(request).sources.now()), list(PUBLISHED)
    return models.DailyGames(
        day=day.isoformat(),
        first_day=first_day(day).isoformat(),
        next_day_at=next_day_at(day),
        editions=editions,
        puzzle=editions[day.toordinal() % len(editions)],
    )


@router.get("/daily/{day}/distribution")
async def show_daily_distribution(
    request: Request,
    day: Annotated[str, Path(pattern=DAY_PATTERN, description="A day (UTC), such as 2026-11-16.")],
    edition: Annotated[str, Query(max_length=400, description="Such as `classic`.")],
) -> models.DailyDistribution:
    """How the players on this server have fared with the daily code of a day, each counted when their round ended."""
    link, day = daily_link(read_edition(edition)), read_day(day).isoformat()
    counts = await tables_of(request).store.count_daily_results(day, link)
    return models.DailyDistribution(
        day=day,
        edition=link,
        by_guesses=[models.PlayersByGuesses(**count._asdict()) for count in counts if count.guesses != NOT_FOUND],
        not_found=sum(count.players for count in counts if count.guesses == NOT_FOUND),
    )


@router.post("/daily", status_code=201)
async def open_daily(request: Request, response: Response, body: models.DailyTableRequest) -> models.Admission:
    """Open a table for the daily code of today (UTC) or of one of the 30 days before; it is the same for everybody."""
    tables = tables_of(request)
    day = None if body.day is None else read_day(body.day)
    request.app.state.count_table(request.scope)
    new_player = await tables.open_daily(body.edition, body.name, day)
    request.app.state.table_clients.note_opening(address_of(request.scope), new_player.table_id)
    live_table = await tables.load(new_player.table_id)
    return admit(request, response, new_player, live_table.table)
