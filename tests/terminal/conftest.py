"""The same fixtures as for the other commands."""

from cli.conftest import guests, home, keypeg

__all__ = ["guests", "home", "keypeg"]
