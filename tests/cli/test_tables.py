"""The command `tables`: the operator lists, shows, ends and removes tables, also while a server runs."""

import json
from pathlib import Path

import pytest

from support.command import Keypeg, accepted, answered_no, refusal
from support.databases import SqliteFile, copy_old_database


@pytest.fixture
def old(home: Path) -> SqliteFile:
    """A database with tables in each state."""
    return copy_old_database(home / "tables.sqlite")


def test_tables_are_listed_by_their_last_use(keypeg: Keypeg, old: SqliteFile) -> None:
    words = ("tables", "list", "--database", old.path)
    lines = accepted(keypeg(*words)).splitlines()
    assert {line.split()[0] for line in lines} == {f"table{number}" for number in range(1, 6)}
    listed = json.loads(accepted(keypeg(*words, "--json")))["tables"]
    assert [table["table"] for table in listed] == [line.split()[0] for line in lines]
    times = [table["last_used_at"] for table in listed]
    assert times == sorted(times, reverse=True)
    assert [line.split()[0] for line in accepted(keypeg(*words, "--state", "finished")).splitlines()] == ["table3"]
    assert accepted(keypeg(*words, "--most", "1")) == lines[0] + "\n"
    assert "table1  en cours  2023-11-14 22:13  classic  Ann, Ben" in accepted(keypeg(*words, "--lang", "fr"))


def test_a_table_is_shown_with_its_seats(keypeg: Keypeg, old: SqliteFile) -> None:
    shown = accepted(keypeg("tables", "show", "table5", "--database", old.path))
    assert "Seat 1: Casey (computer, casual)" in shown
    assert "Seat 2: Eve" in shown
    assert "Opened: 2023-11-14 22:13 (UTC)" in shown


def test_a_match_is_ended_once(keypeg: Keypeg, old: SqliteFile) -> None:
    words = ("tables", "end", "table1", "--database", old.path)
    assert accepted(keypeg(*words)).startswith("The match at table table1 has ended")
    assert "table1  finished" in accepted(keypeg("tables", "show", "table1", "--database", old.path))
    assert answered_no(keypeg(*words)) == "No match is being played at table table1.\n"
    assert accepted(keypeg("db", "check", "--database", old.path))


def test_a_removed_table_leaves_nothing_behind(keypeg: Keypeg, old: SqliteFile) -> None:
    words = ("tables", "remove", "table3", "--database", old.path)
    assert accepted(keypeg(*words)) == "Table table3 removed, with its log, tokens and links.\n"
    for table in ("entries", "tokens", "links"):
        assert old.ask(f"select count(*) from {table} where table_id = 'table3'") == [(0,)]
    assert refusal(keypeg(*words)) == "This table does not exist."
    assert len(accepted(keypeg("tables", "list", "--database", old.path)).splitlines()) == 4


def test_a_damaged_table_is_listed_and_can_be_removed(keypeg: Keypeg, old: SqliteFile) -> None:
    old.ask("update entries set body = x'7b' where table_id = 'table1' and number = 3")
    words = ("--database", old.path)
    assert accepted(keypeg("tables", "list", "--state", "damaged", *words)).startswith("table1  damaged")
    assert accepted(keypeg("tables", "show", "table1", *words)).startswith("table1  damaged")
    assert answered_no(keypeg("tables", "end", "table1", *words))
    accepted(keypeg("db", "prune", "--older-than", "1d", *words))
    assert accepted(keypeg("tables", "list", *words)).startswith("table1  damaged"), "age does not remove it"
    assert accepted(keypeg("tables", "remove", "table1", *words))
    assert accepted(keypeg("db", "check", *words))
