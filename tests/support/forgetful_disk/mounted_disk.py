"""A forgetful disk for a test, where this machine can mount one: it takes Linux, `/dev/fuse` and root."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

TESTS = Path(__file__).parent.parent.parent


class ForgetfulDisk:
    """A mounted disk that can lose power."""

    def __init__(self, folder: Path, process: subprocess.Popen[str]) -> None:
        self.folder = folder
        self._process = process

    def stop(self, requests: int, *, at_sync: bool) -> None:
        """Answer so many more changes and syncs, then nothing any more; return when the disk has stopped.

        The last one is a sync, or a change that is not synced. It also stops when nothing has been asked of it for some
        seconds.
        """
        self._command(stop=(requests, at_sync))

    def lose_power(self, next_seed: int | None = None) -> int:
        """Forget what was not synced, and mount the disk again; return how many sectors and names were lost.

        Programs that use the disk must have been killed. The seed decides what survives the next power cut.
        """
        return int(self._command(lose_power=next_seed))

    def be_honest(self, is_honest: bool) -> None:
        """Sync what is to be synced, or only say so."""
        self._command(be_honest=is_honest)

    def keep_journal(self) -> None:
        """Make all names durable whenever anything is synced."""
        self._command(keep_journal=True)

    def _command(self, **command: object) -> Any:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(command) + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())


@contextmanager
def mount_forgetful_disk(folder: Path) -> Iterator[ForgetfulDisk | None]:
    """Mount a disk; yields None if that is not possible here."""
    folder.mkdir()
    with subprocess.Popen(
        [sys.executable, "-m", "support.forgetful_disk.disk_process", str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=TESTS,
        start_new_session=True,  # whatever ends the tests, it sees the end of its input and unmounts the disk
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            yield ForgetfulDisk(folder, process) if json.loads(process.stdout.readline()) == "mounted" else None
        finally:
            process.stdin.close()
