"""Hides packages from every process that has this folder on PYTHONPATH, as if they were not installed."""

import os
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType

HIDDEN = os.environ.get("HIDDEN_PACKAGES", "").split(",")


class HidingFinder(PathFinder):
    """Finds all modules on the path but those of hidden packages."""

    @classmethod
    def find_spec(
        cls, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find a module, unless it is hidden."""
        return None if fullname.partition(".")[0] in HIDDEN else PathFinder.find_spec(fullname, path, target)


sys.meta_path[sys.meta_path.index(PathFinder)] = HidingFinder
