"""The output of the command `arena`: runs a contest between bots with a progress bar, and prints its table."""

import signal
import sys
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from threading import current_thread, main_thread
from time import monotonic
from types import FrameType

from keypeg.contests.contest import (
    Contest,
    ContestResult,
    PlayerResult,
    is_clearly_ahead,
    play_contest,
    summarise_players,
)
from keypeg.contests.parallel_contest import WorkerLostError, play_in_parallel
from keypeg.contests.statistics import Interval
from keypeg.i18n.catalogue import count, decimal, say
from keypeg.i18n.edition_text import edition_title
from keypeg.i18n.seat_text import kind_word
from keypeg.players.registry import uses_solver
from keypeg.records.record import clean
from keypeg.solver.readiness import can_compile
from keypeg.terminal.status_line import StatusLine, draw_bar

TABLE_WIDTH = 80
"""The maximum width of the table, in columns."""

REFRESH_SECONDS = 0.1
"""The bar is drawn again at most this often."""


class ProgressBar:
    """Shows on a terminal how much of a contest has been played, and stops it on Ctrl-C."""

    def __init__(self, lang: str, environ: Mapping[str, str]) -> None:
        self._lang = lang
        self._is_shown = sys.stderr.isatty() and environ.get("TERM") != "dumb"
        self._stopped = False
        self._shown_at = 0.0
        self._line = StatusLine(sys.stderr)

    def __call__(self, done: int, matches: int) -> bool:
        """Update the bar; return whether the contest is to continue."""
        now = monotonic()
        if self._is_shown and now - self._shown_at >= REFRESH_SECONDS:
            self._shown_at = now
            status = say(self._lang, "contest-bar", done=done, matches=count(self._lang, "matches", matches))
            self._line.show(f"{draw_bar(done / matches)} {status}")
        return not self._stopped

    @contextmanager
    def stop_on_interrupt(self, shared: bool) -> Iterator["ProgressBar"]:
        """Show the bar while this context lasts. In a shared contest Ctrl-C lets the workers finish.

        A second Ctrl-C ends the program, as does the first one if there are no workers.
        """

        def stop(number: int, frame: FrameType | None) -> None:
            if self._stopped:
                raise KeyboardInterrupt
            self._stopped = True

        handles_interrupt = shared and current_thread() is main_thread()
        before = signal.signal(signal.SIGINT, stop) if handles_interrupt else None
        try:
            yield self
        finally:
            if handles_interrupt:
                signal.signal(signal.SIGINT, before)
            self._line.erase()


def run_contest(
    contest: Contest, jobs: int, lang: str, environ: Mapping[str, str]
) -> tuple[ContestResult, WorkerLostError | None]:
    """Play a contest with this many processes. Also returns the error that ended it early, if one did."""
    if can_compile() and any(map(uses_solver, contest.names)):
        # Compile first, so that compiling does not count as thinking time, and all matches are played alike.
        from keypeg.terminal.progress import prepare_solver

        prepare_solver(None, lang)
    shared = jobs > 1
    with ProgressBar(lang, environ).stop_on_interrupt(shared) as bar:
        try:
            return (play_in_parallel(contest, jobs, bar) if shared else play_contest(contest, bar)), None
        except WorkerLostError as error:
            return error.so_far, error


def describe_contest(result: ContestResult, lang: str) -> list[str]:
    """The result of a contest in words, line by line."""
    if not result.matches:
        return [say(lang, "contest-nothing")]
    contest = result.contest
    head = say(
        lang,
        "contest-head",
        edition=edition_title(contest.edition, lang),
        rounds=count(lang, "rounds", result.rounds),
        matches=count(lang, "matches", len(result.matches)),
        seed=clean(contest.seed),
    )
    stopped = say(lang, "contest-stopped", matches=count(lang, "matches", contest.matches))
    return [
        *_fold_lines([head, *([] if result.complete else [stopped])]),
        "",
        *_table(summarise_players(result), lang),
        "",
        *_fold_lines([*_describe_winners(result, lang), say(lang, "contest-note")]),
    ]


def _fold_lines(lines: Sequence[str]) -> list[str]:
    return [
        part
        for line in lines
        for part in textwrap.wrap(
            line, TABLE_WIDTH, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False
        )
    ]


def _table(results: Sequence[PlayerResult], lang: str) -> list[str]:
    """A line for each player. Where rounds are won, the points are those rounds and have no column of their own."""
    columns = [[say(lang, "contest-won"), *(_share(player.won, lang) for player in results)]]
    if any(player.rounds_won is not None for player in results):
        columns.append([say(lang, "contest-rounds-won"), *(_share(player.rounds_won, lang) for player in results)])
    else:
        columns.append([say(lang, "contest-points"), *(_mean(player.points, lang) for player in results)])
    if any(player.guesses is not None for player in results):
        columns.append([say(lang, "contest-guesses"), *(_mean(player.guesses, lang) for player in results)])
    widths = [max(map(len, column)) for column in columns]
    room = TABLE_WIDTH - sum(widths) - 2 * len(widths)
    names = ["", *(_shorten(_label(player.name, lang), room) for player in results)]
    widest = max(map(len, names))
    return [
        "  ".join((name.ljust(widest), *(cell.rjust(width) for cell, width in zip(cells, widths, strict=True))))
        for name, *cells in zip(names, *columns, strict=True)
    ]


def _label(name: str, lang: str) -> str:
    """What a player is called in this language; a number that tells it from others of its kind stays."""
    kind, space, number = name.partition(" ")
    return clean(kind_word(kind, lang) + space + number)


def _shorten(name: str, room: int) -> str:
    return name if len(name) <= room else f"{name[: room - 1]}…"


def _share(estimate: Interval | None, lang: str) -> str:
    if estimate is None or estimate.low is None or estimate.high is None:
        return "–"
    value, low, high = (decimal(lang, 100 * part, 1) for part in (estimate.value, estimate.low, estimate.high))
    return say(lang, "contest-share", value=value, low=low, high=high)


def _mean(estimate: Interval | None, lang: str) -> str:
    if estimate is None:
        return "–"
    value = decimal(lang, estimate.value)
    if estimate.high is None:
        return value
    return say(lang, "contest-mean", value=value, margin=decimal(lang, estimate.high - estimate.value))


def beaten_players(result: ContestResult) -> dict[str, list[str]]:
    """The players that each player beats by more than chance explains."""
    labels = result.contest.labels
    return {
        name: [
            other for second, other in enumerate(labels) if second != first and is_clearly_ahead(result, first, second)
        ]
        for first, name in enumerate(labels)
    }


def _describe_winners(result: ContestResult, lang: str) -> list[str]:
    sentences = [
        say(lang, "contest-beats", name=_label(name, lang), others=", ".join(_label(other, lang) for other in others))
        for name, others in beaten_players(result).items()
        if others
    ]
    return sentences or [say(lang, "contest-even")]
