"""Replays a stored log, and says what is wrong with it."""

from enum import StrEnum
from typing import NamedTuple

from keypeg.core.errors import KeypegError
from keypeg.service import entries
from keypeg.service.entries import OpenEntry
from keypeg.service.errors import TableError
from keypeg.service.storage.store import MaintainedStore
from keypeg.service.table import Table

REPLAY_ERRORS = (KeypegError, LookupError, TypeError, ValueError, AttributeError, AssertionError)
"""What an entry may raise that does not follow from those before it."""


class Damage(StrEnum):
    """What is wrong with a log."""

    UNREADABLE = "unreadable"
    """An entry cannot be read."""
    IMPOSSIBLE = "impossible"
    """The rules forbid what an entry does."""
    INCOMPLETE = "incomplete"
    """An entry is missing."""
    PAGES = "pages"
    """The part of the database that has the log cannot be read."""


class DamagedLog(NamedTuple):
    """A log that no table follows from."""

    table_id: str
    damage: Damage
    entry: int = 0
    """The number of the first entry that cannot be used; 0 if it is not known."""


async def read_and_replay(store: MaintainedStore, table_id: str) -> Table | DamagedLog:
    """Build a table from its log, or say what is wrong with the log. Raises `TableError` if there is no such table."""
    try:
        bodies = await store.read(table_id, 0)
    except TableError as error:
        if error.code != "storage-damaged":
            raise
        return DamagedLog(table_id, Damage.PAGES)
    if not bodies:
        raise TableError("no-such-table")
    return replay_bodies(table_id, bodies)


def replay_bodies(table_id: str, bodies: list[bytes]) -> Table | DamagedLog:
    """Build a table from the entries of its log, of which there is at least one."""
    table: Table | None = None
    for number, body in enumerate(bodies, 1):
        try:
            entry = entries.decode(body)
        except ValueError:
            return DamagedLog(table_id, Damage.UNREADABLE, number)
        try:
            if table is None:
                assert isinstance(entry, OpenEntry)
                table = Table(table_id, entry)
            else:
                assert not isinstance(entry, OpenEntry)
                table.apply_entry(entry, table.effect_of(entry))
        except REPLAY_ERRORS:
            return DamagedLog(table_id, Damage.IMPOSSIBLE, number)
    assert table is not None
    return table
