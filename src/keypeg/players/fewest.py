"""A player like `perfect` who looks at his own board only, and wants few guesses whatever the edition counts.

It is there to be compared with: in a duel it loses to one who looks at both boards. Where no guess breaks a code, it
plays like `strong`.
"""

from random import Random

from keypeg.core.codes import Code
from keypeg.core.view import Allowed, View
from keypeg.players import Player, dealt_play
from keypeg.players.hard_codes import hardest
from keypeg.players.perfect import fewest, guess_for
from keypeg.players.skill import Skill, chooser

_few_guesses = guess_for(fewest)


def guess(view: View, allowed: Allowed, time: float, rng: Random) -> Code:
    """The row with which the fewest guesses are expected."""
    return (dealt_play.strong_guess if view.edition.dealt else _few_guesses)(view, allowed, time, rng)


PLAYER = Player("fewest", chooser(Skill(hardest, guess, dealt_play.strong_calls, dealt_play.strong_answer)))
