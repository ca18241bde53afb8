"""The moves of a computer: shown one by one, and not the same in every round."""

import pytest
from playwright.sync_api import Locator, expect

from browser.conftest import NewPerson
from browser.test_table import sits_down
from support.browser_player import Person
from support.running_server import Server

SHORT_MS = 300
"""Less than the shortest time for which a computer thinks."""


def shown_rows(user: Person) -> Locator:
    return user.page.get_by_role("row", name=": ")


ROUNDS = 5
"""So many rounds that perfect, with 120 openings to draw from, does not draw the same for each by chance."""


@pytest.mark.thorough
def test_perfect_opens_each_round_with_another_row(person: NewPerson, server: Server) -> None:
    """In 1974 the code that people set first, in the order of the palette, fell in the first row of every round."""
    ann = person()
    sits_down(ann, server, f"parker-1974~rounds_{ROUNDS}", seats=[1], bots={"2": "perfect"}, begin=True)
    openings = []
    for number in range(1, ROUNDS + 1):
        if number > 1:
            ann.presses("Next round")
        ann.reads("Set your secret code")
        ann.types("RBY")
        if number % 2:  # in the others the computer has the first move
            ann.reads("Your turn: guess the code")
            ann.types("GGG")
        openings.append(ann.page.locator("#row-2-1[aria-label*=':']").get_attribute("aria-label"))
        if len(ann.sees(1)["view"]["finished"]) == number:  # this time it was the code
            continue
        ann.presses("Resign the round")
        ann.page.get_by_role("dialog").get_by_role("button", name="Resign the round").click()
    assert len(set(openings)) > 1


def test_a_computers_rows_appear_one_by_one_and_after_a_reload_all_at_once(person: NewPerson, server: Server) -> None:
    ann = person(shared=False, reduced_motion="no-preference")
    ann.page.clock.install()
    sits_down(ann, server, "classic", seats=[1], bots={"2": "beginner"}, begin=True)
    ann.reads("Set your secret code")
    now = ann.page.evaluate("Date.now()")
    ann.page.clock.pause_at(now + 1000)
    number = ann.sees()["number"]
    for letter in "RRBG":
        ann.page.keyboard.press(letter)
    ann.page.keyboard.press("Enter")
    ann.keeps_up(number + 1)
    while not (view := ann.sees(1)["view"])["finished"]:
        pass
    count = len(view["finished"][0]["boards"][0]["rows"])
    expect(shown_rows(ann)).to_have_count(0)
    counts = [0]
    while counts[-1] < min(count, 3):
        ann.page.clock.run_for(SHORT_MS)
        counts.append(shown_rows(ann).count())
    assert counts == sorted(counts)
    assert set(counts) == set(range(counts[-1] + 1)), "no row is skipped"
    assert len(counts) > counts[-1] * 2, "there is a pause between rows"
    ann.page.reload()
    expect(shown_rows(ann)).to_have_count(count)
