"""Computer players. They see a seat's view, and nothing else of the table.

A player is a function, `choose(view, thinking_time, rng)`, and a name. `keypeg.players.registry` finds one by its name:
one of those that come with Keypeg, or one that somebody has added.
"""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from keypeg.core.actions import Action
from keypeg.core.codes import Code
from keypeg.core.view import View

Choose = Callable[[View, float, Random], Action | None]
"""What a player does now: by its seat's view, within about so many seconds, by chance; None if it does nothing.

The same view, time and chance give the same choice: whoever needs longer searches counts steps, not seconds.
"""

ChangeCode = Callable[[View, Code, Random], Code]
"""Which code a maker who never commits would rather have set, now that this guess is placed against it."""

THINKING_SECONDS = 1.0
"""How many seconds a player has for a choice, where nobody says otherwise."""


@dataclass(frozen=True)
class Player:
    """A computer player."""

    name: str
    """What it is called in commands and records."""
    choose: Choose
    change_code: ChangeCode | None = None
    """How it changes its code after the fact; None for players who stand by what they have set."""

    @property
    def keeps_code(self) -> bool:
        """Whether the code that it sets stays as it is."""
        return self.change_code is None
