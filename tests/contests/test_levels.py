"""Each level is ahead of the one below it, clear of chance. For all editions see docs/players.md."""

import pytest

from keypeg.contests.contest import is_clearly_ahead, new_contest, play_contest, summarise_players
from keypeg.contests.statistics import z_for
from keypeg.editions import edition
from keypeg.records.edition_links import read_edition
from support.thoroughness import first_of

pytestmark = pytest.mark.no_cover  # whole contests: other tests cover the same code faster

CERTAIN = z_for(0.999)

ROUNDS_FOR_A_FIFTH = 2400
"""Enough rounds to show that 4.42 guesses beat 4.65. `strong` leads by 15 % of the matches. The standard error is 4.5 %
after 600 rounds, when that is clear of chance only half the time, and 2.3 % after 2400."""

THINKING = 0.2
"""The seconds that players have for a choice: enough for this."""


@pytest.mark.parametrize(
    ("upper", "lower", "table", "rounds"),
    first_of(
        [
            ("casual", "beginner", "classic", 240),
            ("strong", "casual", "mastermind-44~seats_2", 120),
            ("perfect", "strong", "traffic-jam-2000~option_1", 3000),
            ("casual", "beginner", "challenge-2001~holes_4", 150),
            ("casual", "beginner", "mastermind-44", 120),
            ("strong", "casual", "classic", ROUNDS_FOR_A_FIFTH),
            ("strong", "casual", "challenge-2001~holes_4", 300),
        ],
        quick=2,
    ),
)
def test_each_level_is_clearly_ahead_of_the_one_below(upper: str, lower: str, table: str, rounds: int) -> None:
    played = play_contest(new_contest(read_edition(table), (upper, lower), rounds, "levels", THINKING))
    others = range(1, played.contest.edition.seats)
    assert all(is_clearly_ahead(played, 0, other, CERTAIN) for other in others)
    assert not any(is_clearly_ahead(played, other, 0) for other in others)


def test_a_level_is_not_clearly_ahead_of_itself() -> None:
    played = play_contest(new_contest(edition("classic"), ("casual",), 240, "levels"))
    assert not is_clearly_ahead(played, 0, 1)
    assert not is_clearly_ahead(played, 1, 0)


@pytest.mark.thorough  # a contest of many rounds; tests/players/test_averages.py shows the same with fewer
def test_casual_needs_4_64_guesses_for_four_holes_and_six_colours() -> None:
    """The mean for a player that takes any fitting code, all equally likely. The mean of 1000 rounds is off by about
    0.03.
    """
    played = play_contest(new_contest(edition("classic"), ("casual",), 1000, "average"))
    for player in summarise_players(played):
        assert player.guesses is not None
        assert abs(player.guesses.value - 4.64) < 0.12
    total = sum(sum(match.guesses) for match in played.matches)
    assert abs(total / played.rounds - 4.64) < 0.08
