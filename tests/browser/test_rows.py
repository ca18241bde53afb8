"""Editing a row: by clicks, dragging and keys; moving, clearing, copying, completing; and why it cannot be sent yet."""

import re

import pytest
from playwright.sync_api import expect

from browser.conftest import NewPerson
from browser.test_rounds import two
from support.browser_player import Person
from support.running_server import Server

LETTERS = {"red": "R", "blue": "B", "yellow": "Y", "green": "G", "white": "W", "black": "K", "empty": "."}


@pytest.fixture
def ben(person: NewPerson, server: Server) -> Person:
    """A player who has to find RRBB, and has guessed once."""
    host, other = two(server, "classic")
    host.play("1 code RRBB")
    other.play("2 guess RBYG")
    ben = person()
    ben.sits(other)
    ben.hole(1).wait_for()
    return ben


def stands(user: Person, code: str) -> None:
    """Wait until the unfinished row looks like this."""
    names = {letter: name for name, letter in LETTERS.items()}
    for hole, letter in enumerate(code, 1):
        expect(user.hole(hole)).to_have_accessible_name(f"Hole {hole}: {names[letter]}")


def colour(user: Person, name: str) -> None:
    user.row.get_by_role("button", name=re.compile(rf"^{name} \(")).click()


def test_a_click_on_a_colour_fills_the_next_hole_and_a_click_on_a_peg_takes_it_away(ben: Person) -> None:
    colour(ben, "red")
    colour(ben, "blue")
    stands(ben, "RB..")
    ben.hole(4).click()
    colour(ben, "green")
    stands(ben, "RB.G")
    ben.hole(1).click()
    ben.hole(1).click()
    stands(ben, ".B.G")


def test_pegs_are_dragged_from_the_palette_and_from_hole_to_hole(ben: Person) -> None:
    for name, hole in (("yellow", 3), ("black", 1)):
        ben.row.get_by_role("button", name=re.compile(rf"^{name} \(")).drag_to(ben.hole(hole))
    stands(ben, "K.Y.")
    ben.hole(1).drag_to(ben.hole(4))
    stands(ben, "..YK")
    ben.hole(4).drag_to(ben.hole(3))
    stands(ben, "..KY")


def test_letters_digits_arrows_and_backspace_edit_a_row_and_enter_submits_it(ben: Person) -> None:
    for key in ("r", "2", "Y", "4"):
        ben.page.keyboard.press(key)
    stands(ben, "RBYG")
    for key in ("Home", "w", "End", "ArrowLeft", "Backspace", "ArrowLeft", "ArrowRight", "k"):
        ben.page.keyboard.press(key)
    stands(ben, "WBKG")
    ben.page.keyboard.press("Enter")
    ben.page.get_by_role("row", name="Row 2: white, blue, black, green; 1 white").wait_for()
    stands(ben, "....")


def test_an_earlier_row_can_be_copied_completed_and_cleared(ben: Person) -> None:
    ben.presses("Copy row 1")
    stands(ben, "RBYG")
    ben.presses("Clear all")
    stands(ben, "....")
    expect(ben.page.get_by_role("button", name="Fill with the last colour")).to_be_disabled()
    colour(ben, "white")
    ben.presses("Fill with the last colour")
    stands(ben, "WWWW")


def test_a_row_that_is_not_ready_says_why_and_is_not_sent(ben: Person) -> None:
    button = ben.page.get_by_role("button", name="Guess", exact=True)
    expect(button).to_have_accessible_description("4 holes are still empty")
    for key in "rby":
        ben.page.keyboard.press(key)
    expect(button).to_have_accessible_description("One hole is still empty")
    expect(button).to_have_attribute("aria-disabled", "true")
    ben.page.keyboard.press("Enter")
    expect(ben.page.get_by_role("row", name=re.compile("^Row 2: "))).to_have_count(0)
    ben.page.keyboard.press("g")
    expect(button).to_have_attribute("aria-disabled", "false")
    expect(button).to_have_accessible_description("")


def test_a_code_and_a_row_of_blanks_ask_first_and_a_double_click_places_none(person: NewPerson, server: Server) -> None:
    host, other = two(server, "hasbro-2000-advanced")
    ann, ben = person(), person(shared=False)
    ben.page.clock.install()
    ann.sits(host)
    ben.sits(other)
    question = ann.page.get_by_role("dialog", name="Every hole is blank.")
    ann.presses("Set the code", exact=True)
    question.get_by_role("button", name="Cancel").click()
    ann.reads("Set your secret code")
    ann.presses("Set the code", exact=True)
    question.get_by_role("button", name="Set the code").click()
    question = ben.page.get_by_role("dialog", name="Every hole is blank.")
    colour(ben, "red")
    ben.page.get_by_role("button", name="Guess", exact=True).dblclick()
    ben.page.get_by_role("row", name="Row 1: red, blank, blank, blank; 3 red").wait_for()
    expect(question).to_be_hidden()
    ben.page.clock.fast_forward(1000)
    ben.presses("Guess", exact=True)
    question.get_by_role("button", name="Guess").click()
    ben.page.get_by_role("region", name="You win.").wait_for()
    assert len(ben.sees()["view"]["finished"][0]["boards"][0]["rows"]) == 2


def test_where_colours_must_differ_the_repeated_one_is_named(person: NewPerson, server: Server) -> None:
    ann = person()
    ann.sits(server.open("hasbro-2004", seats=[1], bots={"2": "beginner"}, begin=True))
    ann.types("RRGB")
    button = ann.page.get_by_role("button", name="Set the code", exact=True)
    expect(button).to_have_accessible_description("Use each colour only once: red")


def test_an_unfinished_row_survives_a_reload_and_a_lost_connection(ben: Person) -> None:
    for key in "rb":
        ben.page.keyboard.press(key)
    ben.page.reload()
    stands(ben, "RB..")
    ben.page.evaluate("dispatchEvent(new Event('offline'))")
    ben.page.get_by_text("Connection lost").wait_for()
    ben.page.keyboard.press("y")
    ben.page.evaluate("dispatchEvent(new Event('online'))")
    expect(ben.page.get_by_text("Connection lost")).to_have_count(0)
    stands(ben, "RBY.")


@pytest.mark.parametrize("edition", ["challenge-2001", "challenge-2001~race_yes"])
def test_an_unfinished_row_survives_the_other_players_actions(edition: str, person: NewPerson, server: Server) -> None:
    host, other = two(server, edition)
    host.play("1 code RRBBG")
    other.play("2 code RRBBG")
    ben = person()
    ben.sits(other)
    for name in ("red", "blue"):
        colour(ben, name)
    host.play("1 guess GBBRR")
    ben.page.get_by_role("row", name="Row 1: ").wait_for()
    stands(ben, "RB...")


def test_actions_made_while_disconnected_are_sent_after_reconnecting(ben: Person) -> None:
    ben.context.set_offline(True)
    ben.page.evaluate("dispatchEvent(new Event('offline'))")
    ben.page.get_by_text("Connection lost").wait_for()
    ben.types("WWWW")
    ben.context.set_offline(False)
    ben.page.get_by_role("row", name="Row 2: white, white, white, white; nothing").wait_for()
    ben.wrong.clear()  # the failed socket is intended
