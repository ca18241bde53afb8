"""Keypeg in a process whose main thread no signal ever wakes: Python notes it in another, and looks when it next can.

That is how it stands with a Ctrl-C that comes just before the program begins to wait: it is noted, and wakes nobody.
"""

import signal
import sys
from threading import Event, Thread

from keypeg.cli import main

if __name__ == "__main__":
    Thread(target=Event().wait, daemon=True).start()
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # from now on the other thread gets it
    sys.exit(main())
