"""What a message between two processes costs at least: raw bytes, nothing encoded, nothing done with them.

    python -m bench.hop

One process sends actions, the other answers each with a frame. All that arrives together is answered by one write, so
the cost depends on how many actions are under way at once. Where the players of a table are at different servers, a
move takes less than an exchange: half of the actions are made at the server that owns the table.
"""

import asyncio
import subprocess
import sys
import time
from typing import cast

import uvloop

from bench.process_times import cpu_seconds

ACTION_BYTES, FRAME_BYTES = 70, 420
"""How long the messages are for an action and for the frame of a guess in the classic game."""

IN_FLIGHT = (1, 5, 10, 25, 50)

SECONDS = 1.0


class Exchange(asyncio.Protocol):
    """One end: it answers so many bytes received with so many others."""

    def __init__(self, received_bytes: int, sent_bytes: int) -> None:
        self._received_bytes, self._sent = received_bytes, bytes(sent_bytes)
        self._rest = 0
        self.count = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Note where to send."""
        self.transport = cast("asyncio.Transport", transport)

    def data_received(self, data: bytes) -> None:
        """Answer all messages that are complete."""
        whole, self._rest = divmod(self._rest + len(data), self._received_bytes)
        if whole:
            self.count += whole
            self.transport.write(self._sent * whole)


async def answer() -> None:
    """Be the process that owns the tables, until it is ended."""
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: Exchange(ACTION_BYTES, FRAME_BYTES), "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


async def measure_hop(port: int, owner: int, in_flight: int) -> tuple[float, float]:
    """Return the exchanges a second, and the CPU time of both processes for one, with so many under way at once."""
    loop = asyncio.get_running_loop()
    transport, asker = await loop.create_connection(lambda: Exchange(FRAME_BYTES, ACTION_BYTES), "127.0.0.1", port)
    began, owner_used, used = time.perf_counter(), cpu_seconds([owner]), time.process_time()
    transport.write(bytes(ACTION_BYTES * in_flight))
    await asyncio.sleep(SECONDS)
    cpu = cpu_seconds([owner]) - owner_used + time.process_time() - used
    transport.abort()
    return asker.count / (time.perf_counter() - began), cpu / asker.count


def main() -> None:
    """Measure with more and more exchanges under way at once, and print the results."""
    command = [sys.executable, "-c", "import uvloop; from bench.hop import answer; uvloop.run(answer())"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as owner:
        assert owner.stdout is not None
        port = int(owner.stdout.readline())
        try:
            print("A bare exchange between two processes, an action there and a frame back:")
            for in_flight in IN_FLIGHT:
                rate, cpu = uvloop.run(measure_hop(port, owner.pid, in_flight))
                print(f"  {in_flight:>3} at once {rate:>10,.0f} /s   {1e6 * cpu:5.1f} µs of both processes", flush=True)
        finally:
            owner.kill()


if __name__ == "__main__":
    main()
