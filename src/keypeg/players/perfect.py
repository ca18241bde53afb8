"""A player who plays as well as is known: by the book, or by exact search as far as its time goes.

What it plays for is what the edition counts: few guesses; in a duel to finish before the other; where each row earns
points, its own points; where parts are dealt, to be the first who is right.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from random import Random

from keypeg.core.codes import Code
from keypeg.core.edition import Makers
from keypeg.core.errors import RuleError
from keypeg.core.view import Allowed, View
from keypeg.players import Player, casual, dealt_play, strong
from keypeg.players.breaker_position import BreakerPosition, codes_left, duel_shelf, position_on, shelf
from keypeg.players.duel_play import aim_to_win
from keypeg.players.family_play import BreakerTurns, Family, too_many
from keypeg.players.hard_codes import hardest
from keypeg.players.skill import Skill, chooser
from keypeg.solver.advice.choose_guess import (
    GROWN_PAIRS_PER_SECOND,
    GROWTH_EXCESS,
    Choice,
    choose_guess,
    most_informative,
)
from keypeg.solver.game.guessing_game import GuessingGame, Row
from keypeg.solver.kernels.array_types import Numbers
from keypeg.solver.strategy.costs import GUESSES, Costs

LONG_ENOUGH = 7
"""With so many rows left no code stays unbroken that can be helped, and only the number of guesses counts."""

UNBROKEN = 1000
"""What an unbroken code costs where it loses the round: more than any number of guesses."""

SEARCHED = 0.8
"""How much of its time it plans to use."""

MANY_CODES = 10_000
"""From how many codes on there is nothing better than the book."""

Aim = Callable[[View, BreakerPosition], Costs]
"""What each further number of guesses costs."""


def guess_for(aim: Aim) -> Callable[[View, Allowed, float, Random], Code]:
    """A way to guess with this aim."""

    def guess(view: View, allowed: Allowed, time: float, rng: Random) -> Code:
        board = view.own_board
        assert board is not None
        position = position_on(view, board)
        if position is None:
            return casual.guess(view, allowed, time, rng)
        number = _chosen(position.game, position.rows, aim(view, position), SEARCHED * time)
        return position.game.guess(number)

    return guess


@lru_cache(maxsize=65536)
def _chosen(game: GuessingGame, rows: tuple[Row, ...], costs: Costs, seconds: float) -> int:
    codes = codes_left(game, rows)
    book = shelf(game)
    if book is not None and (len(codes) > MANY_CODES or (costs.is_constant and book.claims.proven)):
        node = book.strategy.find(list(rows))
        if node is not None and node >= 0:
            return int(book.strategy.guess[node])
    placed = tuple(game.guess_number(guess) for guess, _ in rows)
    by_books = list(_by_the_books(game, rows, codes, costs))
    try:
        # No time for more than one step.
        if len(codes) * len(game.guesses) > GROWTH_EXCESS * GROWN_PAIRS_PER_SECOND * seconds:
            return min(by_books, key=_cost).guess if by_books else most_informative(game, codes, placed)[0]
        choice = choose_guess(game, codes, costs, placed, seconds)
        return min((choice, *([] if choice.exact else by_books)), key=_cost).guess
    except RuleError:  # no guess tells these codes apart: any of them may be it
        return int(game.guess_of[codes[0]])


def _by_the_books(game: GuessingGame, rows: tuple[Row, ...], codes: Numbers, costs: Costs) -> Iterator[Choice]:
    """What it costs to go on by the books, where the rows so far are as they have them."""
    for book in (shelf(game), duel_shelf(game)):
        node = None if book is None else book.strategy.find(list(rows))
        if book is not None and node is not None and node >= 0:
            cost = costs.total_cost(book.strategy.guesses_needed(codes, node), game.weights[codes])
            yield Choice(int(book.strategy.guess[node]), cost, False)


def _cost(choice: Choice) -> int:
    return choice.cost


def fewest(view: View, position: BreakerPosition) -> Costs:
    """As few guesses as can be; near the last row, also what an unbroken code costs."""
    left = view.edition.guesses.rows - len(position.rows)
    if left >= LONG_ENOUGH:
        return GUESSES
    scoring = view.edition.scoring
    unbroken = UNBROKEN if scoring.by_rounds else max(1, scoring.unbroken_bonus)
    return Costs((*[1] * left, unbroken, 1))


def guess(view: View, allowed: Allowed, time: float, rng: Random) -> Code:
    """The row that serves best what the edition counts."""
    if view.edition.dealt:
        return dealt_play.perfect_guess(view, allowed, time, rng)
    if view.edition.scoring.breaking_points:
        return _most_points(view, allowed, time, rng)
    aim = aim_to_win if view.edition.secrets.makers is Makers.EACH else fewest
    return guess_for(aim)(view, allowed, time, rng)


def _most_points(view: View, allowed: Allowed, time: float, rng: Random) -> Code:
    board = view.own_board
    assert board is not None
    position = position_on(view, board)
    if position is None:
        return casual.guess(view, allowed, time, rng)
    if too_many(position):
        return strong.guess(view, allowed, time, rng)
    family = Family(position.game, view.edition.scoring)
    return position.game.guess(family.best_worth(position, BreakerTurns.of(view), SEARCHED * time).guess)


PLAYER = Player("perfect", chooser(Skill(hardest, guess, dealt_play.perfect_calls, dealt_play.perfect_answer)))
