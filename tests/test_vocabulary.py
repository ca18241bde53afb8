"""The language of the project, as far as a test can keep it: docs/glossary.md has the words, this test the rest."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from support.page_names import bound_page_names

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "keypeg"
FOLDERS = ("src", "tests", "tools", "bench", "examples")

NOUNS = {
    "hashing": "the name of the technique",
    "marking": "an edition has a marking",
    "monitoring": "what operators call it",
    "scoring": "an edition has a scoring",
}
"""Words that end like a gerund and are nouns, each with the reason."""

MAX_MODULES_IN_SOLVER = 5

ENGLISH = (
    *("README.md", "CONTRIBUTING.md", "Makefile", "pyproject.toml"),
    *(
        f"{folder}/**/*.{ending}"
        for folder in ("src", "tests", "tools", "bench", "examples")
        for ending in ("py", "sql")
    ),
    *("docs/**/*.md", "web/src/**/*.ts", "web/src/**/*.svelte", "web/src/**/*.css"),
    "src/keypeg/i18n/locale/en/*.po",
)
"""The files in English. In French a match or a code is masculine; its catalogue is another matter."""

PERSON = re.compile(r"\b(?:whoever|whomever|he|his|him|himself)\b", re.IGNORECASE)
"""Words in place of which the glossary has the player, the client, the caller, or they."""

VAGUE_NAMES = {
    *("asked", "found", "got", "judged", "kept", "said", "tell", "tells", "told", "wanted", "worth"),
    *("many", "one", "ones", "thing", "those", "what", "who", "whom"),
}
"""Names that say nothing about a value: call it a match, a row, a sentence, an answer, a count …"""

FIELDS_IN_JSON = {("study/answers/lessons.py", "found")}
"""A field of an answer, whose name is part of the API."""

VAGUE_NAMES_IN_PAGES = {*VAGUE_NAMES, "book"}
"""In the pages nothing is a strategy that is stored: an edition has its rules or its summary."""

WHERE_TO_START = re.compile(r"\bstart (?:with|at|in|from|reading)\b", re.IGNORECASE)


def packages() -> list[Path]:
    return sorted(path.parent for path in PACKAGE.rglob("__init__.py"))


def english_files() -> Iterator[Path]:
    for pattern in ENGLISH:
        yield from (
            path
            for path in ROOT.glob(pattern)
            if path.name not in ("test_vocabulary.py", "test_documents.py") and "__pycache__" not in path.parts
        )


def test_no_module_is_named_by_a_gerund() -> None:
    """A module is named by a noun that a stranger would search for; `guessing_game` is a kind of game."""
    modules = [path for folder in FOLDERS for path in ROOT.glob(f"{folder}/**/*.py")]
    heads = {str(path.relative_to(ROOT)): path.stem.rpartition("_")[2] for path in modules}
    assert [path for path, head in heads.items() if head.endswith("ing") and head not in NOUNS] == []


def test_the_solver_is_sorted_into_packages() -> None:
    modules = [path.name for path in (PACKAGE / "solver").glob("*.py")]
    assert len(modules) <= MAX_MODULES_IN_SOLVER, sorted(modules)


def test_no_class_name_has_two_meanings() -> None:
    """The JSON form of a value, a type of `keypeg.wire` or derived from its `Closed`, may have the value's name."""
    modules = defaultdict(list)
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef) and not is_json_type(node, path):
                modules[node.name].append(str(path.relative_to(PACKAGE)))
    assert {name: paths for name, paths in modules.items() if len(paths) > 1} == {}


def is_json_type(node: ast.ClassDef, path: Path) -> bool:
    return path.is_relative_to(PACKAGE / "wire") or any(ast.unparse(base) == "Closed" for base in node.bases)


def test_no_sentence_calls_a_person_he_or_whoever() -> None:
    lines = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in english_files()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if PERSON.search(line)
    ]
    assert lines == []


def test_no_function_argument_or_variable_has_a_vague_name() -> None:
    vague = [
        (path.relative_to(PACKAGE).as_posix(), name)
        for path in sorted(PACKAGE.rglob("*.py"))
        for name in bound_names(path)
        if name.strip("_") in VAGUE_NAMES
    ]
    assert [place for place in vague if place not in FIELDS_IN_JSON] == []


def test_no_name_in_the_pages_is_vague() -> None:
    vague = [
        (str(path.relative_to(ROOT)), name)
        for path in page_files()
        for name in bound_page_names(path.read_text(encoding="utf-8"))
        if name in VAGUE_NAMES_IN_PAGES
    ]
    assert vague == []


def page_files() -> list[Path]:
    """The modules and components of `web/` and their tests, except the types that are generated from JSON schemas."""
    paths = [*ROOT.glob("web/src/**/*.*"), *ROOT.glob("web/tests/**/*.*")]
    return sorted(path for path in paths if path.suffix in (".ts", ".svelte") and path.name != "wire.ts")


@pytest.mark.parametrize(
    "source",
    [
        "const one = 1",
        "let one: Seat | null = $state(null)",
        "const { edition, one } = answer",
        "const { edition: one } = answer",
        "const [first, one] = pairs",
        "function one(): void {}",
        "function rowOf(table: Table, one?: number): Row {",
        "async function show({ one }: Shown): Promise<void> {",
        "const first = rows.find((one) => one.seat === seat)",
        "const first = rows.find((one: Row, index) => index)",
        "const widest = rows.map(one => one.width)",
        "  onframe(one: Frame): void {",
        "for (const one of rows) draw(one)",
        "let {\n    table = { id: 1 },\n    /** Its row. */\n    one = 1,\n  }: {\n    table: Table\n  } = $props()",
        "{#each rows as one (one.row)}",
        "{#each rows as { one, mark }, index (index)}",
        "{#each rows as [first, one] (first)}",
        "{#await load() then one}",
        "{:then one}",
        "{@const one = rows[0]}",
        "{#snippet button(one: Button)}",
    ],
)
def test_a_name_is_found_wherever_a_page_can_bind_it(source: str) -> None:
    assert "one" in set(bound_page_names(source))


@pytest.mark.parametrize(
    "source",
    [
        "const row = rows[0] // one of them",
        "/** Leaves one: `const one = 1` */",
        "const text = 'const one = 1'",
        "const text = s('won', { one: 1 })",
        "const { one: cracked } = result",
        "const first = result.one",
        "<style>\n  .one { color: red }\n</style>",
    ],
)
def test_a_word_that_a_page_does_not_bind_is_no_name(source: str) -> None:
    assert "one" not in set(bound_page_names(source))


@cache
def bound_names(path: Path) -> frozenset[str]:
    """The names of functions, arguments and variables in a module."""
    return frozenset(_bound_names(ast.parse(path.read_text(encoding="utf-8"))))


def _bound_names(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.arg(arg=name):
                yield name
            case ast.Name(id=name, ctx=ast.Store()):
                yield name


def test_conversions_to_json_are_named_by_one_pattern() -> None:
    """`view_to_json(view)` returns a view as JSON values."""
    names = {name for path in PACKAGE.rglob("*.py") for name in bound_names(path)}
    assert {name for name in names if name.startswith(("plain_", "_plain_", "json_of_"))} == set()


def test_every_kind_of_english_file_is_read() -> None:
    assert {path.suffix for path in english_files()} >= {".md", ".py", ".ts", ".svelte", ".po"}


@pytest.mark.parametrize("package", packages(), ids=lambda path: path.relative_to(PACKAGE.parent).as_posix())
def test_every_package_says_what_it_is_for_and_where_to_start(package: Path) -> None:
    docstring = ast.get_docstring(ast.parse((package / "__init__.py").read_text(encoding="utf-8"))) or ""
    assert len(docstring) >= 100, "too short to say what the package is for"
    assert WHERE_TO_START.search(docstring), "it does not say where to start"
