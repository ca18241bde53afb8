"""The process of a forgetful disk: `python -m support.forgetful_disk.disk_process FOLDER`.

It mounts the disk and then does what each line of its standard input says, in JSON, with one line as the answer. When
its input ends, it unmounts the disk and ends. It needs root and `/dev/fuse`.
"""

import ctypes
import json
import os
import selectors
import sys
from typing import Any, TextIO

from support.forgetful_disk import fuse_messages as messages
from support.forgetful_disk.file_system import FileSystem
from support.forgetful_disk.fuse_messages import Request

NO_SETUID, NO_DEVICES, DETACHED = 2, 4, 2

IDLE_SECONDS = 5.0
"""A disk that is to stop after some requests stops now, if there have been none for so long."""

LIBC = ctypes.CDLL(None, use_errno=True)


class Disk:
    """A file system and where it is mounted."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._file_system = FileSystem()
        self._buffer = memoryview(bytearray(messages.REQUEST_BYTES))
        self._selector = selectors.DefaultSelector()
        self._selector.register(sys.stdin, selectors.EVENT_READ)
        self._requests_left: int | None = None
        """After how many more changes and syncs the disk stops; None if it does not."""
        self._stops_at_sync = False
        self.mount()

    def mount(self) -> None:
        """Mount the file system. Everybody may use it, as far as the modes of its files allow."""
        self._device = os.open("/dev/fuse", os.O_RDWR | os.O_CLOEXEC)
        options = f"fd={self._device},rootmode=40000,user_id=0,group_id=0,allow_other,default_permissions"
        _call("mount", b"keypeg-test", self._folder.encode(), b"fuse", NO_SETUID | NO_DEVICES, options.encode())
        self._selector.register(self._device, selectors.EVENT_READ)

    def unmount(self) -> None:
        """End the connection: requests that still wait fail. Then unmount."""
        if self._device in {key.fd for key in self._selector.get_map().values()}:
            self._selector.unregister(self._device)
        os.close(self._device)
        _call("umount2", self._folder.encode(), DETACHED)

    def run(self, commands: TextIO) -> None:
        """Answer requests and commands until there are no more commands."""
        while True:
            ready = self._selector.select(None if self._requests_left is None else IDLE_SECONDS)
            if not ready:
                self._stop_now()
            for key, _ in ready:
                if key.fd == self._device:
                    self._answer_request()
                    break
                line = commands.readline()
                if not line:
                    return
                for name, value in json.loads(line).items():
                    getattr(self, f"_{name}")(value)

    def _answer_request(self) -> None:
        request = messages.read_request(self._buffer[: os.readv(self._device, [self._buffer])])
        if request.operation in messages.UNANSWERED:
            return
        try:
            answer = messages.answer(request, 0, self._file_system.answer(request))
        except OSError as error:
            answer = messages.answer(request, error.errno or 0)
        os.writev(self._device, answer)
        if self._requests_left is not None:
            self._count(request)

    def _count(self, request: Request) -> None:
        """Stop if enough has happened: no request is read any more, so that nothing else is ever synced."""
        is_sync, is_change = request.operation in messages.SYNCS, request.operation in messages.CHANGES
        self._requests_left = max(0, (self._requests_left or 0) - (is_sync or is_change))
        # A file that was never synced, such as the shared memory of SQLite, is of no use after a power cut.
        stops_here = is_sync if self._stops_at_sync else is_change and self._file_system.was_synced(request.node)
        if stops_here and not self._requests_left:
            self._stop_now()

    def _stop_now(self) -> None:
        self._requests_left = None
        self._selector.unregister(self._device)
        reply("stopped")

    # The commands

    def _stop(self, when: tuple[int, bool]) -> None:
        self._requests_left, self._stops_at_sync = when

    def _lose_power(self, next_seed: int | None) -> None:
        self.unmount()
        forgotten = self._file_system.lose_power(next_seed)
        self._requests_left = None
        self.mount()
        reply(forgotten)

    def _be_honest(self, is_honest: bool) -> None:
        self._file_system.is_honest = is_honest
        reply(is_honest)

    def _keep_journal(self, has_journal: bool) -> None:
        self._file_system.has_journal = has_journal
        reply(has_journal)


def _call(function: str, *arguments: Any) -> None:
    """Call a function of the system. Raises `OSError` if it fails."""
    if getattr(LIBC, function)(*arguments):
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))


def reply(value: object) -> None:
    """Print the answer to a command."""
    print(json.dumps(value), flush=True)


if __name__ == "__main__":
    try:
        disk = Disk(sys.argv[1])
    except OSError as error:
        reply(str(error))
        sys.exit(1)
    reply("mounted")
    try:
        disk.run(sys.stdin)
    finally:
        disk.unmount()
