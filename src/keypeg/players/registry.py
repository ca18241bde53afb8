"""Finds players by name: the built-in ones, and those that other packages add.

A package adds a player with an entry point of the group `keypeg.players`. The entry point has the player's name, and
points to the function `choose(view, thinking_time, rng)`, or to a `Player`.
"""

import sys
from dataclasses import replace
from functools import lru_cache, partial
from importlib import import_module
from random import Random
from typing import TYPE_CHECKING

from keypeg.core.actions import Action
from keypeg.core.codes import Code
from keypeg.core.edition import Edition
from keypeg.core.errors import ReadError
from keypeg.core.view import View
from keypeg.extras import report_missing_extras
from keypeg.players import Player
from keypeg.players.solver_choice import kernels_for
from keypeg.solver.readiness import kernels_are_ready, must_compile

if TYPE_CHECKING:
    from importlib.metadata import EntryPoints

ENTRY_POINT_GROUP = "keypeg.players"

LEVELS = ("beginner", "casual", "strong", "perfect")
"""The levels for every seat of every edition, the weakest first."""

BUILT_IN = (*LEVELS, "devil")
"""The players that come with Keypeg, each in a module of its own."""

REFERENCE_ONLY = ("fewest",)
"""Players for comparison, which are not offered as opponents."""

_USING_SOLVER = ("strong", "perfect", "devil", "fewest")
"""The built-in players that use the solver."""

_CHANGING_CODE = ("devil",)
"""The built-in players that may change their code during a round."""


def player_names() -> tuple[str, ...]:
    """The names of all players: the built-in ones first, then those that other packages add."""
    added = sorted({entry.name for entry in _entry_points()} - {*BUILT_IN, *REFERENCE_ONLY})
    return (*BUILT_IN, *added)


def code_keeping_names() -> tuple[str, ...]:
    """The names of the players that keep the code they set, as far as that is known without loading them."""
    return tuple(name for name in player_names() if name not in _CHANGING_CODE)


def keeps_code(name: str) -> bool:
    """Whether this player keeps the code it sets. Built-in players need not be loaded for that."""
    return name not in _CHANGING_CODE if name in BUILT_IN else find_player(name).keeps_code


def uses_solver(name: str) -> bool:
    """Whether this is a built-in player that uses the solver, which is compiled before its first use."""
    return name in _USING_SOLVER


@lru_cache(maxsize=64)
def find_player(name: str) -> Player:
    """The player of this name, loaded when it is first needed.

    Raises `ReadError` if there is none, or if it cannot be loaded; `MissingExtraError` if compiled code is wanted, and
    what it needs is not installed.
    """
    if name in _USING_SOLVER and not must_compile():
        change_code = partial(_change_code, name) if name in _CHANGING_CODE else None
        return Player(name, partial(_choose, name), change_code)
    if name in (*BUILT_IN, *REFERENCE_ONLY):
        return _load(name)
    for entry in _entry_points().select(name=name):
        try:
            choose = entry.load()
        except (
            Exception,
            SystemExit,
        ) as error:  # any failure of another package is reported, not passed on
            raise ReadError("player-unloadable", name=name, why=f"{type(error).__name__}: {error}") from error
        if isinstance(choose, Player):
            return replace(choose, name=name)  # its name is that of the entry point
        if callable(choose):
            return Player(name, choose)
        raise ReadError("player-unloadable", name=name, why=f"{entry.value} is not a function")
    raise ReadError("unknown-player", text=name, players=", ".join(player_names()))


def _load(name: str) -> Player:
    """Load a built-in player; one of those that use the solver, with its compiled code."""
    try:
        with report_missing_extras():
            player: Player = import_module(f"keypeg.players.{name}").PLAYER
    except ImportError as error:
        raise ReadError("player-unloadable", name=name, why=str(error)) from error
    return player


def _player_now(name: str, edition: Edition) -> Player:
    """A player that uses the solver: with compiled code if it is ready, otherwise with plain code."""
    if kernels_are_ready(kernels_for(edition)):
        return _load(name)
    from keypeg.players.plain_play import PLAIN_PLAYERS

    return PLAIN_PLAYERS[name]


def _choose(name: str, view: View, thinking_time: float, rng: Random) -> Action | None:
    return _player_now(name, view.edition).choose(view, thinking_time, rng)


def _change_code(name: str, view: View, guess: Code, rng: Random) -> Code:
    change_code = _player_now(name, view.edition).change_code
    assert change_code is not None
    return change_code(view, guess, rng)


def _entry_points() -> "EntryPoints":
    """What other packages add."""
    return _search_entry_points(tuple(sys.path))


@lru_cache(maxsize=1)
def _search_entry_points(path: tuple[str, ...]) -> "EntryPoints":
    """Search these folders once: that takes several milliseconds, which a server does not have for each table.

    The module that searches takes a sixth of a command's start, so it is imported here.
    """
    from importlib.metadata import entry_points

    return entry_points(group=ENTRY_POINT_GROUP)
