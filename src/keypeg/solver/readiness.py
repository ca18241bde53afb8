"""Which solver answers: the compiled one where its kernels are ready, otherwise the plain one.

Finding that out compiles nothing, and loads NumPy and Numba only where kernels have been compiled. The environment
variable `KEYPEG_SOLVER` can decide: `compiled` always uses the kernels and compiles them when they are first needed;
`plain` never does.
"""

import json
import os
from collections.abc import Iterable
from functools import cache

from keypeg.extras import MissingExtraError, check_extra
from keypeg.solver.cache_folder import SOLVER, chosen_folder

CHOICE_VARIABLE = "KEYPEG_SOLVER"
COMPILED, PLAIN = "compiled", "plain"

NOTE_SUFFIX = ".compiled"
"""Ends the names of the files that say which kernels have been compiled."""


ONE_STEP, HANDS = "one-step", "hands"
"""The groups of kernels for looking one guess ahead, and for games with dealt parts."""

SEARCHES = (("search-16", 16), ("search-32", 32), ("search-64", 64))
"""The groups of kernels for the exact search, each with the most marks that a game may have."""

EDITION_MARKS = 32
"""The most marks that a game of the editions has; house games can have more."""


COMPILE_SECONDS = SOLVER / "data" / "compile_seconds.json"
"""How long each kernel of each group takes to compile, as `python -m tools.compile_seconds` measured it."""


class _Readiness:
    """What this process knows about its kernels."""

    ready: frozenset[str] = frozenset()
    """The groups of kernels that can be used at once; once they can, they always can."""


def must_compile() -> bool:
    """Whether the user wants compiled kernels even if that means to wait for the compiler."""
    return os.environ.get(CHOICE_VARIABLE) == COMPILED


def can_compile() -> bool:
    """Whether kernels can be compiled, and the user does not want to do without."""
    return os.environ.get(CHOICE_VARIABLE) != PLAIN and (must_compile() or is_installed())


def kernels_for_marks(marks: int | None = None) -> tuple[str, ...]:
    """The groups of kernels for a game with so many marks; without a number, those for every edition's own game."""
    fewer = [0, *(most for _, most in SEARCHES[:-1])]
    searches = [name for (name, _), most in zip(SEARCHES, fewer, strict=True) if (marks or EDITION_MARKS) > most]
    return (ONE_STEP, *searches, *(() if marks else (HANDS,)))


def kernels_are_ready(groups: Iterable[str] | None = None) -> bool:
    """Whether the compiled solver is used now for a game that needs these groups; without groups, for all editions."""
    choice = os.environ.get(CHOICE_VARIABLE)
    if choice in (COMPILED, PLAIN):
        return choice == COMPILED
    needed = frozenset(kernels_for_marks() if groups is None else groups)
    if not needed <= _Readiness.ready and _have_notes() and is_installed():
        from keypeg.solver.warmup import compiled_groups

        _Readiness.ready |= compiled_groups()
    return needed <= _Readiness.ready


def note_loaded(groups: Iterable[str]) -> None:
    """Note that this process has loaded these groups of kernels, even where nothing can be cached."""
    _Readiness.ready |= frozenset(groups)


def is_installed() -> bool:
    """Whether the packages of the compiled solver are installed."""
    try:
        check_extra("solver")
    except MissingExtraError:
        return False
    return True


def _have_notes() -> bool:
    """Whether kernels of this source have been compiled, perhaps for another machine."""
    return any(chosen_folder().glob(f"*{NOTE_SUFFIX}"))


@cache
def measured_seconds() -> dict[str, dict[str, float]]:
    """For each group of kernels, how many seconds each takes to compile."""
    seconds: dict[str, dict[str, float]] = json.loads(COMPILE_SECONDS.read_text(encoding="utf-8"))
    return seconds


@cache
def seconds_of_group(group: str) -> float:
    """How many seconds a group of kernels takes to compile."""
    return sum(measured_seconds().get(group, {}).values())
