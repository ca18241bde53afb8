"""The documents of the commands `editions`, `mark` and `replay`."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from keypeg.core.codes import Code
from keypeg.core.edition import Edition
from keypeg.core.marks import Mark
from keypeg.core.observe import observe
from keypeg.records.edition_links import write_edition
from keypeg.records.notation import write_code, write_mark
from keypeg.records.record import Fault
from keypeg.records.replay import Replay
from keypeg.records.score_sheet import score_sheet, sheet_to_json
from keypeg.terminal.replay_output import ReplayViewer, visible_events
from keypeg.wire.error_values import error_to_json
from keypeg.wire.event_values import event_to_json
from keypeg.wire.match_values import mark_to_json, outcome_to_json, round_to_json, view_to_json

if TYPE_CHECKING:
    from keypeg.cli.documents import document_types as types
    from keypeg.wire.edition_types import EditionSummary


def editions_document(editions: list[EditionSummary]) -> types.EditionsDocument:
    """The document of `keypeg editions`."""
    return {"format": "keypeg-editions-1", "editions": editions}


def mark_document(edition: Edition, secret: Code, guess: Code, mark: Mark) -> types.MarkDocument:
    """The document of `keypeg mark`."""
    return {
        "format": "keypeg-mark-1",
        "edition": write_edition(edition),
        "secret": write_code(secret, edition.palette),
        "guess": write_code(guess, edition.palette),
        "mark": mark_to_json(mark),
        "notation": write_mark(mark),
    }


def replay_document(replay: Replay, viewer: ReplayViewer) -> types.ReplayDocument:
    """The document of `keypeg replay`, as far as this viewer may see it."""
    state = replay.state
    view = observe(state, viewer.seat)
    palette = state.edition.palette
    values = {
        "format": "keypeg-replay-1",
        "edition": write_edition(state.edition),
        "players": [replay.record.player(seat) for seat in range(1, state.edition.seats + 1)],
        "actions": len(replay.steps),
        "scores": list(view.scores),
        "outcome": outcome_to_json(state.outcome),
        "rounds": [round_to_json(finished, palette) for finished in state.finished],
        "sheet": sheet_to_json(score_sheet(view)),
        "events": [event_to_json(event, palette) for event in visible_events(replay, viewer)],
        "view": None if viewer.sees_all else view_to_json(view),
        "fault": None if replay.fault is None else _fault_to_json(replay.fault, viewer),
    }
    return cast("types.ReplayDocument", values)


def _fault_to_json(fault: Fault, viewer: ReplayViewer) -> types.RecordFault:
    """Where the record went wrong. The line may contain a secret, so only the record's owner sees what it says."""
    error = error_to_json(fault.error)
    return {
        "file": fault.file,
        "line": fault.line,
        "kind": error["kind"],
        "code": error["code"],
        "details": error["details"] if viewer.sees_all else None,
        "reason": error["reason"] if viewer.sees_all else None,
    }
