"""Errors of the table service: everything that is refused for other reasons than the rules, each with a stable code."""

from typing import ClassVar

from keypeg.core.errors import KeypegError


class TableError(KeypegError):
    """A refusal by the table service. Nothing has changed when it is raised."""

    codes: ClassVar[frozenset[str]] = frozenset(
        {
            # who may do what
            "no-such-table",
            "table-damaged",
            "table-moving",
            "wrong-link-key",
            "no-token",
            "wrong-token",
            "not-your-seat",
            "token-for-one-seat",
            "no-such-token",
            "link-expired",
            "host-only",
            "wrong-origin",
            "wrong-host",
            # names
            "name-invisible",
            "name-taken",
            # seats
            "removed-by-host",
            "no-such-seat",
            "seat-taken",
            "seat-free",
            "seats-open",
            "table-full",
            "no-such-level",
            # the course of a table
            "not-begun",
            "already-begun",
            "match-running",
            "not-over",
            "no-such-round",
            "hints-not-allowed",
            "not-proposed",
            "already-agreed",
            "too-many-changes",
            "too-many-proposals",
            "log-full",
            # what is sent
            "no-such-page",
            "no-pages",
            "wrong-method",
            "unreadable",
            "key-needed",
            "key-used",
            "too-large",
            "too-fast",
            "too-many-tables",
            "too-many-public-tables",
            "too-many-bot-tables",
            "too-many-sockets",
            # storage
            "storage-full",
            "storage-readonly",
            "storage-down",
            "storage-in-use",
            "storage-linked",
            "storage-replaced",
            "storage-damaged",
            "storage-io",
            "storage-forbidden",
            "storage-no-folder",
            "storage-not-database",
            "storage-foreign",
            "storage-encoding",
            "storage-login",
            "storage-missing",
            "storage-url",
            "schema-newer",
            "schema-older",
            "failed",
            "solver-busy",
            "solver-interrupted",
            "solver-too-slow",
            "solver-too-large",
            "stopping",
        }
    )
