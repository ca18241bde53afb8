"""What is counted, for Prometheus."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from keypeg.service.worker_pool import BotAction, TurnRequest, WorkerPool


class Metrics:
    """What this process counts."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.sockets = Gauge("keypeg_sockets", "Sockets that are open", registry=self.registry)
        self.entries = Counter("keypeg_entries", "Entries that were added to logs", registry=self.registry)
        self.refused = Counter("keypeg_refused", "What was refused, by its code", ["code"], registry=self.registry)
        self.requests = Counter(
            "keypeg_requests", "Requests that were answered, by their status", ["status"], registry=self.registry
        )
        self.tables = Counter("keypeg_tables", "Tables that were opened", registry=self.registry)
        self.thinking = Histogram(
            "keypeg_thinking_seconds",
            "How long computers took to think",
            registry=self.registry,
            buckets=(0.01, 0.03, 0.1, 0.3, 1, 3, 10),
        )

    def text(self) -> bytes:
        """All of it, as Prometheus reads it."""
        return generate_latest(self.registry)


class TimedThinkers(WorkerPool):
    """Thinkers of whom it is counted how long they take."""

    def __init__(self, processes: int, histogram: Histogram) -> None:
        super().__init__(processes)
        self._histogram = histogram

    async def think(self, question: TurnRequest) -> BotAction | None:
        """What some computer does now."""
        with self._histogram.time():
            return await super().think(question)
