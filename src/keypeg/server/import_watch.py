"""Finds modules that are imported on the event loop while clients are served.

The first use of a route or of a feature would then hold everybody up, once: a module that is compiled to bytecode takes
milliseconds, and one with many of its own far more. Such modules belong to what is loaded before the first client, or
to another process. This is on where slow callbacks are measured (`keypeg.server.slow_callbacks`).
"""

import sys
import threading
from collections.abc import Callable, Sequence
from types import FrameType, ModuleType

IMPORT_MESSAGE = "a module was imported on the event loop"
"""The log line of each import."""

IMPORT_FUNCTION = "_find_and_load"
"""The function of Python's own that is called once for each module that is being imported."""


class ImportWatch:
    """A finder that finds no module, and reports what is looked for in one thread."""

    def __init__(self, report: Callable[[str, FrameType], None]) -> None:
        self._report = report
        self._thread = threading.get_ident()

    def start(self) -> None:
        """Report imports of the current thread from now on."""
        sys.meta_path.insert(0, self)

    def stop(self) -> None:
        """Report no more."""
        sys.meta_path.remove(self)

    def find_spec(self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> None:
        """Report the import of a module, unless another module that is being imported asks for it."""
        if threading.get_ident() == self._thread:
            importing = [frame for frame in _callers() if frame.f_code.co_name == IMPORT_FUNCTION]
            if len(importing) == 1:
                self._report(name, importing[0])


def _callers() -> list[FrameType]:
    frames = []
    frame: FrameType | None = sys._getframe(2)
    while frame is not None:
        frames.append(frame)
        frame = frame.f_back
    return frames
