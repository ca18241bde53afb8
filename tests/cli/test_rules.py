"""`keypeg rules`: the rules of an edition, with its options."""

import json

import pytest

from keypeg.editions import RULEBOOKS
from keypeg.i18n.catalogue import say
from keypeg.i18n.colour_letters import local_letter
from support.command import Keypeg, accepted, refusal

LANGUAGES = ("en", "fr")


@pytest.mark.parametrize("name", RULEBOOKS)
def test_the_rules_of_every_edition_exist_in_both_languages(keypeg: Keypeg, name: str) -> None:
    english, french = (accepted(keypeg("rules", name, "--lang", lang)) for lang in LANGUAGES)
    assert english != french
    assert len(english.splitlines()) > 30
    assert len(french.splitlines()) > 30


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", RULEBOOKS)
def test_the_rules_name_every_colour_and_fit_a_terminal(keypeg: Keypeg, name: str, lang: str) -> None:
    text = accepted(keypeg("rules", name, "--lang", lang))
    listed = {edition["id"]: edition for edition in json.loads(accepted(keypeg("editions", "--json")))["editions"]}
    for colour in listed[name]["palette"]:
        assert f"{local_letter(colour['letter'], lang)} {say(lang, 'colour.' + colour['name'])}" in text
    assert [line for line in text.splitlines() if len(line) > 80] == []


def test_an_option_changes_the_rules_text(keypeg: Keypeg) -> None:
    ten = accepted(keypeg("rules", "classic"))
    twelve = accepted(keypeg("rules", "classic", "--option", "rows=12"))
    assert "10 rows" in ten
    assert "12 rows" in twelve
    assert "10 rows" not in twelve


def test_options_in_the_link_are_the_same_as_options_beside_it(keypeg: Keypeg) -> None:
    beside = accepted(keypeg("rules", "classic", "--option", "rows=12", "--option", "scoring=breaker-rows"))
    assert accepted(keypeg("rules", "classic~rows_12~scoring_breaker-rows")) == beside
    assert accepted(keypeg("rules", "classic~rows_12", "--option", "scoring=breaker-rows")) == beside
    assert accepted(keypeg("rules", " CLASSIC~ROWS_12 ", "--option", "Scoring=Breaker-Rows")) == beside


def test_the_same_option_twice_is_refused(keypeg: Keypeg) -> None:
    for arguments in (["classic~rows_12", "--option", "rows=8"], ["classic~rows_12~rows_12"]):
        assert "rows" in refusal(keypeg("rules", *arguments))


def test_the_language_may_be_given_before_or_after_the_command(keypeg: Keypeg) -> None:
    french = accepted(keypeg("rules", "classic", "--lang", "fr"))
    assert accepted(keypeg("--lang", "fr", "rules", "classic")) == french
    assert accepted(keypeg("rules", "--lang=fr", "classic")) == french
