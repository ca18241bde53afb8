"""Compiling the kernels before they are needed.

The first use of a kernel on a machine compiles it, which takes about a minute for all of them; the compiled code is
cached in the user's cache folder. A caller that cannot wait later calls `warm_up` first; `prepare` does the same for a
person who waits, and reports how far the compiler has come. If several processes need kernels that are not compiled
yet, one of them compiles and the others wait for it.
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import numba
import numpy as np
from numba.core import event
from numba.core.caching import NullCache
from numba.core.registry import cpu_target

from keypeg.core.codes import CodeSpace
from keypeg.core.marks import BLACK_WHITE
from keypeg.solver.cache_folder import kernel_folder, mark_as_used, source_hash
from keypeg.solver.compile_lock import compiling_alone
from keypeg.solver.dealt.hands import Box, Clues, fitting_hands, list_deals, list_hands
from keypeg.solver.dealt.information import chance_right, full_rows, information, information_bound
from keypeg.solver.dealt.playouts import CallThresholds, DealtPosition, play_out
from keypeg.solver.exact.search import ExactSearch
from keypeg.solver.game.guessing_game import GuessingGame, game_of
from keypeg.solver.game.partition import cell_sizes, fill_marks
from keypeg.solver.large.fitting_codes import find_fitting
from keypeg.solver.one_step.grow import one_step_strategy
from keypeg.solver.one_step.rules import Rule
from keypeg.solver.plain.position import PlainPosition
from keypeg.solver.readiness import (
    EDITION_MARKS,
    HANDS,
    NOTE_SUFFIX,
    ONE_STEP,
    SEARCHES,
    kernels_for_marks,
    measured_seconds,
    note_loaded,
)

_UP_TO_16_MARKS = CodeSpace(holes=2, colours=3)
_UP_TO_32_MARKS = CodeSpace(holes=5, colours=2)
_UP_TO_64_MARKS = CodeSpace(holes=7, colours=2)
"""Small spaces for each width of the exact search's mark bits: 16, 32 and 64."""


class KernelGroup(NamedTuple):
    """Kernels that are compiled together."""

    name: str
    run: Callable[[], None]
    """Compiles the kernels, or loads them, by using each of them in a small game."""


def _run_one_step() -> None:
    game = game_of(_UP_TO_16_MARKS, _UP_TO_16_MARKS, BLACK_WHITE)
    one_step_strategy(game, Rule.MINIMAX)
    cell_sizes(game)
    find_fitting(PlainPosition(_UP_TO_16_MARKS, _UP_TO_16_MARKS, BLACK_WHITE))


def _run_search(space: CodeSpace) -> None:
    search = ExactSearch(game_of(space, space, BLACK_WHITE))
    search.strategy(search.cost(search.codes, watch=lambda progress: True).guess)


def _run_hands() -> None:
    hands = list_hands(Box(holes=2, colours=2, parts=1, counters=1))
    rows = full_rows(2, 2, True)
    hands.mark_rows(rows)
    everything, likely = fitting_hands(hands, Clues())
    deals = list_deals(hands, 0, [(everything, likely)])
    assert deals is not None
    for evaluate in (information_bound, information, chance_right):
        evaluate(hands, deals, rows)
    start = DealtPosition(hands, 0, 0, (everything, everything), deals, (), (1, 1), (False, False), 0)
    play_out(start, 0, 1, CallThresholds(1.0, 1.0), row=np.ascontiguousarray(rows[0]))


GROUPS = {
    group.name: group
    for group in (
        KernelGroup(ONE_STEP, _run_one_step),
        *(
            KernelGroup(name, partial(_run_search, space))
            for (name, _), space in zip(SEARCHES, (_UP_TO_16_MARKS, _UP_TO_32_MARKS, _UP_TO_64_MARKS), strict=True)
        ),
        KernelGroup(HANDS, _run_hands),
    )
}
"""All groups of kernels, by name."""


def groups_for(game: GuessingGame | None = None, most_marks: int = EDITION_MARKS) -> tuple[KernelGroup, ...]:
    """The kernels for a game; without one, those for all games with up to `most_marks` marks."""
    names = kernels_for_marks(len(game.marks)) if game is not None else (*kernels_for_marks(most_marks), HANDS)
    return tuple(GROUPS[name] for name in names)


def warm_up(game: GuessingGame | None = None, most_marks: int = EDITION_MARKS) -> None:
    """Compile, or load, the kernels for a game; without one, those for all games with up to `most_marks` marks."""
    groups = groups_for(game, most_marks)
    with _compiling_alone(groups, groups, lambda: None):
        _run(groups)


def warm_up_group(name: str) -> None:
    """Compile, or load, one group of kernels."""
    group = GROUPS[name]
    with _compiling_alone([group], [group], lambda: None) as is_alone:
        if is_alone:
            _run([group])


class CompileProgress(NamedTuple):
    """How far the compiler has come."""

    kernel: int
    """The number of the kernel that is being compiled, from 1."""
    kernels: int
    """How many kernels are to be compiled."""
    share: float
    """How much of the work is done, from 0 to 1, by the time that each kernel usually takes."""


CompileWatch = Callable[[CompileProgress], None]
"""Called before each kernel is compiled; an exception that it raises ends the compilation."""


def prepare(game: GuessingGame | None, watch: CompileWatch, wait_watch: Callable[[], None]) -> None:
    """Load the kernels for a game, or with None for all editions.

    If a kernel has to be compiled first, those for all editions are compiled with it, so that a person waits only once.
    `wait_watch` is called again and again while another process compiles them; it too may raise.
    """
    needed = groups_for(game)
    everything = tuple(dict.fromkeys((*groups_for(), *needed)))
    with _compiling_alone(everything, needed, wait_watch) as is_alone:
        chosen = everything if is_alone and not _are_compiled(everything) else needed
        with _watching(chosen, watch) as plan:
            _run(chosen, plan)


@contextmanager
def _compiling_alone(
    groups: Iterable[KernelGroup], needed: Iterable[KernelGroup], watch: Callable[[], None]
) -> Iterator[bool]:
    """If some of these groups are not compiled, keep other processes from compiling them, or wait for one that does.

    The wait ends early, and the context is False, when the needed groups are compiled.
    """
    if not is_cached() or _are_compiled(groups):
        yield True
        return
    with compiling_alone(_cache_folder(), lambda: _are_compiled(needed), watch) as is_alone:
        yield is_alone


def is_cached() -> bool:
    """Whether compiled kernels can be stored, so that other processes find them."""
    return not isinstance(getattr(fill_marks, "_cache", NullCache()), NullCache)


def _run(groups: Sequence[KernelGroup], plan: "_CompilePlan | None" = None) -> None:
    for group in groups:
        if plan is not None:
            plan.begin(group.name)
        group.run()
        _note_compiled(group)
    note_loaded(group.name for group in groups)
    mark_as_used()


# What is compiled already


def is_compiled(group: KernelGroup) -> bool:
    """Whether this group was compiled before, for this machine and from this source."""
    return _note_file(group).exists()


def compiled_groups() -> frozenset[str]:
    """The names of the groups that were compiled before."""
    return frozenset(group.name for group in GROUPS.values() if is_compiled(group))


def _are_compiled(groups: Iterable[KernelGroup]) -> bool:
    return all(map(is_compiled, groups))


def _note_compiled(group: KernelGroup) -> None:
    file = _note_file(group)
    if is_cached() and not file.exists():
        with suppress(OSError):
            file.touch()


def _note_file(group: KernelGroup) -> Path:
    """A file beside the compiled code."""
    return _cache_folder() / f"{group.name}-{_target_hash()}{NOTE_SUFFIX}"


def _cache_folder() -> Path:
    """The folder of the compiled code, which the user may have chosen."""
    chosen = numba.config.CACHE_DIR  # type: ignore[attr-defined]
    return Path(chosen) if chosen else kernel_folder()


@cache
def _target_hash() -> str:
    """A hash of what compiled code depends on: its source, the compiler and the processor."""
    processor = cpu_target.target_context.codegen().magic_tuple()
    target = (source_hash(), numba.__version__, sys.implementation.cache_tag, processor)
    return sha256(repr(target).encode()).hexdigest()[:16]


# How far the compiler has come


class _CompilePlan(event.Listener):
    """Counts the kernels that Numba compiles, and reports them to a watch. Loading a kernel is no event."""

    def __init__(self, to_compile: Mapping[str, Mapping[str, float]], watch: CompileWatch) -> None:
        self._to_compile = dict(to_compile)
        self._watch = watch
        self._ended: list[str] = []
        """The groups that are complete."""
        self._group = ""
        self._done: set[str] = set()
        """The kernels of the present group that are complete."""

    def begin(self, group: str) -> None:
        """Begin with a group; the one before is complete, even if some of its kernels were loaded."""
        self._ended.append(self._group)
        self._group, self._done = group, set()

    def on_start(self, event: event.Event) -> None:
        if kernel_name(event) is not None:
            self._watch(self._progress())

    def on_end(self, event: event.Event) -> None:
        if (name := kernel_name(event)) is not None:
            self._done.add(name)

    def _progress(self) -> CompileProgress:
        # A group that was compiled before is compiled again only if somebody has deleted its files.
        self._to_compile.setdefault(self._group, measured_seconds().get(self._group, {}))
        complete = [self._to_compile.get(group, {}) for group in self._ended]
        present = self._to_compile[self._group]
        total = sum(sum(seconds.values()) for seconds in self._to_compile.values())
        kernels = sum(map(len, self._to_compile.values()))
        done_here = [seconds for name, seconds in present.items() if name in self._done]
        done = sum(sum(seconds.values()) for seconds in complete) + sum(done_here)
        kernel = sum(map(len, complete)) + len(done_here) + 1
        return CompileProgress(min(kernel, kernels), kernels, done / total if total else 0.0)


@contextmanager
def _watching(groups: Iterable[KernelGroup], watch: CompileWatch) -> Iterator[_CompilePlan]:
    """A plan for what is not yet compiled of these groups, which follows the compiler while this context lasts."""
    plan = _CompilePlan(
        {group.name: measured_seconds().get(group.name, {}) for group in groups if not is_compiled(group)}, watch
    )
    with event.install_listener("numba:compile", plan):
        yield plan


def kernel_name(compiled: Any) -> str | None:
    """The name of a kernel within the solver; None for a function of Numba's own, which is compiled into kernels."""
    function = compiled.data["dispatcher"].py_func
    package = f"{__package__}."
    if not function.__module__.startswith(package):
        return None
    return f"{function.__module__.removeprefix(package)}.{function.__qualname__}"
