"""Matches of four and five players, each with a browser of their own, from the first row to the last."""

import re
from random import Random
from time import monotonic
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.conftest import NewPerson
from browser.test_every_edition import checks_the_end, joins
from keypeg.records.edition_links import read_edition
from support.browser_match import Match, Plan
from support.browser_player import PATIENCE, Person
from support.running_server import Player, Server

pytestmark = pytest.mark.thorough

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve")

SHOWN = "() => Number(document.querySelector('.match')?.dataset.number ?? 0)"
"""The number of the last entry that the page shows."""


class Guessers(Match):
    """People who guess at random and never call: computers find the codes."""

    def calls(self, view: dict[str, Any], seat: int) -> bool:
        return False

    def chosen(self, kind: str, may: dict[str, Any], view: dict[str, Any], seat: int) -> str:
        return self.other(may, "")


def company(person: NewPerson, server: Server, table: str, seed: str) -> Match:
    """Seat one player with a browser at each seat of this table."""
    rules = read_edition(table)
    host = server.open(table)
    people = {seat: person(reduced_motion="no-preference") for seat in range(1, rules.seats + 1)}
    players = {seat: joins(user, host, seat, by_the_link=False) for seat, user in people.items()}
    assert host.ask("POST", "/begin").status == 200
    return Match(rules, people, players, Random(seed))


def test_four_people_play_master_mind_44_to_its_end(person: NewPerson, server: Server) -> None:
    match = company(person, server, "mastermind-44~rounds_2", "four")
    people = match.people
    match.plans[1, 1] = Plan({2}, 2)
    match.step(match.players[1].snapshot())  # the table deals
    guesses_wrong(match, people[4])
    for seat, user in people.items():
        told = user.page.get_by_role("status").get_by_text("called “Master Mind”, but this answer was wrong:")
        expect(told).to_contain_text("Player 4")
        assert told.locator("[data-colour]").count() == 4
        expect(user.page.get_by_role("row", name=re.compile(r"^Player 4 \(out\)"))).to_have_count(1)
        expect(user.page.get_by_role("button", name="I know the code")).to_have_count(int(seat != 4))
    view = match.play()
    assert [finished["outcome"]["reason"] for finished in view["finished"]] == ["answered", "answered"]
    for user in people.values():
        checks_the_end(user, view["scores"], view["outcome"]["winners"])


def guesses_wrong(match: Match, user: Person) -> None:
    """Let the player in seat 4 call, cancel, call again and answer wrongly."""
    view = match.players[4].snapshot(4)["view"]
    right = match.chosen("answer", {}, view, 4)
    user.presses("I know the code")
    user.reads("Your answer: leave one hole empty")
    user.presses("Cancel")
    assert match.players[1].snapshot()["view"]["caller"] is None
    user.presses("I know the code")
    user.types("".join(peg if peg == "." else "R" if peg != "R" else "B" for peg in right))
    match.people[1].keeps_up(match.players[1].snapshot()["number"])


def test_a_family_of_five_plays_a_match_to_its_end(person: NewPerson, server: Server) -> None:
    match = company(person, server, "hasbro-2004~seats_5", "family")
    view = match.play()
    assert [finished["maker"] for finished in view["finished"]] == [1, 2, 3, 4, 5]
    for user in match.people.values():
        checks_the_end(user, view["scores"], view["outcome"]["winners"])
    for finished in view["finished"]:
        assert {line["seat"] for line in finished["lines"]} <= {1, 2, 3, 4, 5}


@pytest.mark.parametrize(("table", "bots"), [("mastermind-44", 2), ("hasbro-2004~seats_5", 3)])
def test_people_and_computers_play_a_match_to_its_end_at_a_human_pace(
    table: str, bots: int, person: NewPerson, server: Server
) -> None:
    rules = read_edition(table)
    host = server.open(table, bots={str(rules.seats - bot): "casual" for bot in range(bots)})
    people: dict[int, Person] = {}
    players: dict[int, Player] = {}
    for seat in range(1, rules.seats - bots + 1):
        people[seat] = person(shared=False, reduced_motion="no-preference")
        people[seat].page.clock.install()
        players[seat] = joins(people[seat], host, seat, by_the_link=False)
    assert host.ask("POST", "/begin").status == 200
    match = Guessers(rules, people, players, Random(table))
    deadline = monotonic() + PATIENCE / 1000
    while not (now := players[1].snapshot())["table"]["over"]:
        assert monotonic() < deadline, "the match does not end"
        for user in people.values():
            catches_up(user, now["number"])
        seat = next((seat for seat in now["view"]["waiting"] if seat in people), 0)
        own = players[seat].snapshot(seat) if seat else now
        if seat and own["number"] == now["number"]:  # no computer has called meanwhile
            entries = match.act(people[seat], own["view"], seat)
            catches_up(people[seat], now["number"] + entries)
    for user in people.values():
        catches_up(user, now["number"])
    boards = [board for finished in now["view"]["finished"] for board in finished["boards"]]
    authors = {row["seat"] for board in boards for row in board["rows"]}
    assert authors >= set(people), "a computer may know the code before its first row, people guess at random"
    for user in people.values():
        expect(user.page.get_by_text(re.compile("(the match|for first place)$"))).to_be_visible()
        expect(user.page.get_by_role("button", name="Play again")).to_be_visible()


def catches_up(user: Person, number: int) -> None:
    """Let the clock of the page run until it shows this entry."""
    while user.page.evaluate(SHOWN) < number:
        user.page.clock.run_for(500)
