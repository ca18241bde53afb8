"""The game of 2000 and its advanced game."""

import pytest

from support.played_table import Table, marks, refused, setup_error

MISS = "2 guess KKKK"


def game(*lines: str, **options: object) -> Table:
    return Table("hasbro-2000", *lines, **options)


def advanced(*lines: str) -> Table:
    return Table("hasbro-2000-advanced", *lines)


def test_the_code_has_four_pegs_in_eight_colours() -> None:
    table = game()
    assert table.edition.secrets.space.holes == 4
    assert len(table.edition.palette) == 8
    assert refused(table, "1 code RRY") == "wrong-length"
    assert refused(table, "1 code RRYBB") == "wrong-length"
    assert refused(table, "1 code RRYT") == "unknown-colour"


def test_two_or_more_pegs_may_have_the_same_colour() -> None:
    table = game("1 code RRYB", "2 guess RRYB")
    assert table.last.codes == (table.code("RRYB"), None)
    assert game("1 code KKKK", "2 guess KKKK").last.outcome == ("broken", (2,))


def test_every_guess_is_marked_in_red_and_white_before_the_next() -> None:
    table = game("1 code RRYB", "2 guess RYRG", "2 guess BBRR", "2 guess OOOO")
    assert marks(table.rows(2)) == ["1b2w", "0b3w", "0b0w"]


def test_each_row_stays_in_position_throughout_the_game() -> None:
    table = game("1 code RRYB", "2 guess RYRG", "2 guess BBRR")
    assert [row.guess for row in table.rows(2)] == [table.code("RYRG"), table.code("BBRR")]


def test_the_decoder_does_not_see_the_code() -> None:
    table = game("1 code RRYB", MISS)
    assert table.sees(1).code == table.code("RRYB")
    assert table.sees(2).code is None
    assert table.sees(None).code is None
    assert table.sees(2).ready == (1,)


def test_the_maker_scores_a_point_for_every_line_placed_the_winning_line_too() -> None:
    table = game("1 code RRYB", MISS, MISS, "2 guess RRYB")
    assert table.last.outcome == ("broken", (2,))
    assert table.last.lines == ((1, 3, "rows", 3),)
    assert table.scores == (3, 0)


def test_a_code_broken_at_once_is_worth_one_point() -> None:
    assert game("1 code RRYB", "2 guess RRYB").last.lines == ((1, 1, "rows", 1),)


def test_an_unbroken_code_is_worth_twelve_points() -> None:
    table = game("1 code RRYB", *[MISS] * 12)
    assert table.last.outcome == ("unbroken", (1,))
    assert table.last.lines == ((1, 12, "rows", 12),)


def test_a_code_broken_with_the_twelfth_line_is_worth_twelve_points_too() -> None:
    table = game("1 code RRYB", *[MISS] * 11, "2 guess RRYB")
    assert table.last.outcome == ("broken", (2,))
    assert table.last.lines == ((1, 12, "rows", 12),)


def test_the_decoder_has_twelve_chances_and_no_more() -> None:
    table = game("1 code RRYB", *[MISS] * 11)
    assert table.state.finished == ()
    table.does(MISS)
    assert len(table.last.boards[0].rows) == 12


def test_the_code_is_revealed_when_the_game_is_over() -> None:
    table = game("1 code RRYB", "2 guess RRYB")
    assert table.sees(2).finished[0].codes[0] == table.code("RRYB")


def test_the_roles_change_after_each_game() -> None:
    table = game(rounds=4)
    makers = []
    for maker, breaker in ((1, 2), (2, 1), (1, 2), (2, 1)):
        assert refused(table, f"{breaker} code RRYB") == "not-a-maker"
        table.does(f"{maker} code RRYB")
        assert refused(table, f"{maker} guess RRYB") == "not-a-breaker"
        table.does(f"{breaker} guess RRYB")
        makers.append(table.last.maker)
    assert makers == [1, 2, 1, 2]
    assert table.outcome == ("draw", (1, 2))


def test_the_series_is_over_when_the_agreed_number_of_games_is_played() -> None:
    table = game("1 code RRYB", "2 guess RRYB", rounds=2)
    assert table.outcome is None
    table.does("2 code RRYB", "1 guess RRYB")
    assert table.outcome is not None
    assert refused(table, "1 code RRYB") == "match-over"


@pytest.mark.parametrize("rounds", [1, 3, 99])
def test_an_even_number_of_games_must_be_played(rounds: int) -> None:
    assert setup_error("hasbro-2000", rounds=rounds) == "rounds-even"
    assert setup_error("hasbro-2000-advanced", rounds=rounds) == "rounds-even"


def test_the_player_with_the_highest_score_is_the_winner() -> None:
    table = game("1 code RRYB", MISS, "2 guess RRYB", "2 code RRYB", "1 guess RRYB")
    assert table.scores == (2, 1)
    assert table.outcome == ("highest-total", (1,))


def test_equal_totals_are_a_draw() -> None:
    table = game("1 code RRYB", MISS, "2 guess RRYB", "2 code RRYB", "1 guess KKKK", "1 guess RRYB")
    assert table.scores == (2, 2)
    assert table.outcome == ("draw", (1, 2))


def test_after_a_wrong_mark_the_game_is_replayed_and_the_decoder_gets_three_points() -> None:
    table = game("1 code RRYB", "2 guess RYRG", "1 mark 2b1w", "2 claim 1", by_hand=True)
    assert table.last.outcome == ("wrong-mark", ())
    assert table.last.lines == ((2, 3, "wrong-mark", None),)
    assert table.last.replayed
    assert table.scores == (0, 3)
    view = table.sees(2)
    assert (view.round, view.attempt, view.maker) == (1, 2, 1)


def test_the_lines_of_a_game_that_is_replayed_score_nothing() -> None:
    table = game("1 code RRYB", *["2 guess KKKK", "1 mark 0b1w"] * 12, by_hand=True)
    table.does("1 code RRYB", "2 guess RRYB", "1 mark 4b0w")
    assert [done.lines for done in table.state.finished] == [((2, 3, "wrong-mark", None),), ((1, 1, "rows", 1),)]
    assert table.scores == (1, 3)


def test_a_replayed_game_is_not_one_of_the_agreed_number() -> None:
    table = game("1 code RRYB", "2 guess RRYG", "1 mark 0b0w", "2 claim 1", rounds=2, by_hand=True)
    table.does("1 code RRYB", "2 guess RRYB", "1 mark 4b0w", "2 code RRYB", "1 guess RRYB")
    assert table.outcome is None
    table.does("2 mark 4b0w")
    assert [(done.number, done.attempt, done.maker) for done in table.state.finished] == [
        (1, 1, 1),
        (1, 2, 1),
        (2, 1, 2),
    ]
    assert table.scores == (1, 4)
    assert table.outcome == ("highest-total", (2,))


def test_in_the_standard_game_no_hole_may_be_left_blank() -> None:
    table = game()
    assert refused(table, "1 code RR.B") == "blank-not-allowed"
    table.does("1 code RRYB")
    assert refused(table, "2 guess R..B") == "blank-not-allowed"


@pytest.mark.parametrize("code", ["RRY.", "R..B", "...B", "...."])
def test_the_advanced_game_allows_one_or_more_blank_spaces(code: str) -> None:
    table = advanced(f"1 code {code}", f"2 guess {code}")
    assert table.last.outcome == ("broken", (2,))


@pytest.mark.parametrize(
    ("guess", "mark"),
    [("....", "2b0w"), (".RB.", "0b4w"), ("R.GG", "2b0w"), ("RRR.", "1b1w"), ("R.B.", "2b2w"), ("RGGB", "2b0w")],
)
def test_a_vacant_hole_is_treated_as_a_coloured_peg(guess: str, mark: str) -> None:
    assert marks(advanced("1 code R..B", f"2 guess {guess}").rows(2)) == [mark]


def test_the_advanced_game_is_scored_as_the_standard_one() -> None:
    table = advanced("1 code R..B", *[MISS] * 12)
    assert table.last.lines == ((1, 12, "rows", 12),)
    table.does("2 code ....", "1 guess ....")
    assert table.outcome == ("highest-total", (1,))
