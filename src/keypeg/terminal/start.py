"""Setting up a line-mode game: which edition, who sits where, a new record or one to go on with."""

import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import NamedTuple

from keypeg.core.edition import Edition
from keypeg.core.errors import KeypegError, ReadError
from keypeg.core.state import State
from keypeg.editions import RULEBOOKS, find_rulebook
from keypeg.records.record import Reading, Record
from keypeg.records.replay import Replay, replay, replay_file
from keypeg.terminal.keep import Keeper, data_folder, latest_unfinished, new_path
from keypeg.terminal.line import LineGame, Seat
from keypeg.terminal.screen import Quit, Screen
from keypeg.texts.catalogue import say
from keypeg.texts.errors import explain

DEFAULT_EDITION = "classic"
KINDS = {"person": True, "computer": False}


class Wishes(NamedTuple):
    """What was asked for on the command line."""

    edition: Edition | None = None
    kinds: tuple[str, ...] = ()
    """For each seat, `person` or `computer`; empty to be asked."""
    names: tuple[str, ...] = ()
    file: Path | None = None
    """Where to keep the record; None for a file of its own in the person's data folder."""
    resume: Path | None = None
    resume_latest: bool = False
    seed: str = ""


def play(wishes: Wishes, screen: Screen, lang: str, environ: Mapping[str, str]) -> int:
    """Set up a game and play it. Returns the exit status."""
    try:
        game = _resume(wishes, screen, lang, environ) if _resuming(wishes) else _begin(wishes, screen, lang, environ)
    except Quit:
        screen.write(say(lang, "goodbye"))
        return 0
    try:
        game.play()
    except (Quit, KeyboardInterrupt):
        screen.clear()
        screen.write("", say(lang, "saved", file=game.keeper.path))
        return 0
    finally:
        game.keeper.close()
    screen.write(say(lang, "kept", file=game.keeper.path))
    return 0


def _resuming(wishes: Wishes) -> bool:
    return wishes.resume is not None or wishes.resume_latest


def _begin(wishes: Wishes, screen: Screen, lang: str, environ: Mapping[str, str]) -> LineGame:
    edition = wishes.edition or ask_edition(screen, lang)
    seats = seat_players(edition, wishes, screen, lang)
    now = datetime.now(UTC)
    headers = [("Started", now.strftime("%Y-%m-%dT%H:%M:%SZ")), ("Seed", wishes.seed or str(time.time_ns()))]
    for number, seat in enumerate(seats, 1):
        headers += [(f"Seat {number}", seat.name), (f"Kind {number}", "person" if seat.person else "computer")]
    record = Record(edition, tuple(headers))
    path = wishes.file or new_path(data_folder(environ) / "games", now)
    keeper = Keeper(path, record, fresh=True)
    screen.write(say(lang, "welcome", edition=getattr(find_rulebook(edition.id).name, lang)), say(lang, "help-hint"))
    return _game(replay(Reading(record, (), None)), keeper, seats, screen, lang)


def _resume(wishes: Wishes, screen: Screen, lang: str, environ: Mapping[str, str]) -> LineGame:
    folder = data_folder(environ) / "games"
    path = wishes.resume or latest_unfinished(folder)
    found = replay_file(path)
    if found.state.outcome is not None:
        raise ReadError("match-already-over", file=str(path))
    if found.problem is None:
        keeper = Keeper(path, found.record, fresh=False)
        screen.write(say(lang, "resumed", actions=len(found.steps), file=path))
    else:
        # The damaged file is left as it is; what holds good of it begins a file of its own.
        problem = f"{found.problem.file}:{found.problem.line}: {explain(found.problem.error, lang)}"
        keeper = Keeper(new_path(folder, datetime.now(UTC)), found.record, fresh=True)
        screen.write(say(lang, "resumed-before", problem=problem))
    return _game(found, keeper, seats_of(found.record, lang), screen, lang)


def _game(found: Replay, keeper: Keeper, seats: tuple[Seat, ...], screen: Screen, lang: str) -> LineGame:
    seed = found.record.header("Seed") or ""
    done = [line.time for line in found.record.lines if line.time is not None]
    game = LineGame(screen, keeper, found.state, seats, lang, Random, clock_from(done[-1] if done else 0))
    # Chance depends on the seed and on how far the game is, so a game that is continued goes on as it would have.
    game.random_for = lambda: Random(f"{seed}/{progress(game.state)}")
    return game


def progress(state: State) -> str:
    """How far a game is: a different text after every action."""
    now = state.round
    return f"{len(state.finished)}/{now.arrivals}/{sum(code is not None for code in now.codes)}/{len(now.answers)}"


def clock_from(milliseconds: int) -> Callable[[], int]:
    """A clock that goes on from there."""
    started = time.monotonic_ns()
    return lambda: milliseconds + (time.monotonic_ns() - started) // 1_000_000


def seats_of(record: Record, lang: str) -> tuple[Seat, ...]:
    """Who sat where, as far as the record says; people where it does not."""
    return tuple(
        Seat(record.player(seat) or say(lang, "player", seat=seat), record.header(f"Kind {seat}") != "computer")
        for seat in range(1, record.edition.seats + 1)
    )


def ask_edition(screen: Screen, lang: str) -> Edition:
    """Let a person choose an edition from the list."""
    ids = list(RULEBOOKS)
    for number, book in enumerate(RULEBOOKS.values(), 1):
        screen.write(f"  {number}  {getattr(book.name, lang):<34} {getattr(book.line, lang)}")
    while True:
        text = screen.ask(say(lang, "pick-edition", default=ids.index(DEFAULT_EDITION) + 1)).strip()
        try:
            if not text:
                return find_rulebook(DEFAULT_EDITION).choose()
            if text.isascii() and text.isdigit() and 0 < int(text[:3]) <= len(ids):
                return find_rulebook(ids[int(text[:3]) - 1]).choose()
            return find_rulebook(text).choose()
        except KeypegError as error:
            screen.write(explain(error, lang))


def seat_players(edition: Edition, wishes: Wishes, screen: Screen, lang: str) -> tuple[Seat, ...]:
    """Who sits where: as wished, or as answered."""
    for wished in (wishes.kinds, wishes.names):
        if wished and len(wished) != edition.seats:
            raise ReadError("wrong-players", given=len(wished), seats=edition.seats)
    seats = []
    for seat in range(1, edition.seats + 1):
        person = _person(seat, edition, wishes, screen, lang)
        usual = say(lang, "player" if person else "computer", seat=seat)
        seats.append(Seat(wishes.names[seat - 1] if wishes.names else usual, person))
    return tuple(seats)


def _person(seat: int, edition: Edition, wishes: Wishes, screen: Screen, lang: str) -> bool:
    if wishes.kinds:
        kind = wishes.kinds[seat - 1]
        if kind not in KINDS:
            raise ReadError("unknown-player", text=kind)
        return KINDS[kind]
    # One person against the computer, breaking first: the usual way to try a game.
    usual = seat == 2
    letters = {"p": True, ("o" if lang == "fr" else "c"): False}
    default = next(letter for letter, person in letters.items() if person is usual)
    while True:
        text = screen.ask(say(lang, "pick-seat", seat=seat, default=default)).strip().lower() or default
        if text[:1] in letters:
            return letters[text[:1]]
        screen.write(say(lang, "pick-again", choices=", ".join(letters)))
