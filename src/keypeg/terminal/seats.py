"""The seats of a game in line mode: who sits where, from the command line, from questions or from a record."""

from collections.abc import Iterator
from typing import NamedTuple

from keypeg.contests.driver import check_seats
from keypeg.core.edition import Edition
from keypeg.core.errors import ReadError, RuleError
from keypeg.i18n.catalogue import LANGUAGES, say
from keypeg.i18n.seat_text import PERSON, any_bot_word, kind_word
from keypeg.i18n.typed_words import fold_word
from keypeg.players import Player
from keypeg.players.bot_names import OTHER_NAMES, bot_name
from keypeg.players.registry import REFERENCE_ONLY, find_player, player_names, uses_solver
from keypeg.players.solver_choice import kernels_for
from keypeg.players.source_files import is_in_file
from keypeg.records.record import Record, clean
from keypeg.solver.readiness import must_compile
from keypeg.terminal.background_compiler import compile_in_background
from keypeg.terminal.prompts import ask_until_valid
from keypeg.terminal.screen import Screen

DEFAULT_BOT = "casual"
"""The bot that plays where only “computer” is asked for."""

DEVIL = "devil"
"""The bot with a warning of its own, which explains how it chooses its code."""

OLD_KINDS = {"computer": DEFAULT_BOT, "novice": "beginner"}
"""The kinds of seats in older records, and what they are called now."""


class Seat(NamedTuple):
    """A seat of a game in line mode."""

    name: str
    kind: str
    """`person`, or the name of a bot."""
    player: Player | None = None
    """The bot, if the game is to be played."""

    @property
    def is_person(self) -> bool:
        """Whether a person sits here."""
        return self.kind == PERSON


def read_kind(text: str, lang: str) -> str:
    """Read the kind of a seat, in any language; unique first letters are enough."""
    return _match_kind(text, (PERSON, *player_names()), lang)


def read_player(text: str, lang: str) -> str:
    """Read the name of a bot; one in a file, and those that exist only for comparison, are allowed too."""
    return text if text in REFERENCE_ONLY or is_in_file(text) else _match_kind(text, player_names(), lang)


def _match_kind(text: str, kinds: tuple[str, ...], lang: str) -> str:
    folded = fold_word(text)
    if _fixed_letters().get(folded) in kinds:
        return _fixed_letters()[folded]
    # The player's own language comes first: “d” is the devil in English, though a beginner is « débutant » in French.
    languages = sorted(LANGUAGES, key=lambda other: other != lang)
    words = [list(_typed_words(kinds, language)) for language in languages]
    exact = [kind for typed_words in words for word, kind in typed_words if word == folded]
    if exact:
        return exact[0]
    prefixed = [{kind for word, kind in typed_words if word.startswith(folded)} for typed_words in words]
    matches = next(filter(None, prefixed), set())
    if len(matches) == 1:
        return matches.pop()
    raise ReadError("unknown-player", text=text, players=", ".join(kind_word(kind, lang) for kind in kinds))


def _fixed_letters() -> dict[str, str]:
    """Letters with a fixed meaning, whatever else begins with them: person, computer, ordinateur."""
    bots = {fold_word(any_bot_word(lang))[0]: DEFAULT_BOT for lang in LANGUAGES}
    return bots | {fold_word(kind_word(PERSON, lang))[0]: PERSON for lang in LANGUAGES}


def _typed_words(kinds: tuple[str, ...], lang: str) -> Iterator[tuple[str, str]]:
    """Every word that can be typed in this language, and the kind that it means."""
    yield fold_word(any_bot_word(lang)), DEFAULT_BOT
    for kind in kinds:
        yield fold_word(kind_word(kind, lang)), kind


def seat_players(
    edition: Edition, kinds: tuple[str, ...], names: tuple[str, ...], screen: Screen, lang: str
) -> tuple[Seat, ...]:
    """The seats of a new game; asks for their kinds if none are given."""
    for choices in (kinds, names):
        if choices and len(choices) != edition.seats:
            raise ReadError("wrong-players", given=len(choices), seats=edition.seats)
    seats: list[Seat] = []
    for number in range(1, edition.seats + 1):
        kind = read_kind(kinds[number - 1], lang) if kinds else _ask_kind(edition, number, screen, lang)
        taken = tuple(other.name for other in seats)
        name = read_name(names[number - 1], taken) if names else ""
        if not name:
            name = default_name(kind, number, lang, (*taken, *map(clean, names)))
            if kind == PERSON and not kinds and not names and screen.is_conversation:
                name = _ask_name(number, name, taken, screen, lang)
        seats.append(Seat(name, kind, _load_player(edition, kind, lang)))
    return tuple(seats)


def read_name(text: str, taken: tuple[str, ...]) -> str:
    """A player's name as records can contain it. Raises `ReadError` if another player has it."""
    name = clean(text)
    if name and name in taken:
        raise ReadError("same-name", name=name)
    return name


def _ask_name(seat: int, default: str, taken: tuple[str, ...], screen: Screen, lang: str) -> str:
    def read(text: str) -> str:
        return read_name(text, taken) or default

    return ask_until_valid(screen, lang, "pick-name", read, seat=seat, default=default)


def default_name(kind: str, seat: int, lang: str, taken: tuple[str, ...] = ()) -> str:
    """The name of a player who has not given one: a bot has a name of its own, the same in every game."""
    if kind == PERSON:
        return say(lang, "player", seat=seat)
    names = [bot_name(kind, seat + further) for further in range(len(OTHER_NAMES))]
    return next((name for name in names if name not in taken), f"{names[0]} {seat}")


def players_line(seats: tuple[Seat, ...], lang: str) -> str:
    """Who sits at the table: people by name, bots by name and level."""
    return say(lang, "at-the-table", players=" · ".join(_name_and_level(seat, lang) for seat in seats))


def _name_and_level(seat: Seat, lang: str) -> str:
    if seat.is_person:
        return seat.name
    return say(lang, "bot-and-level", name=seat.name, level=kind_word(seat.kind, lang))


def _ask_kind(edition: Edition, seat: int, screen: Screen, lang: str) -> str:
    # One person who breaks first against the computer is the usual way to try a game.
    default = PERSON if seat == 2 else DEFAULT_BOT

    def read(text: str) -> str:
        kind = read_kind(text, lang) if text else default
        _load_player(edition, kind, lang)
        return kind

    players = ", ".join(kind_word(name, lang) for name in player_names())
    return ask_until_valid(
        screen, lang, "pick-seat", read, seat=seat, players=players, default=kind_word(default, lang)
    )


def _load_player(edition: Edition, kind: str, lang: str) -> Player | None:
    """The bot of this kind; None for a person. Raises `KeypegError` if it cannot be loaded or cannot play here."""
    if kind == PERSON:
        return None
    player = find_player(kind)
    try:
        check_seats(edition, {1: player})
    except RuleError as error:
        raise RuleError(error.code, **{**error.details, "name": kind_word(kind, lang)}) from error
    return player


def recorded_seats(record: Record, lang: str) -> tuple[Seat, ...]:
    """The seats in a record; seats without a kind are people."""
    seats = []
    for number in range(1, record.edition.seats + 1):
        kind = record.header(f"Kind {number}") or PERSON
        name = record.player(number) or default_name(PERSON, number, lang)
        seats.append(Seat(name, OLD_KINDS.get(kind, kind)))
    return tuple(seats)


def resumed_seats(record: Record, file: str, lang: str) -> tuple[Seat, ...]:
    """The seats in a record, with their bots. Raises `ReadError` if a bot is not installed."""
    seats = []
    for number, seat in enumerate(recorded_seats(record, lang), 1):
        try:
            seats.append(seat._replace(player=_load_player(record.edition, seat.kind, lang)))
        except ReadError as error:
            if error.code != "unknown-player":
                raise
            raise ReadError("player-missing", file=file, seat=number, name=seat.kind) from error
    return tuple(seats)


def prepare_bots(seats: tuple[Seat, ...], edition: Edition, lang: str) -> None:
    """Compile the solver, if one of the bots uses it: in the background, or first if it may not play without."""
    if not any(uses_solver(seat.kind) for seat in seats):
        return
    if must_compile():
        from keypeg.terminal import progress  # imported here so that other games do not load the solver

        progress.prepare_solver(None, lang)
    else:
        compile_in_background(kernels_for(edition))


def bot_warnings(seats: tuple[Seat, ...], lang: str) -> list[str]:
    """What players should know about their opponents before they play: which bots never commit to a code."""
    return [
        say(lang, "devil-explained" if seat.kind == DEVIL else "never-commits", name=seat.name)
        for seat in seats
        if seat.player is not None and not seat.player.keeps_code
    ]
