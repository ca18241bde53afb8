"""Clients that ask what is new at a table cost only what is new to them, and others never wait for a long table."""

import asyncio
from collections.abc import Iterator
from random import Random

import pytest
from bench import polls

from keypeg.service import entries, table_reader
from keypeg.service.frames import EncodedPast, snapshot_frame
from keypeg.service.storage.store import NewTable
from keypeg.service.table import Table
from keypeg.service.table_history import CHECKPOINT_ENTRIES
from keypeg.service.table_reader import MAX_EVENTS
from keypeg.service.table_service import TableService
from support.databases import Database, SqliteFile
from support.service_harness import RecordingFollower, SeatedTable, all_fields, open_seated_table, run, serving
from support.thoroughness import times

LONG = times(2_400, 20_000)
"""The length of a log that takes a fraction of a second to replay."""

ROUNDS = LONG // len(polls.REPLAYED_ROUND)

OF_WHOLE_LOG = ("lines", "entries_by_key", "secrets")
"""What a fork of a table does not know."""


async def play_rounds(seated: SeatedTable, count: int) -> None:
    for _ in range(count):
        for seat, action in polls.REPLAYED_ROUND:
            await seated.submit(seat, action)


async def open_played_table(tables: TableService, rounds: int) -> SeatedTable:
    """Open a table at which all kinds of entries have been made, and some rounds were played."""
    seated = await open_seated_table(tables, polls.EDITION, begin=False)
    await tables.join(seated.id, seated.table.open_entry.join, "")
    await tables.stand(seated.id, 2, 2)
    await tables.sit(seated.id, 2, 2)
    await tables.set_turn_limit(seated.id, 1, 600)
    await tables.begin(seated.id, 1)
    await play_rounds(seated, rounds // 2)
    await tables.set_turn_limit(seated.id, 1, 900)
    await tables.set_turn_limit(seated.id, 2, 900)
    await play_rounds(seated, rounds - rounds // 2)
    return seated


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many entries each replay of frames has applied."""
    applied: list[int] = []
    replay_frames = table_reader._replay_frames

    def counted(table: Table, bodies: list[bytes], *more: object) -> Iterator[None]:
        applied.append(len(bodies))
        return replay_frames(table, bodies, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(table_reader, "_replay_frames", counted)
    return applied


def test_frames_are_the_same_from_wherever_the_log_is_replayed(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            seated = await open_seated_table(tables, polls.EDITION, begin=False)
            follower = RecordingFollower(tables, seated.live_table, 2)
            await tables.follow(seated.live_table, 2, follower.receive, None)
            length = seated.table.entry_count
            await tables.begin(seated.id, 1)
            await play_rounds(seated, 30)
            await tables.set_turn_limit(seated.id, 1, 900)
            await play_rounds(seated, 30)
            sent = follower.frames[1:]
            rng = Random(1)
            for _ in range(times(30, 200)):
                after = rng.randrange(length, seated.table.entry_count + 1)
                assert await tables.frames_after(seated.id, 2, after) == sent[after - length :]

    run(test())


def test_a_fork_that_is_replayed_on_becomes_the_same_table(sqlite_file: SqliteFile) -> None:
    async def test() -> None:
        async with serving(sqlite_file) as tables:
            seated = await open_played_table(tables, 52)
            log = [entries.decode(body) for body in await tables.store.read(seated.id, 0)]
            right = {name: value for name, value in all_fields(seated.table).items() if name not in OF_WHOLE_LOG}
            for number in (1, CHECKPOINT_ENTRIES - 1, CHECKPOINT_ENTRIES, 2 * CHECKPOINT_ENTRIES + 3):
                fork = seated.live_table.history.fork_before(number, seated.table)
                assert number - CHECKPOINT_ENTRIES < fork.entry_count <= number
                for entry in log[fork.entry_count :]:
                    fork.apply_entry(entry, fork.effect_of(entry))
                for name, value in right.items():
                    assert all_fields(fork)[name] == value, name

    run(test())


def test_a_client_costs_only_what_is_new_to_it(sqlite_file: SqliteFile, reads: list[int]) -> None:
    async def test() -> None:
        async with serving(sqlite_file) as tables:
            seated = await open_played_table(tables, 60)
            await tables.frames_after(seated.id, 1, seated.table.entry_count)
            assert reads == [], "nothing is new"
            await tables.frames_after(seated.id, 1, seated.table.entry_count - 1)
            assert reads.pop() <= CHECKPOINT_ENTRIES
            for _ in range(5):
                read_to = seated.table.entry_count
                await play_rounds(seated, 1)
                for viewer in (1, 2, None):
                    await tables.frames_after(seated.id, viewer, read_to)
                assert reads == [len(polls.REPLAYED_ROUND)] * 3
                reads.clear()

    run(test())


def test_a_client_gets_only_so_many_events_at_once(
    sqlite_file: SqliteFile, reads: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    most = 50
    monkeypatch.setattr(table_reader, "MAX_EVENTS", most)

    async def test() -> None:
        async with serving(sqlite_file) as tables:
            seated = await open_played_table(tables, 40)
            after, received = 1, 0
            while found := await tables.frames_after(seated.id, 1, after):
                assert len(found) <= most
                assert f'"number":{after + 1},'.encode() in found[0]
                after, received = after + len(found), received + len(found)
            assert received == seated.table.entry_count - 1
            assert max(reads) <= most + CHECKPOINT_ENTRIES
            for after, kind in ((seated.table.entry_count - most, "event"), (5, "snapshot")):
                follower = RecordingFollower(tables, seated.live_table, 1)
                await tables.follow(seated.live_table, 1, follower.receive, after)
                assert follower.frames[0].startswith(b'{"type":"%b"' % kind.encode())

    run(test())


def test_a_snapshot_that_is_partly_encoded_already_is_the_same(sqlite_file: SqliteFile) -> None:
    async def test() -> None:
        async with serving(sqlite_file) as tables:
            seated = await open_seated_table(tables, polls.EDITION)
            past = EncodedPast()
            for _ in range(3):
                await play_rounds(seated, 2)
                await seated.submit(1, "code RRBY")
                for viewer in (None, 1, 2):
                    assert snapshot_frame(seated.table, viewer, past) == snapshot_frame(seated.table, viewer)
                await seated.play("2 guess RGGG", "1 mark 0b1w", "2 claim 1")

    run(test())


async def store_long_table(tables: TableService) -> None:
    bodies = tuple(entries.encode(entry) for entry in polls.log_of(LONG))
    await tables.store.create(NewTable(polls.TABLE, False, 0, 1, 0, bodies, ()))


def test_a_move_waits_neither_for_the_loading_of_a_long_table_nor_for_those_who_poll_it(database: Database) -> None:
    """Measured by the check of the event loop, which is on in every test of the service."""

    async def test() -> None:
        async with serving(database) as tables:
            await store_long_table(tables)
            seated = await open_seated_table(tables, polls.EDITION)
            answered = 0

            async def poll(viewer: int) -> bytes:
                nonlocal answered
                live_table = await tables.load_current(polls.TABLE)
                for after in (LONG, LONG - 1, LONG // 2, 1):
                    found = await tables.frames_after(polls.TABLE, viewer, after)
                    assert len(found) == min(LONG - after, MAX_EVENTS)
                snapshot = await tables.reader.snapshot(live_table, viewer)
                answered += 1
                return snapshot

            polling = [asyncio.create_task(poll(viewer)) for viewer in (1, 2) * 3]
            await asyncio.sleep(0)
            moves = 0
            while answered < len(polling):
                await play_rounds(seated, 1)
                moves += len(polls.REPLAYED_ROUND)
            assert moves >= len(polls.REPLAYED_ROUND)
            snapshots = await asyncio.gather(*polling)
            assert len(set(snapshots)) == 2
            assert snapshots[0].count(b'"replayed":true') == ROUNDS - 1
            assert len({id(await tables.load(polls.TABLE)) for _ in range(3)}) == 1

    run(test())


def test_clients_who_want_a_table_at_once_load_it_once(sqlite_file: SqliteFile) -> None:
    async def test() -> None:
        async with serving(sqlite_file) as tables:
            await store_long_table(tables)
            given_up = asyncio.create_task(tables.load(polls.TABLE))
            await asyncio.sleep(0)
            given_up.cancel()
            loaded = await asyncio.gather(*(tables.load(polls.TABLE) for _ in range(5)))
            assert len(set(map(id, loaded))) == 1
            assert given_up.cancelled()

    run(test())
