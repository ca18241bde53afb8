"""The OpenAPI document: what FastAPI finds in the routes, and what it cannot find there."""

from typing import Any

from fastapi import FastAPI
from pydantic import TypeAdapter

from keypeg.server import frame_types, models
from keypeg.server.problem_documents import MEDIA_TYPE

LATER = {"Retry-After": {"description": "In how many seconds to try again, if known.", "schema": {"type": "integer"}}}

REFUSED: dict[int | str, dict[str, Any]] = {
    "4XX": {"model": models.Problem, "description": "Refused, with the reason.", "headers": LATER},
    "5XX": {"model": models.Problem, "description": "Not possible now, with the reason.", "headers": LATER},
}
"""How everything can be refused."""

FRAMES: dict[str, Any] = {
    "/api/tables/{table}": frame_types.Snapshot,
    "/api/tables/{table}/events": list[frame_types.EventFrame],
}
"""What answers with frames. Pydantic takes long over their types, so it is asked when somebody wants the document,
and not by FastAPI each time a server starts."""

TOKEN = {
    "type": "http",
    "scheme": "bearer",
    "description": "The token that whoever comes to a table is given. Browsers send it as a cookie.",
}


def describe(app: FastAPI) -> None:
    """Have the document of this application say of what kind refusals are, and how a guest shows who he is."""
    found = app.openapi

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is not None:
            return app.openapi_schema
        document = found()
        document["components"]["securitySchemes"] = {"token": TOKEN}
        _describe_frames(document)
        for path, operations in document["paths"].items():
            for operation in operations.values():
                if "{table}" in path:
                    operation["security"] = [{"token": []}, {}]
                for status in REFUSED:
                    content = {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
                    operation["responses"][status]["content"] = content
        return document

    app.openapi = openapi  # type: ignore[method-assign]


def _describe_frames(document: dict[str, Any]) -> None:
    asked: list[Any] = [(path, "serialization", TypeAdapter(kind)) for path, kind in FRAMES.items()]
    found, shared = TypeAdapter.json_schemas(asked, ref_template="#/components/schemas/{model}")
    document["components"]["schemas"] |= shared["$defs"]
    for path in FRAMES:
        answer = document["paths"][path]["get"]["responses"]["200"]
        answer["content"] = {"application/json": {"schema": found[path, "serialization"]}}
