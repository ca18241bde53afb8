"""Promises about the structure of the code, beside the import contracts."""

import ast
import re
import sys
import tomllib
from pathlib import Path

from keypeg.core.edition import Edition
from keypeg.core.errors import ReadError, RuleError
from keypeg.editions import RULEBOOKS
from keypeg.extras import PACKAGES

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "keypeg"


def test_no_code_depends_on_an_editions_name() -> None:
    """No module contains the name of an edition but its own; the default edition is the exception."""
    offered_first = {("terminal/setup.py", "classic")}
    names = set()
    for path in SOURCE.rglob("*.py"):
        if path.parent.name == "editions":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and node.value in RULEBOOKS:
                names.add((str(path.relative_to(SOURCE)), str(node.value)))
    assert names == offered_first


def test_the_engine_never_reads_an_editions_identifier() -> None:
    """In core only an edition itself reads its `id`, for its name."""
    readers = {
        path.name
        for path in (SOURCE / "core").glob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and node.attr == "id"
    }
    assert readers == {"edition.py"}


def test_no_edition_is_a_subclass() -> None:
    assert Edition.__subclasses__() == []


def test_the_two_kinds_of_error_share_no_code() -> None:
    assert not ReadError.codes & RuleError.codes


def test_no_module_is_too_long() -> None:
    long = {path.name: lines for path in SOURCE.rglob("*.py") if (lines := len(path.read_text().splitlines())) > 400}
    assert long == {}


def test_every_imported_package_is_declared_as_a_dependency() -> None:
    imported = set()
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                imported |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                imported.add(node.module.partition(".")[0])
    expected = {name.replace("_", "-") for name in imported - set(sys.stdlib_module_names) - {"keypeg"}}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = {
        extra: {re.split(r"[^a-z0-9-]", line)[0] for line in lines} - {"keypeg"}
        for extra, lines in project["optional-dependencies"].items()
    }
    assert project["dependencies"] == []
    assert extras.pop("all") == set()
    extras["server"] -= {"uvloop"}  # uvicorn is faster with it, and finds it by itself
    assert extras == {extra: {name.replace("_", "-") for name in names} for extra, names in PACKAGES.items()}
    declared = set().union(*extras.values())
    locked = {re.split(r"[^a-z0-9-]", line)[0] for line in (ROOT / "requirements/play.in").read_text().splitlines()}
    assert expected == declared
    assert declared - locked == extras["cluster"]
