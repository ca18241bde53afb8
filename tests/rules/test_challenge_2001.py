"""The duel: both break a code at the same time."""

import pytest

from support.played_table import Table, marks, refused, setup_error

CODES = ("1 code RRBYG", "2 code OVWKK")
MISS_1, MISS_2 = "1 guess RRRRR", "2 guess OOOOO"
HIT_1, HIT_2 = "1 guess OVWKK", "2 guess RRBYG"
WIN_1, WIN_2 = (*CODES, HIT_1, MISS_2), (*CODES, MISS_1, HIT_2)
"""A round of one turn that the first, or the second, player wins."""


def duel(*lines: str, **options: object) -> Table:
    return Table("challenge-2001", *CODES, *lines, **options)


def race(*lines: str, **options: object) -> Table:
    return duel(*lines, race=True, **options)


def test_five_rings_of_eight_colours_the_same_colour_twice_or_more() -> None:
    table = Table("challenge-2001")
    assert len(table.edition.palette) == 8
    assert refused(table, "1 code RRBY") == "wrong-length"
    assert refused(table, "1 code RRBY.") == "blank-not-allowed"
    table.does("1 code RRRRR", "2 code RRRRR")
    assert table.sees(None).ready == (1, 2)


def test_both_make_a_code_before_either_guesses() -> None:
    table = Table("challenge-2001", CODES[1])
    assert refused(table, HIT_1) == "codes-first"
    assert table.sees(None).waiting == (1,)
    assert table.sees(1).code is None
    assert table.sees(2).code == table.code("OVWKK")


def test_each_player_breaks_the_code_of_the_other() -> None:
    table = duel("1 guess OVWRR", "2 guess RRBOO")
    assert marks(table.rows(1)) == ["3b0w"]
    assert marks(table.rows(2)) == ["3b0w"]


@pytest.mark.parametrize("order", [(MISS_1, MISS_2), (MISS_2, MISS_1)])
def test_in_a_turn_either_may_place_first_and_nothing_is_marked_until_both_have(order: tuple[str, str]) -> None:
    table = duel(order[0])
    first, second = (1, 2) if order[0] == MISS_1 else (2, 1)
    assert marks(table.rows(first)) == [""]
    assert refused(table, order[0]) == "guess-already-placed"
    assert table.sees(None).waiting == (second,)
    table.does(order[1])
    assert marks(table.rows(1)) == marks(table.rows(2)) == ["0b0w"]
    assert table.sees(None).waiting == (1, 2)


def test_neither_sees_the_others_guess_before_both_are_placed() -> None:
    table = duel(MISS_1)
    assert [board.rows for board in table.sees(2).boards] == [(), ()]
    assert table.sees(2).boards[0].placed == (1,)
    assert table.sees(2).hidden_guess is None
    assert table.sees(None).boards[0].rows == ()
    assert table.sees(1).hidden_guess == table.code("RRRRR")
    table.does(MISS_2)
    assert [row.guess for row in table.sees(2).boards[0].rows] == [table.code("RRRRR")]


@pytest.mark.parametrize("lines", [(HIT_1, MISS_2), (MISS_2, HIT_1)])
def test_a_player_who_breaks_the_code_in_a_turn_in_which_the_other_does_not_gets_the_point(
    lines: tuple[str, str],
) -> None:
    table = duel(*lines)
    assert table.last.outcome == ("broken", (1,))
    assert table.last.lines == ((1, 1, "round", None),)
    assert table.scores == (1, 0)
    assert table.sees(None).round == 2


def test_both_in_the_same_turn_make_the_round_void_and_it_is_replayed() -> None:
    table = duel(MISS_1, MISS_2, HIT_1, HIT_2)
    assert table.last.outcome == ("both-broken", ())
    assert table.last.lines == ()
    assert table.last.replayed
    assert (table.sees(None).round, table.sees(None).attempt) == (1, 2)
    table.does(*WIN_2)
    assert (table.last.number, table.last.attempt) == (1, 2)
    assert table.scores == (0, 1)


def test_neither_in_twelve_turns_makes_the_round_void_and_it_is_replayed() -> None:
    table = duel(*[MISS_1, MISS_2] * 11, MISS_1)
    assert table.state.finished == ()
    table.does(MISS_2)
    assert table.last.outcome == ("neither-broken", ())
    assert table.last.lines == ()
    assert (table.sees(None).round, table.sees(None).attempt) == (1, 2)


@pytest.mark.parametrize(
    ("first", "second", "outcome"),
    [(HIT_1, MISS_2, ("broken", (1,))), (MISS_1, HIT_2, ("broken", (2,))), (HIT_1, HIT_2, ("both-broken", ()))],
)
def test_the_twelfth_turn_counts(first: str, second: str, outcome: tuple[str, tuple[int, ...]]) -> None:
    assert duel(*[MISS_1, MISS_2] * 11, first, second).last.outcome == outcome


@pytest.mark.parametrize("rounds", [2, 4, 100])
def test_the_number_of_rounds_must_be_odd(rounds: int) -> None:
    assert setup_error("challenge-2001", rounds=rounds) == "rounds-odd"


@pytest.mark.parametrize(("rounds", "needed"), [(1, 1), (3, 2), (5, 3), (7, 4)])
def test_the_first_to_more_than_half_of_the_rounds_wins_at_once(rounds: int, needed: int) -> None:
    table = Table("challenge-2001", *WIN_2 * (needed - 1), rounds=rounds)
    assert table.outcome is None
    table.does(*WIN_2)
    assert table.outcome == ("majority", (2,))
    assert table.scores == (0, needed)


def test_three_of_five_however_they_are_shared() -> None:
    table = Table("challenge-2001", *WIN_1, *WIN_2, *WIN_1, *WIN_2)
    assert table.scores == (2, 2)
    assert table.outcome is None
    table.does(*WIN_1)
    assert table.outcome == ("majority", (1,))
    assert [done.number for done in table.state.finished] == [1, 2, 3, 4, 5]


def test_a_void_round_may_be_replayed_any_number_of_times() -> None:
    table = Table("challenge-2001", *(*CODES, HIT_1, HIT_2) * 4, *WIN_1, rounds=1)
    assert [(done.number, done.attempt) for done in table.state.finished] == [(1, attempt) for attempt in range(1, 6)]
    assert table.outcome == ("majority", (1,))


def test_after_a_wrong_mark_the_round_is_replayed_and_the_wrongly_marked_player_gets_the_point() -> None:
    table = duel(MISS_1, "2 guess RRBYO", "2 mark 0b0w", "1 mark 3b0w", "2 claim 1", by_hand=True)
    assert table.last.outcome == ("wrong-mark", ())
    assert table.last.lines == ((2, 1, "wrong-mark", None),)
    assert table.scores == (0, 1)
    assert (table.sees(None).round, table.sees(None).attempt) == (1, 2)


def test_players_who_marked_each_other_wrongly_get_no_point() -> None:
    table = duel(MISS_1, "2 guess RRBYO", "2 mark 1b0w", "1 mark 3b0w", "2 claim 1", by_hand=True)
    assert [wrong.by for wrong in table.last.wrong] == [2, 1]
    assert table.last.lines == ()
    assert table.scores == (0, 0)
    assert table.last.replayed


def test_the_point_for_a_wrong_mark_can_decide_the_match_and_then_nothing_is_replayed() -> None:
    table = duel(MISS_1, "2 guess RRBYO", "2 mark 0b0w", "1 mark 3b0w", "2 claim 1", rounds=1, by_hand=True)
    assert table.scores == (0, 1)
    assert table.outcome == ("majority", (2,))
    assert not table.last.replayed


def test_a_variant_with_codes_of_four_rings() -> None:
    table = Table("challenge-2001", holes=4)
    assert refused(table, "1 code RRBYG") == "wrong-length"
    table.does("1 code RRBY", "2 code OVWK", "1 guess OVWK")
    assert refused(table, "2 guess RRBYG") == "wrong-length"
    table.does("2 guess RRBG")
    assert marks(table.last.boards[0].rows) == ["4b0w"]
    assert table.last.outcome == ("broken", (1,))


@pytest.mark.parametrize(("short", "long"), [(1, 2), (2, 1)])
def test_a_beginner_may_have_four_rings_to_find_against_five(short: int, long: int) -> None:
    table = Table("challenge-2001", handicap=short)
    assert refused(table, f"{short} code RRBY") == "wrong-length"
    assert refused(table, f"{long} code RRBYG") == "wrong-length"
    table.does(f"{short} code RRBYG", f"{long} code OVWK")
    assert refused(table, f"{short} guess OVWKK") == "wrong-length"
    assert refused(table, f"{long} guess RRBY") == "wrong-length"
    table.does(f"{long} guess RRBYO", f"{short} guess OVWK")
    assert marks(table.last.boards[short - 1].rows) == ["4b0w"]
    assert marks(table.last.boards[long - 1].rows) == ["4b0w"]
    assert table.last.outcome == ("broken", (short,))


def test_with_a_handicap_the_longer_code_takes_five_reds_to_break() -> None:
    table = Table("challenge-2001", "1 code RRBYG", "2 code OVWK", "1 guess OVWO", "2 guess RRBYG", handicap=1)
    assert table.last.outcome == ("broken", (2,))
    assert marks(table.last.boards[1].rows) == ["5b0w"]


def test_the_seat_with_the_handicap_keeps_it_in_every_round() -> None:
    table = Table("challenge-2001", "1 code RRBYG", "2 code OVWK", "1 guess OVWK", "2 guess RRRRR", handicap=1)
    assert refused(table, "2 code OVWKK") == "wrong-length"
    table.does("1 code RRBYG", "2 code OVWK")
    assert table.sees(None).round == 2


def test_a_handicap_is_four_against_five() -> None:
    assert setup_error("challenge-2001", handicap=1, holes=4) == "handicap-needs-five"


def test_in_a_race_there_are_no_turns_and_each_guess_is_marked_at_once() -> None:
    table = race("1 guess OVWRR", "1 guess KKRRR", "1 guess RRRRR")
    assert marks(table.rows(1)) == ["3b0w", "0b2w", "0b0w"]
    assert table.rows(2) == ()
    assert table.sees(2).boards[0].rows == table.rows(1)
    assert table.sees(None).waiting == (1, 2)


def test_in_a_race_the_first_to_break_wins_whatever_the_number_of_guesses() -> None:
    table = race(*[MISS_1] * 9, MISS_2, HIT_1)
    assert table.last.outcome == ("broken", (1,))
    assert [len(board.rows) for board in table.last.boards] == [10, 1]
    assert table.last.lines == ((1, 1, "round", None),)


def test_in_a_race_the_other_player_gets_no_further_move() -> None:
    assert race(HIT_2).last.outcome == ("broken", (2,))
    assert race(MISS_1, HIT_2).last.outcome == ("broken", (2,))


def test_the_rows_of_a_race_keep_the_order_in_which_they_arrived() -> None:
    table = race(MISS_2, MISS_2, MISS_1, MISS_2)
    assert [row.arrival for row in table.rows(1)] == [3]
    assert [row.arrival for row in table.rows(2)] == [1, 2, 4]


def test_in_a_race_each_player_has_twelve_guesses_and_the_other_may_play_on() -> None:
    table = race(*[MISS_1] * 12)
    assert refused(table, HIT_1) == "rows-used-up"
    assert table.sees(None).waiting == (2,)
    table.does(*[MISS_2] * 11)
    assert table.state.finished == ()
    table.does(HIT_2)
    assert table.last.outcome == ("broken", (2,))


def test_a_race_in_which_both_run_out_of_rows_is_replayed() -> None:
    table = race(*[MISS_1, MISS_2] * 12)
    assert table.last.outcome == ("neither-broken", ())
    assert (table.sees(None).round, table.sees(None).attempt) == (1, 2)


def test_in_a_race_marked_by_hand_a_player_who_owes_a_mark_gives_it_first() -> None:
    table = race(MISS_1, by_hand=True)
    assert refused(table, MISS_1) == "guess-already-placed"
    assert refused(table, MISS_2) == "mark-first"
    table.does("2 mark 0b0w", MISS_2)
    assert refused(table, MISS_1) == "mark-first"


def test_in_a_race_marked_by_hand_the_row_that_arrived_first_cannot_be_overtaken() -> None:
    table = race(HIT_1, by_hand=True)
    assert refused(table, HIT_2) == "mark-first"
    table.does("2 mark 5b0w")
    assert table.last.outcome == ("broken", (1,))
