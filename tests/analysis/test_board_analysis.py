"""The analysis of a board, row by row: candidates, contradicted rows, the marks used, and the seat of each row."""

import pytest

from keypeg.analysis.board_analysis import analyse_board
from keypeg.analysis.board_values import ContradictedRow
from keypeg.analysis.round_analysis import analyse_finished, analyse_running
from keypeg.core.errors import RuleError
from keypeg.core.marks import KeyPegs
from keypeg.core.view import GivenMark, Row
from keypeg.editions import edition
from support.analysed_boards import check_sums
from support.played_table import Table


def classic(*lines: str, **options: object) -> Table:
    return Table("classic", *lines, **options)


BY_HAND = {"by-hand": "yes"}


# Rows


def test_the_candidates_after_a_row_are_those_before_the_next() -> None:
    table = classic("1 code RRBY", "2 guess RRBB", "2 guess RYBK", "2 guess RRBY")
    board = analyse_finished(table.edition, table.last).boards[0]
    assert [(row.before, row.after) for row in board.rows] == [(1296, 20), (20, 2), (2, 1)]
    assert (board.codes, board.left, board.broken) == (1296, 1, True)
    assert board.to_come is not None
    assert board.to_come.value == 0


def test_a_guess_is_consistent_if_it_fits_the_mark_of_every_row() -> None:
    table = classic("1 code RRBY", "2 guess RRBB", "2 guess RRRY", "2 guess KRBB")
    rows = analyse_running(table.sees(2)).boards[0].rows
    assert [row.consistent for row in rows] == [True, False, False]
    assert rows[1].contradicts == (ContradictedRow(1, KeyPegs(3, 0), KeyPegs(2, 0)),)
    assert rows[2].contradicts == (ContradictedRow(2, KeyPegs(3, 0), KeyPegs(1, 0)),)


def test_a_guess_that_repeats_a_colour_cannot_be_a_code_without_repeats() -> None:
    table = Table("hasbro-2004", "1 code WPGR", "2 guess WWWW", "2 guess WPGO")
    rows = analyse_running(table.sees(None)).boards[0].rows
    assert [row.allowed for row in rows] == [False, True]
    assert [row.contradicts for row in rows] == [(), ()]
    assert [row.consistent for row in rows] == [False, True]
    assert rows[0].partition is not None
    assert not rows[0].partition.can_be_code


def test_the_best_guess_has_the_stated_value() -> None:
    table = classic("1 code RRBY", "2 guess RRRR", "2 guess KKKK", "2 guess GGGG")
    for row in analyse_running(table.sees(2)).boards[0].rows:
        assert row.value is not None
        assert row.best_partition is not None
        again = Row(2, row.value.best, (), row.number)
        earlier = table.rows(2)[: row.number - 1]
        played = analyse_board(table.edition, 2, (2,), [*earlier, again]).rows[-1].value
        assert played is not None
        assert played.played == row.value.before
        assert played.cost == 0


def test_a_partition_is_summarised_by_its_cells_and_the_largest() -> None:
    board = analyse_running(classic("1 code RRBB", "2 guess RRBB", **BY_HAND).sees(2)).boards[0]
    assert board.rows[0].partition == (13, 256, True)


def test_each_row_of_a_shared_board_has_its_seat() -> None:
    lines = ("1 code WPGR", "2 guess OOOW", "3 guess OOWP", "2 guess WOPO")
    board = analyse_running(Table("hasbro-2004", *lines, seats=3).sees(None)).boards[0]
    assert [row.seat for row in board.rows] == [2, 3, 2]
    assert board.breakers == (2, 3)
    check_sums(board)


def test_each_board_of_a_duel_is_analysed_by_itself_and_by_its_own_holes() -> None:
    lines = ("1 code RRBBY", "2 code RRBB", "1 guess RRBY", "2 guess RRBBB")
    table = Table("challenge-2001", *lines, handicap=1)
    boards = analyse_running(table.sees(None), 0.5).boards
    assert [board.number for board in boards] == [1, 2]
    assert [board.codes for board in boards] == [4096, 32768]
    for board in boards:
        check_sums(board)


def test_where_only_colours_count_a_code_weighs_as_many_as_its_arrangements() -> None:
    lines = ("1 code RBYP", "2 guess RRBB", "2 guess PYBR")
    table = Table("traffic-jam-2000", *lines, option=1)
    board = analyse_finished(table.edition, table.last).boards[0]
    assert board.codes == 1296
    assert board.expected is not None
    assert board.expected.value == pytest.approx(5561 / 1296)
    assert board.left == 24, "every arrangement of four different colours"
    assert board.broken
    check_sums(board)


# Running rounds


def test_a_guess_without_a_mark_has_a_cost_but_no_luck() -> None:
    table = classic("1 code RRBY", "2 guess RRBB", "1 mark 3b0w", "2 guess KKKK", **BY_HAND)
    board = analyse_running(table.sees(2)).boards[0]
    waiting = board.rows[1]
    assert (waiting.mark, waiting.before, waiting.after) == (None, 20, None)
    assert waiting.value is not None
    assert waiting.value.cost > 0
    assert waiting.value.luck is None
    assert board.to_come is not None
    assert board.to_come.value == waiting.value.played.value - 1
    check_sums(board)


def test_the_analysis_for_a_spectator_uses_only_what_they_see() -> None:
    first, other = (classic(f"1 code {code}", "2 guess KKKK") for code in ("RRBY", "GGGW"))
    assert analyse_running(first.sees(None)) == analyse_running(other.sees(None))


def test_a_resigned_round_has_guesses_still_to_come() -> None:
    table = classic("1 code RRBY", "2 guess RRBB", "2 resign")
    board = analyse_finished(table.edition, table.last).boards[0]
    assert not board.broken
    assert board.to_come is not None
    assert board.to_come.value > 1
    check_sums(board)


# Wrong marks


def test_after_a_wrong_mark_the_analysis_uses_the_right_marks_and_shows_the_given_ones() -> None:
    table = classic("1 code RRBY", "2 guess RRBB", "1 mark 2b0w", "2 guess RRYY", "1 mark 4b0w", "2 accept", **BY_HAND)
    board = analyse_finished(table.edition, table.last).boards[0]
    assert board.marks == "right"
    assert [(wrong.row, wrong.given) for wrong in board.wrong] == [(1, KeyPegs(2, 0)), (2, KeyPegs(4, 0))]
    assert [row.mark for row in board.rows] == [KeyPegs(3, 0), KeyPegs(3, 0)]
    assert [row.given for row in board.rows] == [KeyPegs(2, 0), KeyPegs(4, 0)]
    assert board.rows[1].consistent, "by the marks given it could be the code"
    assert not board.broken, "it was marked as the code, but is not"
    check_sums(board)


def test_rows_after_one_that_found_the_code_unnoticed_have_no_value() -> None:
    lines = ("1 code RRBY", "2 guess RRBY", "1 mark 3b0w", "2 guess RRBG", "1 mark 3b0w", "2 guess RRBK", "1 mark 4b0w")
    table = classic(*lines, "2 accept", **BY_HAND)
    board = analyse_finished(table.edition, table.last).boards[0]
    assert board.broken
    assert [row.value is None for row in board.rows] == [False, True, True]
    assert board.guesses == 1
    check_sums(board)


def test_while_the_code_is_hidden_the_given_marks_are_used() -> None:
    table = classic("1 code RRBY", "2 guess RRBB", "1 mark 2b0w", "2 guess RRYY", "1 mark 0b0w", **BY_HAND)
    board = analyse_running(table.sees(2)).boards[0]
    assert board.marks == "given"
    assert [row.after for row in board.rows] == [114, 16]


def test_contradictory_marks_leave_no_code_and_are_named() -> None:
    lines = ("1 code RRBY", "2 guess RRBB", "1 mark 3b0w", "2 guess RRGG", "1 mark 2b0w", "2 guess KKKK", "1 mark 2b0w")
    table = classic(*lines, "2 guess RRRR", "1 mark 0b0w", **BY_HAND)
    board = analyse_running(table.sees(2)).boards[0]
    assert [row.after for row in board.rows] == [20, 8, 0, 0]
    assert [row.value is None for row in board.rows] == [False, False, False, True]
    assert board.rows[2].value is not None
    assert board.rows[2].value.luck is None
    assert board.conflict is not None
    assert board.conflict.rows == (1, 3)
    assert len(board.conflict.changes) >= 1
    check_sums(board)


# What cannot be analysed


def test_a_code_space_that_is_too_large_is_refused() -> None:
    huge = edition("house", holes=8, colours=10)
    rows = [Row(2, (1,) * 8, (GivenMark(1, KeyPegs(0, 0)),), 1)]
    with pytest.raises(RuleError) as caught:
        analyse_board(huge, 2, (2,), rows)
    assert caught.value.code == "game-too-large"


def test_positions_too_large_for_the_work_have_no_value() -> None:
    large = edition("house", holes=6, colours=9)
    code = (1, 2, 3, 4, 5, 6)
    guesses = [(1, 2, 3, 3, 3, 3), (1, 2, 4, 4, 5, 5), (1, 2, 3, 4, 6, 6), (1, 2, 3, 4, 5, 7), code]
    rows = [Row(2, guess, (GivenMark(1, large.marking.mark(code, guess)),), n) for n, guess in enumerate(guesses, 1)]
    board = analyse_board(large, 2, (2,), rows, seconds=0.2)
    assert board.rows[0].before == 9**6
    assert board.rows[0].value is None
    assert board.rows[-1].value is not None
    assert board.broken
    check_sums(board)
