"""The letters for colours that people see and type, in every language."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keypeg.core.codes import BLANK, Code
from keypeg.core.errors import ReadError
from keypeg.editions import RULEBOOKS
from keypeg.editions.palette import COLOURS
from keypeg.i18n import colour_letters
from keypeg.i18n.catalogue import LANGUAGES, SOURCE_LANGUAGE, say, typeset
from keypeg.i18n.colour_letters import letters, local_example, local_palette
from keypeg.i18n.error_text import explain
from keypeg.i18n.match_text import MatchText
from keypeg.i18n.typed_words import fold_word
from keypeg.records.notation import Palette, read_code, write_code
from support.random_play import editions
from support.thoroughness import examples

every_language = pytest.mark.parametrize("lang", LANGUAGES)
some = examples(150)

WHOLE_PALETTE = tuple(COLOURS.values())


@every_language
def test_every_colour_has_a_letter_of_its_own_that_occurs_in_its_name(lang: str) -> None:
    own = letters(lang)
    assert len(set(own.values())) == len(own) == len(COLOURS)
    for letter, colour in COLOURS.items():
        assert re.fullmatch("[A-Z]", own[letter])
        assert own[letter].lower() in fold_word(say(lang, f"colour.{colour.name}"))


def test_the_english_letters_are_those_of_records() -> None:
    assert letters(SOURCE_LANGUAGE) == {letter: letter for letter in COLOURS}


@every_language
def test_the_glossary_lists_the_letters(lang: str) -> None:
    glossary = (Path(__file__).parents[2] / "docs" / "glossary.md").read_text(encoding="utf-8")
    for letter, colour in COLOURS.items():
        assert f"| {say(lang, f'colour.{colour.name}')} | {letters(lang)[letter]} |" in glossary


def codes_of(palette: Palette) -> st.SearchStrategy[Code]:
    return st.lists(st.integers(BLANK, len(palette)), min_size=1, max_size=8).map(tuple)


@every_language
@some
@given(st.data())
def test_every_code_of_every_palette_is_read_back_from_its_text(lang: str, data: st.DataObject) -> None:
    palettes = (*(book.choose().palette for book in RULEBOOKS.values()), WHOLE_PALETTE)
    palette = data.draw(st.sampled_from(palettes) | editions().map(lambda edition: edition.palette))
    code = data.draw(codes_of(palette))
    text = write_code(code, local_palette(palette, lang))
    assert read_code(text, local_palette(palette, lang)) == code
    assert read_code(text.lower(), local_palette(palette, lang)) == code
    assert local_example(write_code(code, palette), lang) == text


def test_a_letter_of_another_language_is_refused_with_the_letters_to_use() -> None:
    palette = RULEBOOKS["classic"].choose().palette
    with pytest.raises(ReadError) as refused:
        read_code("RBYG", local_palette(palette, "fr"))
    assert explain(refused.value, "fr") == typeset(
        "« Y » n’est pas une couleur de cette édition (utilisez R B J V C N).", "fr"
    )
    with pytest.raises(ReadError) as refused:
        read_code("RBJV", local_palette(palette, "en"))
    assert explain(refused.value, "en") == "'J' is not a colour in this edition (use R B Y G W K)."


def test_a_painted_letter_has_the_colour_of_its_peg() -> None:
    edition = RULEBOOKS["classic"].choose()
    text = MatchText(edition, (), "fr", lambda letter, colour: f"{letter}={colour}")
    assert text.code((3, 4, BLANK)) == "J=Y V=G .=."
    assert "J=Y jaune" in text.palette()


def test_a_language_in_which_two_colours_share_a_letter_uses_the_english_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    letters.cache_clear()
    monkeypatch.setattr(colour_letters, "say", lambda lang, key: "R" if key.endswith((".R", ".B")) else key[-1])
    try:
        assert letters("fr") == {letter: letter for letter in COLOURS}
    finally:
        letters.cache_clear()
