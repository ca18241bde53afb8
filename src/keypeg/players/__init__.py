"""Computer players, which see a seat's view and nothing else of the table.

A player is a name and a function, `choose(view, thinking_time, rng)`. Start with `registry`, which finds a player by
its name: a built-in one, or one that another package adds. `beginner`, `casual`, `strong` and `perfect` are the levels;
`skill` is what they share. `devil` may change its code, and `fewest` is for comparison. The other modules hold how they
play: `duel_play`, `family_play` and `dealt_play`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from keypeg.core.actions import Action
from keypeg.core.codes import Code
from keypeg.core.view import View

Choose = Callable[[View, float, Random], Action | None]
"""Chooses an action from a seat's view, within about so many seconds, with random numbers; None to do nothing.

The same view, time and random numbers give the same choice, so a long search must count steps, not seconds.
"""

ChangeCode = Callable[[View, Code, Random], Code]
"""Chooses the code that a maker swaps its own for, now that this guess is placed against it.

All marks so far must be true of the new code too. Most players keep the code that they set; see `keypeg.players.devil`.
"""

THINKING_SECONDS = 1.0
"""The default time that a player has for a choice."""


@dataclass(frozen=True)
class Player:
    """A computer player."""

    name: str
    """Its name in commands and records."""
    choose: Choose
    change_code: ChangeCode | None = None
    """How it changes its code during a round; None for a player that keeps the code it set."""

    @property
    def keeps_code(self) -> bool:
        """Whether it keeps the code that it sets."""
        return self.change_code is None
