"""The menu of an edition's options before a game. It offers only values that go together, as the rulebook says.

Options and values have numbers, so that nobody has to know how they are written; who knows may type `rows=8`.
"""

from collections.abc import Sequence
from typing import NamedTuple

from keypeg.core.edition import Edition
from keypeg.core.errors import KeypegError, ReadError
from keypeg.editions.options import Choices, Option
from keypeg.editions.rulebook import Rulebook
from keypeg.i18n.catalogue import say, typeset
from keypeg.i18n.edition_text import is_counted, option_label, value_meaning
from keypeg.i18n.rules.layout import fold
from keypeg.i18n.typed_words import words_for
from keypeg.records.edition_links import read_options
from keypeg.terminal.prompts import ask_until_valid, explain_or_quit
from keypeg.terminal.screen import Screen

MOST_LISTED = 8
"""Up to so many numbers are listed one by one."""


def ask_options(book: Rulebook, screen: Screen, lang: str) -> Edition:
    """Let the player change options until they are content."""
    chosen: dict[str, str] = {}
    while True:
        chosen, offered = book.offer(chosen)
        menu = [option for option in book.options if len(offered[option.name]) > 1]
        edition = book.choose(chosen)
        choices = Choices(book.id, book.options, chosen)
        values = {option.name: choices.text(option.name) for option in menu}
        screen.write(say(lang, "options-are"), *_menu_lines(book, menu, values, lang, screen.width))
        text = screen.ask(say(lang, "pick-option")).strip()
        if not text:
            return edition
        try:
            if "=" in text:
                chosen = _read_choices(text, chosen, book)
            else:
                option = menu[_read_number(text, len(menu)) - 1]
                question = _Question(book, option, offered[option.name], values[option.name], chosen)
                chosen = chosen | {option.name: question.ask(screen, lang)}
        except KeypegError as error:
            explain_or_quit(screen, lang, text, error)


def _menu_lines(book: Rulebook, menu: Sequence[Option], values: dict[str, str], lang: str, width: int) -> list[str]:
    lines = []
    for number, option in enumerate(menu, 1):
        value = value_words(book, option, values[option.name], lang)
        text = say(lang, "option-line", option=_title(book, option, lang), value=value)
        lines += fold(typeset(f"{number:>2}  {text}", lang), "  ", " " * 6, width)
    return lines


def _title(book: Rulebook, option: Option, lang: str) -> str:
    """What an option is, at the beginning of a line."""
    label = option_label(book, option, lang)
    return label[:1].upper() + label[1:]


def value_words(book: Rulebook, option: Option, value: str, lang: str) -> str:
    """A value beside the name of its option: a number, yes or no, or what it means."""
    if option.kind == "flag":
        return words_for(value, lang)[0]
    return value if is_counted(option) else value_meaning(book, option, value, lang)


def _read_choices(text: str, chosen: dict[str, str], book: Rulebook) -> dict[str, str]:
    """Read `name=value` pairs. Raises `KeypegError` if the rulebook does not allow them together."""
    together = chosen | read_options(text.split())
    book.choose(together)
    return together


def _read_number(text: str, high: int) -> int:
    if text.isascii() and text.isdigit() and 0 < int(text[:3]) <= high:
        return int(text[:3])
    raise ReadError("no-such-number", text=text, low=1, high=high)


class _Question(NamedTuple):
    """The question for the value of an option."""

    book: Rulebook
    option: Option
    offered: Sequence[str]
    current: str
    chosen: dict[str, str]

    @property
    def numbers(self) -> bool:
        """Whether the values are numbers themselves; others are numbered."""
        return all(value.isdigit() for value in self.offered)

    def ask(self, screen: Screen, lang: str) -> str:
        """Ask for one of the offered values; a switch is simply turned over."""
        if self.option.kind == "flag":
            return next(value for value in self.offered if value != self.current)
        typed = self.offered if self.numbers else [str(number) for number in range(1, len(self.offered) + 1)]
        if self.option.kind != "number":
            for name, value in zip(typed, self.offered, strict=True):
                meaning = typeset(f"{name}  {value_meaning(self.book, self.option, value, lang)}", lang)
                screen.write(*fold(meaning, " " * 6, " " * 10, screen.width))
        default = typed[self.offered.index(self.current)]
        label = _title(self.book, self.option, lang)
        values = list_numbers(typed)
        return ask_until_valid(screen, lang, "pick-value", self.read, option=label, values=values, default=default)

    def read(self, text: str) -> str:
        """Read the answer. Raises `KeypegError` with the rulebook's reason if the value is not offered."""
        if not text:
            return self.current
        if not self.numbers:
            return self.offered[_read_number(text, len(self.offered)) - 1]
        value = self.option.read(text, self.book.id)
        self.book.choose(self.chosen | {self.option.name: value})
        return value


def list_numbers(values: Sequence[str]) -> str:
    """These values in a few words: `3, 4, 5`, `1–100`, `2, 4, 6 … 100`."""
    numbers = sorted(map(int, values))
    step = numbers[1] - numbers[0] if len(numbers) > 1 else 1
    if len(numbers) <= MOST_LISTED or numbers != list(range(numbers[0], numbers[-1] + 1, step)):
        return ", ".join(map(str, numbers))
    if step == 1:
        return f"{numbers[0]}–{numbers[-1]}"
    return f"{', '.join(map(str, numbers[:3]))} … {numbers[-1]}"
