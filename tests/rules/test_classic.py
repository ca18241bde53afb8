"""The classic game for two and its three ways of scoring."""

import pytest

from support.played_table import Table, marks, refused, setup_error

MISS = "2 guess KKKK"
BREAK = "2 guess RRBY"


def game(*lines: str, **options: object) -> Table:
    return Table("classic", *lines, **options)


def test_a_pattern_of_four_pegs_in_six_colours_duplicates_allowed() -> None:
    table = game()
    assert len(table.edition.palette) == 6
    assert game("1 code RRRR", "2 guess RRRR").last.outcome == ("broken", (2,))
    assert refused(table, "1 code RRR") == "wrong-length"
    assert refused(table, "1 code RRR.") == "blank-not-allowed"


def test_feedback_follows_every_guess() -> None:
    table = game("1 code RRBY", "2 guess RBRG", "2 guess YBRR", "2 guess RRBG")
    assert marks(table.rows(2)) == ["1b2w", "0b4w", "3b0w"]


@pytest.mark.parametrize("rows", [8, 10, 12])
def test_ten_turns_or_sometimes_eight_or_twelve(rows: int) -> None:
    table = game("1 code RRBY", *[MISS] * (rows - 1), rows=rows)
    assert table.state.finished == ()
    table.does(MISS)
    assert table.last.outcome == ("unbroken", (1,))


def test_ten_turns_unless_agreed_otherwise() -> None:
    assert game().edition.guesses.rows == 10
    assert setup_error("classic", rows=11) == "unreadable-value"


def test_the_number_of_games_must_be_even() -> None:
    assert setup_error("classic", rounds=3) == "rounds-even"


def test_the_roles_swap() -> None:
    table = game("1 code RRBY", BREAK, "2 code RRBY", "1 guess RRBY", "1 code RRBY", BREAK, rounds=4)
    assert [done.maker for done in table.state.finished] == [1, 2, 1]
    assert table.sees(None).maker == 2


def test_the_maker_gets_a_point_for_each_guess() -> None:
    table = game("1 code RRBY", MISS, MISS, MISS, BREAK)
    assert table.last.lines == ((1, 4, "rows", 4),)
    assert table.scores == (4, 0)


@pytest.mark.parametrize("rows", [8, 10, 12])
def test_the_maker_gets_an_extra_point_if_the_last_guess_fails_too(rows: int) -> None:
    table = game("1 code RRBY", *[MISS] * rows, rows=rows)
    assert table.last.lines == ((1, rows, "rows", rows), (1, 1, "unbroken", None))
    assert table.scores == (rows + 1, 0)


def test_no_extra_point_if_the_last_guess_is_right() -> None:
    table = game("1 code RRBY", *[MISS] * 9, BREAK)
    assert table.last.outcome == ("broken", (2,))
    assert table.last.lines == ((1, 10, "rows", 10),)


def test_the_most_points_win() -> None:
    table = game("1 code RRBY", BREAK, "2 code RRBY", "1 guess KKKK", "1 guess RRBY")
    assert table.scores == (1, 2)
    assert table.outcome == ("highest-total", (2,))


def test_equal_points_are_a_draw() -> None:
    table = game("1 code RRBY", BREAK, "2 code RRBY", "1 guess RRBY")
    assert table.outcome == ("draw", (1, 2))


def test_breakers_score_a_point_to_the_breaker_for_each_row() -> None:
    table = game("1 code RRBY", MISS, MISS, BREAK, scoring="breaker-rows")
    assert table.last.lines == ((2, 3, "rows", 3),)
    assert table.scores == (0, 3)


def test_breakers_score_an_unbroken_code_counts_its_rows() -> None:
    table = game("1 code RRBY", *[MISS] * 10, scoring="breaker-rows")
    assert table.last.lines == ((2, 10, "rows", 10),)


def test_breakers_score_the_fewest_points_win() -> None:
    table = game("1 code RRBY", MISS, MISS, BREAK, "2 code RRBY", "1 guess RRBY", scoring="breaker-rows")
    assert table.scores == (1, 3)
    assert table.outcome == ("lowest-total", (1,))


def test_breakers_score_equal_points_are_a_draw() -> None:
    table = game("1 code RRBY", BREAK, "2 code RRBY", "1 guess RRBY", scoring="breaker-rows")
    assert table.outcome == ("draw", (1, 2))


def test_makers_score_a_point_for_each_row_that_is_not_the_code() -> None:
    table = game("1 code RRBY", MISS, MISS, BREAK, scoring="maker-misses")
    assert table.last.lines == ((1, 2, "misses", 2),)


def test_makers_score_a_code_broken_at_once_is_worth_nothing() -> None:
    assert game("1 code RRBY", BREAK, scoring="maker-misses").last.lines == ((1, 0, "misses", 0),)


def test_makers_score_an_unbroken_code_is_worth_all_its_rows() -> None:
    table = game("1 code RRBY", *[MISS] * 10, scoring="maker-misses")
    assert table.last.lines == ((1, 10, "misses", 10),)


def test_makers_score_the_most_points_win() -> None:
    table = game("1 code RRBY", MISS, BREAK, "2 code RRBY", "1 guess RRBY", scoring="maker-misses")
    assert table.scores == (1, 0)
    assert table.outcome == ("highest-total", (1,))


@pytest.mark.parametrize("scoring", ["maker", "maker-misses"])
def test_wrong_information_replays_the_game_and_gives_the_breaker_three_points(scoring: str) -> None:
    table = game("1 code RRBY", "2 guess RGGG", "1 mark 0b1w", "2 claim 1", scoring=scoring, by_hand=True)
    assert table.last.lines == ((2, 3, "wrong-mark", None),)
    assert (table.sees(None).round, table.sees(None).attempt, table.sees(None).maker) == (1, 2, 1)


def test_where_the_fewest_points_win_the_three_points_are_subtracted() -> None:
    table = game("1 code RRBY", "2 guess RGGG", "1 mark 0b1w", "2 claim 1", scoring="breaker-rows", by_hand=True)
    assert table.last.lines == ((2, -3, "wrong-mark", None),)
    table.does("1 code RRBY", "2 guess RRBY", "1 mark 4b0w", "2 code RRBY", "1 guess RRBY", "2 mark 4b0w")
    assert table.scores == (1, -2)
    assert table.outcome == ("lowest-total", (2,))
