"""The settings of a server."""

from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class Limits:
    """Limits that keep a single client from using up what all need."""

    head: int = 65_536
    """Bytes of a request before its body: the address and the headers."""
    headers: int = 100
    """Headers of a request."""
    head_seconds: float = 10.0
    """How long a client may take to send them, from its first byte on or from the start of the connection."""
    body: int = 16_384
    """Bytes of a request's body."""
    body_seconds: float = 30.0
    """How long a client may take to send it."""
    body_parts: int = 1_000
    """Pieces in which a body may come."""
    pipelined: int = 8
    """Requests of a connection that may wait for the answer of the one before them."""
    unread_seconds: float = 30.0
    """How long a client may take to read the next part of a response."""
    connections: int = 0
    """Open connections in all; 0 for three quarters of the files that the process may open."""
    connections_per_address: int = 500
    """Open connections from one address."""
    openings: float = 50.0
    """New connections a second from one address."""
    opening_burst: float = 500.0
    """New connections at once after a quiet period."""
    frame: int = 4_096
    """Bytes of a frame."""
    requests: float = 20.0
    """Requests a second from one address."""
    request_burst: float = 100.0
    """Requests at once after a quiet period."""
    files: float = 100.0
    """Files of the pages a second from one address. A new browser asks for a few dozen; then it keeps them."""
    file_burst: float = 1000.0
    """Files of the pages at once after a quiet period: a class that opens Keypeg together."""
    monitoring: float = 5.0
    """Requests for monitoring a second from one address, where they have no port of their own."""
    monitoring_burst: float = 30.0
    """Requests for monitoring at once after a quiet period."""
    frames: float = 50.0
    """Frames a second from one socket."""
    frame_burst: float = 100.0
    """Frames at once after a quiet period."""
    frames_per_address: float = 300.0
    """Frames a second from one address, through all its sockets."""
    frame_burst_per_address: float = 1000.0
    """Frames at once after a quiet period, through all its sockets."""
    fragments: int = 64
    """Frames in which one message may come. Browsers send one."""
    refusals: int = 100
    """Frames of a socket that may be refused with no new action between them; then it is closed."""
    tables: int = 200
    """Tables that one address may open in an hour."""
    public_tables: int = 5
    """Public tables of one address that wait for players at once."""
    bot_tables: int = 10
    """Matches of one address in which bots alone play at once."""
    joins: int = 10
    """How often one address may join the same table in an hour."""
    links: int = 60
    """Seat links that one address may request in an hour."""
    questions: int = 16
    """Questions to the solver that wait from one address."""
    answer_seconds: float = 30.0
    """How long an answer of the solver may take; half of that while another address waits."""
    token_days: int = 90
    """After how many days without use a player's token expires."""
    table_days: int = 0
    """After how many days without use a table is removed; 0 for never."""
    sockets: int = 200
    """Open sockets from one address."""
    unread: int = 262_144
    """Unsent bytes of a socket whose client does not read, beyond its first frames; then it is disconnected."""


@dataclass(frozen=True)
class Settings:
    """The settings of this server."""

    database: str
    """The path of a SQLite file, or a URL that begins with `postgresql://`."""
    host: str = "127.0.0.1"
    port: int = 8080
    workers: int = 1
    monitoring_host: str = "127.0.0.1"
    monitoring_port: int = 0
    """The port for monitoring, which then is not on the public one; 0 for the same port as everything else."""
    origins: tuple[str, ...] = ()
    """The origins of other sites' pages that may use this server; its own pages always may."""
    names: tuple[str, ...] = ()
    """Host names by which people address the server."""
    proxies: str = ""
    """Addresses of proxies that may name the client they forward for."""
    allowed: tuple[str, ...] = ()
    """Networks without limits by address, because many people share one there."""
    bot_processes: int = 1
    """How many processes choose actions for bots."""
    daily_key: str = field(default="", repr=False)
    """A secret that, with the day, determines the daily codes; without it nobody can compute them. Empty for the codes
    that all Keypeg servers share."""
    limits: Limits = field(default_factory=Limits)

    @property
    def on_postgresql(self) -> bool:
        """Whether the database is a PostgreSQL, which several servers can share."""
        return self.database.startswith(("postgresql://", "postgres://"))

    @property
    def file(self) -> Path:
        """The path of the SQLite file."""
        return Path(self.database.removeprefix("sqlite:///"))
