"""A rulebook: an edition's identifier and options, and the function that builds it. Its names are in the catalogue."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from keypeg.core.edition import Edition
from keypeg.editions.options import Choices, Option


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

    def choose(self, given: Mapping[str, str] | None = None) -> Edition:
        """The edition with these options and defaults for the rest. Raises `KeypegError` if they are not allowed."""
        return self.build(Choices(self.id, self.options, given or {}))
