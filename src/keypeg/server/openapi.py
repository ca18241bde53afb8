"""The OpenAPI document: what FastAPI reads from the routes, and what must be added to it."""

from typing import Any

from fastapi import FastAPI
from pydantic import TypeAdapter

from keypeg.server import frame_types, models
from keypeg.server.problem_documents import MEDIA_TYPE

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

FRAME_ROUTES: dict[str, Any] = {
    "/api/tables/{table}": frame_types.Snapshot,
    "/api/tables/{table}/events": list[frame_types.EventFrame],
}
"""The routes that answer with frames. Pydantic takes long to read their types, so that is done when a client
requests the document, and not by FastAPI at every start of a server."""

TOKEN_SCHEME = {
    "type": "http",
    "scheme": "bearer",
    "description": "The token that a player receives on joining a table. Browsers send it as a cookie.",
}


def complete_openapi(app: FastAPI) -> None:
    """Add error responses, tokens and frames to this application's document."""
    generate = app.openapi

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is not None:
            return app.openapi_schema
        document = generate()
        document["components"]["securitySchemes"] = {"token": TOKEN_SCHEME}
        _add_frames(document)
        for path, operations in document["paths"].items():
            for operation in operations.values():
                if "{table}" in path:
                    operation["security"] = [{"token": []}, {}]
                for status in REFUSALS:
                    content = {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
                    operation["responses"][status]["content"] = content
        return document

    app.openapi = openapi  # type: ignore[method-assign]


def _add_frames(document: dict[str, Any]) -> None:
    types: list[Any] = [(path, "serialization", TypeAdapter(kind)) for path, kind in FRAME_ROUTES.items()]
    found, shared = TypeAdapter.json_schemas(types, ref_template="#/components/schemas/{model}")
    document["components"]["schemas"] |= shared["$defs"]
    for path in FRAME_ROUTES:
        response = document["paths"][path]["get"]["responses"]["200"]
        response["content"] = {"application/json": {"schema": found[path, "serialization"]}}
