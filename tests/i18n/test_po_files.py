"""The reader of `.po` files: what it reads, what it refuses, and that gettext's own library reads the same."""

import gettext
import io
import struct
from pathlib import Path

import pytest
from tools.po_writer import write_po

from keypeg.i18n.catalogue import LANGUAGES, LOCALE
from keypeg.i18n.po_files import Entry, PoError, PoFile, parse_po, read_po

HEADER = 'msgid ""\nmsgstr ""\n"Language: fr\\n"\n"Plural-Forms: nplurals=2; plural=(n > 1);\\n"\n'
ONE = 'msgctxt "greeting"\nmsgid "Hello"\nmsgstr "Bonjour"\n'
MANY = """msgctxt "rows"
msgid "{count} row"
msgid_plural "{count} rows"
msgstr[0] "{count} ligne"
msgstr[1] "{count} lignes"
"""

FILES = sorted(LOCALE.glob("*/*.po"))


def read(*entries: str) -> dict[str, Entry]:
    """The entries of a file with a header and these."""
    return parse_po("\n".join([HEADER, *entries]), "fr/test.po").entries


def test_an_entry_has_its_key_its_english_and_its_translation() -> None:
    assert read(ONE) == {"greeting": Entry("greeting", ("Hello",), ("Bonjour",))}


def test_an_entry_that_counts_has_a_plural_and_numbered_forms() -> None:
    entry = read(ONE, MANY)["rows"]
    assert entry.english == ("{count} row", "{count} rows")
    assert entry.forms == ("{count} ligne", "{count} lignes")


def test_the_header_says_how_plurals_are_formed() -> None:
    number, rule = parse_po(HEADER, "fr/test.po").plural_forms()
    assert (number, [rule(n) for n in (0, 1, 2, 5)]) == (2, [0, 0, 1, 1])


def test_comments_go_with_the_entry_below_them() -> None:
    entries = read("# Greetings\n#. Said first.\n" + ONE, "#, fuzzy\n" + MANY)
    assert entries["greeting"].comments == ("# Greetings", "#. Said first.")
    assert [entry.fuzzy for entry in entries.values()] == [False, True]


def test_a_text_may_go_over_several_lines() -> None:
    assert read('msgctxt "a"\nmsgid ""\n"Hello, "\n"you"\nmsgstr "Bonjour, "\n"vous"\n')["a"] == Entry(
        "a", ("Hello, you",), ("Bonjour, vous",)
    )


def test_escapes_are_a_new_line_a_tabulator_a_quotation_mark_and_a_backslash() -> None:
    assert read(r'msgctxt "a"' + "\n" + r'msgid "\n\t\"\\n"' + '\nmsgstr ""\n')["a"].english == ('\n\t"\\n',)


def test_entries_need_no_empty_line_at_the_end_of_the_file() -> None:
    assert list(read(ONE, MANY.rstrip())) == ["greeting", "rows"]


@pytest.mark.parametrize(
    ("text", "line", "fault"),
    [
        ("", 1, "header"),
        (ONE, 1, "header"),
        (f'{HEADER}\nmsgid "Hello"\nmsgstr "Bonjour"\n', 6, "msgctxt"),
        (f"{HEADER}\n{ONE}\n{ONE}", 10, "greeting occurs twice"),
        (f'{HEADER}\n{ONE}\nmsgctxt "a"\nmsgid "b"\n', 10, "a msgstr"),
        (f'{HEADER}\nmsgctxt "a"\nmsgid "b"\nmsgstr "c\n', 8, "quotation marks"),
        (f'{HEADER}\nmsgctxt "a"\nmsgid "b "c" d"\nmsgstr ""\n', 7, "quotation marks"),
        (f'{HEADER}\nmsgctxt "a"\nmsgid "\\q"\nmsgstr ""\n', 7, "quotation marks"),
        (f"{HEADER}\n{ONE}\nHello\n", 10, "a line is"),
        (f'{HEADER}\nmsgctxt "a"\nmsgid "b"\nmsgstr[0] "c"\n', 6, "msgid_plural"),
        (f'{HEADER}\nmsgctxt "a"\nmsgid "b"\nmsgid_plural "c"\nmsgstr[1] "d"\n', 6, "numbered from 0"),
        (f"{HEADER}\n{ONE}{MANY}", 6, "an entry has"),
    ],
)
def test_a_broken_file_is_refused_with_its_name_and_the_line(text: str, line: int, fault: str) -> None:
    with pytest.raises(PoError, match=fault) as caught:
        parse_po(text, "fr/test.po")
    assert str(caught.value).startswith(f"fr/test.po:{line}: ")


def test_a_header_without_plural_forms_is_refused() -> None:
    with pytest.raises(PoError, match="Plural-Forms"):
        parse_po('msgid ""\nmsgstr ""\n"Language: fr\\n"\n', "fr/test.po").plural_forms()


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_file_is_written_as_it_stands(path: Path) -> None:
    """Files are written one way only, so that changing a sentence changes one line."""
    assert write_po(read_po(path)) == path.read_text(encoding="utf-8")


def compile_mo(file: PoFile) -> bytes:
    """The file as gettext's `.mo`: a table of texts, sorted, each with its length and its offset."""
    texts = {"": "".join(f"{name}: {value}\n" for name, value in file.header.items())}
    for entry in file.entries.values():
        texts["\x04".join([entry.key, "\0".join(entry.english)])] = "\0".join(entry.forms)
    pairs = sorted((original.encode(), other.encode()) for original, other in texts.items())
    head, offset = struct.calcsize("7I"), struct.calcsize("7I") + 16 * len(pairs)
    tables, data = [b"", b""], b""
    for side in (0, 1):
        for pair in pairs:
            tables[side] += struct.pack("2I", len(pair[side]), offset + len(data))
            data += pair[side] + b"\0"
    return struct.pack("7I", 0x950412DE, 0, len(pairs), head, head + 8 * len(pairs), 0, 0) + b"".join(tables) + data


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_gettexts_own_reader_finds_the_same(path: Path) -> None:
    file = read_po(path)
    theirs = gettext.GNUTranslations(io.BytesIO(compile_mo(file)))
    rule = file.plural_forms()[1]
    for key, entry in file.entries.items():
        if len(entry.english) == 1:
            assert theirs.pgettext(key, entry.english[0]) == entry.forms[0]
        else:
            for number in (0, 1, 2, 7):
                assert theirs.npgettext(key, entry.english[0], entry.english[1], number) == entry.forms[rule(number)]


def test_there_are_files_in_every_language() -> None:
    assert {path.parent.name for path in FILES} == set(LANGUAGES)
