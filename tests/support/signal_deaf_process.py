"""Keypeg in a process whose main thread is never woken by a signal: Python receives it in another thread.

The same happens with a Ctrl-C just before the program waits for input: it is noted, but does not end the wait.
"""

import signal
import sys
from threading import Event, Thread

from keypeg.cli import main

if __name__ == "__main__":
    Thread(target=Event().wait, daemon=True).start()
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # from now on the other thread receives it
    sys.exit(main())
