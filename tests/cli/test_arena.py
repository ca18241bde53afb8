"""The command `arena`: its output in both languages, added players, and stopping it."""

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from keypeg.contests.contest import ContestResult, new_contest, play_contest
from keypeg.core.errors import ReadError, RuleError
from keypeg.editions import edition
from keypeg.i18n.catalogue import sentence
from keypeg.players.registry import BUILT_IN, find_player, player_names
from keypeg.solver.warmup import warm_up
from keypeg.terminal import progress
from keypeg.terminal.contest_output import describe_contest
from support.command import Keypeg, accepted, refusal, run
from support.player_packages import LONG, NAMES, write_player_package
from support.pseudo_terminal import INTERRUPT, Pseudo
from support.thoroughness import first_of, in_turn


@pytest.fixture(autouse=True)
def no_compile_notice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Suppress the notice that kernels are being compiled; they are then compiled when they are used."""
    monkeypatch.setattr(progress, "prepare", lambda *_: None)


@pytest.fixture(scope="session")
def player_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with added players."""
    return write_player_package(tmp_path_factory.mktemp("strangers") / "added")


@pytest.fixture
def added(player_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same, installed."""
    monkeypatch.syspath_prepend(str(player_folder))
    return player_folder


def on_path(folder: Path) -> dict[str, str]:
    """The environment in which the packages of this folder are installed."""
    return {"PYTHONPATH": os.pathsep.join(filter(None, (str(folder), os.environ.get("PYTHONPATH"))))}


def contest_json(keypeg: Keypeg, *arguments: object) -> dict[str, Any]:
    """A contest as JSON values."""
    output: dict[str, Any] = json.loads(accepted(keypeg("arena", *arguments, "--json")))
    return output


# Bots in files


def test_a_bot_in_a_file_plays(keypeg: Keypeg, tmp_path: Path) -> None:
    file = tmp_path / "my_bot.py"
    file.write_text("from keypeg.players.casual import PLAYER\n", encoding="utf-8")
    contest = contest_json(
        keypeg, "classic", f"{file}:PLAYER", "beginner", "--rounds", "4", "--seed", "1", "--jobs", "2"
    )
    assert [player["name"] for player in contest["players"]] == [f"{file}:PLAYER", "beginner"]


# Output


def test_a_contest_prints_a_table(keypeg: Keypeg) -> None:
    out = accepted(keypeg("arena", "classic", "casual", "beginner", "--rounds", "80", "--seed", "1"))
    head, blank, columns, casual, beginner, *rest = out.splitlines()
    assert head == "Classic: 80 rounds in 40 matches, seed 1"
    assert blank == ""
    assert re.split(" {2,}", columns)[1:] == ["matches won", "points per round", "guesses per round"]
    share, mean = r"\d+\.\d % \(\d+\.\d–\d+\.\d\)", r"\d+\.\d\d ± \d+\.\d\d"
    assert re.fullmatch(rf"casual +{share} +{mean} +{mean}", casual)
    assert re.fullmatch(rf"beginner +{share} +{mean} +{mean}", beginner)
    assert rest[-1] == "A draw counts as half a win. Ranges are 95 % confidence intervals."


def test_the_output_is_available_in_french(keypeg: Keypeg) -> None:
    out = accepted(
        keypeg("arena", "challenge-2001~holes_4", "casual", "beginner", "--rounds", "40", "--seed", "1", "--lang", "fr")
    )
    assert "parties gagnées" in out
    assert "manches gagnées" in out
    assert "amateur bat débutant\u00a0; le hasard seul ne suffit pas à l’expliquer." in out
    assert re.search(r"\d,\d\u00a0%", out)
    assert re.search(r"\d\.\d|\b(matches|rounds|beats|seed|draw)\b", out) is None


@pytest.mark.no_cover
def test_a_difference_is_reported_only_if_chance_does_not_explain_it(keypeg: Keypeg) -> None:
    words = ("--rounds", "100", "--seed", "1")
    assert "casual beats beginner; chance alone does not explain it." in accepted(
        keypeg("arena", "classic", "casual", "beginner", *words)
    )
    assert "Chance alone could explain the differences." in accepted(keypeg("arena", "classic", "casual", *words))


WIDE = ["classic", "hasbro-2004", "hasbro-2004~seats_5", "mastermind-44", "house~holes_5~colours_9~rows_12~blanks_yes"]


@pytest.mark.no_cover
@pytest.mark.parametrize(("table", "lang"), in_turn(WIDE, ["fr", "en"]))
def test_eighty_columns_are_enough(keypeg: Keypeg, added: Path, table: str, lang: str) -> None:
    out = accepted(
        keypeg(
            "arena", table, "casual", "wavering" if "44" not in table else "beginner", "--rounds", "2", "--lang", lang
        )
    )
    assert max(map(len, out.splitlines())) <= 80


def test_a_name_that_is_too_long_is_cut_short(keypeg: Keypeg, added: Path) -> None:
    out = accepted(keypeg("arena", "hasbro-2004", LONG, "casual", "--rounds", "2"))
    line = out.splitlines()[3]
    assert len(line) == 80
    assert line.split("…")[0] in LONG


def test_a_single_match_has_no_interval_of_means() -> None:
    contest = new_contest(edition("classic"), ("casual", "beginner"), 2, "1")
    table = describe_contest(ContestResult(contest, play_contest(contest).matches[:1]), "en")
    assert "±" not in "".join(table)
    assert "Stopped early. Results of the matches played so far, out of 2 matches." in table
    assert re.search(r"casual +\S+ % \(\S+\) +\d\.\d\d +\d\.\d\d$", "\n".join(table), re.MULTILINE)


def test_a_contest_as_json(keypeg: Keypeg) -> None:
    contest = contest_json(
        keypeg, "classic", "casual", "beginner", "--rounds", "31", "--seed", "x", "--thinking", "0.5"
    )
    assert list(contest) == ["format", "edition", "seed", "thinking_time", "matches", "rounds", "complete", "players"]
    assert (contest["edition"], contest["seed"], contest["thinking_time"]) == ("classic", "x", 0.5)
    assert (contest["matches"], contest["rounds"], contest["complete"]) == (16, 32, True)
    first, second = contest["players"]
    assert (first["name"], second["name"]) == ("casual", "beginner")
    for player in (first, second):
        assert player["rounds_won"] is None
        for output in ("matches_won", "points_a_round", "guesses_a_round"):
            assert player[output]["low"] <= player[output]["value"] <= player[output]["high"]
    assert first["matches_won"]["value"] + second["matches_won"]["value"] == pytest.approx(1)


def test_options_of_the_edition_apply_and_the_last_player_fills_the_table(keypeg: Keypeg) -> None:
    contest = contest_json(keypeg, "mastermind-44", "casual", "beginner", "--option", "seats=3", "--rounds", "3")
    assert contest["edition"] == "mastermind-44~seats_3"
    assert [player["name"] for player in contest["players"]] == ["casual", "beginner", "beginner 2"]
    assert all(player["rounds_won"] is not None for player in contest["players"])


def test_the_same_seed_prints_the_same_with_any_number_of_processes(keypeg: Keypeg) -> None:
    words = ("parker-1974", "casual", "beginner", "--rounds", "24")
    output = [contest_json(keypeg, *words, "--seed", "5", "--jobs", jobs) for jobs in ("1", "2")]
    assert output[0] == output[1]
    assert contest_json(keypeg, *words, "--seed", "6") != output[0]


def test_without_a_seed_one_is_drawn_and_printed_so_that_the_contest_can_be_repeated(keypeg: Keypeg) -> None:
    words = ("parker-1974", "casual", "beginner", "--rounds", "20")
    contest = contest_json(keypeg, *words)
    assert contest["seed"]
    assert contest_json(keypeg, *words, "--seed", contest["seed"]) == contest


def test_a_contest_between_bots_without_the_solver_does_not_load_it(tmp_path: Path) -> None:
    (tmp_path / "numpy.py").write_text("raise ImportError('not for this game')\n")
    accepted(run(tmp_path, "arena", "classic", "casual", "beginner", "--rounds", "2", env=on_path(tmp_path)))


def test_the_solver_is_compiled_before_a_bot_that_needs_it_plays(tmp_path: Path, player_folder: Path) -> None:
    warm_up()  # compiled here so that the other process need not compile
    words = ("--rounds", "20", "--seed", "1", "--json")
    # On a slow machine they print that the solver is being compiled, which is not an error.
    ran = [
        run(tmp_path, "arena", "classic", name, "beginner", "--jobs", jobs, *words, env=on_path(player_folder))
        for name, jobs in (("solving", "2"), ("dull", "1"))
    ]
    assert [result.status for result in ran] == [0, 0]
    output = [json.loads(result.out) for result in ran]
    assert output[0]["players"][1] == output[1]["players"][1]


# Errors


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("classic casual --rounds 0", "from 1 to 1,000,000"),
        ("classic casual --rounds many", "from 1 to 1,000,000"),
        ("classic casual --rounds 1000001", "from 1 to 1,000,000"),
        ("classic casual --jobs 0", "from 1 to 1,024"),
        ("classic casual --jobs ²", "from 1 to 1,024"),
        ("classic casual --thinking long", "'long'"),
        ("classic casual --thinking=-1", "'-1'"),
        ("classic casual --option rows=7", "rows"),
        ("classic casual beginner casual", "3 players are named for 2 seats."),
        ("classic robot", "There is no player 'robot'. Choose from beginner, casual, strong"),
        ("klassik casual", "no edition"),
        ("classic", "PLAYER"),
    ],
)
def test_impossible_requests_are_refused(keypeg: Keypeg, arguments: str, words: str) -> None:
    assert words in refusal(keypeg("arena", *arguments.split()))


# Added players


def test_added_players_are_named_after_keypegs_own(added: Path) -> None:
    names = player_names()
    assert names[: len(BUILT_IN)] == BUILT_IN
    assert set(NAMES) < set(names)
    assert len(names) == len(set(names))


def test_added_players_cannot_replace_keypegs_own(added: Path) -> None:
    assert find_player("casual").choose.__module__ == "keypeg.players.skill"


def test_a_player_has_the_name_of_its_entry_point(added: Path) -> None:
    assert find_player("wavering").name == "wavering"
    assert not find_player("wavering").keeps_code
    assert find_player("dull").keeps_code


FAULTS = {
    "missing": "player-unloadable",
    "absent": "player-unloadable",
    "number": "player-unloadable",
    "broken": "player-unloadable",
    "exiting": "player-unloadable",
    "failing": "player-failed",
    "leaving": "player-failed",
    "erring": "player-action-illegal",
    "talking": "player-action-illegal",
    "idle": "nobody-acts",
}


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("name", FAULTS)
def test_a_player_at_fault_is_named_in_one_line(keypeg: Keypeg, added: Path, name: str, lang: str) -> None:
    line = refusal(keypeg("arena", "classic", name, "casual", "--rounds", "2", "--lang", lang))
    assert name in line
    code = FAULTS[name]
    begins = {
        "en": sentence("en", f"error-{code}").forms[0].split("{")[0],
        "fr": "Le joueur " if code.startswith("player") else "La partie",
    }
    assert line.startswith(begins[lang])


@pytest.mark.parametrize("name", first_of(["failing", "erring", "idle"], quick=1))
def test_a_player_at_fault_is_named_among_other_players(player_folder: Path, tmp_path: Path, name: str) -> None:
    words = ("arena", "classic", name, "casual", "--rounds", "100", "--seed", "1")
    alone = run(tmp_path, *words, env=on_path(player_folder))
    assert name in refusal(alone)
    assert run(tmp_path, *words, "--jobs", "2", env=on_path(player_folder)) == alone


def test_a_match_that_never_ends_is_refused(keypeg: Keypeg, added: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("keypeg.contests.driver.MAX_ACTIONS", 500)
    assert "not over after 500 actions" in refusal(keypeg("arena", "challenge-2001", "stubborn", "--rounds", "2"))


def test_a_bot_that_never_commits_to_a_code_cannot_play_where_codes_are_dealt(keypeg: Keypeg, added: Path) -> None:
    line = refusal(keypeg("arena", "mastermind-44", "wavering", "casual"))
    assert line == str(RuleError("must-commit", name="wavering"))
    accepted(keypeg("arena", "classic", "wavering", "casual", "--rounds", "2"))


# Progress and Ctrl-C


def test_a_terminal_shows_a_bar_in_ascii(tmp_path: Path) -> None:
    with Pseudo(tmp_path, "arena", "classic", "casual", "beginner", "--rounds", "100", "--seed", "1") as contest:
        assert "[........................................] 0 of 50 matches" in contest.wait_for("matches")
        contest.wait_for("#")
        assert contest.ends() == 0
        assert "\033" not in contest.shown
        last = contest.shown[contest.shown.rindex("]") :]
        assert re.fullmatch(r"\] \d+ of 50 matches\s*\r +\r(?s:.*)", last)


def test_a_text_only_terminal_shows_no_bar(tmp_path: Path) -> None:
    words = ("arena", "classic", "casual", "beginner", "--rounds", "60", "--seed", "1")
    with Pseudo(tmp_path, *words, env={"TERM": "dumb"}) as contest:
        assert contest.ends() == 0
        assert contest.shown.startswith("Classic: 60 rounds")


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_stops_a_contest_and_prints_what_was_played(tmp_path: Path, jobs: str) -> None:
    with Pseudo(tmp_path, "arena", "classic", "casual", "beginner", "--rounds", "2000", "--jobs", jobs) as contest:
        contest.wait_for("#")
        contest.presses(INTERRUPT)
        assert contest.ends() == 130
        assert "Stopped early. Results of the matches played so far, out of 1,000 matches." in contest.shown
        assert "matches won" in contest.shown
        assert "Traceback" not in contest.shown


@pytest.mark.parametrize("jobs", first_of(["2", "1"], quick=1))
def test_ctrl_c_does_not_wait_for_a_thinking_player(tmp_path: Path, player_folder: Path, jobs: str) -> None:
    words = ("arena", "classic", "musing", "casual", "--rounds", "100", "--jobs", jobs)
    with Pseudo(tmp_path, *words, env=on_path(player_folder)) as contest:
        contest.wait_for("0 of 50 matches")
        contest.presses(INTERRUPT)
        assert contest.ends() == 130
        assert "Stopped before the first match ended." in contest.shown
        assert "Traceback" not in contest.shown


def test_a_killed_worker_is_reported_as_lost(tmp_path: Path, player_folder: Path) -> None:
    ran = run(tmp_path, "arena", "classic", "dying", "casual", "--jobs", "2", env=on_path(player_folder))
    assert refusal(ran) == str(ReadError("worker-lost"))
    assert ran.out == "Stopped before the first match ended.\n"


@pytest.mark.parametrize(
    ("typed", "name"),
    [("amateur", "casual"), ("DÉBUTANT", "beginner"), ("deb", "beginner"), ("b", "beginner"), ("c", "casual")],
)
def test_a_player_can_be_named_in_either_language_and_by_its_first_letters(
    keypeg: Keypeg, typed: str, name: str
) -> None:
    contest = contest_json(keypeg, "classic~rows_8", typed, "--rounds", "2", "--seed", "1", "--lang", "fr")
    assert {player["name"] for player in contest["players"]} == {name, f"{name} 2"}


def test_no_person_plays_in_a_contest(keypeg: Keypeg) -> None:
    why = refusal(keypeg("arena", "classic", "person"))
    assert why == "There is no player 'person'. Choose from beginner, casual, strong, perfect, devil."
