"""Every edition, played to its end by people before browsers: each has his own, and does it all by the page."""

from random import Random
from typing import Any

import pytest

from browser.conftest import NewPerson
from browser.person import Person
from keypeg.core.codes import CodeSpace
from keypeg.core.edition import Edition
from keypeg.editions import RULEBOOKS
from keypeg.records.links import read_edition
from keypeg.records.notation import read_code, write_code, write_mark
from properties.driver import random_code
from server.serving import Server

ALWAYS = [
    "classic~by-hand_yes~rounds_2",
    "challenge-2001~holes_4~race_yes~rounds_1",
    "mastermind-44~rounds_1",
]
"""Editions as they are played here, short but whole: what differs most,"""

MORE = [
    "classic~rounds_2",
    "traffic-jam-2000~rounds_2",
    "hasbro-2000~rounds_2",
    "hasbro-2000-advanced~rounds_2",
    "challenge-2001~rounds_1",
    "challenge-2001~handicap_1~rounds_1",
    "hasbro-2004~seats_3~rounds_3",
    "parker-1974~rounds_1",
    "house",
]
"""and all others."""

BUTTONS = {"code": "Set the code", "guess": "Guess", "answer": "Answer"}


def test_every_edition_is_played_here() -> None:
    assert {table.partition("~")[0] for table in ALWAYS + MORE} == set(RULEBOOKS)


@pytest.mark.parametrize("table", [*ALWAYS, *(pytest.param(table, marks=pytest.mark.thorough) for table in MORE)])
def test_people_at_their_own_browsers_play_a_match_to_its_end(table: str, person: NewPerson, server: Server) -> None:
    rules, rng = read_edition(table), Random(table)
    host = server.open(table)
    people: dict[int, Person] = {}
    for seat in range(1, rules.seats + 1):
        people[seat] = person()
        people[seat].goes_to(host.links["join"])
        people[seat].page.get_by_label("Your name").fill(f"Player {seat}")
        people[seat].page.get_by_label(f"Seat {seat}: free").check()
        people[seat].presses("Join")
        people[seat].page.get_by_text("begins when everybody is here").wait_for()
    assert host.ask("POST", "/begin").status == 200
    play(people, rules, rng)
    for one in people.values():
        one.page.get_by_role("heading", name="The match is over").wait_for()
        one.page.get_by_role("button", name="Play again").wait_for()


def play(people: dict[int, Person], rules: Edition, rng: Random) -> None:
    """Everybody does what he may, until the match is over. Who guesses finds the code after a while."""
    names = {colour.letter: colour.en for colour in rules.palette}
    for _ in range(300):
        views = {seat: one.sees(seat) for seat, one in people.items()}
        number = views[1]["number"]
        for one in people.values():
            one.keeps_up(number)
        if views[1]["table"]["over"]:
            return
        seat = max(views[1]["view"]["waiting"])
        if not seat:  # the table deals
            people[1].page.wait_for_timeout(20)
            continue
        act(people[seat], views, seat, rules, rng, names)
        people[seat].keeps_up(number + 1)
    raise AssertionError("the match does not end")


def act(who: Person, views: dict[int, Any], seat: int, rules: Edition, rng: Random, names: dict[str, str]) -> None:
    view = views[seat]["view"]
    may = {one["action"]: one for one in view["legal"]}
    if who.page.get_by_role("button", name="Next round").is_visible():
        who.presses("Next round")
    for kind in ("code", "guess", "answer"):
        if kind in may:
            code = chosen(kind, may[kind], views, seat, rules, rng)
            if kind == "guess" and rng.random() < 0.5:
                who.types(code)
            else:
                who.makes(code, names, BUTTONS[kind])
            return
    if "mark" in may:
        gives_mark(who, may["mark"], view, rules)
    else:
        who.presses("Pass")


def chosen(kind: str, may: dict[str, Any], views: dict[int, Any], seat: int, rules: Edition, rng: Random) -> str:
    """What he makes: any code that is allowed, and after some rows the one that is looked for; not all at once."""
    space = may["space"] | {"blank_holes": may["space"]["blank_holes"] and tuple(may["space"]["blank_holes"])}
    if kind == "guess" and rules.secrets.makers.value != "dealt":
        board = next(board for board in views[seat]["view"]["boards"] if seat in board["breakers"])
        secret = views[board["makers"][0]]["view"]["code"]
        if len(board["rows"]) >= seat and secret is not None:
            return str(secret)
    code = random_code(CodeSpace(**space), rng)
    assert code is not None
    return write_code(code, rules.palette)


def gives_mark(who: Person, may: dict[str, Any], view: dict[str, Any], rules: Edition) -> None:
    board = next(board for board in view["boards"] if board["breakers"][0] == may["board"])
    guess = read_code(board["rows"][may["row"] - 1]["guess"], rules.palette)
    mark = write_mark(rules.marking.mark(read_code(view["code"], rules.palette), guess))
    if mark.isdigit():
        who.presses(mark, exact=True)
        return
    blacks, whites = mark[:-1].split("b")
    who.page.get_by_role("group", name="Right colour, right hole").get_by_label(blacks, exact=True).check()
    who.page.get_by_role("group", name="Right colour, wrong hole").get_by_label(whites, exact=True).check()
    who.page.get_by_role("button", name="Give this mark").click()
