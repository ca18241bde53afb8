"""Times in which no player could act: no server was running, the database did not answer, or the clock jumped.

They do not count as thinking time. While turns with a time limit run, every process notes in the database every few
seconds that it serves. A long time without such a note is an outage, and so is a jump of the clock, which shows when
the wall clock and the monotonic clock differ. Before a turn is ended, a process notes its presence once more, so that
an outage is known before anybody loses by it.
"""

from collections.abc import Sequence

from keypeg.service.storage.store import Outage, Store
from keypeg.service.system_sources import SystemSources

PRESENCE_SECONDS = 5.0
"""The pause between two notes."""

LONGEST_SILENCE_MS = 15_000
"""A longer time without a note is an outage."""

SHORTEST_JUMP_MS = 1_000
"""By how much the clocks must differ to count as a jump."""

REMEMBERED_MS = 40 * 86_400_000
"""For how long outages are stored: longer than any turn may take."""


def deadline_of(since: int, limit_ms: int, outages: Sequence[Outage]) -> int:
    """Return when a turn ends that began at this time, if outages, in order, do not count."""
    deadline = since + limit_ms
    for outage in outages:
        if outage.ended_at > since and outage.began_at < deadline:
            deadline += outage.ended_at - max(outage.began_at, since)
    return deadline


def outage_before(last_note: int, now: int, jump_ms: int) -> Outage | None:
    """Return the outage that a process notices when it notes its presence now, if any.

    The last note is that of any process, 0 if there was none; the clock has jumped forward by so much since then.
    """
    if last_note and now - last_note > LONGEST_SILENCE_MS:
        return Outage(last_note, now)
    return Outage(now - jump_ms, now) if jump_ms > SHORTEST_JUMP_MS else None


class OutageWatch:
    """Notes that this process serves, and knows the outages."""

    def __init__(self, store: Store, sources: SystemSources) -> None:
        self._store, self._sources = store, sources
        self.outages: list[Outage] = []
        """In order."""
        self._noted_at = 0
        """The time of this process's last note; 0 before the first."""
        self._noted_at_monotonic = 0

    @property
    def is_current(self) -> bool:
        """Whether there cannot have been an outage since the last note."""
        silence = self._sources.now() - self._noted_at
        return 0 <= silence <= LONGEST_SILENCE_MS and abs(self._jump_ms()) <= SHORTEST_JUMP_MS

    async def note_presence(self) -> None:
        """Note that this process serves, and learn the outages. Raises `TableError` if nothing can be stored."""
        now, monotonic, jump_ms = self._sources.now(), self._sources.monotonic(), self._jump_ms()
        last_note = await self._store.read_last_note()
        outage = outage_before(last_note, now, jump_ms)
        self.outages = await self._store.note_presence(now, outage, now - REMEMBERED_MS)
        self._noted_at, self._noted_at_monotonic = now, monotonic

    def _jump_ms(self) -> int:
        """Return by how much the clock has jumped since the last note."""
        if not self._noted_at:
            return 0
        return (self._sources.now() - self._noted_at) - (self._sources.monotonic() - self._noted_at_monotonic)
