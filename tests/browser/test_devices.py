"""Changing the device: a link moves a seat to another device, once."""

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
