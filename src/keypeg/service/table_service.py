"""The table service: opens tables, seats people and bots, and carries out their actions."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import date
from functools import lru_cache, partial

from keypeg.core.actions import Action
from keypeg.core.errors import KeypegError
from keypeg.draws.daily_calendar import check_day, day_at
from keypeg.records.edition_links import read_edition, write_edition
from keypeg.records.notation import Palette, read_action, write_action
from keypeg.service import entries
from keypeg.service.entries import (
    MS_PER_SECOND,
    ActionEntry,
    BeginEntry,
    Entry,
    JoinEntry,
    OpenEntry,
    RematchEntry,
    SitEntry,
    StandEntry,
    TurnLimitEntry,
)
from keypeg.service.entry_checks import HOST
from keypeg.service.entry_effects import AppliedEntry
from keypeg.service.errors import TableError
from keypeg.service.future_results import settle
from keypeg.service.input_checks import check_idempotency_key, is_same_link_key
from keypeg.service.live_table import LiveTable, OnDone, OutdatedError, Proposal, Receipt
from keypeg.service.live_tables import LiveTables
from keypeg.service.names import clean_name
from keypeg.service.seat_tokens import TOKEN_DAYS, NewPlayer, SeatTokens, hash_token
from keypeg.service.storage.store import LogGrowth, NewTable, Store, TokenOwner
from keypeg.service.system_sources import SystemSources
from keypeg.service.table import Table, codes_set_by
from keypeg.service.table_setup import entries_of_daily_table, entries_of_rematch, entries_of_table

NO_KEY = ""
"""The idempotency key of what the table does by itself."""

LOBBY_MS = 10 * 60 * MS_PER_SECOND
"""For how long the lobby lists a table at which nobody is any more."""

MAX_LOBBY_CANDIDATES = 1000
"""How many tables are considered for the lobby."""

MAX_CACHED_ACTIONS = 20_000


class TableService(LiveTables):
    """The live tables, and everything that people and bots can do at them."""

    def __init__(
        self,
        store: Store,
        sources: SystemSources | None = None,
        daily_key: bytes = b"",
        token_days: int = TOKEN_DAYS,
    ) -> None:
        super().__init__(store)
        self.sources = sources or SystemSources()
        self.seat_tokens = SeatTokens(store, self.sources, token_days)
        self._daily_key = daily_key

    def on_log_growth(self, grown: Sequence[LogGrowth]) -> None:
        """Note that these logs have grown, or that a token was revoked; if the sequence is empty, any may have."""
        super().on_log_growth(grown)
        for table_id in {growth.table_id for growth in grown if not growth.number} if grown else list(self._in_use):
            self.seat_tokens.forget(table_id)
            self.seat_tokens.on_revoke(table_id)

    # Opening and joining

    async def open(
        self,
        edition: str,
        name: str,
        *,
        seats: Sequence[tuple[int, str]] = (),
        public: bool = False,
        hints: bool = False,
        turn_limit: int = 0,
        human_pace: bool = False,
        begin: bool = False,
    ) -> NewPlayer:
        """Open a table for a host of this name, who takes these seats or puts a bot of the given level there."""
        open_entry = OpenEntry(
            timestamp=self.sources.now(),
            edition=write_edition(read_edition(edition)),
            host=clean_name(name),
            join=self.sources.new_token(),
            watch=self.sources.new_token(),
            public=public,
            hints=hints,
            turn_limit=turn_limit,
            human_pace=human_pace,
        )
        return await self._create_for_host(entries_of_table(open_entry, seats, begin=begin))

    async def open_daily(self, edition: str, name: str, day: date | None = None) -> NewPlayer:
        """Open a table for the daily code of this day, by default today's."""
        now = self.sources.now()
        today = day_at(now)
        check_day(day or today, today)
        log = entries_of_daily_table(read_edition(edition), name, day or today, now, self.sources, self._daily_key)
        return await self._create_for_host(log)

    async def _create_for_host(self, log: list[Entry]) -> NewPlayer:
        """Store a new table that begins with these entries, if each is allowed, and give its host a token."""
        table_id, token = self.sources.new_table_id(), self.sources.new_token()
        await self._create(log, table_id, ((hash_token(token), self.seat_tokens.new_owner(HOST)),))
        return NewPlayer(table_id, HOST, token)

    async def _create(self, log: list[Entry], table_id: str, tokens: tuple[tuple[bytes, TokenOwner], ...] = ()) -> None:
        open_entry, *rest = log
        assert isinstance(open_entry, OpenEntry)
        table = Table(table_id, open_entry)
        for entry in rest:
            table.apply_entry(entry, table.check_entry(entry))
        bodies = tuple(entries.encode(entry) for entry in log)
        await self.store.create(
            NewTable(table.id, open_entry.public, table.seats_open, open_entry.timestamp, table.due_at, bodies, tokens)
        )
        self.owners.note_created(table_id)
        self.on_change(self.keep(LiveTable(table)))

    async def join(self, table_id: str, link_key: str, name: str) -> NewPlayer:
        """Join a table by its link."""
        live_table = await self.load(table_id)
        open_entry = live_table.table.open_entry
        if not open_entry.public and not is_same_link_key(link_key, open_entry.join):
            raise TableError("wrong-link-key")
        entry = JoinEntry(timestamp=self.sources.now(), name=clean_name(name))
        player = (await self.append(live_table, entry)).new_player
        return NewPlayer(table_id, player, await self.seat_tokens.issue(table_id, player))

    # The lobby

    async def list_lobby(
        self, limit: int, put_in_order: Callable[[Sequence[str]], Sequence[str]] = list
    ) -> list[LiveTable]:
        """List public tables with open seats where somebody has been lately, and none whose log is damaged.

        They come in the given order, or else the latest first.
        """
        since = self.sources.now() - LOBBY_MS
        listed = await self.store.list_open_tables(MAX_LOBBY_CANDIDATES, since)
        live_tables: list[LiveTable] = []
        for table_id in put_in_order([table.table_id for table in listed]):
            if len(live_tables) == limit:
                break
            with suppress(TableError):  # it was removed, or is damaged and has been logged
                live_tables.append(await self.load(table_id))
        return live_tables

    def is_waiting(self, table_id: str) -> bool:
        """Whether this process has somebody at this table, or had lately, and it has open seats."""
        live_table = self._in_use.get(table_id)
        if live_table is None or not live_table.table.seats_open:
            return False
        return live_table.is_followed or self.sources.now() - live_table.table.open_entry.timestamp < LOBBY_MS

    async def note_active_tables(self) -> None:
        """Note at which of the tables in the lobby somebody is."""
        table_ids = [
            live_table.table.id
            for live_table in list(self._in_use.values())
            if live_table.is_followed and live_table.table.open_entry.public and live_table.table.seats_open
        ]
        if table_ids:
            await self.store.note_active_tables(table_ids, self.sources.now())

    async def sit(
        self, table_id: str, player: int, seat: int, name: str = "", level: str = "", *, guest: bool = False
    ) -> int:
        """Take a seat, or put a bot of this level there; return the number of the entry."""
        live_table = await self.load(table_id)
        now = self.sources.now()
        entry = SitEntry(timestamp=now, player=player, seat=seat, name=clean_name(name), level=level, guest=guest)
        return (await self.append(live_table, entry)).number

    async def stand(self, table_id: str, player: int, seat: int) -> int:
        """Leave a seat before the match begins; return the number of the entry.

        The host may also remove a bot, or a person, who then cannot sit down again.
        """
        live_table = await self.load(table_id)
        entry = StandEntry(timestamp=self.sources.now(), player=player, seat=seat, bars=True)
        return (await self.append(live_table, entry)).number

    async def begin(self, table_id: str, player: int) -> int:
        """Begin the match; return the number of the entry."""
        live_table = await self.load(table_id)
        return (await self.append(live_table, BeginEntry(timestamp=self.sources.now(), player=player))).number

    async def set_turn_limit(self, table_id: str, player: int, seconds: int) -> int:
        """Change the time limit for a turn; return the number of the entry.

        In a match the host proposes a limit, and it counts from the next turns on when every other player agrees to the
        same one.
        """
        live_table = await self.load(table_id)
        entry = TurnLimitEntry(timestamp=self.sources.now(), player=player, turn_limit=seconds, by_consent=True)
        return (await self.append(live_table, entry)).number

    async def rematch(self, table_id: str, token: str, before_opening: Callable[[], None] = lambda: None) -> NewPlayer:
        """Move the holder of a token to another table with the same players in the same seats: one table for all.

        The match there begins when all have come. `before_opening` is called if nobody has opened it yet, and may
        refuse. The holder gets one token there, however often they ask.
        """
        owner = await self.seat_tokens.find_owner(table_id, token)
        live_table = await self.load_current(table_id)
        table = live_table.table
        if not table.is_over:
            raise TableError("not-over")
        if not table.rematch_id:
            before_opening()
        while not table.rematch_id:
            entry = RematchEntry(
                timestamp=self.sources.now(), player=owner.player, table_id=self.sources.new_table_id()
            )
            with suppress(OutdatedError):  # another player was faster
                await self.append(live_table, entry, table.entry_count)
        again = await self._open_rematch(live_table)
        await self._take_kept_seats(again, owner.player)
        return await self.seat_tokens.issue_again(again.table, owner, token)

    async def _open_rematch(self, live_table: LiveTable) -> LiveTable:
        """Load the table of the rematch; open it if nobody has yet. The log of the match says which one it is."""
        table = live_table.table
        async with live_table.lock:
            try:
                return await self.load_current(table.rematch_id)
            except TableError as error:
                if error.code != "no-such-table":
                    raise
            try:
                await self._create(entries_of_rematch(table, self.sources), table.rematch_id)
            except TableError:
                with suppress(TableError):  # another process may have opened it at the same moment
                    return await self.load_current(table.rematch_id)
                raise
            return await self.load_current(table.rematch_id)

    async def _take_kept_seats(self, live_table: LiveTable, player: int) -> None:
        """Take the seats that are kept for an invited player, and begin the match if nobody else must come.

        The player may ask on several devices at once, and a seat may go to somebody else.
        """
        for seat in live_table.table.seats_kept_for(player):
            with suppress(TableError):
                await self.append(live_table, SitEntry(timestamp=self.sources.now(), player=player, seat=seat))
        if live_table.table.begun_at is None and not live_table.table.seats_open:
            with suppress(TableError):
                await self.append(live_table, BeginEntry(timestamp=self.sources.now(), player=HOST))

    # Permissions

    def check_seat(self, live_table: LiveTable, player: int, seat: int) -> None:
        """Raise `TableError` if this person does not play this seat."""
        live_table.table.check_seat(seat)
        if not live_table.table.is_played_by(player, seat):
            raise TableError("not-your-seat", seat=seat)

    async def check_spectator(self, live_table: LiveTable, link_key: str, token: str) -> None:
        """Raise `TableError` for a client that may not watch: it has neither a link nor a token of this table."""
        open_entry = live_table.table.open_entry
        if not (
            open_entry.public
            or is_same_link_key(link_key, open_entry.watch)
            or is_same_link_key(link_key, open_entry.join)
        ):
            if link_key:
                raise TableError("wrong-link-key")
            await self.seat_tokens.find_owner(live_table.table.id, token)

    # Actions

    async def submit_action(self, live_table: LiveTable, player: int, seat: int, action: str, key: str) -> int:
        """Carry out a person's action; return the number of its entry, which is the same for the same key."""
        applied: asyncio.Future[AppliedEntry | Receipt] = asyncio.get_running_loop().create_future()
        self.propose_action(live_table, player, seat, action, key, partial(settle, applied))
        return (await applied).number

    def propose_action(
        self, live_table: LiveTable, player: int, seat: int, action: str, key: str, on_done: OnDone
    ) -> None:
        """Carry out a person's action as `submit_action` does, but by calls alone."""
        if self.owners.owns(live_table.table.id):
            self.propose_action_here(live_table, player, seat, action, key, on_done)
        else:
            self.owners.propose_action(live_table, player, seat, action, key, on_done)

    def propose_action_here(
        self, live_table: LiveTable, player: int, seat: int, action: str, key: str, on_done: OnDone
    ) -> None:
        """Carry out a person's action at a table that this process owns."""
        if self.store.shared and not live_table.table.is_played_by(player, seat):
            # The seat may have been taken at another process.
            self._start_task(self._read_and_propose_action(live_table, player, seat, action, key, on_done))
            return
        try:
            proposal = self._action_proposal(live_table, player, seat, action, key, on_done)
        except KeypegError as error:
            on_done(error)
        else:
            self.propose_here(live_table, proposal)

    async def _read_and_propose_action(
        self, live_table: LiveTable, player: int, seat: int, action: str, key: str, on_done: OnDone
    ) -> None:
        try:
            await self.load_current(live_table.table.id)
            proposal = self._action_proposal(live_table, player, seat, action, key, on_done)
        except Exception as error:
            on_done(error)
        else:
            self.propose_here(live_table, proposal)

    def _action_proposal(
        self, live_table: LiveTable, player: int, seat: int, action: str, key: str, on_done: OnDone
    ) -> Proposal:
        check_idempotency_key(key)
        self.check_seat(live_table, player, seat)
        parsed, text = _read_and_write(action, live_table.table.edition.palette)
        return Proposal(self._action_entry(seat, parsed, text, f"{player}:{key}"), on_done, None, parsed)

    async def submit_automatic_action(
        self, live_table: LiveTable, seat: int, action: Action, expected_count: int
    ) -> bool:
        """Carry out an action of a bot or of the table, unless the log has grown; return whether it was done."""
        if live_table.table.entry_count != expected_count:
            return False
        text = write_action(action, live_table.table.edition.palette)
        entry = self._action_entry(seat, action, text, NO_KEY)
        try:
            await self.append(live_table, entry, expected_count, action)
        except OutdatedError:
            return False
        return True

    def _action_entry(self, seat: int, action: Action, text: str, key: str) -> ActionEntry:
        return ActionEntry(
            timestamp=self.sources.now(),
            key=key,
            seat=seat,
            action=text,
            salts=tuple([self.sources.new_salt() for _ in codes_set_by(seat, action)]),
        )


@lru_cache(MAX_CACHED_ACTIONS)
def _read_and_write(action: str, palette: Palette) -> tuple[Action, str]:
    """Read an action, and write it in its standard form. Cached, because few different texts are ever sent."""
    parsed = read_action(action, palette)
    return parsed, write_action(parsed, palette)
