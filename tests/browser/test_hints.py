"""Hints at the table, where they are allowed: the server's hints, step by step, and notes that are saved."""

import json
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser.conftest import NewPerson
from browser.test_accessibility import violations
from browser.test_table import sits_down
from keypeg.solver.readiness import CHOICE_VARIABLE
from support.command import run_here
from support.running_server import COMPILATION_SECONDS, Server


def test_hints_show_the_codes_left_whether_a_row_fits_and_one_step_at_a_time(
    person: NewPerson, server: Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ann = person()
    host = sits_down(ann, server, "classic", seats=[2], bots={"1": "casual"}, hints=True, begin=True)
    help_ = ann.page.locator("aside details")
    help_.locator("summary").click()
    help_.get_by_text("1,296 of 1,296 codes left").wait_for()
    ann.page.locator("h1").click()
    ann.types("YYYY")
    row = ann.sees(2)["view"]["boards"][0]["rows"]
    while not row:
        row = ann.sees(2)["view"]["boards"][0]["rows"]
    mark = f"{row[0]['marks'][0]['blacks']}b{row[0]['marks'][0]['whites']}w"
    result = run_here(monkeypatch, capsys, ("solve", "classic", "--row", f"YYYY:{mark}", "--json"), "")
    help_.get_by_text(f"{json.loads(result.out)['codes_left']:,} of 1,296 codes left").wait_for()
    for key in "rb":
        ann.page.keyboard.press(key)
    answer = host.ask("GET", "/hints?seat=2&partial=RB__&hints=false", patience=COMPILATION_SECONDS).json
    expect(help_.locator(".partial")).to_have_text(answer["partial_verdict"])
    ann.presses("Clear all")
    for key in "yyyy":
        ann.page.keyboard.press(key)
    expect(help_.locator(".partial")).to_contain_text("Row 1")  # the row that it contradicts
    hints = help_.get_by_role("listitem")
    expect(hints).to_have_count(0)
    help_.get_by_role("button", name="A hint").click()
    expect(hints).to_have_count(1)
    for shown in range(2, 4):
        help_.get_by_role("button", name="Another hint").click()
        expect(hints).to_have_count(shown)
    assert violations(ann) == []


def test_the_first_hint_is_no_whole_guess_and_a_hinted_guess_is_put_into_the_row(
    person: NewPerson, server: Server
) -> None:
    ann = person()
    host = sits_down(ann, server, "classic", seats=[2], bots={"1": "casual"}, hints=True, begin=True)
    help_ = ann.page.locator("aside details")
    help_.locator("summary").click()
    help_.get_by_role("button", name="A hint").click()
    hint = help_.get_by_role("listitem")
    expect(hint).to_have_text(["A good guess here uses 3 colours and could be the code."], timeout=90_000)
    help_.get_by_role("button", name="Another hint").click()
    guess = hint.nth(1)
    expect(guess).to_contain_text("Guess")
    drawn = [peg.get_attribute("data-colour") for peg in guess.locator("[data-colour]").all()]
    assert len(drawn) == 4, "the pegs are drawn"
    help_.get_by_role("button", name="Put it in my row").click()
    expect(ann.page.get_by_role("button", name="Guess", exact=True)).to_have_attribute("aria-disabled", "false")
    made = ann.page.locator(".row.now .pegs [data-colour]")
    assert [peg.get_attribute("data-colour") for peg in made.all()] == drawn
    help_.get_by_role("button", name="Another hint").click()
    reasons = host.ask("GET", "/hints?seat=2", patience=COMPILATION_SECONDS).json["hints"][-1]["lines"]
    assert len(reasons) > 1
    expect(hint.nth(2).locator("p")).to_have_text([sentence.strip() for sentence in reasons])
    boxes = [box for line in hint.locator("p").all() if (box := line.bounding_box())]
    assert all(above["y"] + above["height"] <= below["y"] for above, below in pairwise(boxes)), "no lines run together"


def test_a_table_of_billions_of_codes_gives_hints_and_says_once_that_it_cannot_list_the_codes(
    person: NewPerson, server: Server
) -> None:
    ann = person()
    sits_down(ann, server, "house~holes_8~colours_20", seats=[2], bots={"1": "casual"}, hints=True, begin=True)
    help_ = ann.page.locator("aside details")
    help_.locator("summary").click()
    expect(help_.get_by_text("Too many codes to list")).to_have_count(1)
    help_.get_by_role("button", name="A hint").click()
    expect(help_.get_by_text("25,600,000,000 codes left")).to_have_count(1)
    expect(help_.get_by_text("Thinking")).to_have_count(0)


def test_notes_are_taken_by_hand_or_filled_in_from_what_is_certain(person: NewPerson, server: Server) -> None:
    ann = person()
    host = sits_down(ann, server, "classic~rounds_2", seats=[2], bots={"1": "casual"}, hints=True, begin=True)
    ann.page.locator("aside summary").click()
    cell = ann.page.get_by_role("button", name="Hole 1, red")
    for note in ("not noted", "in", "out", "not noted", "in"):
        expect(cell).to_have_accessible_name(f"Hole 1, red: {note}")
        cell.click()
    expect(cell).to_have_accessible_name("Hole 1, red: out")
    ann.page.reload()
    expect(cell).to_have_accessible_name("Hole 1, red: out")
    assert host.submit(2, "guess RRBB").status == 200
    columns = host.ask("GET", "/hints?seat=2&hints=false", patience=COMPILATION_SECONDS).json["certainties"]["columns"]
    ann.presses("Clear the notebook")
    ann.keeps_up(ann.sees()["number"])
    noted = sum(len(column["in"]) for column in columns), sum(len(column["out"]) for column in columns)
    expect(ann.page.get_by_text("of 1,296 codes left")).not_to_contain_text("1,296 of 1,296")
    ann.presses("Fill in what is certain")
    expect(ann.page.locator("aside td").get_by_role("button", name=": in")).to_have_count(noted[0])
    expect(ann.page.locator("aside td").get_by_role("button", name=": out")).to_have_count(noted[1])


def test_there_are_no_hints_at_a_table_set_up_without_them(person: NewPerson, server: Server) -> None:
    ann = person()
    sits_down(ann, server, "classic", seats=[2], bots={"1": "casual"}, hints=False, begin=True)
    ann.page.get_by_role("heading", name="Your turn: guess the code").wait_for()
    assert ann.page.locator("aside details").count() == 0


def test_a_question_mark_opens_the_rules_of_this_table_with_its_key_pegs_drawn(
    person: NewPerson, server: Server
) -> None:
    ann = person()
    sits_down(ann, server, "challenge-2001~handicap_1~race_yes", seats=[2], bots={"1": "casual"}, begin=True)
    button = ann.page.get_by_role("button", name="How to play")
    button.click()
    sheet = ann.page.get_by_role("dialog")
    expect(sheet.get_by_role("heading", level=2)).to_contain_text("duel")
    expect(sheet).to_contain_text("The code for seat 1 has 4 rings")
    expect(sheet).to_contain_text("There are no turns.")
    drawn = sheet.get_by_role("listitem").filter(has_text="Red key peg: right colour, right place.")
    expect(drawn.locator(".key-peg.exact.red")).to_have_count(1)
    assert violations(ann) == []
    ann.page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    expect(button).to_be_focused()


@pytest.mark.thorough
def test_on_a_new_machine_every_hint_is_there_at_once_and_the_solver_says_what_it_prepares(
    person: NewPerson, tmp_path: Path
) -> None:
    """Nothing is compiled yet: the cache is an empty folder. Other tests wait for the compiled solver; users do not."""
    environment = {"XDG_CACHE_HOME": str(tmp_path / "cache"), CHOICE_VARIABLE: ""}
    server = Server(tmp_path, measured=False, environment=environment)
    ann = person(base_url=server.url)
    try:
        host = sits_down(ann, server, "classic", seats=[2], bots={"1": "beginner"}, hints=True, begin=True)
        ann.page.get_by_role("heading", name="Your turn: guess the code").wait_for()
        assert host.submit(2, "guess RRRR").status == 200
        help_ = ann.page.locator("aside details")
        help_.locator("summary").click()
        help_.get_by_text("of 1,296 codes left").wait_for()
        help_.get_by_role("button", name="A hint").click()
        expect(help_.get_by_role("listitem").first).to_contain_text("Definitely")
        while not help_.get_by_role("button", name="Put it in my row").count():
            shown = help_.get_by_role("listitem").count()
            help_.get_by_role("button", name="Another hint").click()
            expect(help_.get_by_role("listitem")).to_have_count(shown + 1)
        assert not server.ask("GET", "/api/study/readiness").json["ready"]
        ann.goes_to("/solver")
        ann.page.get_by_text("These are estimates for now. Exact answers will be ready in").wait_for()
    finally:
        ann.goes_to("about:blank")
        server.stop()
