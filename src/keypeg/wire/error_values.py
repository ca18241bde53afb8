"""Errors as JSON values."""

from typing import Any

from keypeg.core.errors import KeypegError, ReadError


def error_to_json(error: KeypegError) -> dict[str, Any]:
    """Return an error's kind, its code, its values and its English sentence."""
    return {
        "kind": "read" if isinstance(error, ReadError) else "rule",
        "code": error.code,
        "details": {
            name: error_to_json(value) if isinstance(value, KeypegError) else value
            for name, value in error.details.items()
        },
        "reason": str(error),
    }
