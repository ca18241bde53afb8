"""What commands print with `--json` fits the published JSON Schemas, and the schemas refuse everything else.

The fixture `keypeg` also checks every document that another test of the command line prints.
"""

import io
import json
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from tools.schemas import ADDRESS, write_schema

from keypeg.cli import build_parser, main
from keypeg.cli.completion import commands_of
from keypeg.cli.documents.contest_document import arena_document
from keypeg.cli.documents.document_types import DOCUMENTS
from keypeg.cli.documents.formats import VERSIONS, format_of, read_schema, schema_file
from keypeg.contests.contest import new_contest, play_contest
from keypeg.core.codes import Code, CodeSpace
from keypeg.core.edition import Edition, mark_for
from keypeg.editions import edition
from keypeg.records.edition_links import read_edition, write_edition
from keypeg.records.notation import read_code, read_mark, write_code, write_mark
from keypeg.solver.warmup import warm_up
from keypeg.study import books
from keypeg.terminal import progress
from keypeg.wire.match_values import mark_to_json
from support.command import RECORDS, Keypeg, Ran, accepted, answered_no, refusal
from support.databases import copy_old_database
from support.json_documents import check_document, validator
from support.random_play import editions, random_code, seeds
from support.thoroughness import examples

HEAD = "Keypeg: 1\nEdition: classic\nSeat 1: Ann\n\n"
WRONG_LINE = HEAD + "1 code RRBB\n2 guess RRBY\n1 guess RRBB\n"
RUNNING = HEAD + "1 code RRBB\n2 guess RRBY\n"
DUEL = "Keypeg: 1\nEdition: parker-1974\n\n1 code RBY\n2 code GWO\n1 guess WGY\n2 guess RGB\n1 guess GWO\n"
DEALT = "mastermind-44~seats_3"
SMALL_EDITIONS = ["parker-1974", "parker-1974~different_yes", "traffic-jam-2000", "house~holes_3~colours_4"]
"""Editions that the solver answers for in a moment."""


WITH_SUBCOMMANDS = ("book", "db", "tables")
"""Commands whose documents are named by the word after them too."""


class Example(NamedTuple):
    """A command that prints a document, and the exit status with which it ends."""

    words: str
    stdin: str = ""
    status: int = 0

    @property
    def document(self) -> str:
        """The name of the document."""
        command, argument, *_ = [*self.words.split(), ""]
        return f"{command}-{argument}" if command in WITH_SUBCOMMANDS else command

    def __repr__(self) -> str:
        return self.words


EXAMPLES = [
    Example("editions"),
    Example("editions --lang fr"),
    Example("mark classic RRBB RBYG"),
    Example("mark hasbro-2004 PRBY PBRW"),
    Example("mark traffic-jam-2000 RBYP YVYR --option option=1"),
    Example("mark mastermind-44 .B.G. BBYGW"),
    Example("replay classic.keypeg"),
    Example("replay hasbro-2004-family-4.keypeg --as 2"),
    Example("replay mastermind-44-by-hand.keypeg --as 1"),
    Example("replay traffic-jam-by-hand.keypeg --as spectator"),
    Example("replay - --as 2", RUNNING),
    Example("replay -", WRONG_LINE, 2),
    Example("replay - --as 2", WRONG_LINE, 2),
    Example("analyse - --time 0.05", RUNNING),
    Example("analyse - --time 0.05", WRONG_LINE, 2),
    Example("analyse - --time 0.05", DUEL),
    Example("analyse hasbro-2004-score-sheet.keypeg --round 1 --time 0.05"),
    Example("analyse house-parts.keypeg --round 1 --time 0.05"),
    Example("arena parker-1974 casual beginner --rounds 4 --seed 1"),
    Example("arena classic casual beginner --rounds 1 --seed 1"),
    Example("arena hasbro-2004~seats_3 casual beginner casual --rounds 3 --seed 1"),
    Example("strategy parker-1974"),
    Example("strategy parker-1974 --rule entropy --opening RRB"),
    Example("strategy parker-1974 --worst 5"),
    Example("strategy parker-1974 --worst 2", status=1),
    Example("solve classic --row RRBB:1b1w --row RBYG:1b1w"),
    Example("solve classic~rows_8 --row RRBB:1b0w --row RRBB:2b0w", status=1),
    Example("solve traffic-jam-2000 --row RRBB:2 --time 0.05"),
    Example(f"solve {DEALT} --own ..R.. --row BYRGW:1b,0 --time 0.05"),
    Example(f"solve {DEALT} --own ..R.. --row BYRGW:1b,0 --row BYRGW:0,0 --time 0.05", status=1),
    Example("puzzle classic --seed 7"),
    Example("puzzle classic --seed 7 --answer KWYW --solution"),
    Example("puzzle classic --seed 7 --answer RRRR", status=1),
    Example("puzzle classic --kind best-guess --difficulty easy --seed 1 --answer RRRR --solution", status=1),
    Example("puzzle classic --daily 2026-11-16 --solution"),
    Example("puzzle mastermind-44 --seed 1 --difficulty hard"),
    Example("db check --database tables.sqlite"),
    Example("db check --database damaged.sqlite", status=1),
    Example("db prune --older-than 1d --database tables.sqlite"),
    Example("db prune --older-than 1d --dry-run --database damaged.sqlite"),
    Example("tables list --database damaged.sqlite"),
    Example("tables list --state finished --most 1 --database tables.sqlite"),
    Example("tables show table2 --database tables.sqlite"),
    Example("tables show table5 --database tables.sqlite"),
    Example("tables show table1 --database damaged.sqlite"),
    Example("tables end table1 --database tables.sqlite"),
    Example("tables end table4 --database tables.sqlite", status=1),
    Example("tables remove table3 --database tables.sqlite"),
    Example("book list"),
    Example("book verify parker-1974"),
]


@pytest.fixture(scope="module", autouse=True)
def _solver_is_ready() -> None:
    warm_up()


@pytest.fixture(autouse=True)
def no_compile_notice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Suppress the notice that kernels are being compiled; they are then compiled when they are used."""
    monkeypatch.setattr(progress, "prepare", lambda *_: None)


def make_databases() -> None:
    """Make the databases of the examples: one with tables in each state, and one with a damaged table."""
    copy_old_database(Path("tables.sqlite"))
    damaged = copy_old_database(Path("damaged.sqlite"))
    damaged.ask("update entries set body = x'7b' where table_id = 'table1' and number = 3")


def run_example(once: Keypeg, example: Example) -> Ran:
    if ".sqlite" in example.words:
        make_databases()
    words = [RECORDS / word if word.endswith(".keypeg") else word for word in example.words.split()]
    return once(*words, "--json", stdin=example.stdin)


# Documents


@pytest.mark.parametrize("example", EXAMPLES, ids=repr)
def test_a_document_fits_its_schema(once: Keypeg, example: Example) -> None:
    ran = run_example(once, example)
    assert ran.status == example.status
    assert check_document(ran.out)["format"] == format_of(example.document)


def test_a_book_that_is_wrong_fits_the_schema(keypeg: Keypeg, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: object) -> None:
        raise ValueError("code 1 is not found")

    monkeypatch.setattr(books, "play_all", fail)
    document = check_document(answered_no(keypeg("book", "verify", "parker-1974", "--json")))
    assert document["right"] is False
    assert [(book["played"], book["error"]) for book in document["books"]] == [(None, "code 1 is not found")]


def test_a_contest_that_was_stopped_at_once_fits_the_schema() -> None:
    contest = new_contest(edition("parker-1974"), ["casual", "beginner"], 4, "1", 1.0)
    document = check_document(json.dumps(arena_document(play_contest(contest, lambda done, matches: False))))
    assert (document["matches"], document["complete"]) == (0, False)
    assert [player["matches_won"] for player in document["players"]] == [None, None]


@pytest.mark.parametrize("arguments", ["mark classic RRBB RRBZ", "solve classic --row RRBB", "replay nothing"])
def test_an_error_prints_no_document(keypeg: Keypeg, arguments: str) -> None:
    ran = keypeg(*arguments.split(), "--json")
    assert refusal(ran)
    assert ran.out == ""


def test_every_document_has_an_example() -> None:
    assert {example.document for example in EXAMPLES} == set(VERSIONS)


def test_numbers_have_full_precision(once: Keypeg) -> None:
    document = check_document(run_example(once, Example("strategy parker-1974")).out)
    assert document["strategy"]["average"] == 854 / 216


# Wrong documents

OPEN = {"details", "labels", "meanings"}
"""The fields whose objects may have any keys: the values in a sentence, and the values of an option."""


def objects_in(value: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], dict[str, Any]]]:
    """Every object in a document, with its path; elements of the same list have the same path."""
    if isinstance(value, list):
        for part in value:
            yield from objects_in(part, path)
    if isinstance(value, dict):
        yield path, value
        for name, part in value.items():
            if name not in OPEN:
                yield from objects_in(part, (*path, name))


@pytest.mark.parametrize("document", VERSIONS)
def test_a_schema_refuses_a_missing_a_misspelt_and_a_wrongly_typed_field(once: Keypeg, document: str) -> None:
    is_valid = validator(document).is_valid
    tried: set[tuple[str, ...]] = set()
    for example in EXAMPLES:
        if example.document != document:
            continue
        valid = deepcopy(check_document(run_example(once, example).out))
        for path, part in objects_in(valid):
            for name in list(part):
                if (*path, name) in tried:
                    continue
                tried.add((*path, name))
                value = part.pop(name)
                assert not is_valid(valid), f"without {'.'.join((*path, name))}"
                part[f"{name}_"] = value
                assert not is_valid(valid), f"misspelt {'.'.join((*path, name))}"
                del part[f"{name}_"]
                for wrong in ([["wrong"]], {"wrong": 1}) if name not in OPEN else ([["wrong"]], "wrong"):
                    part[name] = wrong
                    assert not is_valid(valid), f"wrong {'.'.join((*path, name))}"
                part[name] = value
            part["extra"] = 1
            assert not is_valid(valid), f"more in {'.'.join(path)}"
            del part["extra"]
        assert is_valid(valid)
    assert ("format",) in tried


@pytest.mark.parametrize("document", VERSIONS)
def test_a_schema_refuses_other_documents_and_other_versions(once: Keypeg, document: str) -> None:
    example = next(example for example in EXAMPLES if example.document == document)
    valid = check_document(run_example(once, example).out)
    assert [name for name in VERSIONS if validator(name).is_valid(valid)] == [document]
    assert not validator(document).is_valid({**valid, "format": f"keypeg-{document}-{VERSIONS[document] + 1}"})


@pytest.mark.parametrize("code", ["", "rrbb", "RR BB", "1296"])
def test_a_code_is_written_in_capital_letters_and_full_stops(once: Keypeg, code: str) -> None:
    document = check_document(run_example(once, Example("mark classic RRBB RBYG")).out)
    assert not validator("mark").is_valid({**document, "guess": code})
    assert validator("mark").is_valid({**document, "guess": "R.B."})


# Random documents


def print_document(*words: str) -> tuple[int, dict[str, Any]]:
    """The exit status of a command, and the document that it prints."""
    out, error = io.StringIO(), io.StringIO()
    with mock.patch.object(sys, "stdin", io.StringIO()), redirect_stdout(out), redirect_stderr(error):
        status = main([*words, "--json"])
    assert error.getvalue() == ""
    return status, check_document(out.getvalue())


def draw_code(space: CodeSpace, rng: Random) -> Code:
    code = random_code(space, rng)
    assert code is not None
    return code


@examples(100)
@given(editions(), seeds())
def test_the_mark_of_any_two_codes_fits_the_schema(rules: Edition, seed: int) -> None:
    rng = Random(seed)
    secret, guess = draw_code(rules.secret_space(1), rng), draw_code(rules.guess_space(1), rng)
    link, letters = write_edition(rules), rules.palette
    status, document = print_document("mark", link, write_code(secret, letters), write_code(guess, letters))
    assert status == 0
    assert document["edition"] == link
    assert (read_code(document["secret"], letters), read_code(document["guess"], letters)) == (secret, guess)
    expected = mark_for(rules, secret, guess)
    assert document["mark"] == mark_to_json(expected)
    assert read_mark(document["notation"]) == expected


@examples(60)
@given(st.sampled_from(SMALL_EDITIONS), st.integers(0, 4), seeds())
def test_advice_on_any_rows_fits_the_schema(link: str, length: int, seed: int) -> None:
    rules, rng = read_edition(link), Random(seed)
    letters, marking = rules.palette, rules.marking
    guesses = [draw_code(rules.guess_space(2), rng) for _ in range(length)]
    rows = [(guess, marking.mark(draw_code(rules.secret_space(2), rng), guess)) for guess in guesses]
    words = [f"{write_code(guess, letters)}:{write_mark(mark)}" for guess, mark in rows]
    options = [part for row in words for part in ("--row", row)]
    status, document = print_document("solve", link, *options, "--time", "0.05")
    candidates = [
        code for code in rules.secret_space(2) if all(marking.mark(code, guess) == mark for guess, mark in rows)
    ]
    assert sorted(document["candidates"]) == sorted(write_code(code, letters) for code in candidates)
    assert document["codes_left"] == len(candidates)
    assert [row["marks"] for row in document["rows"]] == [[mark_to_json(mark)] for _, mark in rows]
    has_contradiction = not candidates
    assert (status == 1, document["best"] is None, bool(document["changes"])) == (has_contradiction,) * 3


# Schemas


@pytest.mark.parametrize("document", VERSIONS)
def test_a_published_schema_is_generated_from_the_types(document: str) -> None:
    """If this fails, run `python -m tools.schemas`, and read docs/json.md on changing a document."""
    assert read_schema(document) == write_schema(document)


@pytest.mark.parametrize("document", VERSIONS)
def test_a_schema_is_a_schema_with_an_address_and_a_description(document: str) -> None:
    schema = json.loads(read_schema(document))
    Draft202012Validator.check_schema(schema)
    assert schema["$id"] == f"{ADDRESS}/{schema_file(document)}"
    assert (Path(__file__).parent.parent.parent / schema["$id"].partition("/raw/main/")[2]).is_file()
    assert schema["description"]
    assert schema["properties"]["format"]["const"] == format_of(document)


@pytest.mark.parametrize("document", VERSIONS)
def test_every_field_is_described(document: str) -> None:
    schema = json.loads(read_schema(document))
    shapes = {"": schema, **schema["$defs"]}
    fields = [
        (f"{shape_name}.{name}", field)
        for shape_name, shape in shapes.items()
        for name, field in shape.get("properties", {}).items()
    ]
    described = {"description", "$ref", "const", "enum"}
    assert [name for name, field in fields if not described & set(field)] == []


def test_every_document_has_a_version_and_a_type() -> None:
    assert list(DOCUMENTS) == list(VERSIONS)


def test_every_command_with_json_has_a_schema() -> None:
    commands = {
        command.name
        for command in commands_of(build_parser("en"))
        if any(option.name == "--json" for option in command.options)
    }
    assert commands == {document.partition("-")[0] for document in VERSIONS}


# The command


def test_schemas_are_listed_with_their_formats(keypeg: Keypeg) -> None:
    lines = accepted(keypeg("schema")).splitlines()
    assert [line.split() for line in lines] == [[document, format_of(document)] for document in VERSIONS]


@pytest.mark.parametrize("document", VERSIONS)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_schema_is_printed_as_published(keypeg: Keypeg, document: str, lang: str) -> None:
    assert accepted(keypeg("schema", document, "--lang", lang)) == read_schema(document)


def test_an_unknown_schema_is_refused_with_a_suggestion(keypeg: Keypeg) -> None:
    assert refusal(keypeg("schema", "solv")).endswith("Did you mean solve?")
    assert "book-list, book-verify" in refusal(keypeg("schema", "book"))
