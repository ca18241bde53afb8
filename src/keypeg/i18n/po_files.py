r"""Reader for gettext `.po` files: the part of the format that Keypeg's sentences use.

It needs the standard library alone, and no compiled `.mo` files. An entry's `msgctxt` is its key in the code, its
`msgid` the English sentence, its `msgstr` the translation:

    #. {rows}: a number with its noun, such as “3 rows”
    msgctxt "rows-left"
    msgid "{rows} left"
    msgstr "reste {rows}"

An entry that counts something also has a `msgid_plural`, and `msgstr[0]`, `msgstr[1]`, … as many as the language has
forms. The first entry has no key and an empty `msgid`: it is the header, whose lines `Name: value` say, among other
things, how the language forms plurals. One pattern matches a whole entry. `find_keys` finds where the
entries begin and `read_entry` reads one of them, because every start of the program needs some of many.
"""

import gettext
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

PluralRule = Callable[[int], int]
"""Which form of an entry a number takes."""

_LINE = r'"[^"\\\n]*(?:\\[nt"\\][^"\\\n]*)*"[ \t]*\n'
_TEXT = rf"((?:{_LINE})+)"
_COMMENTS = r"((?:#.*\n)*)"
_ENTRY = re.compile(
    rf"\n*{_COMMENTS}(?:msgctxt {_TEXT})?msgid {_TEXT}"
    rf"(?:msgstr {_TEXT}|msgid_plural {_TEXT}((?:msgstr\[[0-9]\] {_TEXT})+))(?=\n|\Z)"
)
_KEY = re.compile(r'^msgctxt "([^"\\\n]*)"$', re.MULTILINE)
_FORM = rf"msgstr\[([0-9])\] {_TEXT}"
_ANY_LINE = rf"(?:(?:msgctxt |msgid |msgid_plural |msgstr |msgstr\[[0-9]\] )?{_LINE}|#.*\n|\n)"
_ESCAPE = r"\\(.)"
_ESCAPED = {"n": "\n", "t": "\t", "\\": "\\", '"': '"'}


class PoError(ValueError):
    """A `.po` file that cannot be read; the message names the file and the line."""


class Entry(NamedTuple):
    """One sentence in English and in the file's language."""

    key: str
    """Its name in the code."""
    english: tuple[str, ...]
    """The English sentence; where it counts something, its singular and its plural."""
    forms: tuple[str, ...]
    """The translation: one form, or as many as the language has plural forms. Empty texts where it is missing."""
    comments: tuple[str, ...] = ()
    """The comment lines above it, `#` included."""

    @property
    def fuzzy(self) -> bool:
        """Whether the translation has yet to be compared with a changed English sentence."""
        return any(line.startswith("#,") and "fuzzy" in line for line in self.comments)


class PoFile(NamedTuple):
    """The entries of one file, and what its header says."""

    header: dict[str, str]
    entries: dict[str, Entry]
    comments: tuple[str, ...] = ()
    """The comment lines above the header, which say what the file is about."""

    def plural_forms(self) -> tuple[int, PluralRule]:
        """How many plural forms the language has, and which of them a number takes."""
        match = re.fullmatch(r"nplurals=([0-9]+); plural=(.+);", self.header.get("Plural-Forms", ""))
        if not match:
            raise PoError("a header needs the line 'Plural-Forms: nplurals=…; plural=…;'")
        return int(match[1]), gettext.c2py(match[2])


def read_po(path: Path) -> PoFile:
    """The entries of this file by their keys. Raises `PoError` with file and line where it is broken."""
    return parse_po(path.read_text(encoding="utf-8"), f"{path.parent.name}/{path.name}")


def find_keys(text: str) -> Iterator[tuple[str, int]]:
    """The keys in a file's text, each with the place where its entry begins, after the comments."""
    return ((match[1], match.start()) for match in _KEY.finditer(text))


def read_entry(text: str, start: int, name: str) -> Entry:
    """The entry of a file's text that begins at this place, without its comments. The name is for errors."""
    match = _ENTRY.match(text, start)
    return _entry(match) if match else parse_po(text, name).entries[text[start:].split('"')[1]]


def parse_po(text: str, name: str) -> PoFile:
    """The same as `read_po` of a file's text. The name is for errors."""
    text = text.rstrip() + "\n"
    head = _ENTRY.match(text)
    if not head or head[2] is not None or head[3].strip() != '""' or head[4] is None:
        raise _error(text, 0, name, "a file begins with a header, whose msgid is empty")
    lines = (line.partition(": ") for line in _unquote(head[4]).splitlines())
    header = {field: value for field, _, value in lines}
    entries: dict[str, Entry] = {}
    start = head.end()
    while start < len(text):
        match = _ENTRY.match(text, start)
        if not match:
            raise _error(
                text, start, name, "an entry has a msgctxt, a msgid and a msgstr; or numbered ones and a msgid_plural"
            )
        if match[2] is None:
            raise _error(text, start, name, "an entry needs a key as its msgctxt")
        entry = _entry(match)
        if entry.key in entries:
            raise _error(text, start, name, f"the key {entry.key} occurs twice")
        if not entry.forms:
            raise _error(text, start, name, "plural forms are numbered from 0")
        entries[entry.key] = entry
        start = match.end()
    return PoFile(header, entries, tuple(head[1].splitlines()))


def _entry(match: re.Match[str]) -> Entry:
    comments, key, english, translation, plural, numbered = match.group(1, 2, 3, 4, 5, 6)
    about = tuple(comments.splitlines())
    if plural is None:
        return Entry(_unquote(key), (_unquote(english),), (_unquote(translation),), about)
    forms = re.findall(_FORM, numbered)
    in_order = all(int(number) == index for index, (number, _) in enumerate(forms))
    texts = tuple(_unquote(form) for _, form in forms) if in_order else ()
    return Entry(_unquote(key), (_unquote(english), _unquote(plural)), texts, about)


def _unquote(quoted: str) -> str:
    """What one or more lines of quoted text mean together."""
    text = (
        "".join(line.strip()[1:-1] for line in quoted.splitlines()) if quoted.count("\n") > 1 else quoted.strip()[1:-1]
    )
    return re.sub(_ESCAPE, lambda escape: _ESCAPED[escape[1]], text) if "\\" in text else text


def _error(text: str, start: int, name: str, fault: str) -> PoError:
    """What is wrong with the entry that begins here; or with its first line that is none of a `.po` file at all."""
    fault_start = start + len(text[start:]) - len(text[start:].lstrip("\n")) if text.strip() else 0
    entry = text.find("\n\n", fault_start)
    end, line = len(text) if entry < 0 else entry, fault_start
    while line < end:
        match = re.compile(_ANY_LINE).match(text, line)
        if not match:
            fault_start, fault = line, "a line is a keyword and a text in quotation marks, a text, or a comment with #"
            break
        line = match.end()
    return PoError(f"{name}:{text.count(chr(10), 0, fault_start) + 1}: {fault}")
