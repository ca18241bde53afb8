"""Ends a worker process when the process that started it has ended.

A process that is killed cannot end its workers, and on most systems they would run for ever: waiting for work that
nobody sends, or serving a port that nobody looks after. So each worker watches its parent, in a thread. It waits for
the parent's end as `multiprocessing` shows it: by a pipe that the system closes, on Windows by the process itself.
"""

import os
from multiprocessing import parent_process
from threading import Thread

PARENT_ENDED = 1
"""The exit status of a process whose parent has ended."""


def end_with_parent() -> None:
    """End this process as soon as its parent ends, if `multiprocessing` started it.

    It ends at once, without cleaning up: everything that matters is stored before it is acknowledged.
    """
    parent = parent_process()
    if parent is None:
        return

    def watch() -> None:
        parent.join()
        os._exit(PARENT_ENDED)

    Thread(target=watch, name="keypeg-parent", daemon=True).start()
