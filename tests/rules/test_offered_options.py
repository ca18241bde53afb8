"""What is offered at the set-up: nothing that the rules then refuse, and nothing less."""

import random

import pytest

from keypeg.editions import RULEBOOKS
from support.thoroughness import times


@pytest.mark.parametrize("edition", RULEBOOKS)
def test_nothing_that_can_be_chosen_is_refused(edition: str) -> None:
    book = RULEBOOKS[edition]
    for seed in range(times(4, 40)):
        rng = random.Random(f"{edition} {seed}")
        chosen: dict[str, str] = {}
        for option in book.options:
            chosen[option.name] = rng.choice(book.offer(chosen)[1][option.name])
        assert book.offer(chosen)[0] == chosen
        book.choose(chosen)


@pytest.mark.parametrize(
    ("edition", "chosen", "option", "expected"),
    [
        ("classic", {}, "rounds", tuple(map(str, range(2, 101, 2)))),
        ("classic", {"practice": "yes"}, "rounds", ("2",)),
        ("challenge-2001", {}, "rounds", tuple(map(str, range(1, 101, 2)))),
        ("challenge-2001", {"holes": "4"}, "handicap", ("none",)),
        ("hasbro-2004", {"seats": "4"}, "rounds", ("4",)),
        ("mastermind-44", {"seats": "3"}, "parts", ("1",)),
        ("mastermind-44", {"seats": "2"}, "parts", ("1", "2")),
    ],
)
def test_the_values_of_an_option_follow_from_those_before_it(
    edition: str, chosen: dict[str, str], option: str, expected: tuple[str, ...]
) -> None:
    assert RULEBOOKS[edition].offer(chosen)[1][option] == expected


def test_a_choice_that_does_not_go_with_an_earlier_one_is_dropped() -> None:
    assert RULEBOOKS["challenge-2001"].offer({"holes": "4", "handicap": "1"})[0] == {"holes": "4"}


@pytest.mark.parametrize(
    ("edition", "chosen", "expected"),
    [
        ("hasbro-2000", {}, ()),
        ("classic", {"scoring": "breaker-rows"}, ()),
        ("challenge-2001", {}, ("holes", "handicap")),
        ("challenge-2001", {"holes": "4"}, ("holes",)),
        ("traffic-jam-2000", {}, ("option",)),
        ("hasbro-2004", {"seats": "4"}, ("experts",)),
        ("parker-1974", {}, ("different",)),
        ("mastermind-44", {"seats": "2"}, ("seats", "parts")),
        ("house", {}, ("holes", "colours", "blanks", "repeats", "marking")),
    ],
)
def test_only_what_changes_codes_guesses_or_marks_changes_the_guessing_game(
    edition: str, chosen: dict[str, str], expected: tuple[str, ...]
) -> None:
    assert RULEBOOKS[edition].guessing_options(chosen) == expected
