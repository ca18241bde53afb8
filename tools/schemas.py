"""Writes the JSON Schemas of the documents that commands print with `--json`, from the types of these documents.

python -m tools.schemas            writes src/keypeg/cli/documents/schemas
"""

import ast
import inspect
import json
import sys
from itertools import pairwise
from pathlib import Path
from textwrap import dedent
from typing import Any

from pydantic import TypeAdapter
from typing_extensions import get_original_bases, is_typeddict

from keypeg.cli.documents.document_types import DOCUMENTS
from keypeg.cli.documents.formats import VERSIONS, schema_file

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "src" / "keypeg" / "cli" / "documents" / "schemas"

ADDRESS = "https://github.com/keypeg/keypeg/raw/main/" + FOLDER.relative_to(ROOT).as_posix()
"""Where the schemas can be read without installing Keypeg."""


def schema_of(document: str) -> dict[str, Any]:
    """The JSON Schema of a document."""
    kind = DOCUMENTS[document]
    generated = _without_titles(TypeAdapter(kind).json_schema(mode="serialization"))
    _describe_fields(generated, kind)
    declared = _declared_types()
    for name, shape in generated.get("$defs", {}).items():
        if name in declared:
            _describe_fields(shape, declared[name])
    properties = generated["properties"]
    properties["format"]["description"] = "The name of this document, and its version."
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"{ADDRESS}/{schema_file(document)}",
        "title": f"keypeg {document.replace('-', ' ')} --json",
        "description": generated.pop("description"),
        "type": generated.pop("type"),
        "properties": {"format": properties.pop("format"), **properties},
        "required": generated["required"],
        "additionalProperties": generated["additionalProperties"],
        "$defs": generated["$defs"],
    }


def write_schema(document: str) -> str:
    """The file with the schema of a document."""
    return json.dumps(schema_of(document), ensure_ascii=False, indent=2) + "\n"


def _without_titles(shape: Any) -> Any:
    """A schema without the titles that Pydantic makes from the names of fields. A field may be named `title`."""
    if isinstance(shape, list):
        return [_without_titles(part) for part in shape]
    if not isinstance(shape, dict):
        return shape
    return {
        name: _without_titles(part) for name, part in shape.items() if not (name == "title" and isinstance(part, str))
    }


def _describe_fields(shape: dict[str, Any], kind: type) -> None:
    """Describe fields by their docstrings. Pydantic does not read those of inherited fields."""
    described = _field_docstrings(kind)
    for name, field in shape["properties"].items():
        if name in described:
            field["description"] = described[name]


def _field_docstrings(kind: type) -> dict[str, str]:
    """The docstrings of the fields of a typed dictionary, inherited ones included."""
    docstrings: dict[str, str] = {}
    for base in get_original_bases(kind):
        if is_typeddict(base):
            docstrings |= _field_docstrings(base)
    [declared] = ast.parse(dedent(inspect.getsource(kind))).body
    assert isinstance(declared, ast.ClassDef)
    for field, text in pairwise(declared.body):
        match field, text:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(docstring))):
                docstrings[name] = " ".join(docstring.split())
    return docstrings


def _declared_types() -> dict[str, type]:
    """The typed dictionaries of Keypeg, by name."""
    modules = [module for name, module in sys.modules.items() if name.startswith("keypeg.")]
    return {
        name: value
        for module in modules
        for name, value in vars(module).items()
        if is_typeddict(value) and value.__module__ == module.__name__ and not name.startswith("_")
    }


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in VERSIONS:
        (FOLDER / schema_file(name)).write_text(write_schema(name), encoding="utf-8")
    print(f"{len(VERSIONS)} schemas")
