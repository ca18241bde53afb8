"""Problem documents (RFC 9457): the errors of the engine and of the service as HTTP responses."""

from typing import Any

import msgspec

from keypeg.core.errors import KeypegError, ReadError, RuleError
from keypeg.i18n.error_text import explain
from keypeg.wire.error_values import error_to_json

MEDIA_TYPE = "application/problem+json"

encode = msgspec.json.Encoder().encode

STATUS = {
    "no-such-page": 404,
    "no-pages": 404,
    "wrong-method": 405,
    "no-such-table": 404,
    "table-damaged": 500,
    "table-moving": 503,
    "no-such-seat": 404,
    "no-such-round": 404,
    "no-such-token": 404,
    "no-token": 401,
    "wrong-token": 401,
    "wrong-link-key": 403,
    "not-your-seat": 403,
    "token-for-one-seat": 403,
    "link-expired": 403,
    "host-only": 403,
    "wrong-origin": 403,
    "wrong-host": 421,
    "hints-not-allowed": 403,
    "match-running": 403,
    "too-large": 413,
    "too-fast": 429,
    "too-many-tables": 429,
    "too-many-public-tables": 429,
    "too-many-bot-tables": 429,
    "removed-by-host": 403,
    "too-many-sockets": 429,
    "storage-full": 507,
    "storage-readonly": 503,
    "storage-down": 503,
    "storage-linked": 503,
    "storage-replaced": 503,
    "storage-damaged": 503,
    "storage-io": 503,
    "storage-forbidden": 503,
    "storage-login": 503,
    "storage-missing": 503,
    "storage-foreign": 503,
    "stopping": 503,
    "solver-interrupted": 503,
    "solver-too-slow": 503,
    "solver-too-large": 503,
    "solver-busy": 503,
    "failed": 500,
    "extra-missing": 501,
    "unreadable": 400,
    "name-invisible": 400,
    "key-needed": 400,
    "no-such-level": 400,
}
"""The HTTP status of errors of the service. All others have 409: they conflict with the state of the table."""


def http_status(error: KeypegError) -> int:
    """Return the HTTP status of an error: 400 if the input is unreadable, 409 if the rules forbid the action now."""
    if isinstance(error, ReadError):
        return 400
    if isinstance(error, RuleError):
        return 409
    return STATUS.get(error.code, 409)


TOO_MANY_REQUESTS = 429

RETRY_AFTER = {"storage-down": 5, "stopping": 5, "table-moving": 1, "solver-interrupted": 1, "solver-busy": 5}
"""After how many seconds to try again, for errors that do not say so themselves."""


def problem_headers(error: KeypegError) -> list[tuple[bytes, bytes]]:
    """Return the headers of a problem document: its media type, and when to try again if that is known."""
    headers = [(b"content-type", MEDIA_TYPE.encode())]
    seconds = (
        error.details.get("seconds") if STATUS.get(error.code) == TOO_MANY_REQUESTS else RETRY_AFTER.get(error.code)
    )
    return [*headers, (b"retry-after", str(seconds).encode())] if seconds else headers


def problem_document(error: KeypegError, lang: str, status: int | None = None) -> dict[str, Any]:
    """Return an error as a problem document, explained in this language."""
    return {
        "type": f"urn:keypeg:error:{error.code}",
        "title": error.code.replace("-", " "),
        "status": status or http_status(error),
        "detail": explain(error, lang),
        "code": error.code,
        "values": error_to_json(error)["details"],
    }
