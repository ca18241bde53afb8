"""`python -m tools.translations`: brings the translations up to date with the English sentences."""

import shutil
from pathlib import Path

import pytest
from tools import translations

from keypeg.i18n.catalogue import LANGUAGES, LOCALE, SOURCE_LANGUAGE
from keypeg.i18n.po_files import Entry, PoFile, read_po

HEADER = {"Language": "fr", "Plural-Forms": "nplurals=2; plural=(n > 1);"}


@pytest.fixture
def locale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the catalogue, which the tool works on."""
    copy = tmp_path / "locale"
    shutil.copytree(LOCALE, copy)
    monkeypatch.setattr(translations, "LOCALE", copy)
    return copy


def replace_in(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")


def texts(locale: Path) -> dict[str, str]:
    return {str(path.relative_to(locale)): path.read_text(encoding="utf-8") for path in locale.rglob("*.po")}


def test_the_catalogue_is_up_to_date(locale: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = texts(locale)
    translations.main()
    assert texts(locale) == before
    others = [lang for lang in LANGUAGES if lang != SOURCE_LANGUAGE]
    assert capsys.readouterr().out.splitlines() == [f"{lang}: 0 to translate or to look at" for lang in others]


def test_a_changed_sentence_marks_its_translation_to_be_looked_at(
    locale: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    replace_in(locale / "en" / "terminal.po", 'msgid "Goodbye."', 'msgid "See you."')
    translations.main()
    entry = read_po(locale / "fr" / "terminal.po").entries["goodbye"]
    assert entry.fuzzy
    assert (entry.english, entry.forms) == (("See you.",), ("Au revoir.",))
    assert '#| msgid "Goodbye."' in entry.comments
    assert "fr: 1 to translate or to look at" in capsys.readouterr().out
    # The mark stays until somebody removes it.
    translations.main()
    assert read_po(locale / "fr" / "terminal.po").entries["goodbye"] == entry


def test_a_new_sentence_is_empty_and_a_removed_one_goes(locale: Path) -> None:
    replace_in(locale / "en" / "terminal.po", 'msgctxt "goodbye"', 'msgctxt "farewell"')
    translations.main()
    entries = read_po(locale / "fr" / "terminal.po").entries
    assert entries["farewell"].forms == ("",)
    assert "goodbye" not in entries


def test_a_sentence_keeps_its_translation_when_it_moves_to_another_file(locale: Path) -> None:
    (locale / "en" / "terminal.po").rename(locale / "en" / "line_mode.po")
    before = read_po(locale / "fr" / "terminal.po").entries
    translations.main()
    assert read_po(locale / "fr" / "line_mode.po").entries == before
    assert not (locale / "fr" / "terminal.po").exists()


def test_a_sentence_that_becomes_counted_gets_as_many_forms_as_the_language_has() -> None:
    forms = PoFile(HEADER, {}).plural_forms()[0]
    translated = Entry("left", ("{count} left",), ("reste {count}",))
    merged = translations.merge_translation(
        Entry("left", ("{count} is left", "{count} are left"), ("", "")), translated, forms
    )
    assert merged.forms == ("reste {count}", "reste {count}")
    assert merged.fuzzy
