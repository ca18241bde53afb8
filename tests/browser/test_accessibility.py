"""Accessibility: axe checks every page, in both themes and both languages.

`make test` visits each page once; `make thorough` also every scene and page of which `make screenshots` takes pictures.
"""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize
from tools.scenes import SCENES, Scene
from tools.screenshots import LOOSE, Camera, page_pictures, study_pictures, table_pictures
from tools.studies import STUDIES, Study

from browser.conftest import NewPerson
from browser.test_invitations import finished
from keypeg.editions import RULEBOOKS
from support.browser_player import Person
from support.running_server import Server
from support.thoroughness import first_of, in_turn

AXE = Path(__file__).parent.parent.parent / "web" / "node_modules" / "axe-core" / "axe.min.js"

LOOKS = [("light", "en-GB"), ("dark", "fr-FR"), ("light", "fr-FR"), ("dark", "en-GB")]
"""Both themes in both languages: a test takes them in turn, and `make thorough` all."""

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

DIFFERENT = ["classic", "mastermind-44", "traffic-jam-2000", "challenge-2001"]
"""Editions whose tables differ most: in boards, marks, and what is asked of a player."""

ENLARGED: ViewportSize = {"width": 320, "height": 256}
"""What is left of a window of 1280 by 1024 pixels when it is enlarged to 400 %."""

PATHS = ["/", "/new/classic", "/new/mastermind-44", "/tables", "/daily/archive", "/nowhere"]


def violations(user: Person) -> list[str]:
    """The violations that axe finds on the current page, and where."""
    return violations_on(user.page)


def violations_at_any_size(user: Person) -> list[str]:
    """The violations on the current page as it is, and enlarged to 400 %, when it is 320 pixels wide."""
    found = violations(user)
    user.page.set_viewport_size(ENLARGED)
    return [*found, *(f"enlarged: {violation}" for violation in violations(user))]


def violations_on(page: Page) -> list[str]:
    """The violations that axe finds on a page, and where."""
    page.evaluate(AXE.read_text(encoding="utf-8"))  # the content security policy would forbid an inline script
    report: dict[str, Any] = page.evaluate(
        "tags => axe.run(document, { runOnly: tags, resultTypes: ['violations'] })", TAGS
    )
    return [
        f"{violation['id']}: {node['target']} {node['failureSummary']}"
        for violation in report["violations"]
        for node in violation["nodes"]
    ]


@pytest.mark.parametrize(("path", "scheme", "locale"), in_turn(PATHS, LOOKS))
def test_every_page_is_accessible(person: NewPerson, path: str, scheme: str, locale: str) -> None:
    ann = person(color_scheme=scheme, locale=locale)
    if path == "/nowhere":
        ann.goes_to("/")
        ann.page.evaluate("history.pushState(null, '', '/nowhere'); dispatchEvent(new PopStateEvent('popstate'))")
    else:
        ann.goes_to(path)
    ann.page.wait_for_load_state("networkidle")
    assert violations_at_any_size(ann) == []


@pytest.mark.parametrize(
    ("edition", "scheme", "locale"), in_turn(dict.fromkeys([*DIFFERENT, *RULEBOOKS]), LOOKS, quick=len(DIFFERENT))
)
def test_a_table_is_accessible(person: NewPerson, server: Server, edition: str, scheme: str, locale: str) -> None:
    seats = RULEBOOKS[edition].choose().seats
    bots = {str(seat): "casual" for seat in range(1, seats + 1) if seat != 2}
    host = server.open(edition, seats=[2], bots=bots, begin=True)
    ann = person(color_scheme=scheme, locale=locale)
    ann.sits(host)
    ann.page.locator("[data-number]").wait_for()
    assert ann.page.locator("html").get_attribute("lang") == locale[:2]
    assert violations_at_any_size(ann) == []


@pytest.mark.parametrize(("scheme", "locale"), first_of(reversed(LOOKS), 1))
def test_the_settings_are_accessible(person: NewPerson, scheme: str, locale: str) -> None:
    ann = person(color_scheme=scheme, locale=locale)
    ann.goes_to("/")
    ann.page.locator("header button").click()
    ann.page.locator("dialog select").first.wait_for()
    assert violations(ann) == []


@pytest.mark.parametrize(("scheme", "locale"), first_of(LOOKS[1:], 1))
def test_what_a_player_is_asked_is_accessible(person: NewPerson, server: Server, scheme: str, locale: str) -> None:
    host, other = finished(server)
    assert host.ask("POST", "/rematch").status == 201
    ben = person(color_scheme=scheme, locale=locale)
    ben.sits(other)
    ben.page.get_by_role("status").get_by_role("button").wait_for()  # an invitation to play again
    assert violations(ben) == []
    ben.goes_to("/tables")
    ben.page.locator("li .who").wait_for()
    assert violations(ben) == []
    ben.page.locator("li button").click()
    ben.page.get_by_role("dialog").wait_for()
    assert violations(ben) == []


@pytest.mark.parametrize(("scheme", "locale"), first_of(reversed(LOOKS), 1))
def test_what_is_shown_without_a_seat_is_accessible(
    person: NewPerson, server: Server, scheme: str, locale: str
) -> None:
    invitation = server.open("classic~rows_12", name="Ann", seats=[1]).links["join"]
    private, watched = server.play(), server.play(public=True)
    eve = person(color_scheme=scheme, locale=locale)
    refused, offered, seat = f"/table/{private.table}", f"/table/{watched.table}", f"/seat/{private.table}/1#key"
    for path in (invitation, refused, offered, watched.links["watch"], seat):
        eve.goes_to(path)
        eve.page.locator("main :is(h1, h2)").first.wait_for()
        eve.page.wait_for_load_state("networkidle")
        assert violations(eve) == [], path
    eve.wrong.clear()  # the browser's console shows that the private table is refused


class Examiner(Camera):
    """Looks for violations instead of taking pictures."""

    def __init__(self, browser: Browser, server: Server, scheme: str, locale: str) -> None:
        super().__init__(browser, server.url, ["phone", "desk"], [scheme], locale)
        self.found: list[tuple[str, str]] = []

    def take(self, page: Page, name: str, *, whole: bool = False) -> None:
        if whole:
            page.evaluate(LOOSE)
        self.found += [(name, violation) for violation in violations_on(page)]


@pytest.mark.thorough
@pytest.mark.parametrize(("scheme", "locale"), LOOKS)
@pytest.mark.parametrize("scene", [scene for scene in SCENES if not scene.late], ids=lambda scene: scene.name)
def test_every_state_of_a_table_is_accessible(
    browser: Browser, server: Server, scene: Scene, scheme: str, locale: str
) -> None:
    examiner = Examiner(browser, server, scheme, locale)
    table_pictures(examiner, scene)
    assert examiner.found == []


@pytest.mark.thorough
@pytest.mark.parametrize(("scheme", "locale"), LOOKS)
@pytest.mark.parametrize("study", STUDIES, ids=lambda study: study.name)
def test_every_page_of_the_solver_is_accessible(
    browser: Browser, server: Server, study: Study, scheme: str, locale: str
) -> None:
    examiner = Examiner(browser, server, scheme, locale)
    study_pictures(examiner, study)
    assert examiner.found == []


@pytest.mark.thorough
@pytest.mark.parametrize(("scheme", "locale"), LOOKS)
def test_every_page_before_a_match_is_accessible(browser: Browser, server: Server, scheme: str, locale: str) -> None:
    examiner = Examiner(browser, server, scheme, locale)
    page_pictures(examiner)
    assert examiner.found == []
