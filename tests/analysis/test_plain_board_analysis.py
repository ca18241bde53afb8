"""Reviews by the plain solver: near those of the compiled one, honest about what is estimated, at any size."""

import subprocess
import sys
from random import Random

import pytest

from keypeg.analysis import board_analysis, plain_board_analysis
from keypeg.analysis.board_values import BoardAnalysis
from keypeg.analysis.grades import grade_guess
from keypeg.contests.driver import play_match
from keypeg.core.edition import Edition
from keypeg.core.view import FinishedBoard, GivenMark, Row
from keypeg.editions import RULEBOOKS, edition
from keypeg.players.registry import find_player
from keypeg.records.edition_links import read_edition
from keypeg.records.record import Line, Record, write_record
from keypeg.study.requests import ReviewRequest
from keypeg.study.review_handler import review_match
from support.thoroughness import first_of, times

LARGE = ("house~holes_8~colours_20", "house~holes_8~colours_20~marking_sum", "house~holes_8~colours_12~blanks_yes")


def played_boards(rules: Edition, rounds: int) -> list[tuple[FinishedBoard, tuple[int, ...]]]:
    """Boards that bots of two levels have played, each with its code."""
    seats = [find_player(level) for level in ("beginner", "casual")]
    finished = play_match(rules, seats * (rules.seats // 2), "8").state.finished[:rounds]
    codes = [(board, played.codes[board.makers[0] - 1]) for played in finished for board in played.boards]
    return [(board, code) for board, code in codes if code is not None]


def analyse(module: object, rules: Edition, board: FinishedBoard) -> BoardAnalysis:
    analysed = module.analyse_board(rules, board.breakers[0], board.breakers, board.rows)  # type: ignore[attr-defined]
    assert isinstance(analysed, BoardAnalysis)
    return analysed


@pytest.mark.parametrize("name", first_of(["classic~rounds_10", "traffic-jam-2000~rounds_8", "parker-1974"], quick=2))
def test_a_review_by_the_plain_solver_is_near_the_exact_one(name: str) -> None:
    rules = read_edition(name)
    errors, values = [], []
    for board, _ in played_boards(rules, times(6, 10)):
        exact, plain = (analyse(module, rules, board) for module in (board_analysis, plain_board_analysis))
        assert [(row.before, row.after) for row in plain.rows] == [(row.before, row.after) for row in exact.rows]
        assert [(row.contradicts, row.allowed) for row in plain.rows] == [
            (row.contradicts, row.allowed) for row in exact.rows
        ]
        assert plain.broken == exact.broken
        for row, known in zip(plain.rows, exact.rows, strict=True):
            assert (row.value is None) == (known.value is None)
            if row.value is None or known.value is None or not known.value.cost_exact:
                continue
            assert row.partition == known.partition
            if row.value.before.exact:
                assert row.value.before.value == pytest.approx(known.value.before.value)
            if row.value.played.exact:
                assert row.value.played.value == pytest.approx(known.value.played.value)
            errors.append(row.value.cost - known.value.cost)
            values.append(row.value.before.value - known.value.before.value)
    assert len(errors) > 5
    assert max(map(abs, errors)) < 0.4
    assert sum(map(abs, errors)) / len(errors) < 0.06
    assert -0.05 < sum(values) / len(values) < 0.12


@pytest.mark.parametrize("name", ["classic", *first_of(LARGE, quick=1)])
def test_the_rows_add_up_and_no_cost_is_negative(name: str) -> None:
    rules = read_edition(name)
    for board, _ in played_boards(rules, 1):
        plain = analyse(plain_board_analysis, rules, board)
        assert plain.expected is not None
        assert plain.to_come is not None
        used = plain.guesses + plain.to_come.value
        assert used == pytest.approx(plain.expected.value + plain.cost - plain.luck)
        assert all(value.cost >= 0 for value in plain.values)
        assert len(plain.values) == len(board.rows) or not plain.broken


@pytest.mark.parametrize("name", first_of(LARGE, quick=1))
def test_in_a_large_game_what_is_estimated_is_called_so_and_gets_no_grade(name: str) -> None:
    rules = read_edition(name)
    ((board, _), *_) = played_boards(rules, 1)
    plain = analyse(plain_board_analysis, rules, board)
    first = plain.rows[0].value
    assert first is not None
    assert (first.cost_exact, first.is_rough, grade_guess(first)) == (False, True, None)
    assert plain.codes == rules.secret_space(board.breakers[0]).size
    for row in plain.rows:
        assert row.after is None or row.after <= row.before
        assert (row.worst.before, row.worst.played) == (None, None)


def test_marks_that_contradict_each_other_are_explained_in_the_same_way() -> None:
    rules = edition("classic")
    marks = rules.marking.possible(4)
    rng = Random(3)
    for _ in range(times(4, 40)):
        rows = [
            Row(2, tuple(rng.choices(range(1, 7), k=4)), (GivenMark(1, rng.choice(marks[:6])),), number)
            for number in range(1, 7)
        ]
        exact, plain = (module.analyse_board(rules, 2, (2,), rows) for module in (board_analysis, plain_board_analysis))
        assert (plain.conflict is None) == (exact.conflict is None)
        if plain.conflict is not None and exact.conflict is not None:
            assert len(plain.conflict.rows) == len(exact.conflict.rows)
            assert {change.rows for change in plain.conflict.changes} == {
                change.rows for change in exact.conflict.changes
            }


@pytest.mark.parametrize(
    "name", [*first_of(sorted(RULEBOOKS), quick=4), "hasbro-2004~seats_3", "mastermind-44~seats_2"]
)
def test_every_edition_is_reviewed_by_the_plain_solver(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = read_edition(name)
    match = play_match(rules, [find_player("casual")] * rules.seats, "1", thinking_time=0.1)
    record = write_record(Record(rules, (), tuple(Line(seat, action) for seat, action in match.log)))
    monkeypatch.setenv("KEYPEG_SOLVER", "plain")
    answer = review_match(ReviewRequest(record, 1, None, 5.0, "fr"))
    (first, *_) = answer["rounds"]
    assert answer["more_exact_soon"]
    valued = [value for board in first["boards"] for row in board["rows"] for value in [row["expected_before"]]]
    assert all(value is not None for value in valued)
    assert rules.dealt == (not valued)
    for seat in first["seat_values"]:
        decisions = [decision for decision in seat["decisions"] if decision["kind"] != "row" or not rules.dealt]
        assert all(decision["before"] is not None for decision in decisions)
        assert all(decision["codes_before"] for decision in seat["decisions"] if rules.dealt)


def test_advice_and_reviews_load_only_the_standard_library() -> None:
    program = (
        "import sys\n"
        "from keypeg.study.requests import AdviceRequest, ReviewRequest, answer\n"
        "answer(AdviceRequest('classic', ('RRBB:1b1w',), None, None, 'RBYG', 1.0))\n"
        "answer(AdviceRequest('mastermind-44', ('RBYGW:1b0w,0b0w,0b0w',), None, 'R....', None, 1.0))\n"
        "record = 'Keypeg: 1\\nEdition: classic\\n\\n1 code RRBY\\n2 guess RRBB\\n2 guess RRBY\\n'\n"
        "answer(ReviewRequest(record, None, None, 5.0, 'en'))\n"
        "print(sorted({'numpy', 'numba', 'llvmlite', 'pydantic'} & set(sys.modules)))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program],
        env={"KEYPEG_SOLVER": "plain"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert (ran.stdout.strip(), ran.stderr) == ("[]", "")
