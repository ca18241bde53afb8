"""The code of the day in line mode: one practice round for each day and edition, and the streak.

Each is a record in a folder of its own, so what was played is known from the records alone.
"""

from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from keypeg.core.actions import Deal, SetCode
from keypeg.core.edition import TABLE, Edition
from keypeg.core.errors import ReadError
from keypeg.core.marks import Mark
from keypeg.draws.daily_calendar import check_day
from keypeg.draws.daily_code import as_daily, daily_code, daily_link, daily_parts, read_day
from keypeg.editions import find_rulebook
from keypeg.i18n.catalogue import say
from keypeg.i18n.edition_text import edition_name
from keypeg.i18n.seat_text import PERSON
from keypeg.i18n.share_text import aligned_marks, result_sentence
from keypeg.records.record import Line
from keypeg.records.replay import Replay, replay_file
from keypeg.terminal.autosave import SUFFIX, data_folder
from keypeg.terminal.screen import Screen
from keypeg.terminal.seats import DEFAULT_BOT
from keypeg.terminal.setup import GameRequest, play_and_save, resume_game, start_game

DAILY_HEADER = "Daily"
"""The header with the day whose code is played."""


class PlayedDaily(NamedTuple):
    """How the code of a day ended."""

    edition: Edition
    day: date
    rows: tuple[tuple[Mark, ...], ...]
    """The marks of each guess."""
    is_cracked: bool
    is_late: bool
    """Whether the day was over when the round began: it does not count for the streak."""


def play_daily(
    edition: Edition, day: date, screen: Screen, lang: str, environ: Mapping[str, str], pace: str | None = None
) -> int:
    """Play the code of a day, or continue it; then show how it ended. A code that was played is not played again."""
    today = datetime.now(UTC).date()
    check_day(day, today)
    folder = data_folder(environ) / "daily"
    path = folder / f"{day.isoformat()}-{daily_link(edition)}{SUFFIX}"
    result = read_result(path)
    if result is None:
        screen.write(say(lang, "daily-title", day=day.isoformat()))
        request = _request(edition, day, path, pace)
        game = (resume_game if request.resume else start_game)(request, screen, lang, environ)
        # Only this command shows the streak, and marks to share, at the end.
        if not play_and_save(game, screen, lang, f"daily {daily_link(edition)} --day {day.isoformat()}"):
            return 0
        result = read_result(path)
    if result is not None:
        screen.write("", *describe_result(result, streak(load_results(folder), today), lang))
    return 0


def _request(edition: Edition, day: date, path: Path, pace: str | None) -> GameRequest:
    """The round with a bot in every seat but the last, as on a server, and the code set in advance."""
    if path.exists():
        return GameRequest(resume=str(path), pace=pace)
    practice = as_daily(edition)
    dealt = practice.dealt
    code = Deal(daily_parts(practice, day)) if dealt else SetCode(daily_code(practice, day))
    return GameRequest(
        practice,
        (*[DEFAULT_BOT] * (practice.seats - 1), PERSON),
        file=path,
        pace=pace,
        headers=((DAILY_HEADER, day.isoformat()),),
        lines=(Line(TABLE if dealt else 1, code, 0),),
    )


def read_result(path: Path) -> PlayedDaily | None:
    """The result of a daily in this file; None if there is no such file, or the round is not over."""
    try:
        return _result_of(replay_file(path)) if path.exists() else None
    except ReadError:
        return None


def load_results(folder: Path) -> list[PlayedDaily]:
    """The results of all dailies in this folder."""
    return [result for path in sorted(folder.glob(f"*{SUFFIX}")) if (result := read_result(path)) is not None]


def _result_of(replay: Replay) -> PlayedDaily | None:
    header, finished = replay.record.header(DAILY_HEADER), replay.state.finished
    if header is None or not finished:
        return None
    edition, seat = replay.record.edition, replay.record.edition.default_breaker
    rows = [row for board in finished[0].boards for row in board.rows if row.seat == seat]
    return PlayedDaily(
        edition,
        read_day(header),
        tuple(tuple(given.mark for given in row.marks) for row in rows),
        finished[0].guesses_to_find(seat) is not None,
        not (replay.record.header("Started") or "").startswith(header),
    )


def streak(results: list[PlayedDaily], today: date) -> int:
    """On how many days in a row a code was found on its day: up to today, or to yesterday while today's is open."""
    cracked = {result.day for result in results if result.is_cracked and not result.is_late}
    day = today if today in cracked else today - timedelta(days=1)
    days = 0
    while day - timedelta(days=days) in cracked:
        days += 1
    return days


def describe_result(result: PlayedDaily, days: int, lang: str) -> list[str]:
    """The streak, and the text to share."""
    if result.is_late:
        standing = say(lang, "daily-late-line")
    else:
        standing = say(lang, "streak", count=days) if days else say(lang, "streak-none")
    book = find_rulebook(result.edition.id)
    return [
        standing,
        say(lang, "daily-share"),
        "",
        f"Keypeg, {edition_name(book, lang)}, {result.day.isoformat()}",
        result_sentence(len(result.rows), result.is_cracked, lang),
        *aligned_marks(result.rows, book.red_keys),
    ]
