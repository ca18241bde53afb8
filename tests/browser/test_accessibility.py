"""Accessibility: axe checks every page, in both themes and both languages."""

from pathlib import Path
from typing import Any

import pytest

from browser.conftest import NewPerson
from keypeg.editions import RULEBOOKS
from support.browser_player import Person
from support.running_server import Server
from support.thoroughness import in_turn

AXE = Path(__file__).parent.parent.parent / "web" / "node_modules" / "axe-core" / "axe.min.js"

LOOKS = [("light", "en-GB"), ("dark", "fr-FR")]
"""Both themes and both languages, but not every combination: they do not affect each other."""

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

DIFFERENT = ["classic", "mastermind-44", "traffic-jam-2000", "challenge-2001"]
"""Editions whose tables differ most: in boards, marks, and what is asked of a player."""

PATHS = ["/", "/new/classic", "/new/mastermind-44", "/nowhere"]


def violations(user: Person) -> list[str]:
    """The violations that axe finds on the current page, and where."""
    user.page.evaluate(AXE.read_text(encoding="utf-8"))  # the content security policy would forbid an inline script
    report: dict[str, Any] = user.page.evaluate(
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
    assert violations(ann) == []


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
    assert violations(ann) == []


def test_the_settings_are_accessible(person: NewPerson) -> None:
    ann = person()
    ann.goes_to("/")
    ann.presses("Settings")
    assert violations(ann) == []
