"""People at a table: what they are called, on their own screen and on others."""

import re

import pytest
from playwright.sync_api import expect

from browser.conftest import NewPerson
from support.running_server import Server


def test_a_person_without_a_name_is_a_guest_to_others_and_you_to_themselves(person: NewPerson, server: Server) -> None:
    host = server.open("classic", name="", seats=[1])
    other = host.invite("", 2)
    assert host.ask("POST", "/begin").status == 200
    ann, ben = person(), person(locale="fr-FR")
    ann.sits(host)
    ben.sits(other)
    expect(ann.page.get_by_role("table", name="Score").locator("th")).to_have_text(["You", "Guest 2"])
    expect(ben.page.get_by_role("table", name="Score").locator("th")).to_have_text(["Invité 1", "Vous"])
    expect(ben.page).to_have_title("On attend Invité 1 – Classique – Keypeg")


def test_people_without_names_who_share_a_device_are_called_by_their_seats(person: NewPerson) -> None:
    ann = person()
    ann.goes_to("/new/classic")
    ann.page.get_by_label("Opponent").select_option("Another player on this device")
    ann.presses("Start")
    ann.page.get_by_role("button", name="I am Player 1").click()
    ann.reads("Set your secret code")
    assert [seat["name"] for seat in ann.sees()["table"]["seats"]] == ["Guest 2", "Guest 1"]


def test_on_a_shared_device_nobody_is_you(person: NewPerson, server: Server) -> None:
    both = person()
    both.sits(server.open("classic~practice_yes", name="", seats=[1, 2], begin=True))
    for row in ("RRBG", "RRBG"):
        both.presses("I am")
        both.types(row)
    both.reads("Player 2 cracked the code in 1")
    expect(both.page.locator("main")).not_to_contain_text(re.compile(r"\byou", re.IGNORECASE))


GIVERS = """row => [...row.querySelectorAll('.giver')].map((giver) => ({
  letter: giver.querySelector('[data-letter]')?.dataset.letter ?? null,
  drawn: giver.querySelector('.eyes') !== null,
  colour: getComputedStyle(giver.querySelector('.face > *')).backgroundColor,
  peg: ['exact', 'near', 'nothing'].find((kind) => giver.querySelector('.key-peg').classList.contains(kind)),
}))"""
"""The key pegs of a row in 44, and the faces beneath them."""


def test_a_key_peg_in_44_stands_over_the_face_of_the_player_who_gave_it(person: NewPerson, server: Server) -> None:
    host = server.open("mastermind-44", name="Ann", seats=[1], bots={"4": "casual"})
    host.invite("Ben", 2)
    host.invite("Cleo", 3)
    assert host.ask("POST", "/begin").status == 200
    ann = person()
    ann.sits(host)
    ann.types("RRBBY")
    computer = ann.sees(1)["table"]["seats"][3]["name"]
    row = ann.page.get_by_role("row", name=re.compile(f"^Row 1: red, .*; Ben .*; Cleo .*; {computer} "))
    expect(row.locator(".giver:not(.owed)")).to_have_count(3)
    (board,) = (board for board in ann.sees(1)["view"]["boards"] if board["breakers"] == [1])
    marks = {mark["by"]: mark for mark in board["rows"][0]["marks"]}
    pegs = ["exact" if marks[by]["blacks"] else "near" if marks[by]["whites"] else "nothing" for by in (2, 3, 4)]
    shown = row.evaluate(GIVERS)
    assert [giver["letter"] for giver in shown] == ["B", "C", None]
    assert [giver["drawn"] for giver in shown] == [False, False, True], "the computer has a face of its own"
    assert [giver["peg"] for giver in shown] == pegs
    assert shown[0]["colour"] != shown[1]["colour"]


ARABIC = "محمد بن عبد الله العزيز الطويل الاسم"
LONG = "Wolfgang Amadeus Theophilus von Mozart"

FIRST_LETTERS_HIDDEN = """() => [...document.querySelectorAll('bdi.name')].filter((name) => {
  const first = document.createRange()
  first.setStart(name.firstChild, 0)
  first.setEnd(name.firstChild, 1)
  const [letter, box] = [first.getBoundingClientRect(), name.getBoundingClientRect()]
  return box.width > 0 && (letter.left < box.left - 1 || letter.right > box.right + 1 || letter.bottom > box.bottom + 1)
}).length"""
"""How many names are cut at their beginning."""

HEADING_LINES = """() => {
  const heading = document.querySelector('h1')
  return heading.getBoundingClientRect().height / parseFloat(getComputedStyle(heading).lineHeight)
}"""
MOST_LINES = 2
"""How many lines the heading of a table takes, and may take."""


@pytest.mark.parametrize("edition", ["classic", "hasbro-2004~seats_3"])
def test_long_names_keep_their_beginning_whichever_way_they_are_written(
    person: NewPerson, server: Server, edition: str
) -> None:
    host = server.open(edition, name=ARABIC, seats=[1], bots={"3": "casual"} if "seats" in edition else {})
    other = host.invite(LONG, 2)
    assert host.ask("POST", "/begin").status == 200
    ann, ben = person(), person(locale="fr-FR")
    ann.sits(host)
    ann.reads("Set your secret code")
    ben.sits(other)
    ben.page.get_by_role("heading", name="compose un code").wait_for()
    for width in (320, 390, 1200):
        ann.page.set_viewport_size({"width": width, "height": 850})
        ben.page.set_viewport_size({"width": width, "height": 850})
        assert ben.page.evaluate(HEADING_LINES) <= MOST_LINES, width
        names = ann.page.locator("bdi.name", has_text="محمد").or_(ann.page.locator("bdi.name", has_text="Wolfgang"))
        expect(names.locator("visible=true").nth(1)).to_be_visible()
        assert ann.page.evaluate(FIRST_LETTERS_HIDDEN) == 0, width
