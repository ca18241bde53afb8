"""Notifications between the processes that share a PostgreSQL: which logs have grown, and by which entries.

A notification contains the new entries, so that the other processes need not read them. A process that misses one
reads the log the next time it uses the table.
"""

import asyncio
import logging
from contextlib import suppress

import asyncpg

from keypeg.service.storage.postgresql_connection import CONNECT_SECONDS, DATABASE_ERRORS
from keypeg.service.storage.store import LogGrowth, OnLogGrowth, Write

LOG = logging.getLogger("keypeg.postgresql")

CHANNEL = "keypeg"

LISTENER_NAME = "keypeg listening"
"""The application name of the connection that receives notifications."""

MAX_NOTIFICATION_BYTES = 7_900
"""PostgreSQL refuses 8000."""

LINE_OVERHEAD_BYTES = 12
"""The rest of a line, apart from the table's id and the entry: the number and the separators."""

UNANNOUNCED = 0
"""The page of an entry that is too long for a notification."""

HEARTBEAT_SECONDS = 10.0
"""How long it may take to notice that notifications no longer arrive."""

RECONNECT_SECONDS = 0.5


async def listen(url: str, on_log_growth: OnLogGrowth) -> None:
    """Report what other processes append until cancelled; reconnect if the connection is lost."""
    while True:
        try:
            await _listen_once(url, on_log_growth)
        except DATABASE_ERRORS as error:
            LOG.warning("notifications are not received", extra={"why": type(error).__name__})
        await asyncio.sleep(RECONNECT_SECONDS)


async def _listen_once(url: str, on_log_growth: OnLogGrowth) -> None:
    connection = await asyncpg.connect(
        url,
        timeout=CONNECT_SECONDS,
        command_timeout=CONNECT_SECONDS,
        server_settings={"application_name": LISTENER_NAME},
    )
    lost = asyncio.Event()
    connection.add_termination_listener(lambda _: lost.set())
    try:
        await connection.add_listener(CHANNEL, lambda *received: on_log_growth(read_payload(str(received[3]))))
        on_log_growth(())  # any log may have grown while nobody listened
        while not lost.is_set():
            # A connection can break without any sign; a query shows it.
            await connection.execute("select 1")
            with suppress(TimeoutError):
                await asyncio.wait_for(lost.wait(), HEARTBEAT_SECONDS)
    finally:
        connection.terminate()


def assign_pages(writes: list[Write]) -> list[int]:
    """Choose for each entry the notification that contains it, from 1; `UNANNOUNCED` if it is too long for any."""
    pages, page, size = [], 1, 0
    for write in writes:
        length = len(write.table_id) + len(write.body) + LINE_OVERHEAD_BYTES
        fits = length <= MAX_NOTIFICATION_BYTES
        if fits and size + length > MAX_NOTIFICATION_BYTES:
            page, size = page + 1, 0
        size += length if fits else 0
        pages.append(page if fits else UNANNOUNCED)
    return pages


def write_growth(table_id: str) -> str:
    """Write a notification that the log of a table has changed in a way that must be read again."""
    return f"{table_id}:0 "


def read_payload(payload: str) -> list[LogGrowth]:
    """Read a notification: lines of the form `table:number entry`."""
    growths = []
    for line in payload.split("\n"):
        head, _, body = line.partition(" ")
        table_id, _, number = head.partition(":")
        growths.append(LogGrowth(table_id, int(number), body.encode() or None))
    return growths
