"""What is refused, as problem documents (RFC 9457), with the codes of the engine and of the service."""

from typing import Any

import msgspec

from keypeg.core.errors import KeypegError, ReadError, RuleError
from keypeg.records.plain import plain_error

MEDIA_TYPE = "application/problem+json"

encode = msgspec.json.Encoder().encode

STATUS = {
    "no-such-page": 404,
    "wrong-method": 405,
    "no-such-table": 404,
    "no-such-seat": 404,
    "no-such-round": 404,
    "no-token": 401,
    "wrong-token": 401,
    "wrong-key": 403,
    "not-your-seat": 403,
    "host-only": 403,
    "wrong-origin": 403,
    "help-not-agreed": 403,
    "match-running": 403,
    "too-large": 413,
    "too-fast": 429,
    "too-many-tables": 429,
    "too-many-sockets": 429,
    "storage-full": 507,
    "storage-down": 503,
    "stopping": 503,
    "failed": 500,
    "unreadable": 400,
    "key-needed": 400,
    "no-such-level": 400,
    "name-empty": 400,
}
"""The HTTP status of errors of the service that is not 409, a conflict with how the table stands."""


def status_of(error: KeypegError) -> int:
    """The HTTP status of an error: what cannot be read is 400, what the rules forbid now is 409."""
    if isinstance(error, ReadError):
        return 400
    if isinstance(error, RuleError):
        return 409
    return STATUS.get(error.code, 409)


def problem_of(error: KeypegError, status: int | None = None) -> dict[str, Any]:
    """An error as a problem document."""
    plain = plain_error(error)
    return {
        "type": f"urn:keypeg:error:{error.code}",
        "title": error.code.replace("-", " "),
        "status": status or status_of(error),
        "detail": plain["reason"],
        "code": error.code,
        "values": plain["details"],
    }
