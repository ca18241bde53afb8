"""Invitations: to a table, to watch it, and to play again; and what an address without one leads to."""

import pytest
from playwright.sync_api import expect

from browser.conftest import NewPerson
from support.running_server import Player, Server

MATCH = ("1 code RRBB", "2 guess RRBB")
"""A practice round."""


def finished(server: Server) -> tuple[Player, Player]:
    """A practice round of Ann and Ben that is over."""
    host = server.open("classic~practice_yes", name="Ann", seats=[1])
    other = host.invite("Ben", 2)
    assert host.ask("POST", "/begin").status == 200
    host.play(MATCH[0])
    other.play(MATCH[1])
    return host, other


@pytest.mark.parametrize("path", ["/table/{id}", "/watch/{id}", "/join/{id}", "/review/{id}"])
def test_the_address_of_a_private_table_asks_for_an_invitation(person: NewPerson, server: Server, path: str) -> None:
    eve = person()
    eve.goes_to(path.format(id=server.play().table))
    eve.reads("This table is private")
    expect(eve.page.get_by_role("alert")).to_contain_text("Ask a player for an invitation, or for a link to watch.")
    assert "token" not in eve.page.inner_text("body").lower()
    eve.wrong.clear()  # the browser's console shows every request that fails


def test_the_address_of_a_table_that_may_be_watched_offers_to_watch(person: NewPerson, server: Server) -> None:
    host = server.play(public=True)
    eve = person()
    eve.goes_to(f"/table/{host.table}")
    expect(eve.page.get_by_text("The match has begun. You can watch it.")).to_be_visible()
    expect(eve.page.get_by_role("button", name="Join")).to_have_count(0)
    eve.presses("Watch")
    expect(eve.page.get_by_text("You are watching")).to_be_visible()


def test_every_table_has_a_link_to_watch(person: NewPerson, server: Server) -> None:
    host = server.open(seats=[1], bots={"2": "casual"}, begin=True)
    ann, eve, fred = person(), person(), person()
    ann.sits(host)
    ann.presses("Link to watch")
    dialog = ann.page.get_by_role("dialog", name="Link to watch")
    dialog.get_by_role("img", name="QR code of the same link").wait_for()
    link = dialog.locator("code").inner_text()
    assert link == server.url + host.links["watch"]
    ann.context.grant_permissions(["clipboard-read", "clipboard-write"])
    dialog.get_by_role("button", name="Copy").click()
    expect(dialog.get_by_role("button", name="Copied")).to_be_visible()
    assert ann.page.evaluate("navigator.clipboard.readText()") == link
    for watcher, address in ((eve, link), (fred, None)):
        watcher.goes_to(address or eve.page.locator("dialog[open] code").inner_text())
        expect(watcher.page.get_by_text("You are watching")).to_be_visible()
        watcher.presses("Link to watch")  # those who watch can pass it on


def test_an_invitation_names_the_game_its_options_and_the_players(person: NewPerson, server: Server) -> None:
    host = server.open("classic~rows_12~by-hand_yes", name="Ann", seats=[1], hints=True)
    ben = person(locale="fr-FR")
    ben.goes_to(host.links["join"])
    main = ben.page.get_by_role("main")
    expect(main.get_by_text("Classique", exact=True)).to_be_visible()
    expect(main.get_by_text("12 lignes, indications données à la main, indices autorisés")).to_be_visible()
    expect(main.locator(".seat")).to_have_text(["Place 1 : Ann", "Place 2 : libre"])


def test_the_address_bar_of_the_host_is_an_invitation_too(person: NewPerson, server: Server) -> None:
    host = server.open(name="Ann", seats=[1])
    ben = person()
    ben.goes_to(f"/table/{host.table}#{host.link_key()}")
    ben.presses("Join")
    expect(ben.page.get_by_text("Ann starts the match.")).to_be_visible()


def test_the_other_is_told_at_once_that_somebody_wants_to_play_again(person: NewPerson, server: Server) -> None:
    host, other = finished(server)
    ann, ben = person(), person()
    ann.sits(host)
    ben.sits(other)
    ben.reads("Cracked in 1!")
    ann.presses("Play again")
    ann.reads("Waiting for Ben")
    told = ben.page.get_by_role("status").filter(has_text="Ann wants to play again.")
    told.get_by_role("button", name="Join").click()
    for user in (ann, ben):
        expect(user.page.get_by_role("heading", level=1)).to_have_text(
            "Set your secret code" if user is ann else "Ann is setting a code"
        )
    assert ann.table == ben.table


def test_a_player_who_comes_back_sees_the_invitation(person: NewPerson, server: Server) -> None:
    host, other = finished(server)
    again = Player(server, host.ask("POST", "/rematch").json)
    ben = person()
    ben.sits(other)
    ben.page.get_by_role("status").filter(has_text="Ann wants to play again.").get_by_role("button").click()
    ben.reads("Ann is setting a code")
    assert ben.table == again.table
