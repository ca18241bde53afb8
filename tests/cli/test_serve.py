"""The commands of the table server: serve, and db upgrade."""

import argparse
import json
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from datetime import date
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

import pytest

from keypeg.cli.limit_options import read_limits, read_networks
from keypeg.draws.daily_code import daily_code
from keypeg.records.edition_links import read_edition
from keypeg.records.notation import write_code
from keypeg.server.settings import Limits
from keypeg.service.storage.migrations import read_steps
from support.command import PATIENCE, Keypeg, accepted, command, environment, refusal
from support.played_table import free_port


def test_a_database_is_upgraded_once_to_the_schema_of_this_version(keypeg: Keypeg, home: Path) -> None:
    file = home / "new" / "tables.sqlite"
    now = len(read_steps("sqlite"))
    output = accepted(keypeg("db", "upgrade", "--database", file))
    assert output == f"Database upgraded from version 0 to version {now}.\n"
    assert accepted(keypeg("db", "upgrade", "--database", file)) == f"The database is up to date (version {now}).\n"
    french = accepted(keypeg("db", "upgrade", "--database", f"sqlite:///{file}", "--lang", "fr"))
    assert french == f"La base de données est à jour (version {now}).\n"


def test_the_default_database_is_a_file_in_the_data_folder(keypeg: Keypeg, home: Path) -> None:
    accepted(keypeg("db", "upgrade"))
    assert [file.name for file in home.rglob("*.sqlite")] == ["tables.sqlite"]


@pytest.mark.parametrize("words", [("db", "upgrade"), ("serve",)])
def test_a_database_of_a_newer_version_is_left_unchanged(keypeg: Keypeg, home: Path, words: tuple[str, ...]) -> None:
    file = home / "tables.sqlite"
    accepted(keypeg("db", "upgrade", "--database", file))
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("pragma user_version = 99")
    port = ("--port", str(free_port())) if words == ("serve",) else ()
    output = refusal(keypeg(*words, *port, "--database", file))
    assert output.startswith("The database was made by a newer version (99; ")


def test_an_unknown_kind_of_database_is_refused(keypeg: Keypeg, home: Path) -> None:
    (home / "notes.txt").write_text("no database at all, but long enough to be one" * 50)
    assert "database" in refusal(keypeg("db", "upgrade", "--database", home / "notes.txt"))
    assert "database" in refusal(
        keypeg("db", "upgrade", "--database", f"postgresql://nobody@127.0.0.1:{free_port()}/none")
    )


def _called(port: int, name: str, more: str = "") -> int:
    """The status of a request with this host name."""
    try:
        with urlopen(Request(f"http://127.0.0.1:{port}/api/editions", headers={"Host": name, "X": more})) as answer:
            return int(answer.status)
    except HTTPError as refused:
        with refused:
            return refused.code


def _finds(port: int, key: bytes) -> bool:
    """Whether the daily code at this server is the one derived from this key."""

    def ask(path: str, token: str = "", **body: object) -> Any:
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
        with urlopen(Request(f"http://127.0.0.1:{port}/api/{path}", json.dumps(body).encode(), headers)) as answer:
            return json.load(answer)

    with urlopen(f"http://127.0.0.1:{port}/api/daily") as answer:
        day = date.fromisoformat(json.load(answer)["day"])
    rules = read_edition("classic")
    code = write_code(daily_code(rules, day, key), rules.palette)
    entered = ask("daily", edition="classic", name="Ann")
    table = f"tables/{entered['table']}"
    ask(f"{table}/actions", entered["token"], seat=2, action=f"guess {code}", key="1")
    seen = Request(f"http://127.0.0.1:{port}/api/{table}", headers={"Authorization": f"Bearer {entered['token']}"})
    with urlopen(seen) as answer:
        return any(reveal["code"] == code for reveal in json.load(answer)["reveals"])


def test_a_server_prints_its_address_and_stops_on_request(home: Path) -> None:
    port = free_port()
    words = command("serve", "--port", str(port), "--database", str(home / "tables.sqlite"), "--name", "den.local")
    words += ["--allow", "127.0.0.0/8", "--limit", "head=1000"]
    env = environment(home, KEYPEG_DAILY_KEY="mine", KEYPEG_LIMITS="requests=0.001 request_burst=1 head=2000")
    server = subprocess.Popen(words, env=env, cwd=home, stderr=subprocess.PIPE, text=True)
    assert server.stderr is not None
    assert server.stderr.readline() == f"Keypeg is running at http://127.0.0.1:{port}/\n"
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        try:
            assert urlopen(f"http://127.0.0.1:{port}/readyz", timeout=PATIENCE).status == 200
            break
        except URLError:
            time.sleep(0.02)
    assert [_called(port, name) for name in ("den.local", "evil.example")] == [200, 421]
    assert [_called(port, "localhost", "a" * size) for size in (500, 1000)] == [200, 431]
    assert _finds(port, b"mine")
    server.send_signal(signal.SIGINT)
    assert server.wait(PATIENCE) in (0, 130, -signal.SIGINT)
    assert "Traceback" not in server.stderr.read()
    server.stderr.close()


def test_limits_come_from_options_and_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    options = argparse.Namespace(limit=["tables=500", "openings=2.5", "connections=0"], allow=[])
    assert read_limits(options) == Limits(tables=500, openings=2.5)
    assert read_networks(options) == ()
    monkeypatch.setenv("KEYPEG_LIMITS", "joins=3 tables=7")
    monkeypatch.setenv("KEYPEG_ALLOW", "192.0.2.0/24 2001:db8::/48")
    assert read_limits(options) == Limits(tables=500, openings=2.5, joins=3)
    assert read_networks(options) == ("192.0.2.0/24", "2001:db8::/48")
    options.allow = ["*"]
    assert read_networks(options) == ("*",)


def test_a_port_in_use_is_refused_before_anything_starts(keypeg: Keypeg, home: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        output = refusal(keypeg("serve", "--port", port, "--database", home / "tables.sqlite"))
    assert output.startswith(f"Cannot listen on 127.0.0.1:{port} (")
    assert not (home / "tables.sqlite").exists()


def test_bare_keypeg_serves_locally_and_opens_the_browser(home: Path) -> None:
    """A second `keypeg` opens the browser on the server that is already running."""
    opened = home / "opened"
    browser = home / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" >> "{opened}"\n')
    browser.chmod(0o755)
    env = environment(home, BROWSER=str(browser))
    port = free_port()  # the usual one may be in use, even by another Keypeg
    script = f"from keypeg.cli import main, serve; serve.HOME_PORT = {port}; raise SystemExit(main([]))"
    bare = [sys.executable, "-c", script]
    server = subprocess.Popen(bare, env=env, cwd=home, stderr=subprocess.PIPE, text=True)
    try:
        assert server.stderr is not None
        line = server.stderr.readline()
        address = line.removeprefix("Keypeg is running at ").strip()
        assert address == f"http://127.0.0.1:{port}/"
        _wait_until(lambda: opened.exists() and opened.read_text() == f"{address}\n")
        _wait_until(lambda: _answers(f"{address}readyz"))
        again = subprocess.run(bare, env=env, cwd=home, capture_output=True, text=True, check=False)
        assert (again.returncode, again.stderr) == (0, f"Keypeg is already running at {address}\n")
        _wait_until(lambda: opened.read_text() == f"{address}\n" * 2)
    finally:
        server.send_signal(signal.SIGINT)
        server.communicate(timeout=PATIENCE)


def _answers(address: str) -> bool:
    try:
        return bool(urlopen(address, timeout=PATIENCE).status == 200)
    except URLError:
        return False


def _wait_until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.05)
