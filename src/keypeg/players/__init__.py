"""Computer players. They see a seat's view, and nothing else of the table."""

from collections.abc import Callable
from random import Random

from keypeg.core.actions import Action
from keypeg.core.view import View

Player = Callable[[View, Random], Action | None]
"""A computer player: what it does now, by its seat's view and by chance; None if it has nothing to do, or waits."""
