"""Which solver answers: the compiled one where its kernels are ready, otherwise the plain one.

Finding that out compiles nothing, and loads NumPy and Numba only where kernels have been compiled. The environment
variable `KEYPEG_SOLVER` can decide: `compiled` always uses the kernels and compiles them when they are first needed;
`plain` never does.
"""

import os
from collections.abc import Iterable

from keypeg.extras import MissingExtraError, check_extra
from keypeg.solver.cache_folder import chosen_folder

CHOICE_VARIABLE = "KEYPEG_SOLVER"
COMPILED, PLAIN = "compiled", "plain"

NOTE_SUFFIX = ".compiled"
"""Ends the names of the files that say which kernels have been compiled."""


class _Readiness:
    """What this process knows about its kernels."""

    is_ready = False
    """Whether all kernels for the editions' own games can be used at once; once they can, they always can."""


def must_compile() -> bool:
    """Whether the user wants compiled kernels even if that means to wait for the compiler."""
    return os.environ.get(CHOICE_VARIABLE) == COMPILED


def can_compile() -> bool:
    """Whether kernels can be compiled, and the user does not want to do without."""
    return os.environ.get(CHOICE_VARIABLE) != PLAIN and (must_compile() or is_installed())


def kernels_are_ready() -> bool:
    """Whether the compiled solver is used now."""
    choice = os.environ.get(CHOICE_VARIABLE)
    if choice in (COMPILED, PLAIN):
        return choice == COMPILED
    if not _Readiness.is_ready and _have_notes() and is_installed():
        from keypeg.solver.warmup import groups_for, is_compiled

        _Readiness.is_ready = all(map(is_compiled, groups_for()))
    return _Readiness.is_ready


def note_loaded(groups: Iterable[str]) -> None:
    """Note that this process has loaded these groups of kernels, even where nothing can be cached."""
    from keypeg.solver.warmup import groups_for

    if {group.name for group in groups_for()} <= set(groups):
        _Readiness.is_ready = True


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
