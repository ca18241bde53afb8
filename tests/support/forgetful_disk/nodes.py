"""Files and folders in two states: what programs see, and what a power cut leaves.

The disk promises as little as a real one: fsync of a file makes its contents and its length durable but not its name;
fsync of a folder makes the names in it durable. What is not synced may be on the disk or not: any sectors of a file,
and the changes of a folder up to any of them, because file systems write those in order. Sectors that were lost in a
part by which a file has grown are zeros, or what was there before. Only modes, owners and times are durable at once.
"""

import stat
import time
from collections.abc import Iterable
from itertools import groupby
from random import Random

SECTOR_BYTES = 512
SECTORS_OF_PAGE = 8


class Survivors:
    """Which changes are on the disk when the power fails, although they were not synced.

    Without a seed, none. With a seed, some: in sectors, or in pages of eight, each with the same chance.
    """

    def __init__(self, seed: int | None = None) -> None:
        self._rng = Random(seed)
        self._chance = 0.0 if seed is None else self._rng.choice((0.0, 0.1, 0.5, 0.9))
        self._has_garbage = seed is not None and self._rng.random() < 1 / 2
        self.sectors_at_once = self._rng.choice((1, SECTORS_OF_PAGE))
        self.forgotten = 0
        """How many sectors and names a power cut has lost, of files and folders that had been synced at some time."""

    def survives(self) -> bool:
        """Whether the next change is on the disk."""
        return self._chance > 0 and self._rng.random() < self._chance

    def surviving_length(self, durable: int, current: int) -> int:
        """The length of a file, between the two lengths it may have."""
        return current if self.survives() else durable

    def surviving_changes(self, changes: int) -> int:
        """How many changes of a folder are on the disk."""
        return self._rng.randint(0, changes) if self._chance else 0

    def old_sector(self) -> bytes:
        """What is in a sector of the disk that was never written to."""
        return self._rng.randbytes(SECTOR_BYTES) if self._has_garbage else bytes(SECTOR_BYTES)


class Node:
    """A file, a folder, or a socket, which is a file without contents."""

    def __init__(self, number: int, mode: int, uid: int, gid: int) -> None:
        self.number, self.mode, self.uid, self.gid = number, mode, uid, gid
        self.links = 0
        self.was_synced = False
        """Whether any of it is durable."""
        self.accessed_ns = self.modified_ns = self.changed_ns = time.time_ns()

    @property
    def size(self) -> int:
        """Its length in bytes."""
        return 0

    def touch(self) -> None:
        """Note that it has been modified now."""
        self.modified_ns = self.changed_ns = time.time_ns()

    def sync(self) -> None:
        """Make durable what programs see."""
        self.was_synced = True

    def lose_power(self, survivors: Survivors) -> None:
        """Return to what is durable, and to what survives of the rest."""


class File(Node):
    """A regular file."""

    def __init__(self, number: int, mode: int, uid: int, gid: int) -> None:
        super().__init__(number, mode, uid, gid)
        self._data = bytearray()
        self._durable = bytearray()
        self._unsynced: set[int] = set()
        """The numbers of the sectors that differ, perhaps, between the two."""

    @property
    def size(self) -> int:
        return len(self._data)

    def read(self, offset: int, size: int) -> bytes:
        return bytes(self._data[offset : offset + size])

    def write(self, offset: int, data: bytes) -> None:
        if offset > len(self._data):
            self.resize(offset)
        self._data[offset : offset + len(data)] = data
        self._unsynced.update(_sectors(offset, offset + len(data)))
        self.touch()

    def resize(self, size: int) -> None:
        """Cut it off, or lengthen it with zeros."""
        before = len(self._data)
        if size < before:
            del self._data[size:]
        else:
            self._data.extend(bytes(size - before))
        self._unsynced.update(_sectors(min(size, before), max(size, before)))
        self.touch()

    def sync(self) -> None:
        super().sync()
        _resize(self._durable, len(self._data))
        self._copy(self._unsynced)
        self._unsynced.clear()

    def write_back(self, survivors: Survivors) -> None:
        """Write some sectors to the disk early, as systems do at any time. Later changes to them may be lost."""
        early = {sector for sector in self._unsynced if survivors.survives()}
        for sector in early:
            end = min((sector + 1) * SECTOR_BYTES, len(self._data))
            if end > len(self._durable):
                self._durable.extend(bytes(end - len(self._durable)))
        self._copy(early)

    def lose_power(self, survivors: Survivors) -> None:
        before = len(self._durable)
        _resize(self._durable, survivors.surviving_length(before, len(self._data)))
        for _, group in groupby(sorted(self._unsynced), key=lambda sector: sector // survivors.sectors_at_once):
            sectors = list(group)
            if survivors.survives():
                self._copy(sectors)
                continue
            survivors.forgotten += len(sectors) * self.was_synced
            for sector in sectors:
                if before <= sector * SECTOR_BYTES < len(self._durable):
                    self._replace(sector, survivors.old_sector())
        self._data = bytearray(self._durable)
        self._unsynced.clear()

    def _copy(self, sectors: Iterable[int]) -> None:
        for sector in sectors:
            self._replace(sector, self._data[sector * SECTOR_BYTES : (sector + 1) * SECTOR_BYTES])

    def _replace(self, sector: int, data: bytes | bytearray) -> None:
        """Replace what is durable in a sector, as far as the durable file reaches."""
        start = sector * SECTOR_BYTES
        data = data[: max(0, len(self._durable) - start)]
        self._durable[start : start + len(data)] = data


def _sectors(start: int, end: int) -> range:
    """The sectors with the bytes from here to there."""
    return range(start // SECTOR_BYTES, -(-end // SECTOR_BYTES))


def _resize(data: bytearray, size: int) -> None:
    if size < len(data):
        del data[size:]
    else:
        data.extend(bytes(size - len(data)))


class Folder(Node):
    """A folder: names and their nodes."""

    def __init__(self, number: int, mode: int, uid: int, gid: int) -> None:
        super().__init__(number, mode | stat.S_IFDIR, uid, gid)
        self.entries: dict[bytes, Node] = {}
        self._durable: dict[bytes, Node] = {}
        self._unsynced: list[dict[bytes, Node | None]] = []
        """Changes in their order: names, with their new nodes or None. A rename within the folder is one change."""

    def change(self, entries: dict[bytes, Node | None]) -> None:
        """Add, replace or remove entries, all at once."""
        _change(self.entries, entries)
        self._unsynced.append(entries)
        self.touch()

    def sync(self) -> None:
        super().sync()
        if self._unsynced:
            self._durable = dict(self.entries)
            self._unsynced.clear()

    def lose_power(self, survivors: Survivors) -> None:
        kept = survivors.surviving_changes(len(self._unsynced))
        survivors.forgotten += (len(self._unsynced) - kept) * self.was_synced
        for entries in self._unsynced[:kept]:
            _change(self._durable, entries)
        self._unsynced.clear()
        self.entries = dict(self._durable)


def _change(entries: dict[bytes, Node], changes: dict[bytes, Node | None]) -> None:
    for name, node in changes.items():
        if node is None:
            entries.pop(name, None)
        else:
            entries[name] = node


def lose_power(root: Folder, survivors: Survivors) -> dict[int, Node]:
    """Let the power fail; return what is left, by its numbers."""
    left: dict[int, Node] = {}
    waiting: list[Node] = [root]
    root.links = 1
    while waiting:
        node = waiting.pop()
        if node.number in left:
            continue
        left[node.number] = node
        node.lose_power(survivors)
        if isinstance(node, Folder):
            waiting += node.entries.values()
    for node in left.values():
        node.links = 0
    for folder in [node for node in left.values() if isinstance(node, Folder)]:
        for node in folder.entries.values():
            node.links += 1
    return left
