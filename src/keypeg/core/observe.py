"""Builds the view of a seat, or of a spectator: built up from nothing, never stripped down from the state.

Every field is filled here by name with what its viewer would see at a real table; nothing else gets in.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from keypeg.core.clues import Clue
from keypeg.core.code_search import some_fitting
from keypeg.core.codes import BLANK, Code, CodeSpace
from keypeg.core.consistency import clues_by, clues_on, fitting_parts
from keypeg.core.edition import Edition, Secrets
from keypeg.core.errors import SearchInterrupted
from keypeg.core.legal import LegalActions, legal, phase, rows_are_open, waiting
from keypeg.core.marks import Marking
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
            contradicted=state.outcome is None and _contradicted(state.edition, boards, seat, own),
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


def _contradicted(edition: Edition, boards: tuple[BoardView, ...], seat: int | None, own: Code | None) -> bool:
    """Whether what this seat sees proves that some mark is wrong."""
    if not edition.by_hand:
        return False
    if edition.dealt:
        others = [other for other in range(1, edition.seats + 1) if other != seat]
        clues = tuple(tuple(clues_by(boards, other)) for other in others)
        return not _parts_exist(edition.secrets, clues, own or (BLANK,) * edition.secrets.space.holes)
    # A maker knows the code, and so already knows which marks are right.
    return any(
        not _code_exists(edition.secret_space(board.number), edition.marking, tuple(clues_on(board)))
        for board in boards
        if seat not in board.makers
    )


@lru_cache(maxsize=4096)
def _code_exists(space: CodeSpace, marking: Marking, clues: tuple[Clue, ...]) -> bool:
    try:
        return some_fitting(space, marking, clues) is not None
    except SearchInterrupted:
        return True  # not shown to be impossible


@lru_cache(maxsize=4096)
def _parts_exist(secrets: Secrets, clues: tuple[tuple[Clue, ...], ...], taken: Code) -> bool:
    try:
        return next(fitting_parts(secrets, clues, taken), None) is not None
    except SearchInterrupted:
        return True
