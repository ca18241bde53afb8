"""The document of the command `arena`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from keypeg.contests.contest import ContestResult, summarise_players
from keypeg.contests.statistics import Interval
from keypeg.records.edition_links import write_edition
from keypeg.terminal.contest_output import beaten_players

if TYPE_CHECKING:
    from keypeg.cli.documents import document_types as types


def arena_document(result: ContestResult) -> types.ArenaDocument:
    """The document of `keypeg arena`."""
    contest = result.contest
    beaten = beaten_players(result)
    return {
        "format": "keypeg-arena-1",
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


def _interval_to_json(estimate: Interval | None) -> types.Estimate | None:
    return None if estimate is None else {"value": estimate.value, "low": estimate.low, "high": estimate.high}
