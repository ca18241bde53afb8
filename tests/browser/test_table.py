"""A table in the browser: by keyboard alone, on a phone, on a shared device, after a reload and a lost connection."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import NewPerson
from support.browser_player import Person
from support.running_server import Player, Server

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


def sits_down(user: Person, server: Server, edition: str, **options: Any) -> Player:
    """Open a table with a program, and continue in this browser, as with a token on another device."""
    host = server.open(edition, **options)
    user.sits(host)
    return host


def test_play_now_is_a_round_against_the_computer_in_one_click(person: NewPerson) -> None:
    ann = person()
    ann.goes_to("/")
    ann.presses("Play now")
    ann.page.get_by_role("heading", name="Your turn: guess the code").wait_for()
    assert [chair["bot"] for chair in ann.sees()["table"]["seats"]] == ["casual", None]
    casey = ann.page.get_by_role("list", name="Players")
    for width in (1200, 320):
        ann.page.set_viewport_size({"width": width, "height": 640})
        expect(casey.get_by_text("Casey")).to_be_visible()
        expect(casey.get_by_text("casual")).to_be_in_viewport(ratio=1)
        assert casey.locator(".eyes").evaluate("eyes => getComputedStyle(eyes).stroke") != "none", "the face is drawn"


def test_a_round_can_be_played_by_keyboard_alone(person: NewPerson) -> None:
    ann = person()
    ann.goes_to("/")
    ann.page.get_by_role("button", name="Play now").focus()
    ann.page.keyboard.press("Enter")
    ann.page.get_by_role("heading", name="Your turn: guess the code").wait_for()
    for row in range(1, 11):
        number = ann.sees()["number"]
        for key in "r2yG":
            ann.page.keyboard.press(key)
        ann.page.keyboard.press("Backspace")
        ann.page.keyboard.press("Backspace")
        for key in "65":
            ann.page.keyboard.press(key)
        ann.page.keyboard.press("Enter")
        ann.keeps_up(number + 1)
        view = ann.sees(2)["view"]
        if view["finished"]:
            break
        assert view["boards"][0]["rows"][-1]["guess"] == "RBKW"
        assert len(view["boards"][0]["rows"]) == row
    ann.page.get_by_role("region", name=re.compile("wins?[.]$")).wait_for()
    expect(ann.page.get_by_role("button", name="Play again")).to_be_focused()
    ann.page.keyboard.press("Enter")
    ann.page.get_by_role("heading", name="Your turn: guess the code").wait_for()


def test_arrow_keys_move_through_the_rows_and_each_is_read_out_whole(person: NewPerson, server: Server) -> None:
    ann = person()
    host = sits_down(ann, server, "classic", seats=[1, 2], begin=True)
    for action in ("1 code RRBB", "2 guess RBYG", "2 guess WWWW"):
        seat, _, argument = action.partition(" ")
        assert (
            host.ask(
                "POST", "/actions", {"seat": int(seat), "action": argument, "key": action.replace(" ", "-")}
            ).status
            == 200
        )
    ann.presses("I am")
    first = ann.page.get_by_role("row", name="Row 1: red, blue, yellow, green; 1 black, 1 white")
    first.focus()
    ann.page.keyboard.press("ArrowUp")
    expect(ann.page.get_by_role("row", name="Row 2: white, white, white, white; nothing")).to_be_focused()


def test_screen_readers_announce_every_row_and_whose_turn_it_is(person: NewPerson, server: Server) -> None:
    ann = person()
    host = sits_down(ann, server, "classic", seats=[2], bots={"1": "casual"}, begin=True)
    announcement = ann.page.locator("[aria-live=polite]")
    expect(announcement).to_have_text("Your turn: guess the code")
    assert host.ask("POST", "/actions", {"seat": 2, "action": "guess RRBB", "key": "1"}).status == 200
    expect(announcement).to_have_text(re.compile(r"^Row 1: red, red, blue, blue; .*\. Your turn: guess the code$"))
    assert ann.page.locator("[aria-live]").count() == 1


def test_on_a_phone_nothing_is_wider_than_the_screen_and_a_thumb_can_play(person: NewPerson, server: Server) -> None:
    ann = person(**PHONE)
    ann.goes_to("/")
    ann.presses("Play now")
    ann.page.get_by_role("heading", name="Your turn: guess the code").wait_for()
    for colour in ("red (R)", "red (R)", "blue (B)", "green (G)"):
        ann.row.get_by_role("button", name=colour).tap()
    ann.page.get_by_role("button", name="Guess", exact=True).tap()
    expect(ann.page.get_by_role("row", name=re.compile("Row 1: red, red, blue, green; "))).to_be_visible()
    for path in ("/", "/new/mastermind-44"):
        ann.goes_to(path)
        ann.page.get_by_role("heading", level=1).wait_for()
        assert fits(ann.page)


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


@pytest.fixture
def shared(person: NewPerson, server: Server) -> Person:
    """A device that two players share."""
    both = person()
    sits_down(both, server, "classic~rounds_2", seats=[1, 2], begin=True)
    return both


def test_on_a_shared_device_the_page_holds_no_secret_of_the_other_player(shared: Person) -> None:
    page = shared.page
    page.get_by_role("heading", name="Hand over to").wait_for()
    shared.presses("I am")
    shared.makes("RRBG", {"R": "red", "B": "blue", "G": "green"}, "Set the code")
    page.get_by_role("heading", name="Hand over to").wait_for()
    assert_hidden(page)
    shared.presses("I am")
    page.get_by_role("heading", name="Your turn: guess the code").wait_for()
    assert_hidden(page)
    page.reload()
    page.get_by_role("heading", name="Hand over to").wait_for()
    assert_hidden(page)


def assert_hidden(page: Page) -> None:
    """Check that the code RRBG is nowhere on the page: neither as a word nor as pegs in a row."""
    assert "RRBG" not in page.content()
    assert "red, red, blue, green" not in page.content()
    rows = page.evaluate(
        """[...document.querySelectorAll('.pegs, .code, .holes')].map(
            (row) => [...row.querySelectorAll('[data-colour]')].map((peg) => peg.dataset.colour).join(''))"""
    )
    assert all("RRBG" not in row for row in rows)
    assert "RRBG" not in page.evaluate("JSON.stringify({...localStorage})")


def test_on_a_shared_device_an_unfinished_guess_survives_a_reload_and_a_code_is_not_stored(shared: Person) -> None:
    shared.presses("I am")
    shared.hole(1).wait_for()
    for key in "rrb":
        shared.page.keyboard.press(key)
    shared.row.get_by_role("button", name="Hole 3: blue").wait_for()
    assert shared.page.evaluate("Object.keys(localStorage).filter(key => key.includes('draft'))") == []
    shared.page.keyboard.press("g")
    shared.page.keyboard.press("Enter")
    shared.presses("I am")
    shared.hole(1).wait_for()
    for key in "wk":
        shared.page.keyboard.press(key)
    shared.row.get_by_role("button", name="Hole 2: black").wait_for()
    shared.page.reload()
    shared.presses("I am")
    shared.row.get_by_role("button", name="Hole 1: white").wait_for()
    shared.row.get_by_role("button", name="Hole 2: black").wait_for()
    for key in "wk":
        shared.page.keyboard.press(key)
    shared.page.keyboard.press("Enter")
    shared.page.get_by_role("row", name="Row 1: white, black, white, black; nothing").wait_for()
    assert "WKWK" not in shared.page.evaluate("JSON.stringify({...localStorage})")


def test_an_unfinished_row_is_still_there_after_a_reload(person: NewPerson) -> None:
    ann = person()
    ann.goes_to("/")
    ann.presses("Play now")
    ann.page.get_by_role("heading", name="Your turn: guess the code").wait_for()
    for key in "rb":
        ann.page.keyboard.press(key)
    ann.page.reload()
    ann.row.get_by_role("button", name="Hole 1: red").wait_for()
    ann.row.get_by_role("button", name="Hole 2: blue").wait_for()
    ann.row.get_by_role("button", name="Hole 3: empty").wait_for()


def test_a_lost_connection_is_reported_and_nothing_is_lost(person: NewPerson, server: Server) -> None:
    ann = person()
    host = sits_down(ann, server, "classic", seats=[2], bots={"1": "casual"}, begin=True)
    ann.page.get_by_role("heading", name="Your turn: guess the code").wait_for()
    ann.page.keyboard.press("r")
    ann.context.set_offline(True)
    drop_sockets(ann)
    ann.page.get_by_text("Connection lost").wait_for()
    assert host.ask("POST", "/actions", {"seat": 2, "action": "guess WWWW", "key": "elsewhere"}).status == 200
    ann.context.set_offline(False)
    ann.page.get_by_role("row", name=re.compile("Row 1: white, white, white, white")).wait_for()
    expect(ann.page.get_by_text("Connection lost")).to_have_count(0)
    ann.page.get_by_role("status").get_by_text("Connected again.").wait_for()
    ann.wrong.clear()  # the failed socket is intended


def test_a_network_that_comes_back_twice_brings_each_row_once(person: NewPerson, server: Server) -> None:
    ann = person()
    host = sits_down(ann, server, "classic", seats=[2], bots={"1": "casual"}, begin=True)
    ann.reads("Your turn: guess the code")
    ann.page.evaluate("['offline', 'online', 'online'].forEach((name) => dispatchEvent(new Event(name)))")
    for row, guess in enumerate(("WWWW", "KKKK"), 1):
        assert host.ask("POST", "/actions", {"seat": 2, "action": f"guess {guess}", "key": guess}).status == 200
        ann.page.get_by_role("row", name=re.compile(f"Row {row}: ")).wait_for()
    ann.check_console()


def drop_sockets(user: Person) -> None:
    """Close open connections: going offline only prevents new ones."""
    user.page.evaluate("dispatchEvent(new Event('offline'))")


def test_it_speaks_french(person: NewPerson) -> None:
    ann = person(locale="fr-FR")
    ann.goes_to("/")
    ann.presses("Jouer")
    ann.page.get_by_role("heading", name="À vous : trouvez le code").wait_for()
    assert ann.page.locator("html").get_attribute("lang") == "fr"
    ann.presses("Réglages")
    ann.page.get_by_label("Langue").select_option("en")
    ann.page.get_by_role("heading", name="Your turn: guess the code").wait_for()


def test_the_page_contacts_no_host_but_the_server(person: NewPerson, server: Server) -> None:
    ann = person()
    ann.goes_to("/")
    ann.presses("Play now")
    ann.page.get_by_role("heading", name="Your turn: guess the code").wait_for()
    assert {url.split("/")[2] for url in ann.requested_urls} == {server.host}
