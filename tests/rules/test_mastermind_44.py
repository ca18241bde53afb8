"""Master Mind 44: each player holds a part of the code."""

import pytest

from keypeg.core.view import Phase
from support.played_table import Table, marks, refused, setup_error

DEAL = "table deal R.... .B... ..Y.. ...G."
"""Seat 1 holds red in hole 1, seat 2 blue in 2, seat 3 yellow in 3, seat 4 green in 4; hole 5 is vacant."""
ROWS = ("1 guess RKKKK", "2 guess KBKKK", "3 guess KKYKK", "4 guess KKKGK")
"""A row for each board, in order, that earns nothing."""
RIGHT, WRONG = "RBYG.", "RBYW."


def game(*lines: str, **options: object) -> Table:
    return Table("mastermind-44", DEAL, *lines, **options)


def calls(seat: int, answer: str) -> tuple[str, str]:
    return f"{seat} call", f"{seat} answer {answer}"


ALL_PASS = ("1 pass", "2 pass", "3 pass", "4 pass")
ALL_WRONG = tuple(line for seat in (1, 2, 3, 4) for line in calls(seat, WRONG))


def rows_used_up(**options: object) -> Table:
    return game(*ROWS * 4, **options)


def test_five_holes_and_six_colours() -> None:
    table = game()
    assert table.edition.secrets.space.holes == 5
    assert len(table.edition.palette) == 6
    assert refused(table, "1 guess RRRR") == "wrong-length"


def test_the_parts_are_drawn_not_chosen() -> None:
    table = Table("mastermind-44")
    assert table.sees(None).waiting == (0,)
    assert refused(table, "1 code R....") == "codes-are-dealt"
    assert refused(table, "1 guess RRRRR") == "codes-first"
    assert refused(table, "1 call") == "codes-first"
    assert refused(table, "1 deal R.... .B... ..Y.. ...G.") == "table-only"
    table.does(DEAL)
    assert refused(table, DEAL) == "nothing-to-deal"


@pytest.mark.parametrize(
    "deal",
    [
        "R.... .B... ..Y..",
        "R.... .B... ..Y.. ...G. ....W",
        "R.... .B... ..Y.. ..G..",
        "R.... .B... ..Y.. .....",
        "RB... ..Y.. ...G. ....W",
        "R.... .B... ..Y.. ....",
        "R.... .B... ..Y.. ...GW",
    ],
)
def test_each_player_takes_one_number_and_one_colour(deal: str) -> None:
    assert refused(Table("mastermind-44"), f"table deal {deal}") == "wrong-deal"


def test_parts_may_have_the_same_colour() -> None:
    table = Table("mastermind-44", "table deal R.... .R... ..R.. ....R", *calls(1, "RRR.R"))
    assert table.last.outcome == ("answered", (1,))


def test_each_player_sees_only_their_own_part() -> None:
    table = game()
    assert [table.sees(seat).code for seat in (1, 2, 3, 4)] == list(map(table.code, DEAL.split()[2:]))
    assert table.sees(None).code is None


def test_in_turn_clockwise_each_player_fills_the_next_row_of_their_own_board() -> None:
    table = game()
    for _ in range(2):
        for seat in (1, 2, 3, 4):
            assert table.sees(None).waiting == (seat,)
            assert {refused(table, ROWS[other - 1]) for other in (1, 2, 3, 4) if other != seat} == {"not-your-turn"}
            table.does(ROWS[seat - 1])
    assert [len(table.rows(seat)) for seat in (1, 2, 3, 4)] == [2, 2, 2, 2]


def test_the_others_in_turn_mark_their_own_part_and_all_see_who_gave_which_peg() -> None:
    table = game("1 guess KBGYK", "2 guess RRRRR")
    assert [(given.by, given.mark) for given in table.rows(1)[0].marks] == [(2, (1, 0)), (3, (0, 1)), (4, (0, 1))]
    assert [(given.by, given.mark) for given in table.rows(2)[0].marks] == [(3, (0, 0)), (4, (0, 0)), (1, (1, 0))]
    assert table.sees(3).boards == table.sees(None).boards


def test_the_guessers_own_part_is_not_marked() -> None:
    assert marks(game("1 guess RKKKK").rows(1)) == ["0b0w 0b0w 0b0w"]


def test_one_white_at_most_however_many_pegs_have_the_colour() -> None:
    assert marks(game("1 guess BKBBB").rows(1)) == ["0b1w 0b0w 0b0w"]


def test_black_always_takes_priority_over_white() -> None:
    assert marks(game("1 guess BBBBB").rows(1)) == ["1b0w 0b0w 0b0w"]


@pytest.mark.parametrize("peg", list("RBYGWK."))
def test_a_player_may_bluff_in_their_own_hole_with_any_colour_or_none(peg: str) -> None:
    table = game(ROWS[0], f"2 guess K{peg}KKK")
    assert [row.guess for row in table.rows(2)] == [table.code(f"K{peg}KKK")]


@pytest.mark.parametrize("guess", ["R.KKK", "RK.KK", "RKK.K", "RKKK.", "..KKK", "....."])
def test_no_other_hole_may_be_left_vacant_in_a_row(guess: str) -> None:
    assert refused(game(), f"1 guess {guess}") == "blank-not-allowed"


def test_a_bluff_can_earn_pegs_from_the_others() -> None:
    assert marks(game("1 guess BKKKK").rows(1)) == ["0b1w 0b0w 0b0w"]


@pytest.mark.parametrize("seat", [1, 2, 3, 4])
@pytest.mark.parametrize("before", [(), ROWS[:1], ROWS[:3], ROWS * 3, (*ROWS * 3, *ROWS[:2])])
def test_anyone_may_call_at_any_time(before: tuple[str, ...], seat: int) -> None:
    table = game(*before, f"{seat} call")
    assert table.sees(None).phase is Phase.ANSWER
    assert table.sees(None).waiting == (seat,)
    table.does(f"{seat} answer {RIGHT}")
    assert table.last.outcome == ("answered", (seat,))


def test_a_call_stops_all_play() -> None:
    table = game("3 call")
    assert refused(table, ROWS[0]) == "play-has-stopped"
    assert refused(table, "2 call") == "play-has-stopped"
    assert refused(table, "3 call") == "play-has-stopped"
    assert refused(table, f"2 answer {RIGHT}") == "play-has-stopped"
    assert refused(table, "1 resign") == "play-has-stopped"
    assert refused(table, "1 pass") == "play-has-stopped"


def test_of_two_calls_at_once_the_first_to_arrive_counts() -> None:
    table = game("4 call")
    assert refused(table, "2 call") == "play-has-stopped"
    table.does(f"4 answer {WRONG}", *calls(2, RIGHT))
    assert table.last.outcome == ("answered", (2,))


def test_an_answer_needs_a_call_first() -> None:
    assert refused(game(), f"1 answer {RIGHT}") == "call-first"


def test_the_answer_has_its_vacant_hole() -> None:
    table = game("1 call")
    assert refused(table, "1 answer RBYGW") == "too-few-blanks"
    assert refused(table, "1 answer RBY..") == "too-many-blanks"
    assert refused(table, "1 answer RBYG") == "wrong-length"


def test_a_right_answer_wins_and_the_round_is_over() -> None:
    table = game(*ROWS, *calls(3, RIGHT))
    assert table.last.outcome == ("answered", (3,))
    assert table.last.lines == ((3, 1, "round", None),)
    assert table.last.answers == ((3, table.code(RIGHT)),)
    assert table.outcome == ("highest-total", (3,))


@pytest.mark.parametrize("answer", ["RBYW.", "RBY.G", ".BYGR", "RYBG."])
def test_colours_holes_and_the_vacant_hole_must_all_be_right(answer: str) -> None:
    table = game(*calls(3, answer))
    assert table.sees(None).out == (3,)
    assert table.state.finished == ()


def test_a_row_of_the_whole_code_wins_nothing_without_a_call() -> None:
    table = game("1 guess RBYGK")
    assert marks(table.rows(1)) == ["1b0w 1b0w 1b0w"]
    assert table.state.finished == ()


def test_a_wrong_answer_is_seen_by_all_and_its_author_guesses_and_calls_no_more() -> None:
    table = game(*calls(2, WRONG), ROWS[0])
    for viewer in (None, 1, 2, 3, 4):
        assert table.sees(viewer).answers == ((2, table.code(WRONG)),)
        assert table.sees(viewer).out == (2,)
    assert refused(table, ROWS[1]) == "out-of-round"
    assert refused(table, "2 call") == "out-of-round"
    assert table.sees(None).waiting == (3,)


def test_a_wrong_answer_in_the_callers_own_turn_passes_the_turn_on() -> None:
    assert game(*calls(1, WRONG)).sees(None).waiting == (2,)


def test_a_player_who_is_out_still_marks_for_the_others() -> None:
    assert marks(game(*calls(2, WRONG), "1 guess BKKKK").rows(1)) == ["0b1w 0b0w 0b0w"]


def test_a_player_who_is_out_still_marks_by_hand() -> None:
    table = game(*calls(2, WRONG), "1 guess BKKKK", by_hand=True)
    assert table.sees(None).waiting == (2,)
    table.does("2 mark 0b1w", "3 mark 0b0w", "4 mark 0b0w", "3 guess KKYKK")
    assert table.sees(None).waiting == (4,)


def test_players_who_are_out_have_no_turn() -> None:
    table = game(*calls(4, WRONG), *ROWS[:3] * 4)
    assert table.sees(None).phase is Phase.LAST_CALLS
    assert len(table.rows(4)) == 0


def test_if_all_players_are_out_nobody_wins() -> None:
    table = game(*calls(1, WRONG), *calls(2, WRONG), *calls(3, WRONG))
    assert table.state.finished == ()
    table.does(*calls(4, WRONG))
    assert table.last.outcome == ("nobody-answered", ())
    assert table.last.lines == ()
    assert len(table.last.answers) == 4
    assert table.scores == (0, 0, 0, 0)


def test_four_rows_on_each_board() -> None:
    table = game(*ROWS * 3, *ROWS[:3])
    assert table.sees(None).phase is Phase.GUESSES
    table.does(ROWS[3])
    assert table.sees(None).phase is Phase.LAST_CALLS
    assert refused(table, ROWS[0]) == "rows-used-up"


def test_after_the_last_row_each_player_calls_or_passes_in_turn() -> None:
    table = rows_used_up()
    for seat in (1, 2, 3):
        assert table.sees(None).waiting == (seat,)
        assert refused(table, f"{seat + 1} pass") == "nothing-to-pass"
        table.does(f"{seat} pass")
    assert table.sees(None).passed == (1, 2, 3)
    table.does(*calls(4, RIGHT))
    assert table.last.outcome == ("answered", (4,))


def test_if_all_players_pass_nobody_wins() -> None:
    table = rows_used_up().does(*ALL_PASS)
    assert table.last.outcome == ("nobody-answered", ())
    assert table.last.lines == ()
    assert not table.last.replayed


def test_if_some_players_pass_and_the_others_are_out_nobody_wins() -> None:
    table = rows_used_up().does("1 pass", *calls(2, WRONG))
    assert table.sees(None).waiting == (3,)
    table.does("3 pass", *calls(4, WRONG))
    assert table.last.outcome == ("nobody-answered", ())


@pytest.mark.parametrize("ending", [ALL_PASS, ALL_WRONG])
def test_if_nobody_wins_the_only_round_nobody_wins_the_match(ending: tuple[str, ...]) -> None:
    table = rows_used_up().does(*ending)
    assert table.outcome is not None
    assert table.outcome.winners == ()


def test_players_who_are_out_have_no_last_call() -> None:
    table = game(*calls(1, WRONG), *ROWS[1:] * 4)
    assert table.sees(None).waiting == (2,)
    table.does("2 pass", "3 pass", "4 pass")
    assert table.last.outcome == ("nobody-answered", ())


def test_nobody_passes_while_there_are_rows_left() -> None:
    assert refused(game(), "1 pass") == "nothing-to-pass"


def test_the_first_turn_moves_on_with_each_round() -> None:
    table = game(*calls(1, RIGHT), rounds=5)
    firsts = []
    for _ in range(4):
        table.does(DEAL)
        firsts.append(table.sees(None).first)
        table.does(ROWS[firsts[-1] - 1], *calls(1, RIGHT))
    assert firsts == [2, 3, 4, 1]
    assert table.scores == (5, 0, 0, 0)
    assert table.outcome == ("highest-total", (1,))


def test_three_players_leave_two_holes_vacant() -> None:
    table = Table("mastermind-44", "table deal R.... ..B.. ....Y", "1 guess RKBKY", seats=3)
    assert marks(table.rows(1)) == ["1b0w 1b0w"]
    table.does("2 call")
    assert refused(table, "2 answer RKB.Y") == "too-few-blanks"
    table.does("2 answer R.B.Y")
    assert table.last.outcome == ("answered", (2,))


def test_two_players_with_a_part_each_leave_three_holes_vacant() -> None:
    table = Table("mastermind-44", "table deal R.... ..B..", "1 guess RKBKK", seats=2)
    assert marks(table.rows(1)) == ["1b0w"]
    table.does(*calls(2, "R.B.."))
    assert table.last.outcome == ("answered", (2,))


def two_parts(*lines: str) -> Table:
    return Table("mastermind-44", "table deal RB... ..YG.", *lines, seats=2, parts=2)


def test_two_players_with_two_parts_each_have_two_boards_and_so_eight_rows() -> None:
    table = two_parts(*["1 guess RBKKK", "2 guess KKYGK"] * 7)
    assert table.sees(None).phase is Phase.GUESSES
    table.does("1 guess RBKKK", "2 guess KKYGK")
    assert [len(table.rows(seat)) for seat in (1, 2)] == [8, 8]
    assert table.sees(None).phase is Phase.LAST_CALLS
    table.does("1 pass", "2 pass")
    assert table.last.outcome == ("nobody-answered", ())


def test_both_parts_are_marked() -> None:
    assert marks(two_parts("1 guess KKYYK", "2 guess BRKKK").rows(1)) == ["1b0w"]
    assert marks(two_parts("1 guess KKGYK", "2 guess BRKKK").rows(2)) == ["0b2w"]
    assert marks(two_parts("1 guess KKYGK").rows(1)) == ["2b0w"]


@pytest.mark.parametrize("bluff", ["..KKK", ".WKKK", "W.KKK", "GYKKK"])
def test_with_two_parts_a_player_may_bluff_in_both_holes(bluff: str) -> None:
    table = two_parts(f"1 guess {bluff}")
    assert [row.guess for row in table.rows(1)] == [table.code(bluff)]


@pytest.mark.parametrize("guess", ["..KKK", ".WKKK", "W.KKK", "KKYG."])
def test_with_two_parts_only_the_players_own_holes_may_be_left_vacant(guess: str) -> None:
    assert refused(two_parts("1 guess RBKKK"), f"2 guess {guess}") == "blank-not-allowed"


def test_each_of_two_players_must_be_dealt_both_parts() -> None:
    table = Table("mastermind-44", seats=2, parts=2)
    assert refused(table, "table deal R.... ..YG.") == "wrong-deal"
    assert refused(table, "table deal RB... .YG..") == "wrong-deal"


@pytest.mark.parametrize("seats", [3, 4])
def test_only_two_players_can_hold_two_parts_each(seats: int) -> None:
    assert setup_error("mastermind-44", seats=seats, parts=2) == "two-parts-two-seats"


def test_a_wrong_mark_replays_the_round_without_points() -> None:
    table = game("1 guess BKKKK", "2 mark 0b0w", "3 mark 0b0w", "4 mark 0b0w", "1 claim 1", by_hand=True)
    assert table.last.outcome == ("wrong-mark", ())
    assert table.last.lines == ()
    assert table.last.replayed
    assert (table.sees(None).round, table.sees(None).attempt, table.sees(None).first) == (1, 2, 1)


def test_a_player_who_is_out_by_a_wrong_answer_may_still_claim_a_wrong_mark() -> None:
    table = game("1 guess BKKKK", "2 mark 0b0w", "3 mark 0b0w", "4 mark 0b0w", "1 call", "1 answer KKKK.", by_hand=True)
    assert table.sees(1).out == (1,)
    table.does("1 claim 1")
    assert table.last.outcome == ("wrong-mark", ())


def test_a_player_who_has_passed_may_still_call_while_the_round_lasts() -> None:
    rows = ("1 guess KKKKK", "2 guess KKKKK", "3 guess KKKKK", "4 guess KKKKK")
    table = game(*rows * 4, "1 pass", "2 call", "2 answer KKKK.", "1 call", "1 answer RBYG.")
    assert table.last.outcome == ("answered", (1,))
