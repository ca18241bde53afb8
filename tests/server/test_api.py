"""The API as its OpenAPI document describes it: whatever is sent, the answer is one that is described."""

from typing import Any
from zlib import crc32

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from keypeg.server.app import Server as Application
from keypeg.server.settings import Settings
from server.serving import Guest, Server

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    unsupported_method,
]


@pytest.fixture(scope="module")
def host(server: Server) -> Guest:
    """Somebody at a table that is played."""
    return server.play()


DOCUMENT = Application(Settings(database="nowhere")).http.openapi()

api = schemathesis.openapi.from_dict(DOCUMENT)


def test_the_document_is_the_one_that_is_published(server: Server) -> None:
    assert server.ask("GET", "/openapi.json").json == DOCUMENT


def test_every_refusal_is_described_as_a_problem_document() -> None:
    for operations in DOCUMENT["paths"].values():
        for operation in operations.values():
            for status in ("4XX", "5XX"):
                content = operation["responses"][status]["content"]
                assert content == {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}


def test_every_operation_says_what_it_does() -> None:
    said = [one["description"] for operations in DOCUMENT["paths"].values() for one in operations.values()]
    assert all(said)


@api.parametrize()
@settings(
    max_examples=20,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.explicit, Phase.generate],
)
def test_whatever_is_asked_the_answer_is_one_that_is_described(case: Any, host: Guest) -> None:
    # Of all tables that could be named only those are of interest that are there; every other time one of them.
    if case.path_parameters and "table" in case.path_parameters and crc32(repr(case.body).encode()) % 3:
        case.path_parameters["table"] = host.table
    headers = {"Authorization": f"Bearer {host.token}"}
    case.call_and_validate(base_url=f"http://{host.server.host}", headers=headers, checks=CHECKS)
