"""Rounds and how they end in the browser: resigned, unbroken, called, passed; in French, on a phone; and rematches."""

import re

import pytest
from playwright.sync_api import Locator, expect

from browser.conftest import NewPerson
from support.browser_player import Person
from support.running_server import Player, Server
from support.thoroughness import first_of

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


def two(server: Server, table: str) -> tuple[Player, Player]:
    """Start a match between Ann and Ben."""
    ann = server.open(table, seats=[1])
    ben = ann.invite("Ben", 2)
    assert ann.ask("POST", "/begin").status == 200
    return ann, ben


def region(user: Person, name: str) -> Locator:
    element = user.page.get_by_role("region", name=name)
    element.wait_for()
    return element


def test_a_player_who_resigns_confirms_it_and_loses_the_round(person: NewPerson, server: Server) -> None:
    host, other = two(server, "challenge-2001~rounds_1")
    host.play("1 code RRBYG")
    other.play("2 code OVWKK")
    ann, ben = person(), person()
    ann.sits(host)
    ben.sits(other)
    ben.presses("Resign the round")
    question = ben.page.get_by_role("dialog", name="Resign this round?")
    question.get_by_role("button", name="Cancel").click()
    ben.reads("Your turn: guess the code")
    ben.presses("Resign the round")
    question.get_by_role("button", name="Resign the round").click()
    expect(region(ben, "Ann wins.")).to_contain_text("You resigned")
    expect(region(ann, "You win.")).to_contain_text("Ann: +1 (round won)")


def test_both_players_ask_for_a_rematch_and_get_the_same_table(person: NewPerson, server: Server) -> None:
    host, other = two(server, "parker-1974")
    host.play("1 code RBY")
    other.play("2 code GOW")
    host.play("1 guess GOW")
    ann, ben = person(), person()
    ann.sits(host)
    ben.sits(other)
    ben.types("RRR")
    tables = []
    for user in (ann, ben):
        user.presses("Play again")
        user.page.wait_for_url(lambda url: host.table not in url)
        tables.append(user.table)
    assert tables[0] == tables[1]
    for user in (ann, ben):
        user.reads("Set your secret code")


def test_a_code_that_nobody_breaks_is_shown_with_its_points(person: NewPerson, server: Server) -> None:
    host, other = two(server, "classic~rows_8")
    host.play("1 code RRBB")
    other.play(*["2 guess WWWW"] * 7)
    ben = person()
    ben.sits(other)
    ben.types("YYYY")
    end = region(ben, "Ann wins.")
    expect(end).to_contain_text("Not cracked")
    expect(end).to_contain_text("red, red, blue, blue")
    end.get_by_text("Scoring", exact=True).click()
    expect(end.locator("details li")).to_have_text("Ann: +9 (+8 rows played, +1 code not cracked)")


def test_the_page_shows_who_is_thinking(person: NewPerson, server: Server) -> None:
    host, other = two(server, "classic")
    ann, ben = person(), person()
    ann.sits(host)
    ben.sits(other)
    ben.reads("Ann is setting a code")
    ann.types("RRBB")
    ann.reads("Ben is thinking")
    ben.types("RRBG")
    ann.page.get_by_role("row", name="Row 1: red, red, blue, green; 3 black").wait_for()
    ann.reads("Ben is thinking")


def test_a_table_is_resumed_from_the_home_page(person: NewPerson, server: Server) -> None:
    _, other = two(server, "classic")
    ben = person()
    ben.sits(other)
    ben.reads("Ann is setting a code")
    ben.goes_to("/")
    ben.page.get_by_role("link", name="Continue").click()
    ben.reads("Ann is setting a code")


def dealt(person: NewPerson, server: Server, *, rounds: int = 1) -> tuple[list[Player], list[Person], str]:
    """Two players with browsers who hold one part each, and the code of their parts."""
    players = list(two(server, f"mastermind-44~seats_2~rounds_{rounds}"))
    people = [person(), person()]
    for user, other in zip(people, players, strict=True):
        user.sits(other)
    people[0].reads("Your turn: guess the code")
    parts = [other.snapshot(seat)["view"]["code"] for seat, other in enumerate(players, 1)]
    return players, people, "".join(max(pegs) for pegs in zip(*parts, strict=True))


def test_a_player_who_calls_and_answers_right_wins(person: NewPerson, server: Server) -> None:
    _, (ann, ben), code = dealt(person, server)
    ben.presses("I know the code")
    ben.reads("Your answer: leave 3 holes empty")
    ben.types(code)
    expect(region(ben, "You win.")).to_contain_text("You named the code!")
    expect(region(ann, "Ben wins.")).to_contain_text("Ben named the code")


def test_a_player_who_answers_wrong_is_out_and_the_other_plays_on(person: NewPerson, server: Server) -> None:
    _, (ann, ben), code = dealt(person, server)
    ben.presses("I know the code")
    ben.types(re.sub("[A-Z]", lambda peg: "B" if peg[0] == "R" else "R", code))
    ben.page.get_by_role("row", name="Ben (out) 0").wait_for()
    ann.reads("Your turn: guess the code")
    for user in (ann, ben):
        told = user.page.get_by_role("status").get_by_text("Ben called “Master Mind”, but this answer was wrong:")
        expect(told).to_be_visible()
        assert told.locator("[data-colour]").count() == 2, "the answer itself is shown"


def test_a_player_can_think_again_before_answering(person: NewPerson, server: Server) -> None:
    (host, _), (ann, ben), _ = dealt(person, server)
    ben.presses("I know the code")
    ben.presses("Cancel")
    assert host.snapshot()["view"]["caller"] is None
    ann.reads("Your turn: guess the code")
    ann.presses("I know the code")
    ann.presses("Cancel")
    ann.reads("Your turn: guess the code")


def test_the_answer_says_which_holes_stay_empty(person: NewPerson, server: Server) -> None:
    _, (ann, _), code = dealt(person, server)
    ann.presses("I know the code")
    ann.reads("Your answer: leave 3 holes empty")
    why = ann.row.locator("#why")
    expect(why).to_have_text("2 more pegs to place")
    for hole, letter in enumerate(code, 1):
        if letter != ".":
            ann.hole(hole).click()
            ann.page.keyboard.press(letter)
    first, second, third = (hole for hole, letter in enumerate(code, 1) if letter == ".")
    expect(why).to_have_text(f"Holes {first}, {second}, and {third} stay empty")


def test_an_answer_that_was_not_sent_is_given_up_when_the_round_ends(person: NewPerson, server: Server) -> None:
    (_, other), (ann, _), code = dealt(person, server, rounds=2)
    ann.presses("I know the code")
    other.play("2 call", f"2 answer {code}")
    ann.presses("Next round")
    ann.reads("Ben is thinking")
    expect(ann.page.get_by_role("button", name="I know the code")).to_be_visible()


def test_with_the_rows_used_up_all_may_pass_and_nobody_wins(person: NewPerson, server: Server) -> None:
    (host, other), (ann, ben), _ = dealt(person, server)
    for _ in range(4):
        host.play("1 guess RRRRR")
        other.play("2 guess RRRRR")
    ann.presses("Pass")
    ben.presses("Pass")
    expect(region(ann, "Nobody wins.")).to_contain_text("Nobody cracked the code")


def test_a_spectator_sees_no_secret_until_the_round_is_over(person: NewPerson, server: Server) -> None:
    host, other = two(server, "challenge-2001~rounds_1")
    host.play("1 code RRBYG")
    other.play("2 code OVWKK", "2 guess RRBYO")
    eve = person()
    eve.goes_to(host.links["watch"])
    eve.page.get_by_role("row", name="Row 1: placed, still hidden").wait_for()
    for secret in ("RRBYG", "OVWKK", "RRBYO"):
        assert secret not in eve.page.content()
        assert secret not in eve.page.locator("[data-colour]").evaluate_all(
            "all => all.map(e => e.dataset.colour).join('')"
        )
    host.play("1 guess OVWKK")
    expect(region(eve, "Ann wins.")).to_contain_text("red, red, blue, yellow, green")


@pytest.mark.parametrize("settings", first_of([PHONE, {}], quick=1), ids=["phone", "desktop"])
def test_a_round_is_played_in_french(settings: dict[str, object], person: NewPerson, server: Server) -> None:
    host, other = two(server, "classic")
    ann, ben = person(locale="fr-FR", **settings), person(locale="fr-FR", **settings)
    ann.sits(host)
    ben.sits(other)
    ben.reads("Ann compose un code")
    ann.reads("Composez votre code secret")
    for name, letter in (("rouge", "R"), ("rouge", "R"), ("bleu", "B"), ("vert", "V")):
        ann.page.get_by_role("button", name=f"{name} ({letter})").click()
    ann.presses("Valider le code")
    ben.reads("À vous : trouvez le code")
    ben.page.keyboard.type("rbjv")
    ben.page.keyboard.press("Enter")
    ben.page.get_by_role("row", name="Ligne 1 : rouge, bleu, jaune, vert ; 2 noires, 1 blanche").wait_for()
    ben.page.keyboard.type("rrbv")
    ben.page.keyboard.press("Enter")
    end = region(ben, "Manche 1 – Vous gagnez.")
    expect(end).to_contain_text("Code trouvé en 2 !")
    expect(end.locator("details li")).to_have_text("Ann : +2 (lignes jouées)")
    ben.presses("Manche suivante")
    ben.reads("Composez votre code secret")
    english = r"\b(guess|your|code:|Row|black|white|Board|Score:|Round|Player|hidden|is thinking)\b"
    assert re.search(english, ben.page.locator("body").inner_text()) is None


def test_a_whole_round_is_played_with_a_thumb(person: NewPerson, server: Server) -> None:
    host, other = two(server, "classic")
    host.play("1 code RRBG")
    ben = person(**PHONE)
    ben.sits(other)
    for row, marked in (("red", "blue", "blue", "green"), "3 black"), (("red", "red", "blue", "green"), "4 black"):
        for name in row:
            ben.row.get_by_role("button", name=re.compile(rf"^{name} \(")).tap()
        ben.page.get_by_role("button", name="Guess", exact=True).tap()
        ben.page.get_by_role("row", name=f": {', '.join(row)}; {marked}").wait_for()  # nothing changes before that
    region(ben, "You win.")
    assert ben.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    ben.page.get_by_role("button", name="Next round").tap()
    ben.reads("Set your secret code")
