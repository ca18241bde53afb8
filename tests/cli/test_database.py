"""The command `db`: check, prune and upgrade the server's database."""

import asyncio
from pathlib import Path

import pytest

from support.command import Keypeg, accepted, answered_no, refusal
from support.databases import SqliteFile, copy_old_database
from support.service_harness import open_seated_table, run, serving


@pytest.fixture
def database(home: Path) -> SqliteFile:
    return SqliteFile(home / "tables.sqlite")


def test_a_check_says_what_is_damaged_and_answers_with_its_status(keypeg: Keypeg, database: SqliteFile) -> None:
    async def fill() -> str:
        async with serving(database) as tables:
            opened = (await open_seated_table(tables)).id
            words = ("db", "check", "--database", str(database.path))
            ran = await asyncio.to_thread(keypeg, *words)  # beside the server
            assert accepted(ran) == "The database is sound: the log of its 1 table was replayed.\n"
            assert "as far as a quick check can tell" in accepted(await asyncio.to_thread(keypeg, *words, "--quick"))
            return opened

    opened = run(fill())
    words = ("db", "check", "--database", database.path)
    database.ask(f"update entries set body = x'7b' where table_id = '{opened}' and number = 3")
    assert answered_no(keypeg(*words)) == (
        f"Table {opened} is damaged: entry 3 cannot be read.\n"
        "Restore a backup, or let the server set 1 damaged table aside and serve the others.\n"
    )
    database.ask(f"delete from entries where table_id = '{opened}' and number = 2")
    assert f"Table {opened} is damaged: an entry is missing." in answered_no(keypeg(*words, "--quick"))
    assert f"La table {opened} est endommagée" in answered_no(keypeg(*words, "--quick", "--lang", "fr"))


def test_a_file_whose_first_page_is_damaged_is_an_answer_too(keypeg: Keypeg, database: SqliteFile) -> None:
    with database.path.open("r+b") as stream:
        stream.seek(100)
        stream.write(b"\xff" * 400)
    assert "damaged" in answered_no(keypeg("db", "check", "--database", database.path))


def test_tables_that_nobody_has_used_are_pruned_after_a_look_at_them(keypeg: Keypeg, home: Path) -> None:
    file = copy_old_database(home / "tables.sqlite")
    words = ("db", "prune", "--older-than", "1d", "--database", file.path)
    shown = accepted(keypeg(*words, "--dry-run", "--export", home / "records"))
    assert shown.splitlines()[-1] == "5 tables would be removed."
    assert "table3  finished  2023-11-14 22:13  classic  Dan, Dan" in shown
    assert not (home / "records").exists()
    assert accepted(keypeg(*words, "--export", home / "records", "--lang", "fr")).endswith("5 tables supprimées.\n")
    assert sorted(path.name for path in (home / "records").iterdir()) == [f"table{n}.keypeg" for n in (1, 3, 5)]
    assert accepted(keypeg("replay", home / "records" / "table3.keypeg"))
    assert accepted(keypeg(*words)) == "0 tables removed.\n"
    assert accepted(keypeg("tables", "list", "--database", file.path)) == "No tables.\n"


def test_a_table_stays_if_its_record_cannot_be_written(keypeg: Keypeg, home: Path) -> None:
    file = copy_old_database(home / "tables.sqlite")
    (home / "records").write_text("a file")
    words = ("db", "prune", "--older-than", "1d", "--database", file.path, "--export", home / "records")
    assert "records" in refusal(keypeg(*words))
    assert {"table1", "table3", "table5"} <= {row[0] for row in file.ask("select id from tables")}


@pytest.mark.parametrize("words", ["db check", "db prune --older-than 1d", "tables list", "tables remove table1"])
def test_a_missing_file_is_not_created(keypeg: Keypeg, home: Path, words: str) -> None:
    line = refusal(keypeg(*words.split(), "--database", home / "none.sqlite"))
    assert line == "There is no database of this name. Create it first."
    assert not (home / "none.sqlite").exists()
