"""The command `arena`: computers play each other, and a table says who is better, as far as chance lets it be said."""

import signal
import sys
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from threading import current_thread, main_thread
from time import monotonic
from types import FrameType
from typing import Any

from keypeg.bots.contest import Contest, ContestResult, PlayerResult, beats, play_contest, standings
from keypeg.bots.parallel_contest import WorkerLostError, play_shared
from keypeg.bots.statistics import Interval
from keypeg.i18n.catalogue import count, decimal, say
from keypeg.records.edition_links import write_edition
from keypeg.records.record import clean

WIDTH = 80
"""How wide a table may be."""

CELLS = 40
"""How wide the bar is."""


class ProgressBar:
    """Shows whoever looks at a terminal how much of a contest is played, and stops it when he presses Ctrl-C."""

    def __init__(self, lang: str, environ: Mapping[str, str]) -> None:
        self._lang = lang
        self._shows = sys.stderr.isatty() and environ.get("TERM") != "dumb"
        self._stopped = False
        self._told = 0.0
        self._width = 0

    def __call__(self, done: int, matches: int) -> bool:
        """What a contest calls from time to time."""
        now = monotonic()
        if self._shows and now - self._told >= 0.1:
            self._told = now
            filled = CELLS * done // matches
            far = say(self._lang, "contest-bar", done=done, matches=count(self._lang, "matches", matches))
            self._write(f"[{'#' * filled}{'.' * (CELLS - filled)}] {far}")
        return not self._stopped

    def _write(self, line: str) -> None:
        # Spaces wipe out what was there, where a terminal knows no other way.
        print(f"\r{line.ljust(self._width)}", end="" if line else "\r", file=sys.stderr, flush=True)
        self._width = len(line)

    @contextmanager
    def watching(self, shared: bool) -> Iterator["ProgressBar"]:
        """While this lasts the bar is there. Of a shared contest Ctrl-C lets the workers come to an end.

        A second one ends the program, as does the first where nobody else plays.
        """

        def stop(number: int, frame: FrameType | None) -> None:
            if self._stopped:
                raise KeyboardInterrupt
            self._stopped = True

        catches = shared and current_thread() is main_thread()
        before = signal.signal(signal.SIGINT, stop) if catches else None
        try:
            yield self
        finally:
            if catches:
                signal.signal(signal.SIGINT, before)
            if self._width:
                self._write("")


def hold(
    contest: Contest, jobs: int, lang: str, environ: Mapping[str, str]
) -> tuple[ContestResult, WorkerLostError | None]:
    """Play a contest, with so many processes. With it comes the reason, if it had to end before its time."""
    if "keypeg.solver" in sys.modules:
        # A player needs it: nobody's first choice should wait until it is compiled.
        from keypeg.terminal.progress import get_ready

        get_ready(None, lang)
    shared = jobs > 1
    with ProgressBar(lang, environ).watching(shared) as bar:
        try:
            return (play_shared(contest, jobs, bar) if shared else play_contest(contest, bar)), None
        except WorkerLostError as error:
            return error.so_far, error


def tell(result: ContestResult, lang: str) -> list[str]:
    """What a contest has come to, in words."""
    if not result.matches:
        return [say(lang, "contest-nothing")]
    contest = result.contest
    head = say(
        lang,
        "contest-head",
        edition=write_edition(contest.edition),
        rounds=count(lang, "rounds", result.rounds),
        matches=count(lang, "matches", len(result.matches)),
        seed=clean(contest.seed),
    )
    stopped = say(lang, "contest-stopped", matches=count(lang, "matches", contest.matches))
    return [
        *_folded([head, *([] if result.complete else [stopped])]),
        "",
        *_table(standings(result), lang),
        "",
        *_folded([*_verdicts(result, lang), say(lang, "contest-note")]),
    ]


def _folded(lines: Sequence[str]) -> list[str]:
    return [
        part
        for line in lines
        for part in textwrap.wrap(line, WIDTH, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)
    ]


def _table(told: Sequence[PlayerResult], lang: str) -> list[str]:
    """A line a player. Where rounds are won they are the points, and need not be told twice."""
    columns = [[say(lang, "contest-won"), *(_share(one.won, lang) for one in told)]]
    if any(one.rounds_won is not None for one in told):
        columns.append([say(lang, "contest-rounds-won"), *(_share(one.rounds_won, lang) for one in told)])
    else:
        columns.append([say(lang, "contest-points"), *(_mean(one.points, lang) for one in told)])
    if any(one.guesses is not None for one in told):
        columns.append([say(lang, "contest-guesses"), *(_mean(one.guesses, lang) for one in told)])
    widths = [max(map(len, column)) for column in columns]
    room = WIDTH - sum(widths) - 2 * len(widths)
    names = ["", *(_cut(clean(one.name), room) for one in told)]
    widest = max(map(len, names))
    return [
        "  ".join((name.ljust(widest), *(cell.rjust(width) for cell, width in zip(cells, widths, strict=True))))
        for name, *cells in zip(names, *columns, strict=True)
    ]


def _cut(name: str, room: int) -> str:
    return name if len(name) <= room else f"{name[: room - 1]}…"


def _share(estimate: Interval | None, lang: str) -> str:
    if estimate is None or estimate.low is None or estimate.high is None:
        return "–"
    value, low, high = (decimal(lang, 100 * part, 1) for part in (estimate.value, estimate.low, estimate.high))
    return say(lang, "contest-share", value=value, low=low, high=high)


def _mean(estimate: Interval | None, lang: str) -> str:
    if estimate is None:
        return "–"
    value = decimal(lang, estimate.value, 2)
    if estimate.high is None:
        return value
    return say(lang, "contest-mean", value=value, margin=decimal(lang, estimate.high - estimate.value, 2))


def _beaten(result: ContestResult) -> dict[str, list[str]]:
    """Whom each player beats, clear of chance."""
    labels = result.contest.labels
    return {
        name: [other for at, other in enumerate(labels) if at != place and beats(result, place, at)]
        for place, name in enumerate(labels)
    }


def _verdicts(result: ContestResult, lang: str) -> list[str]:
    found = [
        say(lang, "contest-beats", name=clean(name), others=clean(", ".join(others)))
        for name, others in _beaten(result).items()
        if others
    ]
    return found or [say(lang, "contest-even")]


def plain(result: ContestResult) -> dict[str, Any]:
    """What a contest has come to, as plain values."""
    contest = result.contest
    beaten = _beaten(result)
    return {
        "edition": write_edition(contest.edition),
        "seed": contest.seed,
        "thinking_time": contest.thinking_time,
        "matches": len(result.matches),
        "rounds": result.rounds,
        "complete": result.complete,
        "players": [
            {
                "name": one.name,
                "matches_won": _plain_estimate(one.won),
                "rounds_won": _plain_estimate(one.rounds_won),
                "points_a_round": _plain_estimate(one.points),
                "guesses_a_round": _plain_estimate(one.guesses),
                "beats": beaten[one.name],
            }
            for one in standings(result)
        ],
    }


def _plain_estimate(estimate: Interval | None) -> dict[str, float | None] | None:
    return None if estimate is None else {"value": estimate.value, "low": estimate.low, "high": estimate.high}
