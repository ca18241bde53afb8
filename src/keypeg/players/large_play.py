"""How strong and perfect guess in games with too many codes for a whole strategy, with compiled code.

Games that have a book are left to it, duels of a size that the exact search can list to `keypeg.players.duel_play`,
and games in which each row earns points to `keypeg.players.family_play`.
"""

from functools import lru_cache
from random import Random

from keypeg.core.codes import MAX_SEARCHABLE_CODES, Code, CodeSpace
from keypeg.core.edition import Edition, Makers
from keypeg.core.view import View
from keypeg.players.plain_play import position_on, vary_opening
from keypeg.solver.large.effort import PERFECT, STRONG, Effort
from keypeg.solver.large.large_guess import choose_large_guess, find_candidate, is_known_marking
from keypeg.solver.plain.plain_books import find_book
from keypeg.solver.plain.position import PlainPosition

MIN_LARGE_CODES = 10_000
"""Smaller games are searched with all their guesses."""

FULL_EFFORT_SECONDS = 0.5
"""With less time than this, perfect works no more than strong."""


def strong_large_guess(view: View, rng: Random) -> Code | None:
    """A good guess at once; None where the game is not large, or if nothing is found."""
    return _guess(view, STRONG, rng)


def perfect_large_guess(view: View, time: float, rng: Random) -> Code | None:
    """The best guess known; None as for `strong_large_guess`, and in duels that can be searched."""
    is_duel = view.edition.secrets.makers is Makers.EACH
    if is_duel and max(space.size for space in _spaces(view.edition, view)) <= MAX_SEARCHABLE_CODES:
        return None
    return _guess(view, PERFECT if time >= FULL_EFFORT_SECONDS else STRONG, rng)


def _spaces(edition: Edition, view: View) -> tuple[CodeSpace, CodeSpace]:
    board = view.own_board
    assert board is not None
    return edition.secret_space(board.number), edition.guess_space(board.number)


def _guess(view: View, effort: Effort, rng: Random) -> Code | None:
    board = view.own_board
    assert board is not None
    if not _is_large(view.edition, board.number):
        return None
    position = position_on(view, board)
    if view.edition.guesses.rows - len(board.rows) == 1:
        return find_candidate(position)  # any other guess is of no use
    chosen = choose_large_guess(position, effort)
    if chosen is None:
        return None
    return chosen.guess if position.rows else vary_opening(chosen.guess, position, rng)


def find_hint(position: PlainPosition) -> Code | None:
    """A good guess at once, in a large game; None where guesses are not found here."""
    chosen = choose_large_guess(position, STRONG) if _is_searchable(position._replace(rows=())) else None
    return None if chosen is None else chosen.guess


@lru_cache(maxsize=64)
def _is_large(edition: Edition, board: int) -> bool:
    """Whether guesses on this board are found here."""
    return (
        not edition.dealt
        and not edition.scoring.breaking_points
        and _is_searchable(PlainPosition.start(edition, board))
    )


@lru_cache(maxsize=64)
def _is_searchable(start: PlainPosition) -> bool:
    """Whether a game is large, has no book, and has a marking for which guesses are found here."""
    is_large = max(start.secrets.size, start.guesses.size) > MIN_LARGE_CODES
    return is_large and is_known_marking(start) and _can_guess_all(start) and find_book(start) is None


def _can_guess_all(start: PlainPosition) -> bool:
    """Whether every code can be guessed."""
    same = start.secrets.blank_holes == start.guesses.blank_holes and start.secrets.colours == start.guesses.colours
    fewer_blanks = start.guesses.least_blanks <= start.secrets.least_blanks
    more_blanks = start.secrets.most_blanks <= start.guesses.most_blanks
    return same and fewer_blanks and more_blanks and (start.guesses.repeats or not start.secrets.repeats)
