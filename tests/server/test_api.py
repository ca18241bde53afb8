"""The API matches its OpenAPI document: every response to any request is a documented one."""

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
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
from support.running_server import Player, Server
from support.thoroughness import times

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    unsupported_method,
]


@pytest.fixture(scope="module")
def host(server: Server) -> Player:
    """The host of a table in play."""
    return server.play()


DOCUMENT = Application(Settings(database="nowhere")).http.openapi()

OPERATIONS = [result.ok() for result in schemathesis.openapi.from_dict(DOCUMENT).get_all_operations()]


def test_the_document_is_published(server: Server) -> None:
    assert server.ask("GET", "/openapi.json").json == DOCUMENT


def test_every_refusal_is_documented_as_a_problem() -> None:
    for operations in DOCUMENT["paths"].values():
        for operation in operations.values():
            for status in ("4XX", "5XX"):
                content = operation["responses"][status]["content"]
                assert content == {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}


def test_every_operation_has_a_description() -> None:
    described = [
        operation["description"] for operations in DOCUMENT["paths"].values() for operation in operations.values()
    ]
    assert all(described)


@pytest.mark.parametrize("mode", list(GenerationMode), ids=lambda mode: mode.value)
@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.label)
def test_every_response_to_any_request_is_documented(host: Player, operation: Any, mode: GenerationMode) -> None:
    if mode is GenerationMode.NEGATIVE and not (operation.path_parameters or operation.query or operation.body):
        return  # an operation without parameters has no wrong ones

    @settings(
        max_examples=times(4, 15),
        derandomize=True,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate],
    )
    @given(case=operation.as_strategy(generation_mode=mode), exists=st.sampled_from([True, True, False]))
    def ask(case: Any, exists: bool) -> None:
        # Requests about existing tables are the interesting ones.
        if exists and "{table}" in operation.path and str(case.path_parameters.get("table")).isalnum():
            case.path_parameters["table"] = host.table
        headers = {"Authorization": f"Bearer {host.token}"}
        response = case.call(base_url=f"http://{host.server.host}", headers=headers)
        case.validate_response(response, checks=CHECKS, headers=headers)

    ask()
