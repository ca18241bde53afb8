"""The decisions of each seat in a round, with what the seat saw: input for the analysis, which works on views."""

from collections.abc import Iterator

from keypeg.analysis.dealt_decision import Decision
from keypeg.analysis.round_value import DecisionKind
from keypeg.core.actions import Action, Answer, Call, Guess, Pass, Resign, TimeOut
from keypeg.core.consistency import is_fully_marked
from keypeg.core.observe import observe
from keypeg.core.state import State
from keypeg.core.view import View
from keypeg.records.replay import Replay

DECISION_KINDS: dict[type[Action], DecisionKind] = {
    Guess: "row",
    Call: "call",
    Pass: "pass",
    Resign: "leave",
    TimeOut: "leave",
}
"""The actions that count as decisions."""

DoneAction = tuple[State, int, Action, State]
"""The state of a table, the seat that acted, its action, and the state after it."""


def decisions_in_round(replay: Replay, number: int, attempt: int) -> list[Decision]:
    """The decisions of a round, finished or running, in order."""
    actions = [step for step in _list_actions(replay) if _round_of(step[0]) == (number, attempt)]
    return [
        _decision(actions, index) for index, (_, _, action, _) in enumerate(actions) if type(action) in DECISION_KINDS
    ]


def _round_of(state: State) -> tuple[int, int]:
    return state.round.number, state.round.attempt


def _list_actions(replay: Replay) -> Iterator[DoneAction]:
    before = replay.start
    for (seat, action), step in zip(replay.record.actions, replay.steps, strict=True):
        yield before, seat, action, step.state
        before = step.state


def _decision(actions: list[DoneAction], index: int) -> Decision:
    before, seat, action, _ = actions[index]
    seat = action.seat if isinstance(action, TimeOut) else seat
    view, kind = observe(before, seat), DECISION_KINDS[type(action)]
    if isinstance(action, Guess):
        return Decision(seat, kind, view, action.code, _view_when_marked(actions, index))
    following = actions[index + 1][2] if index + 1 < len(actions) else None
    answer = following.code if isinstance(action, Call) and isinstance(following, Answer) else None
    return Decision(seat, kind, view, answer)


def _view_when_marked(actions: list[DoneAction], index: int) -> View | None:
    """What the seat saw when its row had all its marks; None if the round ended before, or if the row still waits."""
    before, seat = actions[index][0], actions[index][1]
    for _, _, _, after in actions[index:]:
        if _round_of(after) != _round_of(before) or after.outcome:
            return None
        view = observe(after, seat)
        if is_fully_marked(view):
            return view
    return None
