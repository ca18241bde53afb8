"""The documents name files, modules and functions that exist, and every relative link leads somewhere."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from keypeg.server.settings import Limits

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src"

DOCUMENTS = sorted(
    path for path in (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("examples/**/*.md")) if path.is_file()
)

LINK = re.compile(r"(?:\]\(|(?:src|href)=\")([^)\"\s]+)")
NAME = re.compile(r"(?<![\w./-])keypeg(?:\.[A-Za-z_]\w*)+")
PATH = re.compile(r"(?<![\w./-])(?:src|tests|tools|web|docs|examples|bench|requirements)/[\w./-]*[\w-]/?")

ROOMS = "|".join(sorted(path.name for path in (SOURCE / "keypeg").iterdir() if path.is_dir()))
MODULE = re.compile(rf"(?<![\w./])(?:{ROOMS})(?:\.[a-z_]+)+(?![\w.]*\()")
CALLED = re.compile(r"\b(\w+)\(\)")

ENTRY_POINTS = {"keypeg.players"}
"""Names that are also entry-point groups."""

MADE_UP = re.compile(r"pocket|\bdice\b|parity_bot|(^|[/_.])es([/_.]|$)|NNNN")
"""What the examples in the guides add: these files and modules exist only for a reader who follows the guide."""


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_relative_link_resolves(document: Path) -> None:
    links = {link.partition("#") for link in LINK.findall(document.read_text(encoding="utf-8"))}
    relative = [(path, anchor) for path, _, anchor in links if not re.match(r"[a-z]+:", path)]
    missing = [path for path, _ in relative if path and not (document.parent / path).exists()]
    assert missing == []
    for path, anchor in relative:
        target = document.parent / path if path else document
        if anchor and target.suffix == ".md":
            assert anchor in anchors(target), f"{path}#{anchor}"


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_module_and_function_named_exists(document: Path) -> None:
    names = set(NAME.findall(document.read_text(encoding="utf-8"))) - ENTRY_POINTS
    assert sorted(name for name in names if not MADE_UP.search(name) and not is_defined(name)) == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_path_named_exists(document: Path) -> None:
    text = re.sub(r"\]\([^)]*\)", "]", document.read_text(encoding="utf-8"))  # links are checked above
    paths = {path.rstrip("./") for path in PATH.findall(text)}
    assert sorted(path for path in paths if not MADE_UP.search(path) and not (ROOT / path).exists()) == []


def test_the_walks_through_the_architecture_name_functions_that_exist() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    walks = "\n".join(re.findall(r"```\n(.*?)```", text, re.DOTALL))
    modules, called = set(MODULE.findall(walks)), set(CALLED.findall(walks))
    assert len(modules) > 15
    assert len(called) > 20
    files = {name: SOURCE / "keypeg" / (name.replace(".", "/") + ".py") for name in modules}
    packages = {name for name, file in files.items() if file.with_suffix("").is_dir()}
    assert sorted(name for name, file in files.items() if name not in packages and not file.is_file()) == []
    sources = "".join(file.read_text(encoding="utf-8") for file in files.values() if file.is_file())
    assert sorted(name for name in called if f"def {name}(" not in sources) == []


def test_every_limit_is_documented_with_its_usual_value() -> None:
    text = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
    documented = dict(re.findall(r"^\| `(\w+)` \| ([0-9.]+) \| \S", text, re.MULTILINE))
    assert {name: float(usual) for name, usual in documented.items()} == vars(Limits())


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_tool_named_exists(document: Path) -> None:
    names = set(re.findall(r"-m ((?:tools|bench)(?:\.\w+)*)", document.read_text(encoding="utf-8")))
    files = {name: ROOT / name.replace(".", "/") for name in names}
    missing = [name for name, file in files.items() if not (file.is_dir() or file.with_suffix(".py").is_file())]
    assert missing == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_document_uses_he_for_a_player(document: Path) -> None:
    """A person is “the player” or “they”; see docs/glossary.md."""
    text = re.sub(r"```.*?```", "", document.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert re.findall(r"\b(?:whoever|he|his|him|himself)\b", text, re.IGNORECASE) == []


@cache
def anchors(document: Path) -> frozenset[str]:
    """The anchors that GitHub makes of the headings of a document."""
    headings = re.findall(r"^#+ (.*)$", document.read_text(encoding="utf-8"), re.MULTILINE)
    return frozenset(re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings)


def is_defined(name: str) -> bool:
    """Whether a dotted name is a package, a module, or something that a module defines or imports."""
    parts = name.split(".")
    for end in range(len(parts), 0, -1):
        module = SOURCE.joinpath(*parts[:end])
        file = module / "__init__.py" if module.is_dir() else module.with_suffix(".py")
        if file.is_file():
            return end == len(parts) or parts[end] in defined_in(file)
        if module.is_dir():
            return end == len(parts)
    return False


@cache
def defined_in(file: Path) -> frozenset[str]:
    """The names at the top level of a module; found without importing it, for the solver is slow to load."""
    defined: set[str] = set()
    body = ast.parse(file.read_text(encoding="utf-8")).body
    loaded_later = [node for block in body if isinstance(block, ast.If) for node in block.body]
    for node in (*body, *loaded_later):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                defined.add(name)
            case ast.Assign(targets=targets):
                defined.update(target.id for target in targets if isinstance(target, ast.Name))
            case ast.AnnAssign(target=ast.Name(id=name)):
                defined.add(name)
            case ast.Import(names=names) | ast.ImportFrom(names=names):
                defined.update(alias.asname or alias.name for alias in names)
    return frozenset(defined)
