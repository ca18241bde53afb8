"""Which actions each seat may do now.

Theory of operation. A round waits for codes; then for guesses, and for marks where makers mark by hand. Where players
can call, a call stops play until it is answered. Where the breaker decides what a wrong mark leads to, the revealed
round waits for that decision. Which seats may act follows from the roles (one maker, each for the
other, or parts dealt to all) and from the turn order:

    in turn     the seat whose turn it is guesses when no row is waiting for a mark
    together    every seat guesses once; rows are hidden until the last is placed, and then wait for marks
    race        every seat guesses whenever its own last row is marked and it owes no mark itself

Each kind of action has one function here that returns what is allowed, or the reason why it is not. `legal` lists what
is allowed, and `apply` calls the same function before it does anything. There is no other source.
"""

from collections.abc import Callable, Iterator
from functools import cache, lru_cache, partial
from typing import Final, final

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
from keypeg.core.codes import CodeSpace
from keypeg.core.edition import TABLE, Turns
from keypeg.core.errors import RuleError
from keypeg.core.immutable import Immutable
from keypeg.core.rounds import audit
from keypeg.core.state import Board, State, board_index
from keypeg.core.view import Allowed, Phase, RowRef

Verdict = Allowed | RuleError
"""What is allowed, or why the action is illegal."""

Check = Callable[[State, int], Verdict]
"""Decides whether a seat, or the table, may now do one kind of action."""


def legal(state: State, seat: int) -> tuple[Allowed, ...]:
    """Everything that this seat, or the table, may do now."""
    state.edition.check_seat(seat, TABLE)
    if state.outcome is not None:
        return ()
    checks = _checks_at(state.edition.by_hand, state.edition.dealt, seat == TABLE)
    verdicts = [check(state, seat) for check in checks]
    return tuple([verdict for verdict in verdicts if isinstance(verdict, Allowed)])


def check_legal(state: State, seat: int, kind: type[Action]) -> Allowed:
    """What this seat may do with this kind of action. Raises `RuleError` if it may not do it at all."""
    if kind not in CHECKS:
        raise TypeError(f"{kind.__name__} is not an action")
    state.edition.check_seat(seat, TABLE)
    verdict = _verdict(state, seat, kind)
    if isinstance(verdict, RuleError):
        raise RuleError(verdict.code, **verdict.details)
    return verdict


def _verdict(state: State, seat: int, kind: type[Action]) -> Verdict:
    """Check the rules shared by several kinds of action, then those of this kind."""
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
    """The seats, or the table, whose next action play is waiting for."""
    if state.outcome is not None:
        return ()
    return tuple(filter(partial(_is_awaited, state), range(state.edition.seats + 1)))


@final
class LegalActions(Immutable):
    """What every seat may do now, and whom play is waiting for."""

    __match_args__ = ("legal", "waiting")
    __slots__ = __match_args__

    def __init__(self, legal: tuple[tuple[Allowed, ...], ...], waiting: tuple[int, ...]) -> None:
        self.legal: Final = legal
        """For each seat, from the first on, what it may do."""
        self.waiting: Final = waiting
        """The seats, or the table, whose next action play is waiting for."""


def legal_actions(state: State) -> LegalActions:
    """The results of `legal` for every seat and of `waiting`, in less time than by calling them."""
    allowed = tuple([legal(state, seat) for seat in range(1, state.edition.seats + 1)])
    if state.outcome is not None:
        return LegalActions(allowed, ())
    awaited = [TABLE] if _is_awaited(state, TABLE) else []
    for seat, options in enumerate(allowed, 1):
        for option in options:
            if option.action in AWAITED:
                awaited.append(seat)
                break
    return LegalActions(allowed, tuple(awaited))


def _is_awaited(state: State, seat: int) -> bool:
    """Whether play is waiting for this seat, or for the table."""
    for check in _checks_at(state.edition.by_hand, state.edition.dealt, seat == TABLE, True):
        if isinstance(check(state, seat), Allowed):
            return True
    return False


@lru_cache(maxsize=16)
def _checks_at(by_hand: bool, dealt: bool, table: bool, awaited: bool = False) -> tuple[Check, ...]:
    """The checks for all actions of a seat, or of the table, at such a table; or only for those play waits for."""
    without = (() if by_hand else BY_HAND) + (() if dealt else OF_CALLS)
    kinds = [kind for kind in (AWAITED if awaited else CHECKS) if (kind in BY_TABLE) == table and kind not in without]
    return tuple(CHECKS[kind] for kind in kinds)


def phase(state: State) -> Phase:
    """What the table is waiting for."""
    now = state.round
    if state.outcome is not None:
        return Phase.OVER
    if not codes_ready(state):
        return Phase.CODES
    if now.ended is not None:
        return Phase.REVEAL
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
    """The next breaker who can still guess, after the one whose turn it was."""
    order = state.round.order
    following = order.index(state.round.turn) + 1
    for seat in order[following:] + order[:following]:
        if seat not in state.round.out and rows_left(state, seat):
            return seat
    return None


def seat_after(order: tuple[int, ...], turn: int) -> int:
    """The seat after this one in turn order, whether or not it can guess."""
    return order[(order.index(turn) + 1) % len(order)]


def last_calls(state: State) -> bool:
    """Whether the rows are used up, so that the seats still in may call or pass."""
    now = state.round
    if not state.edition.dealt or not codes_ready(state):
        return False
    return next_turn(state) is None and not any(board.waits for board in now.boards)


def rows_are_open(state: State) -> bool:
    """Whether all rows placed so far are open: false between the first and the last guess of a turn together."""
    if state.edition.guesses.turns is not Turns.TOGETHER or state.outcome is not None:
        return True
    return len({len(board.rows) for board in state.round.boards}) == 1


def next_marker(state: State, board: Board) -> int | None:
    """The maker whose mark the last row of this board is waiting for, if any."""
    if not board.waits or not rows_are_open(state):
        return None
    return board.makers[len(board.rows[-1].marks)]


@cache
def _refusal(code: str) -> RuleError:
    """The error for this code, shared because most are only looked at; `check_legal` raises a fresh copy."""
    return RuleError(code)


@cache
def _allowed(kind: type[Action]) -> Allowed:
    """What is allowed with an action without arguments; shared, because it is asked for at every move."""
    return Allowed(kind)


@lru_cache(maxsize=1024)
def _allowed_code(kind: type[Action], space: CodeSpace, board: int | None = None) -> Allowed:
    """What is allowed with an action that has a code; shared, because the same codes are allowed at every move."""
    return Allowed(kind, space=space, board=board)


def _may_set_code(state: State, seat: int) -> Verdict:
    now = state.round
    if state.edition.dealt:
        return _refusal("codes-are-dealt")
    if now.maker not in (None, seat):
        return _refusal("not-a-maker")
    if now.codes[seat - 1] is not None:
        return _refusal("code-already-set")
    breaker = next(board.breakers[0] for board in now.boards if seat in board.makers)
    return _allowed_code(SetCode, state.edition.secret_space(breaker))


def _may_deal(state: State, seat: int) -> Verdict:
    if not state.edition.dealt or codes_ready(state):
        return _refusal("nothing-to-deal")
    return _allowed(Deal)


def _may_guess(state: State, seat: int) -> Verdict:
    now = state.round
    index = board_index(now, seat)
    if index is None:
        return _refusal("not-a-breaker")
    if (stopped := _stopped(state)) is not None:
        return stopped
    if seat in now.out:
        return _refusal("out-of-round")
    board = now.boards[index]
    if board.waits and (board.rows[-1].seat == seat):
        return _refusal("guess-already-placed")
    if len(board.rows) >= state.edition.guesses.rows:
        return _refusal("rows-used-up")
    if not _TURN_ALLOWS[state.edition.guesses.turns](state, seat, board):
        marks_due = any(next_marker(state, other) == seat for other in now.boards)
        return _refusal("mark-first" if marks_due else "not-your-turn")
    own = now.codes[seat - 1] if state.edition.dealt else None
    return _allowed_code(Guess, board.space if own is None else board.space.blank_only_in(own), board.number)


def _in_turn_allows(state: State, seat: int, board: Board) -> bool:
    return state.round.turn == seat and not any(other.waits for other in state.round.boards)


def _together_allows(state: State, seat: int, board: Board) -> bool:
    if not rows_are_open(state):
        return len(board.rows) < max(len(other.rows) for other in state.round.boards)
    return not any(other.waits for other in state.round.boards)


def _race_allows(state: State, seat: int, board: Board) -> bool:
    # A seat that owes a mark gives it first, so that nobody wins a race by keeping the other waiting.
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
    return _refusal("nothing-to-mark")


def _may_claim(state: State, seat: int) -> Verdict:
    at_reveal = state.round.ended is not None
    if not at_reveal and (stopped := _stopped(state)) is not None:
        return stopped
    if board_index(state.round, seat) is None:
        return _refusal("not-a-breaker")
    if not at_reveal and seat in state.round.left:
        return _refusal("out-of-round")
    marked = tuple(claimable(state, seat))
    rows = tuple(ref for ref in marked if (seat, ref) not in state.round.claims)
    if not rows:
        return _refusal("already-claimed" if marked else "nothing-to-claim")
    return Allowed(Claim, rows=rows)


def claimable(state: State, seat: int) -> Iterator[RowRef]:
    """The marked rows that this seat may claim: those of its own board, or of every board where parts are dealt.

    A row that has only the seat's own marks is not among them; nor, once the round is revealed, is a right mark.
    """
    if state.round.ended is not None:
        yield from dict.fromkeys(RowRef(wrong.board, wrong.row) for wrong in audit(state.edition, state.round))
        return
    for board in state.round.boards:
        if seat in board.breakers or state.edition.dealt:
            yield from (
                RowRef(board.number, number)
                for number, row in enumerate(board.rows, 1)
                if len(row.marks) == len(board.makers) and board.makers != (seat,)
            )


def _may_accept(state: State, seat: int) -> Verdict:
    if state.round.ended is None:
        return _refusal("nothing-to-accept")
    return _refusal("not-a-breaker") if board_index(state.round, seat) is None else _allowed(Accept)


def _may_call(state: State, seat: int) -> Verdict:
    if (stopped := _stopped(state)) is not None:
        return stopped
    if seat in state.round.out:
        return _refusal("out-of-round")
    return _allowed_code(Call, state.edition.secrets.space)


def _may_answer(state: State, seat: int) -> Verdict:
    if state.round.caller != seat:
        return _stopped(state) or _refusal("call-first")
    return _allowed_code(Answer, state.edition.secrets.space)


def _may_pass(state: State, seat: int) -> Verdict:
    if (stopped := _stopped(state)) is not None:
        return stopped
    if not last_calls(state) or state.round.turn != seat:
        return _refusal("nothing-to-pass")
    return _allowed(Pass)


def _may_resign(state: State, seat: int) -> Verdict:
    if seat in state.round.left:
        return _refusal("out-of-round")
    if state.round.ended is not None:
        return _refusal("round-revealed")
    if state.round.caller not in (None, seat):
        return RuleError("play-has-stopped", caller=state.round.caller)
    return _allowed(Resign)


def _may_time_out(state: State, seat: int) -> Verdict:
    late = tuple(other for other in waiting(state) if other != TABLE)
    return Allowed(TimeOut, seats=late) if late else _refusal("nobody-late")


def _stopped(state: State) -> RuleError | None:
    """Why play has stopped, if it has: codes are missing, a seat has called, or the round is revealed."""
    if not codes_ready(state):
        return _refusal("codes-first")
    if state.round.ended is not None:
        return _refusal("round-revealed")
    if state.round.caller is not None:
        return RuleError("play-has-stopped", caller=state.round.caller)
    return None


CHECKS: dict[type[Action], Check] = {
    SetCode: _may_set_code,
    Deal: _may_deal,
    Guess: _may_guess,
    GiveMark: _may_mark,
    Claim: _may_claim,
    Accept: _may_accept,
    Call: _may_call,
    Answer: _may_answer,
    Pass: _may_pass,
    Resign: _may_resign,
    TimeOut: _may_time_out,
}
"""For each kind of action, the one function that decides whether it is legal."""

BY_TABLE: tuple[type[Action], ...] = (Deal, TimeOut)
"""The actions of the table itself; all others are actions of seats."""

BY_HAND: tuple[type[Action], ...] = (GiveMark, Claim, Accept)
"""The actions that exist only where makers mark by hand."""

OF_CALLS: tuple[type[Action], ...] = (Call, Answer, Pass)
"""The actions that exist only where parts are dealt."""

AWAITED: tuple[type[Action], ...] = (SetCode, Deal, Guess, GiveMark, Accept, Answer, Pass)
"""The actions that play waits for; the others are optional."""
