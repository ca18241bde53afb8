"""Leaving a round: by resigning, or because the time is up."""

import pytest

from keypeg.core.marks import KeyPegs
from keypeg.core.view import GivenMark, Phase
from support.played_table import Table, refused

DUEL = ("1 code RRBYG", "2 code OVWKK")
TILES = ("1 code BYR", "2 code GGO")
DEAL = "table deal R.... .B... ..Y.. ...G."
ROWS = ("1 guess RKKKK", "2 guess KBKKK", "3 guess KKYKK", "4 guess KKKGK")
LEAVING = [("{} resign", "resigned"), ("table timeout {}", "timed-out")]
"""The two ways to leave, and their reasons."""
either_way = pytest.mark.parametrize(("leaves", "reason"), LEAVING, ids=["resigns", "is late"])

SCORED = [
    ("hasbro-2000", {}, "RRYB", "KKKK", ((1, 12, "given-up", None),), ((1, 0, "given-up", None),)),
    ("hasbro-2000-advanced", {}, "RR.B", "KKKK", ((1, 12, "given-up", None),), ((1, 0, "given-up", None),)),
    ("classic", {}, "RRBY", "KKKK", ((1, 10, "given-up", None), (1, 1, "unbroken", None)), ((1, 0, "given-up", None),)),
    ("classic", {"scoring": "breaker-rows"}, "RRBY", "KKKK", ((2, 10, "given-up", None),), ((2, 0, "given-up", None),)),
    ("classic", {"scoring": "maker-misses"}, "RRBY", "KKKK", ((1, 10, "given-up", None),), ((1, 0, "given-up", None),)),
    ("traffic-jam-2000", {}, "RBYP", "GGGG", ((1, 11, "given-up", None),), ((1, 0, "given-up", None),)),
    ("hasbro-2004", {}, "PRBY", "WWWW", ((1, 1, "round", None),), ((2, 1, "round", None),)),
]
"""Editions with one maker and one breaker: a code, a miss, and the scores if the breaker or the maker leaves."""
one_against_one = pytest.mark.parametrize(("name", "options", "code", "miss", "breaker_left", "maker_left"), SCORED)

Options = dict[str, object]
Lines = tuple[object, ...]


@either_way
@one_against_one
def test_a_breaker_who_leaves_has_not_broken_the_code(
    name: str, options: Options, code: str, miss: str, breaker_left: Lines, maker_left: Lines, leaves: str, reason: str
) -> None:
    table = Table(name, f"1 code {code}", f"2 guess {miss}", leaves.format(2), **options)
    assert table.last.outcome == (reason, (1,))
    assert table.last.lines == breaker_left
    assert not table.last.replayed
    assert (table.sees(None).round, table.sees(None).maker) == (2, 2)


@either_way
@one_against_one
def test_a_maker_who_leaves_scores_nothing_and_the_breaker_wins_the_round(
    name: str, options: Options, code: str, miss: str, breaker_left: Lines, maker_left: Lines, leaves: str, reason: str
) -> None:
    table = Table(name, **options).does(leaves.format(1))
    assert table.last.outcome == (reason, (2,))
    assert table.last.lines == maker_left
    assert table.last.codes == (None, None)
    assert (table.sees(None).round, table.sees(None).maker) == (2, 2)


@one_against_one
def test_a_maker_may_resign_when_rows_have_been_placed(
    name: str, options: Options, code: str, miss: str, breaker_left: Lines, maker_left: Lines
) -> None:
    table = Table(name, f"1 code {code}", f"2 guess {miss}", "1 resign", **options)
    assert table.last.outcome == ("resigned", (2,))
    assert table.last.lines == maker_left
    assert table.last.codes == (table.code(code), None)


@one_against_one
def test_a_breaker_may_resign_before_the_code_is_set(
    name: str, options: Options, code: str, miss: str, breaker_left: Lines, maker_left: Lines
) -> None:
    table = Table(name, "2 resign", **options)
    assert table.last.outcome == ("resigned", (1,))
    assert table.last.lines == breaker_left


@pytest.mark.parametrize("name", ["hasbro-2000", "classic", "traffic-jam-2000", "hasbro-2004"])
def test_resigning_the_last_round_ends_the_match(name: str) -> None:
    table = Table(name, "2 resign", "1 resign", rounds=2)
    assert table.outcome == ("draw", (1, 2))


@either_way
@pytest.mark.parametrize("options", [{}, {"race": True}, {"holes": 4}, {"handicap": 1}])
@pytest.mark.parametrize(("left", "stayed"), [(1, 2), (2, 1)])
def test_a_player_who_leaves_a_duel_loses_the_round(
    left: int, stayed: int, options: Options, leaves: str, reason: str
) -> None:
    table = Table("challenge-2001", leaves.format(left), **options)
    assert table.last.outcome == (reason, (stayed,))
    assert table.last.lines == ((stayed, 1, "round", None),)
    assert not table.last.replayed
    assert table.sees(None).round == 2


def test_a_hidden_guess_does_not_save_a_player_who_leaves_the_duel() -> None:
    table = Table("challenge-2001", *DUEL, "1 guess OVWKK", "1 resign")
    assert table.last.outcome == ("resigned", (2,))


def test_leaving_can_decide_the_match() -> None:
    table = Table("challenge-2001", "1 resign", "1 resign", "1 resign")
    assert table.outcome == ("majority", (2,))


@either_way
@pytest.mark.parametrize(
    ("before", "left", "stayed"), [((), 1, 2), ((), 2, 1), (TILES, 1, 2), ((*TILES, "1 guess GGO"), 2, 1)]
)
def test_a_player_who_leaves_the_two_sided_game_loses_it(
    before: tuple[str, ...], left: int, stayed: int, leaves: str, reason: str
) -> None:
    table = Table("parker-1974", *before, leaves.format(left))
    assert table.last.outcome == (reason, (stayed,))
    assert table.last.lines == ((stayed, 1, "round", None),)
    assert table.outcome == ("highest-total", (stayed,))


def test_a_player_of_the_two_sided_game_may_resign_while_the_other_moves() -> None:
    table = Table("parker-1974", *TILES)
    assert refused(table, "table timeout 2") == "not-late"
    table.does("2 resign")
    assert table.last.outcome == ("resigned", (1,))


@either_way
def test_when_one_player_of_a_family_leaves_the_others_play_on(leaves: str, reason: str) -> None:
    table = Table("hasbro-2004", "1 code PRBY", "2 guess PBRW", leaves.format(3), seats=4)
    assert table.sees(None).out == (3,)
    assert table.sees(None).waiting == (4,)
    table.does("4 guess WWWW")
    assert refused(table, "3 guess WWWW") == "out-of-round"
    assert refused(table, "3 resign") == "out-of-round"
    table.does("2 guess PRBY")
    assert table.last.outcome == ("broken", (2,))
    assert table.last.lines == ((2, 4, "guess", 1), (4, 0, "guess", 2), (2, 10, "broke", 3), (1, 7, "maker", 3))


def test_a_player_of_a_family_who_leaves_keeps_their_points_and_makes_their_code_later() -> None:
    table = Table("hasbro-2004", "1 code PRBY", "2 guess PBRW", "2 resign", "3 guess PRBY", seats=3)
    assert table.scores == (6, 4, 10)
    assert table.sees(None).maker == 2
    assert table.sees(None).out == ()
    table.does("2 code PRBY")
    assert table.sees(None).waiting == (3,)


def test_a_player_of_a_family_may_leave_out_of_turn() -> None:
    table = Table("hasbro-2004", "1 code PRBY", "3 resign", seats=4)
    assert table.sees(None).waiting == (2,)
    table.does("2 guess WWWW")
    assert table.sees(None).waiting == (4,)


@either_way
def test_when_all_breakers_of_a_family_have_left_the_code_is_unbroken(leaves: str, reason: str) -> None:
    table = Table("hasbro-2004", "1 code PRBY", "2 guess PBRW", "2 resign", leaves.format(3), seats=3)
    assert table.last.outcome == (reason, (1,))
    assert table.last.lines == ((2, 4, "guess", 1), (1, 40, "unbroken", None))


@either_way
def test_a_maker_of_a_family_who_leaves_scores_nothing_and_the_others_keep_theirs(leaves: str, reason: str) -> None:
    table = Table("hasbro-2004", "1 code PRBY", "2 guess PBRW", "3 guess PRBW", seats=3)
    assert refused(table, "table timeout 1") == "not-late"
    table.does("1 resign")
    assert table.last.outcome == ("resigned", (2, 3))
    assert table.last.lines == ((2, 4, "guess", 1), (3, 6, "guess", 2))
    before_the_code = Table("hasbro-2004", leaves.format(1), seats=3)
    assert before_the_code.last.outcome == (reason, (2, 3))
    assert before_the_code.last.lines == ()


@either_way
def test_a_maker_who_leaves_before_marking_costs_the_guesser_nothing(leaves: str, reason: str) -> None:
    """The referee marks in place of players who have left; here the waiting row has broken the code."""
    table = Table("hasbro-2004", "1 code PRBY", "2 guess PRBY", leaves.format(1), seats=3, by_hand=True)
    assert table.scores[1] == 10


@either_way
def test_when_a_player_leaves_44_the_others_play_on_and_the_referee_marks_for_them(leaves: str, reason: str) -> None:
    table = Table("mastermind-44", DEAL, leaves.format(1), "2 guess RKKKK", by_hand=True)
    assert table.sees(None).out == (1,)
    table.does("3 mark 0b0w", "4 mark 0b0w")
    assert [(given.by, given.mark) for given in table.rows(2)[0].marks] == [(3, (0, 0)), (4, (0, 0)), (1, (1, 0))]
    assert refused(table, "1 call") == "out-of-round"
    table.does("3 call", "3 answer RBYG.")
    assert table.last.outcome == ("answered", (3,))


def test_a_player_who_leaves_44_while_their_mark_is_due_keeps_nobody_waiting() -> None:
    table = Table("mastermind-44", DEAL, "1 guess BKKKK", "2 resign", by_hand=True)
    assert [(given.by, given.mark) for given in table.rows(1)[0].marks] == [(2, (0, 1))]
    assert table.sees(None).waiting == (3,)
    table.does("3 mark 0b0w", "4 mark 0b0w")
    assert table.sees(None).waiting == (3,)


def test_the_row_of_a_player_who_leaves_44_is_still_marked() -> None:
    table = Table("mastermind-44", DEAL, "1 guess RKKKK", "2 mark 0b0w", "1 resign", by_hand=True)
    table.does("3 mark 0b0w", "4 mark 0b0w")
    assert table.sees(None).waiting == (2,)
    assert refused(table, "1 claim 1") == "out-of-round"


def test_a_player_who_is_out_of_44_by_a_wrong_answer_may_leave_too() -> None:
    table = Table("mastermind-44", DEAL, "2 call", "2 answer RBYW.", "1 guess BKKKK", "2 resign", by_hand=True)
    assert table.sees(None).waiting == (3,)
    assert refused(table, "2 resign") == "out-of-round"


def test_a_caller_whose_time_is_up_is_out_and_play_continues() -> None:
    table = Table("mastermind-44", DEAL, "3 call")
    assert refused(table, "table timeout 1") == "not-late"
    table.does("table timeout 3")
    assert table.sees(None).phase is Phase.GUESSES
    assert table.sees(None).caller is None
    assert table.sees(None).out == (3,)
    assert table.sees(None).waiting == (1,)


def test_a_caller_may_resign_instead_of_answering() -> None:
    table = Table("mastermind-44", DEAL, "3 call", "3 resign", "1 guess RKKKK")
    assert table.sees(None).waiting == (2,)


def test_a_player_whose_last_call_is_late_is_skipped() -> None:
    table = Table("mastermind-44", DEAL, *ROWS * 4, "table timeout 1")
    assert table.sees(None).waiting == (2,)
    table.does("2 pass", "4 resign", "3 pass")
    assert table.last.outcome == ("nobody-answered", ())


@either_way
def test_when_all_have_left_44_nobody_wins(leaves: str, reason: str) -> None:
    table = Table("mastermind-44", DEAL, *(leaves.format(seat) for seat in (1, 2, 3, 4)))
    assert table.last.outcome == ("nobody-answered", ())
    assert table.last.lines == ()


def test_the_last_player_of_44_must_still_find_the_code() -> None:
    table = Table("mastermind-44", DEAL, "1 resign", "2 resign", "3 resign", *["4 guess KKKGK"] * 4)
    assert table.sees(None).phase is Phase.LAST_CALLS
    table.does("4 call", "4 answer RBYG.")
    assert table.last.outcome == ("answered", (4,))


def test_a_player_of_44_who_leaves_before_the_deal_is_still_dealt_a_part() -> None:
    table = Table("mastermind-44", "1 resign", DEAL)
    assert table.sees(None).waiting == (2,)
    table.does("2 guess RKKKK")
    assert table.rows(2)[0].marks[-1] == GivenMark(1, KeyPegs(1, 0))


def test_only_a_seat_that_play_waits_for_can_be_late() -> None:
    table = Table("classic")
    assert refused(table, "table timeout 2") == "not-late"
    table.does("1 code RRBY")
    assert refused(table, "table timeout 1") == "not-late"
    assert refused(table, "table timeout 3") == "not-late"
    table.does("table timeout 2")
    assert table.last.outcome == ("timed-out", (1,))


def test_a_seat_that_owes_a_mark_can_be_late() -> None:
    table = Table("classic", "1 code RRBY", "2 guess RRBB", by_hand=True)
    assert refused(table, "table timeout 2") == "not-late"
    table.does("table timeout 1")
    assert table.last.outcome == ("timed-out", (2,))
    assert table.scores == (0, 0)


def test_nobody_is_late_before_the_deal() -> None:
    assert refused(Table("mastermind-44"), "table timeout 1") == "nobody-late"


def test_only_the_table_keeps_the_time() -> None:
    assert refused(Table("classic"), "2 timeout 1") == "table-only"


def test_the_table_itself_does_not_resign() -> None:
    assert refused(Table("classic"), "table resign") == "seats-only"


def test_nobody_leaves_a_match_that_is_over() -> None:
    table = Table("classic", "1 resign", "1 resign")
    assert refused(table, "1 resign") == "match-over"
    assert refused(table, "table timeout 1") == "match-over"


def test_leaving_does_not_hide_a_wrong_mark() -> None:
    table = Table("hasbro-2000", "1 code RRBY", "2 guess RGGG", "1 mark 0b0w", "2 resign", by_hand=True)
    assert table.last.outcome == ("wrong-mark", ())
    assert table.last.lines == ((2, 3, "wrong-mark", None),)
    assert table.last.replayed


def test_a_player_who_leaves_a_round_is_back_in_the_next() -> None:
    table = Table("mastermind-44", DEAL, "1 resign", "2 call", "2 answer RBYG.", DEAL, rounds=2)
    assert table.sees(None).out == ()
    table.does("2 guess KBKKK", "3 guess KKYKK", "4 guess KKKGK", "1 guess RKKKK")
    assert table.sees(None).waiting == (2,)


def test_a_round_of_house_rules_with_several_breakers_continues_without_one() -> None:
    table = Table("house", "1 code RRRR", "2 resign", "3 guess BBBB", "3 resign", seats=3)
    assert table.last.outcome == ("resigned", (1,))
    assert table.last.lines == ((1, 10, "given-up", None),)
