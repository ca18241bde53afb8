"""One client has only so many matches in which bots alone play."""

from dataclasses import replace
from pathlib import Path

import pytest

from support.running_server import LAX_LIMITS, Reply, Server, Start

BOTS = {"1": "casual", "2": "casual"}


@pytest.fixture
def server(start: Start, tmp_path: Path) -> Server:
    return start(tmp_path, limits=replace(LAX_LIMITS, bot_tables=2))


def open_table(server: Server, **fields: object) -> Reply:
    return server.ask("POST", "/api/tables", {"edition": "classic~rounds_20", "begin": True, **fields})


def test_a_client_has_only_so_many_matches_among_bots(server: Server) -> None:
    replies = [open_table(server, bots=BOTS) for _ in range(4)]
    assert [reply.status for reply in replies] == [201, 201, 429, 429]
    assert replies[-1].code == "too-many-bot-tables"
    assert open_table(server, seats=[1], bots={"2": "casual"}).status == 201, "a person plays"
    later = open_table(server, bots=BOTS, begin=False)
    assert later.status == 201
    headers = {"Authorization": f"Bearer {later.json['token']}"}
    begun = server.ask("POST", f"/api/tables/{later.json['table']}/begin", headers=headers)
    assert begun.code == "too-many-bot-tables"


def test_a_rematch_among_bots_counts_too(start: Start, tmp_path: Path) -> None:
    server = start(tmp_path, limits=replace(LAX_LIMITS, bot_tables=1))
    first = open_table(server, edition="parker-1974~practice_yes", bots=BOTS)
    headers = {"Authorization": f"Bearer {first.json['token']}"}
    path = f"/api/tables/{first.json['table']}"
    while not server.ask("GET", path, headers=headers).json["table"]["over"]:
        pass
    assert open_table(server, bots=BOTS).status == 201
    assert server.ask("POST", f"{path}/rematch", headers=headers).code == "too-many-bot-tables"
