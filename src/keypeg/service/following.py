"""Those who follow a table: what is sent to each waits in a queue of his own, and whoever does not read is dropped."""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable

MOST_WAITING = 256
"""How many frames may wait for one reader,"""

MOST_SIGNS = 1 << 20
"""and how many signs: whoever reads more slowly than that is let go, and can come back and go on from his number."""


class Follower:
    """One who follows a table. Frames are pushed in; whoever sends them takes out all that wait."""

    __slots__ = ("_frames", "_signs", "_waiter", "closed", "dropped", "slow")

    def __init__(self) -> None:
        self._frames: deque[str] = deque()
        self._signs = 0
        self._waiter: asyncio.Future[None] | None = None
        self.closed = False
        self.slow = False
        """Whether he was let go because he did not read."""
        self.dropped: Callable[[], None] = lambda: None
        """Called then: what he was sent last still waits for him, and nothing that is sent now would reach him."""

    def begin(self, frames: Iterable[str]) -> None:
        """What is sent first. However much it is, he has had no time to read it."""
        self._frames.extend(frames)
        self._wake()

    def push(self, frame: str) -> None:
        """Something to be sent."""
        if self.closed:
            return
        self._frames.append(frame)
        self._signs += len(frame)
        if len(self._frames) > MOST_WAITING or self._signs > MOST_SIGNS:
            self.slow = True
            self._frames.clear()
            self.close()
            self.dropped()
        self._wake()

    def close(self) -> None:
        """Nothing more is sent but what waits."""
        self.closed = True
        self._wake()

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    async def take(self) -> list[str]:
        """All that waits, as soon as there is anything; nothing when it is over."""
        while not self._frames and not self.closed:
            self._waiter = asyncio.get_running_loop().create_future()
            await self._waiter
            self._waiter = None
        taken, self._frames, self._signs = list(self._frames), deque(), 0
        return taken
