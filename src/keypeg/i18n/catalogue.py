"""Looks up sentences: one catalogue for all fronts, in every language for which there is a folder.

The sentences are in `locale/<language>/*.po`, one file a topic; docs/decisions/0001-one-catalogue-of-sentences.md says
why. The files of a language are read when it is first spoken, and a sentence is read from its file when it is first said.
"""

import os
import re
from collections.abc import Iterable, Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import Any, NamedTuple

from keypeg.i18n.po_files import Entry, PluralRule, find_keys, parse_po, read_entry

LOCALE = Path(__file__).parent / "locale"
"""The folder that has a folder for each language."""

SOURCE_LANGUAGE = "en"
"""The language from which all others are translated, and in which a missing sentence is said."""

LANGUAGES = (SOURCE_LANGUAGE, *sorted({folder.name for folder in LOCALE.iterdir()} - {SOURCE_LANGUAGE}))
"""The languages there are, the source language first."""

MAX_DECIMALS = 2
"""The most decimals that people are shown; JSON has every number in full."""

NO_BREAK = "\u00a0"
"""A space at which no line ends."""


def pick_language(environ: Mapping[str, str] | None = None) -> str:
    """The language of the user's locale, or English where that is not one of ours."""
    environ = os.environ if environ is None else environ
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environ.get(name):
            language = re.split(r"[_.@-]", environ[name].lower())[0]
            return language if language in LANGUAGES else SOURCE_LANGUAGE
    return SOURCE_LANGUAGE


def say(lang: str, key: str, /, **values: Any) -> str:
    """The sentence of this key with its values filled in; `count` chooses the form of a sentence that has plurals.

    Whole numbers are written as in the language: `1,296`. A number that is a name, such as a port, is given as text.
    """
    forms, plural_rule = sentence(lang, key)
    # The form goes by the size of a number alone: two points are lost as they are won.
    form = forms[0] if len(forms) == 1 else forms[plural_rule(abs(int(values["count"])))]
    return form.format(
        **{name: whole_number(lang, value) if type(value) is int else value for name, value in values.items()}
    )


def count(lang: str, noun: str, number: int) -> str:
    """A number with its noun, such as `3 rows`."""
    return say(lang, f"counted-{noun}", count=number)


@cache
def has_sentence(key: str) -> bool:
    """Whether there is a sentence of this key."""
    return _language(SOURCE_LANGUAGE).find(key) is not None


def any_of(lang: str, items: Iterable[object]) -> str:
    """Things to choose from: `2, 3 or 4`."""
    *first, last = map(str, items)
    return ", ".join(first) + say(lang, "or") + last if first else last


def typeset(text: str, lang: str) -> str:
    """The text with the non-breaking spaces of a language that puts a space before its colons, as French does.

    A percent sign that is followed by a letter or a bracket is a placeholder of argparse.
    """
    if not _spaces_its_colons(lang):
        return text
    return re.sub(r" (?=[:;!?»]|%(?![\w(]))", NO_BREAK, text).replace("« ", "«" + NO_BREAK)


def whole_number(lang: str, number: int) -> str:
    """A number in figures, its thousands apart."""
    return str(number) if abs(number) < 1000 else f"{number:,}".replace(",", say(lang, "thousands-mark"))


def rounded_number(lang: str, number: float) -> str:
    """An estimated number, of which only the first two figures mean something."""
    digits = len(str(round(number)))
    return whole_number(lang, round(round(number), min(0, 2 - digits)))


def estimated_number(lang: str, number: int, error: float) -> str:
    """A number; where it has an error, it is marked as an estimate and rounded."""
    return f"~{rounded_number(lang, number)}" if error else whole_number(lang, number)


def estimated_codes(lang: str, number: int, error: float) -> str:
    """A number of codes with its noun, and with its standard error where it is an estimate."""
    if not error:
        return count(lang, "codes", number)
    return say(lang, "codes-estimate", codes=rounded_number(lang, number), error=rounded_number(lang, error))


def decimal(lang: str, value: float, digits: int = MAX_DECIMALS) -> str:
    """A number with so many decimals, as it is written in this language."""
    return f"{value:.{digits}f}".replace(".", say(lang, "decimal-mark"))


def percent(lang: str, share: float) -> str:
    """A share in hundredths, with one decimal."""
    return say(lang, "percent", number=decimal(lang, 100 * share + 0.0, 1))


class Sentence(NamedTuple):
    """A sentence in one language, before its values are filled in."""

    forms: tuple[str, ...]
    """One form, or several for a sentence that has plurals."""
    plural_rule: PluralRule
    """Which of them a number takes."""


@cache
def _spaces_its_colons(lang: str) -> bool:
    return _forms(lang, "colon").forms[0].startswith(" ")


@cache
def sentence(lang: str, key: str) -> Sentence:
    """The sentence of this key. Raises `LookupError` if there is none."""
    forms, plural_rule = _forms(lang, key)
    return Sentence(tuple(typeset(form, lang) for form in forms), plural_rule)


def _forms(lang: str, key: str) -> Sentence:
    """The sentence as its file has it; the English one where it is not translated."""
    entry = _language(lang).find(key)
    if entry is not None and all(entry.forms):
        return Sentence(entry.forms, _language(lang).plural_rule)
    source = _language(SOURCE_LANGUAGE)
    english = source.find(key)
    if english is None:
        raise LookupError(f"there is no sentence {key!r}")
    return Sentence(english.english, source.plural_rule)


class _Language:
    """The sentences of one language: the files are read whole, each entry when it is looked for."""

    def __init__(self, lang: str) -> None:
        self._files: dict[str, str] = {}
        """The texts of the files, by their names."""
        self._found_in: dict[str, tuple[str, int]] = {}
        """In which file the entry of a key is, and where it begins there."""
        for path in sorted((LOCALE / lang).glob("*.po")):
            name = f"{path.parent.name}/{path.name}"
            self._files[name] = text = path.read_text(encoding="utf-8")
            self._found_in |= {key: (name, start) for key, start in find_keys(text)}

    def find(self, key: str) -> Entry | None:
        """The entry of this key, if there is one."""
        if key not in self._found_in:
            return None
        name, start = self._found_in[key]
        return read_entry(self._files[name], start, name)

    @cached_property
    def plural_rule(self) -> PluralRule:
        """Which form a number takes in this language."""
        name, text = next(iter(self._files.items()))
        return parse_po(text.partition("\n\n")[0], name).plural_forms()[1]


_language = cache(_Language)
