"""Servers started by `keypeg serve`, to be killed."""

import sys
from pathlib import Path

from support.played_table import free_port
from support.server_process import ServerProcess


class KillableServer(ServerProcess):
    """A server that can be killed and started again."""

    def __init__(self, database: str, log: Path) -> None:
        port = free_port()
        command = [sys.executable, "-m", "keypeg", "serve", "--port", str(port), "--database", database]
        super().__init__(command, port, log)
