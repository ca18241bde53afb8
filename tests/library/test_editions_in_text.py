"""An edition reads, writes, marks and draws its codes in letters."""

from random import Random

import pytest

from keypeg import BLANK, Edition, KeyPegs, Number, ReadError, RuleError, edition
from keypeg.editions import RULEBOOKS


@pytest.mark.parametrize("name", RULEBOOKS)
def test_every_random_code_can_be_written_and_read_again(name: str) -> None:
    rules, rng = edition(name), Random(1)
    for _ in range(50):
        code = rules.random_code(rng)
        assert code in rules.secrets.space
        assert rules.code(rules.text(code)) == code


def test_the_same_random_numbers_draw_the_same_code() -> None:
    classic = edition("classic")
    assert classic.random_code(Random(7)) == classic.random_code(Random(7))


def test_every_code_is_drawn_equally_often() -> None:
    rules, rng = edition("house", holes=2, colours=3, repeats=False), Random(1)
    drawn = [rules.text(rules.random_code(rng)) for _ in range(6_000)]
    assert sorted(set(drawn)) == ["BR", "BY", "RB", "RY", "YB", "YR"]
    assert all(850 < drawn.count(code) < 1150 for code in set(drawn))


def test_marks_are_given_for_letters_and_for_pegs() -> None:
    classic = edition("classic")
    assert classic.mark("RRBY", "bryg") == classic.mark((1, 1, 2, 3), [2, 1, 3, 4]) == KeyPegs(1, 2)
    assert edition("traffic-jam-2000", option=1).mark("RBYP", "YVYR") == Number(2)


def test_a_blank_is_a_full_stop() -> None:
    advanced = edition("hasbro-2000-advanced")
    code = advanced.code("R.BY")
    assert code[1] == BLANK
    assert advanced.text(code) == "R.BY"


def test_a_dealt_part_is_a_code_with_blanks() -> None:
    rules = edition("mastermind-44")
    assert rules.mark("R....", "RBYGK"[: rules.secrets.space.holes].replace("K", "R")) == KeyPegs(1, 0)


@pytest.mark.parametrize(("text", "error"), [
    ("RRB", RuleError),
    ("RRBYG", RuleError),
    ("RR.B", RuleError),
    ("RRBZ", ReadError),
    ("", ReadError),
])  # fmt: skip
def test_a_code_that_nobody_could_play_is_refused(text: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        edition("classic").code(text)


def test_with_a_handicap_both_lengths_are_codes() -> None:
    rules: Edition = edition("challenge-2001", handicap=1)
    assert (len(rules.code("RRBB")), len(rules.code("RRBBY"))) == (4, 5)
