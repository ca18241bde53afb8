"""The frames of one socket: what is done with each, in which order, and when the client has to wait or leave."""

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from keypeg.server.frame_handler import MAX_PENDING_ACTIONS, FrameHandler
from keypeg.server.metrics import Metrics
from keypeg.server.rate_limits import Bucket, RefusalCount
from keypeg.service.storage.store import OnStored, Write
from keypeg.service.table_service import TableService
from support.databases import SqliteFile
from support.service_harness import SeatedTable, open_seated_table, run, serving, until


@dataclass
class Client:
    """The client of a seat: what it is sent, and what becomes of its connection."""

    tables: TableService
    seated: SeatedTable
    seat: int | None = 1
    most_refusals: int = 100
    frames: list[dict[str, Any]] = field(default_factory=list)
    paused: list[bool] = field(default_factory=list)
    ended: int = 0

    def __post_init__(self) -> None:
        self.handler = FrameHandler(
            self.tables,
            self.seated.live_table,
            1,
            self.seat,
            "en",
            send_frame=lambda frame: self.frames.append(json.loads(frame)),
            end=self._note_end,
            set_paused=self.paused.append,
            buckets=(Bucket(1000, 1000),),
            refusals=RefusalCount(self.most_refusals),
            metrics=Metrics(),
        )

    def _note_end(self) -> None:
        self.ended += 1

    def act(self, action: str, key: str) -> None:
        """Send an action."""
        self.handler.handle(json.dumps({"type": "action", "action": action, "key": key}))

    def answers(self) -> list[tuple[str, str, str]]:
        """List what the frames that are no events say: their type, their key, and the reason of a refusal."""
        return [(frame["type"], frame["key"], frame.get("problem", {}).get("code", "")) for frame in self.frames]


@pytest.fixture
def sqlite_file(tmp_path: Path) -> SqliteFile:
    return SqliteFile(tmp_path / "tables.sqlite")


def hold_back_entries(tables: TableService) -> Callable[[], None]:
    """Store nothing until the returned function is called."""
    append_to_store, held = tables.store.append, list[tuple[Write, OnStored]]()

    def hold(write: Write, on_stored: OnStored) -> None:
        held.append((write, on_stored))

    def release() -> None:
        tables.store.append = append_to_store  # type: ignore[method-assign]
        for write, on_stored in held:
            append_to_store(write, on_stored)

    tables.store.append = hold  # type: ignore[method-assign]
    return release


def test_a_client_whose_actions_wait_for_the_disk_is_not_read_until_one_is_done(sqlite_file: SqliteFile) -> None:
    async def test() -> None:
        async with serving(sqlite_file) as tables:
            client = Client(tables, await open_seated_table(tables))
            release = hold_back_entries(tables)
            for number in range(MAX_PENDING_ACTIONS - 1):
                client.act("code RRBB", f"k{number}")
            assert client.paused == []
            client.act("code RRBB", "last")
            assert client.paused == [True]
            assert client.frames == []
            release()
            await until(lambda: len(client.frames) == MAX_PENDING_ACTIONS - 1)
            assert client.paused == [True, False]
            keys = [*(f"k{number}" for number in range(1, MAX_PENDING_ACTIONS - 1)), "last"]
            assert client.answers() == [("refused", key, "code-already-set") for key in keys]

    run(test())


def test_a_repeated_action_is_done_and_not_stored_again(sqlite_file: SqliteFile) -> None:
    async def test() -> None:
        async with serving(sqlite_file) as tables:
            seated = await open_seated_table(tables)
            client, count = Client(tables, seated), seated.table.entry_count
            for _ in range(3):
                client.act("code RRBB", "key")
            await until(lambda: len(client.frames) == 2)
            assert client.answers() == [("done", "key", "")] * 2
            assert seated.table.entry_count == count + 1

    run(test())


def test_a_client_that_is_refused_too_often_is_disconnected_and_heard_no_more(sqlite_file: SqliteFile) -> None:
    async def test() -> None:
        async with serving(sqlite_file) as tables:
            seated = await open_seated_table(tables)
            client, count = Client(tables, seated, most_refusals=3), seated.table.entry_count
            for number in range(5):
                client.act("guess RRBB", f"k{number}")
            client.act("code RRBB", "allowed")
            await asyncio.sleep(0)
            assert client.answers() == [("refused", f"k{number}", "not-a-breaker") for number in range(3)]
            assert client.ended == 1
            assert seated.table.entry_count == count

    run(test())


def test_what_cannot_be_read_is_refused_and_spectators_do_not_act(sqlite_file: SqliteFile) -> None:
    async def test() -> None:
        async with serving(sqlite_file) as tables:
            client = Client(tables, await open_seated_table(tables), seat=None)
            client.handler.handle(b'{"type":"ping"}')
            client.handler.handle(b"\xff\xfe")
            client.handler.handle("[" * 4000)
            client.act("code RRBB", "key")
            assert client.frames[0] == {"type": "pong"}
            client.frames.pop(0)
            unread = ("refused", None, "unreadable")
            assert client.answers() == [unread, unread, ("refused", "key", "no-token")]

    run(test())
