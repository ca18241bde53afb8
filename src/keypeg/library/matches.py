"""Whole matches for programs: played among bots, or read from a record."""

from collections.abc import Sequence
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from keypeg.contests.contest import label_players
from keypeg.contests.driver import play_match
from keypeg.core.actions import Action
from keypeg.core.edition import Edition
from keypeg.core.state import State
from keypeg.core.view import FinishedRound
from keypeg.library.arguments import check_edition
from keypeg.library.bots import BotChoice, seat_bots
from keypeg.players import THINKING_SECONDS
from keypeg.records.file_errors import file_error
from keypeg.records.record import Line, ReadRecord, Record, write_record
from keypeg.records.replay import Replay, replay, replay_file

if TYPE_CHECKING:
    from keypeg.analysis.round_analysis import RoundAnalysis


class RecordedMatch:
    """A match with every action in it, as `play` and `read` return it."""

    def __init__(self, replayed: Replay) -> None:
        self._replay = replayed

    def __repr__(self) -> str:
        names = " – ".join(self.players)
        return f"<RecordedMatch {self.edition.link}: {names}, {len(self.rounds)} rounds, {self._describe_end()}>"

    def __str__(self) -> str:
        """The record as text, which `read` reads."""
        return write_record(self._replay.record)

    @property
    def edition(self) -> Edition:
        """What was played."""
        return self._replay.record.edition

    @property
    def players(self) -> tuple[str, ...]:
        """The name of the player in each seat; `?` where the record gives none."""
        record = self._replay.record
        return tuple(record.player(seat) or "?" for seat in range(1, self.edition.seats + 1))

    @property
    def state(self) -> State:
        """The table after the last action."""
        return self._replay.state

    @property
    def actions(self) -> tuple[tuple[int, Action], ...]:
        """Every action with the seat that did it, in order."""
        return self._replay.record.actions

    @property
    def rounds(self) -> tuple[FinishedRound, ...]:
        """The rounds that are over, replayed ones included."""
        return self.state.finished

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of each seat."""
        return self.state.scores

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won; more than one for a draw, none while the match is not over or if nobody won."""
        outcome = self.state.outcome
        return () if outcome is None else outcome.winners

    def _describe_end(self) -> str:
        if self.state.outcome is None:
            return "not over"
        return f"won by seat {', '.join(map(str, self.winners))}" if self.winners else "won by nobody"

    def save(self, path: str | PathLike[str]) -> None:
        """Write the record to a file. Raises `ReadError` if it cannot be written."""
        target = Path(path)
        try:
            target.write_text(str(self), encoding="utf-8")
        except OSError as error:
            raise file_error(target, error, "file-unwritable") from error

    def analyse(self, seconds: float = 1.0, seat: int | None = None) -> "tuple[RoundAnalysis, ...]":
        """What each guess of each round cost and what was luck, with so many seconds for each board.

        A running round is analysed by what this seat knows, or without a seat, by what a spectator knows.
        """
        from keypeg.study.match_review import analyse_match  # it loads the solver, which takes most of a second

        return analyse_match(self._replay, None, seconds, seat).rounds


def play(
    edition: Edition, players: Sequence[BotChoice], seed: int | str = 0, thinking_time: float = THINKING_SECONDS
) -> RecordedMatch:
    """Play a match among bots, one for each seat. The same seed plays the same match.

    >>> from keypeg import edition, play
    >>> match = play(edition("classic", practice=True), ["casual", "beginner"], seed=1)
    >>> match.players, len(match.rounds)
    (('casual', 'beginner'), 1)
    """
    check_edition(edition, "play")
    seated = seat_bots(edition, players, "play")
    played = play_match(edition, seated, str(seed), thinking_time)
    names = label_players([player.name for player in seated])
    headers = [("Seed", str(seed)), *((f"Seat {seat}", name) for seat, name in enumerate(names, 1))]
    record = Record(edition, tuple(headers), tuple(Line(seat, action) for seat, action in played.log))
    return RecordedMatch(replay(ReadRecord(record, (0,) * len(record.lines), None)))


def read(path: str | PathLike[str]) -> RecordedMatch:
    """Read the record of a match. Raises `ReadError` with the number of the line if anything in it is wrong.

    >>> from keypeg import read
    >>> read("docs/example.keypeg").players
    ('Ann', 'Ben')
    """
    replayed = replay_file(Path(path))
    if replayed.fault is not None:
        raise replayed.fault.as_error()
    return RecordedMatch(replayed)
