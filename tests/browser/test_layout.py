"""How pages and boards fit their screens: phone, laptop, a narrow or enlarged window."""

from typing import Any

import pytest
from playwright.sync_api import ViewportSize
from tools.scenes import SCENES
from tools.screenshots import set_up_scene

from browser.conftest import NewPerson
from support.browser_player import WALK, Person
from support.running_server import Player, Server

PHONE: ViewportSize = {"width": 360, "height": 740}
LAPTOP: ViewportSize = {"width": 1366, "height": 768}
NARROW: ViewportSize = {"width": 320, "height": 640}
ENLARGED: ViewportSize = {"width": 320, "height": 256}
"""What is left of a window of 1280 by 1024 pixels when it is enlarged to 400 %."""

GUESSING = (
    *("classic", "hasbro-2000-next", "hasbro-2000-advanced", "parker-1974", "challenge-2001"),
    *("traffic-jam-2000", "hasbro-2004", "mastermind-44", "house", "house-wide"),
)
"""Scenes in which the viewer has to guess: one of each edition, and the widest of house rules."""

PAGES = (
    *("/", "/tables", "/new/classic", "/new/mastermind-44", "/new/house"),
    *("/solver", "/review", "/daily", "/learn", "/learn/classic", "/statistics", "/nowhere"),
)

TOO_WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"

OUTSIDE = """selector => [...document.querySelectorAll(selector)].filter((element) => {
  const box = element.getBoundingClientRect()
  return box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight
}).length"""
"""How many of these elements are not wholly inside the window."""

OVERLAP = """() => {
  const row = document.querySelector('.row.now').getBoundingClientRect()
  return row.bottom - document.querySelector('.row-editor').getBoundingClientRect().top
}"""
"""How many pixels of the row in the making are under the tray."""

COLUMNS = """() => [...document.querySelectorAll('.board')].map((board) =>
  [...board.querySelectorAll('.pegs, .code')].map((row) => [...row.children].map((place) => {
    const [hole, piece] = [place, place.firstElementChild].map((element) => element.getBoundingClientRect())
    return [hole.left + hole.width / 2, piece.left + piece.width / 2]
  })))"""
"""For each board, row and hole: the middle of the hole, and that of the piece in it."""


def sits_at(person: NewPerson, server: Server, name: str, **settings: Any) -> Person:
    """A player at the table of a scene."""
    scene = next(scene for scene in SCENES if scene.name == name)
    user = person(**settings)
    user.sits(Player(server, set_up_scene(server.url, scene)[0]))
    user.page.locator(".board").first.wait_for()
    return user


@pytest.mark.parametrize("name", GUESSING)
def test_a_table_fits_every_screen_in_the_longer_language(person: NewPerson, server: Server, name: str) -> None:
    user = sits_at(person, server, name, locale="fr-FR")
    for size in (PHONE, LAPTOP):
        user.page.set_viewport_size(size)
        user.page.reload()
        user.row.wait_for()
        user.page.wait_for_function(f"({OVERLAP})() <= 0")
        assert user.page.evaluate(OUTSIDE, ".colour, .slot, .submit, .row.now") == 0, size
        assert user.page.evaluate(TOO_WIDE) <= 0, size
    for size in (NARROW, ENLARGED):
        user.page.set_viewport_size(size)
        assert user.page.evaluate(TOO_WIDE) <= 0, size


def test_the_whole_classic_board_fits_beside_its_tray(person: NewPerson, server: Server) -> None:
    user = sits_at(person, server, "classic")
    for size in (PHONE, LAPTOP):
        user.page.set_viewport_size(size)
        user.page.reload()
        user.row.wait_for()
        assert user.page.evaluate(OUTSIDE, ".board, .row-editor") == 0, size
        assert user.page.evaluate("scrollY") == 0, size


def test_no_page_is_scrolled_sideways_when_it_is_narrow_or_enlarged(person: NewPerson) -> None:
    user = person(locale="fr-FR")  # its words are longer
    user.goes_to("/")
    for path in PAGES:
        user.page.evaluate(WALK, path)
        user.page.locator("main :is(h1, h2)").first.wait_for()
        user.page.wait_for_load_state("networkidle")
        for size in (NARROW, ENLARGED):
            user.page.set_viewport_size(size)
            assert user.page.evaluate(TOO_WIDE) <= 0, (path, size)


@pytest.mark.parametrize("name", ["challenge-2001", "challenge-2001-waiting", "challenge-2001-void"])
def test_rings_of_the_duel_lie_in_the_middle_of_their_rods_in_every_row(
    person: NewPerson, server: Server, name: str
) -> None:
    user = sits_at(person, server, name)
    for width in (320, 360, 799, 800, 1366, 1920):
        user.page.set_viewport_size({"width": width, "height": 800})
        for board in user.page.evaluate(COLUMNS):
            for rods in zip(*board, strict=True):
                middles = [middle for hole_and_ring in rods for middle in hole_and_ring]
                assert max(middles) - min(middles) < 1, (width, middles)
