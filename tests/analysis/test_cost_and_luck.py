"""Guesses used and still to come always equal what was expected, plus all cost, minus all luck."""

from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from keypeg.analysis.board_analysis import analyse_board
from keypeg.analysis.cost_and_luck import Appraisal, Currency, RowValue
from keypeg.analysis.round_analysis import analyse_finished, analyse_running
from keypeg.core.edition import Edition
from keypeg.core.errors import RuleError
from keypeg.core.observe import observe
from keypeg.editions import RULEBOOKS, edition
from keypeg.records.edition_links import read_edition
from keypeg.records.replay import replay_file
from keypeg.solver.advice.appraiser import Appraiser, CandidateSet, Work
from keypeg.solver.game.guessing_game import game_for
from keypeg.solver.game.partition import all_codes
from keypeg.solver.strategy.book_files import load_book
from support.analysed_boards import board_by_strategy, check_sums, random_boards, rows_for
from support.command import RECORDS
from support.played_table import Table
from support.random_play import MIXED, STUBBORN, editions, play, random_code, seeds
from support.thoroughness import examples, first_of, some_of

pytestmark = pytest.mark.no_cover  # slow and repetitive: other tests cover the same code faster

QUICK = 0.2
"""Seconds of work: large positions are estimated, small ones are exact."""

NOT_DEALT = sorted(name for name in RULEBOOKS if not edition(name).dealt)
LIGHT = [name for name in NOT_DEALT if edition(name).secrets.space.size < 10_000]


# All rows add up


@examples(8)
@given(editions(longest=2, holes=4, colours=6), seeds(), st.sampled_from([MIXED, STUBBORN]))
def test_all_rows_add_up_in_every_edition(played: Edition, seed: int, temper: object) -> None:
    assume(not played.dealt and played.secrets.space.size < 7000)
    match = play(played, Random(seed), MIXED if temper is MIXED else STUBBORN)
    for finished in match.state.finished[:3]:
        for board in analyse_finished(played, finished, QUICK).boards:
            check_sums(board)


@pytest.mark.parametrize("name", some_of(NOT_DEALT, quick=4))
@pytest.mark.parametrize("seconds", first_of([0.3, 0.0], quick=1))
def test_all_rows_add_up_with_any_limit_of_work(name: str, seconds: float) -> None:
    chance = Random(5)
    played = edition(name)
    space, guesses = played.secret_space(2), played.guess_space(2)
    code = random_code(space, chance)
    assert code is not None
    placed = [random_code(guesses, chance) for _ in range(5)]
    rows = rows_for(played, code, [guess for guess in placed if guess is not None])
    board = analyse_board(played, 2, (2,), rows, seconds=seconds)
    check_sums(board)
    assert not board.broken
    check_sums(analyse_board(played, 2, (2,), rows_for(played, code, [code]), seconds=seconds))


@pytest.mark.parametrize("record", some_of(sorted(path.name for path in RECORDS.glob("*.keypeg"))[::4], quick=6))
def test_all_rows_add_up_in_every_recorded_match(record: str) -> None:
    replay = replay_file(RECORDS / record)
    state = replay.state
    if state.edition.dealt:
        with pytest.raises(RuleError):
            analyse_finished(state.edition, state.finished[0])
        return
    for finished in state.finished[:1]:
        for board in analyse_finished(state.edition, finished, QUICK).boards:
            check_sums(board)


@examples(8)
@given(editions(longest=2, holes=4, colours=5), seeds(), st.floats(0, 1))
def test_all_rows_add_up_at_any_point_of_a_round(played: Edition, seed: int, when: float) -> None:
    assume(not played.dealt and played.secrets.space.size < 7000)
    states = play(played, Random(seed)).states
    state = states[int(when * (len(states) - 1))]
    assume(state.outcome is None)
    for board in analyse_running(observe(state, None), QUICK).boards:
        check_sums(board)


@pytest.mark.parametrize("name", some_of(LIGHT, quick=4))
def test_values_are_exact_once_few_codes_are_left(name: str) -> None:
    chance = Random(1)
    played = edition(name)
    code = random_code(played.secret_space(2), chance)
    assert code is not None
    guesses = [guess for _ in range(6) if (guess := random_code(played.guess_space(2), chance))]
    board = analyse_board(played, 2, (2,), rows_for(played, code, [*guesses, code]), seconds=1)
    check_sums(board)
    small = [row for row in board.rows if row.before < 100]
    assert len(small) > 2
    assert all(row.value is not None and row.value.cost_exact and row.value.luck_exact for row in small)


def test_an_empty_board_has_the_value_of_its_book() -> None:
    board = analyse_board(edition("classic"), 2, (2,), [])
    assert board.expected == board.to_come == Appraisal(5625 / 1296, True)
    assert (board.cost, board.luck, board.guesses, board.exact) == (0, 0, 0, True)


# Cost


@pytest.mark.parametrize("name", ["black-white-4x6", "black-white-3x6"])
@pytest.mark.parametrize("with_book", [True, False], ids=["by the book", "by search"])
def test_no_guess_of_an_optimal_book_costs_anything(name: str, with_book: bool) -> None:
    book = load_book(name)
    strategy = book.strategy
    appraiser = Appraiser(strategy.game, Work(10**9), book if with_book else None)
    positions = {0: CandidateSet.start(strategy.game)}
    for node, _, codes in strategy.walk():
        position = positions[node]
        assert position.codes.tolist() == codes.tolist()
        played, best = appraiser.value_guess(position, int(strategy.guess[node])), appraiser.value_position(position)
        assert played is not None
        assert best is not None
        assert played.exact
        assert best.exact
        assert played.total == best.total
        cells = position.cells(int(strategy.guess[node]))
        positions |= {child: cells[mark] for mark in cells if (child := strategy.next(node, mark)) >= 0}


def test_a_player_by_the_book_has_no_cost_and_plays_the_best_guess() -> None:
    played = edition("parker-1974")
    strategy = load_book("black-white-3x6").strategy
    needed = strategy.guesses_needed()
    for number in range(0, len(strategy.game.codes), 5):
        code = strategy.game.code(number)
        board = board_by_strategy(played, code, strategy)
        assert board.cost == 0
        assert board.broken
        assert board.guesses == needed[number]
        assert all(row.value is not None and row.value.best == row.guess for row in board.rows)


@pytest.mark.parametrize("seconds", first_of([0.0, 0.3], quick=1))
def test_no_cost_is_negative_not_even_in_the_worst_case(seconds: float) -> None:
    for name in LIGHT:
        for board in random_boards(edition(name), Random(7), count=2, rows=5, seconds=seconds):
            assert all(value.cost >= 0 for value in board.values)
            costs = [row.worst.cost for row in board.rows]
            assert all(cost is None or cost >= 0 for cost in costs)


def test_repeating_a_wrong_guess_costs_a_whole_guess() -> None:
    table = Table("classic", "1 code RRBB", "2 guess RRRR", "2 guess RRRR", "2 guess KKKK", "2 guess KKKK")
    board = analyse_running(table.sees(2)).boards[0]
    assert [value.cost for value in board.values][1::2] == pytest.approx([1, 1])
    assert [value.luck for value in board.values][1::2] == pytest.approx([0, 0])
    assert [row.worst.cost for row in board.rows][1::2] == [1, 1]


# Luck


@pytest.mark.parametrize(
    "name", first_of(["house~holes_3~colours_4", "house~holes_2~colours_4", "traffic-jam-2000~option_1"], quick=2)
)
def test_luck_has_a_mean_of_zero_in_every_position(name: str) -> None:
    """Over all codes possible in a position, whatever is guessed there, good luck and bad luck are even."""
    played = read_edition(name)
    chance = Random(4)
    game = game_for(played, 2)
    guesses = [game.guess(chance.randrange(len(game.guesses))) for _ in range(2)]
    by_position: dict[tuple[object, ...], list[tuple[int, float]]] = {}
    for number in all_codes(game).tolist():
        rows = rows_for(played, game.code(number), guesses)
        board = analyse_board(played, 2, (2,), rows)
        for at, row in enumerate(board.rows):
            if row.value is not None and row.value.luck is not None:
                seen = tuple(earlier.mark for earlier in board.rows[:at])
                by_position.setdefault(seen, []).append((int(game.weights[number]), row.value.luck))
    for lucks in by_position.values():
        assert sum(weight * luck for weight, luck in lucks) == pytest.approx(0, abs=1e-9)


def test_where_more_is_better_the_cost_is_what_is_missing() -> None:
    values = (Appraisal(0.75, True), Appraisal(0.5, True), Appraisal(0.625, False))
    value = RowValue(Currency.CHANCE, *values, (1, 1), immediate=0.0)
    assert value.cost == 0.25
    assert value.luck == 0.125
    assert value.cost_exact
    assert not value.luck_exact
    points = RowValue(
        Currency.POINTS, Appraisal(9, True), Appraisal(8, True), Appraisal(4, True), (1, 1), immediate=3.0
    )
    assert (points.cost, points.luck) == (1, -1)
    assert points.immediate + points.to_come.value == points.before.value - points.cost + (points.luck or 0)
