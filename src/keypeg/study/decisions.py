"""What the seats of a table decided in a round, and what each of them saw: for analysing, which sees views alone."""

from collections.abc import Iterator

from keypeg.analysis.dealt_value import Decision
from keypeg.analysis.round_value import DecisionKind
from keypeg.core.actions import Action, Answer, Call, Guess, Pass, Resign, TimeOut
from keypeg.core.observe import observe
from keypeg.core.state import State
from keypeg.core.view import View
from keypeg.players.dealt_knowledge import is_fully_marked
from keypeg.records.replay import Replay

DECISION_KINDS: dict[type[Action], DecisionKind] = {
    Guess: "row",
    Call: "call",
    Pass: "pass",
    Resign: "leave",
    TimeOut: "leave",
}
"""The actions that are decisions."""

DoneAction = tuple[State, int, Action, State]
"""A table, what was done at it by which seat, and the table after it."""


def decisions_in_round(replay: Replay, number: int, attempt: int) -> list[Decision]:
    """The decisions of a round, over or not, in order."""
    done = [one for one in _list_actions(replay) if (one[0].round.number, one[0].round.attempt) == (number, attempt)]
    return [_decision(done, at) for at, one in enumerate(done) if type(one[2]) in DECISION_KINDS]


def _list_actions(replay: Replay) -> Iterator[DoneAction]:
    before = replay.start
    for (seat, action), step in zip(replay.record.actions, replay.steps, strict=True):
        yield before, seat, action, step.state
        before = step.state


def _decision(done: list[DoneAction], at: int) -> Decision:
    before, seat, action, _ = done[at]
    seat = action.seat if isinstance(action, TimeOut) else seat
    view, kind = observe(before, seat), DECISION_KINDS[type(action)]
    if isinstance(action, Guess):
        return Decision(seat, kind, view, action.code, _view_when_marked(done, at))
    following = done[at + 1][2] if at + 1 < len(done) else None
    answer = following.code if isinstance(action, Call) and isinstance(following, Answer) else None
    return Decision(seat, kind, view, answer)


def _view_when_marked(done: list[DoneAction], at: int) -> View | None:
    """What whoever placed a row saw when it had all its marks; None if the round was over before, or it still waits."""
    round_of, seat = done[at][0].round, done[at][1]
    for _, _, _, after in done[at:]:
        if (after.round.number, after.round.attempt) != (round_of.number, round_of.attempt) or after.outcome:
            return None
        view = observe(after, seat)
        if is_fully_marked(view):
            return view
    return None
