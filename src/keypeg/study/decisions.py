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

KINDS: dict[type[Action], DecisionKind] = {Guess: "row", Call: "call", Pass: "pass", Resign: "leave", TimeOut: "leave"}
"""The actions that are decisions."""

Done = tuple[State, int, Action, State]
"""A table, what was done at it by which seat, and the table after it."""


def decisions_in_round(found: Replay, number: int, attempt: int) -> list[Decision]:
    """The decisions of a round, over or not, in order."""
    done = [one for one in _done(found) if (one[0].round.number, one[0].round.attempt) == (number, attempt)]
    return [_moment(done, at) for at, one in enumerate(done) if type(one[2]) in KINDS]


def _done(found: Replay) -> Iterator[Done]:
    before = found.start
    for (seat, action), step in zip(found.record.actions, found.steps, strict=True):
        yield before, seat, action, step.state
        before = step.state


def _moment(done: list[Done], at: int) -> Decision:
    before, seat, action, _ = done[at]
    seat = action.seat if isinstance(action, TimeOut) else seat
    view, kind = observe(before, seat), KINDS[type(action)]
    if isinstance(action, Guess):
        return Decision(seat, kind, view, action.code, _marked(done, at))
    following = done[at + 1][2] if at + 1 < len(done) else None
    answer = following.code if isinstance(action, Call) and isinstance(following, Answer) else None
    return Decision(seat, kind, view, answer)


def _marked(done: list[Done], at: int) -> View | None:
    """What whoever placed a row saw when it had all its marks; None if the round was over before, or it still waits."""
    round_of, seat = done[at][0].round, done[at][1]
    for _, _, _, after in done[at:]:
        if (after.round.number, after.round.attempt) != (round_of.number, round_of.attempt) or after.outcome:
            return None
        view = observe(after, seat)
        if is_fully_marked(view):
            return view
    return None
