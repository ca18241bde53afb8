"""The menu of options before a game: it offers only what the rulebook allows, in words and numbers."""

import io
import os
import re
import shutil

import pytest

from keypeg.core.edition import Edition
from keypeg.editions import RULEBOOKS
from keypeg.terminal.option_menu import ask_options, list_numbers
from keypeg.terminal.screen import Screen
from support.command import Keypeg
from terminal.test_progress import Terminal


def choose(name: str, *lines: str, lang: str = "en") -> tuple[Edition, str]:
    """What comes of typing these lines, and what is shown."""
    shown = io.StringIO()
    screen = Screen(io.StringIO("".join(f"{line}\n" for line in (*lines, ""))), shown, {})
    return ask_options(RULEBOOKS[name], screen, lang), shown.getvalue().replace("\u00a0", " ")


@pytest.mark.parametrize("name", RULEBOOKS)
def test_every_option_that_is_listed_can_be_changed_to_every_value_that_is_offered(name: str) -> None:
    book = RULEBOOKS[name]
    _, offered = book.offer({})
    menu = [option for option in book.options if len(offered[option.name]) > 1]
    for number, option in enumerate(menu, 1):
        values = offered[option.name]
        numbers = all(value.isdigit() for value in values)
        for place, value in enumerate(values[:4], 1):
            typed = [] if option.kind == "flag" else [value if numbers else str(place)]
            edition, shown = choose(name, str(number), *typed)
            assert shown.count("The rules of this game:") == 2, (option.name, value)
            if option.kind != "flag":
                assert edition.link == book.choose({option.name: value}).link


def test_where_the_players_decide_the_number_of_rounds_it_is_not_offered() -> None:
    edition, shown = choose("hasbro-2004", "1", "4")
    assert dict(edition.chosen) == {"seats": "4"}
    before, after = shown.split("The rules of this game:")[1:]
    assert "Rounds in the match" in before
    assert "Rounds in the match" not in after


def test_a_value_that_is_not_offered_is_refused_with_the_reason_of_the_rulebook() -> None:
    edition, shown = choose("hasbro-2000", "2", "3", "many", "6")
    assert dict(edition.chosen) == {"rounds": "6"}
    assert "Rounds in the match (even) – 2, 4, 6 … 100? [2]" in shown
    assert "must be even, not 3" in shown
    assert "'many'" in shown


def test_values_that_are_words_have_numbers_and_say_what_they_mean() -> None:
    edition, shown = choose("classic", "2", "9", "3")
    assert dict(edition.chosen) == {"scoring": "maker-misses"}
    assert "'9' is not a number from 1 to 3." in shown
    assert "maker-misses" not in shown


@pytest.mark.parametrize(
    ("name", "typed", "words"),
    [
        ("challenge-2001", ("2", "2"), "4 rings: The player in seat 1 has to find four rings"),
        ("traffic-jam-2000", (), "Which version: Find the colours of the cars and their places."),
        ("classic", (), "Rows on the board: 10\n"),
    ],
)
def test_the_menu_shows_what_a_chosen_value_means(name: str, typed: tuple[str, ...], words: str) -> None:
    _, shown = choose(name, *typed)
    assert words in " ".join(re.sub(r"\n {6}", " ", shown).split(" "))


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_on_a_narrow_terminal_the_menu_is_folded_once(monkeypatch: pytest.MonkeyPatch, lang: str) -> None:
    monkeypatch.setattr(shutil, "get_terminal_size", lambda: os.terminal_size((60, 24)))
    shown = Terminal()
    ask_options(RULEBOOKS["house"], Screen(io.StringIO("7\n\n\n"), shown, {}), lang)
    lines = shown.getvalue().splitlines()
    folded = [number for number, line in enumerate(lines) if re.match(r" {6,10}[^ \d]", line)]
    assert folded
    for number in folded:
        assert len(lines[number]) <= 60
        first_word = lines[number].strip().split(" ")[0]
        assert len(lines[number - 1]) + 1 + len(first_word) > 60, "the line before had no room for this word"


def test_a_switch_is_turned_over_by_its_number() -> None:
    assert dict(choose("parker-1974", "1")[0].chosen) == {"different": "yes"}
    assert dict(choose("parker-1974", "1", "1")[0].chosen) == {}


@pytest.mark.parametrize("text", ["0", "7", "x", "²"])
def test_a_number_that_is_not_listed_changes_nothing(text: str) -> None:
    edition, shown = choose("classic", text)
    assert edition.link == "classic"
    assert f"'{text}' is not a number from 1 to 5." in shown


def test_options_can_be_typed_by_name_too() -> None:
    edition, shown = choose("classic", "rows=9", "rows=8 scoring=maker-misses")
    assert dict(edition.chosen) == {"rows": "8", "scoring": "maker-misses"}
    assert "Choose from 8, 10, 12" in shown


def test_in_french_too() -> None:
    edition, shown = choose("classic", "5", lang="fr")
    assert dict(edition.chosen) == {"by-hand": "yes"}
    assert "Les règles de cette partie" in shown


@pytest.mark.parametrize(
    ("values", "text"),
    [
        (("10", "8", "12"), "8, 10, 12"),
        (tuple(map(str, range(1, 101))), "1–100"),
        (tuple(map(str, range(1, 100, 2))), "1, 3, 5 … 99"),
        (("1", "2", "4", "8", "16", "32", "64", "128", "256"), "1, 2, 4, 8, 16, 32, 64, 128, 256"),
        (("3",), "3"),
    ],
)
def test_many_numbers_are_listed_in_a_few_words(values: tuple[str, ...], text: str) -> None:
    assert list_numbers(values) == text


@pytest.mark.parametrize("answers", [("quit",), ("", "quitter"), ("", "", "QUIT")], ids=["edition", "options", "seats"])
def test_the_word_for_leaving_leaves_at_every_question_before_a_game(keypeg: Keypeg, answers: tuple[str, ...]) -> None:
    ran = keypeg("play", stdin="\n".join((*answers, "never asked", "")))
    assert ran.status == 0
    assert "never asked" not in ran.out
    assert ran.out.endswith("Goodbye.\n")
