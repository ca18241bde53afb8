"""What a table refuses, apart from what the rules forbid: each with a stable code, like the errors of the core."""

from typing import ClassVar

from keypeg.core.errors import KeypegError


class TableError(KeypegError):
    """What cannot be done at a table, and why. Nothing has changed when it is raised."""

    sentences: ClassVar[dict[str, str]] = {
        # who may do what
        "no-such-table": "there is no such table",
        "wrong-key": "this link does not open the table",
        "no-token": "whoever does this must say who he is: with his token",
        "wrong-token": "this token is not of this table",
        "not-your-seat": "seat {seat} is not yours",
        "seat-only": "this device holds seat {seat} alone; the rest is done where its guest sat down",
        "link-over": "this link was used, or is too old; make another on the device that holds the seat",
        "host-only": "only whoever opened the table does this",
        "wrong-origin": "this page may not ask for that",
        "wrong-host": "the server does not go by this name; whoever runs it can tell it so with --name",
        # seats
        "no-such-seat": "there is no seat {seat}; there are {seats}",
        "seat-taken": "seat {seat} is taken",
        "seat-free": "nobody sits on seat {seat}",
        "seats-open": "seat {seat} is still open",
        "table-full": "there is no room for another guest",
        "no-such-level": "{level!r} is no computer player; there are {levels}",
        "name-empty": "a name must have at least one sign that can be seen",
        # the course of a table
        "not-begun": "the match has not begun",
        "already-begun": "the match has begun",
        "match-running": "the match is not over, and its codes are secret",
        "not-over": "the match is not over",
        "no-such-round": "there is no round {round} that is over",
        "help-not-agreed": "hints and analysis of a running round were not agreed on for this table",
        # what is sent
        "no-such-page": "there is nothing at this address",
        "no-pages": "the pages were not built into this server; `make pages` builds them, and `keypeg play` needs none",
        "wrong-method": "this address cannot be asked that way",
        "unreadable": "this cannot be read: {why}",
        "key-needed": "an action needs a key, so that it counts once though it may be sent twice",
        "key-used": "this key was used for something else",
        "too-large": "this is larger than the {most} bytes that are read",
        "too-fast": "too many requests; try again in {seconds} s",
        "too-many-tables": "too many tables from this address; the limit is {most} an hour; try again in {seconds} s",
        "too-many-sockets": "there are too many connections from this address; the limit is {most}",
        # storage
        "storage-full": "the disk is full, and nothing can be kept: the action was not done",
        "storage-readonly": "the database can only be read, and nothing can be kept: the action was not done",
        "storage-down": "the database cannot be reached; try again with the same key",
        "storage-in-use": "the database file is in use by another server; several need a PostgreSQL",
        "schema-newer": "the database was made by a newer version ({found}; this one knows {known})",
        "schema-older": "the database is of an older version ({found} of {known}): run `keypeg db upgrade`",
        "failed": "something went wrong here that should not; it was noted",
        "desk-busy": "too many have asked before; try again in a moment",
        "nobody-thinks": "the process that was to think about it has ended; try again",
        "stopping": "the server is being stopped; try again with the same key",
    }
