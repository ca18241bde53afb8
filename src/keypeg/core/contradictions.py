"""Tells whether what a seat sees proves that some mark is wrong: no code could have got these marks.

Every view contains this, so it is worked out at every move of a match that is marked by hand, and takes only so many
steps. Usually it takes none: if the real code got these marks, some code fits them. That gives nothing away, because a
search would find the same.
"""

from functools import lru_cache

from keypeg.core.clues import Clue, SearchBudget
from keypeg.core.code_search import some_fitting
from keypeg.core.codes import BLANK, Code, CodeSpace
from keypeg.core.consistency import clues_by, clues_on, fitting_parts
from keypeg.core.edition import Secrets
from keypeg.core.errors import SearchInterrupted
from keypeg.core.marks import Marking
from keypeg.core.state import State
from keypeg.core.view import BoardView

MAX_STEPS = 4_000
"""How many steps the searches for all views of a state may take together: three milliseconds. The rulebooks' editions
need 500. In much larger house games, a contradiction may be shown some rows later than it could be, or not before the
round ends."""


def is_contradicted(state: State, boards: tuple[BoardView, ...], seat: int | None) -> bool:
    """Whether the marks on these boards, as this seat sees them, cannot all be right."""
    if state.edition.dealt:
        return _are_parts_contradicted(state, boards, seat)
    # A maker knows the code, and so already knows which marks are right.
    return any(_is_board_contradicted(state, board) for board in boards if seat not in board.makers)


def _is_board_contradicted(state: State, board: BoardView) -> bool:
    edition, clues = state.edition, tuple(clues_on(board))
    if _earns(edition.marking, state.round.codes[board.makers[0] - 1], clues):
        return False
    steps = MAX_STEPS // len(state.round.boards)
    return not _code_exists(edition.secret_space(board.number), edition.marking, clues, steps)


def _are_parts_contradicted(state: State, boards: tuple[BoardView, ...], seat: int | None) -> bool:
    edition, codes = state.edition, state.round.codes
    others = [other for other in range(1, edition.seats + 1) if other != seat]
    clues = tuple(tuple(clues_by(boards, other)) for other in others)
    if all(_earns(edition.marking, codes[other - 1], about) for other, about in zip(others, clues, strict=True)):
        return False
    own = None if seat is None else codes[seat - 1]
    views = edition.seats + 1  # every seat knows other parts, and a spectator none
    return not _parts_exist(edition.secrets, clues, own or (BLANK,) * edition.secrets.space.holes, MAX_STEPS // views)


def _earns(marking: Marking, code: Code | None, clues: tuple[Clue, ...]) -> bool:
    """Whether a code earns the marks that these guesses got."""
    return code is not None and all(marking.mark(code, guess) == mark for guess, mark in clues)


@lru_cache(maxsize=4096)
def _code_exists(space: CodeSpace, marking: Marking, clues: tuple[Clue, ...], steps: int) -> bool:
    try:
        return some_fitting(space, marking, clues, budget=SearchBudget(steps)) is not None
    except SearchInterrupted:
        return True  # not shown to be impossible


@lru_cache(maxsize=4096)
def _parts_exist(secrets: Secrets, clues: tuple[tuple[Clue, ...], ...], taken: Code, steps: int) -> bool:
    try:
        return next(fitting_parts(secrets, clues, taken, budget=SearchBudget(steps)), None) is not None
    except SearchInterrupted:
        return True
