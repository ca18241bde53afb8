"""Servers in processes of their own, as anybody starts them, to be killed for real."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

from helpers import free_port

PATIENCE = 30.0
"""How long a server may take to begin, in seconds."""


class Server:
    """A server that can be killed and started again."""

    def __init__(self, database: str, log: Path, port: int | None = None) -> None:
        self.database, self.log = database, log
        self.port = port or free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> "Server":
        """Start it, and wait until it answers."""
        words = [sys.executable, "-m", "keypeg", "serve", "--port", str(self.port), "--database", self.database]
        # What is killed can leave no figures behind.
        calm = {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE")}
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(words, stderr=log, stdout=log, env=calm, start_new_session=True)
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            assert self.process.poll() is None, self.log.read_text()
            try:
                urlopen(self.url + "/healthz", timeout=5).read()
                return self
            except HTTPError:
                return self
            except (URLError, OSError):
                time.sleep(0.02)
        raise AssertionError("the server does not answer")

    def kill(self) -> None:
        """End it at once: nothing can be put in order."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """Ask it to end. Returns its exit status."""
        return self._end(signal.SIGTERM)

    def _end(self, number: signal.Signals) -> int:
        process, self.process = self.process, None
        if process is None:
            return 0
        if number is signal.SIGKILL:
            os.killpg(process.pid, number)  # with the processes that think for it
        else:
            process.send_signal(number)
        return process.wait(PATIENCE)
