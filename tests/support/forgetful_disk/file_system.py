"""Answers the requests of Linux from files and folders in memory."""

import errno
import stat
import struct
import time
from collections.abc import Callable
from itertools import count

from support.forgetful_disk import fuse_messages as messages
from support.forgetful_disk.fuse_messages import Operation, Request
from support.forgetful_disk.nodes import File, Folder, Node, Survivors, lose_power

ROOT_NUMBER = 1

RENAME_KEEPS_TARGET = 1

FREE_BLOCKS = 1 << 24


class FileSystem:
    """A file system that can lose power."""

    def __init__(self) -> None:
        self._root = Folder(ROOT_NUMBER, 0o777, 0, 0)
        self._root.links = 1
        self._nodes: dict[int, Node] = {ROOT_NUMBER: self._root}
        """All nodes, also deleted ones, which programs may have open, until the power fails."""
        self._numbers = count(ROOT_NUMBER + 1)
        self._lists: dict[int, list[tuple[bytes, Node]]] = {}
        """What was in a folder when it was opened."""
        self._list_numbers = count(1)
        self._survivors = Survivors()
        self.is_honest = True
        """Whether a sync does anything. A disk that lies only says that it did."""
        self.has_journal = False
        """Whether a sync of anything makes all names durable, as the journals of Linux's file systems do."""

    def lose_power(self, next_seed: int | None) -> int:
        """Forget what is not durable, and say how much; the seed decides what survives the next time."""
        survivors, self._survivors = self._survivors, Survivors(next_seed)
        self._nodes = lose_power(self._root, survivors)
        self._lists.clear()
        return survivors.forgotten

    def was_synced(self, number: int) -> bool:
        """Whether a node had been synced before."""
        return self._nodes[number].was_synced

    def answer(self, request: Request) -> bytes:
        """Do what Linux asks for. Raises `OSError` if that cannot be done."""
        handler = HANDLERS.get(request.operation)
        if handler is None:
            raise OSError(errno.ENOSYS, "not supported")
        return handler(self, request)

    def _init(self, request: Request) -> bytes:
        return messages.init_answer()

    # Names

    def _lookup(self, request: Request) -> bytes:
        return messages.entry_answer(self._find(self._folder(request.node), request.body[:-1]))

    def _create(self, request: Request) -> bytes:
        _, mode, _, _ = messages.CREATE.unpack_from(request.body)
        node = self._add(request, mode, messages.CREATE.size)
        return messages.entry_answer(node) + self._opened()

    def _make_node(self, request: Request) -> bytes:
        mode, _, _, _ = messages.MAKE_NODE.unpack_from(request.body)
        return messages.entry_answer(self._add(request, mode, messages.MAKE_NODE.size))

    def _make_folder(self, request: Request) -> bytes:
        mode, _ = messages.MAKE_FOLDER.unpack_from(request.body)
        return messages.entry_answer(self._add(request, mode | stat.S_IFDIR, messages.MAKE_FOLDER.size))

    def _add(self, request: Request, mode: int, header: int) -> Node:
        """Make a node with the name after the header."""
        folder, [name] = self._folder(request.node), messages.read_names(request.body, header)
        if name in folder.entries:
            raise OSError(errno.EEXIST, "exists")
        kind = Folder if stat.S_ISDIR(mode) else File if stat.S_ISREG(mode) else Node
        node = kind(next(self._numbers), mode, request.uid, request.gid)
        node.links = 1
        self._nodes[node.number] = node
        folder.change({name: node})
        return node

    def _link(self, request: Request) -> bytes:
        [number], [name] = messages.LINK.unpack_from(request.body), messages.read_names(request.body, 8)
        folder, node = self._folder(request.node), self._nodes[number]
        if name in folder.entries:
            raise OSError(errno.EEXIST, "exists")
        node.links += 1
        folder.change({name: node})
        return messages.entry_answer(node)

    def _unlink(self, request: Request) -> bytes:
        folder, name = self._folder(request.node), request.body[:-1]
        self._check_empty(self._find(folder, name))
        self._drop(folder.entries[name])
        folder.change({name: None})
        return b""

    def _rename(self, request: Request) -> bytes:
        [target] = messages.RENAME.unpack_from(request.body)
        return self._move(request, target, messages.RENAME.size, 0)

    def _rename_with_flags(self, request: Request) -> bytes:
        target, flags, _ = messages.RENAME_WITH_FLAGS.unpack_from(request.body)
        return self._move(request, target, messages.RENAME_WITH_FLAGS.size, flags)

    def _move(self, request: Request, target: int, header: int, flags: int) -> bytes:
        old, new = messages.read_names(request.body, header)
        source, destination = self._folder(request.node), self._folder(target)
        node, replaced = self._find(source, old), destination.entries.get(new)
        if flags not in (0, RENAME_KEEPS_TARGET):
            raise OSError(errno.EINVAL, "not supported")
        if replaced is node:
            return b""
        if replaced is not None:
            if flags:
                raise OSError(errno.EEXIST, "exists")
            self._check_empty(replaced)
            self._drop(replaced)
        if source is destination:
            source.change({old: None, new: node})
        else:
            destination.change({new: node})
            source.change({old: None})
        return b""

    def _folder(self, number: int) -> Folder:
        folder = self._nodes[number]
        if not isinstance(folder, Folder):
            raise OSError(errno.ENOTDIR, "no folder")
        return folder

    def _find(self, folder: Folder, name: bytes) -> Node:
        node = folder.entries.get(name)
        if node is None:
            raise OSError(errno.ENOENT, "no such file")
        return node

    def _check_empty(self, node: Node) -> None:
        if isinstance(node, Folder) and node.entries:
            raise OSError(errno.ENOTEMPTY, "not empty")

    def _drop(self, node: Node) -> None:
        node.links -= 1
        node.changed_ns = time.time_ns()

    # Attributes

    def _get_attributes(self, request: Request) -> bytes:
        return messages.attributes_answer(self._nodes[request.node])

    def _set_attributes(self, request: Request) -> bytes:
        values = messages.SETATTR.unpack_from(request.body)
        which, size, (accessed, modified) = values[0], values[3], values[5:7]
        accessed_part, modified_part, mode, uid, gid = values[8], values[9], values[11], values[13], values[14]
        node = self._nodes[request.node]
        if which & messages.SETS_SIZE and isinstance(node, File):
            node.resize(size)
        if which & messages.SETS_MODE:
            node.mode = mode
        if which & messages.SETS_UID:
            node.uid = uid
        if which & messages.SETS_GID:
            node.gid = gid
        self._set_times(node, which, (accessed, accessed_part), (modified, modified_part))
        return messages.attributes_answer(node)

    def _set_times(self, node: Node, which: int, accessed: tuple[int, int], modified: tuple[int, int]) -> None:
        node.changed_ns = now = time.time_ns()
        if which & messages.SETS_ACCESSED:
            is_now = which & messages.SETS_ACCESSED_NOW
            node.accessed_ns = now if is_now else accessed[0] * messages.NS_PER_SECOND + accessed[1]
        if which & messages.SETS_MODIFIED:
            is_now = which & messages.SETS_MODIFIED_NOW
            node.modified_ns = now if is_now else modified[0] * messages.NS_PER_SECOND + modified[1]

    def _disk_size(self, request: Request) -> bytes:
        return messages.STATFS.pack(FREE_BLOCKS, FREE_BLOCKS, FREE_BLOCKS, 1 << 20, 1 << 20, 4096, 255, 4096, 0)

    # Contents

    def _open(self, request: Request) -> bytes:
        return self._opened()

    def _opened(self) -> bytes:
        return messages.OPENED.pack(0, messages.KEEPS_CACHE | messages.NEEDS_NO_FLUSH, 0)

    def _read(self, request: Request) -> bytes:
        _, offset, size, *_ = messages.READ.unpack_from(request.body)
        return self._file(request.node).read(offset, size)

    def _write(self, request: Request) -> bytes:
        _, offset, size, *_ = messages.WRITE.unpack_from(request.body)
        file = self._file(request.node)
        file.write(offset, request.body[messages.WRITE.size : messages.WRITE.size + size])
        if self._survivors.survives():
            file.write_back(self._survivors)
        return messages.WRITTEN.pack(size, 0)

    def _file(self, number: int) -> File:
        file = self._nodes[number]
        if not isinstance(file, File):
            raise OSError(errno.EINVAL, "no file")
        return file

    def _sync(self, request: Request) -> bytes:
        if self.is_honest:
            self._nodes[request.node].sync()
            if self.has_journal:
                for node in self._nodes.values():
                    if isinstance(node, Folder):
                        node.sync()
        return b""

    def _release(self, request: Request) -> bytes:
        return b""

    # Lists

    def _open_folder(self, request: Request) -> bytes:
        number = next(self._list_numbers)
        self._lists[number] = list(self._folder(request.node).entries.items())
        return messages.OPENED.pack(number, 0, 0)

    def _list(self, request: Request) -> bytes:
        number, start, size, *_ = messages.READ.unpack_from(request.body)
        lines = b""
        for line, (name, node) in enumerate(self._lists[number][start:], start + 1):
            entry = messages.directory_entry(name, node, line)
            if len(lines) + len(entry) > size:
                break
            lines += entry
        return lines

    def _release_folder(self, request: Request) -> bytes:
        [number] = struct.unpack_from("<Q", request.body)
        self._lists.pop(number, None)
        return b""


HANDLERS: dict[int, Callable[[FileSystem, Request], bytes]] = {
    Operation.INIT: FileSystem._init,
    Operation.LOOKUP: FileSystem._lookup,
    Operation.CREATE: FileSystem._create,
    Operation.MKNOD: FileSystem._make_node,
    Operation.MKDIR: FileSystem._make_folder,
    Operation.LINK: FileSystem._link,
    Operation.UNLINK: FileSystem._unlink,
    Operation.RMDIR: FileSystem._unlink,
    Operation.RENAME: FileSystem._rename,
    Operation.RENAME2: FileSystem._rename_with_flags,
    Operation.GETATTR: FileSystem._get_attributes,
    Operation.SETATTR: FileSystem._set_attributes,
    Operation.STATFS: FileSystem._disk_size,
    Operation.OPEN: FileSystem._open,
    Operation.READ: FileSystem._read,
    Operation.WRITE: FileSystem._write,
    Operation.FSYNC: FileSystem._sync,
    Operation.FSYNCDIR: FileSystem._sync,
    Operation.RELEASE: FileSystem._release,
    Operation.OPENDIR: FileSystem._open_folder,
    Operation.READDIR: FileSystem._list,
    Operation.RELEASEDIR: FileSystem._release_folder,
}
"""What answers each operation. Linux does without the others, and checks rights and locks by itself."""
