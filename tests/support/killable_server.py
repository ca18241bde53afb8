"""Servers as anybody starts them, to be killed for real."""

import sys
from pathlib import Path

from support.played_table import free_port
from support.server_process import Running


class Server(Running):
    """A server that can be killed and started again."""

    def __init__(self, database: str, log: Path) -> None:
        port = free_port()
        words = [sys.executable, "-m", "keypeg", "serve", "--port", str(port), "--database", database]
        super().__init__(words, port, log)
