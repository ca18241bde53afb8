"""Who sits where: people, and computers by the names of their players, as wished, as answered or as kept."""

from collections.abc import Iterator
from typing import NamedTuple

from keypeg.bots.driver import check_seats
from keypeg.core.edition import Edition
from keypeg.core.errors import ReadError, RuleError
from keypeg.i18n.catalogue import LANGUAGES, say
from keypeg.i18n.seat_text import PERSON, computer_word, kind_word
from keypeg.i18n.typed_words import plain
from keypeg.players import Player
from keypeg.players.registry import TO_COMPARE, find_player, player_names, uses_solver
from keypeg.records.record import Record, clean
from keypeg.terminal.prompts import ask_until
from keypeg.terminal.screen import Screen

USUAL = "casual"
"""The player whom a computer is, where nobody says which."""

DEVIL = "devil"
"""The player of whom it is also told how it chooses."""

BEFORE_LEVELS = "computer"
"""What records say of a computer that were kept when there was only one."""


class Seat(NamedTuple):
    """Who sits where."""

    name: str
    kind: str
    """`person`, or the name of the player that the computer is."""
    player: Player | None = None
    """That player, where it is to play."""

    @property
    def person(self) -> bool:
        """Whether a person sits here."""
        return self.kind == PERSON


def read_kind(text: str, lang: str) -> str:
    """The kind of a seat from what was typed, in either language; the first letters suffice where they are unique."""
    return _read(text, (PERSON, *player_names()), lang)


def read_player(text: str, lang: str) -> str:
    """The same where only computers play; those too who are there to be compared with."""
    return text if text in TO_COMPARE else _read(text, player_names(), lang)


def _read(text: str, kinds: tuple[str, ...], lang: str) -> str:
    typed = plain(text)
    if _letters().get(typed) in kinds:
        return _letters()[typed]
    # One's own language first: “d” is the devil in English, though a beginner is « débutant ».
    languages = sorted(LANGUAGES, key=lambda other: other != lang)
    words = [list(_words(kinds, language)) for language in languages]
    exact = [kind for listed in words for word, kind in listed if word == typed]
    if exact:
        return exact[0]
    begun = [{kind for word, kind in listed if word.startswith(typed)} for listed in words]
    found = next(filter(None, begun), set())
    if len(found) == 1:
        return found.pop()
    raise ReadError("unknown-player", text=text, players=", ".join(kind_word(kind, lang) for kind in kinds))


def _letters() -> dict[str, str]:
    """Letters that always mean the same, whatever else begins with them: person, computer, ordinateur."""
    computers = {plain(computer_word(lang))[0]: USUAL for lang in LANGUAGES}
    return computers | {plain(kind_word(PERSON, lang))[0]: PERSON for lang in LANGUAGES}


def _words(kinds: tuple[str, ...], lang: str) -> Iterator[tuple[str, str]]:
    """Everything that can be typed in this language, and the kind that it means."""
    yield plain(computer_word(lang)), USUAL
    for kind in kinds:
        yield plain(kind_word(kind, lang)), kind


def seat_players(
    edition: Edition, kinds: tuple[str, ...], names: tuple[str, ...], screen: Screen, lang: str
) -> tuple[Seat, ...]:
    """Who sits where: as wished, or where no kinds are given, as answered."""
    for wished in (kinds, names):
        if wished and len(wished) != edition.seats:
            raise ReadError("wrong-players", given=len(wished), seats=edition.seats)
    seats: list[Seat] = []
    for number in range(1, edition.seats + 1):
        kind = read_kind(kinds[number - 1], lang) if kinds else _ask_kind(edition, number, screen, lang)
        name = clean(names[number - 1]) if names else ""
        if name and name in (other.name for other in seats):
            raise ReadError("same-name", name=name)
        seats.append(Seat(name or usual_name(kind, number, lang), kind, _player(edition, kind, lang)))
    return tuple(seats)


def usual_name(kind: str, seat: int, lang: str) -> str:
    """What somebody is called who has no name."""
    if kind == PERSON:
        return say(lang, "player", seat=seat)
    word = kind_word(kind, lang)
    return say(lang, "computer-name", player=word[:1].upper() + word[1:], seat=seat)


def _ask_kind(edition: Edition, seat: int, screen: Screen, lang: str) -> str:
    # One person against the computer, breaking first: the usual way to try a game.
    default = PERSON if seat == 2 else USUAL

    def read(text: str) -> str:
        kind = read_kind(text, lang) if text else default
        _player(edition, kind, lang)
        return kind

    players = ", ".join(kind_word(name, lang) for name in player_names())
    return ask_until(screen, lang, "pick-seat", read, seat=seat, players=players, default=kind_word(default, lang))


def _player(edition: Edition, kind: str, lang: str) -> Player | None:
    """The player of this kind, None for a person. Raises the reason if it cannot be had, or cannot play here."""
    if kind == PERSON:
        return None
    player = find_player(kind)
    try:
        check_seats(edition, {1: player})
    except RuleError as error:
        raise RuleError(error.code, **{**error.details, "name": kind_word(kind, lang)}) from error
    return player


def seats_of(record: Record, lang: str) -> tuple[Seat, ...]:
    """Who sat where, as far as the record says; people where it does not."""
    seats = []
    for number in range(1, record.edition.seats + 1):
        kind = record.header(f"Kind {number}") or PERSON
        kind = USUAL if kind == BEFORE_LEVELS else kind
        seats.append(Seat(record.player(number) or usual_name(PERSON, number, lang), kind))
    return tuple(seats)


def seats_again(record: Record, file: str, lang: str) -> tuple[Seat, ...]:
    """Those who sat there, to play on. Raises `ReadError` if a player of the record is not to be had here."""
    seats = []
    for number, seat in enumerate(seats_of(record, lang), 1):
        try:
            seats.append(seat._replace(player=_player(record.edition, seat.kind, lang)))
        except ReadError as error:
            if error.code != "unknown-player":
                raise
            raise ReadError("player-missing", file=file, seat=number, name=seat.kind) from error
    return tuple(seats)


def get_ready(seats: tuple[Seat, ...], lang: str) -> None:
    """Have the solver compiled before the game begins, if one of the computers uses it."""
    if any(uses_solver(seat.kind) for seat in seats):
        from keypeg.terminal import progress  # only then: whoever plays without the solver need not have it

        progress.get_ready(None, lang)


def introductions(seats: tuple[Seat, ...], lang: str) -> list[str]:
    """What people must know of their opponents before they play them: who of them never commits to a code."""
    return [
        say(lang, "devil-explained" if seat.kind == DEVIL else "never-commits", name=seat.name)
        for seat in seats
        if seat.player is not None and not seat.player.commits
    ]
