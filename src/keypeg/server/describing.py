"""The OpenAPI document: what FastAPI finds in the routes, and what it cannot find there."""

from typing import Any

from fastapi import FastAPI

from keypeg.server import models
from keypeg.server.problems import MEDIA_TYPE

LATER = {"Retry-After": {"description": "In how many seconds to try again, if known.", "schema": {"type": "integer"}}}

REFUSED: dict[int | str, dict[str, Any]] = {
    "4XX": {"model": models.Problem, "description": "Refused, with the reason.", "headers": LATER},
    "5XX": {"model": models.Problem, "description": "Not possible now, with the reason.", "headers": LATER},
}
"""How everything can be refused."""

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
        for path, operations in document["paths"].items():
            for operation in operations.values():
                if "{table}" in path:
                    operation["security"] = [{"token": []}, {}]
                for status in REFUSED:
                    content = {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
                    operation["responses"][status]["content"] = content
        return document

    app.openapi = openapi  # type: ignore[method-assign]
