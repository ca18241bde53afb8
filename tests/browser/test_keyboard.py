"""The pages by keyboard and screen reader: where the focus is, and what is said, without a pointer."""

import re

from playwright.sync_api import expect

from browser.conftest import SOLVING, NewPerson
from browser.test_rounds import two
from support.browser_player import WALK, Person
from support.running_server import Server


def follows(user: Person, link: str) -> None:
    """Follow a link by keyboard."""
    user.page.get_by_role("link", name=link).first.focus()
    user.page.keyboard.press("Enter")


def test_a_page_that_is_opened_has_the_focus_on_its_heading(person: NewPerson) -> None:
    ann = person()
    ann.goes_to("/")
    heading = ann.page.get_by_role("heading", level=1)
    heading.wait_for()
    assert ann.page.evaluate("document.activeElement === document.body")
    for link, title in (
        ("Classic Four holes", "Classic"),
        ("How it works", "Classic"),
        ("My rounds", "My rounds"),
        ("Keypeg: Home", "Crack the code."),
    ):
        follows(ann, link)
        expect(heading).to_have_text(re.compile(title))
        expect(heading).to_be_focused()
    ann.page.get_by_role("button", name="Play now").focus()
    ann.page.keyboard.press("Enter")
    ann.reads("Your turn: guess the code")
    expect(ann.row).to_be_focused()
    ann.page.go_back()
    expect(heading).to_have_text(re.compile("Crack the code."))
    ann.page.go_back()
    expect(heading).to_have_text("My rounds")
    expect(heading).to_be_focused()
    ann.page.reload()
    ann.page.keyboard.press("Tab")
    expect(ann.page.get_by_role("link", name="Skip to the content")).to_be_focused()
    ann.page.keyboard.press("Enter")
    ann.page.keyboard.press("Tab")
    expect(ann.page.get_by_role("button", name="Save to a file")).to_be_focused()
    assert ann.page.url.endswith("/statistics")


def test_every_peg_of_a_row_is_said_and_why_it_cannot_be_submitted(person: NewPerson, server: Server) -> None:
    host, other = two(server, "classic")
    host.play("1 code RRBG")
    ben = person()
    ben.sits(other)
    spoken = ben.row.get_by_role("status")
    ben.row.wait_for()
    for key, text in (
        ("r", "Hole 1: red"),
        ("b", "Hole 2: blue"),
        ("Enter", "2 holes are still empty"),
        ("ArrowLeft", "Hole 2: blue"),
        ("Backspace", "Hole 2: empty"),
    ):
        ben.page.keyboard.press(key)
        expect(spoken).to_have_text(text)
    ben.presses("Fill with the last colour")
    expect(spoken).to_have_text("Hole 2: red; Hole 3: red; Hole 4: red")
    ben.presses("Clear all")
    expect(spoken).to_have_text("All holes are empty")
    ben.row.focus()
    ben.types("WWKK")
    ben.page.get_by_role("row", name="Row 1: white, white, black, black; nothing").wait_for()
    expect(spoken).to_have_text("")
    legend = ben.page.get_by_role("region", name="What the marks mean").get_by_role("listitem")
    expect(legend).to_have_text(["1 black: Right colour, right hole", "1 white: Right colour, wrong hole"])


def test_the_settings_close_when_the_focus_leaves_them_and_give_it_back_on_escape(person: NewPerson) -> None:
    ann = person()
    ann.goes_to("/")
    settings = ann.page.get_by_role("button", name="Settings")
    dialog = ann.page.get_by_role("dialog", name="Settings")
    settings.focus()
    ann.page.keyboard.press("Enter")
    expect(dialog.get_by_label("Language")).to_be_focused()
    ann.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(settings).to_be_focused()
    ann.page.keyboard.press("Enter")
    dialog.get_by_role("button", name="Close").focus()
    ann.page.keyboard.press("Tab")
    expect(dialog).to_have_count(0)
    expect(ann.page.get_by_role("button", name="Play now")).to_be_focused()


def presses_enter_on(user: Person, button: str) -> None:
    """Press a button by keyboard."""
    user.page.get_by_role("button", name=button).focus()
    user.page.keyboard.press("Enter")


def test_the_focus_stays_with_a_puzzle_and_goes_on_with_its_answer(person: NewPerson) -> None:
    ann = person()
    ann.goes_to("/daily")
    ann.page.get_by_role("button", name="Give me a hint").wait_for(timeout=SOLVING)
    for hints in (1, 2):
        presses_enter_on(ann, "Give me a hint")
        expect(ann.page.locator(".said li")).to_have_count(hints)
        expect(ann.page.get_by_role("button", name="Give me a hint")).to_be_focused()
    presses_enter_on(ann, "Show the answer")
    expect(ann.page.get_by_role("heading", name="Answer")).to_be_focused()


def test_after_a_table_is_taken_off_the_list_the_focus_is_on_the_heading(person: NewPerson, server: Server) -> None:
    host, _ = two(server, "classic")
    ann = person()
    ann.sits(host)
    ann.page.get_by_role("heading", level=1).wait_for()
    ann.page.evaluate(WALK, "/tables")
    presses_enter_on(ann, "Remove Classic")
    expect(ann.page.get_by_role("button", name="Cancel")).to_be_focused()
    ann.page.keyboard.press("Escape")
    expect(ann.page.get_by_role("button", name="Remove Classic")).to_be_focused()
    ann.page.keyboard.press("Enter")
    ann.page.get_by_role("button", name="Remove", exact=True).focus()
    ann.page.keyboard.press("Enter")
    ann.page.get_by_text("No tables on this device yet.").wait_for()
    expect(ann.page.get_by_role("heading", name="All my tables")).to_be_focused()
