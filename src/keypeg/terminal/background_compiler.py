"""Compiles the solver in another process while people play, so that nobody waits for the compiler."""

from multiprocessing import get_context

from keypeg.solver.readiness import can_compile, kernels_are_ready


class _Compiler:
    """The compiling process of this one."""

    is_started = False


def compile_in_background(first: tuple[str, ...] = ()) -> None:
    """Begin to compile, if kernels are missing, these groups first. Until they are ready, the plain solver answers.

    The process ends with this one; the kernels that it has compiled by then stay cached.
    """
    if not _Compiler.is_started and can_compile() and not kernels_are_ready():
        _Compiler.is_started = True
        get_context("spawn").Process(target=_compile, args=(first,), daemon=True).start()


def _compile(first: tuple[str, ...]) -> None:
    from keypeg.service.kernel_warmup import compile_kernels, start_worker

    start_worker()
    compile_kernels(first)
