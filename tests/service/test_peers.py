"""Processes that share a PostgreSQL ask the owner of a table and follow its frames, whatever happens between them."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from functools import partial

import pytest

from keypeg.service.entries import RematchEntry
from keypeg.service.errors import TableError
from keypeg.service.live_table import OutdatedError
from keypeg.service.peers import connection as connection_module
from keypeg.service.peers import listener as listener_module
from keypeg.service.peers import messages
from keypeg.service.peers import relays as relays_module
from keypeg.service.peers.owner_links import OwnerLink
from keypeg.service.peers.shared_tables import SharedTables
from keypeg.service.scheduler import Scheduler
from support.databases import PostgresqlDatabase
from support.scheduled_tables import InlinePool, is_over, open_bot_table
from support.service_harness import (
    RecordingFollower,
    actions_in,
    open_seated_table,
    read_log,
    refusal_code,
    run,
    sharing,
    start_following,
    until,
)

GUESSES = ["2 guess RBYG", "2 guess YYGG", "2 guess RRBY", "2 guess RRBB"]

LET_ALL_LEASES_RUN_OUT = "update servers set renewed_at = renewed_at - interval '1 hour'"

NOWHERE = "update servers set address = '127.0.0.1:1'"
"""Nobody can connect there."""


async def insist(submit: Callable[[], Awaitable[int]]) -> None:
    """Submit an action as often as the table is just moving."""
    code = "table-moving"
    while code:
        try:
            await submit()
            code = ""
        except TableError as error:
            code = error.code
            if code != "table-moving":
                raise


async def ready_link(process: SharedTables) -> OwnerLink:
    """Return the connection of a process to the only other, when it can be used."""
    assert process.relays is not None
    links = process.relays.links._links
    await until(lambda: any(link.is_ready for link in links.values()))
    return next(link for link in links.values() if link.is_ready)


async def follow_everywhere(processes: list[SharedTables], table_id: str) -> list[RecordingFollower]:
    """Follow a table from each seat and as a spectator, at each process."""
    return [await start_following(process.tables, table_id, seat) for process in processes for seat in (1, 2, None)]


async def check_same_frames(followers: list[RecordingFollower], number: int) -> None:
    """Check that all followers have received each frame up to a number once, in order, and those of a seat the same."""
    for follower in followers:
        await follower.wait_for(number)
        assert follower.numbers == list(range(follower.numbers[0], number + 1))
        assert follower.stop() == followers[followers.index(follower) % 3].frames


def test_players_at_any_process_receive_the_same_frames(shared: PostgresqlDatabase) -> None:
    async def test() -> None:
        async with sharing(shared) as first, sharing(shared) as second, sharing(shared) as third:
            seated = await open_seated_table(first.tables)
            processes = [first, second, third]
            followers = await follow_everywhere(processes, seated.id)
            await seated.submit(1, "code RRBB", tables=second.tables)
            for turn, guess in enumerate(GUESSES):
                await seated.submit(2, guess[2:], tables=processes[turn % 3].tables)
            assert [process.leases.owns(seated.id) for process in processes] == [True, False, False]
            assert second.tables.find_loaded(seated.id).table.entry_count == 5, "it works out no move itself"  # type: ignore[union-attr]
            await check_same_frames(followers, 10)

    run(test())


def test_everything_before_a_match_goes_through_the_owner_too(shared: PostgresqlDatabase) -> None:
    async def test() -> None:
        async with sharing(shared) as first, sharing(shared) as second:
            host = await first.tables.open("classic~practice_yes", "Ann", seats=[(1, "")])
            opened = (await second.tables.load(host.table_id)).table.open_entry
            ben = await second.tables.join(host.table_id, opened.join, "Ben")
            assert ben.player == 2
            await second.tables.sit(host.table_id, 2, 2)
            assert await refusal_code(second.tables.begin(host.table_id, 2)) == "host-only"
            await second.tables.begin(host.table_id, 1)
            live_table = await second.tables.load(host.table_id)
            await second.tables.submit_action(live_table, 1, 1, "code RRBB", "a")
            await second.tables.submit_action(live_table, 2, 2, "guess RRBB", "b")
            again = [await process.tables.rematch(host.table_id, ben.token) for process in (second, first, second)]
            assert len(set(again)) == 1
            outdated = RematchEntry(timestamp=1, player=1, table_id="other")
            with pytest.raises(OutdatedError):
                await second.tables.append(await second.tables.load(host.table_id), outdated, 1)
            assert (
                len([entry for entry in await read_log(first.tables, host.table_id) if isinstance(entry, RematchEntry)])
                == 1
            )

    run(test())


def test_refusals_come_back_as_they_are(shared: PostgresqlDatabase) -> None:
    async def test() -> None:
        async with sharing(shared) as first, sharing(shared) as second:
            seated = await open_seated_table(first.tables)
            await seated.play("1 code RRBB")
            for tables in (first.tables, second.tables):
                assert await refusal_code(seated.submit(1, "guess RRBB", tables=tables)) == "not-a-breaker"
                assert await refusal_code(seated.submit(2, "guess RRB", tables=tables)) == "wrong-length"
                assert await refusal_code(seated.submit(2, "jump", tables=tables)) == "unreadable-action"
                live_table = await tables.load(seated.id)
                assert await refusal_code(tables.submit_action(live_table, 1, 2, "guess YYYY", "k")) == "not-your-seat"
            number = await seated.submit(2, "guess YYYY", "same", second.tables)
            assert await seated.submit(2, "guess YYYY", "same", second.tables) == number
            assert await seated.submit(2, "guess YYYY", "same", first.tables) == number
            assert await refusal_code(seated.submit(2, "guess GGGG", "same", second.tables)) == "key-used"

    run(test())


def test_the_frame_of_an_action_answers_it(shared: PostgresqlDatabase, monkeypatch: pytest.MonkeyPatch) -> None:
    received: list[messages.FromOwner] = []
    handle = OwnerLink.on_message

    def record(link: OwnerLink, message: messages.FromOwner) -> None:
        if not isinstance(message, messages.Pong):
            received.append(message)
        handle(link, message)

    monkeypatch.setattr(OwnerLink, "on_message", record)

    async def test() -> None:
        async with sharing(shared) as first, sharing(shared) as second:
            seated, other = [await open_seated_table(first.tables) for _ in range(2)]
            followers = await follow_everywhere([second], seated.id)
            await until(lambda: len(seated.live_table.followers) == len(followers))
            await seated.submit(1, "code RRBB", tables=second.tables)
            await seated.submit(2, "guess YYYY", "same", second.tables)
            assert await seated.submit(2, "guess YYYY", "same", second.tables) == 7
            await other.submit(1, "code RRBB", tables=second.tables)
            await check_same_frames(followers, 7)
            events = [message for message in received if isinstance(message, messages.Event)]
            assert [event.number for event in events if event.request] == [6, 7]
            assert [(answer.number, answer.is_new) for answer in received if isinstance(answer, messages.Done)] == [
                (7, False),
                (6, True),
            ], "a key that was used before, and a table that nobody follows there, have no frame"

    run(test())


def test_frames_too_long_for_one_batch_are_sent_in_several(
    shared: PostgresqlDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection_module, "MAX_FRAME_BYTES", 1000)
    monkeypatch.setattr(connection_module, "MAX_BATCH_MESSAGES", 2)

    async def test() -> None:
        async with sharing(shared) as first, sharing(shared) as second:
            seated = await open_seated_table(first.tables)
            followers = await follow_everywhere([first, second], seated.id)
            await seated.submit(1, "code RRBB", tables=second.tables)
            for guess in GUESSES:
                await seated.submit(2, guess[2:], tables=second.tables)
            await check_same_frames(followers, 10)

    run(test())


def test_followers_miss_nothing_when_links_are_cut_again_and_again(shared: PostgresqlDatabase) -> None:
    async def test() -> None:
        async with sharing(shared) as first, sharing(shared) as second:
            seated = await open_seated_table(first.tables, "classic~rounds_100")
            followers = await follow_everywhere([first, second], seated.id)

            async def cut() -> None:
                while True:
                    await asyncio.sleep(0.03)
                    first.listener.drop_all()

            cutting = asyncio.create_task(cut())
            moves = ["1 code RRBB", "2 guess YYYY", "2 guess RRBB", "2 code RRBB", "1 guess YYYY", "1 guess RRBB"] * 7
            for turn, (seat, _, action) in enumerate(move.partition(" ") for move in moves):
                await seated.submit(int(seat), action, f"key{turn}", second.tables)
            cutting.cancel()
            log = await read_log(first.tables, seated.id)
            assert len(actions_in(log)) == len(moves)
            await check_same_frames(followers, len(log))

    run(test())


def test_the_next_owner_sends_the_frames_that_the_last_one_did_not(shared: PostgresqlDatabase) -> None:
    async def test() -> None:
        async with sharing(shared) as second, sharing(shared) as third, AsyncExitStack() as stack:
            first = await stack.enter_async_context(sharing(shared))
            seated = await open_seated_table(first.tables)
            followers = await follow_everywhere([second, third], seated.id)
            await seated.submit(1, "code RRBB", tables=third.tables)
            await stack.aclose()  # it hands the table over
            for turn, guess in enumerate(GUESSES):
                await seated.submit(2, guess[2:], tables=(second, third)[turn % 2].tables)
            assert sorted(process.leases.owns(seated.id) for process in (second, third)) == [False, True]
            await check_same_frames(followers, 10)

    run(test())


def test_a_process_that_loses_its_lease_follows_the_next_owner(shared: PostgresqlDatabase) -> None:
    """As when it was stopped for longer than its lease, and goes on."""

    async def test() -> None:
        async with sharing(shared) as first, sharing(shared) as second:
            seated = await open_seated_table(first.tables)
            followers = await follow_everywhere([first, second], seated.id)
            await seated.play("1 code RRBB", GUESSES[0])
            lease = first.leases.lease
            assert first.leases._renewing is not None
            first.leases._renewing.cancel()
            await asyncio.to_thread(shared.ask, LET_ALL_LEASES_RUN_OUT)
            await until(lambda: second.leases.owns(seated.id))
            await seated.submit(2, GUESSES[1][2:], tables=second.tables)
            assert first.leases.owns(seated.id), "it does not know yet"
            assert await refusal_code(seated.submit(2, GUESSES[2][2:], "late")) == "table-moving"
            first.leases._renewing = asyncio.create_task(first.leases._renew_regularly())
            await until(lambda: first.leases.lease > lease)
            # Where the machine has no time, the second process may lose its lease as well.
            await insist(partial(seated.submit, 2, GUESSES[2][2:], "late"))
            await insist(partial(seated.submit, 2, GUESSES[3][2:], "last"))
            await until(lambda: first.leases.owns(seated.id) != second.leases.owns(seated.id))
            await check_same_frames(followers, 10)

    run(test())


def test_processes_that_cannot_reach_each_other_still_serve_a_table(
    shared: PostgresqlDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Slowly, and with nothing lost: each takes the table from the other, and reads in the log what the other did."""
    monkeypatch.setattr(relays_module, "UNREACHABLE_SECONDS", 0.2)

    async def test() -> None:
        async with sharing(shared) as first, sharing(shared) as second:
            await asyncio.to_thread(shared.ask, NOWHERE)
            seated = await open_seated_table(first.tables)
            followers = await follow_everywhere([first, second], seated.id)
            await insist(partial(seated.submit, 1, "code RRBB", "code", second.tables))
            for turn, guess in enumerate(GUESSES):
                await insist(partial(seated.submit, 2, guess[2:], guess[8:], (first, second)[turn % 2].tables))
            assert len(actions_in(await read_log(first.tables, seated.id))) == 5
            await check_same_frames(followers, 10)

    run(test())


def test_only_the_owner_lets_bots_play_and_the_next_one_goes_on(shared: PostgresqlDatabase) -> None:
    async def test() -> None:
        async with sharing(shared) as second, AsyncExitStack() as stack:
            first = await stack.enter_async_context(sharing(shared))
            schedulers = [Scheduler(process.tables, InlinePool()) for process in (first, second)]
            live_table = await open_bot_table(first.tables, "classic~rounds_2", "casual", "casual")
            watched = await second.tables.load(live_table.table.id)
            follower = await start_following(second.tables, live_table.table.id, None)
            await until(lambda: len(follower.frames) > 3)
            assert watched.upkeep_task is None
            await schedulers[0].close()
            await stack.aclose()
            await until(is_over(watched))
            follower.stop()
            await schedulers[1].close()

    run(test())


def test_a_process_that_does_not_know_the_secret_learns_nothing(
    shared: PostgresqlDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listener_module, "PROOF_SECONDS", 0.1)
    monkeypatch.setattr(listener_module, "WATCH_SECONDS", 0.05)

    async def say(address: str, said: bytes) -> bytes:
        reader, writer = await asyncio.open_connection(*address.split(":"))
        writer.write(said)
        heard = await reader.read()
        writer.close()
        return heard

    async def test() -> None:
        async with sharing(shared) as first:
            seated = await open_seated_table(first.tables)
            follow = messages.encode([messages.Follow(1, seated.id, 1, 1)])
            ((address,),) = await asyncio.to_thread(shared.ask, "select address from servers")
            nonce = connection_module.NONCE_BYTES
            assert [len(await say(address, said)) for said in (b"", b"GET / HTTP/1.1\r\n\r\n")] == [nonce] * 2
            assert len(await say(address, bytes(64) + follow)) == nonce
            assert not seated.live_table.is_followed

    run(test())


def test_a_link_that_says_nonsense_is_closed(shared: PostgresqlDatabase) -> None:
    async def test() -> None:
        async with sharing(shared) as first, sharing(shared) as second:
            seated = await open_seated_table(first.tables)
            followers = await follow_everywhere([second], seated.id)
            moves = iter(["1 code RRBB", *GUESSES])
            for nonsense in (b"\xff" * 8, b"\0\0\0\1\xc1", messages.encode([messages.Pong()])):
                link = await ready_link(second)
                assert link._transport is not None
                link._transport.write(nonsense)
                await until(lambda link=link: not link.is_ready)  # type: ignore[misc]
                await seated.play(next(moves))
            await check_same_frames(followers, 8)

    run(test())
