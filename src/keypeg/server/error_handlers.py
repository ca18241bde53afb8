"""Answers every failed request with a problem document, including the errors that FastAPI finds itself.

A browser that opens a page gets a page instead; at an unknown address it is the usual pages, which say so.
"""

from typing import Any

from fastapi import FastAPI, HTTPException, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException as StarletteHTTPException

from keypeg.core.errors import KeypegError
from keypeg.server import error_page
from keypeg.server.pages import unknown_page
from keypeg.server.problem_documents import encode, http_status, problem_document, problem_headers
from keypeg.server.request_context import Receive, Scope, Send, language_of
from keypeg.service.errors import TableError

NOT_FOUND = 404
CODES = {NOT_FOUND: "no-such-page", 405: "wrong-method"}
"""The error codes for errors that FastAPI finds itself, by HTTP status."""

UNPROCESSABLE = 422
"""The HTTP status of a request whose fields are wrong."""

MAX_FAULTS, MAX_FAULT_LENGTH = 5, 200
"""How many faults of an unreadable request are listed, and with how many characters each."""


class BodyTooLargeError(HTTPException):
    """The request's body exceeds the limit. FastAPI lets only `HTTPException` pass while it reads a request."""

    def __init__(self, limit: int) -> None:
        super().__init__(413)
        self.error = TableError("too-large", most=limit)


def limit_body(receive: Receive, limit: int) -> Receive:
    """Wrap `receive` so that it raises `BodyTooLargeError` after this many bytes."""
    size = 0

    async def receive_limited() -> Any:
        nonlocal size
        message = await receive()
        size += len(message.get("body", b""))
        if size > limit:
            raise BodyTooLargeError(limit)
        return message

    return receive_limited


def _answer(scope: Scope, error: KeypegError, status: int) -> tuple[list[tuple[bytes, bytes]], bytes]:
    """The headers and the body of an answer: a page if a browser would show it to a person, else a problem document."""
    headers = problem_headers(error)
    if not error_page.is_for_browser(scope):
        return headers, encode(problem_document(error, language_of(scope), status))
    return [*headers[1:], *error_page.HEADERS], error_page.write_error_page(scope, error)


async def send_problem(scope: Scope, send: Send, error: KeypegError) -> None:
    """Send a problem document, or a page, for a request that does not reach FastAPI."""
    status = http_status(error)
    headers, body = _answer(scope, error, status)
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def add_error_handlers(app: FastAPI) -> None:
    """Answer all errors of this application with problem documents."""
    app.add_exception_handler(KeypegError, _handle_refusal)
    app.add_exception_handler(RequestValidationError, _handle_invalid_request)
    app.add_exception_handler(StarletteHTTPException, _handle_http_error)
    app.add_exception_handler(Exception, _handle_crash)


def _respond(request: Request, error: KeypegError, status: int | None = None) -> Response:
    status = status or http_status(error)
    headers, body = _answer(request.scope, error, status)
    response = Response(body, status)
    response.raw_headers += headers
    return response


async def _handle_refusal(request: Request, error: Exception) -> Response:
    assert isinstance(error, KeypegError)
    return _respond(request, error)


async def _handle_invalid_request(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    faults = [f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in error.errors()[:MAX_FAULTS]]
    why = "; ".join(fault[:MAX_FAULT_LENGTH] for fault in faults)
    return _respond(request, TableError("unreadable", why=why), UNPROCESSABLE)


async def _handle_http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, StarletteHTTPException)
    if isinstance(error, BodyTooLargeError):
        return _respond(request, error.error)
    if error.status_code == NOT_FOUND and (page := unknown_page(request)):
        return page
    code = CODES.get(error.status_code)
    refusal = TableError(code) if code else TableError("unreadable", why=error.detail)
    response = _respond(request, refusal, error.status_code)
    response.headers.update(error.headers or {})
    return response


async def _handle_crash(request: Request, error: Exception) -> Response:
    return _respond(request, TableError("failed"))
