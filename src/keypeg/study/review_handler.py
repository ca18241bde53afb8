"""Answers requests for the review of a match, and for the value of another guess."""

from __future__ import annotations

from typing import TYPE_CHECKING

from keypeg.records.replay import replay_text
from keypeg.study.match_review import analyse_match, round_numbers
from keypeg.study.requests import AlternativeRequest, ReviewRequest
from keypeg.study.review_text import compare_alternative, review_to_json

if TYPE_CHECKING:
    from keypeg.study.answers import AlternativeAnswer, ReviewAnswer

SECONDS_PER_REVIEW = 10.0
"""What the rounds of a review share, so that one of many rounds ends in time too. It depends on the record alone, so
the same review is the same everywhere."""


def review_match(request: ReviewRequest) -> ReviewAnswer:
    """Analyse every round of a match, or one of them."""
    replay = replay_text(request.record, "record")
    rounds = len(round_numbers(replay)) if request.round is None else 1
    seconds = min(request.seconds, SECONDS_PER_REVIEW / rounds)
    return review_to_json(analyse_match(replay, request.round, seconds, request.seat), request.lang)


def compare_guesses(request: AlternativeRequest) -> AlternativeAnswer:
    """Compare another guess with the one that was played, in the currency of the edition."""
    return {"comparison": compare_alternative(replay_text(request.record, "record"), request)}
