"""How the sentences of the rules are filled in, whatever the language.

A language is data: headings, sentences with gaps, and words that change with a number. A gap `{rows}` takes the
number itself, a gap `{rows:row}` the number with its word: `1 row`, `12 rows`.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from string import Formatter
from typing import Any

from keypeg.core.edition import Colour
from keypeg.editions.options import Text

Facts = Mapping[str, int | str]
"""What the gaps of sentences are filled with."""


@dataclass(frozen=True)
class Words:
    """All that the rules need to be told in one language."""

    lang: str
    """The language: the name of its field in `Text` and `Colour`."""
    headings: Mapping[str, str]
    """The section headings."""
    sentences: Mapping[str, str]
    """The sentences, with gaps."""
    nouns: Mapping[str, tuple[str, str]]
    """Words by number: for one, and for several."""
    several: Callable[[int], bool]
    """Whether this number takes the word for several."""
    thousands: str
    """What stands between the thousands of a number."""
    tidy: Callable[[str], str]
    """Puts in the spaces that the language's punctuation asks for."""
    red: Mapping[str, str]
    """What to say instead, of key pegs, where an edition has red ones for black."""

    def in_red(self) -> "Words":
        """The same words for an edition whose key pegs are red and white."""
        nouns = {name: (self._reddened(one), self._reddened(many)) for name, (one, many) in self.nouns.items()}
        sentences = {key: self._reddened(sentence) for key, sentence in self.sentences.items()}
        return replace(self, nouns=nouns, sentences=sentences)

    def _reddened(self, text: str) -> str:
        for black, red in self.red.items():
            text = text.replace(black, red)
        return text

    def of(self, text: Text | Colour) -> str:
        """A text or the name of a colour, in this language."""
        return self.tidy(str(getattr(text, self.lang)))

    def number(self, number: int) -> str:
        """A number in figures."""
        return f"{number:,}".replace(",", self.thousands)

    def count(self, number: int, noun: str) -> str:
        """A number with its word."""
        return f"{self.number(number)} {self.nouns[noun][self.several(number)]}"

    def say(self, key: str, facts: Facts) -> str:
        """A sentence with its gaps filled in. A gap for which there is no fact raises."""
        return self.tidy(_Filler(self).vformat(self.sentences[key], (), facts))

    def first(self, *parts: str) -> str:
        """The key made of all these parts, or else of as many of the first as there is a sentence for."""
        keys = (".".join(parts[:length]) for length in range(len(parts), 0, -1))
        return next(key for key in keys if key in self.sentences)

    def any_of(self, items: Iterable[object]) -> str:
        """Things to choose from: `2, 3 or 4`."""
        *first, last = map(str, items)
        return f"{', '.join(first)} {self.sentences['or']} {last}" if first else last


class _Filler(Formatter):
    """Fills gaps: numbers in the language's own way, everything else as it is."""

    def __init__(self, words: Words) -> None:
        self.words = words

    def format_field(self, value: Any, format_spec: str) -> str:
        if not isinstance(value, int):
            return str(value)
        return self.words.count(value, format_spec) if format_spec else self.words.number(value)
