"""Compiled kernels are cached on disk; without a writable folder, the solver still works."""

import os
import re
import subprocess
import sys
from pathlib import Path

import keypeg.solver
from keypeg.solver.kernels.simd import source_stamp

SOLVER = Path(keypeg.solver.__file__).parent


def test_kernels_are_compiled_in_every_process_where_no_cache_can_be_written() -> None:
    code = "from keypeg.solver.kernels.simd import kernel; print(kernel(lambda number: 2 * number)(21))"
    # Only a folder that the user names may be written, and none is named: as in a read-only place with no home.
    env = {name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"}
    env["NUMBA_CACHE_LOCATOR_CLASSES"] = "_UserProvidedCacheLocator"
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert done.stdout == "42\n"


def test_a_change_to_any_file_with_kernels_invalidates_the_cache() -> None:
    with_kernels = {
        str(file.relative_to(SOLVER))
        for file in SOLVER.rglob("*.py")
        if re.search(r"^@\w*kernel$|inner_kernel\(|^def _compile", file.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert {"kernels/simd.py", "kernels/hashing.py", "exact/expand.py", "dealt/hands.py"} <= with_kernels
    assert with_kernels <= {name for name, _, _ in source_stamp()}
