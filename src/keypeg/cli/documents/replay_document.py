"""The document of the command `replay`."""

from typing import Any

from keypeg.core.observe import observe
from keypeg.records.edition_links import write_edition
from keypeg.records.replay import Replay
from keypeg.records.score_sheet import score_sheet, sheet_to_json
from keypeg.terminal.replay_output import ReplayViewer, visible_events
from keypeg.wire.error_values import error_to_json
from keypeg.wire.match_values import event_to_json, outcome_to_json, round_to_json, view_to_json


def replay_to_json(replay: Replay, viewer: ReplayViewer) -> dict[str, Any]:
    """The same as JSON values; for a seat or a spectator also the view."""
    state = replay.state
    view = observe(state, viewer.seat)
    values: dict[str, Any] = {
        "edition": write_edition(state.edition),
        "players": [replay.record.player(seat) for seat in range(1, state.edition.seats + 1)],
        "actions": len(replay.steps),
        "scores": list(state.scores),
        "outcome": outcome_to_json(state.outcome),
        "rounds": [round_to_json(finished, state.edition.palette) for finished in state.finished],
        "sheet": sheet_to_json(score_sheet(state.finished, state.edition.seats)),
        "events": [event_to_json(event, state.edition.palette) for event in visible_events(replay, viewer)],
        "view": None if viewer.sees_all else view_to_json(view),
        "fault": None,
    }
    if replay.fault is not None:
        file, line, error = replay.fault
        reason = error_to_json(error) if viewer.sees_all else {"code": error.code}
        values["fault"] = {"file": file, "line": line, **reason}
    return values
