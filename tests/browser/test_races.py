"""A race and a handicap duel against a computer, from the first row to the last, at the pace of people.

The test moves the clocks of the server and of the page on, so nobody waits for a computer that thinks for a minute.
"""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.conftest import NewPerson
from browser.test_company import Guessers, catches_up
from keypeg.records.edition_links import read_edition
from support.browser_player import PATIENCE, Person
from support.running_server import Player, Server
from support.start_server import CLOCK_VARIABLE

pytestmark = pytest.mark.thorough

STEP_SECONDS = 5
PERSON_SECONDS = 20
"""How long the person takes for a row."""
CASUAL_SECONDS = 38
"""How long a casual computer takes for a row at least."""
SAFE_SECONDS = 25
"""So long after a computer's row its next one is not due yet, even if the last was seen late: Ann's row comes first."""


class SlowTime:
    """A server whose clock goes on when the test says so."""

    def __init__(self, folder: Path) -> None:
        self.seconds = 0
        self.file = folder / "clock"
        self.advance(0)
        self.server = Server(folder, measured=False, environment={CLOCK_VARIABLE: str(self.file)})

    def advance(self, seconds: int) -> None:
        """Move the clock on."""
        self.seconds += seconds
        written = self.file.with_suffix(".new")
        written.write_text(str(self.seconds * 1000))
        written.replace(self.file)


@pytest.fixture(scope="module")
def slow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SlowTime]:
    slow = SlowTime(tmp_path_factory.mktemp("slow"))
    yield slow
    assert slow.server.stop() == 0


class Duel:
    """Ann in seat 1 against a casual computer. Her page stands still unless the test lets its clock run."""

    def __init__(self, person: NewPerson, server: Server, table: str) -> None:
        self.host: Player = server.open(table, seats=[1], bots={"2": "casual"}, human_pace=True, begin=True)
        self.ann: Person = person(shared=False, base_url=server.url, reduced_motion="no-preference")
        self.ann.page.clock.install()
        self.ann.sits(self.host)
        self.ann.page.locator(".match").wait_for()
        self.ann.page.clock.pause_at(self.ann.page.evaluate("Date.now()") + 1000)
        self.match = Guessers(read_edition(table), {1: self.ann}, {1: self.host}, Random(table))
        self.deadline = monotonic() + PATIENCE / 1000

    def look(self) -> dict[str, Any]:
        """What Ann's seat sees on the server. Fails if the match takes too long."""
        assert monotonic() < self.deadline, "the match does not end"
        now: dict[str, Any] = self.host.snapshot(1)
        return now

    def act(self, now: dict[str, Any]) -> None:
        """Let Ann make what is asked for, and wait until the page shows it."""
        catches_up(self.ann, now["number"])
        self.match.act(self.ann, now["view"], 1)
        catches_up(self.ann, now["number"] + 1)

    def check_the_end(self, now: dict[str, Any]) -> None:
        """Check that the card says who won the match, and that Enter would play again."""
        catches_up(self.ann, now["number"])
        self.ann.page.clock.run_for(2000)
        expect(self.ann.page.get_by_role("heading", name="The match is over")).to_be_visible()
        winner = "You win" if now["view"]["outcome"]["winners"] == [1] else f"{now['table']['seats'][1]['name']} wins"
        expect(self.ann.page.get_by_text(f"{winner} the match", exact=True)).to_be_visible()
        expect(self.ann.page.get_by_role("button", name="Play again")).to_be_focused()


def asked_of(now: dict[str, Any]) -> set[str]:
    """The actions that are allowed now."""
    return {allowed["action"] for allowed in now["view"]["legal"]}


def rows_by_seat(view: dict[str, Any]) -> Counter[int]:
    """How many rows each seat has placed in the match."""
    finished = [board for over in view["finished"] for board in over["boards"]]
    running = [] if view["outcome"] else view["boards"]
    return Counter(row["seat"] for board in [*finished, *running] for row in board["rows"])


def test_a_race_against_a_computer_is_run_at_the_pace_of_people(person: NewPerson, slow: SlowTime) -> None:
    duel = Duel(person, slow.server, "challenge-2001~race_yes~rounds_3")
    begun = acted = moved = slow.seconds
    rows: Counter[int] = Counter()
    while not (now := duel.look())["table"]["over"]:
        before, rows = rows, rows_by_seat(now["view"])
        assert rows[2] <= (slow.seconds - begun) / CASUAL_SECONDS
        if rows[2] > before[2]:
            moved = slow.seconds
        ready = slow.seconds - acted >= PERSON_SECONDS and slow.seconds - moved < SAFE_SECONDS
        if "code" in asked_of(now):
            duel.act(now)
            acted = moved = slow.seconds
        elif "guess" in asked_of(now) and ready:
            duel.act(now)
            acted = slow.seconds
        else:
            slow.advance(STEP_SECONDS)
            duel.ann.page.clock.run_for(STEP_SECONDS * 1000)
    rows = rows_by_seat(now["view"])
    assert rows[1] >= rows[2] - len(now["view"]["finished"]), "who needs 20 seconds for a row is not left behind"
    duel.check_the_end(now)


def test_a_handicap_duel_against_a_computer_is_played_to_its_end(person: NewPerson, slow: SlowTime) -> None:
    duel = Duel(person, slow.server, "challenge-2001~handicap_1~rounds_3")
    pauses = 0
    while not (now := duel.look())["table"]["over"]:
        if asked_of(now) & {"code", "guess"}:
            duel.act(now)
            shown = int(duel.ann.page.locator(".match").get_attribute("data-number") or 0)
            pauses += shown < duel.look()["number"]
    assert pauses, "what the computer does is shown after a pause"
    for finished in now["view"]["finished"]:
        assert [len(code) for code in finished["codes"]] == [5, 4], "seat 1 has to find four rings, seat 2 five"
    duel.check_the_end(now)
