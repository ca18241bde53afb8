"""How pages and boards fit their screens: phone, laptop, a narrow or enlarged window."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize
from tools.scenes import SCENES, Scene
from tools.screenshots import Camera, page_pictures, set_up_scene, study_pictures, table_pictures
from tools.studies import STUDIES, Study

from browser.conftest import NewPerson
from browser.test_accessibility import ENLARGED
from support.browser_player import WALK, Person
from support.running_server import Player, Server
from support.thoroughness import first_of

PHONE: ViewportSize = {"width": 360, "height": 740}
LAPTOP: ViewportSize = {"width": 1366, "height": 768}
DESK: ViewportSize = {"width": 1280, "height": 800}
NARROW: ViewportSize = {"width": 320, "height": 640}

GUESSING = (
    *("classic", "hasbro-2000-next", "hasbro-2000-advanced", "parker-1974", "challenge-2001"),
    *("traffic-jam-2000", "hasbro-2004", "mastermind-44", "house", "house-wide"),
)
"""Scenes in which the viewer has to guess: one of each edition, and the widest of house rules."""

PAGES = (
    *("/", "/tables", "/new/classic", "/new/mastermind-44", "/new/house"),
    *("/solver", "/review", "/daily", "/daily/archive", "/learn", "/learn/classic", "/statistics", "/nowhere"),
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

PIECES = """() => [...document.querySelectorAll('.board')].map((board) =>
  board.querySelector('.place').getBoundingClientRect().height)"""
"""For each board how high a piece is, the viewer's own first."""

OWN_SIZE = 1.59
"""How much larger the pieces on the viewer's own board are at least: 1.6 times, less what rounding takes."""


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


@pytest.mark.parametrize("name", first_of((name for name in GUESSING if name != "house-wide"), 1))
def test_the_whole_board_fits_beside_its_tray(person: NewPerson, server: Server, name: str) -> None:
    user = sits_at(person, server, name)
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


class Ruler(Camera):
    """Measures pages instead of taking pictures of them."""

    def __init__(self, browser: Browser, server: Server) -> None:
        super().__init__(browser, server.url, ["phone"], ["light"], "fr-FR")  # its words are longer
        self.too_wide: list[tuple[str, ViewportSize]] = []

    def take(self, page: Page, name: str, *, whole: bool = False) -> None:
        for size in (NARROW, ENLARGED):
            page.set_viewport_size(size)
            if page.evaluate(TOO_WIDE) > 0:
                self.too_wide.append((name, size))
        page.set_viewport_size(PHONE)


@pytest.mark.thorough
@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_no_table_is_scrolled_sideways_whatever_lies_on_it(browser: Browser, server: Server, scene: Scene) -> None:
    ruler = Ruler(browser, server)
    table_pictures(ruler, scene)
    assert ruler.too_wide == []


@pytest.mark.thorough
@pytest.mark.parametrize("study", STUDIES, ids=lambda study: study.name)
def test_no_page_of_the_solver_is_scrolled_sideways(browser: Browser, server: Server, study: Study) -> None:
    ruler = Ruler(browser, server)
    study_pictures(ruler, study)
    assert ruler.too_wide == []


@pytest.mark.thorough
def test_no_page_before_a_match_is_scrolled_sideways(browser: Browser, server: Server) -> None:
    ruler = Ruler(browser, server)
    page_pictures(ruler)
    assert ruler.too_wide == []


@pytest.mark.parametrize("name", ["mastermind-44", pytest.param("mastermind-44-two", marks=pytest.mark.thorough)])
def test_the_players_own_board_is_larger_than_the_others(person: NewPerson, server: Server, name: str) -> None:
    user = sits_at(person, server, name)
    for size in (PHONE, LAPTOP, DESK):
        user.page.set_viewport_size(size)
        own, *others = user.page.evaluate(PIECES)
        assert others
        assert all(own >= OWN_SIZE * other for other in others), (size, own, others)


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
