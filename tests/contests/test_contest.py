"""Contests: seating, number of matches, what is counted, and that the number of processes does not matter."""

from collections import Counter
from itertools import pairwise

import pytest

from keypeg.contests.contest import (
    Contest,
    ContestResult,
    MatchResult,
    is_clearly_ahead,
    min_rounds,
    new_contest,
    play_contest,
    play_numbered_match,
    summarise_players,
)
from keypeg.contests.driver import play_match
from keypeg.contests.parallel_contest import play_in_parallel
from keypeg.core.errors import ReadError
from keypeg.editions import edition
from keypeg.players.registry import find_player
from keypeg.records.edition_links import read_edition
from support.thoroughness import first_of, times

pytestmark = pytest.mark.no_cover  # slow and repetitive: other tests cover the same code faster

TABLES = ("classic", "challenge-2001", "hasbro-2004~seats_3", "hasbro-2004~seats_5", "mastermind-44", "parker-1974")


def contest(table: str, *names: str, rounds: int = 10, seed: str = "1") -> Contest:
    """A contest at this table."""
    return new_contest(read_edition(table), names, rounds, seed)


def match(*won: float, points: tuple[int, ...] = (0, 0), rounds: int = 2) -> MatchResult:
    """A match of which each player won so much."""
    return MatchResult(won, rounds, won, points, (4, 5), (1, 1))


def result(*matches: MatchResult) -> ContestResult:
    """The result of a contest of two players."""
    return ContestResult(contest("classic", "casual", "beginner"), matches)


# Setting up


def test_the_last_player_named_takes_the_seats_that_are_left() -> None:
    assert contest("mastermind-44", "casual", "beginner").names == ("casual", "beginner", "beginner", "beginner")
    assert contest("classic", "beginner").names == ("beginner", "beginner")


@pytest.mark.parametrize("names", [(), ("beginner", "casual", "beginner")], ids=len)
def test_no_players_or_more_players_than_seats_are_refused(names: tuple[str, ...]) -> None:
    with pytest.raises(ReadError) as caught:
        contest("classic", *names)
    assert caught.value.code == "wrong-players"


def test_players_of_the_same_name_get_a_number() -> None:
    rules = edition("mastermind-44")
    names = ("beginner", "casual", "beginner", "beginner")
    assert Contest(rules, names, 1).labels == ("beginner", "casual", "beginner 2", "beginner 3")


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("rounds", [1, 2, 7, 100])
def test_every_player_has_every_seat_equally_often(table: str, rounds: int) -> None:
    planned = contest(table, "casual", "beginner", rounds=rounds)
    seats = planned.edition.seats
    assert planned.matches % seats == 0
    assert (
        (planned.matches - seats) * min_rounds(planned.edition)
        < rounds
        <= planned.matches * min_rounds(planned.edition)
    )
    sat = Counter(
        (place, seat) for number in range(planned.matches) for seat, place in enumerate(planned.seating(number), 1)
    )
    assert set(sat.values()) == {planned.matches // seats}
    assert len(sat) == seats * seats


def test_in_time_every_player_sits_behind_every_other_equally_often() -> None:
    planned = contest("mastermind-44", "casual", rounds=24)
    behind = Counter(
        pair for number in range(24) for pair in pairwise((*planned.seating(number), planned.seating(number)[0]))
    )
    assert len(behind) == 12
    assert set(behind.values()) == {8}


@pytest.mark.parametrize("table", TABLES)
def test_at_least_the_requested_rounds_are_played_and_few_more(table: str) -> None:
    played = play_contest(contest(table, "casual", "beginner", rounds=12))
    assert played.complete
    assert len(played.matches) == played.contest.matches
    assert played.rounds >= 12


# Repeatable


def test_a_match_depends_only_on_its_seed_and_its_seating() -> None:
    planned = contest("classic", "casual", "beginner", seed="s")
    casual, beginner = find_player("casual"), find_player("beginner")
    for number, players in ((0, [casual, beginner]), (1, [beginner, casual])):
        scores = play_match(planned.edition, players, f"s/{number}").state.scores
        assert play_numbered_match(planned, number).points == (scores if number == 0 else scores[::-1])


def test_the_same_seed_plays_the_same_contest_and_another_seed_another() -> None:
    assert play_contest(contest("classic", "casual", "beginner")) == play_contest(
        contest("classic", "casual", "beginner")
    )
    other = play_contest(contest("classic", "casual", "beginner", seed="2"))
    assert other.matches != play_contest(contest("classic", "casual", "beginner")).matches


@pytest.mark.parametrize("jobs", first_of([2, 3], quick=1))
def test_the_number_of_processes_does_not_change_the_result(jobs: int) -> None:
    planned = contest("classic", "casual", "beginner", rounds=150)
    progress: list[int] = []

    def watch(done: int, matches: int) -> bool:
        progress.append(done)
        return True

    assert play_in_parallel(planned, jobs, watch) == play_contest(planned)
    assert progress == sorted(progress)
    assert progress[-1] == planned.matches


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_stopped_contest_is_the_beginning_of_the_whole_one(jobs: int) -> None:
    planned = contest("classic", "casual", "beginner", rounds=times(150, 400))

    def watch(done: int, matches: int) -> bool:
        return done < 20

    stopped = play_in_parallel(planned, jobs, watch) if jobs > 1 else play_contest(planned, watch)
    assert not stopped.complete
    assert len(stopped.matches) >= 20
    assert stopped.matches == play_contest(planned).matches[: len(stopped.matches)]


# What is counted


def test_results_belong_to_the_player_whatever_the_seat() -> None:
    played = play_contest(contest("parker-1974", "casual", "beginner", rounds=40))
    for match in played.matches:
        assert sum(match.won) == 1  # a draw is shared
        assert match.won in ((1, 0), (0, 1), (0.5, 0.5))
        assert match.rounds == 1
        assert match.points == tuple(int(part) for part in match.rounds_won)


def test_a_match_that_nobody_wins_counts_for_nobody() -> None:
    played = play_contest(contest("mastermind-44~seats_3", "beginner", rounds=60))
    assert {round(sum(match.won), 9) for match in played.matches} == {0, 1}


def test_replayed_rounds_do_not_count() -> None:
    rules = edition("challenge-2001", holes=4)
    planned = Contest(rules, ("casual", "casual"), 30, "1")
    played = play_contest(planned)
    again = 0
    for number, match in enumerate(played.matches):
        finished = play_match(rules, [find_player("casual")] * 2, f"1/{number}").state.finished
        again += sum(finished_round.replayed for finished_round in finished)
        assert match.rounds == len({finished_round.number for finished_round in finished})
        assert sum(match.rounds_won) == match.rounds
        assert max(match.points) == 3
    assert again > 0


def test_guesses_are_counted_where_a_single_breaker_plays() -> None:
    for table, counted in (("classic", True), ("hasbro-2004", True), ("hasbro-2004~seats_3", False)):
        summaries = summarise_players(play_contest(contest(table, "casual", rounds=6)))
        assert [summary.guesses is not None for summary in summaries] == [counted] * len(summaries)
    assert all(
        summary.guesses is None
        for summary in summarise_players(play_contest(contest("challenge-2001", "casual", rounds=6)))
    )
    # The maker gets a point for each row, and one more for an unbroken code.
    played = play_contest(contest("classic", "casual", "beginner", rounds=40))
    guesses = [sum(summary.guesses) for summary in played.matches]
    points = [sum(summary.points) for summary in played.matches]
    assert all(0 <= more - rows <= 2 for rows, more in zip(guesses, points, strict=True))
    assert all(summary.rounds_as_breaker == (1, 1) for summary in played.matches)


def test_rounds_won_are_reported_where_rounds_are_scored() -> None:
    for table in TABLES:
        planned = contest(table, "casual", rounds=4)
        summaries = summarise_players(play_contest(planned))
        assert [summary.rounds_won is not None for summary in summaries] == [planned.edition.scoring.by_rounds] * len(
            summaries
        )


def test_a_result_has_the_share_of_matches_won_and_the_points_per_round() -> None:
    first, second = summarise_players(result(match(1, 0, points=(8, 4)), match(0.5, 0.5, points=(5, 5)), match(1, 0)))
    assert (first.name, second.name) == ("casual", "beginner")
    assert first.won is not None
    assert first.won.value == pytest.approx(2.5 / 3)
    assert first.points is not None
    assert first.points.value == pytest.approx(13 / 6)
    assert second.guesses is not None
    assert second.guesses.value == 5


def test_there_are_no_figures_before_the_first_match() -> None:
    for player in summarise_players(result()):
        assert (player.matches, player.won, player.points, player.guesses) == (0, None, None, None)
    assert not is_clearly_ahead(result(), 0, 1)


# Leads


def test_winning_more_than_chance_allows_is_a_clear_lead() -> None:
    played = result(*[match(1, 0)] * 30, *[match(0, 1)] * 10)
    assert is_clearly_ahead(played, 0, 1)
    assert not is_clearly_ahead(played, 1, 0)
    assert not is_clearly_ahead(played, 0, 1, z=4)


def test_winning_a_little_more_is_not_a_clear_lead() -> None:
    assert not is_clearly_ahead(result(*[match(1, 0)] * 21, *[match(0, 1)] * 19), 0, 1)


def test_draws_do_not_hide_a_clear_lead() -> None:
    assert is_clearly_ahead(result(*[match(0.5, 0.5)] * 200, *[match(1, 0)] * 20, *[match(0, 1)] * 3), 0, 1)
