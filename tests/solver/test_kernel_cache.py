"""Compiled kernels are kept on disk; where nothing can be written there, the solver works all the same."""

import os
import subprocess
import sys


def test_where_nothing_can_be_kept_kernels_are_compiled_each_time_anew() -> None:
    code = "from keypeg.solver.kernels.simd import kernel; print(kernel(lambda number: 2 * number)(21))"
    # Kept only where somebody has said so, and nobody has: as in a read-only place with no home.
    env = {name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"}
    env["NUMBA_CACHE_LOCATOR_CLASSES"] = "_UserProvidedCacheLocator"
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert done.stdout == "42\n"
