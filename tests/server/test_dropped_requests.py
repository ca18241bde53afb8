"""Whoever asks at the desk and goes away holds up nobody: his question is dropped."""

import asyncio
import socket
from pathlib import Path
from typing import Any

from keypeg.server.study_queue import StudyQueue
from keypeg.service.worker_pool import WorkerPool
from keypeg.study.requests import AdviceRequest, StudyRequest
from support.running_server import COMPILATION_SECONDS, Start

ENDLESS = AdviceRequest("house~holes_4~colours_9", (), None, None, None, 1e6)
"""Nobody lives to hear the answer."""

SHORT = AdviceRequest("classic", ("RRBB:1b1w",), None, None, None, 0.1)


async def stays() -> None:
    await asyncio.Event().wait()


async def goes() -> None:
    """At once."""


async def asked(*questions: tuple[StudyRequest[Any], Any]) -> list[dict[str, Any]]:
    """What a desk answers to those who ask at the same time."""
    desk = StudyQueue(WorkerPool(1))
    try:
        return await asyncio.gather(*(desk.answer(question, gone) for question, gone in questions))
    finally:
        desk.pool.close()


def test_a_question_whose_asker_has_gone_is_dropped_and_the_next_one_answered() -> None:
    begun = asyncio.run(asked((ENDLESS, goes), (SHORT, stays), (ENDLESS, goes), (SHORT, stays)))
    assert [told.get("codes_left") for told in begun] == [None, 208, None, 208]


def test_a_server_notices_that_an_asker_has_gone(start: Start, tmp_path: Path) -> None:
    """Also while others of his questions wait: together they would take longer than anybody's patience.

    A server of its own, for what a process that is ended had been measured at is lost.
    """
    server = start(tmp_path)
    board = {"edition": "classic", "rows": ["RRBB:1b1w"]}
    assert server.ask("POST", "/api/desk/advice", board, patience=COMPILATION_SECONDS).status == 200
    body = b'{"edition": "house~holes_4~colours_9", "rows": [], "seconds": 10}'
    head = f"POST /api/desk/advice HTTP/1.1\r\nHost: {server.host}\r\nContent-Type: application/json\r\n"
    request = f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body
    for _ in range(15):
        with socket.create_connection(("127.0.0.1", server.settings.port)) as connection:
            connection.sendall(request)
    assert server.ask("POST", "/api/desk/advice", board, patience=100).json["codes_left"] == 208
