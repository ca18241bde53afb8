"""Checks documents in JSON against their published schemas."""

import json
from functools import cache
from typing import Any

import jsonschema_rs

from keypeg.cli.documents.formats import VERSIONS, format_of, read_schema


@cache
def validator(document: str) -> jsonschema_rs.Validator:
    """The validator of a document."""
    return jsonschema_rs.validator_for(json.loads(read_schema(document)))


def check_document(text: str) -> dict[str, Any]:
    """The document in this text, which must be valid by the schema that it names itself."""
    parsed = json.loads(text)
    assert isinstance(parsed, dict)
    [document] = [name for name in VERSIONS if format_of(name) == parsed["format"]]
    validator(document).validate(parsed)
    return parsed
