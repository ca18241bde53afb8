"""The HTTP routes of tables. Each reads its request, calls the table service and returns the result."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import JSONResponse, PlainTextResponse

from keypeg.records.record import write_record
from keypeg.server import models
from keypeg.server.lobby_limits import LobbyLimits
from keypeg.server.request_context import address_of, cookie_name, language_of, token_of
from keypeg.server.study_routes import answer_study_request
from keypeg.server.table_clients import BotTableLimit
from keypeg.service.errors import TableError
from keypeg.service.frames import Viewer, table_to_json
from keypeg.service.input_checks import is_same_link_key
from keypeg.service.live_table import LiveTable
from keypeg.service.scheduler import has_people
from keypeg.service.seat_tokens import NewPlayer
from keypeg.service.table import Table
from keypeg.service.table_service import TableService
from keypeg.study.answers import HintAnswer, ReviewAnswer
from keypeg.study.requests import HintRequest, ReviewRequest

MAX_LOBBY_TABLES = 50

ANALYSIS_SECONDS = 1.0
"""The longest time for the analysis of one board, and the usual one."""

COOKIE_DAYS = 400
"""How long a browser keeps a player's token: as long as browsers allow. An unused token expires earlier."""

SECONDS_PER_DAY = 86_400

TableId = Annotated[str, Path(pattern=r"^[0-9a-z]{1,64}$", description="The id of a table, as in its links.")]
SeatNumber = Annotated[int, Path(ge=1, le=64, description="The number of a seat, from 1.")]

router = APIRouter(prefix="/api")


def tables_of(request: Request) -> TableService:
    """Return the table service."""
    tables: TableService = request.app.state.tables
    return tables


def lobby_limits_of(request: Request) -> LobbyLimits:
    """Return the limits on public tables and on joining."""
    limits: LobbyLimits = request.app.state.lobby_limits
    return limits


def bot_tables_of(request: Request) -> BotTableLimit:
    """Return the limit on matches among bots alone."""
    limit: BotTableLimit = request.app.state.bot_tables
    return limit


async def player_of(request: Request, table_id: str, seat: int | None = None) -> int:
    """Return the number of the player who sends a request, whose token must be valid for this seat."""
    return await tables_of(request).seat_tokens.find_player(table_id, token_of(request.scope, table_id), seat)


async def check_viewer(request: Request, live_table: LiveTable, seat: Viewer, link_key: str) -> None:
    """Raise `TableError` if the client may not see a table from this seat or, if it is None, as a spectator."""
    tables, table_id = tables_of(request), live_table.table.id
    if seat is None:
        await tables.check_spectator(live_table, link_key, token_of(request.scope, table_id))
    else:
        tables.check_seat(live_table, await player_of(request, table_id, seat), seat)
    tables.on_watch(live_table)


@router.get("/tables")
async def lobby(request: Request) -> models.Lobby:
    """Public tables with open seats at which somebody is, or was in the last ten minutes; the hosts take turns."""
    live_tables = await tables_of(request).list_lobby(MAX_LOBBY_TABLES, lobby_limits_of(request).take_turns)
    return models.Lobby(tables=[models.TableInfo(**table_to_json(live_table.table)) for live_table in live_tables])


@router.post("/tables", status_code=201)
async def open_table(request: Request, response: Response, body: models.NewTableRequest) -> models.Admission:
    """Open a table."""
    tables, address, lobby_limits = tables_of(request), address_of(request.scope), lobby_limits_of(request)
    if body.public:
        lobby_limits.check_opening(address)
    if body.begin and not body.seats:
        bot_tables_of(request).check(address)
    request.app.state.count_table(request.scope)
    seats = [(seat, "") for seat in body.seats] + [(int(seat), level) for seat, level in body.bots.items()]
    new_player = await tables.open(
        body.edition,
        body.name,
        seats=seats,
        public=body.public,
        hints=body.hints,
        turn_limit=body.turn_limit,
        human_pace=body.human_pace,
        begin=body.begin,
    )
    if body.public:
        lobby_limits.note_opening(address, new_player.table_id)
    _note_opening(request, new_player.table_id)
    live_table = await tables.load(new_player.table_id)
    return admit(request, response, new_player, live_table.table)


@router.post("/tables/{table}/join", status_code=201)
async def join_table(
    request: Request, response: Response, table: TableId, body: models.JoinRequest
) -> models.Admission:
    """Join a table by its link, and take seats."""
    tables = tables_of(request)
    current = (await tables.load_current(table)).table
    if current.open_entry.public or is_same_link_key(body.link_key, current.open_entry.join):
        # Others must not learn which seats are taken.
        _check_free(current, body.seats)
    address, lobby_limits = address_of(request.scope), lobby_limits_of(request)
    lobby_limits.check_joining(address, table)
    new_player = await tables.join(table, body.link_key, body.name)
    lobby_limits.note_player(address, table, new_player.player)
    for seat in body.seats:
        await tables.sit(table, new_player.player, seat)
    live_table = await tables.load(table)
    return admit(request, response, new_player, live_table.table)


@router.put("/tables/{table}/seats/{seat}")
async def take_seat(
    request: Request, table: TableId, seat: SeatNumber, body: models.TakeSeatRequest
) -> models.ActionStored:
    """Take a seat, or, as the host, put a bot there."""
    player = await player_of(request, table)
    number = await tables_of(request).sit(table, player, seat, body.name, body.bot, guest=body.guest)
    return models.ActionStored(number=number)


@router.delete("/tables/{table}/seats/{seat}")
async def leave_seat(request: Request, table: TableId, seat: SeatNumber) -> models.ActionStored:
    """Leave a seat before the match begins, or, as the host, remove a bot, or a person, who cannot come back."""
    tables, player = tables_of(request), await player_of(request, table)
    seats = (await tables.load_current(table)).table.occupants
    occupant = seats[seat - 1] if seat <= len(seats) else None
    number = await tables.stand(table, player, seat)
    if occupant is not None and occupant.player != player:
        lobby_limits_of(request).bar(address_of(request.scope), table, occupant.player)
    return models.ActionStored(number=number)


@router.post("/tables/{table}/seats/{seat}/link", status_code=201)
async def link_seat(request: Request, table: TableId, seat: SeatNumber) -> models.SeatLinkInfo:
    """Create a link that moves a seat to another device: for one use, within 15 minutes. It replaces earlier links."""
    player = await player_of(request, table, seat)
    request.app.state.count_link(request.scope)
    live_table = await tables_of(request).load_current(table)
    link_key, expires = await tables_of(request).seat_tokens.create_link(live_table.table, player, seat)
    return models.SeatLinkInfo(link=f"/seat/{table}/{seat}#{link_key}", expires=expires)


@router.post("/tables/{table}/seats/{seat}/join", status_code=201)
async def join_seat(
    request: Request, response: Response, table: TableId, seat: SeatNumber, body: models.MoveSeatRequest
) -> models.Admission:
    """Hold a seat on this device too, by a seat link."""
    live_table = await tables_of(request).load_current(table)
    new_player = await tables_of(request).seat_tokens.use_link(live_table.table, seat, body.link_key)
    return admit(request, response, new_player, live_table.table)


@router.get("/tables/{table}/links")
async def show_links(request: Request, table: TableId) -> models.Links:
    """The links of a table, for its players to pass on: one to join, one to watch."""
    tables = tables_of(request)
    await tables.seat_tokens.find_owner(table, token_of(request.scope, table))
    return _links_of((await tables.load(table)).table)


@router.get("/tables/{table}/tokens")
async def list_tokens(request: Request, table: TableId) -> models.TokenList:
    """The tokens of the player, the latest first; with a token for one seat, only those for that seat."""
    listed = await tables_of(request).seat_tokens.list_tokens(table, token_of(request.scope, table))
    return models.TokenList(
        tokens=[
            models.TokenInfo(
                id=token.id,
                seat=token.seat or None,
                created_at=token.created_at or None,
                expires=token.expires,
                current=token.is_current,
            )
            for token in listed
        ]
    )


@router.delete("/tables/{table}/tokens/{token}", status_code=204)
async def revoke_token(
    request: Request,
    response: Response,
    table: TableId,
    token: Annotated[str, Path(pattern=r"^[0-9a-f]{16}$", description="The id of a token, as in the list.")],
) -> None:
    """Revoke a token of the player, also the one of this request. Its sockets are closed."""
    if await tables_of(request).seat_tokens.revoke(table, token_of(request.scope, table), token):
        response.delete_cookie(cookie_name(table), path=f"/api/tables/{table}")


@router.post("/tables/{table}/begin")
async def begin_match(request: Request, table: TableId) -> models.ActionStored:
    """Begin the match, as the host, when every seat is taken."""
    tables, player = tables_of(request), await player_of(request, table)
    address = address_of(request.scope)
    if not has_people((await tables.load(table)).table):
        bot_tables_of(request).check(address)
    number = await tables.begin(table, player)
    bot_tables_of(request).note(address, table)
    return models.ActionStored(number=number)


@router.put("/tables/{table}/turn-limit")
async def change_turn_limit(request: Request, table: TableId, body: models.TurnLimitRequest) -> models.ActionStored:
    """Change the time limit for a turn, as the host. In a match this only proposes one.

    When all other players have asked for the same limit, it counts from the next turns on.
    """
    player = await player_of(request, table)
    return models.ActionStored(number=await tables_of(request).set_turn_limit(table, player, body.turn_limit))


@router.post("/tables/{table}/actions")
async def submit_action(request: Request, table: TableId, body: models.ActionRequest) -> models.ActionStored:
    """Take an action in the match. The response comes when it is stored."""
    tables, player = tables_of(request), await player_of(request, table, body.seat)
    live_table = await tables.load(table)
    return models.ActionStored(number=await tables.submit_action(live_table, player, body.seat, body.action, body.key))


@router.post("/tables/{table}/rematch", status_code=201)
async def rematch(request: Request, response: Response, table: TableId) -> models.Admission:
    """Move to another table for a rematch with the same players in the same seats: one table for all of them.

    The others are invited: `rematch` at this table has the id of the new one, and the match begins when all have come.
    """
    tables, ended = tables_of(request), (await tables_of(request).load(table)).table

    def count_table() -> None:
        if not has_people(ended):
            bot_tables_of(request).check(address_of(request.scope))
        request.app.state.count_table(request.scope)

    new_player = await tables.rematch(table, token_of(request.scope, table), count_table)
    _note_opening(request, new_player.table_id)
    live_table = await tables.load(new_player.table_id)
    return admit(request, response, new_player, live_table.table)


SeatQuery = Annotated[
    int | None, Query(ge=1, le=64, description="The seat to see the table from; leave it out to watch.")
]
WatchQuery = Annotated[str, Query(max_length=100, description="The key in the link for watching.")]


@router.get("/tables/{table}", response_class=JSONResponse)
async def show_table(request: Request, table: TableId, seat: SeatQuery = None, watch: WatchQuery = "") -> Response:
    """The snapshot of a table, as a socket sends it first."""
    live_table = await tables_of(request).load_current(table)
    await check_viewer(request, live_table, seat, watch)
    return _json(await tables_of(request).reader.snapshot(live_table, seat))


@router.get("/tables/{table}/socket", status_code=204)
async def check_socket(request: Request, table: TableId, seat: SeatQuery = None, watch: WatchQuery = "") -> None:
    """Nothing if a socket could be opened here now, and why not otherwise: browsers do not tell that to a page."""
    request.app.state.check_socket_room(request.scope)
    await check_viewer(request, await tables_of(request).load_current(table), seat, watch)


@router.get("/tables/{table}/events", response_class=JSONResponse)
async def show_events(
    request: Request,
    table: TableId,
    after: Annotated[int, Query(ge=1, le=10**8)],
    seat: SeatQuery = None,
    watch: WatchQuery = "",
) -> Response:
    """The events after a number, as a socket sends them; the first 500 if there are more."""
    tables = tables_of(request)
    await check_viewer(request, await tables.load_current(table), seat, watch)
    return _json(b"[" + b",".join(await tables.frames_after(table, seat, after)) + b"]")


@router.get("/tables/{table}/record", response_class=PlainTextResponse)
async def show_record(request: Request, table: TableId, watch: WatchQuery = "") -> Response:
    """The match as a record, when it is over."""
    live_table = await tables_of(request).load_current(table)
    await check_viewer(request, live_table, None, watch)
    if not live_table.table.is_over:
        raise TableError("match-running")
    return PlainTextResponse(await _write_record(live_table.table))


def _note_opening(request: Request, table_id: str) -> None:
    """Remember which client has opened a table."""
    address = address_of(request.scope)
    request.app.state.table_clients.note_opening(address, table_id)
    bot_tables_of(request).note(address, table_id)


def _check_free(table: Table, seats: list[int]) -> None:
    """Check all seats before a client joins, so that it does not become a player without the seats it wants."""
    for index, seat in enumerate(seats):
        table.check_seat(seat)
        if table.begun_at is not None:
            raise TableError("already-begun")
        if not table.is_open(seat) or seat in seats[:index]:
            raise TableError("seat-taken", seat=seat)


@router.get("/tables/{table}/analysis", response_model=None)
async def show_analysis(
    request: Request,
    table: TableId,
    number: Annotated[int, Query(alias="round", ge=1, le=10**6, description="The number of the round.")],
    seat: SeatQuery = None,
    watch: WatchQuery = "",
    seconds: Annotated[
        float, Query(ge=0.05, le=ANALYSIS_SECONDS, description="How long the solver may think about each board.")
    ] = ANALYSIS_SECONDS,
) -> ReviewAnswer:
    """Value, cost and luck of each guess of a round; for the current one with hints, if the table allows them."""
    live_table = await tables_of(request).load_current(table)
    await check_viewer(request, live_table, seat, watch)
    state = live_table.table.require_state()
    is_current = not live_table.table.is_over and number == state.round.number
    if is_current and not live_table.table.open_entry.hints:
        raise TableError("hints-not-allowed")  # also if an earlier attempt of the round is over
    if not is_current and number not in {finished.number for finished in state.finished}:
        raise TableError("no-such-round", round=number)
    record = await _write_record(live_table.table)
    review_request = ReviewRequest(record, number, seat, seconds, language_of(request.scope))
    result = await answer_study_request(request, review_request)
    # The record of a running match contains every secret.
    return result if live_table.table.is_over else {**result, "record": None}


@router.get("/tables/{table}/hints", response_model=None)
async def show_hints(
    request: Request,
    table: TableId,
    seat: Annotated[int, Query(ge=1, le=64, description="The seat that wants hints.")],
    partial: Annotated[str, Query(max_length=60, description="An unfinished guess, such as `R_B_`.")] = "",
    hints: Annotated[
        bool, Query(description="Whether to search for all hints; without that, only those known at once.")
    ] = True,
) -> HintAnswer:
    """The candidates of a seat, hints in steps, and whether an unfinished guess can fit, if the table allows hints."""
    live_table = await tables_of(request).load_current(table)
    await check_viewer(request, live_table, seat, "")
    state = live_table.table.require_state()
    if not live_table.table.open_entry.hints:
        raise TableError("hints-not-allowed")
    if state.outcome is not None:
        return {"hints": [], "partial_verdict": None, "certainties": None}
    record = await _write_record(live_table.table)
    hint_request = HintRequest(record, seat, partial, hints, language_of(request.scope))
    return await answer_study_request(request, hint_request)


async def _write_record(table: Table) -> str:
    """Write the match so far as a record: in a thread, because a long match takes tens of milliseconds."""
    return await asyncio.to_thread(write_record, table.to_record())


def _json(content: bytes) -> Response:
    return Response(content, media_type="application/json")


def admit(request: Request, response: Response, new_player: NewPlayer, table: Table) -> models.Admission:
    """Set the cookie with a new player's token, and return it with the table's links."""
    table_id = table.id
    response.set_cookie(
        cookie_name(table_id),
        new_player.token,
        max_age=COOKIE_DAYS * SECONDS_PER_DAY,
        path=f"/api/tables/{table_id}",
        secure=request.url.scheme == "https",
        httponly=True,
        samesite="strict",
    )
    links = _links_of(table)
    return models.Admission(table=table_id, player=new_player.player, token=new_player.token, links=links)


def _links_of(table: Table) -> models.Links:
    open_entry = table.open_entry
    return models.Links(join=f"/join/{table.id}#{open_entry.join}", watch=f"/watch/{table.id}#{open_entry.watch}")
