"""The value of rows in the currency of the edition: it adds up, and reveals nothing hidden."""

from functools import lru_cache
from itertools import pairwise

import pytest

from keypeg.analysis.cost_and_luck import Currency
from keypeg.analysis.round_analysis import analyse_finished, analyse_running, value_seats
from keypeg.analysis.round_value import SeatValues, currency_of, known_finished_round, known_running_round
from keypeg.contests.driver import PlayedMatch, play_match
from keypeg.core.edition import Edition
from keypeg.core.view import FinishedRound
from keypeg.editions import RULEBOOKS, edition
from keypeg.players.registry import find_player
from keypeg.records.edition_links import read_edition
from keypeg.solver.advice.choose_guess import one_step_cost
from keypeg.solver.advice.compare_guess import compare_guess
from keypeg.solver.exact.search import ExactSearch
from keypeg.solver.game.guessing_game import game_for
from keypeg.solver.game.partition import all_codes
from keypeg.solver.strategy.costs import Costs
from keypeg.study.review_values import round_analysis_to_json
from support.played_table import Table
from support.thoroughness import first_of, some_of, times

pytestmark = pytest.mark.no_cover  # slow and repetitive: other tests cover the same code faster

QUICK = 0.5
"""Seconds of work for a board."""

DUELS = [
    "parker-1974",
    "parker-1974~different_yes",
    "challenge-2001~holes_4",
    "challenge-2001~holes_4~race_yes",
    "challenge-2001~holes_4~by-hand_yes",
    "house~makers_each~holes_3~colours_5",
]
LARGE_DUELS = ["challenge-2001", "challenge-2001~handicap_1", "challenge-2001~race_yes"]
FAMILIES = ["hasbro-2004~seats_3", "hasbro-2004~seats_4~experts_yes", "hasbro-2004~seats_5"]
LEVELS = ("casual", "strong", "perfect", "beginner", "casual")


@lru_cache(maxsize=32)
def match(link: str, levels: tuple[str, ...] = LEVELS, seed: str = "stakes") -> PlayedMatch:
    played = read_edition(link)
    return play_match(played, [find_player(name) for name in levels[: played.seats]], seed, 0.05)


def first_rounds(link: str, number: int = 3) -> tuple[Edition, tuple[FinishedRound, ...]]:
    state = match(link).state
    return state.edition, state.finished[:number]


def check_sums(values: SeatValues) -> None:
    """Check that each row leads to the value before the next, no cost is negative, and the sum holds."""
    has_value = [row.value is not None for row in values.rows]
    assert has_value == sorted(has_value), "what is not known of a row is not known of those before"
    assert all(value.cost >= 0 for value in values.values)
    assert all(before.after == after.before for before, after in pairwise(values.values))
    if values.start is not None and values.result is not None:
        total = values.start.value - values.cost + values.luck - values.forfeit
        assert values.result == pytest.approx(total, abs=1e-9)
    else:
        assert not values.values


# The currency of an edition


@pytest.mark.parametrize("name", sorted(RULEBOOKS))
def test_every_edition_has_its_currency(name: str) -> None:
    expected = {"challenge-2001": Currency.CHANCE, "parker-1974": Currency.CHANCE, "mastermind-44": Currency.CHANCE}
    assert currency_of(edition(name)) is expected.get(name, Currency.GUESSES)


def test_the_game_for_two_counts_guesses_and_the_family_game_points() -> None:
    assert currency_of(edition("hasbro-2004")) is Currency.GUESSES
    assert currency_of(edition("hasbro-2004", seats=4)) is Currency.POINTS
    table = Table("classic", "1 code RRBB", "2 guess RRBB")
    assert analyse_finished(table.edition, table.last).seat_values == ()


# Everything adds up


@pytest.mark.parametrize("link", some_of([*DUELS, *LARGE_DUELS, *FAMILIES], quick=4))
def test_the_rows_of_every_seat_add_up(link: str) -> None:
    played, rounds = first_rounds(link, 1 if link in LARGE_DUELS else 3)
    for finished in rounds:
        for values in value_seats(known_finished_round(played, finished), QUICK):
            check_sums(values)
            assert values.values, "the last row at least has a value"


@pytest.mark.parametrize("link", some_of([*DUELS, *LARGE_DUELS], quick=3))
def test_a_duel_is_worth_one_to_the_winner_and_a_half_where_nobody_wins(link: str) -> None:
    played, rounds = first_rounds(link, 1 if link in LARGE_DUELS else 3)
    for finished in rounds:
        results = {values.seat: values.result for values in value_seats(known_finished_round(played, finished), QUICK)}
        winners = finished.outcome.winners
        expected = {seat: float(seat in winners) if winners else 0.5 for seat in (1, 2)}
        assert results == pytest.approx(expected)


@pytest.mark.parametrize("link", first_of(FAMILIES, quick=1))
def test_the_points_agree_with_the_score_sheet(link: str) -> None:
    played, rounds = first_rounds(link, times(1, 3))
    for finished in rounds:
        for values in value_seats(known_finished_round(played, finished), 5.0):
            sheet = [line for line in finished.lines if line.seat == values.seat and line.reason in ("guess", "broke")]
            assert len(values.values) == len(values.rows) == len(sheet)
            assert values.result == values.earned == sum(line.points for line in sheet)
            assert [value.immediate for value in values.values] == [line.points for line in sheet]


@pytest.mark.cover
@pytest.mark.parametrize("link", ["challenge-2001", "hasbro-2004~seats_3~experts_yes"])
def test_without_time_the_first_rows_have_no_value_and_the_rest_adds_up(link: str) -> None:
    played, rounds = first_rounds(link, 1)
    seat_values = value_seats(known_finished_round(played, rounds[0]), 0.0)
    assert any(row.value is None for values in seat_values for row in values.rows)
    assert all(values.values for values in seat_values if len(values.rows) > 2)
    for values in seat_values:
        check_sums(values)


@pytest.mark.parametrize("link", first_of(["parker-1974", "hasbro-2004~seats_3", "challenge-2001~holes_4"], quick=2))
def test_values_add_up_at_every_point_of_a_round(link: str) -> None:
    table = Table(link.split("~")[0], **dict(read_edition(link).chosen))
    for number, (seat, action) in enumerate(match(link).log):
        table.acts(seat, action)
        if table.state.finished:
            break
        if number % times(3, 1):
            continue
        for values in analyse_running(table.sees(1), 0.0).seat_values:
            check_sums(values)
            assert not values.over


# Leaving


@pytest.mark.cover
def test_leaving_a_duel_forfeits_the_chance_to_win_and_is_not_luck() -> None:
    table = Table("parker-1974", "1 code RBY", "2 code GWO", "1 guess GWR", "2 guess WWW", "1 resign")
    first, second = value_seats(known_finished_round(table.edition, table.last))
    check_sums(first)
    check_sums(second)
    assert (first.result, second.result) == (0, 1)
    assert first.forfeit > 0.4
    assert second.forfeit == 0
    after = first.values[-1].after
    assert after is not None
    assert after.value == first.forfeit


@pytest.mark.cover
def test_leaving_the_family_game_forfeits_the_expected_points() -> None:
    codes = ("1 code WPGR", "2 guess WPGY", "3 guess WOSG", "2 resign", "3 guess WPRG", "3 guess WPGR")
    table = Table("hasbro-2004", *codes, seats=3)
    second, third = value_seats(known_finished_round(table.edition, table.last))
    for values in (second, third):
        check_sums(values)
    assert second.forfeit > 0
    assert second.earned == 6
    assert second.result == 6
    assert third.forfeit == 0
    assert third.result == third.earned == sum(line.points for line in table.last.lines if line.seat == 3)


@pytest.mark.cover
def test_when_the_last_breaker_leaves_that_breaker_forfeits() -> None:
    table = Table("hasbro-2004", "1 code WPGR", "2 guess WPGY", "3 resign", "2 resign", seats=3)
    second, third = value_seats(known_finished_round(table.edition, table.last))
    check_sums(second)
    assert second.forfeit > 0
    assert third.rows == ()
    assert third.result is None


@pytest.mark.cover
def test_when_the_maker_leaves_the_breakers_forfeit_nothing() -> None:
    table = Table("hasbro-2004", "1 code WPGR", "2 guess WPGY", "1 resign", seats=3)
    second, _ = value_seats(known_finished_round(table.edition, table.last))
    check_sums(second)
    assert (second.forfeit, second.result) == (0, 6)


@pytest.mark.cover
def test_a_round_with_a_wrong_mark_has_no_values() -> None:
    lines = ("1 code RBY", "2 code GWO", "1 guess GWR", "2 mark 0b0w", "2 resign")
    table = Table("parker-1974", *lines, by_hand=True)
    assert table.last.wrong
    assert analyse_finished(table.edition, table.last, QUICK).seat_values == ()


# Cost


FOUND_OUT = (
    *("1 code RBY", "2 code GWO"),
    *("1 guess GGG", "2 guess RRR", "1 guess WWW", "2 guess BBB", "1 guess OOO", "2 guess YYY"),
    *("1 guess GGW", "2 guess RRB", "1 guess GRR", "2 guess RGG"),
)
"""Both know the other's code by now, and it is seat 1's turn."""


def last_rows(*lines: str) -> tuple[SeatValues, SeatValues]:
    table = Table("parker-1974", *FOUND_OUT, *lines)
    first, second = value_seats(known_finished_round(table.edition, table.state.finished[0]))
    check_sums(first)
    check_sums(second)
    return first, second


@pytest.mark.cover
def test_missing_a_certain_win_costs_all_of_it() -> None:
    first, second = last_rows("1 guess RRR", "2 guess RBY")
    # Both would have finished with this row: a draw was certain, and the played guess certainly lost.
    assert first.values[-1].before.value == pytest.approx(0.5, abs=1e-4)
    assert first.values[-1].cost == pytest.approx(0.5, abs=1e-4)
    assert first.values[-1].luck == pytest.approx(0, abs=1e-4)
    # And then seat 2 was certain to win.
    assert second.values[-1].before.value == pytest.approx(1, abs=1e-4)
    assert second.values[-1].cost == 0
    first, second = last_rows("1 guess GWO", "2 guess RRR")
    assert first.values[-1].cost == 0
    assert first.values[-1].luck == pytest.approx(0.5, abs=1e-4), "that the other missed is nobody's skill here"
    assert second.values[-1].cost == pytest.approx(0.5, abs=1e-4)


def test_a_missed_win_can_only_be_regained_by_luck() -> None:
    _, second = last_rows("1 guess RRR", "2 guess RRR", "1 guess GGG", "2 guess RBY")
    missed, won = second.values[-2:]
    assert missed.cost == pytest.approx(0.5, abs=1e-4)
    assert missed.luck == pytest.approx(0.5, abs=1e-4)
    assert won.cost == 0
    assert second.result == 1


@pytest.mark.parametrize("link", first_of(["parker-1974", "challenge-2001~holes_4"], quick=1))
def test_the_best_player_has_hardly_any_cost_in_chance(link: str) -> None:
    played = read_edition(link)
    rounds = match(link, ("perfect", "perfect"), "best").state.finished[:3]
    costs = [values.cost for finished in rounds for values in value_seats(known_finished_round(played, finished), 5.0)]
    assert sum(costs) / len(costs) < 0.03


def test_the_best_player_has_no_cost_in_points_once_it_foresees_the_round() -> None:
    played = edition("hasbro-2004", seats=3)
    # The player and the analysis get the same work.
    finished = play_match(played, [find_player("perfect")] * 3, "best", 0.3125).state.finished[0]
    seat_values = value_seats(known_finished_round(played, finished), 5.0)
    assert sum(len(values.values) for values in seat_values) > 6
    assert sum(row.value.cost for values in seat_values for row in values.rows if row.value and row.number > 2) < 0.01


def test_a_beginner_has_a_higher_cost_than_the_best() -> None:
    played = edition("parker-1974", rounds=8)
    players = [find_player("beginner"), find_player("perfect")]
    lost = {1: 0.0, 2: 0.0}
    for finished in play_match(played, players, "levels", 0.05).state.finished:
        for values in value_seats(known_finished_round(played, finished)):
            lost[values.seat] += values.cost
    assert lost[1] > 3 * lost[2]


# Chances


def test_an_even_duel_begins_near_one_half() -> None:
    """Over many codes: the maker of a hard code has the better chance, and knows it."""
    played = edition("parker-1974", rounds=30)
    state = play_match(played, [find_player("strong")] * 2, "even", 0.05).state
    starts = [
        [values.start.value for values in value_seats(known_finished_round(played, finished)) if values.start]
        for finished in state.finished
    ]
    sums = [sum(both) for both in starts]
    assert sum(sums) / len(sums) == pytest.approx(1.0, abs=0.12)
    spectator = value_seats(
        known_running_round(Table("parker-1974", "1 code RBY", "2 code GWO", "1 guess RBY").sees(None))
    )
    start = spectator[0].start
    assert start is not None
    assert start.value == pytest.approx(0.5, abs=0.05)


def test_every_chance_is_between_zero_and_one() -> None:
    for link in DUELS:
        played, rounds = first_rounds(link, times(1, 2))
        for finished in rounds:
            for values in value_seats(known_finished_round(played, finished), QUICK):
                for value in values.values:
                    assert value.immediate == 0
                    assert 0 <= value.played.value <= value.before.value <= 1
                    assert not value.before.exact
                    assert not value.played.exact


# Nothing hidden is revealed


ROWS = ("1 guess GGG", "2 guess RRR", "1 guess WWW", "2 guess BBG")


@pytest.mark.parametrize(
    ("viewer", "codes", "others"),
    [
        (1, ("1 code RBY", "2 code GWO"), ("1 code RBY", "2 code GWB")),
        (2, ("1 code RBY", "2 code GWO"), ("1 code RBO", "2 code GWO")),
        (None, ("1 code RBY", "2 code GWO"), ("1 code RBO", "2 code GWB")),
    ],
)
def test_the_analysis_of_a_running_duel_depends_only_on_what_the_viewer_knows(
    viewer: int | None, codes: tuple[str, ...], others: tuple[str, ...]
) -> None:
    """What the viewer cannot see is swapped for something that fits the same marks: nothing may change."""
    tables = [Table("parker-1974", *codes, *ROWS), Table("parker-1974", *others, *ROWS)]
    analyses = [round_analysis_to_json(analyse_running(table.sees(viewer), QUICK)) for table in tables]
    assert analyses[0] == analyses[1]
    assert len(analyses[0]["seat_values"]) == 2


def test_a_hidden_guess_changes_nothing() -> None:
    rows = ("1 code RRBB", "2 code YYGG", "1 guess RRRR", "2 guess BBBB")
    options = {"holes": 4}
    waiting = Table("challenge-2001", *rows, **options)
    placed = Table("challenge-2001", *rows, "2 guess RRBB", **options)
    assert analyse_running(waiting.sees(1), QUICK).seat_values == analyse_running(placed.sees(1), QUICK).seat_values


@pytest.mark.cover
def test_a_seats_own_code_affects_only_its_own_chance() -> None:
    table = Table("parker-1974", "1 code RBY", "2 code GWO", *ROWS)
    spectator, own = known_running_round(table.sees(None)), known_running_round(table.sees(1))
    assert spectator.codes == (None, None)
    assert own.codes == (table.code("RBY"), None)
    assert value_seats(own)[1] == value_seats(spectator)[1]


def test_the_same_round_always_has_the_same_values() -> None:
    for link in ("challenge-2001~holes_4", "hasbro-2004~seats_4~experts_yes"):
        played, rounds = first_rounds(link, 1)
        course = known_finished_round(played, rounds[0])
        assert value_seats(course, QUICK) == value_seats(course, QUICK)


@pytest.mark.cover
@pytest.mark.parametrize("options", [{}, {"different": True}])
def test_a_guess_is_valued_in_the_same_way_as_the_best(options: dict[str, object]) -> None:
    """With unlimited work: nothing is cheaper than the best guess, and its cost is that of the search."""
    game = game_for(edition("parker-1974", **options), 1)
    costs = Costs((1, 10, 100, 30, 5))
    codes = all_codes(game)
    for number in range(0, len(game.guesses), 31):
        best, played = compare_guess(game, codes, costs, number, (), 60.0)
        assert best.exact
        assert played.exact
        assert played.cost == ExactSearch(game, costs).cost(codes, only=number).bound
        assert best.cost <= played.cost <= one_step_cost(game, codes, number, costs)
        rough = compare_guess(game, codes, costs, number, (), 0.0)
        assert rough.best.cost <= rough.played.cost


@pytest.mark.cover
def test_with_one_code_left_guessing_another_costs_one_guess() -> None:
    game = game_for(edition("parker-1974"), 1)
    only_code = all_codes(game)[5:6]
    best, played = compare_guess(game, only_code, Costs((3, 4, 5)), 77)
    assert (best.cost, played.cost, played.exact) == (3, 7, True)


def test_a_last_row_that_takes_too_much_work_leaves_the_rows_before_it_without_a_sum() -> None:
    codes = ("1 code BYKR", "2 code KBBKG")
    guesses = ("1 guess WYOBG", "2 guess GRKW", "1 guess WKYYK", "2 guess BYKR")
    state = Table("challenge-2001", *codes, *guesses, handicap=2, rounds=1).state
    for values in value_seats(known_finished_round(state.edition, state.finished[0]), 0.3):
        check_sums(values)
        assert values.result in (None, 0.0, 1.0)
