"""The rules of one table as text: sentences in a language, laid out in lines that fit the width."""

from collections.abc import Mapping
from dataclasses import dataclass
from textwrap import wrap

from keypeg.core.codes import BLANK, Code
from keypeg.core.edition import Edition
from keypeg.core.marks import Number
from keypeg.editions.rulebook import Material, Rulebook
from keypeg.i18n.colour_letters import local_palette
from keypeg.i18n.edition_text import colour_name
from keypeg.i18n.rules.words import Words
from keypeg.records.notation import write_code

WIDTH = 78
"""No line of the rules is longer, unless a terminal is narrower still."""

INDENT = "    "

SIGNS = {"bw.black": "●", "bw.white": "○", "parts.black": "●", "parts.white": "○"}
"""Signs for the key pegs that sentences explain, for pages that draw them."""

Lines = list[str]
"""Lines of text that fit the width."""


@dataclass(frozen=True)
class RulesText:
    """The rules of one table in one language."""

    edition: Edition
    book: Rulebook
    words: Words
    values: Mapping[str, str]
    """What the sentences mention, as it is written in this language."""
    for_typing: bool = True
    """Whether the options are shown as they are typed on the command line; or in words alone, with signs for key pegs that
    a page draws."""
    width: int = WIDTH
    """How long lines may be where they are shown."""
    decided: bool = False
    """Whether this is a section in which everything is a house decision, so that no sentence is marked as one."""

    def say(self, key: str, **values: int | str) -> str:
        """One sentence."""
        return self.words.say(key, {**self.values, **self.words.values_of(values)})

    def is_decision(self, key: str) -> bool:
        """Whether the rulebook leaves open what this sentence says."""
        parts = key.split(".")
        keys = {".".join(parts[:length]) for length in range(1, len(parts) + 1)}
        return not self.decided and not keys.isdisjoint(self.book.decisions)

    def marked(self, key: str, sentence: str) -> str:
        """The sentence of this key, with a sign if it is a house decision."""
        return sentence + self.say("house.mark") if self.is_decision(key) else sentence

    def text(self, *keys: str) -> Lines:
        """Sentences as one paragraph."""
        return self.fold(" ".join(self._sentences(keys)))

    def points(self, *keys: str) -> Lines:
        """Sentences as a list."""
        return [line for sentence in self._sentences(keys) for line in self.item("* ", sentence)]

    def steps(self, *keys: str) -> Lines:
        """Sentences as a list in order."""
        return [
            line
            for number, sentence in enumerate(self._sentences(keys), 1)
            for line in self.item(f"{number}. ", sentence)
        ]

    def fold(self, text: str, first: str = "", indent: str = "") -> Lines:
        """A text in lines that fit the width."""
        return fold(text, first, indent, self.width)

    def item(self, bullet: str, text: str) -> Lines:
        """One entry of a list."""
        return self.fold(text, bullet, " " * len(bullet))

    def _sentences(self, keys: tuple[str, ...]) -> list[str]:
        signs = SIGNS if self.has_signs else {}
        return [f"{signs.get(key, '')} {self.marked(key, self.say(key))}".strip() for key in keys]

    @property
    def has_signs(self) -> bool:
        """Whether key pegs have signs, which a page draws."""
        return not self.for_typing and self.marks_with == "pegs" and self.book.material is not Material.SLIDERS

    def name(self, peg: int) -> str:
        """What a peg is called."""
        if peg == BLANK:
            return self.words.blank
        return colour_name(self.edition.palette[peg - 1], self.words.lang)

    def code(self, code: Code) -> str:
        """A code in the letters of this language."""
        return write_code(code, local_palette(self.edition.palette, self.words.lang))

    @property
    def table(self) -> str:
        """The part of a key that says how many sit at the table."""
        return "two" if self.edition.seats == 2 else "many"

    @property
    def makers(self) -> str:
        """The part of a key that says who has a secret."""
        return self.edition.secrets.makers.value

    @property
    def order(self) -> str:
        """The part of a key that says who has a secret and in what order guesses are placed."""
        return f"{self.makers}.{self.edition.guesses.turns.value}"

    @property
    def best(self) -> str:
        """The part of a key that says which total wins."""
        return "low" if self.edition.scoring.lowest_wins else "high"

    @property
    def marks_with(self) -> str:
        """The part of a key that says what marks are given with."""
        return "cards" if isinstance(self.edition.marking.solved(1), Number) else "pegs"

    @property
    def marker(self) -> str:
        """The part of a key that says who marks."""
        return "hand" if self.edition.by_hand else "referee"


def fold(text: str, first: str = "", indent: str = "", width: int = WIDTH) -> Lines:
    """A text in lines of at most this width and `WIDTH`, never broken at a hyphen: the names of options have some."""
    return wrap(text, min(width, WIDTH), initial_indent=first, subsequent_indent=indent, break_on_hyphens=False)
