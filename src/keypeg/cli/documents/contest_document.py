"""The document of the command `arena`."""

from typing import Any

from keypeg.bots.contest import ContestResult, summarise_players
from keypeg.bots.statistics import Interval
from keypeg.records.edition_links import write_edition
from keypeg.terminal.contest_output import beaten_players


def contest_to_json(result: ContestResult) -> dict[str, Any]:
    """The result of a contest as JSON values."""
    contest = result.contest
    beaten = beaten_players(result)
    return {
        "edition": write_edition(contest.edition),
        "seed": contest.seed,
        "thinking_time": contest.thinking_time,
        "matches": len(result.matches),
        "rounds": result.rounds,
        "complete": result.complete,
        "players": [
            {
                "name": player.name,
                "matches_won": _interval_to_json(player.won),
                "rounds_won": _interval_to_json(player.rounds_won),
                "points_a_round": _interval_to_json(player.points),
                "guesses_a_round": _interval_to_json(player.guesses),
                "beats": beaten[player.name],
            }
            for player in summarise_players(result)
        ],
    }


def _interval_to_json(estimate: Interval | None) -> dict[str, float | None] | None:
    return None if estimate is None else {"value": estimate.value, "low": estimate.low, "high": estimate.high}
