"""The OpenAPI document: what FastAPI reads from the routes, and what must be added to it."""

from typing import Any

from fastapi import FastAPI
from pydantic import TypeAdapter

from keypeg.server import frame_types, models
from keypeg.server.problem_documents import MEDIA_TYPE
from keypeg.study import answers
from keypeg.wire.edition_types import EditionRules, EditionSummary, EditionWords, OfferedOptions

RETRY_HEADER = {
    "Retry-After": {"description": "After how many seconds to try again, if known.", "schema": {"type": "integer"}}
}

REFUSALS: dict[int | str, dict[str, Any]] = {
    "4XX": {"model": models.Problem, "description": "Refused, with the reason.", "headers": RETRY_HEADER},
    "5XX": {
        "model": models.Problem,
        "description": "Not possible at the moment, with the reason.",
        "headers": RETRY_HEADER,
    },
}
"""The error responses of every route."""

ANSWER_TYPES: dict[tuple[str, str], Any] = {
    ("get", "/api/editions"): list[EditionSummary],
    ("get", "/api/editions/{edition}"): EditionRules,
    ("get", "/api/editions/{edition}/options"): OfferedOptions,
    ("get", "/api/editions/{edition}/words"): EditionWords,
    ("get", "/api/tables/{table}"): frame_types.Snapshot,
    ("get", "/api/tables/{table}/events"): list[frame_types.EventFrame],
    ("get", "/api/tables/{table}/analysis"): answers.ReviewAnswer,
    ("get", "/api/tables/{table}/hints"): answers.HintAnswer,
    ("post", "/api/study/advice"): answers.AdviceAnswer,
    ("post", "/api/study/review"): answers.ReviewAnswer,
    ("post", "/api/study/alternative"): answers.AlternativeAnswer,
    ("get", "/api/study/puzzle"): answers.PuzzleAnswer,
    ("get", "/api/study/rules-page"): answers.RulesAnswer,
    ("post", "/api/study/lesson"): answers.LessonAnswer,
}
"""The answers that are typed dictionaries, by method and path. Pydantic takes long to read these types, so that is done
when a client requests the document, and not by FastAPI at every start of a server. Answers are sent without being
validated; tests check that they fit."""

TOKEN_SCHEME = {
    "type": "http",
    "scheme": "bearer",
    "description": "The token that a player receives on joining a table. Browsers send it as a cookie.",
}


def complete_openapi(app: FastAPI) -> None:
    """Add error responses, tokens and the types of answers to this application's document."""
    generate = app.openapi

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is not None:
            return app.openapi_schema
        document = generate()
        document["components"]["securitySchemes"] = {"token": TOKEN_SCHEME}
        _add_answer_types(document)
        for path, operations in document["paths"].items():
            for operation in operations.values():
                if "{table}" in path:
                    operation["security"] = [{"token": []}, {}]
                for status in REFUSALS:
                    content = {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
                    operation["responses"][status]["content"] = content
        return document

    app.openapi = openapi  # type: ignore[method-assign]


def _add_answer_types(document: dict[str, Any]) -> None:
    types: list[Any] = [(route, "serialization", TypeAdapter(kind)) for route, kind in ANSWER_TYPES.items()]
    schemas, shared = TypeAdapter.json_schemas(types, ref_template="#/components/schemas/{model}")
    document["components"]["schemas"] |= shared["$defs"]
    for method, path in ANSWER_TYPES:
        response = document["paths"][path][method]["responses"]["200"]
        response["content"] = {"application/json": {"schema": schemas[(method, path), "serialization"]}}
