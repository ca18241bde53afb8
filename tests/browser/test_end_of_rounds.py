"""The card at the end of a round: what it says, that scores are folded, focus and Enter, the live region, sharing."""

import re

from playwright.sync_api import expect

from browser.conftest import SOLVING, NewPerson
from browser.test_accessibility import violations
from browser.test_rounds import region, two
from support.browser_player import Person
from support.running_server import Server

ANNOUNCEMENTS = """() => {
    const live = document.querySelector('[aria-live=polite]')
    window.announced = []
    new MutationObserver(() => window.announced.push(live.textContent)).observe(
        live, {childList: true, characterData: true, subtree: true})
}"""
"""Collects what screen readers are told."""


def has_focus(user: Person, name: str) -> None:
    expect(user.page.get_by_role("button", name=name, exact=True)).to_be_focused()


def test_after_a_win_enter_goes_on_and_the_focus_is_never_lost(person: NewPerson, server: Server) -> None:
    host, other = two(server, "classic")
    host.play("1 code RRBG")
    ben = person()
    ben.sits(other)
    ben.reads("Your turn: guess the code")
    ben.page.evaluate(ANNOUNCEMENTS)
    ben.types("RRBG")
    ben.reads("Cracked in 1!")
    has_focus(ben, "Next round")
    expect(ben.page.locator("[aria-live=polite]")).to_have_text("Cracked in 1!")
    assert ben.page.evaluate("announced").count("Cracked in 1!") == 1
    expect(ben.page.get_by_role("table", name=re.compile("^Score"))).to_have_count(0)
    ben.page.get_by_text("Scoring", exact=True).click()
    expect(ben.page.get_by_role("table", name="Score after round 1")).to_have_text(re.compile(r"Ann\s*1\s*Ben\s*0"))
    assert violations(ben) == []
    ben.page.get_by_role("button", name="Next round").focus()
    ben.page.keyboard.press("Enter")
    ben.reads("Set your secret code")
    expect(ben.row).to_be_focused()
    ben.types("WWKK")
    ben.reads("Ann is thinking")
    expect(ben.page.locator("h1")).to_be_focused()
    host.play("1 guess WWKK")
    ben.reads("Ann cracked your code in 1")
    has_focus(ben, "Play again")
    expect(ben.page.locator("[aria-live=polite]")).to_have_text(
        "Ann cracked your code in 1. Ben and Ann tie for first place."
    )
    expect(ben.page).to_have_title(re.compile("^The match is over"))


def test_practice_ends_without_a_match_or_scores_and_enter_plays_again(person: NewPerson, server: Server) -> None:
    host, other = two(server, "classic~practice_yes")
    host.play("1 code RRBG")
    other.play("2 guess RBYG")
    ben = person(shared=False)
    ben.page.clock.install()
    ben.sits(other)
    ben.hole(1).wait_for()
    ben.page.clock.pause_at(ben.page.evaluate("Date.now()") + 1000)  # the review is waited for, however long it takes
    ben.types("RRBG")
    ben.reads("Cracked in 2!")
    card = region(ben, "You win.")
    expect(card).to_contain_text(", and luck helped: perfect play takes 4.3 guesses on average", timeout=SOLVING)
    expect(card.get_by_role("button")).to_have_text(["Play again", "Share"])
    expect(card.get_by_role("link")).to_have_text(["Review"])
    expect(ben.page).to_have_title(re.compile("^The round is over"))
    for word in ("The match", "Scor", "points"):
        expect(ben.page.locator("main")).not_to_contain_text(word)
    ben.page.evaluate("document.activeElement.blur()")
    ben.page.keyboard.press("Enter")
    ben.page.wait_for_url(lambda url: host.table not in url)


def test_the_result_of_a_duel_pairs_codes_and_boards_with_the_same_players(person: NewPerson, server: Server) -> None:
    host, other = two(server, "challenge-2001~rounds_1")
    host.play("1 code RRBYG")
    other.play("2 code OVWKK", "2 guess RRBYO")
    host.play("1 guess OVWKK")
    codes = {"Ann": "orange, violet, white, black, black", "Ben": "red, red, blue, yellow, green"}
    ann, ben = person(), person()
    ann.sits(host)
    ben.sits(other)
    for user in (ann, ben):
        for breaker, code in codes.items():
            board = user.page.get_by_role("region", name=f"Board: {breaker}")
            expect(board).to_contain_text(f"Secret code: {code}")
    for user, sentences in (
        (ann, ["You cracked Ben’s code in 1", "Ben did not crack your code"]),
        (ben, ["You did not crack Ann’s code", "Ann cracked your code in 1"]),
    ):
        own, others = (codes["Ann"], codes["Ben"]) if user is ann else (codes["Ben"], codes["Ann"])
        for sentence, code in zip(sentences, (own, others), strict=True):
            expect(user.page.get_by_role("listitem").filter(has_text=sentence)).to_contain_text(f"{sentence}: {code}")


def test_the_result_is_shared_as_text_without_the_code(person: NewPerson, server: Server) -> None:
    host, other = two(server, "classic~practice_yes")
    host.play("1 code RRBG")
    other.play("2 guess RRBB")
    ben = person(permissions=["clipboard-read", "clipboard-write"])
    ben.sits(other)
    ben.types("RRBG")
    ben.presses("Share")
    ben.page.get_by_role("button", name="Copied").wait_for()
    title, result, *rows, link = ben.page.evaluate("navigator.clipboard.readText()").splitlines()
    assert (title, result) == ("Keypeg, Classic", "Cracked in two guesses")
    assert len(rows) == 2
    assert link == f"{server.url}/new/classic"
