"""Following a table: a snapshot first, then every number once and in order, also after a reconnection."""

import asyncio
import json
from contextlib import suppress
from functools import partial
from itertools import count
from random import Random

import pytest

from keypeg.service import entry_checks
from keypeg.service import live_tables as live_tables_module
from keypeg.service import seat_tokens as seat_tokens_module
from keypeg.service.errors import TableError
from keypeg.service.storage.store import LogGrowth, NewTable, Write
from keypeg.service.table_service import TableService
from service.test_actions import play_match
from support.databases import Database, PostgresqlDatabase, SqliteFile
from support.service_harness import actions_in, open_seated_table, read_log, run, serving, start_following, until
from support.stored_entries import append_entry

GUESSES = ["2 guess YYYY", "2 guess GGGG", "2 guess WWWW", "2 guess KKKK"]


@pytest.mark.parametrize("edition", ["classic~rounds_2", "challenge-2001~race_yes", "mastermind-44"])
def test_a_follower_receives_a_snapshot_and_then_every_number(database: Database, edition: str) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            seated = await open_seated_table(tables, edition, begin=False)
            seats = (1, 2, None)
            readers = [await start_following(tables, seated.id, seat) for seat in seats]
            began = seated.table.entry_count
            await tables.begin(seated.id, 1)
            await play_match(seated, Random(edition))
            for seat, reader in zip(seats, readers, strict=True):
                await reader.wait_for(seated.table.entry_count)
                frames = [json.loads(frame) for frame in reader.stop()]
                assert [frame["number"] for frame in frames] == list(range(began, seated.table.entry_count + 1))
                assert [frame["type"] for frame in frames] == ["snapshot"] + ["event"] * (len(frames) - 1)
                assert frames[0]["seat"] == seat

    run(test())


@pytest.mark.parametrize("edition", ["classic~rounds_2", "challenge-2001", "hasbro-2004~seats_3", "mastermind-44"])
def test_a_follower_that_resumes_receives_the_same_bytes_it_missed(database: Database, edition: str) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            seated = await open_seated_table(tables, edition, begin=False)
            readers = [await start_following(tables, seated.id, seat) for seat in (1, 2, None)]
            await tables.begin(seated.id, 1)
            await play_match(seated, Random(edition))
            last = seated.table.entry_count
            for reader in readers:
                await reader.wait_for(last)
                first, *live = reader.stop()
                for after in (json.loads(first)["number"], last - 7, last - 1, last):
                    resumed = await start_following(tables, seated.id, reader.seat, after)
                    assert resumed.stop() == live[len(live) - last + after :]

    run(test())


@pytest.mark.parametrize("after", [None, 0, -1, 10**9])
def test_a_follower_without_a_valid_number_receives_a_snapshot(sqlite_file: SqliteFile, after: int | None) -> None:
    async def test() -> None:
        async with serving(sqlite_file) as tables:
            seated = await open_seated_table(tables)
            reader = await start_following(tables, seated.id, 1, after)
            await reader.wait_for(seated.table.entry_count)
            assert [json.loads(frame)["type"] for frame in reader.stop()] == ["snapshot"]

    run(test())


def test_actions_during_the_start_of_following_arrive_once(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            seated = await open_seated_table(tables)
            await seated.play("1 code RRBB")
            moves = [asyncio.create_task(seated.submit(2, "guess YYYY")) for _ in range(10)]
            readers = [
                await start_following(tables, seated.id, seat, after) for seat in (1, 2, None) for after in (None, 3)
            ]
            await asyncio.gather(*moves)
            for reader in readers:
                await reader.wait_for(seated.table.entry_count)
                assert reader.numbers == list(range(reader.numbers[0], seated.table.entry_count + 1))
                reader.stop()

    run(test())


def test_a_follower_that_has_left_receives_nothing(sqlite_file: SqliteFile) -> None:
    async def test() -> None:
        async with serving(sqlite_file) as tables:
            seated = await open_seated_table(tables)
            gone, stays = [await start_following(tables, seated.id, 2) for _ in range(2)]
            gone.stop()
            assert seated.live_table.is_followed
            await seated.play("1 code RRBB")
            stays.stop()
            assert not seated.live_table.is_followed
            assert (len(gone.frames), len(stays.frames)) == (1, 2)
            tables.unfollow(seated.live_table, 2, gone.receive)  # has no effect

    run(test())


def test_a_table_in_use_stays_in_memory_while_many_others_are_loaded(
    sqlite_file: SqliteFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_tables_module, "MAX_UNFINISHED_ENTRIES", 30)  # of two or three tables

    async def test() -> None:
        async with serving(sqlite_file) as tables:
            seated = await open_seated_table(tables)
            others = [await open_seated_table(tables) for _ in range(5)]
            reader = await start_following(tables, seated.id, 2)
            for other in others:
                await tables.load(other.id)
            assert await tables.load(seated.id) is seated.live_table
            in_use = seated.live_table  # used by a client that has not begun to follow it yet
            reader.stop()
            for other in others:
                await tables.load(other.id)
            late: list[bytes] = []
            await seated.play("1 code RRBB")
            await tables.follow(in_use, 2, late.append, None)
            await seated.play("2 guess YYYY")
            assert [json.loads(frame)["number"] for frame in late] == [6, 7]

    run(test())


def test_finished_tables_that_everybody_has_left_do_not_fill_the_memory(
    sqlite_file: SqliteFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_tables_module, "MAX_FINISHED_ENTRIES", 25)  # two tables with seven entries each

    async def test() -> None:
        async with serving(sqlite_file) as tables:
            ids = []
            for _ in range(5):
                seated = await open_seated_table(tables, "classic~practice_yes")
                reader = await start_following(tables, seated.id, 2)
                await seated.play("1 code RRBB", "2 guess RRBB")
                assert seated.live_table.table.is_over
                reader.stop()
                ids.append(seated.id)
                del seated, reader
            assert [table_id for table_id in ids if tables.find_loaded(table_id) is not None] == ids[-2:]
            assert (await tables.load(ids[0])).table.is_over

    run(test())


def test_tables_that_nobody_uses_do_not_fill_the_memory(
    sqlite_file: SqliteFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_tables_module, "MAX_UNFINISHED_ENTRIES", 15)  # of three tables with one entry each

    async def test() -> None:
        async with serving(sqlite_file) as tables:
            names = [(await tables.open("classic", f"Host {number}")).table_id for number in range(6)]
            assert [name for name in names if tables.find_loaded(name)] == names[-3:]
            for number, name in enumerate(names):
                assert (await tables.load(name)).table.players == [f"Host {number}"]
            assert [name for name in names if tables.find_loaded(name)] == names[-3:]

    run(test())


def test_a_table_that_grows_takes_the_room_of_others_even_if_nobody_follows_it(
    sqlite_file: SqliteFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_tables_module, "MAX_UNFINISHED_ENTRIES", 25)

    async def test() -> None:
        async with serving(sqlite_file) as tables:
            others = [(await tables.open("classic", "Host")).table_id for _ in range(3)]
            seated = await open_seated_table(tables)
            assert sum(tables.find_loaded(other) is not None for other in others) == 3
            for number, line in enumerate(["1 code RRBB", *GUESSES]):  # without loading the table each time
                seat, _, action = line.partition(" ")
                await tables.submit_action(seated.live_table, int(seat), int(seat), action, f"key{number}")
            assert sum(tables.find_loaded(other) is not None for other in others) == 2

    run(test())


def test_the_table_that_was_used_last_stays_in_memory_however_long_it_is(
    sqlite_file: SqliteFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_tables_module, "MAX_UNFINISHED_ENTRIES", 0)

    async def test() -> None:
        async with serving(sqlite_file) as tables:
            first, second = [(await tables.open("classic", "Host")).table_id for _ in range(2)]
            assert tables.find_loaded(first) is None
            assert tables.find_loaded(second) is not None

    run(test())


def test_tokens_are_found_whether_or_not_they_are_in_memory(
    sqlite_file: SqliteFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seat_tokens_module, "MAX_CACHED_TOKENS", 3)

    async def test() -> None:
        async with serving(sqlite_file) as tables:
            players = [await tables.open("classic", "Host") for _ in range(6)]
            for player in players * 2:
                assert await tables.seat_tokens.find_player(player.table_id, player.token) == 1
            assert list(tables.seat_tokens._owners) == [player.table_id for player in players[-3:]]
            await tables.seat_tokens.find_player(players[3].table_id, players[3].token)
            await tables.seat_tokens.find_player(players[0].table_id, players[0].token)
            assert players[3].table_id in tables.seat_tokens._owners, "it was used more recently than the fifth"

    run(test())


# Two processes


def test_followers_at_one_process_see_actions_at_the_other(shared: PostgresqlDatabase) -> None:
    async def test() -> None:
        async with serving(shared) as first, serving(shared) as second:
            seated = await open_seated_table(first)
            readers = [
                await start_following(tables, seated.id, seat) for tables in (first, second) for seat in (1, 2, None)
            ]
            await seated.play("1 code RRBB")
            for turn, guess in enumerate(GUESSES):
                tables = (second, first)[turn % 2]
                await seated.submit(2, guess[2:], tables=tables)
            for reader in readers:
                await reader.wait_for(10)
                reader.stop()
            for seat in range(3):
                assert readers[seat].frames == readers[seat + 3].frames

    run(test())


def test_simultaneous_actions_at_two_processes_neither_skip_nor_repeat_numbers(
    shared: PostgresqlDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(entry_checks, "MAX_PROPOSALS", 10)

    async def test() -> None:
        async with serving(shared) as first, serving(shared) as second:
            seated = await open_seated_table(first, "challenge-2001~race_yes", turn_limit=900)
            readers = [
                await start_following(tables, seated.id, seat) for tables in (first, second) for seat in (1, None)
            ]
            await seated.play("1 code RRRRR", "2 code BBBBB")
            sent = [
                seated.submit(seat, f"guess YYYY{colour}", f"{seat} {colour}", tables)
                for colour in "YGWKOR"
                for seat, tables in ((1, first), (2, second), (1, second), (2, first))
            ]
            numbers = await asyncio.gather(*sent, *(t.set_turn_limit(seated.id, 1, 900) for t in (first, second) * 5))
            number = max(numbers)
            assert set(numbers) == set(range(number - 21, number + 1))
            log = await read_log(first, seated.id)
            assert len(log) == number
            assert len(actions_in(log)) == 2 + 12
            for reader in readers:
                await reader.wait_for(number)
                assert reader.numbers == list(range(5, number + 1))
                reader.stop()
            assert readers[0].frames == readers[2].frames
            assert readers[1].frames == readers[3].frames

    run(test())


def test_processes_that_write_in_different_order_do_not_deadlock(
    shared: PostgresqlDatabase,
) -> None:
    async def test() -> None:
        async with serving(shared) as first, serving(shared) as second:
            names = [f"table{number}" for number in range(400)]
            for name in names:
                await first.store.create(empty_table(name))
            for turn in range(1, 6):
                writes = [Write(name, turn, b"{}") for name in names]
                firsts = await asyncio.gather(
                    *(append_entry(first.store, write) for write in writes),
                    *(append_entry(second.store, write) for write in reversed(writes)),
                )
                assert sum(firsts) == len(names)

    run(test())


def test_actions_at_another_process_count_here_at_once(shared: PostgresqlDatabase) -> None:
    """A load balancer may send each request to another process, before that process receives the notification."""

    async def test() -> None:
        async with serving(shared) as first, serving(shared) as second:
            for tables in (first, second):
                tables.store._on_log_growth = lambda grown: None  # type: ignore[attr-defined]
            host = await first.open("classic", "Ann", seats=[(1, "")])
            opened = (await second.load(host.table_id)).table.open_entry
            ben = await second.join(host.table_id, opened.join, "Ben")
            assert await first.seat_tokens.find_player(host.table_id, ben.token) == 2
            await first.sit(host.table_id, 2, 2)
            await second.begin(host.table_id, 1)
            for tables in (first, second):
                await tables.submit_action(await tables.load(host.table_id), 1, 1, "code RRBB", "a")
            await first.submit_action(await first.load(host.table_id), 2, 2, "guess RRBY", "b")
            await second.submit_action(await second.load(host.table_id), 2, 2, "resign", "c")
            await first.submit_action(await first.load(host.table_id), 2, 2, "code RRBB", "d")
            assert len(await read_log(first, host.table_id)) == 5 + 4

    run(test())


def test_an_entry_appended_during_the_start_of_following_arrives(shared: PostgresqlDatabase) -> None:
    """The notification comes after the log was read and before the follower is registered."""

    async def test() -> None:
        async with serving(shared) as first, serving(shared) as second:
            seated = await open_seated_table(first)
            await second.load(seated.id)
            read = second.store.read

            async def read_and_wait(table_id: str, after: int, limit: int | None = None) -> list[bytes]:
                entries = await read(table_id, after)
                second.store.read = read  # type: ignore[method-assign]
                await seated.play("1 code RRBB")
                await asyncio.sleep(0.1)
                return entries

            second.store.read = read_and_wait  # type: ignore[method-assign]
            reader = await start_following(second, seated.id, 2)
            await reader.wait_for(6)
            assert reader.numbers == [5, 6]
            reader.stop()

    run(test())


def test_missed_notifications_are_made_up_for(shared: PostgresqlDatabase) -> None:
    async def test() -> None:
        async with serving(shared) as first, serving(shared) as second:
            seated = await open_seated_table(first)
            reader = await start_following(second, seated.id, None)
            received: list[object] = []
            on_log_growth = second.store._on_log_growth  # type: ignore[attr-defined]
            second.store._on_log_growth = received.append  # type: ignore[attr-defined]
            await seated.play("1 code RRBB")
            while not received:
                await asyncio.sleep(0.005)
            second.store._on_log_growth = on_log_growth  # type: ignore[attr-defined]
            assert reader.numbers == [5]
            await asyncio.to_thread(shared.ask, DROP_LISTENER)
            await reader.wait_for(6)
            await seated.play("2 guess YYYY")
            await reader.wait_for(7)
            assert reader.numbers == [5, 6, 7]
            reader.stop()

    run(test())


DROP_LISTENER = """
select pg_terminate_backend(pid) from pg_stat_activity
where datname = current_database() and application_name = 'keypeg listening'
"""


def test_a_process_continues_after_its_connections_are_cut(shared: PostgresqlDatabase) -> None:
    async def test() -> None:
        async with serving(shared) as tables:
            seated = await open_seated_table(tables)
            reader = await start_following(tables, seated.id, 1)
            for cut, line in enumerate(["1 code RRBB", *GUESSES]):
                await asyncio.to_thread(shared.ask, DROP_ALL_CONNECTIONS)
                while True:
                    with suppress(TableError):
                        await seated.submit(int(line[0]), line[2:], f"key{cut}")
                        break
            await reader.wait_for(10)
            assert reader.numbers == list(range(5, 11))
            assert len(actions_in(await read_log(tables, seated.id))) == 5
            reader.stop()

    run(test())


DROP_ALL_CONNECTIONS = """
select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
"""


def test_of_two_entries_with_one_number_in_a_batch_one_is_stored(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            seated = await open_seated_table(tables)
            body = b'{"entry":"turn-limit","timestamp":1,"player":1,"turn_limit":5}'
            writes = [Write(seated.id, 6, body), Write(seated.id, 6, body), Write(seated.id, 7, body)]
            stored = await asyncio.gather(*(append_entry(tables.store, write) for write in writes))
            assert stored == [True, False, True]
            assert await append_entry(tables.store, Write(seated.id, 6, body)) is False
            assert len(await read_log(tables, seated.id)) == 7

    run(test())


def test_a_process_does_not_read_its_own_entries_again(shared: PostgresqlDatabase) -> None:
    async def test() -> None:
        async with serving(shared) as tables:
            await wait_for_notifications(tables, tables)
            seated = await open_seated_table(tables)
            reader = await start_following(tables, seated.id, 1)
            read, reads, received = tables.store.read, 0, asyncio.Event()
            on_log_growth = tables.store._on_log_growth  # type: ignore[attr-defined]

            async def count_reads(table_id: str, after: int, limit: int | None = None) -> list[bytes]:
                nonlocal reads
                reads += 1
                return await read(table_id, after, limit)

            def receive(grown: list[LogGrowth]) -> None:
                on_log_growth(grown)
                if any(growth[:2] == (seated.id, 10) for growth in grown):
                    received.set()

            tables.store.read = count_reads  # type: ignore[method-assign]
            tables.store._on_log_growth = receive  # type: ignore[attr-defined]
            await seated.play("1 code RRBB", *GUESSES)
            await received.wait()
            await asyncio.sleep(0.02)
            assert reads == 0
            reader.stop()

    run(test())


def test_entries_arrive_with_the_notification(shared: PostgresqlDatabase) -> None:
    async def test() -> None:
        async with serving(shared) as first, serving(shared) as second:
            seated = await open_seated_table(first)
            reader = await start_following(second, seated.id, 1)
            await wait_for_notifications(second, first)
            second.store.read = fail_to_read  # type: ignore[method-assign]
            await seated.play("1 code RRBB", *GUESSES)
            await reader.wait_for(10)
            assert reader.numbers == list(range(5, 11))
            reader.stop()

    run(test())


async def wait_for_notifications(listener: TableService, writer: TableService) -> None:
    """Wait until notifications reach this process, which begins to listen some time after its start."""
    on_log_growth, received = listener.store._on_log_growth, asyncio.Event()  # type: ignore[attr-defined]

    def receive(grown: list[LogGrowth]) -> None:
        on_log_growth(grown)
        if any(growth.table_id == "probe" for growth in grown):
            received.set()

    listener.store._on_log_growth = receive  # type: ignore[attr-defined]
    await writer.store.create(empty_table("probe"))
    for number in count(1):
        if received.is_set():
            break
        await append_entry(writer.store, Write("probe", number, b"{}"))
        await asyncio.sleep(0.01)
    listener.store._on_log_growth = on_log_growth  # type: ignore[attr-defined]


def empty_table(table_id: str) -> NewTable:
    """Return a table without a log."""
    return NewTable(table_id, False, 0, 1, 0, (), ())


async def fail_to_read(table_id: str, after: int, limit: int | None = None) -> list[bytes]:
    raise AssertionError("the log was read")


@pytest.mark.parametrize("lengths", [[10], [100] * 500, [3_900, 3_900, 200], [9_000, 10, 9_000], [20_000]])
def test_notifications_cover_batches_of_any_size(shared: PostgresqlDatabase, lengths: list[int]) -> None:
    async def test() -> None:
        async with serving(shared) as first, serving(shared) as second:
            received: list[LogGrowth] = []
            await wait_for_notifications(second, first)

            def receive(grown: list[LogGrowth]) -> None:
                received.extend(growth for growth in grown if growth.table_id != "probe")

            second.store._on_log_growth = receive  # type: ignore[attr-defined]
            for index in range(len(lengths)):
                await first.store.create(empty_table(f"t{index}"))
            writes = [Write(f"t{index}", 1, b"x" * length) for index, length in enumerate(lengths)]
            assert all(await asyncio.gather(*map(partial(append_entry, first.store), writes)))
            await until(lambda: len(received) == len(writes))
            for growth, write in zip(
                sorted(received, key=lambda growth: int(growth.table_id[1:])), writes, strict=True
            ):
                assert growth == (write.table_id, 1, write.body if len(write.body) < 7_900 else None)

    run(test())
