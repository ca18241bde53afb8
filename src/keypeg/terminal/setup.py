"""Setting up a line-mode game: which edition, who sits where, a new record or one to go on with."""

import shlex
import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from keypeg.core.edition import Edition
from keypeg.core.errors import KeypegError, ReadError
from keypeg.editions import RULEBOOKS, find_rulebook
from keypeg.editions.rulebook import Rulebook
from keypeg.i18n.catalogue import count, say
from keypeg.i18n.edition_text import edition_line, edition_name
from keypeg.i18n.error_text import explain
from keypeg.records.edition_links import read_edition, read_options
from keypeg.records.file_errors import read_bytes
from keypeg.records.record import Fault, ReadRecord, Record, clean, write_record
from keypeg.records.replay import Replay, replay, replay_bytes
from keypeg.terminal.autosave import CONTINUES, Autosave, begin_file, data_folder, latest_unfinished
from keypeg.terminal.command_hints import analysis_of, program
from keypeg.terminal.line_game import LineGame
from keypeg.terminal.prompts import ask_until
from keypeg.terminal.screen import Quit, Screen
from keypeg.terminal.seats import get_ready, introductions, seat_players, seats_again

DEFAULT_EDITION = "classic"

LATEST = ""
"""Said in place of a file: the game that was kept last."""

LAST_MOMENT = 999_999_999_999
"""The last time that a record can name, in milliseconds."""


class GameRequest(NamedTuple):
    """What was asked for on the command line."""

    edition: Edition | None = None
    kinds: tuple[str, ...] = ()
    """For each seat, `person` or the name of a player; empty to be asked."""
    names: tuple[str, ...] = ()
    file: Path | None = None
    """Where to keep the record; None for a file of its own in the person's data folder."""
    resume: str | None = None
    """The file of a game to go on with, or `LATEST`; None to begin a new one."""
    seed: str = ""


def play(wishes: GameRequest, screen: Screen, lang: str, environ: Mapping[str, str]) -> int:
    """Set up a game and play it. Returns the exit status."""
    begin = _begin if wishes.resume is None else _resume
    try:
        game = begin(wishes, screen, lang, environ)
    except (Quit, KeyboardInterrupt):
        screen.write("", say(lang, "goodbye"))
        return 0
    file = shlex.quote(str(game.keeper.path))
    try:
        game.play()
    except (Quit, KeyboardInterrupt):
        screen.clear()
        screen.write("", say(lang, "saved", command=program(), file=file))
        return 0
    except KeypegError:
        # A player has failed, or nothing more can be written: why is for the command to say.
        game.show_news()
        screen.write("", say(lang, "saved", command=program(), file=file))
        raise
    finally:
        game.keeper.close()
    screen.write(say(lang, "kept", file=file))
    if command := analysis_of(game.state.edition, game.keeper.path):
        screen.write(say(lang, "look-back-match", command=command))
    return 0


def _begin(wishes: GameRequest, screen: Screen, lang: str, environ: Mapping[str, str]) -> LineGame:
    edition = wishes.edition or ask_edition(screen, lang)
    seats = seat_players(edition, wishes.kinds, wishes.names, screen, lang)
    get_ready(seats, lang)
    now = datetime.now(UTC)
    headers = [("Started", now.strftime("%Y-%m-%dT%H:%M:%SZ")), ("Seed", clean(wishes.seed) or str(time.time_ns()))]
    for number, seat in enumerate(seats, 1):
        headers += [(f"Seat {number}", seat.name), (f"Kind {number}", seat.kind)]
    record = Record(edition, tuple(headers))
    if wishes.file is not None:
        keeper = Autosave(wishes.file, record, fresh=True)
    else:
        keeper = begin_file(data_folder(environ) / "games", record, now)
    screen.write(say(lang, "welcome", edition=edition_name(find_rulebook(edition.id), lang)), say(lang, "welcome-help"))
    screen.write(*introductions(seats, lang))
    return LineGame(screen, keeper, replay(ReadRecord(record, (), None)), seats, lang, clock_from(0))


def _resume(wishes: GameRequest, screen: Screen, lang: str, environ: Mapping[str, str]) -> LineGame:
    if wishes.edition is not None or wishes.file is not None or wishes.kinds or wishes.names:
        raise ReadError("resume-alone")
    folder = data_folder(environ) / "games"
    path = latest_unfinished(folder) if wishes.resume == LATEST else Path(wishes.resume or "")
    content = read_bytes(path)
    found = _held(content, str(path))
    if found.state.outcome is not None:
        raise ReadError("match-already-over", file=str(path))
    seats = seats_again(found.record, str(path), lang)
    get_ready(seats, lang)
    if content == write_record(found.record).encode("utf-8"):
        keeper = Autosave(path, found.record, fresh=False)
    else:
        # A file that is damaged, or that somebody has edited, is left as it is; what holds good begins a new one.
        headers = tuple(header for header in found.record.headers if header[0] != CONTINUES)
        record = found.record._replace(headers=(*headers, (CONTINUES, path.name)))
        keeper = begin_file(folder, record, datetime.now(UTC))
    if found.fault is None:
        screen.write(say(lang, "resumed", actions=count(lang, "actions", len(found.steps)), file=keeper.path))
    else:
        fault = f"{found.fault.file}:{found.fault.line}: {explain(found.fault.error, lang)}"
        screen.write(say(lang, "resumed-before", problem=fault, file=keeper.path))
    screen.write(*introductions(seats, lang))
    times = [line.time for line in found.record.lines if line.time is not None]
    return LineGame(screen, keeper, found, seats, lang, clock_from(times[-1] if times else 0))


def _held(content: bytes, file: str) -> Replay:
    """The record as far as it holds good; a last line that was not written to its end does not."""
    whole, _, rest = content.rpartition(b"\n")
    found = replay_bytes(content, file)
    if not rest or found.fault is not None or not found.record.lines:
        return found
    fault = Fault(file, content.count(b"\n") + 1, ReadError("unfinished-line"))
    return replay_bytes(whole + b"\n", file)._replace(fault=fault)


def clock_from(milliseconds: int) -> Callable[[], int]:
    """A clock that goes on from there."""
    started = time.monotonic_ns()
    return lambda: min(milliseconds + (time.monotonic_ns() - started) // 1_000_000, LAST_MOMENT)


def ask_edition(screen: Screen, lang: str) -> Edition:
    """Let a person choose an edition from the list, and its options."""
    for number, listed in enumerate(RULEBOOKS.values(), 1):
        screen.write(f"  {number}  {edition_name(listed, lang)} – {edition_line(listed, lang)}")
    default = list(RULEBOOKS).index(DEFAULT_EDITION) + 1
    book = ask_until(screen, lang, "pick-edition", _read_book, default=default)
    if isinstance(book, Edition):
        return book
    usual = [f"{option.name}={option.default_in(book.options)}" for option in book.options]
    screen.write(say(lang, "options-are", options=" ".join(usual)))
    return ask_until(
        screen, lang, "pick-options", lambda text: book.choose(read_options(text.split())), example=usual[0]
    )


def _read_book(text: str) -> Rulebook | Edition:
    books = list(RULEBOOKS.values())
    if "~" in text:
        return read_edition(text)
    if text.isascii() and text.isdigit() and 0 < int(text[:3]) <= len(books):
        return books[int(text[:3]) - 1]
    return find_rulebook(text or DEFAULT_EDITION)
