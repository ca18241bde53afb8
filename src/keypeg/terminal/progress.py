"""Waiting for long work: saying how far it has come, and stopping it when asked to."""

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

PATIENCE = 2.0
"""How many seconds of silence are all right."""


def get_ready(game: GuessingGame | None, lang: str) -> None:
    """Have the kernels compiled for this puzzle, or for all that is played, and say so if that takes a while."""

    def tell() -> None:
        print(say(lang, "warming-up"), file=sys.stderr, flush=True)

    notice = Timer(PATIENCE, tell)
    notice.daemon = True
    notice.start()
    try:
        warm_up(game)
    finally:
        notice.cancel()


class ProgressWatch:
    """Tells a person how a search is going, and stops it when he presses Ctrl-C."""

    def __init__(self, lang: str) -> None:
        self.stopped = False
        self._lang = lang
        self._began = self._told = monotonic()
        self._shows = sys.stderr.isatty()

    def search(self, progress: Progress) -> bool:
        """Show how far an exact search has come; return whether it is to continue."""
        self._show(
            "progress",
            nodes=f"{progress.nodes:,}".replace(",", " "),
            lower=progress.lower,
            upper="∞" if progress.upper >= INFINITE_COST else progress.upper,
        )
        return not self.stopped

    def beam(self, far: BeamProgress) -> bool:
        """Show how far a beam search has come; return whether it is to continue."""
        self._show("wide-progress", round=far.round, answered=far.answered, asked=far.asked, cost=far.cost)
        return not self.stopped

    def grow(self, positions: int) -> bool:
        """Show how far a one-step strategy has been grown; return whether to continue."""
        self._show("growing", nodes=positions)
        return not self.stopped

    def _show(self, key: str, **values: object) -> None:
        """One line that is written over again and again, where somebody looks; not before he would wonder."""
        now = monotonic()
        if self._shows and now - self._told >= 0.5 and now - self._began >= PATIENCE:
            self._told = now
            line = say(self._lang, key, seconds=round(now - self._began), **values)
            print(f"\r\033[K{line}", end="", file=sys.stderr, flush=True)

    @contextmanager
    def watching(self) -> Iterator["ProgressWatch"]:
        """While this lasts, Ctrl-C stops the search and nothing else; a second one ends the program."""

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
            if self._shows and self._told > self._began:
                print("\r\033[K", end="", file=sys.stderr, flush=True)
