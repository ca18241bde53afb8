"""Autosave: whatever ends a game, it can be resumed from exactly where it stopped."""

import json
import os
import re
import signal
import stat
import subprocess
from pathlib import Path
from typing import Any

import pytest

from keypeg.records.replay import replay_file
from support.command import PATIENCE, Keypeg, accepted, command, environment, games, refusal, run
from support.pseudo_terminal import playing
from support.thoroughness import first_of, some_of, times
from terminal.test_line_mode import done, kinds, record, typed

ONE = ("--players", "computer,person", "--seed", "4")


def view(keypeg: Keypeg, file: Path, seat: int) -> Any:
    """A seat's view of a saved game."""
    return json.loads(accepted(keypeg("replay", file, "--as", seat, "--json")))["view"]


# where a game is saved


def test_a_game_is_saved_in_the_users_data_folder(keypeg: Keypeg, home: Path) -> None:
    accepted(keypeg("play", "classic", *kinds("classic")))
    [file] = games(home)
    assert re.fullmatch(r"\d{4}-\d\d-\d\d-\d{6}\.keypeg", file.name)


def test_a_game_is_saved_in_the_home_folder_if_no_data_folder_is_set(
    keypeg: Keypeg, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("XDG_DATA_HOME")
    accepted(keypeg("play", "classic", *kinds("classic")))
    assert len(list((home / ".local" / "share" / "keypeg" / "games").glob("*.keypeg"))) == 1


def test_a_game_is_saved_only_in_the_named_file(keypeg: Keypeg, home: Path) -> None:
    file = home / "new" / "folder" / "game.keypeg"
    accepted(keypeg("play", "classic", *kinds("classic"), "--record", file))
    assert file.read_text().startswith("Keypeg: 1\nEdition: classic\n")
    assert games(home) == []


@pytest.mark.parametrize("umask", [0o000, 0o022, 0o077])
def test_no_other_user_can_read_a_record(tmp_path: Path, umask: int) -> None:
    subprocess.run(
        command("play", "classic", "--players", "person,computer", "--record", "game"),
        input=b"KWYG\n/quit\n",
        stdout=subprocess.DEVNULL,
        env=environment(tmp_path),
        cwd=tmp_path,
        umask=umask,
        timeout=PATIENCE,
        check=True,
    )
    assert stat.S_IMODE((tmp_path / "game").stat().st_mode) == 0o600


@pytest.mark.parametrize(
    "content", [b"", b"Dear diary,\n", b"Keypeg: 1\nEdition: classic\n\n1 code RRBB\n", b"\xff\x00"]
)
def test_an_existing_file_is_not_overwritten(keypeg: Keypeg, home: Path, content: bytes) -> None:
    file = home / "precious"
    file.write_bytes(content)
    assert "exists" in refusal(keypeg("play", "classic", *kinds("classic"), "--record", file))
    assert file.read_bytes() == content


def test_a_dangling_link_is_not_followed(keypeg: Keypeg, home: Path) -> None:
    (home / "link").symlink_to(home / "elsewhere")
    refusal(keypeg("play", "classic", *kinds("classic"), "--record", home / "link"))
    assert not (home / "elsewhere").exists()


def test_games_started_in_the_same_second_have_separate_files(tmp_path: Path) -> None:
    words = command("play", "parker-1974", *kinds("parker-1974"))
    env = environment(tmp_path)
    running = [
        subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=env, stdin=subprocess.DEVNULL)
        for _ in range(times(3, 6))
    ]
    complaints = [process.communicate(timeout=PATIENCE)[1] for process in running]
    assert complaints == [b""] * len(running)
    assert len(games(tmp_path)) == len(running)
    for file in games(tmp_path):
        assert replay_file(file).fault is None


def test_the_record_has_the_seats_and_the_seed(keypeg: Keypeg, home: Path) -> None:
    accepted(keypeg("play", "classic", *ONE, "--names", "Bot,Zoé", stdin=typed("RRBB", "/quit")))
    head = games(home)[0].read_text(encoding="utf-8").split("\n\n")[0].splitlines()
    headers = {"Seat 1: Bot", "Kind 1: casual", "Seat 2: Zoé", "Kind 2: person", "Seed: 4"}
    assert headers <= set(head)


# stopping


def test_a_game_that_was_quit_resumes_where_it_stopped(keypeg: Keypeg, home: Path) -> None:
    accepted(keypeg("play", "classic", *ONE, stdin=typed("RRBB", "/quit")))
    [file] = games(home)
    before, seen = file.read_bytes(), view(keypeg, file, 2)
    text = accepted(keypeg("play", "--resume", stdin=typed("/quit")))
    assert f"2 actions, from {file}" in text
    assert "1  R R B B" in text
    assert file.read_bytes() == before
    assert view(keypeg, file, 2) == seen


@pytest.mark.parametrize("ending", ["", "RRBB\n", "RRBB\nKKK", "RRBB"])
def test_a_game_whose_input_ends_is_saved(keypeg: Keypeg, home: Path, ending: str) -> None:
    text = accepted(keypeg("play", "classic", *ONE, stdin=ending))
    [file] = games(home)
    assert f"keypeg play --resume {file}" in text
    assert "Score – " in accepted(keypeg("replay", file))


def test_the_command_shown_on_quitting_resumes_the_game(keypeg: Keypeg, home: Path) -> None:
    folder = home / "my games"
    text = accepted(keypeg("play", "classic", *ONE, "--record", folder / "game one", stdin=typed("RRBB", "/quit")))
    match = re.search(r"keypeg (play --resume .*)$", text, re.MULTILINE)
    assert match is not None
    shell = subprocess.run(
        ["bash", "-c", f'exec "$@" {match[1]}', "bash", *command()],
        input=b"/quit\n",
        capture_output=True,
        env=environment(home),
        timeout=PATIENCE,
        check=False,
    )
    assert shell.stderr == b""
    assert b"2 actions" in shell.stdout


def test_a_killed_game_resumes_where_it_stopped(tmp_path: Path, keypeg: Keypeg) -> None:
    with playing(tmp_path, "hasbro-2000", *ONE, NO_COLOR="1") as game:
        game.answers("Your guess", "RRBB")
        game.answers("Your guess", "YYGG")
        game.wait_for("Your guess")
        game.is_killed()
    [file] = games(tmp_path)
    assert done(file)[1:] == ["2 guess RRBB", "2 guess YYGG"]
    seen = view(keypeg, file, 2)
    with playing(tmp_path, "--resume", NO_COLOR="1") as game:
        shown = game.wait_for("Your guess")
        assert "3 actions" in shown
        assert "1  R R B B" in shown
        assert "2  Y Y G G" in shown
        game.is_killed()
    assert view(keypeg, file, 2) == seen


def test_a_game_killed_while_a_secret_is_typed_loses_only_the_secret(tmp_path: Path) -> None:
    with playing(tmp_path, "classic", "--players", "person,person", "--names", "Ann,Ben") as game:
        game.answers("Hand over to Ann", "")
        game.wait_for("set your code")
        game.presses("KWY")
        game.is_killed()
    [file] = games(tmp_path)
    assert done(file) == []
    with playing(tmp_path, "--resume") as game:
        game.answers("Hand over to Ann", "")
        game.answers("set your code", "KWYG")
        game.wait_for("Hand over to Ben")
        game.is_killed()
    assert done(file) == ["1 code KWYG"]


def test_every_action_is_on_the_disk_before_the_next_question(tmp_path: Path) -> None:
    with playing(tmp_path, "classic", *ONE) as game:
        for number in range(1, 5):
            game.wait_for("Your guess")
            [file] = games(tmp_path)
            assert len(done(file)) == number
            assert file.read_bytes().endswith(b"\n")
            game.types("RRRR")


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP], ids=lambda sent: str(sent.name))
def test_a_game_ended_by_a_signal_is_saved_whole(tmp_path: Path, sent: signal.Signals) -> None:
    process = subprocess.Popen(
        command("play", "classic", *ONE),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(tmp_path),
        start_new_session=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    output = b""
    while b"Your guess" not in output:
        sign = process.stdout.read(1)
        assert sign, output
        output += sign
    process.send_signal(sent)
    _, complaint = process.communicate(timeout=PATIENCE)
    assert b"Traceback" not in complaint
    [file] = games(tmp_path)
    assert len(done(file)) == 1
    assert file.read_bytes().endswith(b"\n")


# resuming


def test_the_latest_unfinished_game_is_resumed(keypeg: Keypeg, home: Path) -> None:
    folder = home / "data" / "keypeg" / "games"
    for age, name in enumerate(("hasbro-2000", "classic")):
        accepted(keypeg("play", name, *ONE, "--record", folder / f"{name}.keypeg", stdin=typed("RRBB", "/quit")))
        os.utime(folder / f"{name}.keypeg", (1000 + age, 1000 + age))
    accepted(keypeg("play", "parker-1974", *kinds("parker-1974")))
    text = accepted(keypeg("play", "--resume", stdin=typed("/quit")))
    assert f"2 actions, from {folder / 'classic.keypeg'}" in text


def test_a_finished_game_is_not_resumed(keypeg: Keypeg, home: Path) -> None:
    accepted(keypeg("play", "parker-1974", *kinds("parker-1974")))
    [file] = games(home)
    before = file.read_bytes()
    assert "over" in refusal(keypeg("play", "--resume", file))
    assert "no unfinished game" in refusal(keypeg("play", "--resume"))
    assert file.read_bytes() == before


@pytest.mark.no_cover
@pytest.mark.parametrize(
    "edition",
    first_of(
        [
            "classic",
            "challenge-2001~race_yes~rounds_1~by-hand_yes",
            "hasbro-2004~seats_3",
            "mastermind-44~by-hand_yes",
            "classic~by-hand_yes",
            "parker-1974~rounds_2",
            "challenge-2001~rounds_1",
            "challenge-2001~race_yes~rounds_1",
            "traffic-jam-2000~option_3",
            "mastermind-44",
            "mastermind-44~seats_3~rounds_2",
            "mastermind-44~seats_2~parts_2",
            "house~makers_each~turns_race~rows_3~colours_8",
        ],
        quick=3,
    ),
)
def test_a_game_cut_off_after_any_action_resumes_as_if_uninterrupted(keypeg: Keypeg, home: Path, edition: str) -> None:
    whole = home / "whole.keypeg"
    accepted(keypeg("play", edition, *kinds(edition), "--seed", "11", "--record", whole))
    head, body = whole.read_text().split("\n\n", 1)
    lines = body.splitlines()
    other = []
    for cut in range(len(lines)):
        part = home / f"cut-{cut}.keypeg"
        part.write_text(head + "\n\n" + "".join(f"{line}\n" for line in lines[:cut]))
        accepted(keypeg("play", "--resume", part))
        if done(part) != done(whole):
            other.append(cut)
    assert other == []


def test_a_resumed_clock_continues_from_the_last_time(keypeg: Keypeg, home: Path) -> None:
    file = record(home, "classic", "1 code KWYG @1000")
    accepted(keypeg("play", "--resume", file, stdin=typed("", "RRBB", "/quit")))
    last = file.read_text().splitlines()[-1]
    match = re.fullmatch(r"2 guess RRBB @(\d+)(\.\d+)?", last)
    assert match is not None
    assert int(match[1]) >= 1000
    accepted(keypeg("replay", file))


# after a crash

CUT = "Keypeg: 1\nEdition: classic\nSeat 1: Ann\nKind 1: computer\nSeat 2: Ben\nKind 2: computer\nSeed: 4\n\n"
LAST = "2 guess RRRR @12.345\n"
BEFORE = "1 code KWYG @1\n2 guess RRBB @2\n"


@pytest.mark.parametrize("left", some_of(range(1, len(LAST)), quick=8))
def test_a_half_written_last_line_is_survived(keypeg: Keypeg, home: Path, left: int) -> None:
    """The game is played to its end with a valid record, whatever the crash has left of the last line."""
    file = home / "data" / "keypeg" / "games" / "crashed.keypeg"
    file.parent.mkdir(parents=True)
    file.write_text(CUT + BEFORE + LAST[:left])
    accepted(keypeg("play", "--resume", file))
    finished = []
    for game_file in games(home):
        output = json.loads(keypeg("replay", game_file, "--json").out)
        if output["outcome"] is not None and output["fault"] is None:
            finished.append(game_file)
            assert done(game_file)[:2] == ["1 code KWYG", "2 guess RRBB"]
    assert len(finished) == 1


@pytest.mark.parametrize("left", ["2", "2 gue", "2 guess", "2 guess RR", "2 guess RRRR @"])
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_half_written_last_line_is_reported_and_the_damaged_file_left_unchanged(
    keypeg: Keypeg, home: Path, left: str, lang: str
) -> None:
    file = home / "crashed.keypeg"
    file.write_text(CUT + BEFORE + left)
    text = accepted(keypeg("play", "--resume", file, "--lang", lang))
    assert f"{file}:11: " in text
    assert file.read_text() == CUT + BEFORE + left


def test_resuming_a_damaged_game_names_the_new_file_at_once(keypeg: Keypeg, home: Path) -> None:
    file = record(home, "classic", "1 code KWYG", "2 gue")
    text = accepted(keypeg("play", "--resume", file, stdin=typed("", "/quit")))
    [fresh] = games(home)
    assert str(fresh) in text.split("Hand over")[0]


def test_nothing_is_appended_to_an_unfinished_last_line(keypeg: Keypeg, home: Path) -> None:
    file = home / "game.keypeg"
    file.write_text(CUT + BEFORE + "; a note of mine")
    accepted(keypeg("play", "--resume", file))
    assert file.read_text().endswith("; a note of mine"), "what somebody has edited is left as it is"
    (resumed,) = games(home)
    assert replay_file(resumed).state.outcome is not None


def test_a_record_with_only_headers_can_be_resumed(keypeg: Keypeg, home: Path) -> None:
    file = home / "game.keypeg"
    for head in (CUT.rstrip("\n"), CUT.removesuffix("\n")):
        file.write_text(head)
        accepted(keypeg("play", "--resume", file))
        assert replay_file(max(games(home))).state.outcome is not None


def test_a_record_of_another_system_can_be_resumed(keypeg: Keypeg, home: Path) -> None:
    file = home / "game.keypeg"
    file.write_bytes((CUT + BEFORE).replace("\n", "\r\n").encode())
    accepted(keypeg("play", "--resume", file))
    accepted(keypeg("replay", file))


def test_comments_in_a_record_survive_resuming(keypeg: Keypeg, home: Path) -> None:
    file = home / "game.keypeg"
    file.write_text(CUT + "; well begun\n" + BEFORE)
    accepted(keypeg("play", "--resume", file))
    assert "; well begun\n" in file.read_text()


def test_a_game_open_twice_does_not_spoil_its_record(tmp_path: Path, keypeg: Keypeg) -> None:
    file = tmp_path / "game"
    accepted(run(tmp_path, "play", "classic", *ONE, "--record", file, stdin=typed("RRBB", "/quit")))
    secret = done(file)[0].removeprefix("1 code ")
    with playing(tmp_path, "--resume", file) as first:
        first.wait_for("Your guess")
        with playing(tmp_path, "--resume", file) as second:
            if second.wait_for_first("Your guess", "keypeg: ") == "Your guess":
                second.types(secret)
                second.wait_for("cracks the code")
        first.types(secret)
        first.wait_for_first("cracks the code", "keypeg: ")
    assert keypeg("replay", file).err == ""
