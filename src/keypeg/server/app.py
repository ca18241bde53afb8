"""The server as an ASGI application: puts the service, the routes, the sockets and the limits together."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from fastapi import FastAPI, Response

from keypeg import __version__
from keypeg.server import daily_routes, edition_routes, frame_types, models, study_routes, table_routes
from keypeg.server.client_networks import ClientNetworks
from keypeg.server.connections import Connections, most_connections
from keypeg.server.cross_origin import CrossOrigin, answer_preflight
from keypeg.server.error_handlers import add_error_handlers, limit_body, send_problem
from keypeg.server.gc_policy import FullCollections
from keypeg.server.headers import complete_headers
from keypeg.server.host_check import HostCheck
from keypeg.server.http_protocol import STATE_KEY, LimitedHttpProtocol
from keypeg.server.lobby_limits import LobbyLimits
from keypeg.server.loop_watch import LoopWatch
from keypeg.server.metrics import Metrics, TimedWorkerPool
from keypeg.server.monitoring import MONITORING_PATHS, serve_beside
from keypeg.server.openapi import REFUSALS, complete_openapi
from keypeg.server.pages import add_pages, is_file_of_pages
from keypeg.server.rate_limits import AddressBuckets, whole_seconds
from keypeg.server.rehearsal import rehearse
from keypeg.server.request_context import Receive, Scope, Send, address_of, check_origin, read_header
from keypeg.server.schema_documents import SchemaWriter
from keypeg.server.settings import Settings
from keypeg.server.slow_callbacks import measured_server
from keypeg.server.study_queue import StudyQueue
from keypeg.server.table_clients import BotTableLimit, TableClients
from keypeg.server.table_expiry import remove_unused_regularly
from keypeg.server.table_socket import TableSockets
from keypeg.server.websocket_protocol import FastWebSocketProtocol
from keypeg.service.errors import TableError
from keypeg.service.maintenance.log_check import set_damaged_aside
from keypeg.service.scheduler import Scheduler
from keypeg.service.storage.sqlite_store import SqliteStore
from keypeg.service.storage.store import MaintainedStore
from keypeg.service.table_service import TableService
from keypeg.service.worker_pool import WorkerPool

if TYPE_CHECKING:
    from keypeg.service.peers.shared_tables import SharedTables

SOCKET_PATH = re.compile(r"/api/tables/([0-9a-z]{1,64})/socket")

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
"""Methods that change nothing."""

SECONDS_PER_HOUR = 3600


def create_store(settings: Settings, *, beside_server: bool = False) -> MaintainedStore:
    """Create the store for the configured database; for a command of the operator, beside a server that may run."""
    if settings.on_postgresql:
        from keypeg.service.storage.postgresql_store import PostgresqlStore

        return PostgresqlStore(settings.database)
    return SqliteStore(settings.file, beside_server=beside_server)


def create_shared_tables(tables: TableService, store: MaintainedStore) -> "SharedTables | None":
    """Create what shares the tables with other processes; None if the database belongs to this one alone."""
    if not store.shared:
        return None
    from keypeg.service.peers.shared_tables import SharedTables
    from keypeg.service.storage.postgresql_store import PostgresqlStore

    assert isinstance(store, PostgresqlStore)
    return SharedTables(tables, store)


class Server:
    """The application: serves sockets itself, and everything else with FastAPI."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.metrics = Metrics()
        self.store = create_store(settings)
        self.tables = TableService(
            self.store, daily_key=settings.daily_key.encode(), token_days=settings.limits.token_days
        )
        self.tables.on_append = self.metrics.entries.inc
        self.shared_tables = create_shared_tables(self.tables, self.store)
        networks = ClientNetworks(settings.allowed)
        self._table_clients = TableClients(networks)
        bot_pool = TimedWorkerPool(settings.bot_processes, self.metrics.thinking_seconds)
        self.scheduler = Scheduler(self.tables, bot_pool, self._table_clients.find)
        self.study_queue = StudyQueue(WorkerPool(1, self.scheduler.bot_pool.warmup), networks, settings.limits)
        self._schemas = SchemaWriter()
        self._host_check = HostCheck(settings)
        self._cross_origin = CrossOrigin(settings.origins)
        self.sockets = TableSockets(self.tables, settings, networks, self.metrics, self._check_client)
        limits = settings.limits
        peers = ClientNetworks((*settings.allowed, *settings.proxies.split(",")))  # a proxy brings the clients of many
        self.connections = Connections(limits.connections or most_connections(), limits, peers)
        self._requests = AddressBuckets(limits.requests, limits.request_burst, networks)
        self._files = AddressBuckets(limits.files, limits.file_burst, networks)
        self._monitoring = AddressBuckets(limits.monitoring, limits.monitoring_burst, networks)
        self._created_links = AddressBuckets(limits.links / SECONDS_PER_HOUR, limits.links, networks)
        self._opened_tables = AddressBuckets(limits.tables / SECONDS_PER_HOUR, limits.tables, networks)
        self._lobby_limits = LobbyLimits(limits, self.tables.is_waiting, networks)
        self._bot_tables = BotTableLimit(limits.bot_tables, networks, self.scheduler.plays_alone)
        self.http = self._build()

    def _build(self) -> FastAPI:
        app = FastAPI(
            title="Keypeg",
            version=__version__,
            summary="Tables of every edition: open, join, play and watch.",
            description="The frames of the socket `/api/tables/{table}/socket` are described at "
            f"`{frame_types.PATH}`.",
            responses=REFUSALS,
            redirect_slashes=False,
            openapi_url=None,
            docs_url=None,
            redoc_url=None,
            lifespan=self._lifespan,
        )
        app.state.tables = self.tables
        app.state.study_queue = self.study_queue
        app.state.count_table = self._count_table
        app.state.count_link = self._count_link
        app.state.check_socket_room = self.sockets.check_room
        app.state.lobby_limits = self._lobby_limits
        app.state.table_clients = self._table_clients
        app.state.bot_tables = self._bot_tables
        app.include_router(edition_routes.router)
        app.include_router(table_routes.router)
        app.include_router(daily_routes.router)
        app.include_router(study_routes.router)
        add_error_handlers(app)
        complete_openapi(app)
        app.add_api_route("/healthz", self._healthz, response_model=models.ServerStatus)
        app.add_api_route("/readyz", self._readyz, response_model=models.ServerStatus)
        app.add_api_route("/openapi.json", self._show_openapi, include_in_schema=False)
        app.add_api_route(frame_types.PATH, self._show_schema, response_model=dict[str, Any])
        app.add_api_route("/metrics", self._show_metrics, include_in_schema=False)
        add_pages(app)
        return app

    @asynccontextmanager
    async def _lifespan(self, app: FastAPI) -> AsyncIterator[dict[str, Any]]:
        await self.store.open(self.tables.on_log_growth)
        await set_damaged_aside(self.tables, self.store)
        await rehearse(app)
        if self.shared_tables is not None:
            await self.shared_tables.start()
        self.scheduler.start()
        self.scheduler.bot_pool.start_warmup()
        tasks = [asyncio.get_running_loop().create_task(FullCollections(self.metrics.count_entries).run())]
        if days := self.settings.limits.table_days:
            expiring = remove_unused_regularly(self.tables, self.store, days)
            tasks.append(asyncio.get_running_loop().create_task(expiring))
        loop_watch = LoopWatch(self.metrics.loop_lag.observe)
        loop_watch.start()
        async with serve_beside(self._serve_monitoring, self.settings):
            with measured_server((LimitedHttpProtocol, FastWebSocketProtocol)):
                yield {STATE_KEY: self.connections}
        loop_watch.stop()
        for task in tasks:
            task.cancel()
        self._schemas.close()
        await self.scheduler.close()
        self.study_queue.pool.close()
        if self.shared_tables is not None:
            await self.shared_tables.close()
        await self.tables.store.close()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request or one socket."""
        if scope["type"] == "http":
            await self._serve_http(scope, receive, send)
        elif scope["type"] == "websocket":
            match = SOCKET_PATH.fullmatch(scope["path"])
            await self.sockets.serve(scope, receive, send, match[1] if match else None)
        else:
            await self.http(scope, receive, send)

    async def _serve_http(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_monitoring = scope["path"] in MONITORING_PATHS
        cross_origin_headers = [] if is_monitoring else self._cross_origin.headers_for(scope)

        async def send_with_headers(message: Any) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*complete_headers(message["headers"], scope["path"]), *cross_origin_headers]
                self.metrics.requests.labels(str(message["status"])).inc()
            await send(message)

        try:
            self._check_request(scope)
        except TableError as error:
            await send_problem(scope, send_with_headers, error)
            return
        if not is_monitoring and self._cross_origin.is_preflight(scope):
            await answer_preflight(send_with_headers)
            return
        if scope["method"] == "HEAD":
            scope = {**scope, "method": "GET"}  # uvicorn leaves the body out
        await self.http(scope, limit_body(receive, self.settings.limits.body), send_with_headers)

    async def _serve_monitoring(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request on the port for monitoring, which has nothing else."""
        if scope["path"] in MONITORING_PATHS:
            await self.http(scope, receive, send)
        else:
            await send_problem(scope, send, TableError("no-such-page"))

    def _check_request(self, scope: Scope) -> None:
        if scope["path"] in MONITORING_PATHS:
            self._check_monitoring(scope)
            return
        self._check_client(scope)
        if scope["method"] not in SAFE_METHODS:
            check_origin(scope, self.settings.origins)
        length = read_header(scope, b"content-length")
        if length.isdecimal() and int(length) > self.settings.limits.body:
            raise TableError("too-large", most=self.settings.limits.body)

    def _check_monitoring(self, scope: Scope) -> None:
        if self.settings.monitoring_port:
            raise TableError("no-such-page")
        if wait := self._monitoring.take(address_of(scope)):
            raise TableError("too-fast", seconds=whole_seconds(wait))

    def _check_client(self, scope: Scope) -> None:
        self._host_check.check(scope)
        requests = self._files if is_file_of_pages(scope["path"]) else self._requests
        if wait := requests.take(address_of(scope)):
            raise TableError("too-fast", seconds=whole_seconds(wait))

    def _count_link(self, scope: Scope) -> None:
        if wait := self._created_links.take(address_of(scope)):
            raise TableError("too-fast", seconds=whole_seconds(wait))

    def _count_table(self, scope: Scope) -> None:
        if wait := self._opened_tables.take(address_of(scope)):
            raise TableError("too-many-tables", most=self.settings.limits.tables, seconds=whole_seconds(wait))
        self.metrics.tables.inc()

    async def _healthz(self) -> dict[str, str]:
        """Whether the process is running."""
        return {"status": "ok", "keypeg": __version__}

    async def _readyz(self) -> dict[str, str]:
        """Whether entries can be stored. If none was stored a moment ago, a trial write is made and undone."""
        await self.tables.store.check()
        return {"status": "ok", "keypeg": __version__}

    async def _show_openapi(self) -> Response:
        return Response((await self._schemas.write()).openapi, media_type="application/json")

    async def _show_schema(self) -> Response:
        """The JSON Schema of the frames that sockets send and receive."""
        return Response((await self._schemas.write()).frames, media_type="application/json")

    async def _show_metrics(self) -> Response:
        return Response(self.metrics.write(), media_type="text/plain; version=0.0.4")
