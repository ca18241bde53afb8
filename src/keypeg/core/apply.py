"""Applies an action to a state: gives the next state and its events, or raises the reason why it is illegal."""

import operator
from collections.abc import Callable
from typing import Any, Final, NamedTuple, SupportsIndex, final

from keypeg.core.actions import (
    Accept,
    Action,
    Answer,
    Call,
    Claim,
    Deal,
    GiveMark,
    Guess,
    Pass,
    Resign,
    SetCode,
    TimeOut,
)
from keypeg.core.codes import BLANK, Code, join_parts, parts_of
from keypeg.core.edition import Edition, Turns
from keypeg.core.errors import RuleError
from keypeg.core.events import (
    Accepted,
    Answered,
    Called,
    Claimed,
    CodeSet,
    Dealt,
    Event,
    GuessPlaced,
    MarkGiven,
    Passed,
    RowOpened,
    SeatLeft,
)
from keypeg.core.immutable import Immutable, replace_fields
from keypeg.core.legal import (
    check_legal,
    claimable,
    last_calls,
    next_marker,
    next_turn,
    rows_are_open,
    seat_after,
)
from keypeg.core.rounds import audit, end_by_leaving, end_by_rows, finish, is_found, round_began
from keypeg.core.state import Board, RoundEnd, State, board_index, new_match
from keypeg.core.view import Allowed, GivenMark, LeaveReason, RoundReason, Row, RowRef


class Step(NamedTuple):
    """The result of an action."""

    state: State
    events: tuple[Event, ...]
    """What happened, in order; `keypeg.core.events.observe_event` gives what each seat may see of it."""


@final
class _Handled(Immutable):
    """What the handler of an action returns, before marks are given and endings checked."""

    __match_args__ = ("state", "events", "end", "dropped")
    __slots__ = __match_args__

    def __init__(
        self,
        state: State,
        events: tuple[Event, ...],
        end: RoundEnd | None = None,
        dropped: tuple[int, RoundReason] | None = None,
    ) -> None:
        self.state: Final = state
        self.events: Final = events
        self.end: Final = end
        """The end of the round, if the action itself ends it."""
        self.dropped: Final = dropped
        """The seat that has just dropped out of the round, and the reason to give if that ends the round."""


def apply(state: State, seat: SupportsIndex, action: Action) -> Step:
    """Do this seat's action. Raises `RuleError` with the reason if it is illegal; the state itself never changes."""
    number = int(operator.index(seat))
    allowed = check_legal(state, number, type(action))
    handled = _HANDLERS[type(action)](state, number, action, allowed)
    events = list(handled.events)
    after, end = (handled.state, handled.end) if handled.end is not None else _settle(handled, events)
    if end is not None:
        after, end_events = finish(after, end)
        events.extend(end_events)
    return Step(after, tuple(events))


def begin(edition: Edition) -> Step:
    """Start a match: its first state, and the event that its first round begins."""
    state = new_match(edition)
    return Step(state, (round_began(state.round),))


def _settle(handled: _Handled, events: list[Event]) -> tuple[State, RoundEnd | None]:
    """Let the referee mark, check whether the round is over, and pass the turn on."""
    # Marks come first, even those that a leaving player still owed: every row that was placed gets its mark.
    state = _referee_marks(handled.state, events, by_hand=handled.state.edition.by_hand)
    end = end_by_rows(state)
    if end is None and handled.dropped is not None:
        end = end_by_leaving(state, *handled.dropped)
        if end is not None:
            return _reveal(state, end, events)
    if end is not None:
        return state, end
    if state.round.turn in state.round.out and not any(board.waits for board in state.round.boards):
        state = _pass_turn(state)
    return _next_to_call(state) if last_calls(state) else (state, None)


def _do_set_code(state: State, seat: int, action: SetCode, allowed: Allowed) -> _Handled:
    _check_code(allowed, action.code)
    return _Handled(_with_code(state, seat, action.code), (CodeSet(seat, action.code),))


def _with_code(state: State, seat: int, code: Code) -> State:
    codes = state.round.codes
    return state.with_round(state.round.with_codes((*codes[: seat - 1], code, *codes[seat:])))


def _do_deal(state: State, seat: int, action: Deal, allowed: Allowed) -> _Handled:
    _check_deal(state, action.parts)
    return _Handled(state.with_round(state.round.with_codes(action.parts)), (Dealt(action.parts),))


def _check_deal(state: State, parts: tuple[Code, ...]) -> None:
    secrets = state.edition.secrets
    holes = [hole for part in parts for hole, _ in parts_of(part)]
    right = (
        len(parts) == state.edition.seats
        and all(len(part) == secrets.space.holes for part in parts)
        and all(len(list(parts_of(part))) == secrets.parts for part in parts)
        and len(set(holes)) == len(holes)
    )
    if not right:
        raise RuleError("wrong-deal", parts=secrets.parts)
    whole = join_parts(parts)
    secrets.space.check(whole)
    if secrets.counters and any(whole.count(peg) > secrets.counters for peg in set(whole) - {BLANK}):
        raise RuleError("too-few-counters", counters=secrets.counters)


def _do_guess(state: State, seat: int, action: Guess, allowed: Allowed) -> _Handled:
    _check_code(allowed, action.code)
    now = state.round
    index = board_index(now, seat)
    assert index is not None
    board = now.boards[index]
    placed = state.with_round(now.with_guess(index, Row(seat, action.code, (), now.arrivals + 1)))
    number = len(board.rows) + 1
    together = state.edition.guesses.turns is Turns.TOGETHER
    event = GuessPlaced(seat, board.number, number, action.code, open=not together)
    opened = tuple(_open_rows(placed)) if together and rows_are_open(placed) else ()
    return _Handled(placed, (event, *opened))


def _open_rows(state: State) -> list[RowOpened]:
    """Open all guesses of a turn, once the last is placed."""
    return [
        RowOpened(board.rows[-1].seat, board.number, len(board.rows), board.rows[-1].guess)
        for board in state.round.boards
    ]


def _referee_marks(state: State, events: list[Event], *, by_hand: bool) -> State:
    """Give the referee's marks: all of them, or where makers mark by hand, those of makers who have left."""
    for index, board in enumerate(state.round.boards):
        if next_marker(state, board) is None:
            continue
        given = _by_referee(state, board, by_hand)
        if given:
            events += [MarkGiven(mark.by, board.number, len(board.rows), mark.mark) for mark in given]
            state = _give_marks(state, index, given)
    return state


def _by_referee(state: State, board: Board, by_hand: bool) -> tuple[GivenMark, ...]:
    """The marks due on the last row of this board, up to the first that a maker has to give by hand."""
    edition, codes, last = state.edition, state.round.codes, board.rows[-1]
    given = []
    for maker in board.makers[len(last.marks) :]:
        if by_hand and maker not in state.round.left:
            break
        secret = codes[maker - 1]
        assert secret is not None
        given.append(GivenMark(maker, edition.marking.mark(secret, last.guess)))
    return tuple(given)


def _do_mark(state: State, seat: int, action: GiveMark, allowed: Allowed) -> _Handled:
    index = next(i for i, board in enumerate(state.round.boards) if next_marker(state, board) == seat)
    board = state.round.boards[index]
    if not state.edition.marking.can_give(action.mark, state.edition.pegs_marked(board.number)):
        raise RuleError("impossible-mark")
    event = MarkGiven(seat, board.number, len(board.rows), action.mark)
    return _Handled(_give_marks(state, index, (GivenMark(seat, action.mark),)), (event,))


def _give_marks(state: State, index: int, given: tuple[GivenMark, ...]) -> State:
    board = state.round.boards[index]
    last = board.rows[-1]
    broken = given[-1].mark == state.edition.marking.solved(board.holes)
    if state.edition.by_hand and state.edition.wrong_mark.found_counts and not broken:
        broken = is_found(state, board, last)
    board = board.with_last_row(last.with_marks(last.marks + given), broken)
    passes_turn = not board.waits and state.edition.guesses.turns is Turns.IN_TURN
    turn = _turn_after(state) if passes_turn else state.round.turn
    return state.with_round(state.round.with_board(index, board, turn))


def _claim_refusal(state: State, seat: int, claim: RowRef) -> RuleError:
    if claim in tuple(claimable(state, seat)):
        return RuleError("already-claimed")
    if state.round.ended is not None and claim in tuple(claimable(_with_round(state, ended=None), seat)):
        return RuleError("mark-is-right", row=claim.row)
    return RuleError("no-such-row", row=claim.row, board=claim.board)


def _do_claim(state: State, seat: int, action: Claim, allowed: Allowed) -> _Handled:
    claim = RowRef(_board_claimed(state, seat, action), action.row)
    if claim not in allowed.rows:
        raise _claim_refusal(state, seat, claim)
    wrong = audit(state.edition, state.round)
    holds = any(RowRef(row.board, row.row) == claim and row.by != seat for row in wrong)
    event = Claimed(seat, claim.board, claim.row, holds)
    if holds:
        return _reveal_for_claim(state, event)
    return _Handled(_with_round(state, claims=(*state.round.claims, (seat, claim))), (event,))


def _reveal_for_claim(state: State, claimed: Claimed) -> _Handled:
    """End the round for a wrong mark."""
    events: list[Event] = [claimed]
    state, end = _reveal(state, RoundEnd("wrong-mark", ()), events)
    return _Handled(state, tuple(events), end)


def _reveal(state: State, end: RoundEnd, events: list[Event]) -> tuple[State, RoundEnd]:
    """End the round early. Where a code found counts, a row that waits for its mark may have found it."""
    if not state.edition.wrong_mark.found_counts or state.edition.dealt:
        return state, end
    state = _referee_marks(state, events, by_hand=False)
    return state, end_by_rows(state) or end


def _do_accept(state: State, seat: int, action: Accept, allowed: Allowed) -> _Handled:
    return _Handled(state, (Accepted(seat),), state.round.ended)


def _board_claimed(state: State, seat: int, action: Claim) -> int:
    if action.board is not None:
        return action.board
    index = board_index(state.round, seat)
    assert index is not None
    return state.round.boards[index].number


def _do_call(state: State, seat: int, action: Call, allowed: Allowed) -> _Handled:
    return _Handled(_with_round(state, caller=seat), (Called(seat),))


def _do_answer(state: State, seat: int, action: Answer, allowed: Allowed) -> _Handled:
    _check_code(allowed, action.code)
    now = state.round
    right = action.code == join_parts(tuple(code for code in now.codes if code is not None))
    state = _with_round(state, caller=None, answers=(*now.answers, (seat, action.code)))
    event = Answered(seat, action.code, right)
    if right:
        return _Handled(state, (event,), RoundEnd("answered", (seat,)))
    return _Handled(_drop_seat(state, seat), (event,), dropped=(seat, "nobody-answered"))


def _do_pass(state: State, seat: int, action: Pass, allowed: Allowed) -> _Handled:
    return _Handled(_with_round(state, passed=(*state.round.passed, seat)), (Passed(seat),))


def _do_resign(state: State, seat: int, action: Resign, allowed: Allowed) -> _Handled:
    return _leave(state, seat, "resigned")


def _do_time_out(state: State, seat: int, action: TimeOut, allowed: Allowed) -> _Handled:
    if action.seat not in allowed.seats:
        raise RuleError("not-late", seat=action.seat)
    if state.round.ended is not None:
        return _Handled(state, (Accepted(action.seat),), state.round.ended)
    return _leave(state, action.seat, "timed-out")


def _leave(state: State, seat: int, reason: LeaveReason) -> _Handled:
    left = _with_round(_drop_seat(state, seat), left=(*state.round.left, seat))
    return _Handled(left, (SeatLeft(seat, reason),), dropped=(seat, reason))


def _drop_seat(state: State, seat: int) -> State:
    """Take a seat out of the round: after a wrong answer (it still marks), or because it leaves."""
    now = state.round
    out = now.out if seat in now.out else (*now.out, seat)
    return _with_round(state, out=out, caller=None if now.caller == seat else now.caller)


def _pass_turn(state: State) -> State:
    return state.with_round(state.round.with_turn(_turn_after(state)))


def _turn_after(state: State) -> int:
    """The seat whose turn is next: one that can still guess, if there is one."""
    return next_turn(state) or seat_after(state.round.order, state.round.turn)


def _next_to_call(state: State) -> tuple[State, RoundEnd | None]:
    """Give the turn to the next seat that may call or pass, now that the rows are used up; or end the round."""
    now = state.round
    index = now.order.index(now.turn)
    callers = [s for s in now.order[index:] + now.order[:index] if s not in now.out and s not in now.passed]
    if not callers:
        return state, RoundEnd("nobody-answered", ())
    return state.with_round(now.with_turn(callers[0])), None


def _check_code(allowed: Allowed, code: Code) -> None:
    assert allowed.space is not None
    allowed.space.check(code)


def _with_round(state: State, **changes: Any) -> State:
    return state.with_round(replace_fields(state.round, **changes))


_HANDLERS: dict[type[Action], Callable[[State, int, Any, Allowed], _Handled]] = {
    SetCode: _do_set_code,
    Deal: _do_deal,
    Guess: _do_guess,
    GiveMark: _do_mark,
    Claim: _do_claim,
    Accept: _do_accept,
    Call: _do_call,
    Answer: _do_answer,
    Pass: _do_pass,
    Resign: _do_resign,
    TimeOut: _do_time_out,
}
"""For each kind of action, the function that does it once it is known to be legal."""
