"""Shows the progress of the compiler and of long searches, and stops them on Ctrl-C."""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread as this_thread
from threading import main_thread
from time import monotonic
from types import FrameType

from keypeg.i18n.catalogue import say
from keypeg.solver.beam.parallel_beam import BeamProgress
from keypeg.solver.exact.search import Progress
from keypeg.solver.exact.search_state import INFINITE_COST
from keypeg.solver.game.guessing_game import GuessingGame
from keypeg.solver.warmup import CompileProgress, is_cached, prepare
from keypeg.terminal.status_line import StatusLine, draw_bar

PATIENCE_SECONDS = 2.0
"""How long to stay silent before showing progress."""


def prepare_solver(game: GuessingGame | None, lang: str) -> None:
    """Load the kernels for this game, or with None for all editions. If they must be compiled first, say that once."""
    with CompileNotice(lang).stop_on_interrupt() as notice:
        prepare(game, notice.show, notice.show_wait)


class CompileNotice:
    """Explains the wait while kernels are compiled, here or by another process.

    On a terminal a progress bar or the time that has passed follows the sentence.
    """

    def __init__(self, lang: str) -> None:
        self._lang = lang
        self._is_interrupted = False
        self._announced: set[str] = set()
        """The sentences that have been said."""
        self._began = monotonic()
        self._line = StatusLine(sys.stderr)
        self._has_bar = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"

    def show(self, progress: CompileProgress) -> None:
        """Show how far the compiler has come. Raises `KeyboardInterrupt` after a Ctrl-C."""
        self._announce("warming-up" if is_cached() else "warming-up-uncached")
        if self._has_bar:
            percent = say(self._lang, "percent", number=int(100 * progress.share))
            step = say(self._lang, "warming-up-step", step=progress.kernel, steps=progress.kernels)
            self._line.show(f"{draw_bar(progress.share)} {percent}   {step}")

    def show_wait(self) -> None:
        """Show that another process compiles, and for how long. Raises `KeyboardInterrupt` after a Ctrl-C."""
        self._announce("warming-up-elsewhere")
        if self._has_bar:
            self._line.show(say(self._lang, "warming-up-waited", seconds=int(monotonic() - self._began)))

    def _announce(self, key: str) -> None:
        """Say this sentence, unless it has been said."""
        if self._is_interrupted:
            raise KeyboardInterrupt
        if key not in self._announced:
            self._announced.add(key)
            self._line.erase()
            print(say(self._lang, key), file=sys.stderr, flush=True)

    @contextmanager
    def stop_on_interrupt(self) -> Iterator["CompileNotice"]:
        """While this context lasts, Ctrl-C takes effect between two kernels; the compiler would ignore an exception."""

        def interrupt(number: int, frame: FrameType | None) -> None:
            if self._is_interrupted:
                raise KeyboardInterrupt
            self._is_interrupted = True

        is_main = this_thread() is main_thread()
        before = signal.signal(signal.SIGINT, interrupt) if is_main else None
        try:
            yield self
        finally:
            if is_main:
                signal.signal(signal.SIGINT, before)
            self._line.erase()
        if self._is_interrupted:
            raise KeyboardInterrupt


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
            nodes=progress.nodes,
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
