"""Bots for programs: by name, as a function, or in a file of Python."""

from collections.abc import Callable, Sequence
from random import Random

from keypeg.core.actions import Action
from keypeg.core.edition import Edition
from keypeg.core.view import View
from keypeg.players import Player
from keypeg.players.registry import player_names
from keypeg.players.source_files import load_player

BotChoice = str | Player | Callable[[View, float, Random], Action | None]
"""A bot: its name, a file and the function in it (`./my_bot.py:choose`), the function itself, or a `Player`."""


def bots() -> tuple[str, ...]:
    """The names of all bots, those that other packages add included.

    >>> from keypeg import bots
    >>> bots()[:4]
    ('beginner', 'casual', 'strong', 'perfect')
    """
    return player_names()


def bot(choice: BotChoice) -> Player:
    """The bot with this name, in this file, or with this function. Raises `ReadError` if there is none.

    >>> from keypeg import bot
    >>> bot("casual").name
    'casual'
    """
    if isinstance(choice, Player):
        return choice
    if isinstance(choice, str):
        return load_player(choice)
    if callable(choice):
        return Player(getattr(choice, "__name__", "bot"), choice)
    raise TypeError(f"a bot is a name, a Player or a function choose(view, thinking_time, rng), not {choice!r}")


def seat_bots(edition: Edition, choices: Sequence[BotChoice], function: str) -> tuple[Player, ...]:
    """A bot for each seat. Raises `TypeError` if there are too few or too many."""
    if isinstance(choices, str):
        raise TypeError(f"{function}() takes a list of players, one for each seat: [{choices!r}, …]")
    if len(choices) != edition.seats:
        raise TypeError(f"{function}() takes {edition.seats} players for {edition.link}, not {len(choices)}")
    return tuple(map(bot, choices))
