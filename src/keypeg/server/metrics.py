"""Metrics for Prometheus."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from keypeg.server.loop_watch import LAG_BUCKETS
from keypeg.service.worker_pool import BotAction, TurnRequest, WorkerPool


class Metrics:
    """The metrics of this process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.sockets = Gauge("keypeg_sockets", "Open sockets", registry=self.registry)
        self.entries = Counter("keypeg_entries", "Entries appended to logs", registry=self.registry)
        self.refused = Counter("keypeg_refused", "Refused frames, by error code", ["code"], registry=self.registry)
        self.requests = Counter("keypeg_requests", "Answered requests, by status", ["status"], registry=self.registry)
        self.tables = Counter("keypeg_tables", "Tables opened", registry=self.registry)
        self.thinking_seconds = Histogram(
            "keypeg_thinking_seconds",
            "Time that bots took to choose an action",
            registry=self.registry,
            buckets=(0.01, 0.03, 0.1, 0.3, 1, 3, 10),
        )
        self.loop_lag = Histogram(
            "keypeg_loop_lag_seconds",
            "How late the event loop was, at a steady beat",
            registry=self.registry,
            buckets=LAG_BUCKETS,
        )

    def count_entries(self) -> float:
        """Return how many entries this process has appended to logs."""
        return self.registry.get_sample_value("keypeg_entries_total") or 0.0

    def write(self) -> bytes:
        """Write all metrics in Prometheus's text format."""
        return generate_latest(self.registry)


class TimedWorkerPool(WorkerPool):
    """A worker pool that measures how long bots take."""

    def __init__(self, processes: int, histogram: Histogram) -> None:
        super().__init__(processes)
        self._histogram = histogram

    async def choose_action(self, request: TurnRequest) -> BotAction | None:
        """Let the bots choose an action; None if all of them wait."""
        with self._histogram.time():
            return await super().choose_action(request)
