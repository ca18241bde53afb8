"""What is done by HTTP. Each route reads what it is asked, asks the service, and says what came of it."""

from datetime import date
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import JSONResponse, PlainTextResponse

from keypeg.editions import PUBLISHED, RULEBOOKS
from keypeg.i18n.catalogue import LANGUAGES, SOURCE_LANGUAGE
from keypeg.i18n.edition_text import plain_rulebook
from keypeg.records.edition_links import read_edition
from keypeg.records.record import write_record
from keypeg.server import models
from keypeg.server.request_context import cookie_name, language_of, token_of
from keypeg.server.study_routes import consult, today
from keypeg.service import frames
from keypeg.service.errors import TableError
from keypeg.service.frames import plain_table
from keypeg.service.live_table import LiveTable
from keypeg.service.table import Table
from keypeg.service.table_service import Tables
from keypeg.service.table_setup import same_key
from keypeg.study.requests import HintRequest, ReviewRequest
from keypeg.wire.match_values import plain_edition

MOST_LISTED = 50
"""How many tables the lobby shows."""

ANALYSED = 1.0
"""How many seconds' work a board is analysed with."""

COOKIE_DAYS = 90
"""How long a browser remembers at which tables it sits."""

TableId = Annotated[str, Path(pattern=r"^[0-9a-z]{1,64}$", description="The id of a table, as its links name it.")]
SeatNumber = Annotated[int, Path(ge=1, le=64, description="The number of a seat, from 1.")]
EditionLine = Annotated[str, Path(max_length=400, description="As in `classic~rows_12`.")]

router = APIRouter(prefix="/api")


def tables_of(request: Request) -> Tables:
    """The service."""
    found: Tables = request.app.state.tables
    return found


async def guest_of(request: Request, table: str, seat: int | None = None) -> int:
    """The guest who asks, for a seat of his or for himself."""
    return await tables_of(request).holders.guest(table, token_of(request.scope, table), seat)


async def audience_of(request: Request, live: LiveTable, seat: int | None, watch: str) -> int | None:
    """The seat for which somebody asks, or None for who looks on, if he may."""
    tables, name = tables_of(request), live.table.id
    if seat is None:
        await tables.check_watch(live, watch, token_of(request.scope, name))
    else:
        tables.check_seat(live, await guest_of(request, name, seat), seat)
    return seat


# Editions


@router.get("/editions")
async def list_editions(
    lang: Annotated[str, Query(pattern=f"^({'|'.join(LANGUAGES)})$")] = SOURCE_LANGUAGE,
) -> list[dict[str, Any]]:
    """Every edition, with its options."""
    return [plain_rulebook(book, lang) for book in RULEBOOKS.values()]


@router.get("/editions/{edition}")
async def show_edition(edition: EditionLine) -> dict[str, Any]:
    """The rules of one edition with options, such as `classic~rows_12`, figure by figure."""
    return plain_edition(read_edition(edition))


# Tables


@router.get("/tables")
async def lobby(request: Request) -> models.Lobby:
    """Public tables with open seats."""
    tables = tables_of(request)
    listed = [await tables.live(one.table) for one in await tables.store.lobby(MOST_LISTED)]
    return models.Lobby(tables=[models.TableInfo(**plain_table(live.table)) for live in listed])


@router.post("/tables", status_code=201)
async def open_table(request: Request, response: Response, asked: models.NewTableRequest) -> models.Admission:
    """Open a table."""
    tables = tables_of(request)
    request.app.state.count_table(request.scope)
    seats = [(seat, "") for seat in asked.seats] + [(int(seat), level) for seat, level in asked.computers.items()]
    entered = await tables.open(
        asked.edition,
        asked.name,
        seats=seats,
        public=asked.public,
        help_agreed=asked.help,
        limit=asked.limit,
        begin=asked.begin,
    )
    live = await tables.live(entered.table)
    return _entered(request, response, entered.table, entered.guest, entered.token, live.table)


@router.get("/daily")
async def show_daily() -> models.DailyGames:
    """Which day it is (UTC), which editions have a code of the day, and which of them its puzzle is of."""
    day, editions = date.fromisoformat(today()), list(PUBLISHED)
    return models.DailyGames(day=day.isoformat(), editions=editions, puzzle=editions[day.toordinal() % len(editions)])


@router.post("/daily", status_code=201)
async def open_daily(request: Request, response: Response, asked: models.DailyTableRequest) -> models.Admission:
    """Open a table at which the code of this day (UTC) is looked for: the same for everybody."""
    tables = tables_of(request)
    request.app.state.count_table(request.scope)
    entered = await tables.open_for_day(asked.edition, asked.name, date.fromisoformat(today()))
    live = await tables.live(entered.table)
    return _entered(request, response, entered.table, entered.guest, entered.token, live.table)


@router.post("/tables/{table}/join", status_code=201)
async def join_table(
    request: Request, response: Response, table: TableId, asked: models.JoinRequest
) -> models.Admission:
    """Come to a table by its link, and take seats."""
    tables = tables_of(request)
    found = (await tables.fresh(table)).table
    if found.opened.public or same_key(asked.key, found.opened.join):  # nobody else is told who sits where
        _check_free(found, asked.seats)
    entered = await tables.join(table, asked.key, asked.name)
    for seat in asked.seats:
        await tables.sit(table, entered.guest, seat)
    live = await tables.live(table)
    return _entered(request, response, table, entered.guest, entered.token, live.table)


@router.put("/tables/{table}/seats/{seat}")
async def take_seat(
    request: Request, table: TableId, seat: SeatNumber, asked: models.TakeSeatRequest
) -> models.ActionStored:
    """Take a seat, or, as the host, put a computer there."""
    guest = await guest_of(request, table)
    number = await tables_of(request).sit(table, guest, seat, asked.name, asked.computer)
    return models.ActionStored(number=number)


@router.delete("/tables/{table}/seats/{seat}")
async def leave_seat(request: Request, table: TableId, seat: SeatNumber) -> models.ActionStored:
    """Leave a seat before the match begins, or, as the host, take a computer away."""
    guest = await guest_of(request, table)
    return models.ActionStored(number=await tables_of(request).stand(table, guest, seat))


@router.post("/tables/{table}/seats/{seat}/link", status_code=201)
async def link_seat(request: Request, table: TableId, seat: SeatNumber) -> models.SeatLinkInfo:
    """A link that carries a seat to another device: for one use, within a quarter of an hour. The last one counts."""
    guest = await guest_of(request, table, seat)
    request.app.state.count_link(request.scope)
    live = await tables_of(request).fresh(table)
    code, expires = await tables_of(request).holders.make_link(live.table, guest, seat)
    return models.SeatLinkInfo(link=f"/seat/{table}/{seat}#{code}", expires=expires)


@router.post("/tables/{table}/seats/{seat}/join", status_code=201)
async def join_seat(
    request: Request, response: Response, table: TableId, seat: SeatNumber, asked: models.MoveSeatRequest
) -> models.Admission:
    """Hold a seat on this device too, by its link."""
    live = await tables_of(request).fresh(table)
    entered = await tables_of(request).holders.use_link(live.table, seat, asked.code)
    return _entered(request, response, table, entered.guest, entered.token, live.table)


@router.post("/tables/{table}/begin")
async def begin_match(request: Request, table: TableId) -> models.ActionStored:
    """Begin the match, as the host, when every seat is taken."""
    return models.ActionStored(number=await tables_of(request).begin(table, await guest_of(request, table)))


@router.put("/tables/{table}/limit")
async def change_limit(request: Request, table: TableId, asked: models.TimeLimitRequest) -> models.ActionStored:
    """Change how long a turn may take, as the host."""
    guest = await guest_of(request, table)
    return models.ActionStored(number=await tables_of(request).limit(table, guest, asked.limit))


@router.post("/tables/{table}/actions")
async def act(request: Request, table: TableId, asked: models.ActionRequest) -> models.ActionStored:
    """Do something in the match. Answered when it is stored."""
    tables, guest = tables_of(request), await guest_of(request, table, asked.seat)
    live = await tables.live(table)
    return models.ActionStored(number=await tables.act(live, guest, asked.seat, asked.action, asked.key))


@router.post("/tables/{table}/rematch", status_code=201)
async def rematch(request: Request, response: Response, table: TableId) -> models.Admission:
    """Go on at another table with the same guests on the same seats; the same table for all of them."""
    tables = tables_of(request)
    holder = await tables.holders.find(table, token_of(request.scope, table))
    entered = await tables.rematch(table, holder.guest, holder.seat)
    live = await tables.live(entered.table)
    return _entered(request, response, entered.table, entered.guest, entered.token, live.table)


SeatAsked = Annotated[
    int | None, Query(ge=1, le=64, description="The seat to see the table from; left out to look on.")
]
WatchAsked = Annotated[str, Query(max_length=100, description="The key in the link by which others look on.")]


@router.get("/tables/{table}", response_class=JSONResponse)
async def show_table(request: Request, table: TableId, seat: SeatAsked = None, watch: WatchAsked = "") -> Response:
    """The snapshot that a socket begins with."""
    live = await tables_of(request).fresh(table)
    audience = await audience_of(request, live, seat, watch)
    return _json(frames.snapshot(live.table, audience))


@router.get("/tables/{table}/events", response_class=JSONResponse)
async def show_events(
    request: Request,
    table: TableId,
    after: Annotated[int, Query(ge=1, le=10**8)],
    seat: SeatAsked = None,
    watch: WatchAsked = "",
) -> Response:
    """What has happened after a number, as a socket tells of it."""
    tables = tables_of(request)
    audience = await audience_of(request, await tables.fresh(table), seat, watch)
    return _json(b"[" + b",".join(await tables.frames_after(table, audience, after)) + b"]")


@router.get("/tables/{table}/record", response_class=PlainTextResponse)
async def show_record(request: Request, table: TableId, watch: WatchAsked = "") -> Response:
    """The match as a record, when it is over."""
    live = await tables_of(request).fresh(table)
    await audience_of(request, live, None, watch)
    if not live.table.over:
        raise TableError("match-running")
    return PlainTextResponse(write_record(live.table.record()))


def _check_free(table: Table, seats: list[int]) -> None:
    """Whoever cannot take the seats that he came for does not come at all, and leaves no guest without a token."""
    for at, seat in enumerate(seats):
        table.check_seat(seat)
        if table.begun is not None:
            raise TableError("already-begun")
        if table.chairs[seat - 1] is not None or seat in seats[:at]:
            raise TableError("seat-taken", seat=seat)


@router.get("/tables/{table}/analysis")
async def show_analysis(
    request: Request,
    table: TableId,
    number: Annotated[int, Query(alias="round", ge=1, le=10**6, description="The number of the round.")],
    seat: SeatAsked = None,
    watch: WatchAsked = "",
) -> dict[str, Any]:
    """What each guess of a round was worth; of the one that is being played, with hints, if all have agreed on that."""
    live = await tables_of(request).fresh(table)
    audience = await audience_of(request, live, seat, watch)
    state = live.table.running
    being_played = not live.table.over and number == state.round.number
    if being_played and not live.table.opened.help:
        raise TableError("help-not-agreed")  # also if it is played again, and was over once already
    if not being_played and number not in {finished.number for finished in state.finished}:
        raise TableError("no-such-round", round=number)
    asked = ReviewRequest(write_record(live.table.record()), number, audience, ANALYSED, language_of(request.scope))
    told = await consult(request, asked)
    # The record of a match that is being played holds every secret.
    return told if live.table.over else told | {"record": None}


@router.get("/tables/{table}/aid")
async def show_aid(
    request: Request,
    table: TableId,
    seat: Annotated[int, Query(ge=1, le=64, description="The seat to be helped.")],
    half: Annotated[str, Query(max_length=60, description="A guess in the making, as in `R_B_`.")] = "",
    hints: Annotated[bool, Query(description="Whether hints are wanted; without them it is answered sooner.")] = True,
) -> dict[str, Any]:
    """What is left for a seat, hints in steps, and whether a guess in the making can fit, if all agreed on help."""
    live = await tables_of(request).fresh(table)
    await audience_of(request, live, seat, "")
    state = live.table.running
    if not live.table.opened.help:
        raise TableError("help-not-agreed")
    if state.outcome is not None:
        return {"steps": [], "half": None, "notebook": None}
    asked = HintRequest(write_record(live.table.record()), seat, half, hints, language_of(request.scope))
    return await consult(request, asked)


def _json(content: bytes) -> Response:
    return Response(content, media_type="application/json")


def _entered(request: Request, response: Response, name: str, guest: int, token: str, table: Table) -> models.Admission:
    response.set_cookie(
        cookie_name(name),
        token,
        max_age=COOKIE_DAYS * 86_400,
        path=f"/api/tables/{name}",
        secure=request.url.scheme == "https",
        httponly=True,
        samesite="strict",
    )
    opened = table.opened
    links = models.Links(join=f"/join/{name}#{opened.join}", watch=f"/watch/{name}#{opened.watch}")
    return models.Admission(table=name, guest=guest, token=token, links=links)
