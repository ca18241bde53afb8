"""Reviewing a round in the browser: its figures are those of the command line, and every row can be selected."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from browser.conftest import NewPerson
from browser.test_accessibility import LOOKS, violations
from keypeg.analysis.board_values import SECONDS_PER_BOARD
from keypeg.study.advice_handler import advise_on_board
from keypeg.study.requests import AdviceRequest, AlternativeRequest
from keypeg.study.review_handler import compare_guesses
from support.browser_player import Person
from support.command import Keypeg
from support.running_server import COMPILATION_SECONDS, Player, Server
from support.thoroughness import first_of

MATCH = ("1 code RRBB", "2 guess RRYY", "2 guess RBRW", "2 guess RRBB", "2 code RGBY", "1 guess RGBY")
"""Two rounds of the classic game."""

RECORDS = Path(__file__).parent.parent / "golden" / "playthroughs"


@pytest.fixture
def played(server: Server) -> Player:
    """A match that is over."""
    return server.play().play(*MATCH)


def figures(user: Person) -> list[list[str]]:
    """The codes left, cost and luck of each row, as the page shows them."""
    user.page.get_by_text("Details", exact=True).click()
    rows = user.page.get_by_role("region", name="The same as a table").locator("tbody tr")
    return [[row.locator("td").nth(at).inner_text() for at in (2, 3, 4)] for row in rows.all()]


def shown(rows: list[dict[str, Any]], digits: int, times: float = 1, unit: str = "") -> list[list[str]]:
    """The same from the command line."""

    def amount(value: float, sign: str) -> str:
        figure = f"{abs(value) * times:.{digits}f}"
        return ("" if float(figure) == 0 else sign) + figure + unit

    return [
        [
            f"{row['codes_before']:,}, then {'?' if row['codes_after'] is None else format(row['codes_after'], ',')}",
            amount(row["cost"], ""),
            amount(row["luck"], "+" if row["luck"] > 0 else "−"),
        ]
        for row in rows
    ]


def test_the_end_of_a_match_links_to_its_review(person: NewPerson, played: Player, keypeg: Keypeg) -> None:
    record = played.ask("GET", "/record").body.decode()
    eve = person()
    eve.goes_to(played.links["watch"])
    eve.page.get_by_role("link", name="Review", exact=True).click()
    eve.page.get_by_role("combobox", name="Round").select_option("1")
    eve.page.get_by_role("heading", name="Row 1 of 3").wait_for()
    expect(eve.page).to_have_title("Review – Classic – Keypeg")
    (reviewed_round,) = json.loads(keypeg("analyse", "-", "--round", "1", "--json", stdin=record).out)["rounds"]
    assert figures(eve) == shown(reviewed_round["boards"][0]["rows"], 2)
    output = keypeg("analyse", "-", "--round", "1", stdin=record).out
    (total,) = re.findall(r"^3 guesses = .*$", output, re.MULTILINE)
    assert eve.page.locator(".sum").inner_text() == total


def test_each_row_has_a_grade_and_the_round_two_figures_without_decimals(person: NewPerson, played: Player) -> None:
    ann = person()
    ann.goes_to(f"/review/{played.table}#{played.link_key('watch')}/1")
    (reviewed_round,) = played.ask("GET", "/analysis?round=1").json["rounds"]
    (board,) = reviewed_round["boards"]
    (figures,) = board["figures"]
    card = ann.page.locator(".card").filter(has=ann.page.get_by_role("heading", name="Ann 2’s round"))
    expect(card.get_by_role("definition")).to_have_text([str(figures["skill"]), str(figures["luck"])])
    rows = ann.page.get_by_role("list", name="Rows and their grades").get_by_role("button")
    expect(rows).to_have_count(3)
    grades = [row["grade"] for row in board["rows"]]
    assert len(set(grades)) > 1
    for row, grade in zip(rows.all(), grades, strict=True):
        expect(row).to_contain_text(grade.capitalize())
        assert row.locator("svg").count() > 0, "a grade is also a sign"
    rows.nth(1).click()
    expect(ann.page.get_by_role("heading", name="Row 2 of 3 by Ann 2")).to_be_visible()
    expect(ann.page.locator(".explanation")).to_contain_text("It could not have been the code: row 1 would have earned")
    expect(ann.page.locator(".explanation .key-peg").first).to_be_visible()
    assert not re.search(r"\d\.\d", ann.page.locator(".review").inner_text())


def test_a_card_has_one_measure(person: NewPerson) -> None:
    ann = person()
    ann.goes_to("/review")
    ann.page.get_by_label("Or paste a match record").fill(
        (RECORDS / "hasbro-2004-score-sheet.keypeg").read_text(encoding="utf-8")
    )
    ann.presses("Open", exact=True)
    ann.page.get_by_text("Details", exact=True).click()
    sums = ann.page.locator(".sums")
    expect(sums).to_contain_text("points =")
    assert "guesses" not in sums.inner_text()
    ann.page.get_by_role("combobox", name="Measured in").select_option("guesses")
    expect(sums).to_contain_text("6 guesses =")
    assert "points" not in sums.inner_text()


def test_a_round_is_reviewed_with_keys_buttons_and_slider(person: NewPerson, played: Player) -> None:
    ann = person()
    ann.goes_to(f"/review/{played.table}#{played.link_key('watch')}/1")
    title, marked = (
        ann.page.get_by_role("heading", name=re.compile("^Row")),
        ann.page.get_by_role("row", name=re.compile(";")),
    )
    expect(title).to_contain_text("Row 1 of 3")
    for press, row in (("ArrowRight", 2), ("End", 3), ("ArrowRight", 3), ("ArrowLeft", 2), ("Home", 1)):
        ann.page.keyboard.press(press)
        expect(title).to_contain_text(f"Row {row} of 3")
        expect(marked).to_have_count(row)
    ann.presses("Next row")
    expect(title).to_contain_text("Row 2 of 3")
    ann.page.get_by_role("slider", name="Row").press("ArrowRight")
    expect(title).to_contain_text("Row 3 of 3")
    ann.page.reload()  # the address selects the same row
    expect(title).to_contain_text("Row 3 of 3")


def test_another_guess_is_compared_with_the_one_played_and_the_best(person: NewPerson, played: Player) -> None:
    ann = person()
    ann.goes_to(f"/review/{played.table}#{played.link_key('watch')}/1/0/1")
    ann.presses("Try another guess")
    ann.page.get_by_role("rowheader", name="Best").wait_for()
    ann.types("RRBG")
    ann.page.get_by_role("rowheader", name="Yours").wait_for()
    worths = dict.fromkeys(("Yours", "Played", "Best"), "")
    for name in worths:
        worths[name] = ann.page.get_by_role("row", name=name).locator("td").nth(1).inner_text()

    def amount_shown(guess: str) -> Any:
        return advise_on_board(AdviceRequest("classic", ("RRYY:2b0w",), 2, None, guess, COMPILATION_SECONDS))

    mine, other = amount_shown("RRBG"), amount_shown("RBRW")
    expected = (mine["compared"]["expected"], other["compared"]["expected"], mine["best"]["expected"])
    assert tuple(worths.values()) == tuple(f"{value:.2f}" for value in expected)


def test_a_record_file_is_opened_reviewed_in_its_own_currency_and_saved_again(
    person: NewPerson, keypeg: Keypeg
) -> None:
    record = (RECORDS / "mastermind-44.keypeg").read_text(encoding="utf-8")
    (reviewed_round,) = json.loads(keypeg("analyse", "-", "--time", "1", "--json", stdin=record).out)["rounds"]
    ann = person(permissions=["clipboard-read", "clipboard-write"])
    ann.goes_to("/review")
    file = {"name": "match.keypeg", "mimeType": "text/plain", "buffer": record.encode()}
    ann.page.get_by_label("Choose a match record").set_input_files(file)  # type: ignore[arg-type]
    ann.page.get_by_role("heading", name="Row 1 of 2").wait_for()
    assert figures(ann) == shown(reviewed_round["seat_values"][0]["decisions"], 1, 100, " %")
    start = f"{reviewed_round['seat_values'][0]['start']['value']:.1%}".replace("%", " %")
    expect(ann.page.locator(".sum")).to_contain_text(f"Ann lost: 0.0 % = {start} at the start")
    ann.presses("Try another guess")
    ann.page.get_by_role("group", name="Place this row").wait_for()
    ann.types("GWRBK")
    tried = ann.page.get_by_role("row", name="Yours").locator("td").nth(1)
    comparison = compare_guesses(AlternativeRequest(record, 1, 1, 1, 1, "GWRBK", 1.0))["comparison"]
    assert comparison is not None
    assert comparison["currency"] == "chance"
    expect(tried).to_have_text(f"{comparison['alternative']['value'] * 100:.1f} %")
    ann.page.route("**/study/review", lambda route: None)  # an analysis would take longer
    with ann.page.expect_request("**/study/review") as request_info:
        ann.presses("Think longer")
    assert (request_info.value.post_data_json or {})["seconds"] == SECONDS_PER_BOARD  # as long as on the command line
    ann.presses("Stop")
    with ann.page.expect_download() as saved:
        ann.presses("Download the match record")
    assert Path(saved.value.path()).read_text(encoding="utf-8") == record
    text = ann.page.get_by_label("Text to share").input_value()
    symbols = [line.partition("  ")[0] for line in text.splitlines() if "Row " in line]
    assert len(symbols) > 1
    assert len({len(marks) for marks in symbols}) == 1, "the marks line up"
    assert not any(row["guess"] in text for row in reviewed_round["seat_values"][0]["decisions"])
    ann.page.get_by_role("combobox", name="Board").select_option("Ben")
    ann.presses("Copy the link")
    ann.page.get_by_text("Copied").wait_for()
    ben = person()
    ben.goes_to(ann.page.evaluate("navigator.clipboard.readText()"))
    ben.page.get_by_role("heading", name="Review: Master Mind 44").wait_for()
    expect(ben.page.get_by_role("combobox", name="Board")).to_have_value("1")


def test_wrong_marks_are_shown(person: NewPerson, keypeg: Keypeg) -> None:
    record = (RECORDS / "hasbro-2000-by-hand.keypeg").read_text(encoding="utf-8")
    output = keypeg("analyse", "-", "--round", "1", stdin=record).out
    ann = person()
    ann.goes_to("/review")
    ann.page.get_by_label("Or paste a match record").fill(record)
    ann.presses("Open", exact=True)
    ann.page.get_by_role("heading", name="Wrong marks").wait_for()
    wrong = re.findall(r"^(Ann marked row \d with).*$|^(Values use .*)$", output, re.MULTILINE)
    assert len(wrong) == 3
    for marked, values in wrong:
        expect(ann.page.get_by_text(marked or values)).to_be_visible()
    expect(ann.page.get_by_text("Ann marked row").first.locator(".key-peg").first).to_be_visible()


def test_a_pasted_position_opens_in_the_solver(person: NewPerson) -> None:
    ann = person()
    ann.goes_to("/review")
    ann.page.get_by_label("Or paste a match record").fill("classic~~RRBB_1b2w")
    ann.presses("Open", exact=True)
    ann.page.wait_for_url(re.compile("/solver#classic~~RRBB_1b2w$"))


def test_a_record_without_a_finished_round_is_explained(person: NewPerson, server: Server) -> None:
    ann, table = person(), server.play().play(*MATCH[:2])
    ann.goes_to(f"/review/{table.table}#{table.link_key('watch')}")
    ann.page.get_by_text("Nothing to review yet").wait_for()


def test_a_long_analysis_can_be_stopped_and_started_again(person: NewPerson, played: Player) -> None:
    ann, pending = person(), []

    def hold(route: Route) -> None:
        pending.append(route)

    ann.page.route("**/analysis?*", hold)
    ann.goes_to(f"/review/{played.table}#{played.link_key('watch')}/1")
    ann.page.get_by_role("progressbar").wait_for()
    ann.presses("Stop")
    expect(ann.page.get_by_role("progressbar")).to_have_count(0)
    ann.page.unroute("**/analysis?*")
    ann.presses("Try again")
    ann.page.get_by_role("heading", name="Row 1 of 3").wait_for()


@pytest.mark.parametrize(("scheme", "locale"), first_of(LOOKS, quick=1))
def test_a_review_is_accessible(person: NewPerson, played: Player, scheme: str, locale: str) -> None:
    ann = person(color_scheme=scheme, locale=locale)
    ann.goes_to("/review")
    ann.page.locator("textarea").wait_for()
    assert violations(ann) == []
    ann.goes_to(f"/review/{played.table}#{played.link_key('watch')}/1/0/1")
    ann.page.locator("summary").click()
    ann.page.locator("figure").wait_for()
    ann.page.locator(".try button").first.click()
    ann.page.locator(".row-editor").wait_for()
    assert violations(ann) == []
