"""Every edition with every option, played to its end by players with a browser each."""

import re
from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.conftest import NewPerson
from keypeg.core.edition import Makers
from keypeg.editions import RULEBOOKS
from keypeg.records.edition_links import read_edition
from support.browser_match import Match
from support.browser_player import Person
from support.option_cover import DIFFERENT_TABLES, TABLES, allowed, covered_values, values_to_cover
from support.running_server import Player, Server

BY_THE_LINK = [
    next(table for table in DIFFERENT_TABLES if read_edition(table).secrets.makers is makers) for makers in Makers
]
"""Tables that players join through the pages: one for each way of assigning the roles."""


@pytest.mark.parametrize("edition", RULEBOOKS)
def test_every_value_of_every_option_is_played(edition: str) -> None:
    book = RULEBOOKS[edition]
    played = [dict(read_edition(table).chosen) for table in TABLES if table.partition("~")[0] == edition]
    assert set().union(*(covered_values(book, given) for given in played)) >= values_to_cover(book)
    assert all(allowed(book, given) for given in played)


def test_the_tables_that_differ_most_are_of_every_edition() -> None:
    assert {table.partition("~")[0] for table in DIFFERENT_TABLES} == set(RULEBOOKS)


@pytest.mark.parametrize(
    "table",
    [table if table in DIFFERENT_TABLES else pytest.param(table, marks=pytest.mark.thorough) for table in TABLES],
)
def test_players_with_their_own_browsers_play_a_match_to_its_end(table: str, person: NewPerson, server: Server) -> None:
    rules = read_edition(table)
    host = server.open(table)
    people = {seat: person() for seat in range(1, rules.seats + 1)}
    players = {seat: joins(user, host, seat, by_the_link=table in BY_THE_LINK) for seat, user in people.items()}
    assert host.ask("POST", "/begin").status == 200
    view = Match(rules, people, players, Random(table)).play()
    for user in people.values():
        checks_whose_rows_and_marks(user, view["finished"][-1]["boards"], dealt=rules.secrets.makers is Makers.DEALT)
        if rules.match.practice:
            checks_the_end_of_practice(user)
        else:
            checks_the_end(user, view["scores"], view["outcome"]["winners"])


def joins(user: Person, host: Player, seat: int, *, by_the_link: bool) -> Player:
    """Let a player join the table."""
    name = f"Player {seat}"
    if by_the_link:
        user.goes_to(host.links["join"])
        user.page.get_by_label("Your name").fill(name)
        user.page.get_by_label(f"Seat {seat}: open").check()
        user.presses("Join")
        user.page.get_by_text("starts the match").wait_for()
        return user.player(host.server)
    player = host.invite(name, seat)
    user.sits(player)
    return player


def checks_whose_rows_and_marks(user: Person, boards: list[dict[str, Any]], *, dealt: bool) -> None:
    """Check that each row of a shared board has the face of its player, and each key peg in 44 that of its giver."""
    for board in boards:
        for number, row in enumerate(board["rows"], 1):
            shown = user.page.locator(f"#row-{board['breakers'][0]}-{number}")
            authors = [f"Player {row['seat']}"] if len(board["breakers"]) > 1 else []
            assert [face.get_attribute("aria-label") for face in shown.get_by_role("img").all()] == authors
            givers = [mark["by"] for mark in row["marks"]] if dealt else []
            assert shown.locator(".giver:not(.owed) .face > *").count() == len(givers)
            for by in givers:
                expect(shown.locator(".keys")).to_have_attribute("title", re.compile(f"Player {by}: "))


def checks_the_end_of_practice(user: Person) -> None:
    """Check that the round is over, that no points are shown, and the offer to play again."""
    expect(user.page.get_by_role("heading", name="The round is over")).to_be_visible()
    expect(user.page.get_by_role("button", name="Play again")).to_be_visible()
    expect(user.page.get_by_role("table", name="Score")).to_have_count(0)


def checks_the_end(user: Person, scores: list[int], winners: list[int]) -> None:
    """Check the winner, the points, and the offer of a rematch."""
    one_won = f"(You win|Player {max(winners, default=0)} wins)"
    won = (
        "Nobody wins the match"
        if not winners
        else f"{one_won} the match"
        if len(winners) == 1
        else ".* for first place"
    )
    expect(user.page.get_by_text(re.compile(f"^{won}$"))).to_be_visible()
    user.page.get_by_text("Scoring", exact=True).click()
    sheet = user.page.get_by_role("table", name="Score sheet")
    if sheet.count():
        expect(sheet.get_by_role("row").last).to_have_text(re.compile(r"Total\s*" + r"\s*".join(map(str, scores))))
    else:
        lines = [f"Player {seat}\t{points}" for seat, points in enumerate(scores, 1)]
        assert user.page.get_by_role("table", name="Score").inner_text().splitlines()[1:] == lines
    expect(user.page.get_by_role("button", name="Play again")).to_be_visible()
