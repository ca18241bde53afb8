"""Contests: many matches among the same players, with rotated seats, and their results.

The number of matches is fixed in advance and each has a seed of its own, so the result does not depend on the number of
processes, and a contest that was stopped is the beginning of the whole one.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import permutations
from math import ceil
from typing import NamedTuple

from keypeg.contests.driver import check_seats, play_match
from keypeg.contests.statistics import (
    Z95,
    Interval,
    RatioSums,
    lead_interval,
    ratio_interval,
    sum_pairs,
    wilson_interval,
)
from keypeg.core.edition import Edition, Ends, Makers
from keypeg.core.errors import ReadError
from keypeg.core.state import State
from keypeg.core.view import FinishedRound, Outcome
from keypeg.players import THINKING_SECONDS, Player
from keypeg.players.source_files import load_player

ReportProgress = Callable[[int, int], bool]
"""Called from time to time with the number of matches played and the number of all; returns False to stop."""


@dataclass(frozen=True)
class Contest:
    """The edition, the players and the length of a contest."""

    edition: Edition
    names: tuple[str, ...]
    """The players, one for each seat, as seated in the first match."""
    rounds: int
    """The least number of rounds to play."""
    seed: str = ""
    """The same seed plays the same contest."""
    thinking_time: float = THINKING_SECONDS
    """The seconds that a player has for a choice."""

    @property
    def matches(self) -> int:
        """The number of matches: whole ones with at least so many rounds, and every player equally often in every
        seat.
        """
        seats = self.edition.seats
        return ceil(ceil(self.rounds / min_rounds(self.edition)) / seats) * seats

    @property
    def labels(self) -> tuple[str, ...]:
        """A distinct label for each player: `strong`, and `strong 2` for another of that name."""
        return label_players(self.names)

    def seating(self, number: int) -> tuple[int, ...]:
        """The player in each seat in this match, by index from 0.

        From match to match all move on by a seat. After each full turn the order changes, until every player has sat
        behind every other.
        """
        seats = self.edition.seats
        turn, moved = divmod(number, seats)
        orders = list(permutations(range(1, seats)))
        order = (0, *orders[turn % len(orders)])
        return tuple(order[(seat - moved) % seats] for seat in range(seats))


def label_players(names: Sequence[str]) -> tuple[str, ...]:
    """A distinct label for each of these players: `strong`, and `strong 2` for another of that name."""
    before = [list(names[:place]).count(name) for place, name in enumerate(names)]
    return tuple(f"{name} {count + 1}" if count else name for name, count in zip(names, before, strict=True))


def new_contest(
    edition: Edition, names: Sequence[str], rounds: int, seed: str = "", thinking_time: float = THINKING_SECONDS
) -> Contest:
    """A contest of these players; the last one named takes the seats that are left.

    Raises `KeypegError` if they cannot play.
    """
    if not 1 <= len(names) <= edition.seats:
        raise ReadError("wrong-players", given=len(names), seats=edition.seats)
    filled = (*names, *(names[-1] for _ in range(edition.seats - len(names))))
    contest = Contest(edition, filled, rounds, seed, thinking_time)
    check_seats(edition, dict(enumerate(_players(contest), 1)))
    return contest


def _players(contest: Contest) -> tuple[Player, ...]:
    return tuple(load_player(name) for name in contest.names)


def min_rounds(edition: Edition) -> int:
    """The least number of rounds in a match: where a majority decides, just more than half of them."""
    rounds = edition.match.rounds
    return rounds // 2 + 1 if edition.match.ends is Ends.MAJORITY else rounds


class MatchResult(NamedTuple):
    """The result of a match for each player, by index."""

    won: tuple[float, ...]
    """The share of the match that each has won: a draw is shared, and a match that nobody wins counts for nobody."""
    rounds: int
    """The number of rounds, without those that were replayed."""
    rounds_won: tuple[float, ...]
    points: tuple[int, ...]
    guesses: tuple[int, ...]
    """How many rows each has placed."""
    rounds_as_breaker: tuple[int, ...]
    """In how many rounds each was a breaker."""


def play_numbered_match(contest: Contest, number: int) -> MatchResult:
    """Play the match of this number, from 0."""
    players, seating = _players(contest), contest.seating(number)
    seated = [players[place] for place in seating]
    state = play_match(contest.edition, seated, f"{contest.seed}/{number}", contest.thinking_time).state
    return _result(state, [seating.index(place) + 1 for place in range(len(players))])


def _result(state: State, seats: list[int]) -> MatchResult:
    """The result of this match for each of these seats."""
    assert state.outcome is not None
    counted = [finished for finished in state.finished if not finished.replayed]
    return MatchResult(
        won=tuple(_share(state.outcome, seat) for seat in seats),
        rounds=len(counted),
        rounds_won=tuple(sum(_share(finished.outcome, seat) for finished in counted) for seat in seats),
        points=tuple(state.scores[seat - 1] for seat in seats),
        guesses=tuple(sum(_guesses(finished, seat) for finished in counted) for seat in seats),
        rounds_as_breaker=tuple(sum(finished.maker != seat for finished in counted) for seat in seats),
    )


def _share(outcome: Outcome, seat: int) -> float:
    return 1 / len(outcome.winners) if seat in outcome.winners else 0.0


def _guesses(finished: FinishedRound, seat: int) -> int:
    return sum(row.seat == seat for board in finished.boards for row in board.rows)


@dataclass(frozen=True)
class ContestResult:
    """The matches played of a contest, in order."""

    contest: Contest
    matches: tuple[MatchResult, ...]

    @property
    def complete(self) -> bool:
        """Whether all matches were played."""
        return len(self.matches) >= self.contest.matches

    @property
    def rounds(self) -> int:
        """The number of rounds played."""
        return sum(match.rounds for match in self.matches)


class PlayerResult(NamedTuple):
    """The result of a contest for one player; None where nothing was played."""

    name: str
    matches: int
    won: Interval | None
    """The share of matches won."""
    rounds_won: Interval | None
    """The share of rounds won, where rounds are scored."""
    points: Interval | None
    """Points per round."""
    guesses: Interval | None
    """Guesses per round as breaker, where a single breaker plays and nobody else ends the round."""


def summarise_players(result: ContestResult) -> tuple[PlayerResult, ...]:
    """The result for each player, in the order of the list."""
    edition = result.contest.edition
    alone = edition.secrets.makers is Makers.ONE and edition.seats == 2
    played = result.matches
    return tuple(
        PlayerResult(
            name=name,
            matches=len(played),
            won=wilson_interval(sum(match.won[place] for match in played), len(played)),
            rounds_won=wilson_interval(sum(match.rounds_won[place] for match in played), result.rounds)
            if edition.scoring.by_rounds
            else None,
            points=ratio_interval(sum_pairs((match.points[place], match.rounds) for match in played)),
            guesses=ratio_interval(
                sum_pairs((match.guesses[place], match.rounds_as_breaker[place]) for match in played)
            )
            if alone
            else None,
        )
        for place, name in enumerate(result.contest.labels)
    )


def sum_leads(matches: Iterable[MatchResult], place: int, others: Sequence[int]) -> RatioSums:
    """By how much more of each match this player has won than these others on average."""
    return sum_pairs(
        (match.won[place] - sum(match.won[other] for other in others) / len(others), 1) for match in matches
    )


def is_clearly_ahead(result: ContestResult, place: int, other: int, z: float = Z95) -> bool:
    """Whether this player wins more of the matches than that one, clear of chance.

    They are compared match by match, because what one of them wins the other does not.
    """
    ahead = lead_interval(sum_leads(result.matches, place, [other]), z)
    return ahead is not None and ahead.is_positive


def play_contest(contest: Contest, watch: ReportProgress | None = None) -> ContestResult:
    """Play a contest. If `watch` or Ctrl-C stops it, the result holds the matches played until then.

    Raises `ReadError` if a player fails.
    """
    played: list[MatchResult] = []
    try:
        for number in range(contest.matches):
            if watch and not watch(number, contest.matches):
                break
            played.append(play_numbered_match(contest, number))
    except KeyboardInterrupt:
        pass
    return ContestResult(contest, tuple(played))
