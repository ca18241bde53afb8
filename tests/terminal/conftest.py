"""The same fixtures as for the other commands."""

from cli.conftest import added_players_path, home, keypeg

__all__ = ["added_players_path", "home", "keypeg"]
