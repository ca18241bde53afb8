"""How a command learns which database to use: by an option, or by the environment, which no other user sees."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from support.command import PATIENCE, Keypeg, accepted, command, environment, refusal
from support.databases import postgresql_server
from support.played_table import free_port

PASSWORD = "hunter-2"


def test_options_come_before_the_environment_and_a_url_before_a_file(
    keypeg: Keypeg, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for source in ("option", "option-file", "variable", "variable-file"):
        (home / f"{source}.url").write_text(f" sqlite:///{home / source}.sqlite\n")
    monkeypatch.setenv("KEYPEG_DATABASE_FILE", str(home / "variable-file.url"))
    accepted(keypeg("db", "upgrade"))
    monkeypatch.setenv("KEYPEG_DATABASE", str(home / "variable.sqlite"))
    accepted(keypeg("db", "upgrade"))
    accepted(keypeg("db", "upgrade", "--database-file", home / "option-file.url"))
    accepted(keypeg("db", "upgrade", "--database", home / "option.sqlite"))
    made = sorted(home.glob("*.sqlite"), key=lambda file: file.stat().st_mtime_ns)
    assert [file.stem for file in made] == ["variable-file", "variable", "option-file", "option"]


@pytest.mark.parametrize("content", [b"", b"one two", b"\xff\xfe", b"SQLite format 3\0", b"x" * 5000])
def test_a_file_that_has_no_url_is_refused_without_repeating_it(keypeg: Keypeg, home: Path, content: bytes) -> None:
    (home / "secret").write_bytes(content)
    assert refusal(keypeg("db", "upgrade", "--database-file", "secret")).startswith("secret must contain the URL")


def test_an_error_never_repeats_a_password(keypeg: Keypeg, monkeypatch: pytest.MonkeyPatch) -> None:
    for url in (f"mysql://ann:{PASSWORD}@host/name", f"postgresql://ann:{PASSWORD}@127.0.0.1:{free_port()}/name"):
        monkeypatch.setenv("KEYPEG_DATABASE", url)
        assert PASSWORD not in refusal(keypeg("db", "upgrade"))


@pytest.mark.no_cover
@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="this system has no list of processes in files")
def test_no_other_user_sees_the_password_of_a_running_server(home: Path) -> None:
    """It is in no command line of the server's processes, nor in what they print."""
    port = free_port()
    with postgresql_server() as postgresql, postgresql.database() as database:
        url = database.url.replace("postgres:@", f"postgres:{PASSWORD}@")
        assert url != database.url
        (home / "secret").write_text(url)
        words = command("serve", "--port", str(port), "--database-file", "secret", "--workers", "2")
        server = subprocess.Popen(
            words, env=environment(home), cwd=home, stderr=subprocess.PIPE, start_new_session=True
        )
        assert server.stderr is not None
        assert server.stderr.readline() == f"Keypeg is running at http://127.0.0.1:{port}/\n".encode()
        lines = _command_lines_of_session(server.pid)
        server.send_signal(signal.SIGTERM)
        printed = server.communicate(timeout=PATIENCE)[1]
    assert sys.executable in " ".join(lines)
    assert PASSWORD not in " ".join([*lines, printed.decode()])


def _command_lines_of_session(session: int) -> list[str]:
    lines = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if os.getsid(int(folder.name)) == session:
                lines.append((folder / "cmdline").read_bytes().replace(b"\0", b" ").decode())
        except OSError:
            continue  # it has ended
    return lines
