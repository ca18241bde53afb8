"""How a server is set up."""

from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class Limits:
    """How much is allowed, so that nobody takes what all need."""

    body: int = 16_384
    """Bytes of a request,"""
    frame: int = 4_096
    """and of a frame."""
    requests: float = 20.0
    """Requests a second from one address,"""
    request_burst: float = 100.0
    """and how many at once after a while of silence."""
    frames: float = 50.0
    """Frames a second from one socket,"""
    frame_burst: float = 100.0
    """and how many at once after a while of silence."""
    tables: int = 200
    """Tables that one address may open in an hour."""
    links: int = 60
    """Links to seats that one address may ask for in an hour."""
    sockets: int = 200
    """Sockets from one address."""
    unread: int = 262_144
    """Bytes that may wait for one who does not read what he is sent, beside what he was sent first."""


@dataclass(frozen=True)
class Settings:
    """How this server is set up."""

    database: str
    """A file for SQLite, or a URL that begins with `postgresql://`."""
    host: str = "127.0.0.1"
    port: int = 8080
    workers: int = 1
    origins: tuple[str, ...] = ()
    """Pages from elsewhere that may use this server; those that come from here always may."""
    names: tuple[str, ...] = ()
    """What the server is called beside its address: the hosts in the addresses that people type."""
    proxies: str = ""
    """Addresses of proxies that are believed when they say for whom they ask."""
    thinkers: int = 1
    """How many processes think for computer players."""
    daily_key: str = field(default="", repr=False)
    """What the codes of the days follow from beside the day, and who has not got it cannot work them out; none for the
    codes that every Keypeg has."""
    limits: Limits = field(default_factory=Limits)

    @property
    def on_postgresql(self) -> bool:
        """Whether logs are kept in a PostgreSQL, which many servers can share."""
        return self.database.startswith(("postgresql://", "postgres://"))

    @property
    def file(self) -> Path:
        """The file of a SQLite database."""
        return Path(self.database.removeprefix("sqlite:///"))
