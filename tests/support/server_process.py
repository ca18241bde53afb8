"""Servers in processes of their own, as anybody starts them: started, asked to end, or killed for real."""

import os
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Self
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

PATIENCE = 30.0
"""Seconds after which something hangs for good. Nothing waits that long unless something is wrong."""


class Running:
    """A server that listens at a port of this machine, once it was started by these words."""

    process: subprocess.Popen[bytes]

    def __init__(
        self,
        words: Sequence[str],
        port: int,
        said: Path,
        *,
        measured: bool = False,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.words, self.port, self.said = words, port, said
        self.url = f"http://127.0.0.1:{port}"
        # What is killed can leave no figures behind.
        self._environment = {
            name: value for name, value in os.environ.items() if measured or not name.startswith("COVERAGE")
        } | dict(environment or {})

    def start(self) -> Self:
        """Start it, and wait until it answers."""
        with self.said.open("ab") as said:
            self.process = subprocess.Popen(
                self.words, stdout=said, stderr=said, env=self._environment, start_new_session=True
            )
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            assert self.process.poll() is None, self.said.read_text()
            try:
                urlopen(self.url + "/healthz", timeout=5).read()
                return self
            except HTTPError:
                return self
            except (URLError, OSError):
                time.sleep(0.02)
        raise AssertionError("the server does not answer")

    def kill(self) -> None:
        """End it at once, with the processes that think for it: nothing can be put in order."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(PATIENCE)

    def stop(self) -> int:
        """Ask it to end, as a system does. Returns its exit status."""
        self.process.terminate()
        return self.process.wait(PATIENCE)

    def wait_until_nothing_is_left(self) -> None:
        """Wait until all processes are gone that it has started: some notice only a moment later that it has ended."""
        with suppress(ProcessLookupError):
            for _ in range(round(PATIENCE * 100)):
                os.killpg(self.process.pid, 0)
                time.sleep(0.01)
            raise AssertionError("some process goes on")
