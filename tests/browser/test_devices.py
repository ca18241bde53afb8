"""Changing the device: a link moves a seat to another device, once."""

import pytest
from playwright.sync_api import expect

from browser.conftest import NewPerson
from support.running_server import Server


def test_a_link_moves_a_seat_to_another_device_once(person: NewPerson, server: Server) -> None:
    first, other = person(), person()
    first.goes_to("/")
    first.presses("Play now")
    first.page.get_by_role("group", name="Guess").wait_for()
    first.presses("Continue on another device")
    link = first.page.locator("dialog code").inner_text()
    other.goes_to(link.removeprefix(f"http://{server.host}"))
    other.presses("Continue here")
    other.page.get_by_role("group", name="Guess").wait_for()
    other.page.keyboard.type("RRBB")
    other.page.keyboard.press("Enter")
    first.presses("Close")
    for device in (first, other):
        device.page.get_by_role("row", name="Row 1: red, red, blue, blue").wait_for()
    place, _, link_key = link.removeprefix(f"http://{server.host}/seat/").partition("#")
    table, seat = place.split("/")
    again = server.ask("POST", f"/api/tables/{table}/seats/{seat}/join", {"link_key": link_key})
    assert again.code == "link-expired"
    third = person()
    third.goes_to(f"/seat/{place}#{link_key}")
    third.presses("Continue here")
    expect(third.page.get_by_role("alert")).to_contain_text("This link has been used or has expired.")
    expect(third.page.get_by_role("button", name="Continue here")).to_have_count(0)
    for user in (other, third):
        user.wrong.clear()  # the browser's console shows that a private table is refused


@pytest.mark.parametrize(
    "address", ["/seat/nothing/1#key", "/seat/nothing/1", "/seat/{table}/1", "/seat/{table}/x#key"]
)
def test_a_seat_is_offered_only_by_a_link_to_a_table_that_exists(
    person: NewPerson, server: Server, address: str
) -> None:
    eve = person()
    eve.goes_to(address.format(table=server.play().table))
    reason = "This table does not exist." if "nothing" in address else "Ask a player for an invitation"
    expect(eve.page.get_by_role("alert")).to_contain_text(reason)
    expect(eve.page.get_by_role("button", name="Continue here")).to_have_count(0)
    expect(eve.page.get_by_role("main").get_by_role("link", name="Home")).to_be_visible()
    eve.wrong.clear()  # the browser's console shows every request that fails
