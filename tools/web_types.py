"""Writes the types of the browser client from the schemas that the server publishes: of its frames, and of its answers.

python -m tools.web_types            writes web/src/api/wire.ts
"""

from pathlib import Path
from typing import Any

from keypeg.server import frame_types
from keypeg.server.app import Server
from keypeg.server.settings import Settings

PAGE = Path(__file__).parent.parent / "web" / "src" / "api" / "wire.ts"

HEAD = """// Written by tools/web_types.py from the schemas that the server publishes. Do not edit.

"""

QUERIES = {"PuzzleQuery": "/api/study/puzzle", "HintQuery": "/api/tables/{table}/hints"}
"""The types made from the query parameters of these routes."""

PLAIN = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}


def typescript() -> str:
    """All types that go over the wire."""
    frames: dict[str, Any] = frame_types.frames_schema()["$defs"]
    document = Server(Settings("unused")).http.openapi()
    queries = {name: _query(document["paths"][path]["get"]) for name, path in QUERIES.items()}
    shapes: dict[str, Any] = document["components"]["schemas"] | queries | frames
    return HEAD + "\n".join(_declare_type(name, shape) for name, shape in sorted(shapes.items()))


def _query(operation: dict[str, Any]) -> dict[str, Any]:
    """The query parameters of an operation as the schema of an object."""
    parameters = [parameter for parameter in operation["parameters"] if parameter["in"] == "query"]
    return {
        "type": "object",
        "description": f"The parameters of: {operation['summary']}.",
        "properties": {parameter["name"]: parameter["schema"] for parameter in parameters},
        "required": [parameter["name"] for parameter in parameters if parameter["required"]],
    }


def _declare_type(name: str, shape: dict[str, Any]) -> str:
    about = f"/** {shape['description']} */\n" if "description" in shape else ""
    return f"{about}export type {name} = {_write_type(shape)}\n"


def _write_type(shape: dict[str, Any]) -> str:
    """A schema as a type."""
    if "$ref" in shape:
        return str(shape["$ref"]).rsplit("/", 1)[-1]
    for word in ("anyOf", "oneOf", "allOf"):
        if word in shape:
            return (" | " if word != "allOf" else " & ").join(
                dict.fromkeys(_write_type(variant) for variant in shape[word])
            )
    if "const" in shape:
        return _write_literal(shape["const"])
    if "enum" in shape:
        return " | ".join(map(_write_literal, shape["enum"]))
    if shape.get("type") == "array":
        inner = _write_type(shape["items"]) if "items" in shape else "unknown"
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if shape.get("type") == "object":
        return _write_object(shape)
    return PLAIN.get(shape.get("type", ""), "unknown")


def _write_object(shape: dict[str, Any]) -> str:
    fields = shape.get("properties")
    if fields is None:
        value_type = shape.get("additionalProperties")
        return f"Record<string, {_write_type(value_type) if isinstance(value_type, dict) else 'unknown'}>"
    lines = []
    for name, field in fields.items():
        if "description" in field:
            lines.append(f"  /** {field['description']} */")
        lines.append(f"  {name}{'' if name in shape.get('required', ()) else '?'}: {_write_type(field)}")
    return "{\n" + "\n".join(lines) + "\n}"


def _write_literal(value: object) -> str:
    return f"'{value}'" if isinstance(value, str) else str(value).lower()


if __name__ == "__main__":
    PAGE.parent.mkdir(parents=True, exist_ok=True)
    PAGE.write_text(typescript(), encoding="utf-8")
    print(f"{PAGE.name}: {len(typescript().splitlines())} lines")
