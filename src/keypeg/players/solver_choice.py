"""Which solver answers for a board: the compiled one where it can, otherwise the plain one."""

from keypeg.core.codes import MAX_SEARCHABLE_CODES
from keypeg.core.edition import Edition
from keypeg.solver.readiness import kernels_are_ready, kernels_for_marks


def kernels_for(edition: Edition, board: int | None = None) -> tuple[str, ...]:
    """The groups of kernels that a board of this edition needs; where parts are dealt, those of every edition.

    Where the game is too large to list only bots use them.
    """
    if edition.dealt:
        return kernels_for_marks()
    return kernels_for_marks(len(edition.marking.possible(edition.secret_space(board or edition.seats).holes)))


def is_too_large(edition: Edition, board: int | None = None) -> bool:
    """Whether there are too many codes, or too many guesses, for the compiled solver to list."""
    board = board or edition.seats
    if edition.dealt:
        return False
    return max(edition.secret_space(board).size, edition.guess_space(board).size) > MAX_SEARCHABLE_CODES


def needs_plain_solver(edition: Edition, board: int | None = None) -> bool:
    """Whether the plain solver answers for this board."""
    return is_too_large(edition, board) or not kernels_are_ready(kernels_for(edition, board))


def is_more_exact_soon(edition: Edition, board: int | None = None) -> bool:
    """Whether the plain solver answers only until the kernels are compiled."""
    return needs_plain_solver(edition, board) and not is_too_large(edition, board)
