"""A study request whose client disconnects is dropped, and does not hold up others."""

import asyncio
import socket
from pathlib import Path
from typing import Any

from keypeg.server.study_queue import StudyQueue
from keypeg.service.worker_pool import WorkerPool
from keypeg.study.requests import AdviceRequest, StudyRequest
from support.running_server import COMPILATION_SECONDS, Start
from support.thoroughness import times

ENDLESS = AdviceRequest("house~holes_4~colours_9", (), None, None, None, 1e6)
"""A request that would take practically for ever."""

SHORT = AdviceRequest("classic", ("RRBB:1b1w",), None, None, None, 0.1)


async def stay_connected() -> None:
    await asyncio.Event().wait()


async def disconnect() -> None:
    """Disconnect at once."""


async def answer_all(*requests: tuple[StudyRequest[Any], Any]) -> list[Any]:
    """Send requests to a queue at the same time; return its answers."""
    queue = StudyQueue(WorkerPool(1))
    try:
        answers = (queue.answer(request, wait_for_disconnect) for request, wait_for_disconnect in requests)
        return list(await asyncio.gather(*answers))
    finally:
        queue.pool.close()


def test_a_request_is_dropped_when_its_client_disconnects_and_the_next_is_answered() -> None:
    answers = asyncio.run(
        answer_all((ENDLESS, disconnect), (SHORT, stay_connected), (ENDLESS, disconnect), (SHORT, stay_connected))
    )
    assert [answer.get("codes_left") for answer in answers] == [None, 208, None, 208]


def test_a_server_notices_that_a_client_has_disconnected(start: Start, tmp_path: Path) -> None:
    """Also while more of its requests wait: together they would take longer than the test.

    It needs its own server, because the coverage data of an interrupted worker process is lost.
    """
    server = start(tmp_path)
    board = {"edition": "classic", "rows": ["RRBB:1b1w"]}
    assert server.ask("POST", "/api/study/advice", board, patience=COMPILATION_SECONDS).status == 200
    body = b'{"edition": "house~holes_4~colours_9", "rows": [], "seconds": 10}'
    head = f"POST /api/study/advice HTTP/1.1\r\nHost: {server.host}\r\nContent-Type: application/json\r\n"
    request = f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body
    for _ in range(times(5, 15)):
        with socket.create_connection(("127.0.0.1", server.settings.port)) as connection:
            connection.sendall(request)
    patience = times(40, 100)  # seconds: less than the requests that wait would take together
    assert server.ask("POST", "/api/study/advice", board, patience=patience).json["codes_left"] == 208
