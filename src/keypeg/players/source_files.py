"""Bots in files of Python: `./my_bot.py:choose`.

Only commands and programs load them, for their own user: the file runs with all rights. Servers and records name
players by `keypeg.players.registry` alone.
"""

from functools import lru_cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from keypeg.core.errors import ReadError
from keypeg.players import Player
from keypeg.players.registry import find_player

SEPARATOR = ".py:"


def is_in_file(name: str) -> bool:
    """Whether this names a function in a file."""
    return SEPARATOR in name


@lru_cache(maxsize=64)
def load_player(name: str) -> Player:
    """The player of this name, or with this function in a file. Raises `ReadError` if it cannot be loaded."""
    if not is_in_file(name):
        return find_player(name)
    file, _, function = name.rpartition(":")
    path = Path(file)
    if not path.is_file():
        raise ReadError("file-not-found", file=file)
    spec = spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:  # any failure of the file is reported, not passed on
        raise ReadError("player-unloadable", name=name, why=f"{type(error).__name__}: {error}") from error
    choose = getattr(module, function, None)
    if isinstance(choose, Player):
        return choose
    if not callable(choose):
        raise ReadError("player-unloadable", name=name, why=f"{path.name} has no function {function!r}")
    return Player(path.stem, choose)
