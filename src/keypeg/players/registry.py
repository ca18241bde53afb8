"""Players by their names: those that come with Keypeg, and those that others have added.

Another package adds a player by an entry point of the group `keypeg.players`: its name is the player's, and what it
points to is the function `choose(view, thinking_time, rng)`, or a `Player`.
"""

from dataclasses import replace
from functools import lru_cache
from importlib import import_module
from importlib.metadata import entry_points

from keypeg.core.errors import ReadError
from keypeg.players import Player

ENTRY_POINT_GROUP = "keypeg.players"

LEVELS = ("novice", "casual", "strong", "perfect")
"""The levels there are for every seat of every edition, the weakest first."""

BUILT_IN = (*LEVELS, "devil")
"""The players that come with Keypeg, each in a module of its own."""

REFERENCE_ONLY = ("fewest",)
"""Players who are there to be compared with; nobody is offered them as opponents."""

_USING_SOLVER = ("strong", "perfect", "devil", "fewest")
"""Those of them that think with the solver."""

_CHANGING_CODE = ("devil",)
"""Those of them that change their code as they like."""


def player_names() -> tuple[str, ...]:
    """The names of all players: Keypeg's own first, then those that others have added."""
    added = sorted({entry.name for entry in entry_points(group=ENTRY_POINT_GROUP)} - {*BUILT_IN, *REFERENCE_ONLY})
    return (*BUILT_IN, *added)


def code_keeping_names() -> tuple[str, ...]:
    """Those of them who set a code and keep to it, as far as that is known before they are loaded."""
    return tuple(name for name in player_names() if name not in _CHANGING_CODE)


def keeps_code(name: str) -> bool:
    """Whether this player sets a code and keeps to it. Keypeg's own need not be loaded for that."""
    return name not in _CHANGING_CODE if name in BUILT_IN else find_player(name).keeps_code


def uses_solver(name: str) -> bool:
    """Whether this is a player of Keypeg's that thinks with the solver, which is compiled before its first use."""
    return name in _USING_SOLVER


@lru_cache(maxsize=64)
def find_player(name: str) -> Player:
    """The player of this name, loaded when it is first asked for.

    Raises `ReadError` if there is none, or if it cannot be loaded.
    """
    if name in (*BUILT_IN, *REFERENCE_ONLY):
        try:
            player: Player = import_module(f"keypeg.players.{name}").PLAYER
        except ImportError as error:  # the game runs without what the solver needs
            raise ReadError("player-unloadable", name=name, why=str(error)) from error
        return player
    for entry in entry_points(group=ENTRY_POINT_GROUP, name=name):
        try:
            found = entry.load()
        except (
            Exception,
            SystemExit,
        ) as error:  # whatever goes wrong in somebody else's package is told, not passed on
            raise ReadError("player-unloadable", name=name, why=f"{type(error).__name__}: {error}") from error
        if isinstance(found, Player):
            return replace(found, name=name)  # it is called as those who ask for it call it
        if callable(found):
            return Player(name, found)
        raise ReadError("player-unloadable", name=name, why=f"{entry.value} is no function")
    raise ReadError("unknown-player", text=name, players=", ".join(player_names()))
