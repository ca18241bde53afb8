"""The disk of the power cuts: it keeps what was synced, and of the rest what its seed says."""

import os
import stat
from pathlib import Path

import pytest

from support.forgetful_disk.mounted_disk import mount_forgetful_disk
from support.forgetful_disk.nodes import SECTOR_BYTES, File, Folder, Node, Survivors, lose_power

SEEDS = range(60)


def new_file() -> File:
    return File(2, stat.S_IFREG | 0o600, 0, 0)


def test_what_was_not_synced_is_forgotten() -> None:
    file = new_file()
    file.write(0, b"a" * 1000)
    file.sync()
    file.write(500, b"b" * 1000)
    file.lose_power(Survivors())
    assert file.read(0, 2000) == b"a" * 1000
    file.resize(10)
    file.lose_power(Survivors())
    assert file.read(0, 2000) == b"a" * 1000
    file.resize(10)
    file.write(600, b"c")
    file.sync()
    file.lose_power(Survivors())
    assert file.read(0, 2000) == b"a" * 10 + bytes(590) + b"c"


@pytest.mark.parametrize("writes_early", [False, True])
def test_any_sectors_survive_but_never_a_part_of_one(writes_early: bool) -> None:
    """And what is written early may be older than what was written last."""
    ends = set()
    for seed in SEEDS:
        file, survivors = new_file(), Survivors(seed)
        file.write(0, b"a" * 4 * SECTOR_BYTES)
        file.sync()
        file.write(0, b"b" * 4 * SECTOR_BYTES)
        if writes_early:
            file.write_back(survivors)
            file.write(0, b"c" * 4 * SECTOR_BYTES)
        file.lose_power(survivors)
        data = file.read(0, 10 * SECTOR_BYTES)
        sectors = [data[start : start + SECTOR_BYTES] for start in range(0, len(data), SECTOR_BYTES)]
        assert all(len(set(sector)) == 1 for sector in sectors)
        ends.add("".join(chr(sector[0]) for sector in sectors))
    assert {"aaaa", "aabb"} - ends == set() if not writes_early else set("".join(ends)) == set("abc")
    assert all(len(end) == 4 for end in ends)


def test_a_part_by_which_a_file_has_grown_may_contain_anything() -> None:
    contents = set()
    for seed in SEEDS:
        file = new_file()
        file.write(0, b"a" * SECTOR_BYTES)
        file.sync()
        file.write(SECTOR_BYTES, b"b" * SECTOR_BYTES)
        file.lose_power(Survivors(seed))
        data = file.read(0, 4 * SECTOR_BYTES)
        assert data.startswith(b"a" * SECTOR_BYTES)
        contents.add(data[SECTOR_BYTES:])
    assert {b"", bytes(SECTOR_BYTES), b"b" * SECTOR_BYTES} < contents


def test_the_name_of_a_file_needs_a_sync_of_its_folder() -> None:
    root, file = Folder(1, 0o700, 0, 0), new_file()
    root.change({b"old": file})
    file.write(0, b"a")
    file.sync()
    assert list(lose_power(root, Survivors())) == [root.number]
    root.change({b"old": file})
    root.sync()
    assert list(lose_power(root, Survivors())) == [root.number, file.number]
    assert file.links == 1


def test_folders_keep_the_order_of_their_changes_and_a_rename_is_one() -> None:
    ends = set()
    for seed in SEEDS:
        root, nodes = Folder(1, 0o700, 0, 0), [Node(number, stat.S_IFREG, 0, 0) for number in (2, 3)]
        root.change({b"first": nodes[0]})
        root.sync()
        root.change({b"second": nodes[1]})
        root.change({b"first": None, b"second": nodes[0]})
        root.change({b"second": None})
        lose_power(root, Survivors(seed))
        ends.add(tuple(f"{name.decode()} {node.number}" for name, node in root.entries.items()))
    assert ends == {("first 2",), ("first 2", "second 3"), ("second 2",), ()}


def test_linux_sees_the_disk_as_it_is(tmp_path: Path) -> None:
    """Through the system: contents, names, folders, links, rights and times, before and after a power cut."""
    with mount_forgetful_disk(tmp_path / "disk") as disk:
        if disk is None:
            pytest.skip("a disk that forgets needs Linux, /dev/fuse and root")
        folder = disk.folder / "folder"
        folder.mkdir(mode=0o750)
        for name in ("a", "b", "c"):
            (folder / name).write_bytes(name.encode() * 300_000)
        (folder / "b").replace(folder / "a")
        (folder / "d").hardlink_to(folder / "a")
        os.utime(folder / "d", ns=(1, 2))
        assert (folder / "a").read_bytes() == b"b" * 300_000
        assert sorted(path.name for path in folder.iterdir()) == ["a", "c", "d"]
        assert (folder / "a").stat().st_nlink == 2
        assert (folder / "a").stat().st_mtime_ns == 2
        with pytest.raises(OSError, match="not empty"):
            folder.rmdir()
        for path in (disk.folder, folder, folder / "a"):
            _sync(path)
        (folder / "c").unlink()
        assert disk.lose_power() == 1
        assert sorted(path.name for path in folder.iterdir()) == ["a", "c", "d"]
        assert stat.S_IMODE(folder.stat().st_mode) == 0o750
        assert (folder / "d").read_bytes() == b"b" * 300_000
        assert (folder / "c").read_bytes() == b""
        (folder / "new").touch()
        disk.be_honest(False)
        _sync(folder)
        disk.lose_power()
        assert not (folder / "new").exists()
        disk.be_honest(True)
        disk.keep_journal()
        (folder / "new").touch()
        _sync(folder / "a")
        disk.lose_power()
        assert (folder / "new").exists()


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    os.fsync(descriptor)
    os.close(descriptor)
