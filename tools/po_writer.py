"""Writes `.po` files as Keypeg keeps them: each text on one line, so that a changed sentence is one changed line."""

from collections.abc import Iterable

from keypeg.i18n.po_files import Entry, PoFile


def write_po(file: PoFile) -> str:
    """The file as text; read again it is the same."""
    head = "".join(f"{name}: {value}\n" for name, value in file.header.items())
    lines = [*file.comments, 'msgid ""', 'msgstr ""', *(quote(line) for line in head.splitlines(keepends=True))]
    return "\n".join([*lines, *(line for entry in file.entries.values() for line in _entry(entry))]) + "\n"


def _entry(entry: Entry) -> Iterable[str]:
    yield ""
    yield from entry.comments
    yield f"msgctxt {quote(entry.key)}"
    yield f"msgid {quote(entry.english[0])}"
    if len(entry.english) == 1:
        yield f"msgstr {quote(entry.forms[0])}"
        return
    yield f"msgid_plural {quote(entry.english[1])}"
    for number, form in enumerate(entry.forms):
        yield f"msgstr[{number}] {quote(form)}"


def quote(text: str) -> str:
    """The text as it stands in a `.po` file."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return f'"{escaped}"'
