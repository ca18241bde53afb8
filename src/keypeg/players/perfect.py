"""A player that plays as well as is known: by the book, or by exact search as far as its time allows.

It plays for what the edition counts: few guesses; in a duel, finishing before the opponent; where each row earns
points, its own points; where parts are dealt, being the first with the right answer.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from random import Random

from keypeg.core.codes import Code
from keypeg.core.edition import Makers
from keypeg.core.errors import RuleError
from keypeg.core.view import Allowed, View
from keypeg.players import Player, dealt_play, plain_play, strong
from keypeg.players.breaker_position import (
    BreakerPosition,
    book_of,
    book_openings,
    codes_left,
    duel_book_of,
    position_on_board,
)
from keypeg.players.duel_play import costs_of_losing
from keypeg.players.family_play import PointsEstimator, is_too_large
from keypeg.players.hard_codes import make_hard_code
from keypeg.players.large_play import perfect_large_guess
from keypeg.players.row_points import BreakerTurns
from keypeg.players.skill import Skill, make_chooser
from keypeg.players.varied_openings import as_in_strategy
from keypeg.solver.advice.choose_guess import (
    GROWN_PAIRS_PER_SECOND,
    GROWTH_EXCESS,
    Choice,
    choose_guess,
    most_informative,
)
from keypeg.solver.game.guessing_game import GuessingGame
from keypeg.solver.game.rows import Row
from keypeg.solver.kernels.array_types import Numbers
from keypeg.solver.strategy.costs import GUESSES, Costs

PLENTY_OF_ROWS = 7
"""With so many rows left every code that can be broken is, and only the number of guesses counts."""

UNBROKEN_COST = 1000
"""The cost of an unbroken code where it loses the round: more than any number of guesses."""

SEARCH_TIME_SHARE = 0.8
"""The share of its time that it plans to search."""

MIN_BOOK_ONLY_CODES = 10_000
"""With at least so many codes nothing beats the book."""

CostModel = Callable[[View, BreakerPosition], Costs]
"""Gives the cost of each further number of guesses."""


def guess_by_costs(cost_model: CostModel) -> Callable[[View, Allowed, float, Random], Code]:
    """Make a function that guesses with the least cost."""

    def guess(view: View, allowed: Allowed, time: float, rng: Random) -> Code:
        board = view.own_board
        assert board is not None
        position = position_on_board(view, board)
        if position is None:  # too many codes to list, or none that fits
            return plain_play.perfect_guess(view, allowed, time, rng)
        costs, game = cost_model(view, position), position.game
        exchange, position = as_in_strategy(position, book_openings(game), rng)
        return exchange.apply(game.guess(_choose_guess(game, position.rows, costs, SEARCH_TIME_SHARE * time)))

    return guess


@lru_cache(maxsize=65536)
def _choose_guess(game: GuessingGame, rows: tuple[Row, ...], costs: Costs, seconds: float) -> int:
    codes = codes_left(game, rows)
    book = book_of(game)
    if book is not None and (len(codes) > MIN_BOOK_ONLY_CODES or (costs.is_constant and book.claims.proven)):
        node = book.strategy.find(list(rows))
        if node is not None and node >= 0:
            return int(book.strategy.guess[node])
    placed = tuple(game.guess_number(guess) for guess, _ in rows)
    by_books = list(_book_choices(game, rows, codes, costs))
    try:
        # There is time for one step only.
        if len(codes) * len(game.guesses) > GROWTH_EXCESS * GROWN_PAIRS_PER_SECOND * seconds:
            return min(by_books, key=_cost).guess if by_books else most_informative(game, codes, placed)[0]
        choice = choose_guess(game, codes, costs, placed, seconds)
        return min((choice, *([] if choice.exact else by_books)), key=_cost).guess
    except RuleError:  # no guess distinguishes these codes: any of them may be it
        return int(game.guess_of[codes[0]])


def _book_choices(game: GuessingGame, rows: tuple[Row, ...], codes: Numbers, costs: Costs) -> Iterator[Choice]:
    """The cost of continuing by the books, where the rows so far follow them."""
    for book in (book_of(game), duel_book_of(game)):
        node = None if book is None else book.strategy.find(list(rows))
        if book is not None and node is not None and node >= 0:
            cost = costs.total_cost(book.strategy.guesses_needed(codes, node), game.weights[codes])
            yield Choice(int(book.strategy.guess[node]), cost, False)


def _cost(choice: Choice) -> int:
    return choice.cost


def costs_of_guesses(view: View, position: BreakerPosition) -> Costs:
    """One for each guess; near the last row, also the cost of an unbroken code."""
    left = view.edition.guesses.rows - len(position.rows)
    if left >= PLENTY_OF_ROWS:
        return GUESSES
    scoring = view.edition.scoring
    unbroken = UNBROKEN_COST if scoring.by_rounds else max(1, scoring.unbroken_bonus)
    return Costs((*[1] * left, unbroken, 1))


def guess(view: View, allowed: Allowed, time: float, rng: Random) -> Code:
    """The row that is best for what the edition counts."""
    if view.edition.dealt:
        return dealt_play.perfect_guess(view, allowed, time, rng)
    if view.edition.scoring.breaking_points:
        return _guess_for_points(view, allowed, time, rng)
    large = perfect_large_guess(view, time, rng)
    if large is not None:
        return large
    cost_model = costs_of_losing if view.edition.secrets.makers is Makers.EACH else costs_of_guesses
    return guess_by_costs(cost_model)(view, allowed, time, rng)


def _guess_for_points(view: View, allowed: Allowed, time: float, rng: Random) -> Code:
    board = view.own_board
    assert board is not None
    position = position_on_board(view, board)
    if position is None:
        return plain_play.perfect_guess(view, allowed, time, rng)
    if is_too_large(position):
        return strong.guess(view, allowed, time, rng)
    family = PointsEstimator(position.game, view.edition.scoring)
    exchange, position = as_in_strategy(position, (), rng)
    best = family.find_best(position, BreakerTurns.of(view), SEARCH_TIME_SHARE * time)
    return exchange.apply(position.game.guess(best.guess))


PLAYER = Player(
    "perfect", make_chooser(Skill(make_hard_code, guess, dealt_play.perfect_wants_to_call, dealt_play.perfect_answer))
)
