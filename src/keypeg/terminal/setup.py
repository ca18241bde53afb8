"""Sets up a game in line mode: its edition, its seats, and a new record or one to resume."""

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
from keypeg.i18n.edition_text import edition_line, edition_name, edition_title
from keypeg.i18n.error_text import explain
from keypeg.i18n.typed_words import fold_word, meanings, typed_commands
from keypeg.records.edition_links import read_edition
from keypeg.records.file_errors import read_bytes
from keypeg.records.record import Fault, Line, ReadRecord, Record, clean, write_record
from keypeg.records.replay import Replay, replay, replay_bytes
from keypeg.terminal.autosave import CONTINUES_HEADER, Autosave, create_autosave, data_folder, find_latest_unfinished
from keypeg.terminal.command_hints import analyse_command, program_name
from keypeg.terminal.line_game import LineGame
from keypeg.terminal.option_menu import ask_options
from keypeg.terminal.pace import choose_pace
from keypeg.terminal.prompts import ask_until_valid
from keypeg.terminal.screen import Quit, Screen
from keypeg.terminal.seats import bot_warnings, players_line, prepare_bots, resumed_seats, seat_players

DEFAULT_EDITION = "classic"

LATEST = ""
"""In place of a file: the latest unfinished game."""

MAX_TIME_MS = 999_999_999_999
"""The latest time that a record can contain, in milliseconds."""


class GameRequest(NamedTuple):
    """The game requested on the command line."""

    edition: Edition | None = None
    kinds: tuple[str, ...] = ()
    """For each seat, `person` or the name of a bot; empty to ask for them."""
    names: tuple[str, ...] = ()
    file: Path | None = None
    """The file for the record; None for a new file in the user's data folder."""
    resume: str | None = None
    """The file of a game to resume, or `LATEST`; None for a new game."""
    seed: str = ""
    pace: str | None = None
    """One of `PACES`; None for the pace of the environment or the usual one."""
    headers: tuple[tuple[str, str], ...] = ()
    """Further headers of the record."""
    lines: tuple[Line, ...] = ()
    """What has happened before the players begin."""


def play(request: GameRequest, screen: Screen, lang: str, environ: Mapping[str, str]) -> int:
    """Set up a game and play it, and others after it if the players want a rematch.

    Returns the exit status; `KeyboardInterrupt` passes through once the game is saved.
    """
    number = 1
    next_request: GameRequest | None = request
    while next_request is not None:
        game = _play_once(next_request, screen, lang, environ)
        number += 1
        next_request = None
        if game is not None and _want_rematch(game, screen, lang):
            next_request = _rematch(request, game, number)
    return 0


def _want_rematch(game: LineGame, screen: Screen, lang: str) -> bool:
    """Ask the people at a terminal whether to play again. The end of the input means no."""
    if not (screen.is_conversation and game.people):
        return False
    screen.write("")
    try:
        while True:
            typed = fold_word(screen.ask(say(lang, "play-again")))
            answer = "yes" if not typed else meanings(("yes", "no")).get(typed)
            if answer is not None:
                return answer == "yes"
    except Quit:
        return False


def _rematch(request: GameRequest, game: LineGame, number: int) -> GameRequest:
    """The same game with the same players, in a file of its own and with other chances: match 2, 3, …"""
    file = request.file and request.file.with_stem(f"{request.file.stem}-{number}")
    kinds, names = tuple(seat.kind for seat in game.seats), tuple(seat.name for seat in game.seats)
    seed = f"{request.seed} {number}" if request.seed else ""
    return GameRequest(game.state.edition, kinds, names, file, seed=seed, pace=request.pace)


def _play_once(request: GameRequest, screen: Screen, lang: str, environ: Mapping[str, str]) -> LineGame | None:
    """Set up a game and play it. Returns the game if it was played to the end."""
    start = start_game if request.resume is None else resume_game
    try:
        game = start(request, screen, lang, environ)
    except Quit:
        screen.write("", say(lang, "goodbye"))
        return None
    return game if play_and_save(game, screen, lang) else None


def play_and_save(game: LineGame, screen: Screen, lang: str, words: str = "") -> bool:
    """Play a game, and say where it is saved, and with which words after `keypeg` it is continued.

    Returns whether it was played to the end.
    """
    file = shlex.quote(str(game.autosave.path))
    resuming = f"{program_name()} {words or f'play --resume {file}'}"
    try:
        game.play()
    except (Quit, KeyboardInterrupt) as stopped:
        if game.shared:  # the next person at the screen must not see secrets
            screen.clear()
        screen.write("", say(lang, "saved", command=resuming))
        if isinstance(stopped, KeyboardInterrupt):
            raise
        return False
    except KeypegError:
        # A bot has failed, or the file cannot be written; the command line prints the reason.
        game.show_unread()
        screen.write("", say(lang, "saved", command=resuming))
        raise
    finally:
        game.autosave.close()
    screen.write(say(lang, "kept", file=file))
    if command := analyse_command(game.state.edition, game.autosave.path):
        screen.write(say(lang, "look-back-match", command=command))
    return True


def start_game(request: GameRequest, screen: Screen, lang: str, environ: Mapping[str, str]) -> LineGame:
    """Set up a new game. `Quit` passes through."""
    edition = request.edition or ask_edition(screen, lang)
    seats = seat_players(edition, request.kinds, request.names, screen, lang)
    prepare_bots(seats, edition, lang)
    now = datetime.now(UTC)
    headers = [("Started", now.strftime("%Y-%m-%dT%H:%M:%SZ")), ("Seed", clean(request.seed) or str(time.time_ns()))]
    for number, seat in enumerate(seats, 1):
        headers += [(f"Seat {number}", seat.name), (f"Kind {number}", seat.kind)]
    record = Record(edition, (*headers, *request.headers), request.lines)
    if request.file is not None:
        autosave = Autosave(request.file, record, is_new=True)
    else:
        autosave = create_autosave(data_folder(environ) / "games", record, now)
    screen.write(
        say(lang, "welcome", edition=edition_title(edition, lang)),
        players_line(seats, lang),
        _commands_line(lang),
    )
    screen.write(*bot_warnings(seats, lang))
    pace = choose_pace(request.pace, environ)
    begun = replay(ReadRecord(record, (0,) * len(record.lines), None))
    return LineGame(screen, autosave, begun, seats, lang, clock_starting_at(0), pace)


def _commands_line(lang: str) -> str:
    return say(lang, "welcome-help", **typed_commands(lang, "help", "hint", "quit"))


def resume_game(request: GameRequest, screen: Screen, lang: str, environ: Mapping[str, str]) -> LineGame:
    """Set up a game that a file contains."""
    if request.edition is not None or request.file is not None or request.kinds or request.names:
        raise ReadError("resume-takes-no-options")
    folder = data_folder(environ) / "games"
    path = find_latest_unfinished(folder) if request.resume == LATEST else Path(request.resume or "")
    content = read_bytes(path)
    game = _replay_complete_lines(content, str(path))
    if game.state.outcome is not None:
        raise ReadError("match-already-over", file=str(path))
    seats = resumed_seats(game.record, str(path), lang)
    prepare_bots(seats, game.state.edition, lang)
    if content == write_record(game.record).encode("utf-8"):
        autosave = Autosave(path, game.record, is_new=False)
    else:
        # A damaged or edited file is left unchanged; its valid part begins a new file.
        headers = tuple(header for header in game.record.headers if header[0] != CONTINUES_HEADER)
        record = game.record._replace(headers=(*headers, (CONTINUES_HEADER, path.name)))
        autosave = create_autosave(folder, record, datetime.now(UTC))
    if game.fault is None:
        screen.write(say(lang, "resumed", actions=count(lang, "actions", len(game.steps)), file=autosave.path))
    else:
        fault = f"{game.fault.file}:{game.fault.line}: {explain(game.fault.error, lang)}"
        screen.write(say(lang, "resumed-before", problem=fault, file=autosave.path))
    screen.write(players_line(seats, lang), _commands_line(lang), *bot_warnings(seats, lang))
    times = [line.time for line in game.record.lines if line.time is not None]
    clock = clock_starting_at(times[-1] if times else 0)
    return LineGame(screen, autosave, game, seats, lang, clock, choose_pace(request.pace, environ))


def _replay_complete_lines(content: bytes, file: str) -> Replay:
    """Replay the valid part of a record, without a last line that was not written completely."""
    complete_lines, _, last_line = content.rpartition(b"\n")
    game = replay_bytes(content, file)
    if not last_line or game.fault is not None or not game.record.lines:
        return game
    fault = Fault(file, content.count(b"\n") + 1, ReadError("unfinished-line"))
    return replay_bytes(complete_lines + b"\n", file)._replace(fault=fault)


def clock_starting_at(milliseconds: int) -> Callable[[], int]:
    """A clock in milliseconds that starts at this time."""
    started = time.monotonic_ns()
    return lambda: min(milliseconds + (time.monotonic_ns() - started) // 1_000_000, MAX_TIME_MS)


def ask_edition(screen: Screen, lang: str) -> Edition:
    """Let the player choose an edition from the list, and its options."""
    for number, rulebook in enumerate(RULEBOOKS.values(), 1):
        screen.write(f"  {number}  {edition_name(rulebook, lang)} – {edition_line(rulebook, lang)}")
    default = list(RULEBOOKS).index(DEFAULT_EDITION) + 1
    book = ask_until_valid(screen, lang, "pick-edition", _read_book, default=default)
    if isinstance(book, Edition):
        return book
    return ask_options(book, screen, lang)


def _read_book(text: str) -> Rulebook | Edition:
    books = list(RULEBOOKS.values())
    if "~" in text:
        return read_edition(text)
    if text.isascii() and text.isdigit() and 0 < int(text[:3]) <= len(books):
        return books[int(text[:3]) - 1]
    return find_rulebook(text or DEFAULT_EDITION)
