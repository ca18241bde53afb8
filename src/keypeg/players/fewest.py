"""A player like `perfect` that looks at its own board only, and plays for few guesses in every edition.

It is for comparison: in a duel it loses to a player that looks at both boards. Where no guess breaks a code, it plays
like `strong`.
"""

from random import Random

from keypeg.core.codes import Code
from keypeg.core.view import Allowed, View
from keypeg.players import Player, dealt_play
from keypeg.players.hard_codes import make_hard_code
from keypeg.players.perfect import costs_of_guesses, guess_by_costs
from keypeg.players.skill import Skill, make_chooser

_few_guesses = guess_by_costs(costs_of_guesses)


def guess(view: View, allowed: Allowed, time: float, rng: Random) -> Code:
    """The row with the fewest expected guesses."""
    return (dealt_play.strong_guess if view.edition.dealt else _few_guesses)(view, allowed, time, rng)


PLAYER = Player(
    "fewest", make_chooser(Skill(make_hard_code, guess, dealt_play.strong_wants_to_call, dealt_play.strong_answer))
)
