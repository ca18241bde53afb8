"""Starts a server in a process of its own: `python start.py SETTINGS`, which are JSON."""

import signal
import sys

import msgspec

from keypeg.server.settings import Settings
from keypeg.server.startup import serve, upgrade

if __name__ == "__main__":
    # Whoever is ended by a signal says nothing any more of what he has run through.
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(0))
    settings = msgspec.json.decode(sys.argv[1], type=Settings)
    upgrade(settings)
    serve(settings)
