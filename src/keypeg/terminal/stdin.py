"""Reading what a person types so that no Ctrl-C is missed, and that nobody sees what is to stay hidden.

Python looks for signals between its steps. One that comes after the last look, just before the system begins to wait
for a line, would only be noted, and the program would wait on until Enter is pressed. So it waits for either: something
to read, or the byte that a signal leaves in a pipe as it comes.
"""

import io
import os
import select
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from typing import Any, TextIO

if sys.platform != "win32":
    import termios


class _Heard(io.RawIOBase):
    """A file that is read only when there is something to read, or nothing more to come."""

    def __init__(self, file: TextIO) -> None:
        self._file = file

    def readable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._file.fileno()

    def isatty(self) -> bool:
        return self._file.isatty()

    def readinto(self, buffer: Any, /) -> int:
        if current_thread() is main_thread():  # no other hears of signals
            _wait_for(self.fileno())
        read = os.read(self.fileno(), len(buffer))
        buffer[: len(read)] = read
        return len(read)


def _wait_for(descriptor: int) -> None:
    """Wait until this can be read. Whatever a signal raises meanwhile is raised here."""
    told, tell = os.pipe()
    before = -1
    try:
        os.set_blocking(tell, False)
        before = signal.set_wakeup_fd(tell, warn_on_full_buffer=False)
        while descriptor not in select.select([descriptor, told], [], [])[0]:
            os.read(told, 1)
    finally:
        signal.set_wakeup_fd(before)
        os.close(told)
        os.close(tell)


def heard(stream: TextIO) -> TextIO:
    """The same stream, from which nothing was read yet, now read so that no Ctrl-C is missed.

    What is no file of the system's stays as it is; so does everything in Windows, where files cannot be waited for.
    """
    raw = getattr(getattr(stream, "buffer", None), "raw", None)
    if sys.platform == "win32" or not isinstance(raw, io.FileIO):
        return stream
    reader = io.BufferedReader(_Heard(stream))
    return io.TextIOWrapper(reader, encoding=stream.encoding, errors=stream.errors, newline="\n")


@contextmanager
def unseen(stream: TextIO) -> Iterator[None]:
    """While this lasts the terminal at which this is typed does not show it."""
    try:
        before = termios.tcgetattr(stream)
    except termios.error as gone:
        raise OSError(*gone.args) from None
    hiding = [*before[:3], before[3] & ~termios.ECHO, *before[4:]]
    try:
        termios.tcsetattr(stream, termios.TCSAFLUSH, hiding)
        yield
    finally:
        termios.tcsetattr(stream, termios.TCSAFLUSH, before)
