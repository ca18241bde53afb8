"""The pace of a game on a terminal: bots' moves are shown one by one, and who is thinking is named meanwhile.

Only people who watch are slowed down: bots think as fast as they can, and where the output is not a terminal, or the
pace is instant, nothing waits.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from threading import Lock, Timer
from time import monotonic, sleep

from keypeg.terminal.status_line import StatusLine

PACES = {"calm": 1.5, "quick": 0.7, "instant": 0.0}
"""For each pace the seconds from one move that is shown to the next."""

DEFAULT_PACE = "quick"

PACE_VARIABLE = "KEYPEG_PACE"
"""The environment variable that chooses the pace where no option does."""

MOMENT_SECONDS = 0.4
"""How long a bot or a hint may think before that is shown."""


def choose_pace(option: str | None, environ: Mapping[str, str]) -> float:
    """The seconds between two moves: by the option, by the environment, or as usual."""
    named = environ.get(PACE_VARIABLE, "")
    return PACES[option or (named if named in PACES else DEFAULT_PACE)]


class Pacer:
    """Waits between moves that are shown, and shows who is thinking."""

    def __init__(
        self,
        seconds: float,
        line: StatusLine | None,
        clock: Callable[[], float] = monotonic,
        wait: Callable[[float], None] = sleep,
    ) -> None:
        """Without a line, which only a terminal has, nothing is shown and nothing waits."""
        self._seconds = seconds if line is not None else 0.0
        self._line = line
        self._clock = clock
        self._wait = wait
        self._shown_at = clock()
        self._lock = Lock()

    def note_shown(self) -> None:
        """Note that something is shown, or was typed: the next move is shown after a pause from now on."""
        self._shown_at = self._clock()

    def pause(self, status: str) -> None:
        """Wait for the time of the next move, with this status. Time that a bot has spent thinking counts."""
        left = self._shown_at + self._seconds - self._clock()
        if left > 0 and self._line is not None:
            self._line.show(status)
            try:
                self._wait(left)
            finally:
                self._line.erase()
        self.note_shown()

    @contextmanager
    def thinking(self, status: str) -> Iterator[Callable[[], None]]:
        """Show this status while the context lasts longer than a moment. Calling the value ends it early."""
        if self._line is None:
            yield lambda: None
            return
        line, is_over = self._line, False

        def show() -> None:
            with self._lock:
                if not is_over:
                    line.show(status)

        def end() -> None:
            nonlocal is_over
            timer.cancel()
            with self._lock:
                is_over = True
                line.erase()

        timer = Timer(MOMENT_SECONDS, show)
        timer.daemon = True
        timer.start()
        try:
            yield end
        finally:
            end()
