"""English and French throughout: chosen by `--lang`, or by the locale."""

import re
import subprocess
from pathlib import Path

import pytest

from keypeg.cli import character_fallbacks
from support.command import PATIENCE, RECORDS, Keypeg, accepted, command, environment, refusal, run
from support.thoroughness import in_turn, some_of

ENGLISH, FRENCH = "Classic (1970)", "Classique (1970)"
"""The first line of some rules in each language."""


def first_line(keypeg: Keypeg, *arguments: str) -> str:
    """The first line of some rules."""
    return accepted(keypeg("rules", "classic", *arguments)).splitlines()[0]


@pytest.mark.parametrize(
    ("locale", "heading"),
    [
        ({"LANG": "fr_FR.UTF-8"}, FRENCH),
        ({"LANG": "fr"}, FRENCH),
        ({"LANG": "fr_CA"}, FRENCH),
        ({"LANG": "FR_fr.utf8"}, FRENCH),
        ({"LANG": "en_GB.UTF-8"}, ENGLISH),
        ({"LANG": "de_DE.UTF-8"}, ENGLISH),
        ({"LANG": "C"}, ENGLISH),
        ({"LANG": ""}, ENGLISH),
        ({}, ENGLISH),
        ({"LANG": "en_GB.UTF-8", "LC_MESSAGES": "fr_FR.UTF-8"}, FRENCH),
        ({"LANG": "fr_FR.UTF-8", "LC_MESSAGES": "en_GB.UTF-8"}, ENGLISH),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "C"}, ENGLISH),
        ({"LANG": "en_GB.UTF-8", "LC_ALL": "fr_FR.UTF-8"}, FRENCH),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": ""}, FRENCH),
    ],
    ids=str,
)
def test_the_language_follows_the_locale(
    keypeg: Keypeg, monkeypatch: pytest.MonkeyPatch, locale: dict[str, str], heading: str
) -> None:
    monkeypatch.delenv("LANG", raising=False)
    for name, value in locale.items():
        monkeypatch.setenv(name, value)
    assert first_line(keypeg) == heading


def test_the_requested_language_takes_precedence_over_the_locale(
    keypeg: Keypeg, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    assert first_line(keypeg, "--lang", "en") == ENGLISH
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    assert first_line(keypeg, "--lang", "fr") == FRENCH


def test_a_separate_process_follows_the_locale_too(tmp_path: Path) -> None:
    ran = run(tmp_path, "rules", "classic", env={"LANG": "fr_FR.UTF-8", "LC_ALL": "fr_FR.UTF-8"})
    assert accepted(ran).startswith(FRENCH)


def test_errors_follow_the_locale(keypeg: Keypeg, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "fr_FR.UTF-8")
    assert refusal(keypeg("rules", "klassik")).startswith("Il n’y a pas d’édition")
    assert refusal(keypeg("rules", "klassik", "--lang", "en")).startswith("There is no edition")


COMMANDS = ("", "editions", "rules", "mark", "replay", "play", "arena", "analyse")


@pytest.mark.parametrize("name", COMMANDS)
def test_help_is_in_the_requested_language(keypeg: Keypeg, name: str) -> None:
    command = [name] if name else []
    english = accepted(keypeg(*command, "--help", "--lang", "en"))
    french = accepted(keypeg(*command, "--lang", "fr", "--help"))
    assert french.replace("\u00a0", " ").startswith("usage : keypeg")
    words = r"\b(show|this|list|the|edition|language|option may|play|mark|arguments:|commands:)\b"
    assert re.search(words, english)
    output = re.sub(r"\b(keypeg|editions|rules|mark|replay|play)\b", "", french)
    assert re.search(r"\b(show|this|the|language|such|may|play|mark|help)\b", output.replace("--help", "")) is None


def test_help_is_in_the_requested_language_wherever_the_option_stands(keypeg: Keypeg) -> None:
    assert "afficher cette aide" in accepted(keypeg("--help", "--lang", "fr"))


@pytest.mark.parametrize(
    ("file", "lang"),
    in_turn(sorted(RECORDS.glob("*.keypeg")), ["en", "fr"]),
    ids=lambda value: value.stem if isinstance(value, Path) else value,
)
def test_every_recorded_match_can_be_replayed_in_both_languages(keypeg: Keypeg, file: Path, lang: str) -> None:
    text = accepted(keypeg("replay", file, "--lang", lang))
    assert "{" not in text
    if lang == "fr":
        words = r"\b(guesses|Row|points for|wins|begins|breaks|The code|has set|Score:|no key pegs|white|red|black)\b"
        assert re.search(words, text) is None
        assert re.search(r"(?<![\u00a0])[;!?»](?=\s|$)", text) is None, "a French sign keeps a space before it"
        assert re.search(r"[^\u00a0]:(\s|$)", text) is None, "a French colon keeps a space before it"


@pytest.mark.parametrize(
    ("record", "wrong"),
    [
        ("classic|1 code RRBB|2 guess RRBB", "1 lignes"),
        ("classic~scoring_maker-misses|1 code RRBB|2 guess RRBY|2 guess RRBB", "1 lignes"),
        ("classic~scoring_maker-misses|1 code RRBB|2 guess RRBB", "pour 0 lignes"),
    ],
)
def test_one_row_is_singular_in_french(keypeg: Keypeg, home: Path, record: str, wrong: str) -> None:
    edition, *lines = record.split("|")
    (home / "game.keypeg").write_text(f"Keypeg: 1\nEdition: {edition}\n\n" + "\n".join(lines) + "\n")
    text = accepted(keypeg("replay", "game.keypeg", "--lang", "fr"))
    assert wrong not in text
    assert wrong.removesuffix("s") in text


def test_one_action_is_singular_when_a_game_is_resumed(keypeg: Keypeg, home: Path) -> None:
    (home / "game.keypeg").write_text("Keypeg: 1\nEdition: classic\n\n1 code RRBB\n")
    assert "1 actions" not in accepted(keypeg("play", "--resume", "game.keypeg"))
    assert "1 actions" not in accepted(keypeg("play", "--resume", "game.keypeg", "--lang", "fr"))


def test_one_player_is_singular_in_an_error(keypeg: Keypeg) -> None:
    assert "1 players" not in refusal(keypeg("play", "classic", "--players", "person"))
    assert "1 joueurs" not in refusal(keypeg("play", "classic", "--players", "person", "--lang", "fr"))


def test_an_answer_with_one_hole_too_many_is_refused_in_good_english(keypeg: Keypeg, home: Path) -> None:
    deal = "table deal R.... .B... ..Y.. ...G."
    (home / "game.keypeg").write_text(f"Keypeg: 1\nEdition: mastermind-44\n\n{deal}\n1 call\n1 answer RBYGG\n")
    ran = keypeg("replay", "game.keypeg")
    assert "1 holes" not in refusal(ran)


PLAYING = ("play", "classic", "--players", "computer,computer", "--seed", "7")
POOR = [
    {"PYTHONIOENCODING": "ascii"},
    {"PYTHONIOENCODING": "latin-1"},
    {"LANG": "C", "LC_ALL": "C"},
    {"LANG": "C", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    {"LANG": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
]
"""Encodings of terminals that cannot show every character."""


@pytest.mark.parametrize("env", some_of(POOR, quick=3), ids=str)
def test_a_terminal_with_few_characters_shows_replacements(tmp_path: Path, env: dict[str, str]) -> None:
    for arguments in (("rules", "hasbro-2004", "--lang", "fr"), (*PLAYING, "--lang", "fr")):
        ran = run_raw(tmp_path, *arguments, env=env)
        assert ran[0] == 0
        assert ran[2] == b""
        assert b"Hasbro" in ran[1] or b"gagne la partie" in ran[1] or b"Match nul" in ran[1]
    status, _, complaint = run_raw(tmp_path, "rules", "klassik", "--lang", "fr", env=env)
    assert status == 2
    assert complaint.count(b"\n") == 1
    assert b"Traceback" not in complaint


@pytest.mark.parametrize(
    ("text", "shown"),
    [("Ann’s “code” – 5 × 5… · né", 'Ann\'s "code" - 5 x 5... - ne'), ("┌─┬─┐│├┼┤└┴┘", "+-+-+|++++++"), ("名", "?")],
)
def test_characters_that_a_terminal_lacks_become_plain_ones(text: str, shown: str) -> None:
    character_fallbacks.register()
    assert text.encode("ascii", character_fallbacks.ERRORS).decode() == shown
    assert "é–".encode("latin-1", character_fallbacks.ERRORS).decode("latin-1") == "é-"


def run_raw(home: Path, *arguments: str, env: dict[str, str]) -> tuple[int, bytes, bytes]:
    """Run the command in a separate process, and return the bytes that it printed."""
    done = subprocess.run(
        command(*arguments),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        env=environment(home, **env),
        cwd=home,
        timeout=PATIENCE,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


def test_a_name_that_the_terminal_cannot_show_is_saved_whole_in_the_record(tmp_path: Path) -> None:
    ran = run_raw(tmp_path, *PLAYING, "--names", "Zoé,井上", "--record", "game", env={"PYTHONIOENCODING": "ascii"})
    assert ran[0] == 0
    assert "Seat 1: Zoé\n" in (tmp_path / "game").read_text(encoding="utf-8")


@pytest.mark.parametrize("command", ["mark", "rules", "replay", "play", "editions", "arena"])
def test_help_is_french_throughout(keypeg: Keypeg, command: str) -> None:
    text = accepted(keypeg(command, "--help", "--lang", "fr"))
    assert re.search(r"positional|usage:|GUESS|FILE|VALUE|SEED|show|the ", text) is None, text
