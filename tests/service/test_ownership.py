"""Each table has one owner at a time among the processes that share a PostgreSQL, and only the owner can append."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from keypeg.service.ownership import SoleOwner
from keypeg.service.storage.postgresql_leases import PostgresqlLeases
from keypeg.service.storage.postgresql_store import PostgresqlStore
from keypeg.service.storage.store import NewTable, Write
from support.databases import PostgresqlDatabase
from support.service_harness import Clock, refusal_code, run, until
from support.stored_entries import append_entry

TABLE = NewTable("t", False, 0, 1, 0, (b"{}",), ())

LET_ALL_LEASES_RUN_OUT = "update servers set renewed_at = renewed_at - interval '1 hour'"


class OwningProcess:
    """A process that owns tables: its store and its lease."""

    def __init__(self, database: PostgresqlDatabase) -> None:
        self.store = PostgresqlStore(database.url)
        self.clock = Clock()
        self.leases = PostgresqlLeases(self.store, self.clock)
        self.taken: list[str] = []
        self.losses = 0
        self.leases.on_take = self.taken.append
        self.leases.on_loss = self._note_loss

    def _note_loss(self) -> None:
        self.losses += 1

    async def append(self, number: int) -> bool:
        """Append an entry to the table."""
        return await append_entry(self.store, Write("t", number, b"{}"))

    async def owns(self) -> bool:
        """Return whether this process owns the table, which it takes if nobody does."""
        return await self.leases.find("t") is None


@asynccontextmanager
async def owning(database: PostgresqlDatabase, address: str = "here:1") -> AsyncIterator[OwningProcess]:
    """A process with a lease."""
    process = OwningProcess(database)
    await process.store.open(lambda grown: None)
    await process.leases.register(address)
    try:
        yield process
    finally:
        await process.leases.release()
        await process.store.close()


def stop(process: OwningProcess) -> None:
    """Let a process renew its lease no more, as if it were killed or stopped."""
    assert process.leases._renewing is not None
    process.leases._renewing.cancel()


async def let_leases_run_out(database: PostgresqlDatabase) -> None:
    await asyncio.to_thread(database.ask, LET_ALL_LEASES_RUN_OUT)


def test_a_table_belongs_to_the_process_that_creates_it(shared: PostgresqlDatabase) -> None:
    async def test() -> None:
        async with owning(shared) as first, owning(shared, "there:2") as second:
            await second.store.create(TABLE)
            assert await second.owns()
            owner = await first.leases.find("t")
            assert owner is not None
            assert (owner.lease, owner.address, owner.secret) == (second.leases.lease, "there:2", second.leases.secret)
            assert not first.leases.owns("t")
            assert await first.leases.find("unknown") is None
            assert not first.leases.owns("unknown")

    run(test())


def test_only_the_owner_can_append(shared: PostgresqlDatabase) -> None:
    async def test() -> None:
        async with owning(shared) as first, owning(shared) as second:
            await first.store.create(TABLE)
            assert await refusal_code(second.append(2)) == "table-moving"
            assert await first.append(2)
            assert not await first.append(2)
            assert len(await first.store.read("t", 0)) == 2

    run(test())


def test_of_several_processes_one_takes_a_table_that_nobody_owns(shared: PostgresqlDatabase) -> None:
    async def test() -> None:
        async with owning(shared) as before:
            await before.store.create(TABLE)
        async with owning(shared) as first, owning(shared) as second, owning(shared) as third:
            processes = (first, second, third)
            took = await asyncio.gather(*(process.owns() for process in processes))
            assert sum(took) == 1
            assert [process.taken for process in processes] == [["t"] * is_owner for is_owner in took]
            owner = processes[took.index(True)]
            assert await owner.append(2)
            assert [await process.owns() for process in processes] == took

    run(test())


def test_a_table_is_taken_only_when_the_lease_of_its_owner_has_run_out(shared: PostgresqlDatabase) -> None:
    async def test() -> None:
        async with owning(shared) as first, owning(shared) as second:
            await first.store.create(TABLE)
            stop(first)
            assert not await second.owns()
            await let_leases_run_out(shared)
            await second.leases._renew()
            assert await second.owns()
            assert await second.append(2)

    run(test())


def test_an_owner_that_was_stopped_and_wakes_up_can_store_nothing(shared: PostgresqlDatabase) -> None:
    async def test() -> None:
        async with owning(shared) as first, owning(shared) as second:
            await first.store.create(TABLE)
            assert await first.owns()
            stop(first)
            await let_leases_run_out(shared)
            await second.leases._renew()
            assert await second.owns()
            assert first.leases.owns("t"), "it does not know yet"
            assert await refusal_code(first.append(2)) == "table-moving"
            assert not first.leases.owns("t")
            assert await second.append(2)

    run(test())


def test_an_owner_whose_lease_has_ended_begins_again_with_no_tables(shared: PostgresqlDatabase) -> None:
    async def test() -> None:
        async with owning(shared) as first, owning(shared) as second:
            await first.store.create(TABLE)
            assert await first.owns()
            lease, secret = first.leases.lease, first.leases.secret
            await asyncio.to_thread(shared.ask, f"delete from servers where id = {lease}")
            assert await second.owns()
            await until(lambda: first.losses == 1 and first.leases.lease > lease)
            assert first.leases.secret != secret
            assert not first.leases.owns("t")
            assert not await first.owns()
            assert await refusal_code(first.append(2)) == "table-moving"

    run(test())


def test_a_lease_whose_entries_are_being_stored_ends_after_them(shared: PostgresqlDatabase) -> None:
    """The former owner's last entries are then in the log that the next owner reads."""

    async def test() -> None:
        async with owning(shared) as first, owning(shared) as second:
            await first.store.create(TABLE)
            assert await first.owns()
            stop(first)
            await asyncio.to_thread(shared.ask, SLOW)
            await asyncio.to_thread(shared.ask, "create trigger slow after insert on entries execute function slow()")
            appending = asyncio.ensure_future(first.append(2))
            await asyncio.sleep(0.2)
            await let_leases_run_out(shared)
            await second.leases._renew()
            assert await second.owns()
            read = await second.store.read("t", 0)
            await asyncio.to_thread(shared.ask, "drop trigger slow on entries")
            assert (await appending, len(read)) == (True, 2)

    run(test())


SLOW = """
create function slow() returns trigger language plpgsql as $$ begin perform pg_sleep(0.7); return null; end $$
"""


def test_a_process_that_ends_gives_up_its_tables_at_once(shared: PostgresqlDatabase) -> None:
    async def test() -> None:
        async with owning(shared) as second:
            async with owning(shared) as first:
                await first.store.create(TABLE)
                assert not await second.owns()
            assert await second.owns()

    run(test())


def test_a_table_can_be_taken_from_an_owner_that_cannot_be_reached(shared: PostgresqlDatabase) -> None:
    async def test() -> None:
        async with owning(shared) as first, owning(shared) as second:
            await first.store.create(TABLE)
            assert await first.owns()
            owner = await second.leases.find("t")
            assert owner is not None
            assert not await second.owns()
            await second.leases.take_from("t", owner)
            assert await second.owns()
            assert await second.append(2)
            assert await refusal_code(first.append(3)) == "table-moving"
            assert not await first.owns()

    run(test())


def test_after_the_database_was_away_no_process_loses_its_tables(shared: PostgresqlDatabase) -> None:
    async def test() -> None:
        async with owning(shared) as first, owning(shared) as second:
            await first.store.create(TABLE)
            for process in (first, second):
                stop(process)
                process.clock.now += 3600
            await let_leases_run_out(shared)
            await second.leases._renew()
            assert not await second.owns()
            await first.leases._renew()
            assert await first.append(2)

    run(test())


def test_an_operators_command_appends_beside_the_owner(shared: PostgresqlDatabase) -> None:
    async def test() -> None:
        async with owning(shared) as first:
            await first.store.create(TABLE)
            command = PostgresqlStore(shared.url)
            await command.open(lambda grown: None)
            assert await append_entry(command, Write("t", 2, b"{}"))
            await command.close()
            assert not await first.append(2)
            assert await first.append(3)

    run(test())


def test_tables_of_other_processes_are_not_due_here(shared: PostgresqlDatabase) -> None:
    async def test() -> None:
        async with owning(shared) as first, owning(shared) as second:
            await first.store.create(TABLE._replace(due_at=1))
            assert [len(await process.store.list_due_tables(2, 10)) for process in (first, second)] == [1, 0]
            stop(first)
            await let_leases_run_out(shared)
            assert len(await second.store.list_due_tables(2, 10)) == 1

    run(test())


def test_the_only_process_owns_everything() -> None:
    async def test() -> None:
        owner = SoleOwner()
        owner.note_created("t")
        assert owner.owns("t")
        assert await owner.claim("t")

    run(test())
