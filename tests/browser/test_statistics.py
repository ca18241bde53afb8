"""The statistics page: finished rounds, the same figures as the command line, and files."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from browser.conftest import SOLVING, NewPerson
from browser.test_accessibility import LOOKS, violations
from browser.test_table import sits_down
from support.browser_player import Person
from support.command import Keypeg
from support.running_server import Server


def plays_a_match(ann: Person, server: Server) -> str:
    """Ann finds Bob's code with her third row, Bob finds hers with the first. Returns the record of the match."""
    host = sits_down(ann, server, "classic", seats=[2])
    bob = host.invite("Bob", 1)
    assert host.ask("POST", "/begin").status == 200
    ann.page.locator("[data-number]").wait_for()
    bob.play("1 code RBYG")
    host.play("2 guess RRRR", "2 guess RBGY", "2 guess RBYG", "2 code WWKK")
    bob.play("1 guess WWKK")
    ann.page.get_by_role("heading", name="The match is over").wait_for()
    return host.ask("GET", "/record").body.decode()


def test_statistics_are_the_same_as_on_the_command_line(person: NewPerson, server: Server, keypeg: Keypeg) -> None:
    ann = person()
    record = plays_a_match(ann, server)
    output: dict[str, Any] = json.loads(keypeg("analyse", "-", "--json", stdin=record).out)
    cost = output["rounds"][0]["boards"][0]["cost"]
    assert cost > 0
    ann.page.get_by_role("link", name="My rounds").click()
    expect(figures(ann)).to_have_text(["2", "1", "1 / 1", "3.00", f"{cost:.2f} guesses"], timeout=SOLVING)
    bars = ann.page.get_by_role("table", name="Guesses per code")
    expect(bars.get_by_role("row")).to_have_text(["GuessesRounds", "10", "20", "31"])
    ann.page.get_by_role("link", name="Review: Classic, round 1").click()
    ann.reads("Row 1 of 3")


def figures(ann: Person) -> Locator:
    """The sums of the chosen rounds: how many, won, cracked, guesses, cost."""
    return ann.page.locator("dd")


def stores(ann: Person, *rounds: dict[str, Any]) -> None:
    """Put rounds into this browser."""
    usual: dict[str, Any] = {
        "round": 1,
        "attempt": 1,
        "seat": 2,
        "day": None,
        "won": True,
        "found": True,
        "cost": None,
        "marks": [],
    }
    stored = [usual | {"table": f"t{number}"} | one for number, one in enumerate(rounds)]
    ann.page.evaluate("kept => localStorage.setItem('keypeg.results', kept)", json.dumps(stored))
    ann.page.reload()


def test_a_filter_chooses_the_rounds_of_the_chart(person: NewPerson) -> None:
    ann = person()
    ann.goes_to("/statistics")
    now, long_ago = ann.page.evaluate("Date.now()"), 1_600_000_000_000
    stores(
        ann,
        {"edition": "classic", "at": now, "guesses": 4, "opponents": ["casual"]},
        {"edition": "classic~practice_yes", "at": now, "guesses": 5, "opponents": ["casual"], "day": "2026-01-02"},
        {"edition": "classic", "at": long_ago, "guesses": 6, "opponents": ["person"]},
        {"edition": "hasbro-2000", "at": long_ago, "guesses": 12, "found": False},
    )
    chart = ann.page.get_by_role("table", name="Guesses per code")
    cells = chart.get_by_role("cell")
    expect(cells).to_have_text(["0", "0", "0", "1", "1", "1", "1"])
    expect(chart.get_by_role("rowheader").last).to_have_text("not cracked")
    ann.page.get_by_label("Edition").select_option(label="Classic")
    expect(figures(ann).first).to_have_text("3")
    ann.page.get_by_label("Opponent").select_option(label="People")
    expect(cells).to_have_text(["0", "0", "0", "0", "0", "1"])
    ann.page.get_by_label("Opponent").select_option(label="Computer, casual")
    expect(figures(ann).first).to_have_text("2")
    ann.page.get_by_label("Code of the day").check()
    expect(cells).to_have_text(["0", "0", "0", "0", "1"])
    ann.page.get_by_label("Opponent").select_option(label="Everybody")
    ann.page.get_by_label("Code of the day").uncheck()
    ann.page.get_by_label("Period").select_option(label="Last 7 days")
    expect(figures(ann).first).to_have_text("2")
    ann.page.get_by_label("Edition").select_option(label="The 2000 game")
    ann.page.get_by_text("No finished rounds of this kind yet.").wait_for()


def test_rounds_are_exported_to_a_file_and_a_broken_file_changes_nothing(
    person: NewPerson, server: Server, tmp_path: Path
) -> None:
    ann = person()
    plays_a_match(ann, server)
    ann.goes_to("/statistics")
    ann.page.get_by_text("guesses", exact=False).first.wait_for()
    with ann.page.expect_download() as download:
        ann.presses("Save to a file")
    saved = tmp_path / "rounds.json"
    download.value.save_as(saved)
    rounds = json.loads(saved.read_text(encoding="utf-8"))
    assert len(rounds["rounds"]) == 2

    rounds["rounds"][1]["guesses"] = "three"
    broken, other = tmp_path / "broken.json", tmp_path / "other.json"
    broken.write_text(json.dumps(rounds), encoding="utf-8")
    other.write_text("no file of ours", encoding="utf-8")
    chooser = ann.page.locator("input[type=file]")
    chooser.set_input_files(broken)
    expect(ann.page.get_by_role("alert")).to_contain_text("Round 2 in this file cannot be read.")
    chooser.set_input_files(other)
    expect(ann.page.get_by_role("alert")).to_contain_text("This file was not saved by Keypeg.")
    expect(figures(ann).first).to_have_text("2")

    chooser.set_input_files(saved)
    ann.page.get_by_text("New rounds: 0").wait_for()
    ann.presses("Delete all my rounds")
    ann.page.get_by_role("dialog").get_by_role("button", name="Delete all my rounds").click()
    ann.page.get_by_text("No finished rounds yet").wait_for()
    chooser.set_input_files(saved)
    ann.page.get_by_text("New rounds: 2").wait_for()
    expect(figures(ann).first).to_have_text("2")


def test_analysing_rounds_can_be_stopped_and_resumed(person: NewPerson) -> None:
    ann = person()
    ann.goes_to("/statistics")
    played_round = {"table": "gone", "round": 1, "attempt": 1, "seat": 2, "edition": "classic", "day": None, "at": 1}
    stored = [played_round | {"won": True, "found": True, "guesses": 1, "marks": [["4b0w"]]}]
    ann.page.evaluate("kept => localStorage.setItem('keypeg.results', kept)", json.dumps(stored))
    ann.page.route("**/analysis?**", lambda route: None)  # a response that never comes
    ann.page.reload()
    ann.page.get_by_text("Analysing rounds: 0 of 1").wait_for()
    ann.presses("Stop")
    expect(ann.page.get_by_role("button", name="Analyse 1 more")).to_be_visible()
    expect(ann.page.get_by_role("alert")).to_have_count(0)
    ann.page.unroute_all(behavior="ignoreErrors")
    with ann.page.expect_response("**/analysis?**"):
        ann.presses("Analyse 1 more")  # the table no longer exists
    expect(ann.page.get_by_role("button", name="Analyse 1 more")).to_have_count(0)
    ann.page.get_by_text("unknown").wait_for()
    ann.wrong.clear()  # the browser's console shows every error


@pytest.mark.parametrize(("scheme", "locale"), [LOOKS[0], pytest.param(*LOOKS[1], marks=pytest.mark.thorough)])
def test_the_statistics_page_is_accessible(person: NewPerson, scheme: str, locale: str) -> None:
    ann = person(color_scheme=scheme, locale=locale)
    ann.goes_to("/statistics")
    played_round = {"round": 1, "attempt": 1, "seat": 2, "day": None, "at": 1, "marks": [["1b1w"]] * 4, "guesses": 4}
    cost = {"value": 0.25, "unit": "guesses"}
    stored = [
        played_round | {"table": f"t{n}", "edition": "classic", "won": n > 1, "found": n > 1, "cost": cost}
        for n in range(4)
    ]
    ann.page.evaluate("kept => localStorage.setItem('keypeg.results', kept)", json.dumps(stored))
    ann.page.reload()
    ann.page.get_by_role("table").wait_for()
    ann.page.wait_for_load_state("networkidle")
    assert violations(ann) == []
