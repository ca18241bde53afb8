"""A player like `perfect` who looks at his own board only, and wants few guesses whatever the edition counts.

It is there to be compared with: in a duel it loses to one who looks at both boards.
"""

from keypeg.players import Player, casual
from keypeg.players.deciding import Skill, chooser
from keypeg.players.makers import hardest
from keypeg.players.perfect import fewest, guess_for

PLAYER = Player("fewest", chooser(Skill(hardest, guess_for(fewest), casual.calls, casual.answer)))
