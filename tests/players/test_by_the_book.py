"""With five holes no search finishes: `perfect` and `fewest` follow the book as long as it is better."""

import numpy as np
import pytest

from keypeg.players.breaker_position import codes_left
from keypeg.players.perfect import _book_choices, _choose_guess
from keypeg.records.edition_links import read_edition
from keypeg.solver.advice.choose_guess import choose_guess
from keypeg.solver.game.guessing_game import GuessingGame, game_for
from keypeg.solver.game.rows import Row
from keypeg.solver.strategy.book_files import book_for
from keypeg.solver.strategy.costs import GUESSES

SECONDS = 0.05


def rows_after(game: GuessingGame, mark: int) -> tuple[Row, ...]:
    """The book's first guess with this mark."""
    book = book_for(game)
    assert book is not None
    return ((game.guess(int(book.strategy.guess[0])), game.marks[mark]),)


@pytest.mark.parametrize("nth", [4, 0, 12])
def test_the_cheaper_of_the_book_and_a_short_search_is_played(nth: int) -> None:
    game = game_for(read_edition("challenge-2001"))
    book = book_for(game)
    assert book is not None
    mark = int(np.flatnonzero(book.strategy.child[0] >= 0)[nth])
    rows = rows_after(game, mark)
    codes = codes_left(game, rows)
    node = book.strategy.next(0, mark)
    (by_book,) = _book_choices(game, rows, codes, GUESSES)
    assert by_book.guess == book.strategy.guess[node]
    assert by_book.cost == book.strategy.guesses_needed(codes, node).sum()
    searched = choose_guess(game, codes, GUESSES, (game.guess_number(rows[0][0]),), SECONDS)
    cheaper = min(searched, by_book, key=lambda choice: choice.cost)
    assert _choose_guess(game, rows, GUESSES, SECONDS) == cheaper.guess


def test_the_book_is_not_used_after_leaving_it() -> None:
    game = game_for(read_edition("challenge-2001"))
    rows: tuple[Row, ...] = (((8, 8, 8, 8, 8), game.marks[0]),)
    assert list(_book_choices(game, rows, codes_left(game, rows), GUESSES)) == []
