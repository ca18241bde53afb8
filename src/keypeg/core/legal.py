"""Who may do what, now.

Theory of operation. A round waits for codes; then for guesses, and where makers mark by hand for their marks;
where a player can call, a call stops play until his answer. Which seats are concerned follows from the roles
(one maker, each for the other, or parts dealt to all) and from the turn order:

    in turn     the seat whose turn it is guesses when no row waits for a mark
    together    every seat guesses once; rows lie hidden until the last is placed, and then wait for marks
    race        every seat guesses whenever its own last row is marked and it owes no mark itself

Each kind of action has one function here that gives either what is allowed or the reason why not. `legal` lists
what is allowed; `apply` asks the same function before it does anything. There is no other source.
"""

from collections.abc import Callable, Iterator
from functools import cache, lru_cache, partial
from typing import NamedTuple

from keypeg.core.actions import (
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
from keypeg.core.edition import TABLE, Turns
from keypeg.core.errors import RuleError
from keypeg.core.state import Board, State, board_index
from keypeg.core.view import Allowed, Phase, RowRef

Verdict = Allowed | RuleError
"""What is allowed, or the rule that forbids it."""

Check = Callable[[State, int], Verdict]
"""Says whether a seat, or the table, may now do one kind of action."""


def legal(state: State, seat: int) -> tuple[Allowed, ...]:
    """Everything that this seat, or the table, may do now."""
    state.edition.check_seat(seat, TABLE)
    if state.outcome is not None:
        return ()
    checks = _checks_at(state.edition.by_hand, state.edition.dealt, seat == TABLE)
    verdicts = [check(state, seat) for check in checks]
    return tuple([verdict for verdict in verdicts if isinstance(verdict, Allowed)])


def judge(state: State, seat: int, kind: type[Action]) -> Allowed:
    """What this seat may do by way of this kind of action; raises the reason if nothing."""
    if kind not in CHECKS:
        raise TypeError(f"{kind.__name__} is no kind of action")
    state.edition.check_seat(seat, TABLE)
    verdict = _verdict(state, seat, kind)
    if isinstance(verdict, RuleError):
        raise RuleError(verdict.code, **verdict.details)
    return verdict


def _verdict(state: State, seat: int, kind: type[Action]) -> Verdict:
    """What holds for several kinds of action, and then what holds for this one."""
    if state.outcome is not None:
        return RuleError("match-over")
    if (seat == TABLE) != (kind in BY_TABLE):
        return RuleError("seats-only" if seat == TABLE else "table-only")
    if kind in BY_HAND and not state.edition.by_hand:
        return RuleError("referee-marks")
    if kind in OF_CALLS and not state.edition.dealt:
        return RuleError("no-calls")
    return CHECKS[kind](state, seat)


def waiting(state: State) -> tuple[int, ...]:
    """The seats, or the table, without whose next action play does not go on."""
    return () if state.outcome is not None else tuple(filter(partial(_drives, state), range(state.edition.seats + 1)))


class Prospects(NamedTuple):
    """What can be done now, by all."""

    legal: tuple[tuple[Allowed, ...], ...]
    """For each seat, from the first on, what it may do."""
    waiting: tuple[int, ...]
    """The seats, or the table, without whose next action play does not go on."""


def prospects(state: State) -> Prospects:
    """The same as `legal` for every seat and `waiting` together, in less time."""
    allowed = tuple([legal(state, seat) for seat in range(1, state.edition.seats + 1)])
    if state.outcome is not None:
        return Prospects(allowed, ())
    waits = [TABLE] if _drives(state, TABLE) else []
    for seat, options in enumerate(allowed, 1):
        for one in options:
            if one.action in DRIVING:
                waits.append(seat)
                break
    return Prospects(allowed, tuple(waits))


def _drives(state: State, seat: int) -> bool:
    """Whether play waits for this seat, or for the table."""
    for check in _checks_at(state.edition.by_hand, state.edition.dealt, seat == TABLE, True):
        if isinstance(check(state, seat), Allowed):
            return True
    return False


@lru_cache(maxsize=16)
def _checks_at(by_hand: bool, dealt: bool, table: bool, driving: bool = False) -> tuple[Check, ...]:
    """The checks of all that can be done at such a table, by a seat or by the table itself; or only of what drives."""
    without = (() if by_hand else BY_HAND) + (() if dealt else OF_CALLS)
    kinds = [kind for kind in (DRIVING if driving else CHECKS) if (kind in BY_TABLE) == table and kind not in without]
    return tuple(CHECKS[kind] for kind in kinds)


def phase(state: State) -> Phase:
    """What the table is waiting for."""
    now = state.round
    if state.outcome is not None:
        return Phase.OVER
    if not codes_ready(state):
        return Phase.CODES
    if now.caller is not None:
        return Phase.ANSWER
    return Phase.LAST_CALLS if last_calls(state) else Phase.GUESSES


def codes_ready(state: State) -> bool:
    """Whether every code of the round is set."""
    maker = state.round.maker
    return None not in state.round.codes if maker is None else state.round.codes[maker - 1] is not None


def rows_left(state: State, seat: int) -> bool:
    """Whether this breaker's board has rows left."""
    index = board_index(state.round, seat)
    return index is not None and len(state.round.boards[index].rows) < state.edition.guesses.rows


def next_turn(state: State) -> int | None:
    """The breaker after the one whose turn it was, of those who can still guess."""
    order = state.round.order
    at = order.index(state.round.turn) + 1
    for seat in order[at:] + order[:at]:
        if seat not in state.round.out and rows_left(state, seat):
            return seat
    return None


def seat_after(order: tuple[int, ...], turn: int) -> int:
    """The seat whose turn follows, whether or not it can guess."""
    return order[(order.index(turn) + 1) % len(order)]


def last_calls(state: State) -> bool:
    """Whether the rows are used up and those still in may call or pass."""
    now = state.round
    if not state.edition.dealt or not codes_ready(state):
        return False
    return next_turn(state) is None and not any(board.waits for board in now.boards)


def lies_open(state: State) -> bool:
    """Whether all rows placed so far lie open: not so between the first and the last guess of a turn together."""
    if state.edition.guesses.turns is not Turns.TOGETHER or state.outcome is not None:
        return True
    return len({len(board.rows) for board in state.round.boards}) == 1


def next_marker(state: State, board: Board) -> int | None:
    """The maker whose mark the last row of this board waits for; None if it waits for none."""
    if not board.waits or not lies_open(state):
        return None
    return board.makers[len(board.rows[-1].marks)]


@cache
def _no(code: str) -> RuleError:
    """A reason why not. It is the same whenever it is only looked at; who is refused gets one of his own."""
    return RuleError(code)


def _may_set_code(state: State, seat: int) -> Verdict:
    now = state.round
    if state.edition.dealt:
        return _no("codes-are-dealt")
    if now.maker not in (None, seat):
        return _no("not-a-maker")
    if now.codes[seat - 1] is not None:
        return _no("code-already-set")
    breaker = next(board.breakers[0] for board in now.boards if seat in board.makers)
    return Allowed(SetCode, space=state.edition.secret_space(breaker))


def _may_deal(state: State, seat: int) -> Verdict:
    if not state.edition.dealt or codes_ready(state):
        return _no("nothing-to-deal")
    return Allowed(Deal)


def _may_guess(state: State, seat: int) -> Verdict:
    now = state.round
    index = board_index(now, seat)
    if index is None:
        return _no("not-a-breaker")
    if (stopped := _stopped(state)) is not None:
        return stopped
    if seat in now.out:
        return _no("out-of-round")
    board = now.boards[index]
    if board.waits and (board.rows[-1].seat == seat):
        return _no("guess-already-placed")
    if len(board.rows) >= state.edition.guesses.rows:
        return _no("rows-used-up")
    if not _TURN_ALLOWS[state.edition.guesses.turns](state, seat, board):
        marks_due = any(next_marker(state, other) == seat for other in now.boards)
        return _no("mark-first" if marks_due else "not-your-turn")
    own = now.codes[seat - 1] if state.edition.dealt else None
    space = board.space if own is None else board.space.blank_only_in(own)
    return Allowed(Guess, space=space, board=board.number)


def _in_turn_allows(state: State, seat: int, board: Board) -> bool:
    return state.round.turn == seat and not any(other.waits for other in state.round.boards)


def _together_allows(state: State, seat: int, board: Board) -> bool:
    if not lies_open(state):
        return len(board.rows) < max(len(other.rows) for other in state.round.boards)
    return not any(other.waits for other in state.round.boards)


def _race_allows(state: State, seat: int, board: Board) -> bool:
    # Whoever owes a mark gives it first, so that nobody wins a race by keeping the other waiting.
    return not any(next_marker(state, other) == seat for other in state.round.boards)


_TURN_ALLOWS: dict[Turns, Callable[[State, int, Board], bool]] = {
    Turns.IN_TURN: _in_turn_allows,
    Turns.TOGETHER: _together_allows,
    Turns.RACE: _race_allows,
}


def _may_mark(state: State, seat: int) -> Verdict:
    if (stopped := _stopped(state)) is not None:
        return stopped
    for board in state.round.boards:
        if next_marker(state, board) == seat:
            marks = state.edition.marking.possible(state.edition.pegs_marked(board.number))
            return Allowed(GiveMark, row=len(board.rows), board=board.number, marks=marks)
    return _no("nothing-to-mark")


def _may_claim(state: State, seat: int) -> Verdict:
    if (stopped := _stopped(state)) is not None:
        return stopped
    if board_index(state.round, seat) is None:
        return _no("not-a-breaker")
    if seat in state.round.left:
        return _no("out-of-round")
    marked = tuple(claimable(state, seat))
    rows = tuple(ref for ref in marked if (seat, ref) not in state.round.claims)
    if not rows:
        return _no("already-claimed" if marked else "nothing-to-claim")
    return Allowed(Claim, rows=rows)


def claimable(state: State, seat: int) -> Iterator[RowRef]:
    """The marked rows that speak to this seat: its own board's, or where parts are dealt every board's."""
    for board in state.round.boards:
        if seat in board.breakers or state.edition.dealt:
            yield from (
                RowRef(board.number, number)
                for number, row in enumerate(board.rows, 1)
                if len(row.marks) == len(board.makers)
            )


def _may_call(state: State, seat: int) -> Verdict:
    if (stopped := _stopped(state)) is not None:
        return stopped
    return _no("out-of-round") if seat in state.round.out else Allowed(Call)


def _may_answer(state: State, seat: int) -> Verdict:
    if state.round.caller != seat:
        return _stopped(state) or _no("call-first")
    return Allowed(Answer, space=state.edition.secrets.space)


def _may_pass(state: State, seat: int) -> Verdict:
    if (stopped := _stopped(state)) is not None:
        return stopped
    if not last_calls(state) or state.round.turn != seat:
        return _no("nothing-to-pass")
    return Allowed(Pass)


def _may_resign(state: State, seat: int) -> Verdict:
    if seat in state.round.left:
        return _no("out-of-round")
    if state.round.caller not in (None, seat):
        return RuleError("play-has-stopped", caller=state.round.caller)
    return Allowed(Resign)


def _may_time_out(state: State, seat: int) -> Verdict:
    late = tuple(other for other in waiting(state) if other != TABLE)
    return Allowed(TimeOut, seats=late) if late else _no("nobody-late")


def _stopped(state: State) -> RuleError | None:
    """Why nothing of the game proper can be done: codes are missing, or somebody has called."""
    if not codes_ready(state):
        return _no("codes-first")
    if state.round.caller is not None:
        return RuleError("play-has-stopped", caller=state.round.caller)
    return None


CHECKS: dict[type[Action], Check] = {
    SetCode: _may_set_code,
    Deal: _may_deal,
    Guess: _may_guess,
    GiveMark: _may_mark,
    Claim: _may_claim,
    Call: _may_call,
    Answer: _may_answer,
    Pass: _may_pass,
    Resign: _may_resign,
    TimeOut: _may_time_out,
}
"""For every kind of action, the one function that says whether it may be done."""

BY_TABLE: tuple[type[Action], ...] = (Deal, TimeOut)
"""What only the table does; all else only seats do."""

BY_HAND: tuple[type[Action], ...] = (GiveMark, Claim)
"""What there is only where makers mark by hand."""

OF_CALLS: tuple[type[Action], ...] = (Call, Answer, Pass)
"""What there is only where parts are dealt."""

DRIVING: tuple[type[Action], ...] = (SetCode, Deal, Guess, GiveMark, Answer, Pass)
"""The actions that play waits for; the others are free to come or not."""
