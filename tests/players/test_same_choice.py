"""The same view, time and seed give the same choice, whenever and wherever it is made."""

import os
import subprocess
import sys
from random import Random

import pytest

from keypeg.contests.driver import play_match
from keypeg.core.observe import observe
from keypeg.core.state import new_match
from keypeg.records.edition_links import read_edition
from support.player_choices import TABLES, choices
from support.player_levels import ALL, QUICK, player
from support.thoroughness import first_of

pytestmark = pytest.mark.no_cover  # slow and repetitive: other tests cover the same code faster


def test_another_process_makes_the_same_choices_in_any_order() -> None:
    # That process has no caches from this one, its sets and dictionaries have another order, and it asks in reverse
    # order.
    mine = sorted(line for table in TABLES for line in choices(table))
    others = subprocess.run(
        [sys.executable, "-m", "support.player_choices"],
        env={**os.environ, "PYTHONHASHSEED": "4711", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert others.returncode == 0, others.stderr
    assert sorted(others.stdout.splitlines()) == mine
    assert {line.split()[3] for line in mine} == set(ALL)


@pytest.mark.parametrize(
    "table", first_of(["classic~rounds_2", "mastermind-44~seats_3", "hasbro-2004~seats_3", "parker-1974"], quick=2)
)
def test_the_same_seed_plays_the_same_match(table: str) -> None:
    rules = read_edition(table)
    names = [name for name in ALL if player(name).keeps_code or not rules.dealt]
    for first in range(len(names)):
        seats = [player(names[(first + seat) % len(names)]) for seat in range(rules.seats)]
        match, other = (play_match(rules, seats, "seed", QUICK) for _ in range(2))
        assert match == other


@pytest.mark.parametrize("name", ALL)
def test_another_seed_makes_another_code(name: str) -> None:
    view = observe(new_match(read_edition("classic")), 1)
    codes = {player(name).choose(view, QUICK, Random(seed)) for seed in range(20)}
    assert len(codes) > 5
