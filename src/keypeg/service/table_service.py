"""The table service: opens tables, lets people and computers act at them, and tells everybody what has happened.

An entry is checked, stored, and only then taken note of and told. Nobody holds a lock that another process could see:
two that add an entry of the same number at once find out when they store it, and whoever loses reads what the other
has done and tries again. So any number of processes can serve the same tables.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import date
from functools import lru_cache
from weakref import WeakValueDictionary

from keypeg.core.actions import Action
from keypeg.core.errors import KeypegError
from keypeg.records.edition_links import read_edition, write_edition
from keypeg.records.notation import Palette, read_action, write_action
from keypeg.service import entries, frames
from keypeg.service.entries import ActionEntry, Again, Began, Joined, Limited, Opened, Sat, Stood
from keypeg.service.errors import TableError
from keypeg.service.frames import Audience
from keypeg.service.live_table import Follower, LiveTable, LookAfter, Overtaken
from keypeg.service.ports import LogGrowth, NewTable, Store, World, Write
from keypeg.service.seat_tokens import Holders
from keypeg.service.table import HOST, News, Prepared, Table, fold, secrets_in
from keypeg.service.table_setup import (
    NewPlayer,
    check_key,
    cleaned,
    could_be_id,
    hashed,
    opened_again,
    opened_for_day,
    same_key,
)

MOST_KEPT = 20_000
"""How many tables are kept in memory though nobody has them in hand."""

NO_KEY = ""


class Tables:
    """The tables, as far as this process knows them."""

    def __init__(self, store: Store, world: World | None = None, daily_key: bytes = b"") -> None:
        self.store = store
        self._daily_key = daily_key
        self.world = world or World()
        self.look_after: LookAfter = lambda live: None
        self.acted: Callable[[], None] = lambda: None
        """Called for every entry that was added here."""
        self._lives: WeakValueDictionary[str, LiveTable] = WeakValueDictionary()
        """Every table that anybody here has in hand: of each there is one, or some would not be told of its news."""
        self._recent: OrderedDict[str, LiveTable] = OrderedDict()
        """Those that were asked for last, which are kept though nobody has them in hand."""
        self.holders = Holders(store, self.world)
        self._tasks: set[asyncio.Task[None]] = set()

    # Coming and going

    async def open(
        self,
        edition: str,
        name: str,
        *,
        seats: Sequence[tuple[int, str]] = (),
        public: bool = False,
        help_agreed: bool = False,
        limit: int = 0,
        begin: bool = False,
    ) -> NewPlayer:
        """Open a table. Whoever opens it is its host; on these seats he sits himself, or computers of these levels."""
        at = self.world.now()
        opened = Opened(
            at=at,
            edition=write_edition(read_edition(edition)),
            host=cleaned(name),
            join=self.world.token(),
            watch=self.world.token(),
            public=public,
            help=help_agreed,
            limit=limit,
        )
        rest: list[entries.Any] = [Sat(at=at, guest=HOST, seat=seat, level=level) for seat, level in seats]
        rest += [Began(at=at, guest=HOST)] if begin else []
        return await self._open([opened, *rest])

    async def open_for_day(self, edition: str, name: str, day: date) -> NewPlayer:
        """Open a table at which the code of this day is looked for."""
        return await self._open(opened_for_day(read_edition(edition), name, day, self.world, self._daily_key))

    async def _open(self, log: list[entries.Any]) -> NewPlayer:
        """Keep a new table that begins with these entries, if each of them may be done."""
        opened, *rest = log
        assert isinstance(opened, Opened)
        table, token = Table(self.world.name(), opened), self.world.token()
        for entry in rest:
            table.advance(entry, table.prepare(entry))
        bodies = tuple(entries.encode(entry) for entry in log)
        new = NewTable(
            table.id, opened.public, table.seats_open, opened.at, table.wake, bodies, ((hashed(token), HOST),)
        )
        await self.store.create(new)
        self.look_after(self._keep(LiveTable(table)))
        return NewPlayer(table.id, HOST, token)

    async def join(self, table: str, key: str, name: str) -> NewPlayer:
        """Come to a table by its link."""
        live = await self.live(table)
        if not live.table.opened.public and not same_key(key, live.table.opened.join):
            raise TableError("wrong-key")
        news = await self._add(live, Joined(at=self.world.now(), name=cleaned(name)))
        return NewPlayer(table, news.guest, await self.holders.add(table, news.guest))

    async def sit(self, table: str, guest: int, seat: int, name: str = "", level: str = "") -> int:
        """Take a seat, or put a computer there."""
        live = await self.live(table)
        called = cleaned(name) if name else ""
        news = await self._add(live, Sat(at=self.world.now(), guest=guest, seat=seat, name=called, level=level))
        return news.number

    async def stand(self, table: str, guest: int, seat: int) -> int:
        """Leave a seat before the match begins, or take a computer away."""
        return (await self._add(await self.live(table), Stood(at=self.world.now(), guest=guest, seat=seat))).number

    async def begin(self, table: str, guest: int) -> int:
        """Begin the match."""
        return (await self._add(await self.live(table), Began(at=self.world.now(), guest=guest))).number

    async def limit(self, table: str, guest: int, seconds: int) -> int:
        """Change how long a turn may take."""
        return (
            await self._add(await self.live(table), Limited(at=self.world.now(), guest=guest, limit=seconds))
        ).number

    async def rematch(self, table: str, guest: int, seat: int = 0) -> NewPlayer:
        """Go on at another table, with the same guests on the same seats. All who ask are led to the same one."""
        live = await self.fresh(table)
        if not live.table.over:
            raise TableError("not-over")
        if not live.table.again:
            number = live.table.number
            entered = await self._open(opened_again(live.table, self.world))
            try:
                await self._add(live, Again(at=self.world.now(), guest=guest, table=entered.table), number)
            except Overtaken:
                return await self.rematch(
                    table, guest, seat
                )  # another was faster; the table opened for nothing stays empty
        return NewPlayer(live.table.again, guest, await self.holders.add(live.table.again, guest, seat))

    # Who may do what

    def check_seat(self, live: LiveTable, guest: int, seat: int) -> None:
        """Raise `TableError` if this guest does not play this seat."""
        live.table.check_seat(seat)
        if not live.table.plays(guest, seat):
            raise TableError("not-your-seat", seat=seat)

    async def check_watch(self, live: LiveTable, key: str, token: str) -> None:
        """Raise `TableError` for who may not even look on: he has neither a link nor a token of this table."""
        opened = live.table.opened
        if not (opened.public or same_key(key, opened.watch) or same_key(key, opened.join)):
            if key:
                raise TableError("wrong-key")
            await self.holders.find(live.table.id, token)

    # Acting

    async def act(self, live: LiveTable, guest: int, seat: int, action: str, key: str) -> int:
        """Do something in the match. Returns the number of the entry; the same for the same key, however often."""
        check_key(key)
        if not live.table.plays(guest, seat) and self.store.shared:
            await self.fresh(live.table.id)  # he may have sat down at another process
        self.check_seat(live, guest, seat)
        done, said = _read(action, live.table.edition.palette)
        return (await self._act(live, seat, done, said, f"{guest}:{key}")).number

    async def act_for(self, live: LiveTable, seat: int, action: Action, number: int) -> bool:
        """Do something for a computer or for the table, if the log has not grown meanwhile. Whether it was done."""
        if live.table.number != number:
            return False
        try:
            await self._act(live, seat, action, write_action(action, live.table.edition.palette), NO_KEY, number)
        except Overtaken:
            return False
        return True

    async def _act(
        self, live: LiveTable, seat: int, action: Action, said: str, key: str, number: int | None = None
    ) -> News:
        entry = ActionEntry(
            at=self.world.now(),
            key=key,
            seat=seat,
            action=said,
            salts=tuple(self.world.salt() for _ in secrets_in(seat, action)),
        )
        return await self._add(live, entry, number, action)

    async def _add(
        self, live: LiveTable, entry: entries.Any, number: int | None = None, action: Action | None = None
    ) -> News:
        """Check an entry, store it, and tell everybody; with `number` only if the log has that many entries."""
        table = live.table
        async with live.lock:
            if live.stale:
                await self._catch_up(live)
            while True:
                if entry.key and (known := table.keys.get(entry.key)):
                    return _same(known, entry)
                if number is not None and table.number != number:
                    raise Overtaken
                try:
                    prepared = table.prepare(entry, action)
                except KeypegError:
                    if await self._has_grown(live):
                        continue
                    raise
                write = _write(table, entry, prepared)
                try:
                    kept = await self.store.append(write)
                except BaseException:
                    live.unsure = True  # it may have been kept all the same
                    raise
                if kept:
                    break
                await self._catch_up(live)
            news = table.advance(entry, prepared)
            self._tell(live, news)
        self.acted()
        self.look_after(live)
        return news

    async def _has_grown(self, live: LiveTable) -> bool:
        """Whether another process had done something that was not known here. It is now."""
        number = live.table.number
        if self.store.shared:
            await self._catch_up(live)
        return live.table.number != number

    async def _catch_up(self, live: LiveTable) -> None:
        """Take note of what the log holds beyond what is known here, and tell of it."""
        live.unsure = False  # whatever is added while this reads makes it stale again
        try:
            bodies = await self.store.read(live.table.id, live.table.number)
        except BaseException:
            live.unsure = True
            raise
        for body in bodies:
            self._take(live, body)
        if bodies:
            self.look_after(live)

    # Following

    async def live(self, table: str) -> LiveTable:
        """The table of this id, as this process knows it."""
        live = self._lives.get(table)
        if live is None:
            bodies = await self.store.read(table, 0) if could_be_id(table) else []
            if not bodies:
                raise TableError("no-such-table")
            # Another request may have been as fast.
            live = self._lives.get(table) or self._keep(
                LiveTable(fold(table, [entries.decode(body) for body in bodies]))
            )
            self.look_after(live)
        self._recent[table] = live
        self._recent.move_to_end(table)
        return live

    async def fresh(self, table: str) -> LiveTable:
        """The same, with all that other processes may have done."""
        live = await self.live(table)
        if self.store.shared or live.stale:
            async with live.lock:
                await self._catch_up(live)
        return live

    async def follow(self, live: LiveTable, seat: Audience, follower: Follower, after: int | None) -> None:
        """Send this audience's frames to a follower: what comes after a number that he knows, or else a snapshot."""
        async with live.lock:
            if self.store.shared or live.stale:
                await self._catch_up(live)
            if after is None or not 1 <= after <= live.table.number:
                follower(frames.snapshot(live.table, seat))
            elif after < live.table.number:
                for frame in await self._frames(live.table, seat, after):
                    follower(frame)
            live.followers.setdefault(seat, set()).add(follower)
            if live.stale:  # since a moment ago, and there was nobody yet to be told of it
                self._follow_up(live)

    def unfollow(self, live: LiveTable, seat: Audience, follower: Follower) -> None:
        """Send nothing more to him."""
        followers = live.followers.get(seat, set())
        followers.discard(follower)
        if not followers:
            live.followers.pop(seat, None)

    async def frames_after(self, table: str, seat: Audience, after: int) -> list[bytes]:
        """The frames of this audience after a number."""
        live = await self.fresh(table)
        return await self._frames(live.table, seat, after)

    async def _frames(self, table: Table, seat: Audience, after: int) -> list[bytes]:
        opened, *log = [entries.decode(body) for body in await self.store.read(table.id, 0)][: table.number]
        assert isinstance(opened, Opened)
        again = Table(table.id, opened)
        found: list[bytes] = []
        for entry in log:
            news = again.advance(entry, again.outlined(entry))
            if news.number > after:
                found.extend(frames.events(again, news, (seat,)))
        return found

    def woken(self, grown: Sequence[LogGrowth]) -> None:
        """The logs of these tables have grown; any of them may have, if none is named."""
        for name, number, body in grown or [LogGrowth(name, 0) for name in self._lives]:
            live = self._lives.get(name)
            if live is None:
                continue
            if body is not None and number == live.table.number + 1 and not live.lock.locked():
                self._take(live, body)
                self.look_after(live)
                continue
            live.heard = max(live.heard, number)
            live.unsure = live.unsure or not number
            if live.followed and live.stale:
                self._follow_up(live)

    def _take(self, live: LiveTable, body: bytes) -> None:
        """Take note of an entry that the log holds, and tell of it."""
        entry = entries.decode(body)
        self._tell(live, live.table.advance(entry, live.table.outlined(entry)))

    def _follow_up(self, live: LiveTable) -> None:
        """Have what another process has added read and told, as soon as nothing else is under way there."""
        if live.behind is None:
            live.behind = asyncio.get_running_loop().create_task(self._read_behind(live))
            self._tasks.add(live.behind)
            live.behind.add_done_callback(self._tasks.discard)

    async def _read_behind(self, live: LiveTable) -> None:
        with suppress(TableError):  # it stays stale, and is read when the database is there again
            async with live.lock:
                live.behind = None
                if live.stale:
                    await self._catch_up(live)

    def _tell(self, live: LiveTable, news: News) -> None:
        told = frames.events(live.table, news, live.followers.keys())
        for followers, frame in zip(live.followers.values(), told, strict=True):
            for follower in followers:
                follower(frame)

    def _keep(self, live: LiveTable) -> LiveTable:
        self._lives[live.table.id] = self._recent[live.table.id] = live
        if len(self._recent) > MOST_KEPT:
            self._recent.popitem(last=False)
        return live


@lru_cache(MOST_KEPT)
def _read(action: str, palette: Palette) -> tuple[Action, str]:
    """What an action is that somebody has spelled, and how it is written. The same is said again and again."""
    done = read_action(action, palette)
    return done, write_action(done, palette)


def _write(table: Table, entry: entries.Any, prepared: Prepared) -> Write:
    wake = prepared.wake if prepared.wake != table.wake else None
    return Write(table.id, table.number + 1, entries.encode(entry), _seats_open(table, entry), wake)


def _seats_open(table: Table, entry: entries.Any) -> int | None:
    """How many seats are open then, where that changes."""
    match entry:
        case Sat():
            return table.seats_open - 1
        case Stood():
            return table.seats_open + 1
        case Began():
            return 0
    return None


def _same(known: tuple[int, entries.Any], entry: entries.Any) -> News:
    """What was done by the same key before. Raises `TableError` if that was something else."""
    number, before = known
    if not (isinstance(entry, ActionEntry) and isinstance(before, ActionEntry)):
        raise TableError("key-used")
    if (entry.seat, entry.action) != (before.seat, before.action):
        raise TableError("key-used")
    return News(number, before)
