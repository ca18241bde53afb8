"""A player who looks one step ahead: it guesses what is expected to tell it most.

Where no mark breaks a code and calls decide, see `keypeg.players.dealt_play`; where each row earns points of its own,
the one step that counts is the points that a row is expected to earn.
"""

from functools import lru_cache
from random import Random

from keypeg.core.codes import Code
from keypeg.core.errors import RuleError
from keypeg.core.view import Allowed, View
from keypeg.players import Player, casual, dealt_play
from keypeg.players.breaker_position import BreakerPosition, position_on, shelf
from keypeg.players.family_play import Family, too_many
from keypeg.players.skill import Skill, chooser
from keypeg.solver.advice.choose_guess import most_informative
from keypeg.solver.game.guessing_game import GuessingGame
from keypeg.solver.one_step.grow import one_step_strategy
from keypeg.solver.one_step.rules import Rule
from keypeg.solver.strategy.tree import Strategy

GROWN_AT_ONCE = 100_000_000
"""Up to how many codes times guesses the whole strategy is grown at the first choice: some tenths of a second."""

ENTROPY = "entropy"


def guess(view: View, allowed: Allowed, time: float, rng: Random) -> Code:
    """The row that tells most; where each row earns points, the one that earns most."""
    if view.edition.dealt:
        return dealt_play.strong_guess(view, allowed, time, rng)
    board = view.own_board
    assert board is not None
    position = position_on(view, board)
    if position is None:
        return casual.guess(view, allowed, time, rng)
    scoring = view.edition.scoring
    if scoring.breaking_points and not too_many(position):
        number = Family(position.game, scoring).plain_guess(position.codes)
    else:
        number = telling_guess(position)
    return position.game.guess(number)


def telling_guess(position: BreakerPosition) -> int:
    """The guess that the one-step rule takes: from the strategy grown for the whole game, or worked out here."""
    game, codes = position.game, position.codes
    if len(codes) == 1:  # no strategy has anything to say of it
        return int(game.guess_of[codes[0]])
    strategy = telling_strategy(game)
    node = strategy.find(list(position.rows)) if strategy is not None else None
    if strategy is not None and node is not None and node >= 0:
        return int(strategy.guess[node])
    try:
        return most_informative(game, codes, position.placed)[0]
    except RuleError:  # no guess tells these codes apart: any of them may be it
        return int(game.guess_of[codes[0]])


@lru_cache(maxsize=16)
def telling_strategy(game: GuessingGame) -> Strategy | None:
    """The whole strategy of most telling guesses; None where there are too many codes to grow it at once."""
    book = shelf(game)
    if book is not None and book.claims.rule == ENTROPY:
        return book.strategy
    if len(game.codes) * len(game.guesses) > GROWN_AT_ONCE:
        return None
    try:
        return one_step_strategy(game, Rule.ENTROPY)
    except RuleError:
        return None


PLAYER = Player("strong", chooser(Skill(casual.make, guess, dealt_play.strong_calls, dealt_play.strong_answer)))
