"""Runs the command under a pseudo-terminal: types, and collects everything that is shown."""

import fcntl
import os
import pty
import re
import select
import signal
import subprocess
import termios
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Self

from support.command import PATIENCE, command, environment

INTERRUPT, END = "\x03", "\x04"
"""The characters of Ctrl-C and Ctrl-D."""


def _take_terminal() -> None:
    """Take control of the terminal, and restore Ctrl-C in case the tests were started with it ignored."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Pseudo:
    """A process under a pseudo-terminal. `shown` collects everything it writes."""

    def __init__(
        self,
        home: Path,
        *arguments: str | Path,
        program: Sequence[str] = command(),
        out: int | None = None,
        env: Mapping[str, str] | None = None,
    ) -> None:
        """Start the command; its output goes to the terminal too, or to the descriptor `out`."""
        self._master, self._slave = pty.openpty()
        self.shown = ""
        self._seen = 0
        self._process = subprocess.Popen(
            [*program, *map(str, arguments)],
            stdin=self._slave,
            stdout=self._slave if out is None else out,
            stderr=self._slave,
            env=environment(home, **{"TERM": "xterm-256color", **(env or {})}),
            cwd=home,
            start_new_session=True,
            preexec_fn=_take_terminal,  # noqa: PLW1509 - no threads run here
        )

    def wait_for(self, text: str) -> str:
        """Wait until this text is shown, after the last one waited for; return everything between them and the text."""
        self.wait_for_first(text)
        begin, self._seen = self._seen, self.shown.index(text, self._seen) + len(text)
        return self.shown[begin : self._seen]

    def wait_for_first(self, *texts: str) -> str:
        """Wait until one of these texts is shown, after the last one waited for; return which."""
        deadline = time.monotonic() + PATIENCE
        while not (shown := [text for text in texts if text in self.new]):
            ended = self._process.poll() is not None
            if not self._read(min(deadline, time.monotonic() + 0.05)) and (ended or time.monotonic() >= deadline):
                raise AssertionError(f"none of {texts} is shown after {self.shown[: self._seen]!r}: {self.new!r}")
        return min(shown, key=self.new.index)

    @property
    def new(self) -> str:
        """Everything shown after the last text waited for."""
        return self.shown[self._seen :]

    def types(self, text: str) -> None:
        """Type this and press Enter."""
        self.presses(text + "\n")

    def presses(self, keys: str) -> None:
        """Press these keys."""
        os.write(self._master, keys.encode())

    def answers(self, question: str, text: str) -> str:
        """Wait for a question, answer it, and return everything shown up to it."""
        before = self.wait_for(question)
        self.types(text)
        return before

    def ends(self) -> int:
        """Wait for the end; return the exit status."""
        deadline = time.monotonic() + PATIENCE
        while self._process.poll() is None:
            self._read(min(deadline, time.monotonic() + 0.05))
            assert time.monotonic() < deadline, f"it never ends: {self.shown!r}"
        while self._read(time.monotonic()):
            pass
        return self._process.returncode

    def is_killed(self) -> None:
        """Kill the process, as in a power failure."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait(PATIENCE)

    @property
    def echoes(self) -> bool:
        """Whether the terminal shows what is typed."""
        flags: int = termios.tcgetattr(self._slave)[3]
        return bool(flags & termios.ECHO)

    def _read(self, deadline: float) -> bool:
        """Read the available output, waiting for it until this time. Returns whether there was any."""
        ready, _, _ = select.select([self._master], [], [], max(0.0, deadline - time.monotonic()))
        if not ready:
            return False
        try:
            self.shown += os.read(self._master, 65536).decode()
        except OSError:
            return False
        return True

    def close(self) -> None:
        """End the process if it is still running, and close the terminal."""
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait(PATIENCE)
        os.close(self._slave)
        os.close(self._master)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@contextmanager
def playing(home: Path, *arguments: str | Path, **env: str) -> Iterator[Pseudo]:
    """A game at a terminal."""
    with Pseudo(home, "play", *arguments, env=env) as terminal:
        yield terminal


def visible_to_next(stream: str) -> str:
    """What the next player can see after all this was shown, scrolling back as far as possible.

    Many terminals move the erased screen into their history, so text is gone only if the history is
    erased after the screen.
    """
    back, screen = "", ""
    for part in re.split(r"(\033\[[23]J)", stream):
        if part == "\033[2J":
            back, screen = back + screen, ""
        elif part == "\033[3J":
            back = ""
        else:
            screen += part
    return back + screen
