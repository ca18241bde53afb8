"""A code set in the order of the palette is no sooner found than any other: openings differ from round to round."""

from random import Random

import numpy as np
import pytest

from keypeg.contests.driver import play_match
from keypeg.core.observe import observe
from keypeg.core.state import State
from keypeg.players.breaker_position import book_openings
from keypeg.players.strong import entropy_openings
from keypeg.players.varied_openings import draw_exchange, find_exchange
from keypeg.records.edition_links import read_edition
from keypeg.solver.game.guessing_game import game_for
from support.played_table import Table
from support.player_levels import QUICK, player

TABLES = ("classic", "parker-1974", "traffic-jam-2000~option_1", "traffic-jam-2000~option_3", "hasbro-2000-advanced")


def table_before_the_first_guess(link: str) -> tuple[State, int]:
    edition = read_edition(link)
    letters = "".join(colour.letter for colour in edition.palette)[: edition.secrets.space.holes]
    codes = [f"{seat} code {letters}" for seat in (1, 2)][: 2 if edition.secrets.makers.value == "each" else 1]
    table = Table(edition.id, *codes, **dict(edition.chosen))
    return table.state, table.sees(None).waiting[0]


@pytest.mark.parametrize("level", ["strong", "perfect"])
@pytest.mark.parametrize("link", ["classic", "parker-1974", "hasbro-2004~seats_3"])
def test_the_first_guess_differs_from_round_to_round(link: str, level: str) -> None:
    state, seat = table_before_the_first_guess(link)
    view = observe(state, seat)
    guesses = {player(level).choose(view, QUICK, Random(seed)) for seed in range(12)}
    assert len(guesses) >= 6


@pytest.mark.parametrize("link", TABLES)
def test_every_exchange_of_the_opening_is_followed_as_the_opening_itself(link: str) -> None:
    game = game_for(read_edition(link))
    rng = Random(4)
    for opening in {*book_openings(game), *entropy_openings(game)}:
        for _ in range(10):
            row = game.normalize(draw_exchange(game, rng).apply(opening))
            exchange = find_exchange(game, opening, row)
            assert exchange is not None
            assert game.normalize(exchange.undo(row)) == opening
            assert game.normalize(exchange.apply(opening)) == row


def test_an_exchange_keeps_every_mark() -> None:
    game = game_for(read_edition("classic"))
    rng = Random(1)
    for _ in range(20):
        exchange = draw_exchange(game, rng)
        secret, guess = (tuple(rng.randint(1, 6) for _ in range(4)) for _ in range(2))
        mark = read_edition("classic").marking.mark
        assert mark(exchange.apply(secret), exchange.apply(guess)) == mark(secret, guess)


def test_a_row_of_another_shape_is_no_opening() -> None:
    game = game_for(read_edition("classic"))
    assert find_exchange(game, (1, 1, 2, 3), (1, 1, 1, 2)) is None


def test_with_varied_openings_perfect_needs_as_few_guesses_as_the_book() -> None:
    """Each round plays a code drawn at random: their mean is that of the book, 4.34, within what chance allows."""
    edition = read_edition("classic~rounds_100")
    match = play_match(edition, [player("perfect"), player("perfect")], "varied", QUICK)
    guesses = [len(finished.boards[0].rows) for finished in match.state.finished]
    assert len({finished.boards[0].rows[0].guess for finished in match.state.finished}) > 60
    assert abs(np.mean(guesses) - 4.45) < 0.3
    assert max(guesses) <= 6
