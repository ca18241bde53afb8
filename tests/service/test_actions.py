"""Actions at tables: each counts once, a refused one changes nothing, and all are stored before they are sent."""

import asyncio
from collections.abc import Awaitable, Callable
from random import Random

import pytest

from keypeg.core.edition import TABLE
from keypeg.editions import RULEBOOKS
from keypeg.records.edition_links import write_edition
from keypeg.records.notation import write_action
from keypeg.service import entries
from keypeg.service.entries import (
    ActionEntry,
    BeginEntry,
    EntryBase,
    JoinEntry,
    OpenEntry,
    RematchEntry,
    SitEntry,
    StandEntry,
    TurnLimitEntry,
)
from keypeg.service.errors import TableError
from keypeg.service.storage.store import OnStored, Write
from keypeg.service.table_service import TableService
from support.databases import Database, PostgresqlDatabase, SqliteFile
from support.random_play import HASTE, MIXED, next_action, random_edition
from support.service_harness import (
    Clock,
    SeatedTable,
    actions_in,
    all_fields,
    fixed_sources,
    open_seated_table,
    read_log,
    refusal_code,
    replay_log,
    replayed_table,
    run,
    serving,
    start_following,
)

EDITIONS = sorted(RULEBOOKS)


async def _nothing() -> None:
    pass


async def play_match(
    seated: SeatedTable, rng: Random, patience: int = 40, after_each: Callable[[], Awaitable[None]] = _nothing
) -> None:
    """Play a random match at a table, including the table's own actions."""
    tables, live_table, done = seated.tables, seated.live_table, 0
    while not live_table.table.is_over:
        seat, action = next_action(live_table.table.require_state(), rng, MIXED if done < patience else HASTE)
        done += 1
        if seat == TABLE:
            assert await tables.submit_automatic_action(live_table, seat, action, live_table.table.entry_count)
        else:
            await seated.submit(seat, write_action(action, live_table.table.edition.palette))
        await after_each()


# Entries


@pytest.mark.parametrize(
    "entry",
    [
        OpenEntry(
            timestamp=1,
            edition="classic~rows_12",
            host="Ann",
            join="j",
            watch="w",
            public=True,
            hints=True,
            turn_limit=5,
        ),
        OpenEntry(timestamp=1, key="k", edition="classic", host="é\u0000\n", join="", watch="", rematch_of="table0"),
        JoinEntry(timestamp=2**53, name="漢🎲"),
        SitEntry(timestamp=3, player=1, seat=2),
        SitEntry(timestamp=3, player=1, seat=2, name="Deep Peg", level="beginner"),
        StandEntry(timestamp=4, player=1, seat=2),
        StandEntry(timestamp=4, player=1, seat=2, bars=True),
        BeginEntry(timestamp=5, player=1),
        ActionEntry(timestamp=6, key="2:k", seat=2, action="guess RRBB"),
        ActionEntry(timestamp=6, seat=0, action="deal R....-.B...", salts=("a", "b")),
        TurnLimitEntry(timestamp=7, player=1, turn_limit=0),
        TurnLimitEntry(timestamp=7, player=2, turn_limit=60, by_consent=True),
        RematchEntry(timestamp=8, player=2, table_id="table2"),
    ],
)
def test_every_kind_of_entry_survives_encoding(entry: entries.Entry) -> None:
    assert entries.decode(entries.encode(entry)) == entry


def test_the_list_above_has_every_kind_of_entry() -> None:
    assert set(EntryBase.__subclasses__()) == {
        OpenEntry,
        JoinEntry,
        SitEntry,
        StandEntry,
        BeginEntry,
        ActionEntry,
        TurnLimitEntry,
        RematchEntry,
    }


def test_stored_entries_can_be_read() -> None:
    """A stored name changes only with a step of the schema that rewrites stored entries."""
    action = b'{"entry":"action","timestamp":1,"seat":1,"action":"code RRBB","salts":["s"]}'
    assert entries.decode(action) == ActionEntry(timestamp=1, seat=1, action="code RRBB", salts=("s",))
    opened = b'{"entry":"open","timestamp":1,"edition":"classic","host":"A","join":"j","watch":"w"}'
    assert entries.decode(opened) == OpenEntry(timestamp=1, edition="classic", host="A", join="j", watch="w")


def test_a_table_is_its_replayed_log(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            for edition in EDITIONS * (1 if database.shared else 4):
                rng = Random(edition)
                chosen = random_edition(edition, rng, longest=4, holes=5, rows=8)
                seated = await open_seated_table(tables, write_edition(chosen))
                await play_match(seated, rng)
                assert all_fields(await replayed_table(tables, seated.id)) == all_fields(seated.table), edition

    run(test())


def test_after_every_entry_a_table_is_its_replayed_log(sqlite_file: SqliteFile) -> None:
    compared = ("entry_count", "now", "entries_by_key", "waiting_since", "due_at")

    async def test() -> None:
        async with serving(sqlite_file) as tables:
            seated = await open_seated_table(tables, "mastermind-44")
            moments: list[dict[str, object]] = []

            def note_moment() -> None:
                fields = all_fields(seated.table)
                moments.append(fields | {"entries_by_key": dict(seated.table.entries_by_key)})

            tables.on_append = note_moment
            await play_match(seated, Random(5))
            log = await read_log(tables, seated.id)
            first = len(log) - len(moments) + 1
            for number, moment in enumerate(moments, first):
                replayed = all_fields(replay_log(seated.id, log[:number]))
                assert replayed["entry_count"] == number
                assert [replayed[name] for name in compared] == [moment[name] for name in compared]

    run(test())


def test_a_table_is_unchanged_after_a_restart(database: Database) -> None:
    async def before() -> tuple[SeatedTable, str]:
        async with serving(database) as tables:
            seated = await open_seated_table(tables, "hasbro-2004~seats_3", turn_limit=60, public=True)
            await seated.play("1 code WPGR", "2 guess WPGO", "3 guess WPOO")
            return seated, seated.players[2].token

    async def after(seated: SeatedTable, token: str) -> None:
        async with serving(database) as tables:
            live_table = await tables.load(seated.id)
            assert all_fields(live_table.table) == all_fields(seated.table)
            assert await tables.seat_tokens.find_player(seated.id, token) == 3
            await tables.submit_action(live_table, 2, 2, "guess WPGR", "new")

    seated, token = run(before())
    run(after(seated, token))


def test_the_record_of_a_match_has_names_actions_and_times(sqlite_file: SqliteFile) -> None:
    async def test() -> None:
        clock = Clock()
        async with serving(sqlite_file, fixed_sources(clock)) as tables:
            seated = await open_seated_table(tables)
            clock.now += 4_200
            await seated.play("1 code RRBB")
            clock.now -= 1_000  # a clock that is set back
            await seated.play("2 guess RRBY")
            clock.now += 6_800
            await seated.play("2 resign")
            record = seated.table.to_record()
            assert [line.time for line in record.lines] == [4_200, 4_200, 10_000]
            assert record.headers == (("Seat 1", "Ann"), ("Seat 2", "Ben"))

    run(test())


# Idempotency keys


def test_an_action_sent_twice_counts_once(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            seated = await open_seated_table(tables)
            first = await seated.submit(1, "code RRBB", "a")
            again = await asyncio.gather(*(seated.submit(1, "code RRBB", "a") for _ in range(10)))
            at_once = await asyncio.gather(*(seated.submit(2, "guess RRBY", "b") for _ in range(10)))
            assert set(again) == {first}
            assert set(at_once) == {first + 1}
            assert actions_in(await read_log(tables, seated.id)) == [(1, "code RRBB"), (2, "guess RRBY")]

    run(test())


def test_an_action_sent_again_after_a_restart_counts_once(database: Database) -> None:
    async def before() -> tuple[str, int]:
        async with serving(database) as tables:
            seated = await open_seated_table(tables)
            return seated.id, await seated.submit(1, "code RRBB", "a")

    async def after(name: str, number: int) -> None:
        async with serving(database) as tables:
            assert await tables.submit_action(await tables.load(name), 1, 1, "code RRBB", "a") == number

    run(after(*run(before())))


def test_an_action_sent_to_two_processes_counts_once(shared: PostgresqlDatabase) -> None:
    async def test() -> None:
        async with serving(shared) as first, serving(shared) as second:
            seated = await open_seated_table(first)
            for turn, (seat, action) in enumerate([(1, "code RRBB"), *((2, "guess YYYY") for _ in range(8))]):
                sent = (
                    seated.submit(seat, action, f"turn{turn}", tables) for tables in (first, second) for _ in range(3)
                )
                assert len(set(await asyncio.gather(*sent))) == 1
            assert len(actions_in(await read_log(first, seated.id))) == 9

    run(test())


def test_a_key_is_valid_for_one_action_only(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            seated = await open_seated_table(tables)
            await seated.submit(1, "code RRBB", "a")
            assert await refusal_code(seated.submit(1, "code RRBY", "a")) == "key-used"
            assert await refusal_code(seated.submit(1, "resign", "a")) == "key-used"
            assert await refusal_code(seated.submit(1, "code RRBB", "b")) == "code-already-set"
            assert await refusal_code(seated.submit(1, "code RRBB")) == "code-already-set"

    run(test())


def test_players_may_use_the_same_keys(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            seated = await open_seated_table(tables)
            number = await seated.submit(1, "code RRBB", "2:a")
            assert await seated.submit(2, "guess RRBY", "a") == number + 1
            assert await seated.submit(2, "guess RRBW", "2:a") == number + 2
            frame = (await tables.frames_after(seated.id, 2, number))[0]
            assert b'"key":"a"' in frame
            assert b'"key"' not in (await tables.frames_after(seated.id, 1, number))[0]

    run(test())


def test_an_action_needs_a_key(sqlite_file: SqliteFile) -> None:
    async def test() -> None:
        async with serving(sqlite_file) as tables:
            seated = await open_seated_table(tables)
            assert await refusal_code(tables.submit_action(seated.live_table, 1, 1, "code RRBB", "")) == "key-needed"

    run(test())


def test_a_key_may_be_any_text(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            seated = await open_seated_table(tables)
            await seated.play("1 code RRBB")
            for key in ("\0", "é漢🎲", "\n", '"', "'; drop table entries; --", "x" * 100, "{}"):
                number = await seated.submit(2, "guess YYYY", key)
                assert await seated.submit(2, "guess YYYY", key) == number
                assert (await read_log(tables, seated.id))[-1].key == f"2:{key}"

    run(test())


def test_a_key_that_cannot_be_stored_is_refused(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            seated = await open_seated_table(tables)
            for key in ("\ud800", "x" * 5000):
                assert await refusal_code(seated.submit(1, "code RRBB", key)) == "unreadable"
            assert actions_in(await read_log(tables, seated.id)) == []

    run(test())


# Refusals


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


def test_a_refused_action_changes_nothing(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            seated = await open_seated_table(tables)
            await seated.play("1 code RRBB")
            reader = await start_following(tables, seated.id, 2)
            before, log = all_fields(seated.table), await read_log(tables, seated.id)
            for seat, action, why in REFUSED:
                assert await refusal_code(seated.submit(seat, action)) == why
                assert all_fields(seated.table) == before
                assert await read_log(tables, seated.id) == log
            assert len(reader.stop()) == 1

    run(test())


def test_a_table_is_opened_once_and_has_a_rematch_only_when_it_is_over() -> None:
    opened = OpenEntry(timestamp=1, key="k", edition="classic", host="Ann", join="j", watch="w")
    table = replay_log("table", [opened])
    assert table.entries_by_key == {"k": (1, opened)}
    for entry, why in ((opened, "already-begun"), (RematchEntry(timestamp=2, player=1, table_id="other"), "not-over")):
        with pytest.raises(TableError) as caught:
            table.check_entry(entry)
        assert caught.value.code == why


def test_a_player_cannot_act_for_another_seat(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            seated = await open_seated_table(tables)
            for player, seat in ((2, 1), (1, 2), (3, 1), (0, 1)):
                assert (
                    await refusal_code(tables.submit_action(seated.live_table, player, seat, "code RRBB", "k"))
                    == "not-your-seat"
                )
            for seat in (0, -1, 3):
                assert (
                    await refusal_code(tables.submit_action(seated.live_table, 1, seat, "code RRBB", "k"))
                    == "no-such-seat"
                )

    run(test())


def test_there_are_no_actions_before_the_match_begins(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            seated = await open_seated_table(tables, begin=False)
            assert await refusal_code(seated.submit(1, "code RRBB")) == "not-begun"

    run(test())


# Stored first, then sent


class DelayedStore:
    """Delays all entries until the test releases them."""

    def __init__(self, tables: TableService) -> None:
        self._append, self.released = tables.store.append, asyncio.Event()
        tables.store.append = self._delay  # type: ignore[method-assign]

    async def _append_later(self, write: Write, on_stored: OnStored) -> None:
        await self.released.wait()
        self._append(write, on_stored)

    def _delay(self, write: Write, on_stored: OnStored) -> None:
        self._task = asyncio.ensure_future(self._append_later(write, on_stored))


def test_an_action_is_stored_before_it_is_sent(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            seated = await open_seated_table(tables)
            reader, store = await start_following(tables, seated.id, 2), DelayedStore(tables)
            sent = asyncio.create_task(seated.submit(1, "code RRBB", "a"))
            await asyncio.sleep(0.05)
            assert not sent.done()
            assert len(reader.frames) == 1
            assert seated.table.lines == []
            store.released.set()
            number = await sent
            await reader.wait_for(number)
            assert actions_in(await read_log(tables, seated.id)) == [(1, "code RRBB")]
            reader.stop()

    run(test())


def test_an_action_stored_after_its_request_was_cancelled_is_sent_with_the_next_one(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            seated = await open_seated_table(tables)
            reader = await start_following(tables, seated.id, None)
            sent = asyncio.create_task(seated.submit(1, "code RRBB", "a"))
            while not seated.live_table.lock.locked():
                await asyncio.sleep(0)
            sent.cancel()
            with pytest.raises(asyncio.CancelledError):
                await sent
            number = await seated.submit(1, "code RRBB", "a")
            await seated.submit(2, "guess RRBB")
            await reader.wait_for(number + 1)
            assert reader.numbers == list(range(number - 1, number + 2))
            assert len(actions_in(await read_log(tables, seated.id))) == 2
            reader.stop()

    run(test())


def test_an_action_that_failed_but_was_stored_is_found_when_sent_again(database: Database) -> None:
    """The connection to the database can break between the commit and the response."""

    async def test() -> None:
        async with serving(database) as tables:
            seated = await open_seated_table(tables)
            append_to_store = tables.store.append

            def store_and_fail(write: Write, on_stored: OnStored) -> None:
                tables.store.append = append_to_store  # type: ignore[method-assign]
                append_to_store(write, lambda stored: on_stored(TableError("storage-down")))

            tables.store.append = store_and_fail  # type: ignore[method-assign]
            assert await refusal_code(seated.submit(1, "code RRBB", "a")) == "storage-down"
            assert seated.table.lines == []
            reader = await start_following(tables, seated.id, 2)  # the stored entry is sent
            number = await seated.submit(1, "code RRBB", "a")
            await reader.wait_for(number)
            assert actions_in(await read_log(tables, seated.id)) == [(1, "code RRBB")]
            reader.stop()

    run(test())
