"""Tables that have been removed: nothing is stored at them any more, so that nothing is left behind."""

import asyncio

from keypeg.service.storage.store import (
    MaintainedStore,
    NewTable,
    StoredSeatLink,
    TableVersion,
    TokenOwner,
    Write,
)
from keypeg.service.table_service import TableService
from support.databases import Database
from support.service_harness import run, serving
from support.stored_entries import append_entry

LATER = 2**40
"""A time at which nothing has expired yet."""

COUNTS = "select (select count(*) from entries), (select count(*) from tokens), (select count(*) from links)"


def store_of(tables: TableService) -> MaintainedStore:
    """Return the store, which can remove tables."""
    store: MaintainedStore = tables.store  # type: ignore[assignment]
    return store


def new_table(table_id: str) -> NewTable:
    """Return a table with one entry."""
    return NewTable(table_id, False, 0, 1, 0, (b"{}",), ((b"host", TokenOwner(1)),))


def test_nothing_is_stored_at_a_removed_table(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            store = store_of(tables)
            await store.create(new_table("gone"))
            await store.create(new_table("here"))
            assert await store.remove_table(TableVersion("gone", 1))
            stored = await asyncio.gather(
                append_entry(store, Write("gone", 2, b"{}", due_at=1)), append_entry(store, Write("here", 2, b"{}"))
            )
            assert list(stored) == [False, True]
            await store.add_token("gone", b"hash", TokenOwner(1))
            link = StoredSeatLink("gone", 1, 1, b"link")
            await store.add_seat_link(link, LATER, 0)
            assert not await store.use_seat_link(link, 0, b"hash", TokenOwner(1, 1))

    run(test())
    assert database.ask(COUNTS) == [(2, 1, 0)], "the entries and the token of the other table"


def test_a_seat_link_is_used_once_at_a_table_that_is_there(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            store = store_of(tables)
            await store.create(new_table("here"))
            link = StoredSeatLink("here", 1, 1, b"link")
            await store.add_seat_link(link._replace(hash=b"replaced"), LATER, 0)
            await store.add_seat_link(link, LATER, 0)
            used = [await store.use_seat_link(link, 0, b"hash", TokenOwner(1, 1)) for _ in range(2)]
            assert used == [True, False]
            assert await store.find_token_owner("here", b"hash") == TokenOwner(1, 1)

    run(test())


def test_a_table_is_removed_or_gets_an_entry_but_not_both(database: Database) -> None:
    async def test() -> None:
        async with serving(database) as tables:
            store = store_of(tables)
            names = [f"table{number}" for number in range(60)]
            for name in names:
                await store.create(new_table(name))
            at_once = asyncio.gather(*(append_entry(store, Write(name, 2, b"{}")) for name in names))
            removed = [await store.remove_table(TableVersion(name, 1)) for name in names]
            stored = await at_once
            assert [a != b for a, b in zip(stored, removed, strict=True)] == [True] * len(names)
            assert await store.list_incomplete_logs(None) == []
            for name, is_stored in zip(names, stored, strict=True):
                assert len(await store.read(name, 0)) == 2 * is_stored

    run(test())
