"""Keypeg with some of its extras: what is installed works, and what is missing is named in one line.

The packages are hidden here. `test_installation` installs each extra into an empty environment.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import sleep

import pytest

from keypeg.extras import PACKAGES
from support.running_server import Player, Server
from support.thoroughness import first_of

pytestmark = pytest.mark.no_cover

ACCELERATORS = ("httptools", "uvloop")
"""Packages of the extra `server` that uvicorn uses if they are installed."""

RECORD = Path(__file__).parent.parent / "golden" / "playthroughs" / "classic-breaker-rows.keypeg"

HIDDEN_PACKAGES = Path(__file__).parent.parent / "support" / "hidden_packages"


def environment_with(*extras: str) -> dict[str, str]:
    """The environment of a process that has only these extras."""
    hidden = [name for extra, names in PACKAGES.items() if extra not in extras for name in names]
    hidden += [] if "server" in extras else ACCELERATORS
    return {"PYTHONPATH": str(HIDDEN_PACKAGES), "HIDDEN_PACKAGES": ",".join(hidden)}


def keypeg(extras: tuple[str, ...], *words: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command with only these extras."""
    return subprocess.run(
        [sys.executable, "-m", "keypeg", *words],
        input=stdin,
        env={**os.environ, **environment_with(*extras)},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


@pytest.mark.parametrize(
    "words",
    first_of(
        [
            "rules mastermind-44",
            "mark classic RRBY BRYG --json",
            f"replay {RECORD}",
            "arena classic casual beginner --rounds 4 --seed 1",
            "editions",
            "mark classic RRBY BRYG",
            "schema solve",
        ],
        quick=4,
    ),
)
def test_the_rules_and_the_simple_levels_need_no_extra(words: str) -> None:
    ran = keypeg((), *words.split())
    assert (ran.returncode, ran.stderr) == (0, "")


def test_a_match_is_played_in_the_terminal_without_any_extra(tmp_path: Path) -> None:
    words = ("play", "--lang", "en", "parker-1974", "--players", "beginner,casual", "--record", str(tmp_path / "game"))
    ran = keypeg((), *words)
    assert ran.returncode == 0, ran.stderr
    assert "wins the match" in ran.stdout or "a draw" in ran.stdout


@pytest.mark.parametrize(
    ("installed", "words", "missing"),
    first_of(
        [
            ((), "", "server"),
            ((), "solve classic", "solver"),
            ((), "play classic --players person,strong", "solver"),
            (("server",), "db upgrade --database postgresql://localhost/keypeg", "postgresql"),
            (("solver",), "strategy classic --cluster tcp://127.0.0.1:1", "cluster"),
            ((), "serve", "server"),
            ((), "db upgrade", "server"),
            ((), "puzzle", "solver"),
            ((), "strategy classic", "solver"),
            ((), "book list", "solver"),
            ((), f"analyse {RECORD}", "solver"),
            ((), "arena classic casual perfect", "solver"),
            (("server",), "serve --database postgresql://localhost/keypeg", "postgresql"),
        ],
        quick=5,
    ),
)
def test_a_command_without_its_extra_says_in_one_line_what_to_install(
    installed: tuple[str, ...], words: str, missing: str
) -> None:
    ran = keypeg(installed, "--lang", "en", *words.split())
    sentence = f'This needs an optional part of Keypeg. Install it with: pip install "keypeg[{missing}]"'
    assert (ran.returncode, ran.stdout, ran.stderr) == (2, "", f"keypeg: {sentence}\n")


@pytest.mark.cover
def test_the_line_is_in_french_too() -> None:
    ran = keypeg((), "--lang", "fr", "solve", "classic")
    assert ran.returncode == 2
    assert ran.stderr.startswith("keypeg: Cela demande une partie facultative de Keypeg.")
    assert ran.stderr.endswith('pip install "keypeg[solver]"\n')


def test_a_hint_without_the_solver_says_what_to_install_and_the_game_continues(tmp_path: Path) -> None:
    words = ("play", "--lang", "en", "classic", "--players", "casual,person", "--record", str(tmp_path / "game"))
    ran = keypeg((), *words, stdin="/hint\nRRBY\n/quit\n")
    assert 'pip install "keypeg[solver]"' in ran.stdout
    assert "2 guess RRBY" in (tmp_path / "game").read_text(encoding="utf-8")
    assert "Traceback" not in ran.stderr


def test_the_solver_works_without_the_server() -> None:
    rows = ("--row", "RRBB:1b0w", "--row", "RYYG:1b1w", "--row", "RGWY:2b0w")
    ran = keypeg(("solver",), "solve", "--lang", "en", "classic", *rows)
    assert ran.returncode == 0, ran.stderr
    assert "3 codes left" in ran.stdout


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that has no solver."""
    running = Server(tmp_path_factory.mktemp("server"), measured=False, environment=environment_with("server"))
    yield running
    assert running.stop() == 0


def test_a_server_without_the_solver_answers_study_requests_with_what_to_install(server: Server) -> None:
    reply = server.ask("POST", "/api/study/advice", {"edition": "classic", "rows": ["RRBB:1b0w"]})
    assert (reply.status, reply.code, reply.json["values"]) == (501, "extra-missing", {"extra": "solver"})
    assert 'pip install "keypeg[solver]"' in reply.json["detail"]


def test_a_server_without_the_solver_offers_only_the_simple_levels(server: Server) -> None:
    table = {"edition": "parker-1974", "name": "Ann", "seats": [1]}
    reply = server.ask("POST", "/api/tables", {**table, "bots": {"2": "strong"}})
    assert (reply.status, reply.code) == (501, "extra-missing")
    assert server.ask("POST", "/api/tables", {**table, "bots": {"2": "casual"}, "begin": True}).status == 201


def test_a_server_without_the_solver_shows_the_rules(server: Server) -> None:
    assert server.ask("GET", "/api/study/rules-page?edition=classic").status == 200


# By default the plain solver takes the place of the compiled one

PLAIN = {"KEYPEG_SOLVER": ""}


def test_all_bots_and_hints_need_no_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KEYPEG_SOLVER", "")
    bots = ("play", "--lang", "en", "parker-1974", "--players", "strong,perfect", "--record", str(tmp_path / "bots"))
    ran = keypeg((), *bots)
    assert (ran.returncode, ran.stderr) == (0, "")
    person = ("play", "--lang", "en", "classic", "--players", "casual,person", "--record", str(tmp_path / "game"))
    ran = keypeg((), *person, stdin="/hint\nRRBY\n/quit\n")
    assert "1,296 codes left" in ran.stdout
    assert "Traceback" not in ran.stderr


def test_advice_and_reviews_need_no_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KEYPEG_SOLVER", "")
    note = 'These are estimates. With `pip install "keypeg[solver]"` the answers are exact.\n'
    rows = ("--row", "RRBB:1b0w", "--row", "RYYG:1b1w", "--row", "RGWY:2b0w")
    ran = keypeg((), "solve", "--lang", "en", "classic", *rows)
    assert (ran.returncode, ran.stderr) == (0, note)
    assert "3 codes left" in ran.stdout
    ran = keypeg((), "analyse", "--lang", "en", str(RECORD))
    assert (ran.returncode, ran.stderr) == (0, note)
    assert "not analysed" not in ran.stdout


@pytest.mark.parametrize("installed", first_of(["server solver", "server"], quick=1))
def test_a_server_gives_hints_and_strong_bots_at_once(tmp_path: Path, installed: str) -> None:
    """With an empty cache the kernels are compiled meanwhile, which takes much longer than this test."""
    environment = environment_with(*installed.split()) | PLAIN | {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    running = Server(tmp_path, measured=False, environment=environment)
    try:
        table = {"edition": "classic", "name": "Ann", "seats": [2], "hints": True, "begin": True}
        admission = running.ask("POST", "/api/tables", {**table, "bots": {"1": "strong"}})
        assert admission.status == 201
        player = Player(running, admission.json)
        hints: list[dict[str, object]] = []
        while not hints:  # until the bot has set its code
            hints = player.ask("GET", "/hints?seat=2&hints=true").json["hints"]
            sleep(0.1)
        assert [hint["kind"] for hint in hints][-1] == "reasons"
        assert not list((tmp_path / "cache").rglob("hands-*.compiled"))
    finally:
        running.stop()
