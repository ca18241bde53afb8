"""The answers of every study, edition and hint route fit the types that the OpenAPI document publishes for them."""

from pathlib import Path
from typing import Any, NamedTuple

import jsonschema_rs
import pytest

from keypeg.editions import RULEBOOKS
from keypeg.server.app import Server as Application
from keypeg.server.openapi import ANSWER_TYPES
from keypeg.server.settings import Settings
from support.running_server import COMPILATION_SECONDS, Server

DOCUMENT = Application(Settings(database="nowhere")).http.openapi()
RECORDS = Path(__file__).parent.parent / "golden" / "playthroughs"
DEALT = "mastermind-44~seats_2"


def record(name: str) -> str:
    """A recorded match without its remarks."""
    lines = (RECORDS / f"{name}.keypeg").read_text(encoding="utf-8").splitlines()
    return "\n".join(line for line in lines if not line.startswith(";")) + "\n"


class Example(NamedTuple):
    """A request, and the route that answers it."""

    method: str
    route: str
    query: str = ""
    body: dict[str, Any] | None = None

    def __repr__(self) -> str:
        return f"{self.route.rsplit('/', 1)[-1]} {self.query}"


def post(route: str, **body: Any) -> Example:
    """A question to the solver."""
    return Example("post", f"/api/study/{route}", "", body)


EXAMPLES = [
    Example("get", "/api/editions", "?lang=fr"),
    *(Example("get", "/api/editions/{edition}", edition) for edition in RULEBOOKS),
    Example("get", "/api/editions/{edition}/options", "hasbro-2004~seats_3/options"),
    Example("get", "/api/editions/{edition}/words", "classic~rows_12/words?lang=fr"),
    Example("get", "/api/daily"),
    Example("get", "/api/daily/{day}/distribution", "2026-11-16/distribution?edition=classic"),
    post("advice", edition="classic", rows=["RRBB:1b1w"], guess="RRRR"),
    post("advice", edition="classic", rows=["RRBB:1b1w", "RRBB:2b1w"]),
    post("advice", edition=DEALT, seat=1, own="R....", seconds=0.1),
    post("review", record=record("classic"), seconds=0.05),
    post("review", record=record("house-parts"), round=1, seconds=0.05),
    post("alternative", record=record("challenge-2001"), round=1, seat=1, row=4, guess="BKBKG", seconds=0.1),
    post("lesson", edition="classic", seed="1", guesses=["RRBB"], check="RBYG"),
    post("lesson", edition=DEALT, seed="1"),
    Example("get", "/api/study/puzzle", "?edition=classic&answer=RRBB&hints=9&solution=true"),
    Example("get", "/api/study/puzzle", "?edition=classic&kind=best-guess&answer=RRBB&solution=true"),
    Example("get", "/api/study/puzzle", "?edition=classic&day=2026-11-16"),
    *(Example("get", "/api/study/rules-page", f"?edition={edition}") for edition in RULEBOOKS),
]

AT_A_TABLE = [
    ("/api/tables/{table}", ""),
    ("/api/tables/{table}/events", "?after=1&seat=2"),
    ("/api/tables/{table}/analysis", "?round=1&seat=2"),
    ("/api/tables/{table}/hints", "?seat=2&partial=R_B_"),
]


def check_answer(method: str, route: str, answer: object) -> None:
    """Check that an answer fits the published schema of its route."""
    content = DOCUMENT["paths"][route][method]["responses"]["200"]["content"]["application/json"]
    jsonschema_rs.validator_for({**content["schema"], "components": DOCUMENT["components"]}).validate(answer)


@pytest.mark.parametrize("example", EXAMPLES, ids=repr)
def test_the_answer_has_the_published_type(server: Server, example: Example) -> None:
    path = example.route.partition("{")[0] + example.query
    answer = server.ask(example.method.upper(), path, example.body, patience=COMPILATION_SECONDS)
    assert answer.status == 200, answer.body
    check_answer(example.method, example.route, answer.json)


@pytest.mark.parametrize(("route", "query"), AT_A_TABLE)
def test_the_answer_at_a_table_has_the_published_type(server: Server, route: str, query: str) -> None:
    table = server.play(hints=True).play("1 code RRBB", "2 guess RRYY")
    answer = table.ask("GET", route.removeprefix("/api/tables/{table}") + query, patience=COMPILATION_SECONDS)
    assert answer.status == 200, answer.body
    check_answer("get", route, answer.json)


def test_every_typed_route_has_an_example() -> None:
    tried = {(example.method, example.route) for example in EXAMPLES} | {("get", route) for route, _ in AT_A_TABLE}
    assert set(ANSWER_TYPES) - tried == set()


def test_every_answer_in_json_has_a_type() -> None:
    untyped = [
        (method, path)
        for path, operations in DOCUMENT["paths"].items()
        for method, operation in operations.items()
        for status, response in operation["responses"].items()
        if status.startswith("2") and response.get("content", {}).get("application/json") in ({}, {"schema": {}})
    ]
    assert untyped == []
