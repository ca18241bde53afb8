"""Builds the view of a seat, or of a spectator: built up from nothing, never stripped down from the state.

Every field is filled here by name with what its viewer would see at a real table; nothing else gets in.
"""

from collections.abc import Iterable, Iterator

from keypeg.core.codes import Code
from keypeg.core.contradictions import is_contradicted
from keypeg.core.legal import LegalActions, legal, phase, rows_are_open, waiting
from keypeg.core.rounds import add_lines, lines_so_far, round_result
from keypeg.core.state import Board, State
from keypeg.core.view import Allowed, BoardView, View


def observe(state: State, seat: int | None) -> View:
    """The table as this seat sees it, or with None as a spectator does."""
    return next(observe_each(state, (seat,)))


def observe_each(state: State, seats: Iterable[int | None], known: LegalActions | None = None) -> Iterator[View]:
    """The table as each of these seats sees it; what all of them see is computed once.

    A caller that already has the legal actions passes them as `known`.
    """
    now = state.round
    boards = tuple(_board(state, board) for board in now.boards)
    ready = tuple(number for number, code in enumerate(now.codes, 1) if code is not None)
    revealed = None if now.ended is None else round_result(state, now.ended)
    lines = lines_so_far(state)
    scores = add_lines(state.scores, lines) if lines else state.scores
    stage, due = phase(state), waiting(state) if known is None else known.waiting
    for seat in seats:
        if seat is not None:
            state.edition.check_seat(seat)
        own = now.codes[seat - 1] if seat is not None else None
        if seat is None:
            options: tuple[Allowed, ...] = ()
        else:
            options = legal(state, seat) if known is None else known.legal[seat - 1]
        yield View(
            edition=state.edition,
            seat=seat,
            round=now.number,
            attempt=now.attempt,
            phase=stage,
            maker=now.maker,
            first=now.order[0],
            boards=boards,
            code=own,
            hidden_guess=_hidden_guess(state, seat),
            ready=ready,
            out=now.out,
            left=now.left,
            passed=now.passed,
            claims=now.claims,
            caller=now.caller,
            answers=now.answers,
            revealed=revealed,
            waiting=due,
            legal=options,
            contradicted=state.edition.by_hand and state.outcome is None and is_contradicted(state, boards, seat),
            lines=lines,
            scores=scores,
            finished=state.finished,
            outcome=state.outcome,
        )


def _board(state: State, board: Board) -> BoardView:
    hidden = board.waits and not rows_are_open(state)
    rows, placed = (board.rows[:-1], (board.rows[-1].seat,)) if hidden else (board.rows, ())
    return BoardView(board.breakers, board.makers, board.holes, rows, placed, board.broken)


def _hidden_guess(state: State, seat: int | None) -> Code | None:
    if rows_are_open(state):
        return None
    for board in state.round.boards:
        if board.waits and board.rows[-1].seat == seat:
            return board.rows[-1].guess
    return None
