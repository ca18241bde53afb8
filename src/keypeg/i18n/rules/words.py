"""The words of the rules in one language, for what an edition is played with: sentences of the catalogue."""

from collections.abc import Mapping
from dataclasses import dataclass

from keypeg.editions.rulebook import Rulebook
from keypeg.i18n.catalogue import has_sentence, say, whole_number

Facts = Mapping[str, int | str]
"""What sentences mention: numbers, and words that are said as they are."""

NOUNS = {
    "seats": "players",
    "colours": "colours",
    "with_blank": "colours",
    "holes": "holes",
    "pegs": "pegs",
    "short_pegs": "pegs",
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
    """The sentences of the rules in one language."""

    lang: str
    variants: tuple[str, ...] = ()
    """Endings of keys, best first: a sentence with such an ending replaces the one without."""

    def say(self, key: str, values: Mapping[str, int | str] | None = None) -> str:
        """A sentence with its values filled in. A value that is missing raises."""
        return say(self.lang, self._key(key, f"rules.{key}"), **(values or {}))

    def _key(self, key: str, general: str) -> str:
        """The key of the variant for this edition, or that of the rules, or else the general one."""
        keys = (*(f"rules.{key}.{variant}" for variant in self.variants), f"rules.{key}")
        return next(filter(has_sentence, keys), general)

    def values_of(self, facts: Facts) -> dict[str, str]:
        """Facts as they are written, and numbers with their nouns."""
        values = {
            name: whole_number(self.lang, fact) if isinstance(fact, int) else fact for name, fact in facts.items()
        }
        counted_values = {
            f"counted_{name}": self.count(facts[name], noun) for name, noun in NOUNS.items() if name in facts
        }
        return values | counted_values

    def heading(self, section: str) -> str:
        """The heading of a section."""
        return say(self.lang, f"rules.heading.{section}")

    def count(self, number: int | str, noun: str) -> str:
        """A number with its noun: the edition's own, where the rules have one."""
        return say(self.lang, self._key(f"counted.{noun}", f"counted-{noun}"), count=int(number))

    @property
    def blank(self) -> str:
        """What a place without a peg is called."""
        return say(self.lang, self._key("blank", "blank-word"))

    def first(self, *parts: str) -> str:
        """The key made of all these parts, or else of as many of the first as there is a sentence for."""
        keys = (".".join(parts[:length]) for length in range(len(parts), 0, -1))
        return next(key for key in keys if has_sentence(f"rules.{key}"))


def words_of(book: Rulebook, lang: str) -> Words:
    """The words for the rules of this rulebook."""
    return Words(lang, (book.material.value, "red") if book.red_keys else (book.material.value,))
