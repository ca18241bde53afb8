"""Errors as plain values for JSON."""

from typing import Any

from keypeg.core.errors import KeypegError, ReadError


def plain_error(error: KeypegError) -> dict[str, Any]:
    """Return an error's kind, its code, its values and its English sentence."""
    return {
        "kind": "read" if isinstance(error, ReadError) else "rule",
        "code": error.code,
        "details": {
            name: plain_error(value) if isinstance(value, KeypegError) else value
            for name, value in error.details.items()
        },
        "reason": str(error),
    }
