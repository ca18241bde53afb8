"""The learning pages: an example step by step, a lesson, positions, and the strategy explorer."""

import json

import pytest
from playwright.sync_api import expect

from browser.conftest import SOLVING, NewPerson
from browser.test_accessibility import LOOKS, violations
from keypeg.editions import RULEBOOKS
from support.browser_player import Person
from support.command import Keypeg
from support.thoroughness import first_of


def test_the_example_in_the_rules_steps_forward_and_back(person: NewPerson) -> None:
    ann = person()
    ann.goes_to("/learn")
    expect(ann.page.locator("#shelf + ul a")).to_have_count(len(RULEBOOKS))
    ann.page.get_by_role("link", name="Classic").click()
    ann.page.get_by_text("Step 1 of 6").wait_for()
    for sentence in ("Hole 1, red: right colour, right place.", "Hole 2, red:", "Hole 3, blue:", "Hole 4, white:"):
        ann.presses("Next")
        ann.page.locator(".explanation").get_by_text(sentence).wait_for()
    ann.presses("Next")
    ann.page.get_by_role("row", name="Row 1: red, red, blue, white; 1 black, 1 white").wait_for()
    ann.presses("Back")
    expect(ann.page.get_by_role("row", name="1 black, 1 white")).to_have_count(0)


def test_a_lesson_leads_to_the_code_and_explains_why_a_row_does_not_fit(person: NewPerson) -> None:
    ann = person(shared=False)
    # Always the same codes, of which the first would leave row 1 without a mark to read.
    ann.page.add_init_script("Math.random = () => 0.59")
    ann.goes_to("/learn/classic#lesson")
    makes_a_good_row(ann)
    ann.page.get_by_role("heading", name="Read the key pegs").wait_for()
    ann.page.get_by_role("row", name="Row 1: red, red, blue, yellow; 1 white").wait_for()
    ann.presses("Next")
    ann.page.get_by_text("could still be the code").wait_for()
    ann.presses("Next")
    ann.page.get_by_role("heading", name="Make a row that fits").wait_for()
    ann.presses("Copy row 1")
    ann.presses("Place this row")
    wrong = ann.page.locator(".explanation.wrong").filter(has_text="red, red, blue, yellow cannot be the code.")
    wrong.locator(".place svg, .place").first.wait_for()
    makes_a_good_row(ann)
    ann.page.get_by_role("heading", name="Split the codes left").wait_for(timeout=SOLVING)
    ann.page.get_by_role("button", name="This one").first.click()
    ann.page.get_by_text("splits the codes better.").wait_for()
    ann.presses("Place the better one")
    heading = ann.page.get_by_role("heading", name="You cracked the code!")
    for row in range(4, 12):
        # The draft has moved on to the next row, so the answer to the last one is there.
        heading.or_(ann.page.locator(f'.row.now[data-row="{row}"]')).first.wait_for(timeout=SOLVING)
        if heading.count():
            return
        makes_a_good_row(ann)
    raise AssertionError("the code is never found")


def makes_a_good_row(user: Person) -> None:
    good = user.page.get_by_role("button", name="Choose a good one for me")
    expect(good).to_be_enabled(timeout=SOLVING)
    good.click()
    user.presses("Place this row")


def test_a_guess_is_rated_and_its_cells_are_shown_beside_those_of_the_best(person: NewPerson, keypeg: Keypeg) -> None:
    ann = person(shared=False)
    ann.page.add_init_script("Math.random = () => 0")
    ann.goes_to("/learn/classic#why")
    game = ("puzzle", "--kind", "best-guess", "--difficulty", "easy", "--seed=1", "--json")
    output = json.loads(keypeg(*game, "--solution").out)
    ann.page.get_by_text(f"{len(output['solution']['candidates'])} codes still fit these rows.").wait_for(
        timeout=SOLVING
    )
    for _ in range(4):
        ann.page.get_by_role("button", name="red (R)").click()
    ann.presses("Answer", exact=True)
    ann.page.get_by_role("heading", name="The best guess", exact=True).wait_for()
    verdict = json.loads(keypeg(*game, "--answer", "RRRR").out)["verdict"]
    ann.page.get_by_text(f"It needs {verdict['expected']:.2f} more guesses on average").wait_for()
    ann.page.get_by_text(f"{verdict['best']:.2f} more guesses on average, this one included").wait_for()


def test_the_strategy_explorer_follows_the_same_strategy_as_the_solver(person: NewPerson, keypeg: Keypeg) -> None:
    ann = person()
    ann.goes_to("/learn/classic#explore")
    first = json.loads(keypeg("solve", "classic", "--json").out)
    best = first["best"]
    ann.page.get_by_text(
        f"{best['expected']:.2f} more guesses on average, {best['worst']} in the worst case."
    ).wait_for(timeout=SOLVING)
    cells = ann.page.get_by_role("button", name="codes").or_(ann.page.get_by_role("button", name="one code"))
    assert cells.count() == best["cells"] - 1  # and the code itself
    ann.presses(f"1 white {best['largest_cell']} codes", exact=True)
    second = json.loads(keypeg("solve", "classic", "--row", f"{best['guess']}:0b1w", "--json").out)
    ann.page.get_by_text(f"{second['codes_left']} codes left").wait_for()
    ann.page.get_by_text(f"{second['best']['expected']:.2f} more guesses on average").wait_for()
    ann.presses("4 black the code", exact=True)
    ann.page.get_by_role("heading", name="Cracked in row 2").wait_for()
    ann.presses("One row back")
    ann.presses("Back to the start")
    ann.page.get_by_text("1,296 codes left").wait_for()


@pytest.mark.parametrize(("scheme", "locale"), first_of(LOOKS, 1))
def test_the_learning_pages_are_accessible(person: NewPerson, scheme: str, locale: str) -> None:
    ann = person(color_scheme=scheme, locale=locale)
    for path in ("/learn", "/learn/classic", "/learn/classic#lesson", "/learn/classic#why", "/learn/classic#explore"):
        ann.goes_to(path)
        ann.page.locator(".shelf a, .board").first.wait_for(timeout=SOLVING)
        ann.page.wait_for_load_state("networkidle")
        assert violations(ann) == []
