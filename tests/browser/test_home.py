"""The home page: what to continue, what to play, and the shelf of editions; the list of all tables; the way home."""

import re

import pytest
from playwright.sync_api import expect

from browser.conftest import NewPerson
from support.browser_player import WALK
from support.running_server import Server

NARROW = {"width": 320, "height": 640}


def test_the_shelf_begins_with_the_oldest_edition_and_nothing_empty_is_announced(person: NewPerson) -> None:
    ann = person(viewport=NARROW)
    ann.goes_to("/")
    shelf = ann.page.get_by_role("list", name="Editions").get_by_role("listitem")
    expect(shelf.first).to_contain_text("Classic")
    expect(shelf.filter(has_text="Master Mind 44")).to_contain_text("2, 3 or 4 players")
    years = [line for card in shelf.all_inner_texts() for line in card.split("\n") if line.isdigit()]
    assert years == sorted(years)
    expect(ann.page.get_by_role("link", name="Continue")).to_have_count(0)
    expect(ann.page.get_by_role("link", name="All my tables")).to_have_count(0)
    assert ann.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_match_to_continue_names_edition_opponent_and_turn(person: NewPerson, server: Server) -> None:
    host = server.open("classic~rows_8", name="Ann", seats=[1])
    other = host.invite("Ben", 2)
    assert host.ask("POST", "/begin").status == 200
    ann, ben = person(), person()
    for user, player in ((ann, host), (ben, other)):
        user.sits(player)
        user.page.get_by_role("heading", level=1).wait_for()
        user.goes_to("/")
    expect(ann.page.get_by_role("link", name="Continue")).to_contain_text("Classic\nAgainst Ben\nYour turn")
    expect(ann.page).to_have_title("Keypeg")
    ann.page.get_by_role("link", name="Continue").click()
    expect(ann.page).to_have_title("Your turn – Classic – Keypeg")
    card = ben.page.get_by_role("link", name="Continue")
    expect(card).to_contain_text("Against Ann")
    expect(card).to_contain_text("Waiting for Ann")


def test_a_table_is_taken_off_the_list_after_a_question(person: NewPerson, server: Server) -> None:
    ann = person()
    ann.sits(server.open("classic", seats=[1, 2], begin=True))
    ann.page.get_by_role("heading", level=1).wait_for()
    ann.goes_to("/")
    ann.page.get_by_role("link", name="All my tables").click()
    expect(ann.page.get_by_role("listitem").get_by_role("link")).to_contain_text("Classic Your turn")
    ann.page.get_by_role("button", name="Remove Classic").click()
    ann.presses("Cancel")
    ann.page.get_by_role("button", name="Remove Classic").click()
    ann.page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    ann.page.get_by_text("No tables on this device yet.").wait_for()
    ann.page.get_by_role("main").get_by_role("link", name="Home").click()
    expect(ann.page.get_by_role("link", name="All my tables")).to_have_count(0)


def test_every_line_of_the_list_differs_and_tells_where_its_match_stands(person: NewPerson, server: Server) -> None:
    """All are matches of one edition at which the same player sits, last opened at the same time."""
    begun = {name: server.open("classic", seats=[1]) for name in ("Ben", "Cleo", "Dan")}
    for name, host in begun.items():
        host.invite(name, 2)
        assert host.ask("POST", "/begin").status == 200
    begun["Cleo"].play("1 code RRBB")
    finished = server.open("classic~practice_yes", seats=[1], name="Ann")
    other = finished.invite("Eve", 2)
    assert finished.ask("POST", "/begin").status == 200
    finished.play("1 code RRBB")
    other.play("2 guess RRYY", "2 guess RRBB")
    ann = person()
    ann.holds(*begun.values(), finished, server.open("classic", seats=[1]))
    ann.goes_to("/tables")
    lines = ann.page.get_by_role("listitem").get_by_role("link").locator(".what")
    expect(lines).to_have_text(
        [
            re.compile(r"Classic *Against Ben *Your turn"),
            re.compile(r"Classic *Against Cleo *Waiting for Cleo"),
            re.compile(r"Classic *Against Dan *Your turn"),
            re.compile(r"Classic *Against Eve *Eve cracked your code in 2"),
            re.compile(r"Classic *Waiting for players"),
        ]
    )
    faces = lines.locator("[data-letter]").evaluate_all("all => all.map((face) => face.dataset.letter)")
    assert faces == ["B", "C", "D", "E"]


TITLES = {
    "/tables": "All my tables – Keypeg",
    "/new/classic": "Classic – Keypeg",
    "/daily": "Code of the day – Keypeg",
    "/learn": "Learn – Keypeg",
    "/learn/classic": "Learn – Classic – Keypeg",
    "/learn/hasbro-2004~seats_3": "Learn – The 2004 family game – Keypeg",
    "/solver": "Solver – Keypeg",
    "/review": "Review – Keypeg",
    "/statistics": "My rounds – Keypeg",
}


def test_every_tab_has_a_title_in_words(person: NewPerson) -> None:
    ann = person()
    ann.goes_to("/")
    for path, title in TITLES.items():
        ann.page.evaluate(WALK, path)
        expect(ann.page).to_have_title(title)


@pytest.mark.parametrize(
    "path",
    ["/nonsense", "/new/nonsense", "/table/nonsense", "/join/nonsense", "/review/nonsense", "/learn/nonsense", "/%25"],
)
def test_an_address_that_leads_nowhere_has_a_way_home(person: NewPerson, path: str) -> None:
    ann = person()
    ann.goes_to(path)
    ann.page.get_by_role("main").get_by_role("link", name="Home").click()
    ann.page.get_by_role("button", name="Play now").wait_for()
    ann.wrong.clear()  # the browser's console shows every request that fails
