"""Cars under a bridge, and their three options."""

import pytest

from support.played_table import Table, marks, refused, setup_error

MISS = "2 guess GGGG"


def jam(option: int, *lines: str, **options: object) -> Table:
    return Table("traffic-jam-2000", *lines, option=option, **options)


def test_four_cars_of_six_colours_repeats_allowed() -> None:
    table = jam(2)
    assert [colour.name for colour in table.edition.palette] == ["red", "blue", "yellow", "pink", "violet", "green"]
    assert refused(table, "1 code RBY") == "wrong-length"
    assert jam(2, "1 code RRRR", "2 guess RRRR").last.outcome == ("broken", (2,))


def test_option_1_two_points_for_having_found_yellow_and_red() -> None:
    assert marks(jam(1, "1 code RBYP", "2 guess YVYR").rows(2)) == ["2"]


def test_option_2_two_points_for_two_colours_and_one_for_the_place_of_the_yellow_car() -> None:
    assert marks(jam(2, "1 code RBYP", "2 guess YVYR").rows(2)) == ["3"]


@pytest.mark.parametrize("guess", ["RBYP", "PYBR", "BRPY"])
def test_option_1_the_colours_break_the_code_in_any_order(guess: str) -> None:
    table = jam(1, "1 code RBYP", f"2 guess {guess}")
    assert table.last.outcome == ("broken", (2,))
    assert marks(table.last.boards[0].rows) == ["4"]


def test_option_1_a_colour_counts_only_as_often_as_it_is_under_the_bridge() -> None:
    table = jam(1, "1 code RRBY", "2 guess RBBB", "2 guess RRRR", "2 guess BYRV")
    assert marks(table.rows(2)) == ["2", "2", "3"]


def test_option_2_the_places_must_be_found_too() -> None:
    table = jam(2, "1 code RBYP", "2 guess PYBR", "2 guess RBPY", "2 guess RBYV")
    assert marks(table.rows(2)) == ["4", "6", "6"]
    table.does("2 guess RBYP")
    assert marks(table.last.boards[0].rows)[-1] == "8"
    assert table.last.outcome == ("broken", (2,))


@pytest.mark.parametrize("option", [1, 2])
def test_without_option_3_no_space_may_be_left_empty(option: int) -> None:
    table = jam(option)
    assert refused(table, "1 code R..P") == "blank-not-allowed"
    table.does("1 code RBYP")
    assert refused(table, "2 guess R..P") == "blank-not-allowed"


@pytest.mark.parametrize(("guess", "mark"), [("....", "4"), (".RP.", "4"), ("R.GG", "4"), ("GGGG", "0"), ("R.P.", "6")])
def test_option_3_an_empty_space_counts_as_a_car_of_one_more_colour(guess: str, mark: str) -> None:
    assert marks(jam(3, "1 code R..P", f"2 guess {guess}").rows(2)) == [mark]


def test_option_3_one_or_more_spaces_may_be_empty() -> None:
    assert jam(3, "1 code ....", "2 guess ....").last.outcome == ("broken", (2,))


@pytest.mark.parametrize("option", [1, 2, 3])
def test_eleven_tries_and_no_more(option: int) -> None:
    table = jam(option, "1 code RBYP", *[MISS] * 10)
    assert table.state.finished == ()
    table.does(MISS)
    assert table.last.outcome == ("unbroken", (1,))


@pytest.mark.parametrize("option", [1, 2, 3])
def test_the_maker_gets_a_point_for_each_try(option: int) -> None:
    table = jam(option, "1 code RBYP", MISS, MISS, "2 guess RBYP")
    assert table.last.lines == ((1, 3, "rows", 3),)


def test_a_jam_that_is_not_found_is_worth_eleven_points() -> None:
    assert jam(2, "1 code RBYP", *[MISS] * 11).last.lines == ((1, 11, "rows", 11),)


def test_the_roles_are_swapped_the_points_added_up_and_the_most_win() -> None:
    table = jam(2, "1 code RBYP", MISS, "2 guess RBYP", "2 code RBYP", "1 guess RBYP", rounds=4)
    assert table.scores == (2, 1)
    assert table.outcome is None
    table.does("1 code VVVV", "2 guess VVVV", "2 code PPPP", "1 guess PPPP")
    assert [done.maker for done in table.state.finished] == [1, 2, 1, 2]
    assert table.scores == (3, 2)
    assert table.outcome == ("highest-total", (1,))


def test_equal_points_are_a_draw() -> None:
    table = jam(2, "1 code RBYP", "2 guess RBYP", "2 code RBYP", "1 guess RBYP")
    assert table.outcome == ("draw", (1, 2))


@pytest.mark.parametrize("option", [1, 2, 3])
def test_the_number_of_games_must_be_even(option: int) -> None:
    assert setup_error("traffic-jam-2000", option=option, rounds=1) == "rounds-even"


def test_after_a_mistake_the_breaker_begins_the_replay_three_points_ahead() -> None:
    table = jam(2, "1 code RBYP", "2 guess YVYR", "1 mark 2", "2 claim 1", by_hand=True)
    assert table.last.lines == ((2, 3, "wrong-mark", None),)
    assert table.scores == (0, 3)
    view = table.sees(2)
    assert (view.round, view.attempt, view.maker) == (1, 2, 1)


def test_option_2_is_played_unless_agreed_otherwise() -> None:
    assert Table("traffic-jam-2000").edition.marking.name == "sum"
