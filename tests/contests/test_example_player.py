"""The example of an added player: installed as a user would, and played in a process of its own."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from keypeg.contests.driver import play_match
from keypeg.editions import RULEBOOKS
from keypeg.players import Player
from keypeg.players.registry import find_player
from keypeg.records.edition_links import read_edition
from support.command import accepted, run

EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "plain_player"


def test_the_example_can_be_installed_and_plays(tmp_path: Path) -> None:
    site = tmp_path / "site"
    source = tmp_path / "source"
    source.mkdir()
    for file in EXAMPLE.iterdir():
        if file.is_file():
            (source / file.name).write_bytes(file.read_bytes())  # building leaves files behind
    words = [
        "install",
        "--quiet",
        "--no-index",
        "--no-deps",
        "--no-build-isolation",
        "--target",
        str(site),
        str(source),
    ]
    subprocess.run([sys.executable, "-m", "pip", "--disable-pip-version-check", *words], check=True)
    path = os.pathsep.join(filter(None, (str(site), os.environ.get("PYTHONPATH"))))
    words = ["arena", "classic", "plain", "beginner", "--rounds", "40", "--seed", "1", "--jobs", "2", "--json"]
    output = json.loads(accepted(run(tmp_path, *words, env={"PYTHONPATH": path})))
    assert [player["name"] for player in output["players"]] == ["plain", "beginner"]
    assert output["players"][0]["matches_won"]["value"] > 0.5
    assert output["players"][0]["guesses_a_round"]["value"] < 7


def test_the_example_is_short() -> None:
    assert len((EXAMPLE / "plain_player.py").read_text(encoding="utf-8").splitlines()) < 40


@pytest.mark.parametrize("table", [*RULEBOOKS, "challenge-2001~holes_4", "mastermind-44~by-hand_yes"])
def test_the_example_plays_every_edition(table: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(EXAMPLE))
    from plain_player import choose  # type: ignore[import-not-found,unused-ignore]

    rules = read_edition(table)
    others = [find_player("beginner")] * (rules.seats - 1)
    assert play_match(rules, [Player("plain", choose), *others], "1").state.outcome is not None
