"""The names of bots: fixed for a level and a seat, and different in all of them."""

from itertools import chain

import pytest

from keypeg.players.bot_names import NAMES_BY_LEVEL, OTHER_NAMES, bot_name
from keypeg.players.registry import LEVELS
from keypeg.service.entries import BeginEntry, OpenEntry, SitEntry
from support.service_harness import replay_log

MOST_SEATS = 5


@pytest.mark.parametrize("level", [*LEVELS, "devil", "from-another-package"])
def test_the_bots_of_a_table_have_different_names(level: str) -> None:
    assert len({bot_name(level, seat) for seat in range(1, MOST_SEATS + 1)}) == MOST_SEATS


def test_every_name_belongs_to_one_level() -> None:
    names = [*chain(*NAMES_BY_LEVEL.values()), *OTHER_NAMES]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("name", ["", "casual"])
def test_a_bot_in_an_older_log_gets_a_name_and_keeps_it_in_a_rematch(name: str) -> None:
    opened = OpenEntry(timestamp=1, edition="classic", host="Ann", join="j", watch="w")
    sat = [SitEntry(timestamp=1, player=1, seat=1, name=name, level="casual"), SitEntry(timestamp=1, player=1, seat=2)]
    table = replay_log("table", [opened, *sat, BeginEntry(timestamp=1, player=1)])
    occupant = table.occupants[0]
    assert occupant is not None
    assert occupant.name == bot_name("casual", 1) == "Casey"
    again = replay_log("another", [opened, SitEntry(timestamp=1, player=1, seat=1, name=occupant.name, level="casual")])
    assert again.occupants[0] == occupant
