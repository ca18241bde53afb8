"""The words of the rules in one language: sentences of the catalogue, filled in with the numbers of an edition."""

from collections.abc import Mapping
from dataclasses import dataclass

from keypeg.i18n.catalogue import count, knows, say

Facts = Mapping[str, int | str]
"""What sentences mention: numbers, and words that are said as they are."""

NOUNS = {
    "seats": "players",
    "colours": "colours",
    "with_blank": "colours",
    "holes": "holes",
    "short_holes": "holes",
    "code_blanks": "holes",
    "guess_blanks": "holes",
    "vacant": "holes",
    "rows": "rows",
    "rounds": "rounds",
    "majority": "points",
    "penalty": "points",
    "bonus": "points",
    "found": "points",
    "unbroken": "points",
    "white": "points",
    "black": "points",
    "breaking": "points",
    "example_points": "points",
}
"""Facts that sentences mention with a noun, as `{counted_rows}`, and which noun that is."""


@dataclass(frozen=True)
class Words:
    """All that the rules need to be told in one language."""

    lang: str
    red: bool = False
    """Whether the key pegs of the edition are red and white instead of black and white."""

    def say(self, key: str, values: Mapping[str, str] | None = None) -> str:
        """A sentence with its values filled in. A value that is missing raises."""
        found = f"rules.{key}.red" if self.red and knows(f"rules.{key}.red") else f"rules.{key}"
        return say(self.lang, found, **(values or {}))

    def values_of(self, facts: Facts) -> dict[str, str]:
        """Facts as they are written, and numbers with their nouns."""
        written = {name: self.number(fact) if isinstance(fact, int) else fact for name, fact in facts.items()}
        counted = {f"counted_{name}": self.count(facts[name], noun) for name, noun in NOUNS.items() if name in facts}
        return written | counted

    def heading(self, section: str) -> str:
        """The heading of a section."""
        return say(self.lang, f"rules.heading.{section}")

    def number(self, number: int) -> str:
        """A number in figures."""
        return f"{number:,}".replace(",", say(self.lang, "thousands-mark"))

    def count(self, number: int | str, noun: str) -> str:
        """A number with its noun."""
        return count(self.lang, noun, int(number))

    def first(self, *parts: str) -> str:
        """The key made of all these parts, or else of as many of the first as there is a sentence for."""
        keys = (".".join(parts[:length]) for length in range(len(parts), 0, -1))
        return next(key for key in keys if knows(f"rules.{key}"))
