"""Starts a server in a process of its own: `python start_server.py SETTINGS`, with settings in JSON."""

import signal
import sys

import msgspec

from keypeg.server.settings import Settings
from keypeg.server.startup import serve, upgrade

if __name__ == "__main__":
    # A process that ends by a signal would not write its coverage data.
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(0))
    settings = msgspec.json.decode(sys.argv[1], type=Settings)
    upgrade(settings)
    serve(settings)
