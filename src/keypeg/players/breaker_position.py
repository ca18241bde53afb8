"""A breaker's position: the guessing game, the rows, and the candidates.

The candidates after each row are cached, so that the next row only has to filter them.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from keypeg.core.codes import Code
from keypeg.core.edition import Edition
from keypeg.core.errors import RuleError
from keypeg.core.view import BoardView, View
from keypeg.core.view import Row as TableRow
from keypeg.solver.game.guessing_game import GuessingGame, game_for
from keypeg.solver.game.partition import all_codes, marks_of_guess
from keypeg.solver.game.rows import Row
from keypeg.solver.kernels.array_types import Numbers
from keypeg.solver.strategy.book_files import Book, book_for, duel_book_for


class BreakerPosition(NamedTuple):
    """The position on a board with one maker, as the solver sees it."""

    game: GuessingGame
    rows: tuple[Row, ...]
    """The rows that have marks."""
    codes: Numbers
    """The codes that fit them, by number."""

    @property
    def placed(self) -> tuple[int, ...]:
        """The guesses of the rows, by number."""
        return tuple(self.game.guess_number(guess) for guess, _ in self.rows)


def position_on_board(view: View, board: BoardView) -> BreakerPosition | None:
    """The position on a board; None if no code fits its marks, or if there are too many codes for the solver.

    Also None where parts are dealt: there a board has several makers, and not one code.
    """
    return position_after(view.edition, board.number, board.rows)


def position_after(edition: Edition, board: int, placed: Sequence[TableRow]) -> BreakerPosition | None:
    """The position after these rows on the board of this number; None as for `position_on_board`."""
    if edition.dealt:
        return None
    try:
        game = game_for(edition, board)
    except RuleError:
        return None
    rows = tuple((game.normalize(row.guess), (row.marks[0].mark,)) for row in placed if row.marks)
    codes = codes_left(game, rows)
    return BreakerPosition(game, rows, codes) if len(codes) else None


@lru_cache(maxsize=2048)
def codes_left(game: GuessingGame, rows: tuple[Row, ...]) -> Numbers:
    """The codes that fit these rows."""
    if not rows:
        return all_codes(game)
    codes = codes_left(game, rows[:-1])
    guess, marks = rows[-1]
    left: Numbers = codes[marks_of_guess(game, game.guess_number(guess), codes) == game.mark_number(marks)]
    return left


@lru_cache(maxsize=16)
def book_of(game: GuessingGame) -> Book | None:
    """The book of a game, if there is one."""
    return book_for(game)


def book_openings(game: GuessingGame) -> list[Code]:
    """The openings of the game's books."""
    books = (book for book in (duel_book_of(game), book_of(game)) if book is not None)
    return [game.guess(int(book.strategy.guess[0])) for book in books]


@lru_cache(maxsize=16)
def duel_book_of(game: GuessingGame) -> Book | None:
    """The duel book of a game, which plays to finish first, if there is one."""
    return duel_book_for(game)
