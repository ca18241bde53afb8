"""Sound: off at first and not even loaded; a click for a peg and a chord at the end where it is switched on."""

import re

from playwright.sync_api import expect

from browser.conftest import NewPerson
from browser.test_rounds import two
from support.browser_player import Person
from support.running_server import Server

SPY = """
const create = AudioContext.prototype.createOscillator
AudioContext.prototype.createOscillator = function () {
    const oscillator = create.call(this)
    const start = oscillator.start
    oscillator.start = function (at) {
        document.documentElement.dataset.tones = (document.documentElement.dataset.tones ?? '') + oscillator.type[0]
        start.call(this, at)
    }
    return oscillator
}
"""
"""Collects the tones that the page plays, by their first letters: a click has one sine, a chord has triangles."""


def hears(user: Person, tones: str) -> None:
    """Wait until the page has played these tones."""
    expect(user.page.locator("html")).to_have_attribute("data-tones", re.compile(f"^{tones}$"))


def hears_nothing(user: Person) -> None:
    assert user.page.locator("html").get_attribute("data-tones") is None


def loads_sound(user: Person) -> bool:
    return any("synthesis" in url for url in user.requested_urls)


def test_sound_is_loaded_and_played_only_where_it_is_switched_on(person: NewPerson, server: Server) -> None:
    host, other = two(server, "classic~practice_yes")
    host.play("1 code RRBG")
    ben = person(shared=False, locale="fr-FR")
    ben.page.add_init_script(SPY)
    ben.sits(other)
    ben.page.reload()
    ben.row.wait_for()
    ben.page.keyboard.type("rrbv")
    ben.page.get_by_role("button", name="Trou 4 : vert").wait_for()
    hears_nothing(ben)
    assert not loads_sound(ben)
    ben.presses("Réglages")
    ben.page.get_by_label("Son", exact=True).check()
    hears(ben, "s")
    assert loads_sound(ben)
    ben.presses("Fermer")
    ben.page.keyboard.press("r")
    hears(ben, "ss")
    ben.page.keyboard.press("Home")
    ben.page.keyboard.type("rrbv")
    ben.row.get_by_text("Proposer", exact=True).click()
    hears(ben, "s{6}t{4}")
    ben.presses("Réglages")
    ben.page.get_by_label("Son", exact=True).uncheck()
    ben.presses("Fermer")
    ben.presses("Rejouer")
    ben.page.wait_for_url(lambda url: host.table not in url)
    hears(ben, "s{6}t{4}")


def test_each_peg_of_another_players_row_is_heard(person: NewPerson, server: Server) -> None:
    host, other = two(server, "classic")
    host.play("1 code RRBG")
    ann = person(shared=False, reduced_motion="no-preference")
    ann.page.add_init_script(SPY)
    ann.sits(host)
    ann.page.evaluate("localStorage.setItem('keypeg.settings', JSON.stringify({sound: true}))")
    ann.page.reload()
    ann.reads("Ben is thinking")
    other.play("2 guess RBYG")
    hears(ann, "ssss")
