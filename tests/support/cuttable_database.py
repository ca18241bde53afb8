"""A way to a PostgreSQL that a test can cut and mend, while the database itself and other ways to it go on."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from urllib.parse import parse_qs, urlsplit

CHUNK_BYTES = 65_536


class CuttableDatabase:
    """Passes connections on to a database until it is cut."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self._socket_path = f"{parse_qs(parts.query)['host'][0]}/.s.PGSQL.5432"
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._connections: list[socket.socket] = []
        self._is_cut = False
        self.url = f"postgresql://postgres@127.0.0.1:{self._listener.getsockname()[1]}{parts.path}"
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Cut all connections, and refuse new ones."""
        self._is_cut = True
        for connection in self._connections:
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
        self._connections.clear()

    def mend(self) -> None:
        """Accept connections again."""
        self._is_cut = False

    def close(self) -> None:
        """Cut all connections for good."""
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)  # wakes the thread that waits for connections
        self._listener.close()
        self.cut()

    def _accept(self) -> None:
        with suppress(OSError):  # the listener is closed
            while True:
                client, _ = self._listener.accept()
                if self._is_cut:
                    client.close()
                    continue
                database = socket.socket(socket.AF_UNIX)
                database.connect(self._socket_path)
                self._connections += [client, database]
                for source, target in ((client, database), (database, client)):
                    threading.Thread(target=self._pass_on, args=(source, target), daemon=True).start()

    @staticmethod
    def _pass_on(source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while content := source.recv(CHUNK_BYTES):
                target.sendall(content)
        for end in (source, target):
            with suppress(OSError):  # the other direction has ended before
                end.shutdown(socket.SHUT_RDWR)
            end.close()


@contextmanager
def cuttable_database(url: str) -> Iterator[CuttableDatabase]:
    """A way to a database that can be cut inside this block."""
    cuttable = CuttableDatabase(url)
    try:
        yield cuttable
    finally:
        cuttable.close()
