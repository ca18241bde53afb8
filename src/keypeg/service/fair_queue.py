"""A queue in which nobody waits for the many requests of somebody else.

Each turn counts for a client and for one of its tables. The client that has had the least time goes next, and of its
tables the one that has had the least. One that comes after a while begins level with the others rather than with a
claim to all the time before. So a player who wants one turn gets the next one, however many others wait, and clients
that want all of them have equal shares of the time. This is start-time fair queueing, in two levels.
"""

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

EXPECTED_SECONDS = 1.0
"""What a turn counts as long as it is not known how long it takes."""

MAX_REMEMBERED = 1000
"""How many clients are remembered that wait for nothing but have had more time than others."""


class QueueFullError(Exception):
    """Too many turns are waited for, by this client or in all."""


class _Share:
    """What somebody has had and waits for: everybody together, a client, or one of its tables."""

    __slots__ = ("level", "parts", "running", "served", "turns", "waiting")

    def __init__(self) -> None:
        self.served = 0.0
        """How many seconds it has had, counted from where it began."""
        self.level = 0.0
        """The `served` of the part that went last: new parts begin there."""
        self.parts: dict[str, _Share] = {}
        self.turns: deque[asyncio.Future[None]] = deque()
        """The turns that a table waits for."""
        self.waiting = 0
        """How many turns are waited for, here or in parts."""
        self.running = 0

    @property
    def is_idle(self) -> bool:
        return not (self.waiting or self.running)

    def part(self, name: str) -> "_Share":
        """Return a part that is about to wait; if it was idle, it begins level with the others."""
        part = self.parts.setdefault(name, _Share())
        if part.is_idle:
            part.served = max(part.served, self.level)
        return part

    def choose(self) -> "_Share":
        """Return the part that goes next."""
        chosen = min((part for part in self.parts.values() if part.waiting), key=lambda part: part.served)
        self.level = max(self.level, chosen.served)
        return chosen

    def forget_idle_parts(self) -> None:
        """Forget idle parts that have had no more than others; all idle ones if they are many."""
        are_many = len(self.parts) > MAX_REMEMBERED
        for name, part in list(self.parts.items()):
            if part.is_idle and (are_many or self.is_idle or part.served <= self.level):
                del self.parts[name]


class FairQueue:
    """Gives this number of turns at a time."""

    def __init__(
        self,
        turns: int = 1,
        most: int | None = None,
        most_of_one: int | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._free = turns
        self._most, self._most_of_one = most, most_of_one
        """How many may wait in all, and of one client."""
        self._clock = clock
        self._everybody = _Share()

    @property
    def waiting_count(self) -> int:
        """How many wait for their turn."""
        return self._everybody.waiting

    def has_others_waiting(self, client: str) -> bool:
        """Whether any other client waits for its turn."""
        share = self._everybody.parts.get(client)
        return self.waiting_count > (share.waiting if share else 0)

    @asynccontextmanager
    async def turn(self, client: str, table: str = "") -> AsyncIterator[None]:
        """Wait for a turn of this client, and hold it. Raises `QueueFullError` if too many are waited for.

        If there is no room in all, the client that waits for the most loses its last place to one that waits for less.
        """
        shares = await self._wait(client, table)
        began = self._clock()
        try:
            yield
        finally:
            self._end_turn(shares, self._clock() - began)

    async def _wait(self, client: str, table: str) -> tuple[_Share, _Share]:
        share = self._everybody.part(client)
        self._make_room(share)
        part = share.part(table)
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        part.turns.append(turn)
        self._count_waiting((share, part), 1)
        self._begin_turns()
        try:
            await turn
        except BaseException:
            if turn in part.turns:
                part.turns.remove(turn)
                self._count_waiting((share, part), -1)
            elif turn.done() and not turn.cancelled() and turn.exception() is None:  # it has just begun
                self._end_turn((share, part), 0.0)
            raise
        return share, part

    def _make_room(self, share: _Share) -> None:
        if self._most_of_one is not None and share.waiting >= self._most_of_one:
            raise QueueFullError
        if self._most is None or self.waiting_count < self._most:
            return
        longest = max(self._everybody.parts.values(), key=lambda other: other.waiting)
        if longest.waiting <= share.waiting + 1:
            raise QueueFullError
        part = max(reversed(longest.parts.values()), key=lambda other: other.waiting)
        self._count_waiting((longest, part), -1)
        part.turns.pop().set_exception(QueueFullError())

    def _count_waiting(self, shares: tuple[_Share, ...], change: int) -> None:
        for share in (self._everybody, *shares):
            share.waiting += change

    def _begin_turns(self) -> None:
        while self._free and self.waiting_count:
            share = self._everybody.choose()
            part = share.choose()
            turn = part.turns.popleft()
            self._count_waiting((share, part), -1)
            if turn.done():  # cancelled a moment ago
                continue
            self._free -= 1
            for each in (self._everybody, share, part):
                each.running += 1
                each.served += EXPECTED_SECONDS
            turn.set_result(None)

    def _end_turn(self, shares: tuple[_Share, ...], seconds: float) -> None:
        self._free += 1
        for each in (self._everybody, *shares):
            each.running -= 1
            each.served += seconds - EXPECTED_SECONDS
        self._begin_turns()
        for each in (self._everybody, shares[0]):
            each.forget_idle_parts()
