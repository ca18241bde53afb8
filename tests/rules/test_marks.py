"""How a guess is marked, by the rulebooks' own words."""

from itertools import permutations, product

import pytest

from keypeg.core.codes import BLANK, Code
from keypeg.core.edition import Edition, mark_for
from keypeg.core.errors import RuleError
from keypeg.core.marks import BLACK_WHITE, COLOURS, MARKINGS, PARTS, SUM, KeyPegs, Marking, Number
from keypeg.editions import edition
from keypeg.editions.palette import COLOURS as ALL_COLOURS
from keypeg.records.notation import read_code, write_mark

PALETTE = tuple(ALL_COLOURS.values())
SMALL = tuple(product(range(4), repeat=3))
"""Every code of three holes and three colours, with blanks."""
PATTERNS = ("RRRR", "RRRB", "RRBB", "RRBY", "RBYG")
"""One secret for each pattern of repeats in four holes."""


def code(text: str) -> Code:
    return read_code(text, PALETTE)


def marked(marking: Marking, secret: str, guess: str) -> str:
    return write_mark(marking.mark(code(secret), code(guess)))


def blacks(secret: Code, guess: Code) -> int:
    return sum(1 for mine, theirs in zip(secret, guess, strict=True) if mine == theirs)


def most_blacks(secret: Code, guess: Code) -> int:
    """The most blacks that the pegs of the guess can get in any order."""
    return max(blacks(secret, order) for order in permutations(guess))


@pytest.mark.parametrize(
    ("secret", "guess", "mark"),
    [
        ("RRYB", "RRYB", "4b0w"),
        ("RRYB", "GGGG", "0b0w"),
        ("RRYB", "BYRR", "0b4w"),
        ("RRYB", "RRBY", "2b2w"),
        ("RRYB", "RRRR", "2b0w"),
        ("RRYB", "GGRR", "0b2w"),
        ("RRYB", "RGGR", "1b1w"),
        ("RBBB", "BRRR", "0b2w"),
        ("RBBB", "BBRR", "1b2w"),
        ("PRBY", "PBRW", "1b2w"),
    ],
)
def test_a_black_for_colour_and_place_and_a_white_for_colour_alone(secret: str, guess: str, mark: str) -> None:
    assert marked(BLACK_WHITE, secret, guess) == mark


def test_a_peg_of_the_code_is_never_counted_twice() -> None:
    assert marked(BLACK_WHITE, "RBYG", "RRRR") == "1b0w"
    assert marked(BLACK_WHITE, "RBYG", "BRRR") == "0b2w"
    assert marked(BLACK_WHITE, "RRRR", "RBYG") == "1b0w"


def test_whites_are_the_extra_blacks_that_the_same_pegs_could_get() -> None:
    for secret, guess in product(SMALL, repeat=2):
        placed = blacks(secret, guess)
        assert BLACK_WHITE.mark(secret, guess) == KeyPegs(placed, most_blacks(secret, guess) - placed)


def test_the_colours_card_counts_the_colours_whatever_their_order() -> None:
    for secret, guess in product(SMALL, repeat=2):
        assert COLOURS.mark(secret, guess) == Number(most_blacks(secret, guess))


def test_on_the_sum_card_a_car_in_place_counts_twice() -> None:
    for secret, guess in product(SMALL, repeat=2):
        assert SUM.mark(secret, guess) == Number(most_blacks(secret, guess) + blacks(secret, guess))


def test_red_blue_yellow_pink_against_yellow_violet_yellow_red() -> None:
    assert marked(COLOURS, "RBYP", "YVYR") == "2"
    assert marked(SUM, "RBYP", "YVYR") == "3"


def test_two_misplaced_colours_and_one_in_place_are_two_whites_and_a_red() -> None:
    assert marked(BLACK_WHITE, "PRBY", "PBRW") == "1b2w"


@pytest.mark.parametrize("marking", [BLACK_WHITE, COLOURS, SUM])
def test_a_blank_is_marked_exactly_like_one_more_colour(marking: Marking) -> None:
    def coloured(pegs: Code) -> Code:
        return tuple(4 if peg == BLANK else peg for peg in pegs)

    for secret, guess in product(SMALL, repeat=2):
        assert marking.mark(secret, guess) == marking.mark(coloured(secret), coloured(guess))


@pytest.mark.parametrize("marking", [BLACK_WHITE, COLOURS, SUM])
def test_swapping_code_and_guess_gives_the_same_mark(marking: Marking) -> None:
    for secret, guess in product(SMALL, repeat=2):
        assert marking.mark(secret, guess) == marking.mark(guess, secret)


@pytest.mark.parametrize(("marking", "how_many"), [(BLACK_WHITE, 14), (COLOURS, 5), (SUM, 8)])
def test_the_possible_marks_are_those_that_some_guess_can_earn(marking: Marking, how_many: int) -> None:
    guesses = tuple(product(range(1, 7), repeat=4))
    earned = {marking.mark(code(secret), guess) for secret in PATTERNS for guess in guesses}
    possible = marking.possible(4)
    assert len(possible) == len(set(possible)) == how_many
    assert set(possible) == earned


def test_all_in_place_but_one_leaves_no_wrong_hole_for_the_last() -> None:
    assert KeyPegs(3, 1) not in BLACK_WHITE.possible(4)
    assert KeyPegs(2, 1) not in BLACK_WHITE.possible(3)
    assert Number(7) not in SUM.possible(4)


@pytest.mark.parametrize(
    ("marking", "guess", "broken"),
    [
        (BLACK_WHITE, "RBYP", True),
        (BLACK_WHITE, "PYBR", False),
        (COLOURS, "RBYP", True),
        (COLOURS, "PYBR", True),
        (COLOURS, "PYBV", False),
        (SUM, "RBYP", True),
        (SUM, "PYBR", False),
    ],
)
def test_the_mark_of_a_broken_code(marking: Marking, guess: str, broken: bool) -> None:
    assert (marking.mark(code("RBYP"), code(guess)) == marking.solved(4)) is broken


@pytest.mark.parametrize(
    ("part", "guess", "mark"),
    [
        (".B...", "RBYGW", "1b0w"),
        (".B...", "BRYGW", "0b1w"),
        (".B...", "RRYGW", "0b0w"),
        (".B...", "BRBBB", "0b1w"),
        (".B...", "BBBBB", "1b0w"),
        (".B...", "R.YGB", "0b1w"),
        (".B...", "R.YGW", "0b0w"),
    ],
)
def test_a_part_earns_one_key_peg_at_most_and_black_goes_before_white(part: str, guess: str, mark: str) -> None:
    assert marked(PARTS, part, guess) == mark


@pytest.mark.parametrize(
    ("parts", "guess", "mark"),
    [
        ("RB...", "RBGGG", "2b0w"),
        ("RB...", "BRGGG", "0b2w"),
        ("RB...", "RGBGG", "1b1w"),
        ("RR...", "GGRGG", "0b2w"),
        ("RR...", "RGGGG", "1b1w"),
        ("RB...", "GGGGG", "0b0w"),
    ],
)
def test_two_parts_are_marked_separately(parts: str, guess: str, mark: str) -> None:
    assert marked(PARTS, parts, guess) == mark


def test_no_key_pegs_say_that_a_dealt_code_is_broken() -> None:
    assert PARTS.solved(1) is None
    assert PARTS.solved(2) is None


@pytest.mark.parametrize(
    ("table", "secret", "guess", "mark"),
    [
        (edition("classic"), "RRBY", "RBRG", "1b2w"),
        (edition("traffic-jam-2000", option=1), "RBYP", "YVYR", "2"),
        (edition("traffic-jam-2000", option=3), "R..P", "....", "4"),
        (edition("hasbro-2004"), "PRBY", "PBRW", "1b2w"),
        (edition("challenge-2001", handicap=2), "RRBY", "RRBO", "3b0w"),
        (edition("challenge-2001", handicap=2), "RRBYG", "RRBOO", "3b0w"),
        (edition("mastermind-44"), ".B...", "KKB.K", "0b1w"),
    ],
)
def test_the_mark_of_a_guess_by_the_rules_of_an_edition(table: Edition, secret: str, guess: str, mark: str) -> None:
    assert write_mark(mark_for(table, read_code(secret, table.palette), read_code(guess, table.palette))) == mark


@pytest.mark.parametrize(
    ("table", "secret", "guess", "reason"),
    [
        (edition("classic"), "RRB", "RRBY", "wrong-length"),
        (edition("classic"), "RRBY", "RRB", "wrong-length"),
        (edition("classic"), "RRB.", "RRBY", "blank-not-allowed"),
        (edition("hasbro-2004"), "PPBY", "PPBY", "repeat-not-allowed"),
        (edition("challenge-2001", handicap=2), "RRBY", "RRBYG", "wrong-length"),
    ],
)
def test_codes_that_cannot_be_played_have_no_mark(table: Edition, secret: str, guess: str, reason: str) -> None:
    with pytest.raises(RuleError) as caught:
        mark_for(table, read_code(secret, table.palette), read_code(guess, table.palette))
    assert caught.value.code == reason


def test_there_are_four_markings() -> None:
    assert list(MARKINGS) == ["black-white", "colours", "sum", "parts"]
