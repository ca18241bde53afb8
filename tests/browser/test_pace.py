"""The moves of a computer are shown one by one. The page's clock is moved by the test."""

from playwright.sync_api import Locator, expect

from browser.conftest import NewPerson
from browser.test_table import sits_down
from support.browser_player import Person
from support.running_server import Server

SHORT_MS = 300
"""Less than the shortest time for which a computer thinks."""


def shown_rows(user: Person) -> Locator:
    return user.page.get_by_role("row", name=": ")


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
