"""Reads the keyboard without missing a Ctrl-C, and without showing what must stay hidden.

Python handles signals between its instructions. A signal that arrives after the last check, just before the system call
that waits for a line, would only be noted, and the program would wait until Enter is pressed. This module therefore
waits for two things at once: input, or the byte that a signal writes to a pipe.
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


class _InterruptibleFile(io.RawIOBase):
    """A file that is read only when there is input, or at its end."""

    def __init__(self, file: TextIO) -> None:
        self._file = file

    def readable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._file.fileno()

    def isatty(self) -> bool:
        return self._file.isatty()

    def readinto(self, buffer: Any, /) -> int:
        if current_thread() is main_thread():  # only the main thread receives signals
            _wait_until_readable(self.fileno())
        read = os.read(self.fileno(), len(buffer))
        buffer[: len(read)] = read
        return len(read)


def _wait_until_readable(descriptor: int) -> None:
    """Wait until this descriptor can be read. An exception raised by a signal handler passes through."""
    reading_end, writing_end = os.pipe()
    before = -1
    try:
        os.set_blocking(writing_end, False)
        before = signal.set_wakeup_fd(writing_end, warn_on_full_buffer=False)
        while descriptor not in select.select([descriptor, reading_end], [], [])[0]:
            os.read(reading_end, 1)
    finally:
        signal.set_wakeup_fd(before)
        os.close(reading_end)
        os.close(writing_end)


def interruptible(stream: TextIO) -> TextIO:
    """The same stream, which must not have been read yet, read so that no Ctrl-C is missed.

    Streams that are not files of the system stay as they are; so do all streams on Windows, where `select` cannot wait
    for files.
    """
    raw = getattr(getattr(stream, "buffer", None), "raw", None)
    if sys.platform == "win32" or not isinstance(raw, io.FileIO):
        return stream
    reader = io.BufferedReader(_InterruptibleFile(stream))
    return io.TextIOWrapper(reader, encoding=stream.encoding, errors=stream.errors, newline="\n")


@contextmanager
def hidden_typing(stream: TextIO) -> Iterator[None]:
    """While this context lasts, the terminal of this stream does not show what is typed."""
    try:
        before = termios.tcgetattr(stream)
    except termios.error as gone:
        raise OSError(*gone.args) from None
    without_echo = [*before[:3], before[3] & ~termios.ECHO, *before[4:]]
    try:
        termios.tcsetattr(stream, termios.TCSAFLUSH, without_echo)
        yield
    finally:
        termios.tcsetattr(stream, termios.TCSAFLUSH, before)
