"""`keypeg editions`: lists the editions."""

import json
from pathlib import Path
from typing import Any

import pytest

from keypeg.i18n.catalogue import say
from support.command import Keypeg, accepted, run

FIELDS = {"id", "name", "year", "seats", "holes", "colours", "palette", "rows", "marking", "options", "source"}

FIGURES = {
    "classic": ([2], 4, 6, 10, "black-white", 1970),
    "parker-1974": ([2], 3, 6, 8, "black-white", 1974),
    "hasbro-2000": ([2], 4, 8, 12, "black-white", 2000),
    "hasbro-2000-advanced": ([2], 4, 8, 12, "black-white", 2000),
    "traffic-jam-2000": ([2], 4, 6, 11, "sum", 2000),
    "challenge-2001": ([2], 5, 8, 12, "black-white", 2001),
    "hasbro-2004": ([2, 3, 4, 5], 4, 8, 12, "black-white", 2004),
    "mastermind-44": ([2, 3, 4], 5, 6, 4, "parts", None),
    "house": ([2, 3, 4, 5], 4, 6, 10, "black-white", None),
}
"""For every edition: seats, holes, colours, rows, marking and year."""

OPTIONS = {
    "hasbro-2000": {"practice", "rounds", "by-hand"},
    "hasbro-2000-advanced": {"practice", "rounds", "by-hand"},
    "classic": {"rows", "scoring", "practice", "rounds", "by-hand"},
    "challenge-2001": {"holes", "handicap", "race", "practice", "rounds", "by-hand"},
    "traffic-jam-2000": {"option", "practice", "rounds", "by-hand"},
    "hasbro-2004": {"seats", "experts", "practice", "rounds", "by-hand"},
    "parker-1974": {"different", "practice", "rounds", "by-hand"},
    "mastermind-44": {"seats", "parts", "practice", "rounds", "by-hand"},
    "house": {
        *("seats", "holes", "colours", "rows", "blanks", "repeats", "guess-repeats", "marking", "makers", "parts"),
        *("turns", "scoring", "ends", "void", "wrong-mark", "penalty", "practice", "rounds", "by-hand"),
    },
}


def listed_editions(keypeg: Keypeg, *more: str) -> dict[str, dict[str, Any]]:
    """Every edition by its identifier, from the JSON output."""
    editions = json.loads(accepted(keypeg("editions", "--json", *more)))["editions"]
    assert isinstance(editions, list)
    return {edition["id"]: edition for edition in editions}


def test_every_published_edition_and_the_house_rules_are_listed(keypeg: Keypeg) -> None:
    assert list(listed_editions(keypeg)) == list(FIGURES)


@pytest.mark.parametrize("name", FIGURES)
def test_every_edition_has_the_figures_of_its_rulebook(keypeg: Keypeg, name: str) -> None:
    edition = listed_editions(keypeg)[name]
    assert set(edition) >= FIELDS
    figures = tuple(edition[field] for field in ("seats", "holes", "colours", "rows", "marking", "year"))
    assert figures == FIGURES[name]
    assert edition["name"]
    assert edition["source"]


@pytest.mark.parametrize("name", FIGURES)
def test_every_colour_has_its_own_letter_and_a_name_in_both_languages(keypeg: Keypeg, name: str) -> None:
    edition = listed_editions(keypeg)[name]
    letters = [colour["letter"] for colour in edition["palette"]]
    assert len(set(letters)) == len(letters) == edition["colours"]
    assert all(len(letter) == 1 and letter.isascii() and letter.isupper() for letter in letters)
    for language in ("en", "fr"):
        names = [say(language, "colour." + colour["name"]) for colour in edition["palette"]]
        assert len(set(names)) == len(names)


def test_the_colours_of_2004_are_those_on_its_box(keypeg: Keypeg) -> None:
    palette = listed_editions(keypeg)["hasbro-2004"]["palette"]
    assert [say("fr", "colour." + colour["name"]) for colour in palette] == [
        *("blanc", "rose", "vert", "rouge", "orange", "argent", "jaune", "bleu"),
    ]
    assert [say("en", "colour." + colour["name"]) for colour in palette] == [
        *("white", "pink", "green", "red", "orange", "silver", "yellow", "blue"),
    ]


def test_a_letter_means_the_same_colour_in_every_edition(keypeg: Keypeg) -> None:
    meanings: dict[str, set[str]] = {}
    for edition in listed_editions(keypeg).values():
        for colour in edition["palette"]:
            meanings.setdefault(colour["letter"], set()).add(colour["name"])
    assert {letter: names for letter, names in meanings.items() if len(names) > 1} == {}


@pytest.mark.parametrize("name", FIGURES)
def test_every_option_is_listed_with_its_default_its_values_and_a_line_of_help(keypeg: Keypeg, name: str) -> None:
    options = listed_editions(keypeg)[name]["options"]
    assert {option["name"] for option in options} == OPTIONS[name]
    for option in options:
        assert option["label"]
        assert all(option["meanings"].values())
        assert all(option["labels"].values())
        assert list(option["labels"]) == list(option["meanings"])
        assert list(option["meanings"]) == option["values"]
        values = option["values"]
        if option["kind"] == "number":
            assert values == []
            assert option["range"]["low"] <= int(option["default"]) <= option["range"]["high"]
        else:
            assert option["default"] in values


@pytest.mark.parametrize("name", FIGURES)
def test_giving_a_listed_default_changes_nothing(keypeg: Keypeg, name: str) -> None:
    plain = accepted(keypeg("rules", name))
    for option in listed_editions(keypeg)[name]["options"]:
        assert accepted(keypeg("rules", name, "--option", f"{option['name']}={option['default']}")) == plain


def test_only_names_and_help_depend_on_the_language(keypeg: Keypeg) -> None:
    english, french = listed_editions(keypeg, "--lang", "en"), listed_editions(keypeg, "--lang", "fr")
    for name, edition in english.items():
        assert edition["source"] != french[name]["source"]
        same = ("year", "seats", "holes", "colours", "palette", "rows", "marking")
        assert [edition[field] for field in same] == [french[name][field] for field in same]


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_plain_list_has_one_line_for_each_edition_with_the_identifier_first(keypeg: Keypeg, lang: str) -> None:
    lines = [line for line in accepted(keypeg("editions", "--lang", lang)).splitlines() if line[0] != " "]
    assert [line.split()[0] for line in lines] == list(FIGURES)
    names = [edition["name"] for edition in listed_editions(keypeg, "--lang", lang).values()]
    assert [name for name, line in zip(names, lines, strict=True) if name not in line] == []


def test_the_plain_list_puts_french_spaces_before_french_colons(keypeg: Keypeg) -> None:
    text = accepted(keypeg("editions", "--lang", "fr"))
    wrong = [line for line in text.splitlines() if line.count(":") != line.count("\u00a0:")]
    assert wrong == []


def test_an_ascii_terminal_gets_the_same_json(tmp_path: Path) -> None:
    plain = run(tmp_path, "editions", "--json", "--lang", "fr")
    ascii_only = run(tmp_path, "editions", "--json", "--lang", "fr", env={"PYTHONIOENCODING": "ascii"})
    assert json.loads(accepted(ascii_only)) == json.loads(accepted(plain))
