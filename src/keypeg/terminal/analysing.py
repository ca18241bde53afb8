"""The command `analyse`: a match is played again, and every round of it judged."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from keypeg.analysis.hints import Hints, hints_for
from keypeg.analysis.match import RoundAnalysis, analyse_dealt, analyse_finished, analyse_holding, analyse_running
from keypeg.core.errors import ReadError
from keypeg.core.observe import observe
from keypeg.core.view import FinishedRound, View
from keypeg.records.files import file_error
from keypeg.records.links import write_edition
from keypeg.records.plain import plain_error
from keypeg.records.replay import Replay
from keypeg.solver.puzzle import puzzle_for
from keypeg.terminal.moments import moments_of
from keypeg.terminal.plainly import plain_round_analysis
from keypeg.terminal.seating import seats_of
from keypeg.terminal.waiting import get_ready
from keypeg.texts.hinting import tell_held, tell_hints
from keypeg.texts.judging import legend, tell_board
from keypeg.texts.picture import Panel, draw_picture
from keypeg.texts.staking import stakes_legend, tell_stakes
from keypeg.texts.tell import Teller


@dataclass(frozen=True)
class AnalysedMatch:
    """A match that was played again, and its rounds judged."""

    replay: Replay
    rounds: tuple[RoundAnalysis, ...]
    hints: tuple[Hints | None, ...]
    """For each board of the last round, if that is being played: what can be hinted at."""
    untold: int | None = None
    """The number of the round that is being played, where it cannot be told without a seat's own parts."""


def rounds_of(found: Replay) -> list[int]:
    """The numbers of the rounds there are, as often as each was played; the running one is the last."""
    state = found.state
    played = [finished.number for finished in state.finished]
    return played if state.outcome is not None else [*played, state.round.number]


def analyse_match(
    found: Replay, wanted: int | None, seconds: float, lang: str, seat: int | None = None
) -> AnalysedMatch:
    """Judge every round of a match, or the one that is wanted; each board with so many seconds' work.

    The round that is being played is told by what this seat knows; or without one, by what a spectator does.
    """
    state = found.state
    edition = state.edition
    finished = [one for one in state.finished if wanted in (None, one.number)]
    view = observe(state, seat)
    running = state.outcome is None and wanted in (None, view.number)
    # A round in which nothing has been done yet is told of only where there is nothing else to tell.
    running = running and (not finished or bool(view.answers) or any(board.rows for board in view.boards))
    if edition.dealt:
        return _analyse_dealt(found, finished, view if running else None, seconds, lang)
    get_ready(puzzle_for(edition), lang)
    rounds = [analyse_finished(edition, one, seconds) for one in finished]
    hints: tuple[Hints | None, ...] = ()
    if running:
        rounds.append(analyse_running(view, seconds))
        hints = tuple(
            None if board.broken else hints_for(edition, board.number, board.rows, seconds, view.out)
            for board in view.boards
        )
    return AnalysedMatch(found, tuple(rounds), hints)


def _analyse_dealt(
    found: Replay, finished: list[FinishedRound], running: View | None, seconds: float, lang: str
) -> AnalysedMatch:
    """The same where parts are dealt. There a row is worth what its seat's own parts tell: a spectator cannot say."""
    unseen = running is not None and running.seat is None
    if unseen and not finished:
        raise ReadError("seat-needed", seats=found.state.edition.seats)
    get_ready(None, lang)
    edition = found.state.edition
    rounds = [analyse_dealt(edition, one, moments_of(found, one.number, one.attempt), seconds) for one in finished]
    if running is not None and not unseen:
        rounds.append(analyse_holding(running, moments_of(found, running.number, running.attempt), seconds))
    return AnalysedMatch(found, tuple(rounds), (), running.number if running is not None and unseen else None)


def tell_match(match: AnalysedMatch, lang: str, width: int) -> list[str]:
    """The rounds in lines, their tables for a screen of this width."""
    teller = _teller(match, lang)
    lines: list[str] = []
    for played in match.rounds:
        lines += [*([""] if lines else []), *_tell_round(played, match.hints, teller, width)]
    boards = [board for played in match.rounds for board in played.boards if board.rows]
    stakes = [one for played in match.rounds for one in played.stakes]
    told = [*(legend(boards, teller) if boards else []), *stakes_legend(stakes, teller)]
    lines += ["", *told] if told else []
    return lines if match.untold is None else [*lines, "", teller.say("analysis-needs-seat", number=match.untold)]


def _tell_round(played: RoundAnalysis, hints: tuple[Hints | None, ...], teller: Teller, width: int) -> list[str]:
    head = [teller.say("analysis-round", number=played.number)]
    if played.attempt > 1:
        head.append(teller.say("attempt", attempt=played.attempt))
    if not played.over:
        head.append(teller.say("analysis-running"))
    lines = [" · ".join(head)]
    for seat, code in enumerate(played.codes, 1):
        if code is not None:
            was = "part-was" if played.edition.dealt else "code-was"
            lines.append(teller.say(was, name=teller.name(seat), code=teller.secret(code)))
    for one in played.stakes if played.edition.dealt else ():
        told = tell_stakes([one], teller)[1:] or [teller.say("no-rows")]
        lines += ["", teller.say("board-of", name=teller.name(one.seat)), *told]
    if played.hints is not None:
        lines += ["", *(line for step in tell_held(played.hints, teller) for line in step)]
    for at, board in enumerate(played.boards):
        lines += ["", teller.say("board-of", name=teller.all_names(board.breakers)), *tell_board(board, teller, width)]
        lines += tell_stakes([one for one in played.stakes if one.board == board.number], teller)
        hint = hints[at] if hints and not played.over else None
        if hint is not None and hint.wrong is None:
            lines += ["", *(line for step in tell_hints(hint, teller) for line in step)]
    return lines


def plain_match(match: AnalysedMatch) -> dict[str, Any]:
    """The same as plain values."""
    found = match.replay
    problem = found.problem
    return {
        "edition": write_edition(found.record.edition),
        "players": [found.record.player(seat) for seat in range(1, found.record.edition.seats + 1)],
        "rounds": [plain_round_analysis(played, () if played.over else match.hints) for played in match.rounds],
        "needs_seat": match.untold,
        "problem": None
        if problem is None
        else {"file": problem.file, "line": problem.line, **plain_error(problem.error)},
    }


def keep_picture(match: AnalysedMatch, path: Path, lang: str) -> None:
    """Draw all boards into this file. Raises `ReadError` if it cannot be written."""
    teller = _teller(match, lang)
    panels = [
        Panel(played.number, played.attempt, board, played.stakes if at >= len(played.boards) else ())
        for played in match.rounds
        for at, board in enumerate(played.boards or (None,), 1)
    ]
    try:
        path.write_text(draw_picture(panels, teller), encoding="utf-8")
    except OSError as error:
        raise file_error(path, error, "file-unwritable") from error


def _teller(match: AnalysedMatch, lang: str) -> Teller:
    names = tuple(seat.name for seat in seats_of(match.replay.record, lang))
    return Teller(match.replay.record.edition, names, lang)
