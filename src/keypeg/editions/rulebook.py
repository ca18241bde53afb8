"""A rulebook: an edition's identifier and options, and the function that builds it. Its names are in the catalogue."""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from enum import Enum

from keypeg.core.edition import Edition, as_practice
from keypeg.core.errors import KeypegError, RuleError
from keypeg.editions.options import PRACTICE, Choices, Option


class Material(Enum):
    """What an edition is played with. The rules use the words of the material: its name is part of their keys."""

    PEGS = "pegs"
    """Pegs in holes, marked with key pegs."""
    TILES = "tiles"
    """Tiles, marked with black and white tiles."""
    RINGS = "rings"
    """Rings on rods, marked with key pegs."""
    CARS = "cars"
    """Toy cars, the secret ones under a bridge, marked with number cards."""
    SLIDERS = "sliders"
    """Pegs in holes, marked with a white and a red slider."""


SHARED_DECISIONS = frozenset({"section.leaving", "first", "draw", "wrong.claim", "wrong.false", "wrong.audit"}) | {
    *("wrong.warned", "wrong.ends"),
}
"""What every rulebook leaves open, and Keypeg decides for all of them alike; see docs/house-decisions.md."""


@dataclass(frozen=True)
class Rulebook:
    """An edition before its options are chosen."""

    id: str
    """Its identifier on the command line, in records and in links."""
    year: int | None
    """The year of the rulebook; None if it names none."""
    seats: tuple[int, ...]
    """The numbers of seats it can be played with."""
    options: tuple[Option, ...]
    build: Callable[[Choices], Edition]
    """Builds the edition from the choices."""

    red_keys: bool = False
    """Whether its key pegs for colour and place are red; they are marked and written like black ones."""
    material: Material = Material.PEGS
    """What it is played with."""
    decisions: frozenset[str] = SHARED_DECISIONS
    """The sentences of its rules that are house decisions: their keys, without `rules.`, or the first parts of them.

    `section.NAME` stands for a whole section, `default.OPTION` for the usual value of an option;
    `default.OPTION.PARITY` only where the number of rounds has this parity."""
    example: tuple[str, str] | None = None
    """The secret and the guess of the rulebook's own worked example, in letters."""
    sheet_example: tuple[str, ...] = ()
    """The guesses, at the secret of `example`, of the round on the rulebook's own score sheet."""

    def offer(self, chosen: Mapping[str, str]) -> tuple[dict[str, str], dict[str, tuple[str, ...]]]:
        """The chosen values that go together; and for each option the values that go with those before it.

        The rules themselves are asked, so that nothing is offered that they refuse: an even number of rounds only, say.
        """
        accepted: dict[str, str] = {}
        offered: dict[str, tuple[str, ...]] = {}
        for option in self.options:
            name = option.name
            offered[name] = tuple(value for value in option.all_values if self._allows(accepted | {name: value}))
            if chosen.get(name) in offered[name]:
                accepted[name] = chosen[name]
        return accepted, offered

    def guessing_options(self, chosen: Mapping[str, str]) -> tuple[str, ...]:
        """The options that change the guessing game: codes, guesses or marks, but not points, rows or rounds."""
        accepted, offered = self.offer(chosen)
        changing = []
        earlier: dict[str, str] = {}
        for option in self.options:
            name = option.name
            games = {_guessing_game(self.choose(earlier | {name: value})) for value in offered[name]}
            if len(games) > 1:
                changing.append(name)
            if name in accepted:
                earlier[name] = accepted[name]
        return tuple(changing)

    def _allows(self, chosen: Mapping[str, str]) -> bool:
        try:
            self.choose(chosen)
        except KeypegError:
            return False
        return True

    def choose(self, chosen: Mapping[str, str] | None = None) -> Edition:
        """The edition with these options and defaults for the rest. Raises `KeypegError` if they are not allowed."""
        choices = Choices(self.id, self.options, chosen or {})
        edition = self.build(choices)
        if not choices.flag(PRACTICE.name):
            return edition
        if any(name == "rounds" for name, _ in choices.changed):
            raise RuleError("practice-is-one-round")
        return as_practice(edition)


def _guessing_game(edition: Edition) -> Hashable:
    """All that a breaker's guesses depend on. Where parts are dealt, these come from every other seat."""
    spaces = {(edition.secret_space(seat), edition.guess_space(seat)) for seat in range(1, edition.seats + 1)}
    dealt = (edition.seats, edition.secrets.parts, edition.secrets.counters) if edition.dealt else None
    return frozenset(spaces), edition.marking, dealt
