"""The solver page: a board is entered and corrected, and its figures are those of `keypeg solve`."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from browser.conftest import SOLVING, NewPerson
from browser.test_accessibility import LOOKS, violations
from support.browser_player import Person
from support.command import Keypeg

ROWS = ("RRBB:1b1w", "RYGW:1b1w")
POSITION = "classic~~RRBB_1b1w~RYGW_1b1w"


def solved(keypeg: Keypeg, *rows: str) -> Any:
    """The command line's advice on these rows."""
    return json.loads(keypeg("solve", "classic", *(part for row in rows for part in ("--row", row)), "--json").out)


def enters(user: Person, row: str) -> None:
    guess, _, mark = row.partition(":")
    user.types(guess)
    user.marks(mark)


def expects_advice(user: Person, advice: Any) -> None:
    """Check that the page shows the same advice as the command line."""
    expect(user.page.get_by_role("heading", name=f"{advice['codes_left']:,} codes left")).to_be_visible(timeout=SOLVING)
    best = advice["best"]
    sentence = f"{best['expected']:.2f} more guesses on average, {best['worst']} in the worst case."
    expect(user.page.locator(".best")).to_contain_text(sentence)
    most = f"{best['cells']} different marks are possible; the most common leaves {best['largest_cell']} codes."
    expect(user.page.locator(".best")).to_contain_text(most)


def test_rows_are_entered_corrected_and_removed_and_each_change_gives_new_advice(
    person: NewPerson, keypeg: Keypeg
) -> None:
    ann = person()
    ann.goes_to("/solver")
    expects_advice(ann, solved(keypeg))
    for row in ROWS:
        enters(ann, row)
    expects_advice(ann, solved(keypeg, *ROWS))
    assert ann.page.url.endswith(f"/solver#{POSITION}")
    ann.presses("Change the mark of row 1")
    ann.presses("Keep it as it is")
    ann.presses("Change the mark of row 1")
    ann.marks("0b2w")
    expects_advice(ann, solved(keypeg, "RRBB:0b2w", ROWS[1]))
    ann.page.locator("[data-row='2'] .pegs .place").nth(2).click(force=True)  # the button over them takes it
    ann.page.keyboard.press("w")
    ann.page.keyboard.press("Enter")
    expects_advice(ann, solved(keypeg, "RRBB:0b2w", "RYWW:1b1w"))
    ann.presses("Remove row 1")
    expects_advice(ann, solved(keypeg, "RYWW:1b1w"))
    ann.presses("Use it", exact=True)
    ann.presses("Place this row")
    best = solved(keypeg, "RYWW:1b1w")["best"]["expected"]
    ann.page.get_by_text(f"This row needs {best:.2f} more guesses on average; the best needs {best:.2f}.").wait_for()


def test_the_codes_left_are_listed_and_counted_by_colour_and_hole(person: NewPerson, keypeg: Keypeg) -> None:
    codes = solved(keypeg, *ROWS)["candidates"]
    ann = person()
    ann.goes_to(f"/solver#{POSITION}")
    expect(ann.page.locator(".codes li")).to_have_count(len(codes))
    red = ann.page.get_by_role("row", name="red").get_by_role("cell")
    counts = [sum(code[hole] == "R" for code in codes) for hole in range(4)]
    right = ann.page.locator(".board").evaluate("board => board.getBoundingClientRect().right")
    for part in (".codes", "main details table"):
        left = ann.page.locator(part).first.evaluate("part => part.getBoundingClientRect().left")
        assert left >= right, f"{part} stands beside the board"
    assert [text.split()[0] for text in red.all_inner_texts()] == [f"{100 * n / len(codes):.0f}" for n in counts]


def test_rows_that_contradict_each_other_are_explained_and_can_be_corrected(person: NewPerson, keypeg: Keypeg) -> None:
    ann = person()
    ann.goes_to("/solver#classic~~RRBB_4b0w~RYGW_1b1w")
    (first, second) = solved(keypeg, "RRBB:4b0w", ROWS[1])["changes"]
    ann.page.get_by_role("heading", name="No code fits all these rows.").wait_for(timeout=SOLVING)
    assert (first["rows"], second["rows"]) == ([1], [2])
    ann.page.get_by_text(f"With nothing in row 1, {first['marks'][0]['codes_left']} codes would fit.").wait_for()
    ann.page.get_by_role("listitem").filter(has_text="in row 1").get_by_role("button", name="Change it").click()
    expects_advice(ann, solved(keypeg, "RRBB:0b0w", ROWS[1]))


def test_a_position_link_opens_in_the_solver(person: NewPerson) -> None:
    ann = person()
    ann.goes_to(f"/solver#{POSITION}")
    ann.page.get_by_role("heading", name="37 codes left").wait_for(timeout=SOLVING)
    ann.page.evaluate("location.hash = 'parker-1974~~RRB_1b0w'")
    ann.page.get_by_role("heading", name="57 codes left").wait_for()
    expect(ann.page.get_by_role("combobox", name="Edition")).to_have_value("parker-1974")


def test_choosing_options_of_an_edition_changes_the_board(person: NewPerson) -> None:
    ann = person()
    ann.goes_to("/solver")
    ann.page.get_by_label("Edition").select_option("The 2001 duel")
    expect(ann.page.get_by_role("heading", name="32,768 codes left")).to_be_visible(timeout=SOLVING)
    ann.page.get_by_text("Options", exact=True).click()
    ann.page.get_by_label("rings in both codes").first.select_option("4")
    expect(ann.page.get_by_role("heading", name="4,096 codes left")).to_be_visible(timeout=SOLVING)
    assert ann.page.url.endswith("/solver#challenge-2001~holes_4~~")
    ann.page.reload()
    expect(ann.page.get_by_role("heading", name="4,096 codes left")).to_be_visible(timeout=SOLVING)
    expect(ann.page.get_by_label("rings in both codes").first).to_have_value("4")


def test_rows_are_changed_by_keyboard_and_the_advice_is_announced(person: NewPerson, keypeg: Keypeg) -> None:
    ann = person()
    ann.goes_to(f"/solver#{POSITION}")
    expects_advice(ann, solved(keypeg, *ROWS))
    ann.page.get_by_role("row", name="Row 1:").focus()
    ann.page.keyboard.press("ArrowUp")
    for key in ("Tab", "Tab", "Enter"):  # past the pegs of row 2 to its mark
        ann.page.keyboard.press(key)
    ann.reads("Change the mark of row 2")
    ann.page.keyboard.press("Escape")
    ann.page.get_by_role("button", name="Change row 2").press("Enter")
    ann.page.keyboard.press("k")
    ann.page.keyboard.press("Enter")
    changed = solved(keypeg, ROWS[0], "KYGW:1b1w")
    expects_advice(ann, changed)
    announced = ann.page.locator("main [aria-live=polite]", has_text="best next guess")
    expect(announced).to_contain_text(f"{changed['codes_left']} codes left", ignore_case=True)


def test_only_options_that_change_the_guessing_game_are_asked_for(person: NewPerson) -> None:
    ann = person()
    ann.goes_to("/solver#hasbro-2004~~")
    ann.page.get_by_text("Options", exact=True).click()
    expect(ann.page.locator("main details label")).to_have_count(1, timeout=SOLVING)
    expect(ann.page.get_by_label("experts")).to_be_visible()
    ann.page.get_by_label("Edition").select_option("Classic")
    ann.page.locator(".best").wait_for(timeout=SOLVING)
    expect(ann.page.get_by_text("Options", exact=True)).to_have_count(0)


def test_in_a_game_too_large_to_list_the_solver_estimates(person: NewPerson) -> None:
    ann = person()
    ann.goes_to("/solver#house~holes_8~colours_20")
    expect(ann.page.get_by_role("heading", name="25,600,000,000 codes left")).to_be_visible(timeout=SOLVING)
    expect(ann.page.get_by_text(re.compile(r"^About [0-9.]+ more guesses on average"))).to_be_visible()
    expect(ann.page.get_by_text("Thinking")).to_have_count(0)
    ann.page.get_by_label("holes in a code").select_option("2")
    expect(ann.page.get_by_role("heading", name="400 codes left")).to_be_visible(timeout=SOLVING)


def test_a_long_solver_request_can_be_stopped_and_repeated(person: NewPerson) -> None:
    ann, pending = person(), []

    def hold(route: Route) -> None:
        pending.append(route)

    ann.page.route("**/study/advice", hold)
    ann.goes_to(f"/solver#{POSITION}")
    ann.page.get_by_role("progressbar").wait_for()
    ann.presses("Stop")
    expect(ann.page.get_by_role("progressbar")).to_have_count(0)
    ann.page.unroute("**/study/advice")
    ann.presses("Try again")
    ann.page.get_by_role("heading", name="37 codes left").wait_for(timeout=SOLVING)
    ann.page.get_by_role("button", name=re.compile("^red")).first.wait_for()


@pytest.mark.parametrize(
    ("position", "look"),
    [("parker-1974~~RRB_1b0w", LOOKS[1]), pytest.param(POSITION, LOOKS[0], marks=pytest.mark.thorough)],
)
def test_the_solver_page_is_accessible(person: NewPerson, position: str, look: tuple[str, str]) -> None:
    ann = person(color_scheme=look[0], locale=look[1])
    ann.goes_to(f"/solver#{position}")
    ann.page.locator(".best").wait_for(timeout=SOLVING)
    assert violations(ann) == []
