"""Acting at tables: what is done counts once, what is refused changes nothing, what is told was kept before."""

import asyncio
from collections.abc import Awaitable, Callable
from random import Random

import pytest

from keypeg.core.edition import TABLE
from keypeg.editions import RULEBOOKS
from keypeg.records.edition_links import write_edition
from keypeg.records.notation import write_action
from keypeg.service import entries
from keypeg.service.entries import ActionEntry, Again, Began, Entry, Joined, Limited, Opened, Sat, Stood
from keypeg.service.errors import TableError
from keypeg.service.ports import Write
from keypeg.service.table import fold
from keypeg.service.table_service import Tables
from support.databases import Database, PostgresqlDatabase, SqliteFile
from support.random_play import HASTE, MIXED, next_action, random_edition
from support.table_house import (
    Clock,
    Party,
    actions,
    all_of,
    folded,
    following,
    log_of,
    party,
    plain_world,
    refused,
    run,
    serving,
)

EDITIONS = sorted(RULEBOOKS)


async def _nothing() -> None:
    pass


async def played(
    guests: Party, rng: Random, patience: int = 40, then: Callable[[], Awaitable[None]] = _nothing
) -> None:
    """Play a match at a table as the driver of the properties does, the table's own actions included."""
    tables, live, done = guests.tables, guests.live, 0
    while not live.table.over:
        seat, action = next_action(live.table.running, rng, MIXED if done < patience else HASTE)
        done += 1
        if seat == TABLE:
            assert await tables.act_for(live, seat, action, live.table.number)
        else:
            await guests.act(seat, write_action(action, live.table.edition.palette))
        await then()


# What is kept


@pytest.mark.parametrize(
    "entry",
    [
        Opened(at=1, edition="classic~rows_12", host="Ann", join="j", watch="w", public=True, help=True, limit=5),
        Opened(at=1, key="k", edition="classic", host="é\u0000\n", join="", watch="", before="table0"),
        Joined(at=2**53, name="漢🎲"),
        Sat(at=3, guest=1, seat=2),
        Sat(at=3, guest=1, seat=2, name="Deep Peg", level="novice"),
        Stood(at=4, guest=1, seat=2),
        Began(at=5, guest=1),
        ActionEntry(at=6, key="2:k", seat=2, action="guess RRBB"),
        ActionEntry(at=6, seat=0, action="deal R....-.B...", salts=("a", "b")),
        Limited(at=7, guest=1, limit=0),
        Again(at=8, guest=2, table="table2"),
    ],
)
def test_every_kind_of_entry_can_be_read_again(entry: entries.Any) -> None:
    assert entries.decode(entries.encode(entry)) == entry


def test_every_kind_of_entry_was_tried() -> None:
    assert set(Entry.__subclasses__()) == {Opened, Joined, Sat, Stood, Began, ActionEntry, Limited, Again}


def test_entries_of_older_programs_can_still_be_read() -> None:
    """They are a format: what was written once is read for ever."""
    assert entries.decode(b'{"do":"act","at":1,"seat":1,"action":"code RRBB","salts":["s"]}') == ActionEntry(
        at=1, seat=1, action="code RRBB", salts=("s",)
    )
    assert entries.decode(b'{"do":"open","at":1,"edition":"classic","host":"A","join":"j","watch":"w"}') == Opened(
        at=1, edition="classic", host="A", join="j", watch="w"
    )


def test_a_table_is_the_fold_of_its_log(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            for edition in EDITIONS * (1 if database.shared else 4):
                rng = Random(edition)
                chosen = random_edition(edition, rng, longest=4, holes=5, rows=8)
                guests = await party(tables, write_edition(chosen))
                await played(guests, rng)
                assert all_of(await folded(tables, guests.id)) == all_of(guests.table), edition

    run(test())


def test_at_every_moment_a_table_is_the_fold_of_its_log(sqlite_file: SqliteFile) -> None:
    async def test() -> None:
        async with serving(sqlite_file) as tables:
            guests = await party(tables, "mastermind-44")
            moments = []
            tables.acted = lambda: moments.append(all_of(guests.table) | {"keys": dict(guests.table.keys)})
            await played(guests, Random(5))
            log = await log_of(tables, guests.id)
            started = len(log) - len(moments)
            for number, moment in enumerate(moments, started + 1):
                then = all_of(fold(guests.id, log[:number]))
                assert (then["number"], then["now"], then["keys"]) == (number, moment["now"], moment["keys"])
                assert (then["waiting"], then["wake"]) == (moment["waiting"], moment["wake"])

    run(test())


def test_a_table_is_found_again_after_a_restart_as_it_was(database: Database) -> None:
    async def before() -> tuple[Party, str]:
        async with serving(database) as tables:
            guests = await party(tables, "hasbro-2004~seats_3", limit=60, public=True)
            await guests.does("1 code WPGR", "2 guess WPGO", "3 guess WPOO")
            return guests, guests.guests[2].token

    async def after(guests: Party, token: str) -> None:
        async with serving(database) as tables:
            live = await tables.live(guests.id)
            assert all_of(live.table) == all_of(guests.table)
            assert await tables.holders.guest(guests.id, token) == 3
            await tables.act(live, 2, 2, "guess WPGR", "new")

    guests, token = run(before())
    run(after(guests, token))


def test_the_record_of_a_match_says_who_did_what_and_when(sqlite_file: SqliteFile) -> None:
    async def test() -> None:
        clock = Clock()
        async with serving(sqlite_file, plain_world(clock)) as tables:
            guests = await party(tables)
            clock.now += 4_200
            await guests.does("1 code RRBB")
            clock.now -= 1_000  # a clock that is put back makes no time go back
            await guests.does("2 guess RRBY")
            clock.now += 6_800
            await guests.does("2 resign")
            record = guests.table.record()
            assert [line.time for line in record.lines] == [4_200, 4_200, 10_000]
            assert record.headers == (("Seat 1", "Ann"), ("Seat 2", "Ben"))

    run(test())


# Once


def test_what_is_sent_twice_counts_once(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            guests = await party(tables)
            first = await guests.act(1, "code RRBB", "a")
            again = await asyncio.gather(*(guests.act(1, "code RRBB", "a") for _ in range(10)))
            at_once = await asyncio.gather(*(guests.act(2, "guess RRBY", "b") for _ in range(10)))
            assert set(again) == {first}
            assert set(at_once) == {first + 1}
            assert actions(await log_of(tables, guests.id)) == [(1, "code RRBB"), (2, "guess RRBY")]

    run(test())


def test_what_is_sent_again_after_a_restart_counts_once(database: Database) -> None:
    async def before() -> tuple[str, int]:
        async with serving(database) as tables:
            guests = await party(tables)
            return guests.id, await guests.act(1, "code RRBB", "a")

    async def after(name: str, number: int) -> None:
        async with serving(database) as tables:
            assert await tables.act(await tables.live(name), 1, 1, "code RRBB", "a") == number

    run(after(*run(before())))


def test_what_is_sent_to_two_processes_counts_once(shared: PostgresqlDatabase) -> None:
    async def test() -> None:
        async with serving(shared) as here, serving(shared) as there:
            guests = await party(here)
            for turn, (seat, action) in enumerate([(1, "code RRBB"), *((2, "guess YYYY") for _ in range(8))]):
                sent = (guests.act(seat, action, f"turn{turn}", tables) for tables in (here, there) for _ in range(3))
                assert len(set(await asyncio.gather(*sent))) == 1
            assert len(actions(await log_of(here, guests.id))) == 9

    run(test())


def test_a_key_is_used_for_one_thing_only(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            guests = await party(tables)
            await guests.act(1, "code RRBB", "a")
            assert await refused(guests.act(1, "code RRBY", "a")) == "key-used"
            assert await refused(guests.act(1, "resign", "a")) == "key-used"
            assert await refused(guests.act(1, "code RRBB", "b")) == "code-already-set"
            assert await refused(guests.act(1, "code RRBB")) == "code-already-set"

    run(test())


def test_nobody_can_use_up_the_keys_of_another(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            guests = await party(tables)
            number = await guests.act(1, "code RRBB", "2:a")
            assert await guests.act(2, "guess RRBY", "a") == number + 1
            assert await guests.act(2, "guess RRBW", "2:a") == number + 2
            frame = (await tables.frames_after(guests.id, 2, number))[0]
            assert b'"key":"a"' in frame
            assert b'"key"' not in (await tables.frames_after(guests.id, 1, number))[0]

    run(test())


def test_an_action_needs_a_key(sqlite_file: SqliteFile) -> None:
    async def test() -> None:
        async with serving(sqlite_file) as tables:
            guests = await party(tables)
            assert await refused(tables.act(guests.live, 1, 1, "code RRBB", "")) == "key-needed"

    run(test())


def test_a_key_may_be_any_text(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            guests = await party(tables)
            await guests.does("1 code RRBB")
            for key in ("\0", "é漢🎲", "\n", '"', "'; drop table entries; --", "x" * 100, "{}"):
                number = await guests.act(2, "guess YYYY", key)
                assert await guests.act(2, "guess YYYY", key) == number
                assert (await log_of(tables, guests.id))[-1].key == f"2:{key}"

    run(test())


def test_a_key_that_cannot_be_kept_is_refused(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            guests = await party(tables)
            for key in ("\ud800", "x" * 5000):
                assert await refused(guests.act(1, "code RRBB", key)) == "unreadable"
            assert actions(await log_of(tables, guests.id)) == []

    run(test())


# Refused


REFUSED = [
    (1, "guess RRBB", "not-a-breaker"),
    (2, "code RRBB", "not-a-maker"),
    (2, "guess RRB", "wrong-length"),
    (2, "guess RRBX", "unknown-colour"),
    (2, "dance", "unreadable-action"),
    (2, "\ud800", "unreadable-action"),
    (2, "guess \0", "unknown-colour"),
    (2, "", "unreadable-action"),
    (2, "timeout 1", "table-only"),
    (2, "deal R", "table-only"),
]


def test_what_is_refused_changes_nothing(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            guests = await party(tables)
            await guests.does("1 code RRBB")
            reader = await following(tables, guests.id, 2)
            before, log = all_of(guests.table), await log_of(tables, guests.id)
            for seat, action, why in REFUSED:
                assert await refused(guests.act(seat, action)) == why
                assert all_of(guests.table) == before
                assert await log_of(tables, guests.id) == log
            assert len(reader.stop()) == 1

    run(test())


def test_a_table_is_opened_once_and_goes_on_elsewhere_only_when_it_is_over() -> None:
    opened = Opened(at=1, key="k", edition="classic", host="Ann", join="j", watch="w")
    table = fold("table", [opened])
    assert table.keys == {"k": (1, opened)}
    for entry, why in ((opened, "already-begun"), (Again(at=2, guest=1, table="other"), "not-over")):
        with pytest.raises(TableError) as caught:
            table.prepare(entry)
        assert caught.value.code == why


def test_nobody_acts_for_another_seat(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            guests = await party(tables)
            for guest, seat in ((2, 1), (1, 2), (3, 1), (0, 1)):
                assert await refused(tables.act(guests.live, guest, seat, "code RRBB", "k")) == "not-your-seat"
            for seat in (0, -1, 3):
                assert await refused(tables.act(guests.live, 1, seat, "code RRBB", "k")) == "no-such-seat"

    run(test())


def test_nothing_is_done_before_the_match_begins(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            guests = await party(tables, begun=False)
            assert await refused(guests.act(1, "code RRBB")) == "not-begun"

    run(test())


# Kept first, told then


class Slow:
    """A store that keeps entries when it is told to: what goes in is held up until then."""

    def __init__(self, tables: Tables) -> None:
        self._append, self.let = tables.store.append, asyncio.Event()
        tables.store.append = self._wait  # type: ignore[method-assign]

    async def _late(self, write: Write) -> bool:
        await self.let.wait()
        return await self._append(write)

    def _wait(self, write: Write) -> Awaitable[bool]:
        return self._late(write)


def test_nobody_is_told_of_anything_before_it_is_kept(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            guests = await party(tables)
            reader, store = await following(tables, guests.id, 2), Slow(tables)
            sent = asyncio.create_task(guests.act(1, "code RRBB", "a"))
            await asyncio.sleep(0.05)
            assert not sent.done()
            assert len(reader.frames) == 1
            assert guests.table.lines == []
            store.let.set()
            number = await sent
            await reader.reads(number)
            assert actions(await log_of(tables, guests.id)) == [(1, "code RRBB")]
            reader.stop()

    run(test())


def test_what_was_kept_though_nobody_waited_for_it_is_told_with_what_comes_next(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            guests = await party(tables)
            reader = await following(tables, guests.id, None)
            sent = asyncio.create_task(guests.act(1, "code RRBB", "a"))
            while not guests.live.lock.locked():
                await asyncio.sleep(0)
            sent.cancel()
            with pytest.raises(asyncio.CancelledError):
                await sent
            number = await guests.act(1, "code RRBB", "a")
            await guests.act(2, "guess RRBB")
            await reader.reads(number + 1)
            assert reader.numbers == list(range(number - 1, number + 2))
            assert len(actions(await log_of(tables, guests.id))) == 2
            reader.stop()

    run(test())


def test_what_failed_though_it_was_kept_is_found_to_be_done_when_it_is_sent_again(database: Database) -> None:
    """A connection can break between the commit and the answer."""

    async def test() -> None:
        async with serving(database) as tables:
            guests = await party(tables)
            keep = tables.store.append

            async def kept_but_lost(write: Write) -> bool:
                tables.store.append = keep  # type: ignore[method-assign]
                assert await keep(write)
                raise TableError("storage-down")

            tables.store.append = kept_but_lost  # type: ignore[method-assign]
            assert await refused(guests.act(1, "code RRBB", "a")) == "storage-down"
            assert guests.table.lines == []
            reader = await following(tables, guests.id, 2)  # what is on disk is told
            number = await guests.act(1, "code RRBB", "a")
            await reader.reads(number)
            assert actions(await log_of(tables, guests.id)) == [(1, "code RRBB")]
            reader.stop()

    run(test())
