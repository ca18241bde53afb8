"""A player that looks one step ahead, and guesses what is expected to tell it most.

Where no mark breaks a code and calls decide, see `keypeg.players.dealt_play`; where each row earns points, it takes the
row with the most expected points.
"""

from functools import lru_cache
from random import Random

from keypeg.core.codes import Code
from keypeg.core.errors import RuleError
from keypeg.core.view import Allowed, View
from keypeg.players import Player, casual, dealt_play, plain_play
from keypeg.players.breaker_position import BreakerPosition, book_of, position_on_board
from keypeg.players.family_play import PointsEstimator, is_too_large
from keypeg.players.large_play import strong_large_guess
from keypeg.players.skill import Skill, make_chooser
from keypeg.players.varied_openings import as_in_strategy
from keypeg.solver.advice.choose_guess import most_informative
from keypeg.solver.game.guessing_game import GuessingGame
from keypeg.solver.one_step.grow import one_step_strategy
from keypeg.solver.one_step.rules import Rule
from keypeg.solver.strategy.tree import Strategy

MAX_STRATEGY_PAIRS = 100_000_000
"""Up to so many pairs of a code and a guess, the first choice grows the whole strategy: some tenths of a second."""

ENTROPY_RULE = "entropy"


def guess(view: View, allowed: Allowed, time: float, rng: Random) -> Code:
    """The row with the most information; where each row earns points, the one with the most points."""
    if view.edition.dealt:
        return dealt_play.strong_guess(view, allowed, time, rng)
    large = strong_large_guess(view, rng)
    if large is not None:
        return large
    board = view.own_board
    assert board is not None
    position = position_on_board(view, board)
    if position is None:  # too many codes to list, or none that fits
        return plain_play.strong_guess(view, allowed, time, rng)
    exchange, position = as_in_strategy(position, entropy_openings(position.game), rng)
    scoring = view.edition.scoring
    if scoring.breaking_points and not is_too_large(position):
        number = PointsEstimator(position.game, scoring).greedy_guess(position.codes)
    else:
        number = telling_guess(position)
    return exchange.apply(position.game.guess(number))


def telling_guess(position: BreakerPosition) -> int:
    """The guess with the most information: from the strategy grown for the whole game, or computed here."""
    game, codes = position.game, position.codes
    if len(codes) == 1:  # no strategy covers this
        return int(game.guess_of[codes[0]])
    strategy = entropy_strategy(game)
    node = strategy.find(list(position.rows)) if strategy is not None else None
    if strategy is not None and node is not None and node >= 0:
        return int(strategy.guess[node])
    try:
        return most_informative(game, codes, position.placed)[0]
    except RuleError:  # no guess distinguishes these codes: any of them may be it
        return int(game.guess_of[codes[0]])


def entropy_openings(game: GuessingGame) -> list[Code]:
    """The opening of the strategy of guesses with the most information, if there is one."""
    strategy = entropy_strategy(game)
    return [game.guess(int(number)) for number in strategy.guess[:1]] if strategy is not None else []


@lru_cache(maxsize=16)
def entropy_strategy(game: GuessingGame) -> Strategy | None:
    """The strategy of guesses with the most information; None where there are too many codes to grow it at once."""
    book = book_of(game)
    if book is not None and book.claims.rule == ENTROPY_RULE:
        return book.strategy
    if len(game.codes) * len(game.guesses) > MAX_STRATEGY_PAIRS:
        return None
    try:
        return one_step_strategy(game, Rule.ENTROPY)
    except RuleError:
        return None


PLAYER = Player(
    "strong", make_chooser(Skill(casual.make_code, guess, dealt_play.strong_wants_to_call, dealt_play.strong_answer))
)
