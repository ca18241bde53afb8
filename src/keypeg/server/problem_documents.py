"""What is refused, as problem documents (RFC 9457), with the codes of the engine and of the service."""

from typing import Any

import msgspec

from keypeg.core.errors import KeypegError, ReadError, RuleError
from keypeg.i18n.error_text import explain
from keypeg.wire.match_values import plain_error

MEDIA_TYPE = "application/problem+json"

encode = msgspec.json.Encoder().encode

STATUS = {
    "no-such-page": 404,
    "no-pages": 404,
    "wrong-method": 405,
    "no-such-table": 404,
    "no-such-seat": 404,
    "no-such-round": 404,
    "no-token": 401,
    "wrong-token": 401,
    "wrong-key": 403,
    "not-your-seat": 403,
    "seat-only": 403,
    "link-over": 403,
    "host-only": 403,
    "wrong-origin": 403,
    "wrong-host": 421,
    "help-not-agreed": 403,
    "match-running": 403,
    "too-large": 413,
    "too-fast": 429,
    "too-many-tables": 429,
    "too-many-sockets": 429,
    "storage-full": 507,
    "storage-readonly": 503,
    "storage-down": 503,
    "stopping": 503,
    "nobody-thinks": 503,
    "desk-busy": 503,
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


RETRY_AFTER = {"storage-down": 5, "stopping": 5, "nobody-thinks": 1, "desk-busy": 5}
"""In how many seconds it is worth trying again what cannot be done now, where the error itself does not say."""


def head_of(error: KeypegError) -> list[tuple[bytes, bytes]]:
    """The headers of an answer that is a problem document: what it is, and when to try again if that is known."""
    head = [(b"content-type", MEDIA_TYPE.encode())]
    seconds = error.details.get("seconds") if STATUS.get(error.code) == 429 else RETRY_AFTER.get(error.code)
    return [*head, (b"retry-after", str(seconds).encode())] if seconds else head


def problem_of(error: KeypegError, lang: str, status: int | None = None) -> dict[str, Any]:
    """An error as a problem document; the sentence is in this language."""
    return {
        "type": f"urn:keypeg:error:{error.code}",
        "title": error.code.replace("-", " "),
        "status": status or status_of(error),
        "detail": explain(error, lang),
        "code": error.code,
        "values": plain_error(error)["details"],
    }
