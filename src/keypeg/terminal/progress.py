"""Shows the progress of long searches, and stops them on Ctrl-C."""

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer, main_thread
from threading import current_thread as this_thread
from time import monotonic
from types import FrameType

from keypeg.i18n.catalogue import say
from keypeg.solver.beam.parallel_beam import BeamProgress
from keypeg.solver.exact.search import Progress
from keypeg.solver.exact.search_state import INFINITE_COST
from keypeg.solver.game.guessing_game import GuessingGame
from keypeg.solver.warmup import warm_up

PATIENCE_SECONDS = 2.0
"""How long to stay silent before showing progress."""


def prepare_solver(game: GuessingGame | None, lang: str) -> None:
    """Compile the kernels for this game, or with None for all editions; show a notice if that takes long."""

    def write_notice() -> None:
        print(say(lang, "warming-up"), file=sys.stderr, flush=True)

    notice = Timer(PATIENCE_SECONDS, write_notice)
    notice.daemon = True
    notice.start()
    try:
        warm_up(game)
    finally:
        notice.cancel()


class ProgressWatch:
    """Shows how far a search has come, and stops it on Ctrl-C."""

    def __init__(self, lang: str) -> None:
        self.stopped = False
        self._lang = lang
        self._began = self._shown_at = monotonic()
        self._is_shown = sys.stderr.isatty()

    def search(self, progress: Progress) -> bool:
        """Show how far an exact search has come; return whether it is to continue."""
        self._show(
            "progress",
            nodes=f"{progress.nodes:,}".replace(",", " "),
            lower=progress.lower,
            upper="∞" if progress.upper >= INFINITE_COST else progress.upper,
        )
        return not self.stopped

    def beam(self, progress: BeamProgress) -> bool:
        """Show how far a beam search has come; return whether it is to continue."""
        self._show(
            "wide-progress",
            round=progress.pass_number,
            answered=progress.answered,
            asked=progress.tasks,
            cost=progress.cost,
        )
        return not self.stopped

    def grow(self, positions: int) -> bool:
        """Show how far a one-step strategy has been grown; return whether to continue."""
        self._show("growing", nodes=positions)
        return not self.stopped

    def _show(self, key: str, **values: object) -> None:
        """Show one line that each call overwrites; only on a terminal, and only after `PATIENCE_SECONDS`."""
        now = monotonic()
        if self._is_shown and now - self._shown_at >= 0.5 and now - self._began >= PATIENCE_SECONDS:
            self._shown_at = now
            line = say(self._lang, key, seconds=round(now - self._began), **values)
            print(f"\r\033[K{line}", end="", file=sys.stderr, flush=True)

    @contextmanager
    def stop_on_interrupt(self) -> Iterator["ProgressWatch"]:
        """While this context lasts, Ctrl-C stops only the search; a second one ends the program."""

        def stop(number: int, frame: FrameType | None) -> None:
            if self.stopped:
                raise KeyboardInterrupt
            self.stopped = True

        if this_thread() is not main_thread():
            yield self
            return
        before = signal.signal(signal.SIGINT, stop)
        try:
            yield self
        finally:
            signal.signal(signal.SIGINT, before)
            if self._is_shown and self._shown_at > self._began:
                print("\r\033[K", end="", file=sys.stderr, flush=True)
