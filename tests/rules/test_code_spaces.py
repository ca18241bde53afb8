"""The number of codes of each edition, and their order."""

import pytest

from keypeg.core.codes import BLANK, CodeSpace
from keypeg.core.edition import Edition
from keypeg.editions import edition
from support.played_table import Table

NUMBERS = [
    (edition("classic"), 1296),
    (edition("hasbro-2000"), 4096),
    (edition("hasbro-2000-advanced"), 6561),
    (edition("challenge-2001"), 32768),
    (edition("challenge-2001", holes=4), 4096),
    (edition("traffic-jam-2000", option=1), 1296),
    (edition("traffic-jam-2000", option=2), 1296),
    (edition("traffic-jam-2000", option=3), 2401),
    (edition("hasbro-2004"), 1680),
    (edition("hasbro-2004", experts=True), 4096),
    (edition("parker-1974"), 216),
    (edition("parker-1974", different=True), 120),
    (edition("mastermind-44"), 6480),
    (edition("mastermind-44", seats=3), 2160),
    (edition("mastermind-44", seats=2), 360),
    (edition("mastermind-44", seats=2, parts=2), 6480),
    (edition("house", holes=5, colours=4, blanks=True), 3125),
    (edition("house", holes=3, colours=5, repeats=False, blanks=True), 120),
]
"""Every edition, and how many codes can be its secret."""
NAMES = [" ".join((table.id, *(f"{name}={value}" for name, value in table.chosen))) for table, _ in NUMBERS]


@pytest.mark.parametrize(("table", "number"), NUMBERS, ids=NAMES)
def test_the_number_of_codes(table: Edition, number: int) -> None:
    assert len(table.secrets.space) == number


@pytest.mark.parametrize(("table", "number"), NUMBERS, ids=NAMES)
def test_every_code_is_listed_once_and_in_order(table: Edition, number: int) -> None:
    codes = list(table.secrets.space)
    assert codes == sorted(set(codes))
    assert len(codes) == number
    assert all(code in table.secrets.space for code in codes)


@pytest.mark.parametrize(
    ("space", "number"),
    [
        (CodeSpace(4, 6), 126),
        (CodeSpace(4, 6, most_blanks=4), 210),
        (CodeSpace(4, 8, repeats=False), 70),
        (CodeSpace(2, 3, most_blanks=1), 9),
        (CodeSpace(1, 20), 20),
    ],
)
def test_the_number_of_colour_sets(space: CodeSpace, number: int) -> None:
    assert space.colour_sets == number
    assert len({tuple(sorted(code)) for code in space}) == number


def test_traffic_jam_option_1_has_126_colour_sets_to_find() -> None:
    assert edition("traffic-jam-2000", option=1).secrets.space.colour_sets == 126


def test_the_advanced_game_is_equivalent_to_nine_colours() -> None:
    assert len(edition("hasbro-2000-advanced").secrets.space) == 9**4


def test_cars_and_spaces_are_equivalent_to_seven_colours() -> None:
    assert len(edition("traffic-jam-2000", option=3).secrets.space) == 7**4


def test_a_code_of_44_has_one_vacant_hole_in_five_and_a_colour_in_the_others() -> None:
    space = edition("mastermind-44").secrets.space
    assert len(space) == 5 * 6**4
    assert all(code.count(BLANK) == 1 for code in space)


def test_with_a_handicap_one_seat_has_4096_codes_to_search_and_the_other_32768() -> None:
    table = edition("challenge-2001", handicap=2)
    assert len(table.secret_space(1)) == 32768
    assert len(table.secret_space(2)) == 4096
    assert len(table.guess_space(1)) == 32768
    assert len(table.guess_space(2)) == 4096


@pytest.mark.parametrize("options", [{}, {"experts": True}])
def test_a_guess_of_2004_may_be_any_of_4096_rows_whatever_the_code_may_be(options: dict[str, object]) -> None:
    assert len(edition("hasbro-2004", **options).guesses.space) == 4096


def test_where_parts_are_dealt_a_guess_may_leave_only_its_own_hole_vacant() -> None:
    table = Table("mastermind-44", "table deal R.... .B... ..Y.. ...G.")
    guess = next(allowed for allowed in table.sees(1).legal if allowed.action.__name__ == "Guess")
    assert guess.space is not None
    assert len(guess.space) == 7 * 6**4
    assert len(list(guess.space)) == 7 * 6**4
    assert {hole for code in guess.space for hole, peg in enumerate(code, 1) if peg == BLANK} == {1}
