"""Compiles the solver in another process while people play, so that nobody waits for the compiler."""

from functools import lru_cache
from multiprocessing import get_context

from keypeg.solver.readiness import can_compile, kernels_are_ready


@lru_cache(maxsize=1)
def compile_in_background() -> None:
    """Begin to compile, if kernels are missing. Until they are ready, the plain solver answers.

    The process ends with this one; the kernels that it has compiled by then stay cached.
    """
    if can_compile() and not kernels_are_ready():
        get_context("spawn").Process(target=_compile, daemon=True).start()


def _compile() -> None:
    from keypeg.service.kernel_warmup import compile_kernels, start_worker

    start_worker()
    compile_kernels()
