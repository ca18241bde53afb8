"""The server as one ASGI application: everything is put together here, and nowhere else."""

import logging
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from keypeg import __version__
from keypeg.core.errors import KeypegError
from keypeg.server import models, routes
from keypeg.server.asking import Scope, address_of, check_origin, header
from keypeg.server.limiting import Buckets
from keypeg.server.metrics import Metrics
from keypeg.server.problems import MEDIA_TYPE, problem_of
from keypeg.server.settings import Settings
from keypeg.server.sockets import Receive, Send, Sockets, encode
from keypeg.service.errors import TableError
from keypeg.service.minding import Minder
from keypeg.service.ports import Store
from keypeg.service.sqlite import SqliteStore
from keypeg.service.tables import Tables
from keypeg.service.thinking import Thinkers

LOG = logging.getLogger("keypeg.server")

SOCKET = re.compile(r"/api/tables/([^/]{1,64})/socket")

SAFE = ("GET", "HEAD", "OPTIONS")
"""Methods that change nothing."""

HEADERS = [
    (b"content-security-policy", b"default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]
"""What every answer says to a browser: nothing comes from elsewhere, and nobody shows this in a frame."""


def store_for(settings: Settings) -> Store:
    """Where logs are kept."""
    if settings.on_postgresql:
        from keypeg.service.postgresql import PostgresqlStore

        return PostgresqlStore(settings.database)
    return SqliteStore(settings.file)


class Server:
    """The application: sockets, and everything else by FastAPI."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.metrics = Metrics()
        self.tables = Tables(store_for(settings))
        self.tables.acted = self.metrics.entries.inc
        self.minder = Minder(self.tables, Thinkers(settings.thinkers))
        self.sockets = Sockets(self.tables, settings, self.metrics)
        self._requests = Buckets(settings.limits.requests, settings.limits.request_burst)
        self._opened = Buckets(settings.limits.tables / 3600, settings.limits.tables)
        self.http = self._build()

    def _build(self) -> FastAPI:
        app = FastAPI(
            title="Keypeg",
            version=__version__,
            summary="Tables of every edition: open, join, act, look on.",
            docs_url=None,
            redoc_url=None,
            lifespan=self._lifespan,
        )
        app.state.tables = self.tables
        app.state.count_table = self._count_table
        app.include_router(routes.router)
        app.add_exception_handler(KeypegError, _refuse)
        app.add_exception_handler(RequestValidationError, _refuse_unreadable)
        app.add_exception_handler(HTTPException, _refuse_http)
        app.add_api_route("/healthz", self._healthz, response_model=models.Health)
        app.add_api_route("/readyz", self._readyz, response_model=models.Health, responses=routes.REFUSED)
        app.add_api_route("/metrics", self._show_metrics, include_in_schema=False)
        return app

    @asynccontextmanager
    async def _lifespan(self, app: FastAPI) -> AsyncIterator[None]:
        await self.tables.store.open(self.tables.woken)
        self.minder.start()
        yield
        self.sockets.close()
        await self.minder.close()
        await self.tables.store.close()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request, or one socket."""
        if scope["type"] == "websocket":
            found = SOCKET.fullmatch(scope["path"])
            if found:
                await self.sockets.serve(scope, receive, send, found[1])
                return
        if scope["type"] != "http":
            await self.http(scope, receive, send)
            return
        await self._serve_http(scope, receive, send)

    async def _serve_http(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_safely(message: Any) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *HEADERS]
                self.metrics.requests.labels(str(message["status"])).inc()
            await send(message)

        try:
            self._admit(scope)
        except TableError as error:
            await _send_problem(send_safely, error)
            return
        await self.http(scope, _bounded(receive, self.settings.limits.body), send_safely)

    def _admit(self, scope: Scope) -> None:
        if scope["path"] in ("/healthz", "/readyz", "/metrics"):
            return
        if wait := self._requests.take(address_of(scope)):
            raise TableError("too-fast", seconds=max(1, round(wait)))
        if scope["method"] not in SAFE:
            check_origin(scope, self.settings.origins)
        length = header(scope, b"content-length")
        if length.isdigit() and int(length) > self.settings.limits.body:
            raise TableError("too-large", most=self.settings.limits.body)

    def _count_table(self, scope: Scope) -> None:
        if self._opened.take(address_of(scope)):
            raise TableError("too-many-tables", most=self.settings.limits.tables)
        self.metrics.tables.inc()

    async def _healthz(self) -> dict[str, str]:
        """Whether the process is there."""
        return {"status": "ok"}

    async def _readyz(self) -> dict[str, str]:
        """Whether entries can be stored."""
        await self.tables.store.check()
        return {"status": "ok"}

    async def _show_metrics(self) -> Response:
        return Response(self.metrics.text(), media_type="text/plain; version=0.0.4")


def _bounded(receive: Receive, most: int) -> Receive:
    """Reads a request, but no more of it than is allowed."""
    read = 0

    async def bounded() -> Any:
        nonlocal read
        message = await receive()
        read += len(message.get("body", b""))
        if read > most:
            raise TableError("too-large", most=most)
        return message

    return bounded


async def _send_problem(send: Send, error: KeypegError) -> None:
    problem = problem_of(error)
    await send(
        {
            "type": "http.response.start",
            "status": problem["status"],
            "headers": [(b"content-type", MEDIA_TYPE.encode())],
        }
    )
    await send({"type": "http.response.body", "body": encode(problem)})


def _problem(error: KeypegError, detail: str | None = None, status: int | None = None) -> Response:
    problem = problem_of(error, detail)
    if status is not None:
        problem["status"] = status
    return Response(encode(problem), problem["status"], media_type=MEDIA_TYPE)


async def _refuse(request: Request, error: Exception) -> Response:
    assert isinstance(error, KeypegError)
    return _problem(error)


async def _refuse_unreadable(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    faults = [f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in error.errors()[:5]]
    return _problem(TableError("unreadable", why="; ".join(faults)), status=422)


async def _refuse_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    response = _problem(TableError("unreadable", why=error.detail), status=error.status_code)
    response.headers.update(error.headers or {})
    return response
