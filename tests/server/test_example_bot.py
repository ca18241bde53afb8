"""The example bot joins by the link and plays a match against bots through the same API as people."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from keypeg.records.edition_links import read_edition
from support.running_server import Server
from support.server_process import PATIENCE
from support.thoroughness import some_of

BOT = Path(__file__).parent.parent.parent / "examples" / "bot.py"

TABLES = [
    "classic",
    "hasbro-2000-advanced",
    "traffic-jam-2000~option_2~by-hand_yes",
    "challenge-2001~rounds_1",
    "challenge-2001~rounds_1~race_yes",
    "hasbro-2004~seats_3",
    "parker-1974",
    "mastermind-44~by-hand_yes",
]
"""Editions that differ in what a bot has to do."""


def test_the_bot_is_short() -> None:
    assert len(BOT.read_text(encoding="utf-8").splitlines()) < 60


@pytest.mark.no_cover
@pytest.mark.parametrize("line", some_of(TABLES, quick=4))
def test_the_bot_plays_a_match(server: Server, line: str) -> None:
    seats = read_edition(line).seats
    host = server.open(line, bots={str(seat): "beginner" for seat in range(2, seats + 1)})
    words = [sys.executable, str(BOT), f"http://{server.host}{host.links['join']}", "Bot"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env={**os.environ, "no_proxy": "*"}) as bot:
        with host.socket() as socket:
            frame = socket.receive()
            while frame["table"]["seats"][0] is None:
                frame = socket.receive()
        assert host.ask("POST", "/begin").status == 200
        printed, _ = bot.communicate(timeout=PATIENCE)
    assert bot.returncode == 0
    view = host.snapshot()["view"]
    assert json.loads(printed) == view["outcome"]
    assert not any(wrong["by"] == 1 for finished_round in view["finished"] for wrong in finished_round["wrong"])
    assert view["outcome"]["winners"] or view["outcome"]["reason"] in ("draw", "nobody")
