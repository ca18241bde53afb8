"""Compiles the modules that a move passes through to C extensions, by mypyc.

    python -m tools.compiled_modules build/compiled

writes a copy of the package with the extensions beside the modules. `PYTHONPATH=build/compiled` lets everything run
compiled, from the same sources; nothing is written among these. `hatch_build.py` puts the extensions into wheels.
"""

import argparse
import shutil
import tempfile
from contextlib import chdir
from pathlib import Path

from mypyc.build import mypycify
from setuptools import Distribution

ROOT = Path(__file__).parent.parent
SOURCES = ROOT / "src"

COMPILED = (
    "keypeg/core/*.py",
    "keypeg/records/notation.py",
    "keypeg/wire/event_values.py",
    "keypeg/wire/match_values.py",
    "keypeg/service/commitments.py",
    "keypeg/service/entry_checks.py",
    "keypeg/service/entry_effects.py",
    "keypeg/service/frames.py",
    "keypeg/service/table.py",
)
"""The modules that are compiled. Classes of the same library call each other as C functions."""

LEFT_OUT = ("keypeg/core/__init__.py", "keypeg/core/errors.py")
"""Modules among them that are not: a compiled package finds no modules, and errors have subclasses in Python."""

LIBRARY = "keypeg.compiled"
"""The name of the extension that has the code of all of them; mypyc adds `__mypyc`."""

MYPY_OPTIONS = ("--config-file=", "--explicit-package-bases", "--follow-imports=silent", "--ignore-missing-imports")
"""The types of other packages are not needed, so that a build needs no more than mypy."""


def main() -> None:
    """Write a compiled copy of the package, or only the extensions."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="where to write it")
    parser.add_argument("--extensions-only", action="store_true", help="do not copy the Python modules")
    options = parser.parse_args()
    folder = options.folder.resolve()
    if not options.extensions_only:
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(SOURCES / "keypeg", folder / "keypeg", ignore=shutil.ignore_patterns("__pycache__"))
    compile_modules(folder)


def list_modules() -> list[str]:
    """List the modules that are compiled."""
    paths = [path.relative_to(SOURCES).as_posix() for pattern in COMPILED for path in sorted(SOURCES.glob(pattern))]
    return [path for path in paths if path not in LEFT_OUT]


def compile_modules(folder: Path) -> None:
    """Write the extensions into this folder as the package has its modules. Exits with an error if that fails."""
    with tempfile.TemporaryDirectory() as temporary, chdir(SOURCES):
        extensions = mypycify(
            [*MYPY_OPTIONS, *list_modules()],
            group_name=LIBRARY,
            target_dir=f"{temporary}/c",
            opt_level="2",
            debug_level="0",
        )
        command = Distribution({"name": "keypeg", "ext_modules": extensions}).get_command_obj("build_ext")
        command.build_lib, command.build_temp = str(folder), f"{temporary}/objects"
        command.ensure_finalized()
        command.run()


if __name__ == "__main__":
    main()
