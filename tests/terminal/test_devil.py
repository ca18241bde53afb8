"""A maker who never commits to a code: players are warned, and the record shows the last code from the beginning."""

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from cli.test_replay import leaks
from keypeg.core.actions import SetCode
from keypeg.core.codes import Code
from keypeg.core.errors import ReadError
from keypeg.core.observe import observe
from keypeg.core.view import View
from keypeg.editions import edition
from keypeg.records.edition_links import read_edition
from keypeg.records.record import Line, ReadRecord, Record, write_record
from keypeg.records.replay import replay, replay_file
from keypeg.terminal.autosave import DISK_BLOCK_BYTES, Autosave
from keypeg.terminal.line_game import LineGame
from keypeg.terminal.screen import Screen
from keypeg.terminal.seats import Seat, bot_warnings
from support.added_players import SHIFTY
from support.command import PATIENCE, Keypeg, accepted, environment, games
from support.pseudo_terminal import playing
from support.thoroughness import first_of, some_of, times
from terminal.test_line_mode import done, typed

pytestmark = pytest.mark.no_cover  # repeats code that other tests cover faster

AGAINST = ("--players", "shifty,person", "--seed", "6")

TABLES = [
    "classic",
    "classic~by-hand_yes",
    "hasbro-2000-advanced",
    "traffic-jam-2000~option_1",
    "hasbro-2004~seats_3",
    "parker-1974~rounds_2",
    "challenge-2001~rounds_1~holes_4",
    "house~makers_each~turns_race~rows_5",
]
"""A table of every kind at which codes are set."""


# the warning


@pytest.mark.usefixtures("added_players_path")
@pytest.mark.parametrize(
    ("lang", "sentence"),
    [
        ("en", "Ariel never settles on a code and may change it after each guess."),
        ("fr", "Ariel ne fixe jamais son code et peut en changer après chaque essai."),
    ],
)
def test_a_bot_that_never_commits_is_explained_when_a_game_starts_and_resumes(
    keypeg: Keypeg, lang: str, sentence: str
) -> None:
    begun = accepted(keypeg("play", "classic", *AGAINST, "--lang", lang, stdin=typed("RRBB", "/quit")))
    resumed = accepted(keypeg("play", "--resume", "--lang", lang, stdin=typed("/quit")))
    for text in (begun, resumed):
        plain = text.replace("\u00a0", " ")
        assert plain.index(sentence) < plain.index("row" if lang == "en" else "ligne")


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", ["Lucy plays the devil", "never settles on a code", "as many codes possible", "is true"]),
        ("fr", ["Lucy joue le diable", "ne fixe jamais son code", "le plus de codes possible", "est juste"]),
    ],
)
def test_the_devil_is_named_and_explained(lang: str, words: list[str]) -> None:
    [line] = bot_warnings((Seat("Ann", "person"), Seat("Lucy", "devil", SHIFTY)), lang)
    assert [word for word in words if word not in line] == []


def test_other_bots_are_not_explained(keypeg: Keypeg) -> None:
    text = accepted(keypeg("play", "classic", "--players", "beginner,person", stdin=typed("/quit")))
    assert "may change it after" not in text
    assert "devil" not in text


# the file


class Watched(Autosave):
    """Reads the record again after every step, and checks that no viewer sees a contradiction."""

    exchanges = 0

    def append(self, line: Line, exchangeable: bool = False) -> None:
        """Append a line, and check the record."""
        super().append(line, exchangeable)
        self.views()

    def exchange_code(self, seat: int, code: Code) -> None:
        """Exchange a code: no other viewer may see a difference, in this round or in earlier ones."""
        before = self.views()
        super().exchange_code(seat, code)
        after = self.views()
        assert after[seat].code == code
        assert [view for at, view in enumerate(after) if at != seat] == [
            view for at, view in enumerate(before) if at != seat
        ]
        self.exchanges += 1

    def views(self) -> list[View]:
        """All views of the game in the file: a spectator's first, then each seat's."""
        game = replay_file(self.path)
        assert game.fault is None
        assert write_record(game.record).encode() == self.path.read_bytes(), "it can be gone on with where it stands"
        return [observe(game.state, seat) for seat in (None, *range(1, game.record.edition.seats + 1))]


def ticking() -> Iterator[int]:
    """A clock that advances by 1.5 seconds at each call."""
    return count(0, 1500)


@pytest.mark.parametrize("table", some_of(TABLES, quick=5))
@pytest.mark.parametrize("seed", first_of(range(3), quick=1))
def test_the_record_is_valid_after_every_step_and_has_the_code_shown_at_the_end(
    home: Path, table: str, seed: int
) -> None:
    rules = read_edition(table)
    record = Record(rules, (("Seed", str(seed)),))
    autosave = Watched(home / "game.keypeg", record, is_new=True)
    seats = tuple(Seat(f"Shifty {number}", "shifty", SHIFTY) for number in range(1, rules.seats + 1))
    with (home / "told").open("w+") as output, (home / "told").open() as nothing:
        screen, clock = Screen(nothing, output, {}), ticking()
        game = LineGame(screen, autosave, replay(ReadRecord(record, (), None)), seats, "en", lambda: next(clock))
        game.play()
    autosave.close()
    assert autosave.exchanges > 0
    assert replay_file(autosave.path).state == game.state


@pytest.mark.usefixtures("added_players_path")
@pytest.mark.parametrize("table", ["classic", "parker-1974", "challenge-2001~rounds_1~holes_4"])
def test_the_shown_events_are_those_of_the_record(keypeg: Keypeg, table: str) -> None:
    text = accepted(keypeg("play", table, "--players", "shifty,shifty", "--seed", "2", "--record", "game"))
    again = accepted(keypeg("replay", "game", "--as", "spectator"))
    marks = [line for line in text.splitlines() if line.startswith("Row ")]
    assert marks
    assert marks == [line for line in again.splitlines() if line.startswith("Row ")]


def test_the_person_never_sees_the_code_before_the_end(tmp_path: Path, added_players_path: str) -> None:
    codes = set()
    with playing(tmp_path, "classic", *AGAINST, PYTHONPATH=added_players_path, NO_COLOR="1") as game:
        for guess in ("RRBB", "YYGG", "WWKK"):
            game.answers("Your guess", guess)
            [file] = games(tmp_path)
            codes.add(done(file)[0].removeprefix("1 code "))
        game.wait_for("Your guess")
        codes.add(done(file)[0].removeprefix("1 code "))
        assert len(codes) > 1, "it has changed its mind"
        assert [code for code in codes if leaks(game.shown, code)] == []
        assert "Ariel has set the code." in game.shown


@pytest.mark.cover
def test_a_code_that_would_cross_a_disk_block_starts_a_new_one(tmp_path: Path) -> None:
    rules = edition("classic", rounds=4)
    shortest = len(write_record(Record(rules, (("Event", ""),))).encode())
    filled = 0
    for size in range(DISK_BLOCK_BYTES - 40, DISK_BLOCK_BYTES + 20):
        record = Record(rules, (("Event", "x" * (size - shortest - 1)),))
        autosave = Autosave(tmp_path / str(size), record, is_new=True)
        autosave.append(Line(1, SetCode((1, 2, 3, 4)), 1000), exchangeable=True)
        content = autosave.path.read_bytes()
        at = content.index(b"RBYG")
        assert at // DISK_BLOCK_BYTES == (at + 3) // DISK_BLOCK_BYTES
        autosave.exchange_code(1, (4, 4, 4, 4))
        autosave.close()
        assert autosave.path.read_bytes() == content.replace(b"RBYG", b"GGGG")
        game = replay_file(autosave.path)
        assert write_record(game.record).encode() == autosave.path.read_bytes()
        filled += b"\n; -" in content
    assert filled == 3, "only where the block ends within the four letters"


@pytest.mark.cover
def test_an_exchange_replaces_the_last_code_of_the_seat(tmp_path: Path) -> None:
    game = replay_of("1 code RRBY ; é", "2 guess RRBY", "2 code RRBY", "1 guess RRBY", "1 code RRBY", "2 guess KKKK")
    (tmp_path / "game").write_text(write_record(game), encoding="utf-8")
    autosave = Autosave(tmp_path / "game", game, is_new=False)
    autosave.exchange_code(1, (1, 1, 2, 1))
    autosave.exchange_code(1, (1, 2, 1, 1))
    autosave.close()
    assert done(tmp_path / "game")[-2:] == ["1 code RBRR", "2 guess KKKK"]
    assert done(tmp_path / "game")[1:3] == ["2 guess RRBY", "2 code RRBY"]


def replay_of(*lines: str) -> Record:
    """A record of a match of four rounds."""
    text = "\n".join(["Keypeg: 1", "Edition: classic~rounds_4", "Seat 1: Zoé", "", *lines]) + "\n"
    path = Path("lines.keypeg")
    path.write_text(text, encoding="utf-8")
    game = replay_file(path)
    assert game.fault is None
    return game.record


@pytest.mark.cover
def test_a_code_that_cannot_be_written_is_reported_in_one_line(tmp_path: Path) -> None:
    autosave = Autosave(tmp_path / "game", replay_of("1 code RRBY"), is_new=True)
    autosave.close()
    with pytest.raises(ReadError) as caught:
        autosave.exchange_code(1, (1, 1, 1, 1))
    assert caught.value.code == "file-unwritable"


# stopping and resuming


def test_a_killed_game_resumes_where_it_stopped(tmp_path: Path, added_players_path: str) -> None:
    with playing(tmp_path, "classic", *AGAINST, PYTHONPATH=added_players_path, NO_COLOR="1") as game:
        for guess in ("RRBB", "YYGG"):
            game.answers("Your guess", guess)
        shown = game.wait_for("Your guess")
        game.is_killed()
    [file] = games(tmp_path)
    marks = re.findall(r"^ +\d  ((?:\w ){4} .*?)\r?$", shown, re.MULTILINE)
    assert len(marks) == 2
    with playing(tmp_path, "--resume", PYTHONPATH=added_players_path, NO_COLOR="1") as game:
        again = game.answers("Your guess", "WWKK")
        assert re.findall(r"^ +\d  ((?:\w ){4} .*?)\r?$", again, re.MULTILINE) == marks
        game.wait_for("Your guess")
        game.is_killed()
    assert done(file)[1:] == ["2 guess RRBB", "2 guess YYGG", "2 guess WWKK"]
    assert replay_file(file).fault is None


KILLED = """
import os, signal, sys
from keypeg.cli import main

left = int(sys.argv.pop(1))

def mortal(call):
    def counted(*arguments):
        global left
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return call(*arguments)
    return counted

for name in ("lseek", "write", "fsync"):
    setattr(os, name, mortal(getattr(os, name)))
sys.exit(main())
"""
"""Run the command, and kill it just before its n-th seek, write or sync."""


def test_a_game_killed_at_any_moment_leaves_a_valid_record_that_agrees_with_the_screen(
    tmp_path: Path, added_players_path: str, keypeg: Keypeg
) -> None:
    guesses = typed("RRBB", "YYGG", "WWKK", "/quit")
    begun = "Keypeg: 1\nEdition: classic\nSeat 1: Bot\nKind 1: shifty\nSeat 2: Ann\nKind 2: person\nSeed: 6\n\n"
    codes = set()
    for left in count(1, times(3, 1)):
        file = tmp_path / f"game-{left}.keypeg"
        file.write_text(begun)
        ran = subprocess.run(
            [sys.executable, "-u", "-c", KILLED, str(left), "play", "--resume", str(file)],
            input=guesses.encode(),
            capture_output=True,
            env=environment(tmp_path, PYTHONPATH=added_players_path),
            timeout=PATIENCE,
            check=False,
        )
        assert ran.returncode in (0, -signal.SIGKILL), ran.stderr.decode()
        record = replay_file(file)
        assert record.fault is None
        assert file.read_bytes() == write_record(record.record).encode()
        codes |= {action.code for _, action in record.record.actions if isinstance(action, SetCode)}
        output = re.findall(r"^Row .*$", ran.stdout.decode(), re.MULTILINE)
        again = re.findall(r"^Row .*$", accepted(keypeg("replay", file, "--as", "2")), re.MULTILINE)
        assert output == again[: len(output)]
        assert len(again) - len(output) in (0, 1), "what is done and not yet told is one action at most"
        accepted(keypeg("play", "--resume", file, stdin=typed("KKKK", "/quit")))
        if ran.returncode == 0:
            break
    assert left > 12, "four lines and an exchange or more, each with a seek, a write and a sync"
    assert len(codes) > 1
