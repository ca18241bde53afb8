"""How a request is refused: whatever goes wrong is answered by a problem document, also what FastAPI finds wrong."""

from typing import Any

from fastapi import FastAPI, HTTPException, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException as AnyHTTPException

from keypeg.core.errors import KeypegError
from keypeg.server.problem_documents import encode, head_of, problem_of
from keypeg.server.request_context import Receive, Scope, Send, language_of
from keypeg.service.errors import TableError

CODES = {404: "no-such-page", 405: "wrong-method"}
"""What FastAPI finds wrong by itself."""

MOST_FAULTS, LONGEST_FAULT = 5, 200
"""How much is said of what cannot be read: how many faults, and how many signs of each."""


class TooLarge(HTTPException):
    """More was sent than is read. FastAPI lets this kind of error through where it reads a request, and no other."""

    def __init__(self, most: int) -> None:
        super().__init__(413)
        self.error = TableError("too-large", most=most)


def bounded(receive: Receive, most: int) -> Receive:
    """Reads a request, but no more of it than is allowed."""
    read = 0

    async def read_on() -> Any:
        nonlocal read
        message = await receive()
        read += len(message.get("body", b""))
        if read > most:
            raise TooLarge(most)
        return message

    return read_on


async def send_problem(scope: Scope, send: Send, error: KeypegError) -> None:
    """Answer by a problem document, where FastAPI is not asked."""
    problem = problem_of(error, language_of(scope))
    await send({"type": "http.response.start", "status": problem["status"], "headers": head_of(error)})
    await send({"type": "http.response.body", "body": encode(problem)})


def refuse_by_problems(app: FastAPI) -> None:
    """Have everything that this application refuses said in problem documents."""
    app.add_exception_handler(KeypegError, _refuse)
    app.add_exception_handler(RequestValidationError, _refuse_unreadable)
    app.add_exception_handler(AnyHTTPException, _refuse_http)
    app.add_exception_handler(Exception, _fail)


def _answer(request: Request, error: KeypegError, status: int | None = None) -> Response:
    problem = problem_of(error, language_of(request.scope), status)
    response = Response(encode(problem), problem["status"])
    response.raw_headers += head_of(error)
    return response


async def _refuse(request: Request, error: Exception) -> Response:
    assert isinstance(error, KeypegError)
    return _answer(request, error)


async def _refuse_unreadable(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    faults = [f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in error.errors()[:MOST_FAULTS]]
    return _answer(request, TableError("unreadable", why="; ".join(fault[:LONGEST_FAULT] for fault in faults)), 422)


async def _refuse_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, AnyHTTPException)
    if isinstance(error, TooLarge):
        return _answer(request, error.error)
    code = CODES.get(error.status_code)
    refused = TableError(code) if code else TableError("unreadable", why=error.detail)
    response = _answer(request, refused, error.status_code)
    response.headers.update(error.headers or {})
    return response


async def _fail(request: Request, error: Exception) -> Response:
    return _answer(request, TableError("failed"))
