"""The server as one ASGI application: everything is put together here, and nowhere else."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Response

from keypeg import __version__
from keypeg.server import frame_types, models, study_routes, table_routes
from keypeg.server.error_handlers import bounded, refuse_by_problems, send_problem
from keypeg.server.gc_policy import tidy_now_and_then
from keypeg.server.headers import headers_for
from keypeg.server.host_check import Hosts
from keypeg.server.metrics import Metrics, TimedThinkers
from keypeg.server.openapi import REFUSED, describe
from keypeg.server.pages import add_pages
from keypeg.server.rate_limits import Buckets, full_seconds
from keypeg.server.request_context import Receive, Scope, Send, address_of, check_origin, header
from keypeg.server.settings import Settings
from keypeg.server.table_socket import Sockets
from keypeg.service.errors import TableError
from keypeg.service.ports import Store
from keypeg.service.scheduler import Minder
from keypeg.service.sqlite import SqliteStore
from keypeg.service.table_service import Tables
from keypeg.service.worker_pool import WorkerPool

SOCKET = re.compile(r"/api/tables/([0-9a-z]{1,64})/socket")

UNLIMITED = ("/healthz", "/readyz", "/metrics")
"""What those who watch over the server ask for."""

SAFE = ("GET", "HEAD", "OPTIONS")
"""Methods that change nothing."""


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
        self.tables = Tables(store_for(settings), daily_key=settings.daily_key.encode())
        self.tables.acted = self.metrics.entries.inc
        self.minder = Minder(self.tables, TimedThinkers(settings.thinkers, self.metrics.thinking))
        self.desk = study_routes.StudyDesk(WorkerPool(1, self.minder.thinkers.preparation))
        self._requests = Buckets(settings.limits.requests, settings.limits.request_burst)
        self._hosts = Hosts(settings)
        self.sockets = Sockets(self.tables, settings, self.metrics, self._check_caller)
        self._linked = Buckets(settings.limits.links / 3600, settings.limits.links)
        self._opened = Buckets(settings.limits.tables / 3600, settings.limits.tables)
        self.http = self._build()

    def _build(self) -> FastAPI:
        app = FastAPI(
            title="Keypeg",
            version=__version__,
            summary="Tables of every edition: open, join, act, look on.",
            description="What goes through the socket `/api/tables/{table}/socket` is described at "
            f"`{frame_types.PATH}`.",
            responses=REFUSED,
            redirect_slashes=False,
            docs_url=None,
            redoc_url=None,
            lifespan=self._lifespan,
        )
        app.state.tables = self.tables
        app.state.desk = self.desk
        app.state.count_table = self._count_table
        app.state.count_link = self._count_link
        app.include_router(table_routes.router)
        app.include_router(study_routes.router)
        refuse_by_problems(app)
        describe(app)
        app.add_api_route("/healthz", self._healthz, response_model=models.ServerStatus)
        app.add_api_route("/readyz", self._readyz, response_model=models.ServerStatus)
        app.add_api_route(frame_types.PATH, self._show_schema)
        app.add_api_route("/metrics", self._show_metrics, include_in_schema=False)
        add_pages(app)
        return app

    @asynccontextmanager
    async def _lifespan(self, app: FastAPI) -> AsyncIterator[None]:
        await self.tables.store.open(self.tables.woken)
        self.minder.start()
        self.minder.thinkers.prepare()
        tidying = asyncio.get_running_loop().create_task(tidy_now_and_then())
        yield
        tidying.cancel()
        await self.minder.close()
        self.desk.thinkers.close()
        await self.tables.store.close()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request, or one socket."""
        if scope["type"] == "http":
            await self._serve_http(scope, receive, send)
        elif scope["type"] == "websocket":
            found = SOCKET.fullmatch(scope["path"])
            await self.sockets.serve(scope, receive, send, found[1] if found else None)
        else:
            await self.http(scope, receive, send)

    async def _serve_http(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_safely(message: Any) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *headers_for(scope["path"])]
                self.metrics.requests.labels(str(message["status"])).inc()
            await send(message)

        try:
            self._admit(scope)
        except TableError as error:
            await send_problem(scope, send_safely, error)
            return
        if scope["method"] == "HEAD":
            scope = {**scope, "method": "GET"}  # whoever sends the answer knows that its body is not wanted
        await self.http(scope, bounded(receive, self.settings.limits.body), send_safely)

    def _admit(self, scope: Scope) -> None:
        if scope["path"] in UNLIMITED:
            return
        self._check_caller(scope)
        if scope["method"] not in SAFE:
            check_origin(scope, self.settings.origins)
        length = header(scope, b"content-length")
        if length.isdecimal() and int(length) > self.settings.limits.body:
            raise TableError("too-large", most=self.settings.limits.body)

    def _check_caller(self, scope: Scope) -> None:
        self._hosts.check(scope)
        if wait := self._requests.take(address_of(scope)):
            raise TableError("too-fast", seconds=full_seconds(wait))

    def _count_link(self, scope: Scope) -> None:
        if wait := self._linked.take(address_of(scope)):
            raise TableError("too-fast", seconds=full_seconds(wait))

    def _count_table(self, scope: Scope) -> None:
        if wait := self._opened.take(address_of(scope)):
            raise TableError("too-many-tables", most=self.settings.limits.tables, seconds=full_seconds(wait))
        self.metrics.tables.inc()

    async def _healthz(self) -> dict[str, str]:
        """Whether the process is there."""
        return {"status": "ok", "keypeg": __version__}

    async def _readyz(self) -> dict[str, str]:
        """Whether entries can be stored: if none was a moment ago, a small one is tried that leaves nothing behind."""
        await self.tables.store.check()
        return {"status": "ok", "keypeg": __version__}

    async def _show_schema(self) -> dict[str, Any]:
        """The JSON Schema of what is sent through sockets."""
        return frame_types.frames_schema()

    async def _show_metrics(self) -> Response:
        return Response(self.metrics.text(), media_type="text/plain; version=0.0.4")
