"""`keypeg mark`: every worked example, and codes that cannot be marked."""

import json
from itertools import product
from pathlib import Path
from random import Random

import pytest

from keypeg.i18n.colour_letters import local_example
from support.command import Keypeg, accepted, refusal, run

KeyPegs = dict[str, int]


def pegs(blacks: int, whites: int) -> KeyPegs:
    """A mark in key pegs as in the JSON output."""
    return {"blacks": blacks, "whites": whites}


WORKED = [
    # the rulebooks' own examples
    ("traffic-jam-2000~option_1", "RBYP", "YVYR", {"number": 2}, "2", "2"),
    ("traffic-jam-2000", "RBYP", "YVYR", {"number": 3}, "3", "3"),
    ("traffic-jam-2000~option_3", "RBYP", "YVYR", {"number": 3}, "3", "3"),
    ("hasbro-2004", "PRBY", "PBRW", pegs(1, 2), "1 red, 2 white", "1 rouge, 2 blanches"),
    ("hasbro-2004~seats_4", "PRBY", "PBRW", pegs(1, 2), "1 red, 2 white", "1 rouge, 2 blanches"),
    ("parker-1974", "BYR", "BRG", pegs(1, 1), "1 black, 1 white", "1 noire, 1 blanche"),
    ("parker-1974", "BYR", "RBO", pegs(0, 2), "2 white", "2 blanches"),
    ("parker-1974", "BYR", "GYG", pegs(1, 0), "1 black", "1 noire"),
    ("parker-1974", "BYR", "RYB", pegs(1, 2), "1 black, 2 white", "1 noire, 2 blanches"),
    ("parker-1974", "BYR", "BYR", pegs(3, 0), "3 black", "3 noires"),
    ("parker-1974", "BBR", "BBG", pegs(2, 0), "2 black", "2 noires"),
    ("parker-1974", "BBR", "BRB", pegs(1, 2), "1 black, 2 white", "1 noire, 2 blanches"),
    # "Only one white key peg is placed if the hidden code counter is red and 2 or more red code pegs have been placed"
    ("mastermind-44", "..R..", "RR.RR", pegs(0, 1), "1 white", "1 blanche"),
    # "Black always takes priority over white"
    ("mastermind-44", "..R..", "RRRRR", pegs(1, 0), "1 black", "1 noire"),
    ("mastermind-44", "..R..", "BBBBB", pegs(0, 0), "no key pegs", "aucune fiche"),
    ("mastermind-44~seats_2~parts_2", "R.B..", "RBGGG", pegs(1, 1), "1 black, 1 white", "1 noire, 1 blanche"),
    # repeated colours: a peg of the code counts for only one peg of the guess
    ("classic", "RRBB", "RRRR", pegs(2, 0), "2 black", "2 noires"),
    ("classic", "RBYG", "RRRB", pegs(1, 1), "1 black, 1 white", "1 noire, 1 blanche"),
    ("classic", "RRRB", "BBBR", pegs(0, 2), "2 white", "2 blanches"),
    ("classic", "RRBB", "BBRR", pegs(0, 4), "4 white", "4 blanches"),
    ("classic", "RRBB", "RRBB", pegs(4, 0), "4 black", "4 noires"),
    ("classic", "RRBB", "YYGG", pegs(0, 0), "no key pegs", "aucune fiche"),
    ("hasbro-2000", "RYRB", "YRRO", pegs(1, 2), "1 red, 2 white", "1 rouge, 2 blanches"),
    # a blank is marked like one more colour
    ("hasbro-2000-advanced", "R..B", ".R.B", pegs(2, 2), "2 red, 2 white", "2 rouges, 2 blanches"),
    ("hasbro-2000-advanced", "....", "R...", pegs(3, 0), "3 red", "3 rouges"),
    ("traffic-jam-2000~option_3", "R..B", "....", {"number": 4}, "4", "4"),
    ("traffic-jam-2000", "RBYP", "RBYP", {"number": 8}, "8", "8"),
    ("traffic-jam-2000~option_1", "RBYP", "PYBR", {"number": 4}, "4", "4"),
    # five holes, and four with a handicap
    ("challenge-2001", "RRBYG", "RBRYG", pegs(3, 2), "3 red, 2 white", "3 rouges, 2 blanches"),
    ("challenge-2001~holes_4", "RRBY", "RBRY", pegs(2, 2), "2 red, 2 white", "2 rouges, 2 blanches"),
    ("challenge-2001~handicap_2", "RRBY", "RBRY", pegs(2, 2), "2 red, 2 white", "2 rouges, 2 blanches"),
    ("challenge-2001~handicap_2", "RRBYG", "RBRYG", pegs(3, 2), "3 red, 2 white", "3 rouges, 2 blanches"),
    ("house~holes_8~colours_20", "RBYGOVPA", "ARBYGOVP", pegs(0, 8), "8 white", "8 blanches"),
    ("house~holes_1~colours_2", "R", "B", pegs(0, 0), "no key pegs", "aucune fiche"),
]


@pytest.mark.parametrize(("edition", "secret", "guess", "mark", "english", "french"), WORKED)
def test_every_worked_example_is_right(
    keypeg: Keypeg, edition: str, secret: str, guess: str, mark: KeyPegs, english: str, french: str
) -> None:
    assert json.loads(accepted(keypeg("mark", edition, secret, guess, "--json")))["mark"] == mark
    assert accepted(keypeg("mark", edition, secret, guess, "--lang", "en")) == english + "\n"
    typed = (local_example(secret, "fr"), local_example(guess, "fr"))
    assert accepted(keypeg("mark", edition, *typed, "--lang", "fr")) == french + "\n"


def test_letters_follow_the_language_and_no_letter_is_taken_for_another_colour(keypeg: Keypeg) -> None:
    """`S` is silver in English and rose in French: both are colours of the 2004 game."""
    assert accepted(keypeg("mark", "hasbro-2004", "SRBO", "SRBO", "--lang", "fr")) == "4 rouges\n"
    assert accepted(keypeg("mark", "hasbro-2004", "AVJC", "avjc", "--lang=fr")) == "4 rouges\n"
    line = refusal(keypeg("mark", "hasbro-2004", "PRBY", "PBRW", "--lang", "fr"))
    assert "P" in line
    assert "(utilisez C S V R O A J B)" in line


def test_programs_use_one_notation_in_every_language(keypeg: Keypeg) -> None:
    for lang in ("en", "fr"):
        output = accepted(keypeg("mark", "hasbro-2004", "PRBY", "PBRW", "--json", "--lang", lang))
        assert json.loads(output)["mark"] == {"blacks": 1, "whites": 2}
    assert "use W P G R O S Y B" in refusal(keypeg("mark", "hasbro-2004", "AVJC", "AVJC", "--json"))


def test_options_can_stand_beside_the_edition(keypeg: Keypeg) -> None:
    output = accepted(keypeg("mark", "traffic-jam-2000", "RBYP", "YVYR", "--option", "option=1", "--json"))
    assert json.loads(output)["mark"] == {"number": 2}


def test_a_code_may_be_written_small_and_with_spaces(keypeg: Keypeg) -> None:
    assert accepted(keypeg("mark", "classic", "rrbb", " R r B y ")) == "3 black\n"


def test_a_separate_process_prints_the_same(tmp_path: Path) -> None:
    output = accepted(run(tmp_path, "mark", "hasbro-2004", "PRBY", "PBRW", "--json"))
    assert json.loads(output)["mark"] == pegs(1, 2)


def test_marks_of_many_pairs_agree_with_counting_by_hand(keypeg: Keypeg) -> None:
    codes = ["".join(code) for code in product("RBYGWK", repeat=4)]
    chance = Random(44)
    for _ in range(60):
        secret, guess = chance.choice(codes), chance.choice(codes)
        blacks = sum(secret_letter == other for secret_letter, other in zip(secret, guess, strict=True))
        shared = sum(min(secret.count(letter), guess.count(letter)) for letter in "RBYGWK")
        mark = json.loads(accepted(keypeg("mark", "classic", secret, guess, "--json")))
        assert mark["mark"] == pegs(blacks, shared - blacks)


@pytest.mark.parametrize(
    ("edition", "secret", "guess", "output"),
    [
        ("classic", "RRB", "RRBB", "4 holes here, not 3"),
        ("classic", "RRBB", "RRBBB", "4 holes here, not 5"),
        ("classic", "RRBX", "RRBB", "X"),
        ("classic", "RRBB", "RRBé", "é"),
        ("classic", "RRB.", "RRBB", "blank"),
        ("classic", "RRBB", "R..B", "blank"),
        ("classic", "", "RRBB", "Type a code"),
        ("hasbro-2004", "PPBY", "PBRW", "different"),
        ("hasbro-2004", "PRBY", "PBRK", "K"),
        ("mastermind-44", ".....", "RRRRR", "blank"),
        ("challenge-2001~handicap_1", "RRB", "RRB", "holes"),
        ("challenge-2001~handicap_1", "RRBB", "RRBBY", "4 holes here, not 5"),
        ("house~repeats_no~guess-repeats_no", "RBYG", "RRYG", "different"),
    ],
)
def test_codes_that_cannot_be_played_are_not_marked(
    keypeg: Keypeg, edition: str, secret: str, guess: str, output: str
) -> None:
    assert output in refusal(keypeg("mark", edition, secret, guess))


def test_a_guess_may_repeat_colours_where_a_secret_may_not(keypeg: Keypeg) -> None:
    assert accepted(keypeg("mark", "hasbro-2004", "PRBY", "PPPP")) == "1 red\n"
