"""Starts a server in a process of its own: `python start.py SETTINGS`, which are JSON."""

import json
import signal
import sys

from keypeg.server.running import serve, upgrade
from keypeg.server.settings import Limits, Settings

if __name__ == "__main__":
    # Whoever is ended by a signal says nothing any more of what he has run through.
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(0))
    plain = json.loads(sys.argv[1])
    settings = Settings(**plain | {"limits": Limits(**plain["limits"]), "origins": tuple(plain["origins"])})
    upgrade(settings)
    serve(settings)
