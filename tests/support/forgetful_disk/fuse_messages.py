"""The messages between Linux and a file system in a process, as `linux/fuse.h` defines them (version 7.31).

Linux writes requests to `/dev/fuse` and reads the answers there, so that no library is needed. Only what the tests'
file system uses is here.
"""

import stat
import struct
from enum import IntEnum
from typing import NamedTuple

from support.forgetful_disk.nodes import Node

VERSION = (7, 31)

MAX_WRITE_BYTES = 128 * 1024

REQUEST_BYTES = MAX_WRITE_BYTES + 4096
"""The length of the longest request, with room for its header."""

FOREVER_SECONDS = 3600
"""How long Linux may remember names and attributes. Nothing but its own requests changes them."""

NS_PER_SECOND = 1_000_000_000


class Operation(IntEnum):
    """What Linux asks for."""

    LOOKUP = 1
    FORGET = 2
    GETATTR = 3
    SETATTR = 4
    MKNOD = 8
    MKDIR = 9
    UNLINK = 10
    RMDIR = 11
    RENAME = 12
    LINK = 13
    OPEN = 14
    READ = 15
    WRITE = 16
    STATFS = 17
    RELEASE = 18
    FSYNC = 20
    INIT = 26
    OPENDIR = 27
    READDIR = 28
    RELEASEDIR = 29
    FSYNCDIR = 30
    CREATE = 35
    INTERRUPT = 36
    BATCH_FORGET = 42
    RENAME2 = 45


UNANSWERED = {Operation.FORGET, Operation.INTERRUPT, Operation.BATCH_FORGET}

CHANGES = {
    *(Operation.SETATTR, Operation.MKNOD, Operation.MKDIR, Operation.UNLINK, Operation.RMDIR, Operation.RENAME),
    *(Operation.LINK, Operation.WRITE, Operation.CREATE, Operation.RENAME2),
}
SYNCS = {Operation.FSYNC, Operation.FSYNCDIR}

REQUEST = struct.Struct("<IIQQIIIHH")
ANSWER = struct.Struct("<IiQ")
INIT = struct.Struct("<IIII")
INIT_ANSWER = struct.Struct("<IIIIHHIIHHI28x")
ATTRIBUTES = struct.Struct("<QQQQQQIIIIIIIIII")
ENTRY = struct.Struct("<QQQQII")
ATTRIBUTES_FOUND = struct.Struct("<QII")
OPENED = struct.Struct("<QII")
READ = struct.Struct("<QQIIQII")
WRITE = struct.Struct("<QQIIQII")
WRITTEN = struct.Struct("<II")
SETATTR = struct.Struct("<IIQQQQQQIIIIIIII")
CREATE = struct.Struct("<IIII")
MAKE_NODE = struct.Struct("<IIII")
MAKE_FOLDER = struct.Struct("<II")
RENAME = struct.Struct("<Q")
RENAME_WITH_FLAGS = struct.Struct("<QII")
LINK = struct.Struct("<Q")
DIRECTORY_ENTRY = struct.Struct("<QQII")
STATFS = struct.Struct("<QQQQQIIII24x")

HAS_BIG_WRITES = 1 << 5

KEEPS_CACHE = 1 << 1
NEEDS_NO_FLUSH = 1 << 5
"""Closing a file is no request. A killed process would have to wait for its answer, also after the disk has stopped."""

SETS_MODE, SETS_UID, SETS_GID, SETS_SIZE = 1, 2, 4, 8
SETS_ACCESSED, SETS_MODIFIED, SETS_ACCESSED_NOW, SETS_MODIFIED_NOW = 16, 32, 128, 256


class Request(NamedTuple):
    """A request of Linux."""

    operation: int
    number: int
    node: int
    uid: int
    gid: int
    body: bytes


def read_request(message: memoryview) -> Request:
    """Take a message apart."""
    _, operation, number, node, uid, gid, _, _, _ = REQUEST.unpack_from(message)
    return Request(operation, number, node, uid, gid, bytes(message[REQUEST.size :]))


def read_names(body: bytes, start: int) -> list[bytes]:
    """The names at the end of a request; each ends with a zero."""
    return body[start:].split(b"\0")[:-1]


def answer(request: Request, error: int, body: bytes = b"") -> list[bytes]:
    """The two parts of an answer: its header and its body."""
    return [ANSWER.pack(ANSWER.size + len(body), -error, request.number), body]


def init_answer() -> bytes:
    """What this file system can do."""
    return INIT_ANSWER.pack(*VERSION, MAX_WRITE_BYTES, HAS_BIG_WRITES, 16, 12, MAX_WRITE_BYTES, 1, 0, 0, 0)


def attributes(node: Node) -> bytes:
    """What `stat` says about a node."""
    times = [divmod(ns, NS_PER_SECOND) for ns in (node.accessed_ns, node.modified_ns, node.changed_ns)]
    seconds, parts = zip(*times, strict=True)
    blocks = -(-node.size // 512)
    owner = (node.mode, node.links, node.uid, node.gid)
    return ATTRIBUTES.pack(node.number, node.size, blocks, *seconds, *parts, *owner, 0, 4096, 0)


def entry_answer(node: Node) -> bytes:
    """A node that was found or made."""
    return ENTRY.pack(node.number, 0, FOREVER_SECONDS, FOREVER_SECONDS, 0, 0) + attributes(node)


def attributes_answer(node: Node) -> bytes:
    """The attributes of a node that Linux knows."""
    return ATTRIBUTES_FOUND.pack(FOREVER_SECONDS, 0, 0) + attributes(node)


def directory_entry(name: bytes, node: Node, following: int) -> bytes:
    """One line of a folder's list, with the number of the line after it."""
    entry = DIRECTORY_ENTRY.pack(node.number, following, len(name), stat.S_IFMT(node.mode) >> 12) + name
    return entry + bytes(-len(entry) % 8)
