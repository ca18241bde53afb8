"""The two-sided game of three tiles."""

import pytest

from keypeg.core.consistency import fitting
from support.played_table import Table, marks, refused

CODES = ("1 code BYR", "2 code GGO")
MISS_1, MISS_2 = "1 guess WWW", "2 guess WWW"
HIT_1, HIT_2 = "1 guess GGO", "2 guess BYR"


def game(*lines: str, **options: object) -> Table:
    return Table("parker-1974", *CODES, *lines, **options)


def test_each_player_chooses_any_combination_of_three_tiles() -> None:
    table = Table("parker-1974")
    assert refused(table, "1 code RR") == "wrong-length"
    assert refused(table, "1 code R.R") == "blank-not-allowed"
    table.does("1 code RRR", "2 code GGO")
    assert table.sees(1).code == table.code("RRR")
    assert table.sees(1).ready == (1, 2)


def test_the_codes_may_be_chosen_in_either_order_but_both_before_the_first_move() -> None:
    table = Table("parker-1974", "2 code GGO")
    assert refused(table, "1 guess GGO") == "codes-first"
    table.does("1 code BYR", "1 guess GGW")
    assert marks(table.rows(1)) == ["2b0w"]


def test_for_the_first_few_games_three_different_colours() -> None:
    table = Table("parker-1974", different=True)
    assert refused(table, "1 code RRB") == "repeat-not-allowed"
    table.does("1 code RGB", "2 code YOW", "1 guess YYY")
    assert marks(table.rows(1)) == ["1b0w"]


def test_the_players_move_alternately_and_each_move_is_marked_at_once() -> None:
    table = game()
    assert refused(table, MISS_2) == "not-your-turn"
    table.does("1 guess GOG")
    assert marks(table.rows(1)) == ["1b2w"]
    assert refused(table, MISS_1) == "not-your-turn"
    table.does("2 guess BRY")
    assert marks(table.rows(2)) == ["1b2w"]
    assert table.sees(None).waiting == (1,)


def test_all_tiles_remain_on_the_board() -> None:
    table = game(MISS_1, MISS_2, "1 guess GGG", MISS_2)
    assert marks(table.rows(1)) == ["0b0w", "2b0w"]
    assert [row.guess for row in table.sees(2).boards[0].rows] == [table.code("WWW"), table.code("GGG")]


def test_the_second_player_always_has_as_many_moves_as_the_first() -> None:
    table = game(MISS_1, MISS_2, HIT_1)
    assert table.state.finished == ()
    assert table.sees(None).waiting == (2,)
    table.does(MISS_2)
    assert [len(board.rows) for board in table.last.boards] == [2, 2]
    assert table.last.outcome == ("broken", (1,))


def test_when_the_second_player_breaks_the_code_the_first_gets_no_further_move() -> None:
    table = game(MISS_1, MISS_2, MISS_1, HIT_2)
    assert table.last.outcome == ("broken", (2,))
    assert [len(board.rows) for board in table.last.boards] == [2, 2]


def test_the_fewest_moves_win() -> None:
    table = game(HIT_1, MISS_2)
    assert table.last.lines == ((1, 1, "round", None),)
    assert table.scores == (1, 0)
    assert table.outcome == ("highest-total", (1,))


def test_a_draw_if_both_break_the_code_in_the_same_number_of_moves() -> None:
    table = game(MISS_1, MISS_2, HIT_1, HIT_2)
    assert table.last.outcome == ("both-broken", ())
    assert table.last.lines == ()
    assert not table.last.replayed
    assert table.outcome == ("draw", (1, 2))


def test_a_draw_if_neither_breaks_the_code_in_eight_moves() -> None:
    table = game(*[MISS_1, MISS_2] * 7, MISS_1)
    assert table.state.finished == ()
    table.does(MISS_2)
    assert table.last.outcome == ("neither-broken", ())
    assert not table.last.replayed
    assert table.outcome == ("draw", (1, 2))


@pytest.mark.parametrize(
    ("first", "second", "outcome"),
    [
        (HIT_1, MISS_2, ("broken", (1,))),
        (MISS_1, HIT_2, ("broken", (2,))),
        (HIT_1, HIT_2, ("both-broken", ())),
    ],
)
def test_the_eighth_move_counts(first: str, second: str, outcome: tuple[str, tuple[int, ...]]) -> None:
    assert game(*[MISS_1, MISS_2] * 7, first, second).last.outcome == outcome


def test_in_a_match_the_first_move_alternates_and_a_win_is_a_point() -> None:
    table = game(HIT_1, MISS_2, rounds=3)
    table.does(*CODES)
    assert table.sees(None).first == 2
    assert refused(table, MISS_1) == "not-your-turn"
    table.does(HIT_2)
    assert table.state.finished[1:] == ()
    table.does(MISS_1, *CODES)
    assert table.sees(None).first == 1
    table.does(HIT_1, MISS_2)
    assert table.scores == (2, 1)
    assert table.outcome == ("highest-total", (1,))


def test_a_drawn_round_is_one_of_the_match() -> None:
    table = game(HIT_1, HIT_2, *CODES, HIT_2, MISS_1, rounds=2)
    assert [done.number for done in table.state.finished] == [1, 2]
    assert table.outcome == ("highest-total", (2,))


FIRST_EXAMPLE = (("BRG", "1b1w"), ("YBG", "0b2w"), ("OYO", "1b0w"), ("RYB", "1b2w"), ("BYR", "3b0w"))
"""One colour and one in position; two colours; one in position; two colours and one in position; the code."""
SECOND_EXAMPLE = (("RGG", "1b0w"), ("RBG", "1b1w"), ("GRR", "1b1w"), ("RRG", "2b0w"), ("RBR", "1b2w"), ("RRB", "3b0w"))
"""One in position; one colour and one in position, twice; two in position; two colours and one; the code."""


@pytest.mark.parametrize(("code", "moves"), [("BYR", FIRST_EXAMPLE), ("RRB", SECOND_EXAMPLE)])
def test_the_rulebooks_example(code: str, moves: tuple[tuple[str, str], ...]) -> None:
    table = Table("parker-1974", f"1 code {code}", "2 code GGO")
    for guess, mark in moves[:-1]:
        table.does(MISS_1, f"2 guess {guess}")
        assert marks(table.rows(2))[-1] == mark
    table.does(MISS_1, f"2 guess {moves[-1][0]}")
    assert marks(table.last.boards[1].rows) == [mark for _, mark in moves]
    assert table.last.outcome == ("broken", (2,))


def test_after_the_fourth_move_of_the_example_player_b_knows_the_colours_and_not_before() -> None:
    def colours_left(moves: int) -> set[tuple[int, ...]]:
        table = Table("parker-1974", "1 code BYR", "2 code GGO")
        for guess, _ in FIRST_EXAMPLE[:moves]:
            table.does(MISS_1, f"2 guess {guess}")
        clues = [(row.guess, row.marks[0].mark) for row in table.rows(2)]
        fits = fitting(table.edition.secrets.space, table.edition.marking, clues)
        return {tuple(sorted(code)) for code in fits}

    table = Table("parker-1974")
    blue_yellow_red = tuple(sorted(table.code("BYR")))
    assert colours_left(4) == {blue_yellow_red}
    assert len(colours_left(2)) > 1
    assert blue_yellow_red in colours_left(2)
