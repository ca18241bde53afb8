"""House rules: the players choose their own."""

import pytest

from keypeg.editions import edition
from support.played_table import Table, marks, refused, setup_error

MISS = "2 guess BBBB"


def house(*lines: str, **options: object) -> Table:
    return Table("house", *lines, **options)


def test_four_holes_six_colours_and_ten_rows_unless_chosen_otherwise() -> None:
    table = house("1 code RRBY", *["2 guess GGGG"] * 9)
    assert len(table.edition.palette) == 6
    assert table.state.finished == ()
    table.does("2 guess GGGG")
    assert table.last.lines == ((1, 10, "rows", 10),)


@pytest.mark.parametrize(("holes", "colours", "rows"), [(1, 2, 1), (3, 7, 4), (8, 20, 40)])
def test_holes_colours_and_rows_are_the_tables_own(holes: int, colours: int, rows: int) -> None:
    table = house("1 code " + "R" * holes, holes=holes, colours=colours, rows=rows)
    assert len(table.edition.secrets.space) == colours**holes
    assert refused(table, "2 guess " + "R" * (holes + 1)) == "wrong-length"
    table.does(*["2 guess " + "B" * holes] * rows)
    assert table.last.outcome == ("unbroken", (1,))


def test_blanks_may_be_allowed() -> None:
    assert refused(house(), "1 code R..B") == "blank-not-allowed"
    table = house("1 code R..B", "2 guess .R.B", blanks=True)
    assert marks(table.rows(2)) == ["2b2w"]


def test_repeats_may_be_forbidden_in_the_code_alone() -> None:
    table = house(repeats=False)
    assert refused(table, "1 code RRBY") == "repeat-not-allowed"
    table.does("1 code RGBY", "2 guess RRRR")
    assert marks(table.rows(2)) == ["1b0w"]


def test_repeats_may_be_forbidden_in_guesses_too() -> None:
    table = house("1 code RGBY", repeats=False, guess_repeats=False)
    assert refused(table, "2 guess RRBY") == "repeat-not-allowed"


def test_where_colours_may_not_repeat_neither_may_blanks() -> None:
    table = house(repeats=False, blanks=True)
    assert refused(table, "1 code R..B") == "too-many-blanks"
    table.does("1 code R.BY")
    assert table.sees(None).ready == (1,)


def test_a_blank_counts_as_a_colour_where_all_must_differ() -> None:
    table = edition("house", holes=4, colours=3, repeats=False, blanks=True)
    assert len(table.secrets.space) == 24
    assert setup_error("house", holes=4, colours=2, repeats=False, blanks=True) == "too-few-colours"


@pytest.mark.parametrize(("marking", "mark"), [("black-white", "1b1w"), ("colours", "2"), ("sum", "3")])
def test_any_marking_may_be_chosen(marking: str, mark: str) -> None:
    assert marks(house("1 code RBYG", "2 guess YVYR", marking=marking).rows(2)) == [mark]


@pytest.mark.parametrize(
    ("scoring", "lines"),
    [
        ("rows", ((1, 3, "rows", 3),)),
        ("maker", ((1, 3, "rows", 3),)),
        ("breaker-rows", ((2, 3, "rows", 3),)),
        ("maker-misses", ((1, 2, "misses", 2),)),
        ("rounds", ((2, 1, "round", None),)),
    ],
)
def test_any_scoring_may_be_chosen(scoring: str, lines: tuple[object, ...]) -> None:
    table = house("1 code RRRR", MISS, MISS, "2 guess RRRR", scoring=scoring)
    assert table.last.lines == lines


@pytest.mark.parametrize(
    ("scoring", "lines"),
    [
        ("rows", ((1, 10, "rows", 10),)),
        ("maker", ((1, 10, "rows", 10), (1, 1, "unbroken", None))),
        ("breaker-rows", ((2, 10, "rows", 10),)),
        ("maker-misses", ((1, 10, "misses", 10),)),
        ("rounds", ((1, 1, "round", None),)),
    ],
)
def test_what_an_unbroken_code_scores(scoring: str, lines: tuple[object, ...]) -> None:
    assert house("1 code RRRR", *[MISS] * 10, scoring=scoring).last.lines == lines


def test_three_players_may_share_a_board_and_the_maker_scores_its_rows() -> None:
    table = house("1 code RRRR", MISS, "3 guess BBBB", "2 guess RRRR", seats=3, rounds=3)
    assert table.last.outcome == ("broken", (2,))
    assert table.last.lines == ((1, 3, "rows", 3),)
    assert table.sees(None).maker == 2


def test_a_family_table_may_have_other_holes_and_colours() -> None:
    table = house("1 code RRR", "2 guess RBB", "3 guess RRR", seats=3, holes=3, rows=12, scoring="family")
    assert table.last.lines == ((2, 2, "guess", 1), (3, 10, "broke", 2), (1, 6, "maker", 2))


def test_each_player_may_make_a_code_for_the_other_and_move_in_turn() -> None:
    table = house("1 code RRRR", "2 code GGGG", "1 guess GGGG", makers="each")
    assert table.state.finished == ()
    table.does(MISS)
    assert table.last.outcome == ("broken", (1,))
    assert table.last.lines == ((1, 1, "round", None),)


@pytest.mark.parametrize(("turns", "waiting"), [("together", (2,)), ("race", (1, 2))])
def test_both_players_may_guess_together_or_race(turns: str, waiting: tuple[int, ...]) -> None:
    table = house("1 code RRRR", "2 code GGGG", "1 guess BBBB", makers="each", turns=turns)
    assert table.sees(None).waiting == waiting


@pytest.mark.parametrize(("void", "number", "attempt"), [("counts", 2, 1), ("replay", 1, 2)])
def test_a_round_that_nobody_wins_counts_or_is_replayed(void: str, number: int, attempt: int) -> None:
    table = house("1 code RRRR", "2 code GGGG", "1 guess GGGG", "2 guess RRRR", makers="each", void=void)
    assert table.last.outcome == ("both-broken", ())
    assert (table.sees(None).round, table.sees(None).attempt) == (number, attempt)


def test_a_match_may_end_when_one_player_has_won_more_than_half() -> None:
    table = house(rounds=3, makers="each", ends="majority")
    table.does("1 code RRRR", "2 code GGGG", "1 guess GGGG", MISS)
    table.does("1 code RRRR", "2 code GGGG", MISS, "1 guess GGGG")
    assert table.outcome == ("majority", (1,))


def test_a_match_without_a_majority_goes_to_the_best_total() -> None:
    table = house(rounds=2, makers="each", ends="majority")
    table.does("1 code RRRR", "2 code GGGG", "1 guess GGGG", "2 guess RRRR")
    table.does("1 code RRRR", "2 code GGGG", "2 guess RRRR", "1 guess BBBB")
    assert table.scores == (0, 1)
    assert table.outcome == ("highest-total", (2,))


@pytest.mark.parametrize("scoring", ["rows", "maker", "breaker-rows", "maker-misses"])
def test_a_majority_is_of_rounds_and_so_needs_round_points(scoring: str) -> None:
    """With points for rows the match would end after its first round; where the fewest win, with the wrong winner."""
    assert setup_error("house", scoring=scoring, ends="majority") == "majority-needs-round-points"


@pytest.mark.parametrize("penalty", [0, 1, 9])
def test_the_penalty_for_a_wrong_mark_is_the_tables_own(penalty: int) -> None:
    table = house("1 code RRRR", MISS, "1 mark 1b0w", "2 claim 1", penalty=penalty, by_hand=True)
    assert table.last.lines == (((2, penalty, "wrong-mark", None),) if penalty else ())
    assert table.scores == (0, penalty)


def test_a_wrong_mark_on_a_shared_board_compensates_every_breaker() -> None:
    table = house("1 code RRRR", MISS, "1 mark 1b0w", "3 claim 1", seats=3, penalty=2, by_hand=True)
    assert table.last.lines == ((2, 2, "wrong-mark", None), (3, 2, "wrong-mark", None))


def test_a_player_to_whom_a_wrong_mark_gives_the_round_gets_the_tables_penalty_too() -> None:
    options = {"scoring": "rounds", "wrong_mark": "award", "penalty": 2, "by_hand": True}
    table = house("1 code RRRR", MISS, "1 mark 1b0w", "2 claim 1", **options)
    assert table.last.lines == ((2, 1, "round", None), (2, 2, "wrong-mark", None))
    assert table.scores == (0, 3)


def test_parts_may_be_dealt() -> None:
    table = house("table deal R... .B.. ...Y", "1 guess .BGY", seats=3, marking="parts")
    assert marks(table.rows(1)) == ["1b0w 1b0w"]
    table.does("3 call", "3 answer RB.Y")
    assert table.last.outcome == ("answered", (3,))


def test_parts_may_fill_every_hole() -> None:
    table = house("table deal RB.. ..YG", seats=2, parts=2, marking="parts")
    table.does("2 call", "2 answer RBYG")
    assert table.last.outcome == ("answered", (2,))


def test_there_are_four_counters_of_each_colour() -> None:
    table = house(seats=5, holes=5, marking="parts")
    assert refused(table, "table deal R.... .R... ..R.. ...R. ....R") == "too-few-counters"
    table.does("table deal R.... .R... ..R.. ...R. ....B")
    assert table.sees(None).ready == (1, 2, 3, 4, 5)


def test_dealt_parts_may_have_to_differ() -> None:
    table = house(seats=2, marking="parts", repeats=False)
    assert refused(table, "table deal R... .R..") == "repeat-not-allowed"


def test_every_code_must_be_within_reach_of_a_guess() -> None:
    assert setup_error("house", guess_repeats=False) == "guess-cannot-reach"


def test_there_must_be_enough_colours_to_fill_a_guess() -> None:
    """Two dealt parts need only two colours; a row of five different colours needs more than three."""
    options = {"marking": "parts", "holes": 5, "colours": 3, "repeats": False}
    assert len(edition("house", **options).secrets.space) == 60
    assert setup_error("house", **options, guess_repeats=False) == "too-few-colours"


def test_odd_and_even_numbers_of_rounds_may_be_agreed_on() -> None:
    assert house(rounds=1).edition.match.rounds == 1
    assert house(rounds=4).edition.match.rounds == 4


def test_a_round_that_is_replayed_because_nobody_won_it_bars_nobody() -> None:
    """Both players only mark in the replay for their wrong marks, and nobody can win it; the next replay is for all."""
    deal = "table deal R... .B.."
    wrong = ("1 guess BVVV", "2 mark 1b0w", "2 guess VRVV", "1 mark 0b0w", "1 claim 1")
    options = {"marking": "parts", "void": "replay", "wrong_mark": "unless-found", "by_hand": True}
    table = house(deal, *wrong, **options)
    assert table.sees(None).out == (1, 2)
    table.does(deal)
    assert table.last.outcome.reason == "nobody-answered"
    assert table.sees(None).out == ()
    table.does(deal, "1 call", "1 answer RB..")
    assert table.last.outcome.winners == (1,)
