"""Following a table: a snapshot first, then every number once and in order; whoever comes back goes on where he was."""

import asyncio
import json
from contextlib import suppress
from itertools import count
from random import Random

import pytest

from keypeg.service import table_service as tables_module
from keypeg.service.errors import TableError
from keypeg.service.ports import LogGrowth, Write
from keypeg.service.table_service import Tables
from service.test_actions import played
from support.databases import Database, PostgresqlDatabase, SqliteFile
from support.table_house import actions, following, log_of, party, run, serving, until

GUESSES = ["2 guess YYYY", "2 guess GGGG", "2 guess WWWW", "2 guess KKKK"]


@pytest.mark.parametrize("edition", ["classic~rounds_2", "challenge-2001~race_yes", "mastermind-44"])
def test_a_snapshot_comes_first_and_then_every_number(database: Database, edition: str) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            guests = await party(tables, edition, begun=False)
            seats = (1, 2, None)
            readers = [await following(tables, guests.id, seat) for seat in seats]
            began = guests.table.number
            await tables.begin(guests.id, 1)
            await played(guests, Random(edition))
            for seat, reader in zip(seats, readers, strict=True):
                await reader.reads(guests.table.number)
                frames = [json.loads(frame) for frame in reader.stop()]
                assert [frame["number"] for frame in frames] == list(range(began, guests.table.number + 1))
                assert [frame["type"] for frame in frames] == ["snapshot"] + ["event"] * (len(frames) - 1)
                assert frames[0]["seat"] == seat

    run(test())


@pytest.mark.parametrize("edition", ["classic~rounds_2", "challenge-2001", "hasbro-2004~seats_3", "mastermind-44"])
def test_who_comes_back_is_sent_the_very_bytes_that_he_missed(database: Database, edition: str) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            guests = await party(tables, edition, begun=False)
            readers = [await following(tables, guests.id, seat) for seat in (1, 2, None)]
            await tables.begin(guests.id, 1)
            await played(guests, Random(edition))
            last = guests.table.number
            for reader in readers:
                await reader.reads(last)
                first, *live = reader.stop()
                for after in (json.loads(first)["number"], last - 7, last - 1, last):
                    again = await following(tables, guests.id, reader.seat, after)
                    assert again.stop() == live[len(live) - last + after :]

    run(test())


@pytest.mark.parametrize("after", [None, 0, -1, 10**9])
def test_who_knows_no_number_of_this_table_is_sent_a_snapshot(sqlite_file: SqliteFile, after: int | None) -> None:
    async def test() -> None:
        async with serving(sqlite_file) as tables:
            guests = await party(tables)
            reader = await following(tables, guests.id, 1, after)
            await reader.reads(guests.table.number)
            assert [json.loads(frame)["type"] for frame in reader.stop()] == ["snapshot"]

    run(test())


def test_what_happens_as_somebody_begins_to_follow_is_told_him_once(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            guests = await party(tables)
            await guests.does("1 code RRBB")
            moves = [asyncio.create_task(guests.act(2, "guess YYYY")) for _ in range(10)]
            readers = [await following(tables, guests.id, seat, after) for seat in (1, 2, None) for after in (None, 3)]
            await asyncio.gather(*moves)
            for reader in readers:
                await reader.reads(guests.table.number)
                assert reader.numbers == list(range(reader.numbers[0], guests.table.number + 1))
                reader.stop()

    run(test())


def test_nobody_is_told_of_anything_when_he_has_gone(sqlite_file: SqliteFile) -> None:
    async def test() -> None:
        async with serving(sqlite_file) as tables:
            guests = await party(tables)
            gone, stays = [await following(tables, guests.id, 2) for _ in range(2)]
            gone.stop()
            assert guests.live.followed
            await guests.does("1 code RRBB")
            stays.stop()
            assert not guests.live.followed
            assert (len(gone.frames), len(stays.frames)) == (1, 2)
            tables.unfollow(guests.live, 2, gone.hears)  # nothing happens

    run(test())


def test_who_has_a_table_in_hand_is_told_all_though_many_others_are_asked_for(
    sqlite_file: SqliteFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables_module, "MOST_KEPT", 3)

    async def test() -> None:
        async with serving(sqlite_file) as tables:
            guests = await party(tables)
            others = [await party(tables) for _ in range(5)]
            reader = await following(tables, guests.id, 2)
            for other in others:
                await tables.live(other.id)
            assert await tables.live(guests.id) is guests.live
            in_hand = guests.live  # somebody is about to follow it, and has not begun to
            reader.stop()
            for other in others:
                await tables.live(other.id)
            late: list[bytes] = []
            await guests.does("1 code RRBB")
            await tables.follow(in_hand, 2, late.append, None)
            await guests.does("2 guess YYYY")
            assert [json.loads(frame)["number"] for frame in late] == [6, 7]

    run(test())


def test_only_so_many_tables_are_kept_in_memory(sqlite_file: SqliteFile, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables_module, "MOST_KEPT", 3)

    async def test() -> None:
        async with serving(sqlite_file) as tables:
            names = [(await tables.open("classic", f"Host {number}")).table for number in range(6)]
            assert len(tables._lives) == 3
            for number, name in enumerate(names):
                assert (await tables.live(name)).table.guests == [f"Host {number}"]
            assert len(tables._lives) == 3
            tokens = [(await tables.open("classic", "Host")) for _ in range(6)]
            for one in tokens * 2:
                assert await tables.holders.guest(one.table, one.token) == 1

    run(test())


# Two processes


def test_what_is_done_at_one_process_is_told_at_the_other(shared: PostgresqlDatabase) -> None:
    async def test() -> None:
        async with serving(shared) as here, serving(shared) as there:
            guests = await party(here)
            readers = [await following(tables, guests.id, seat) for tables in (here, there) for seat in (1, 2, None)]
            await guests.does("1 code RRBB")
            for turn, guess in enumerate(GUESSES):
                tables = (there, here)[turn % 2]
                await guests.act(2, guess[2:], tables=tables)
            for reader in readers:
                await reader.reads(10)
                reader.stop()
            for seat in range(3):
                assert readers[seat].frames == readers[seat + 3].frames

    run(test())


def test_many_who_act_at_once_at_two_processes_skip_no_number_and_double_none(shared: PostgresqlDatabase) -> None:
    async def test() -> None:
        async with serving(shared) as here, serving(shared) as there:
            guests = await party(here, "challenge-2001~race_yes", limit=900)
            readers = [await following(tables, guests.id, seat) for tables in (here, there) for seat in (1, None)]
            await guests.does("1 code RRRRR", "2 code BBBBB")
            sent = [
                guests.act(seat, f"guess YYYY{colour}", f"{seat} {colour}", tables)
                for colour in "YGWKOR"
                for seat, tables in ((1, here), (2, there), (1, there), (2, here))
            ]
            numbers = await asyncio.gather(*sent, *(t.limit(guests.id, 1, 900) for t in (here, there) * 5))
            number = max(numbers)
            assert set(numbers) == set(range(number - 21, number + 1))
            log = await log_of(here, guests.id)
            assert len(log) == number
            assert len(actions(log)) == 2 + 12
            for reader in readers:
                await reader.reads(number)
                assert reader.numbers == list(range(5, number + 1))
                reader.stop()
            assert readers[0].frames == readers[2].frames
            assert readers[1].frames == readers[3].frames

    run(test())


def test_processes_that_write_to_the_same_tables_in_another_order_do_not_block_each_other(
    shared: PostgresqlDatabase,
) -> None:
    async def test() -> None:
        async with serving(shared) as here, serving(shared) as there:
            names = [f"table{number}" for number in range(400)]
            for turn in range(1, 6):
                writes = [Write(name, turn, b"{}") for name in names]
                firsts = await asyncio.gather(
                    *(here.store.append(write) for write in writes),
                    *(there.store.append(write) for write in reversed(writes)),
                )
                assert sum(firsts) == len(names)

    run(test())


def test_what_was_done_at_another_process_holds_here_at_once(shared: PostgresqlDatabase) -> None:
    """A load balancer may send each request of a guest elsewhere; wake-ups may come later than he does."""

    async def test() -> None:
        async with serving(shared) as here, serving(shared) as there:
            here.store._wake = there.store._wake = lambda tables: None  # type: ignore[attr-defined]
            host = await here.open("classic", "Ann", seats=[(1, "")])
            opened = (await there.live(host.table)).table.opened
            ben = await there.join(host.table, opened.join, "Ben")
            assert await here.holders.guest(host.table, ben.token) == 2
            await here.sit(host.table, 2, 2)
            await there.begin(host.table, 1)
            for tables in (here, there):
                await tables.act(await tables.live(host.table), 1, 1, "code RRBB", "a")
            await here.act(await here.live(host.table), 2, 2, "guess RRBY", "b")
            await there.act(await there.live(host.table), 2, 2, "resign", "c")
            await here.act(await here.live(host.table), 2, 2, "code RRBB", "d")
            assert len(await log_of(here, host.table)) == 5 + 4

    run(test())


def test_what_is_added_while_somebody_begins_to_follow_is_told_him(shared: PostgresqlDatabase) -> None:
    """The wake-up comes after the log was read for him, and before he is among those who follow."""

    async def test() -> None:
        async with serving(shared) as here, serving(shared) as there:
            guests = await party(here)
            await there.live(guests.id)
            read = there.store.read

            async def read_and_wait(table: str, after: int) -> list[bytes]:
                found = await read(table, after)
                there.store.read = read  # type: ignore[method-assign]
                await guests.does("1 code RRBB")
                await asyncio.sleep(0.1)
                return found

            there.store.read = read_and_wait  # type: ignore[method-assign]
            reader = await following(there, guests.id, 2)
            await reader.reads(6)
            assert reader.numbers == [5, 6]
            reader.stop()

    run(test())


def test_wake_ups_that_were_missed_are_made_up_for(shared: PostgresqlDatabase) -> None:
    async def test() -> None:
        async with serving(shared) as here, serving(shared) as there:
            guests = await party(here)
            reader = await following(there, guests.id, None)
            heard: list[object] = []
            wake = there.store._wake  # type: ignore[attr-defined]
            there.store._wake = heard.append  # type: ignore[attr-defined]
            await guests.does("1 code RRBB")
            while not heard:
                await asyncio.sleep(0.005)
            there.store._wake = wake  # type: ignore[attr-defined]
            assert reader.numbers == [5]
            await asyncio.to_thread(shared.ask, END_LISTENING)
            await reader.reads(6)
            await guests.does("2 guess YYYY")
            await reader.reads(7)
            assert reader.numbers == [5, 6, 7]
            reader.stop()

    run(test())


END_LISTENING = """
select pg_terminate_backend(pid) from pg_stat_activity
where datname = current_database() and application_name = 'keypeg listening'
"""


def test_one_process_goes_on_when_the_connections_of_the_other_are_cut(shared: PostgresqlDatabase) -> None:
    async def test() -> None:
        async with serving(shared) as tables:
            guests = await party(tables)
            reader = await following(tables, guests.id, 1)
            for cut, line in enumerate(["1 code RRBB", *GUESSES]):
                await asyncio.to_thread(shared.ask, CUT)
                while True:
                    with suppress(TableError):
                        await guests.act(int(line[0]), line[2:], f"key{cut}")
                        break
            await reader.reads(10)
            assert reader.numbers == list(range(5, 11))
            assert len(actions(await log_of(tables, guests.id))) == 5
            reader.stop()

    run(test())


CUT = """
select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
"""


def test_a_batch_says_of_two_entries_of_one_number_that_one_was_kept(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            guests = await party(tables)
            body = b'{"do":"limit","at":1,"guest":1,"limit":5}'
            writes = [Write(guests.id, 6, body), Write(guests.id, 6, body), Write(guests.id, 7, body)]
            kept = await asyncio.gather(*(tables.store.append(write) for write in writes))
            assert kept == [True, False, True]
            assert await tables.store.append(Write(guests.id, 6, body)) is False
            assert len(await log_of(tables, guests.id)) == 7

    run(test())


def test_nobody_reads_again_what_he_has_written_himself(shared: PostgresqlDatabase) -> None:
    async def test() -> None:
        async with serving(shared) as tables:
            guests = await party(tables)
            reader = await following(tables, guests.id, 1)
            read, reads, heard = tables.store.read, 0, asyncio.Event()
            wake = tables.store._wake  # type: ignore[attr-defined]

            async def counted(table: str, after: int) -> list[bytes]:
                nonlocal reads
                reads += 1
                return await read(table, after)

            def hear(grown: list[LogGrowth]) -> None:
                wake(grown)
                if any(one[:2] == (guests.id, 10) for one in grown):
                    heard.set()

            tables.store.read = counted  # type: ignore[method-assign]
            tables.store._wake = hear  # type: ignore[attr-defined]
            await guests.does("1 code RRBB", *GUESSES)
            await heard.wait()
            await asyncio.sleep(0.02)
            assert reads == 0
            reader.stop()

    run(test())


def test_what_another_process_has_added_need_not_be_asked_for(shared: PostgresqlDatabase) -> None:
    async def test() -> None:
        async with serving(shared) as here, serving(shared) as there:
            guests = await party(here)
            reader = await following(there, guests.id, 1)
            await hears(there, here)
            there.store.read = not_now  # type: ignore[method-assign]
            await guests.does("1 code RRBB", *GUESSES)
            await reader.reads(10)
            assert reader.numbers == list(range(5, 11))
            reader.stop()

    run(test())


async def hears(listener: Tables, writer: Tables) -> None:
    """Wait until notifications come to this process: it begins to listen some time after it was started."""
    wake, heard = listener.store._wake, asyncio.Event()  # type: ignore[attr-defined]

    def hear(grown: list[LogGrowth]) -> None:
        wake(grown)
        if any(one.table == "probe" for one in grown):
            heard.set()

    listener.store._wake = hear  # type: ignore[attr-defined]
    for number in count(1):
        if heard.is_set():
            break
        await writer.store.append(Write("probe", number, b"{}"))
        await asyncio.sleep(0.01)
    listener.store._wake = wake  # type: ignore[attr-defined]


async def not_now(table: str, after: int) -> list[bytes]:
    raise AssertionError("the log was read")


@pytest.mark.parametrize("lengths", [[10], [100] * 500, [3_900, 3_900, 200], [9_000, 10, 9_000], [20_000]])
def test_whatever_is_added_at_once_is_told_however_long_it_is(shared: PostgresqlDatabase, lengths: list[int]) -> None:
    async def test() -> None:
        async with serving(shared) as here, serving(shared) as there:
            heard: list[LogGrowth] = []
            await hears(there, here)

            def hear(grown: list[LogGrowth]) -> None:
                heard.extend(one for one in grown if one.table != "probe")

            there.store._wake = hear  # type: ignore[attr-defined]
            writes = [Write(f"t{at}", 1, b"x" * length) for at, length in enumerate(lengths)]
            assert all(await asyncio.gather(*map(here.store.append, writes)))
            await until(lambda: len(heard) == len(writes))
            for one, write in zip(sorted(heard, key=lambda one: int(one.table[1:])), writes, strict=True):
                assert one == (write.table, 1, write.body if len(write.body) < 7_900 else None)

    run(test())
