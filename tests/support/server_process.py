"""Servers in processes of their own, which tests start, stop or kill."""

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

from support.loop_checks import check_server_log, slow_callbacks_switch

PATIENCE = 120.0
"""Seconds after which something counts as hanging. Nothing takes that long unless something is wrong."""


class ServerProcess:
    """A server that is started by a command and listens on a local port."""

    process: subprocess.Popen[bytes]

    def __init__(
        self,
        command: Sequence[str],
        port: int,
        log: Path,
        *,
        measured: bool = False,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.command, self.port, self.log = command, port, log
        self.url = f"http://127.0.0.1:{port}"
        # A killed process cannot write its coverage data.
        self._environment = (
            {name: value for name, value in os.environ.items() if measured or not name.startswith("COVERAGE")}
            | slow_callbacks_switch()
            | dict(environment or {})
        )

    def start(self) -> Self:
        """Start it, and wait until it responds."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command, stdout=log, stderr=log, env=self._environment, start_new_session=True
            )
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            assert self.process.poll() is None, self.log.read_text()
            try:
                with urlopen(self.url + "/healthz", timeout=5) as answer:
                    answer.read()
                return self
            except HTTPError as refused:
                refused.close()
                return self
            except (URLError, OSError):
                time.sleep(0.02)
        raise AssertionError("the server does not respond")

    def kill(self) -> None:
        """Kill it and its worker processes at once."""
        self.send_kill()
        self.process.wait(PATIENCE)
        check_server_log(self.log)

    def send_kill(self) -> None:
        """Kill it without waiting until it has ended: it cannot end while its disk does not answer."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)

    def freeze(self) -> None:
        """Stop it and its worker processes, as a machine does that sleeps, until `thaw`."""
        os.killpg(self.process.pid, signal.SIGSTOP)

    def thaw(self) -> None:
        """Let it go on."""
        os.killpg(self.process.pid, signal.SIGCONT)

    def stop(self) -> int:
        """Terminate it as a system does; return its exit status."""
        self.process.terminate()
        status = self.process.wait(PATIENCE)
        check_server_log(self.log)
        return status

    def wait_for_all_processes(self) -> None:
        """Wait until all its processes have ended; some need a moment longer than the server."""
        with suppress(ProcessLookupError):
            for _ in range(round(PATIENCE * 100)):
                os.killpg(self.process.pid, 0)
                time.sleep(0.01)
            raise AssertionError("a process is still running")
