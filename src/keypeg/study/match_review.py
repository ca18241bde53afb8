"""The review of a recorded match: every round analysed, and the same as JSON values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from keypeg.analysis.hint_values import Hints
from keypeg.analysis.round_analysis import (
    RoundAnalysis,
    analyse_finished,
    analyse_finished_dealt,
    analyse_running,
    analyse_running_dealt,
)
from keypeg.core.errors import ReadError
from keypeg.core.observe import observe
from keypeg.core.view import FinishedRound, View
from keypeg.players.solver_choice import is_more_exact_soon, needs_plain_solver
from keypeg.records.edition_links import write_edition
from keypeg.records.record import Fault
from keypeg.records.replay import Replay
from keypeg.study.decisions import decisions_in_round
from keypeg.study.hint_session import PrepareSolver, find_hints
from keypeg.study.review_values import round_analysis_to_json
from keypeg.wire.error_values import error_to_json

if TYPE_CHECKING:
    from keypeg.study.answers.review import MatchReview, ReplayFault


@dataclass(frozen=True)
class ReviewedMatch:
    """A replayed match with its rounds analysed."""

    replay: Replay
    rounds: tuple[RoundAnalysis, ...]
    hints: tuple[Hints | None, ...]
    """For each board of the running round, its hints."""
    needs_seat: int | None = None
    """The number of the running round, where analysing it needs a seat's own parts."""


def round_numbers(replay: Replay) -> list[int]:
    """The numbers of the rounds, as often as each was played; a running one comes last."""
    state = replay.state
    played = [finished.number for finished in state.finished]
    return played if state.outcome is not None else [*played, state.round.number]


def analyse_match(
    replay: Replay,
    round_number: int | None,
    seconds: float,
    seat: int | None = None,
    prepare: PrepareSolver = lambda game: None,
) -> ReviewedMatch:
    """Analyse every round of a match, or the one of this number, with a limit of seconds for each board.

    The running round is analysed by what this seat knows, or without a seat, by what a spectator knows.
    """
    state = replay.state
    edition = state.edition
    finished = [played for played in state.finished if round_number in (None, played.number)]
    view = observe(state, seat)
    running = state.outcome is None and round_number in (None, view.round)
    # A round in which nothing has happened yet is included only if it is the only one.
    running = running and (not finished or bool(view.answers) or any(board.rows for board in view.boards))
    if edition.dealt:
        return _analyse_dealt(replay, finished, view if running else None, seconds, prepare)
    if not needs_plain_solver(edition):
        from keypeg.solver.game.guessing_game import game_for

        prepare(game_for(edition))
    rounds = [analyse_finished(edition, played, seconds) for played in finished]
    hints: tuple[Hints | None, ...] = ()
    if running:
        rounds.append(analyse_running(view, seconds))
        hints = tuple(
            None if board.broken else find_hints(edition, board.number, board.rows, seconds, view.out)
            for board in view.boards
        )
    return ReviewedMatch(replay, tuple(rounds), hints)


def _analyse_dealt(
    replay: Replay, finished: list[FinishedRound], running: View | None, seconds: float, prepare: PrepareSolver
) -> ReviewedMatch:
    """Analyse a match in which parts are dealt. A row's value depends on them, and spectators do not see them."""
    unseen = running is not None and running.seat is None
    if unseen and not finished:
        raise ReadError("seat-needed", seats=replay.state.edition.seats)
    edition = replay.state.edition
    if not needs_plain_solver(edition):
        prepare(None)
    rounds = [
        analyse_finished_dealt(edition, played, decisions_in_round(replay, played.number, played.attempt), seconds)
        for played in finished
    ]
    if running is not None and not unseen:
        rounds.append(
            analyse_running_dealt(running, decisions_in_round(replay, running.round, running.attempt), seconds)
        )
    return ReviewedMatch(replay, tuple(rounds), (), running.round if running is not None and unseen else None)


def match_to_json(match: ReviewedMatch) -> MatchReview:
    """The review as JSON values."""
    replay = match.replay
    fault = replay.fault
    return {
        "edition": write_edition(replay.record.edition),
        "players": [replay.record.player(seat) for seat in range(1, replay.record.edition.seats + 1)],
        "rounds": [round_analysis_to_json(played, () if played.over else match.hints) for played in match.rounds],
        "needs_seat": match.needs_seat,
        "more_exact_soon": any(played.by_plain_solver for played in match.rounds)
        and is_more_exact_soon(replay.record.edition),
        "fault": None if fault is None else _fault(fault),
    }


def _fault(fault: Fault) -> ReplayFault:
    """Where the record went wrong, and why."""
    error = error_to_json(fault.error)
    return {
        "file": fault.file,
        "line": fault.line,
        "kind": error["kind"],
        "code": error["code"],
        "details": error["details"],
        "reason": error["reason"],
    }
