"""The same quiet place as for the other commands."""

from cli.conftest import home, keypeg

__all__ = ["home", "keypeg"]
