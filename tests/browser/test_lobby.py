"""Ways to a table: set up with options, by a link, from the list of open tables, and as a spectator."""

import re

from playwright.sync_api import expect

from browser.conftest import NewPerson
from support.running_server import Server


def test_a_friend_joins_by_link_and_both_play(person: NewPerson) -> None:
    ann, ben = person(), person()
    ann.goes_to("/")
    ann.page.get_by_role("link", name="Classic").click()
    ann.page.get_by_label("Your name").fill("Ann")
    ann.page.get_by_label("Opponent").select_option("A friend, by invitation link")
    ann.presses("Start")
    ann.page.get_by_role("heading", name="Waiting for players").wait_for()
    ann.page.get_by_role("img", name="The same link").wait_for()
    link = ann.page.locator("code").inner_text()
    ben.goes_to(link)
    ben.page.get_by_label("Your name").fill("Ben")
    ben.presses("Join")
    ben.page.get_by_text("Ann starts the match.").wait_for()
    expect(ann.page.get_by_role("status").get_by_text("At the table now: Ben")).to_have_count(1)
    ann.presses("Start the match")
    ben.page.get_by_role("heading", name="Set your secret code").wait_for()
    ann.page.get_by_role("heading", name="Ben is setting a code").wait_for()
    ben.makes("RRBB", {"R": "red", "B": "blue"}, "Set the code")
    ann.page.get_by_role("heading", name="Your turn: guess the code").wait_for()
    ann.makes("RRBB", {"R": "red", "B": "blue"}, "Guess")
    ann.page.get_by_role("heading", name="Cracked in 1!").wait_for()
    ben.page.get_by_role("heading", name="Ann cracked your code in 1").wait_for()


def test_an_opponent_is_named_as_at_the_table_and_the_user_chooses_how_to_begin(person: NewPerson) -> None:
    ann = person(locale="fr-FR")
    ann.goes_to("/new/classic")
    opponent = ann.page.get_by_label("Adversaire")
    expect(opponent.locator("option:checked")).to_have_text("Casey, amateur")
    expect(ann.page.get_by_label("Vous commencez par")).to_be_hidden()
    opponent.select_option("Morgan, fort")
    ann.page.get_by_role("button", name="Commencer").click()
    ann.reads("Morgan compose un code")
    ann.goes_to("/new/classic")
    ann.page.get_by_text("Règles de cette table").click()
    ann.page.get_by_label("Vous commencez par").select_option("composer le code")
    ann.page.get_by_role("switch", name="Autoriser les indices").uncheck()
    ann.page.get_by_role("button", name="Commencer").click()
    ann.reads("Composez votre code secret")
    table = ann.sees()["table"]
    assert [seat["name"] for seat in table["seats"]] == ["Guest 1", "Camille"]
    assert not table["hints"]


def test_a_table_of_computers_can_be_watched(person: NewPerson) -> None:
    ann = person()
    ann.goes_to("/new/hasbro-2004")
    ann.page.get_by_text("Rules of this table").click()
    ann.page.get_by_label("Players (3 to 5").select_option("3 players")
    expect(ann.page.get_by_label(re.compile("^Opponent 2"))).to_be_visible()
    ann.page.get_by_label("Your seat").select_option("only watching")
    expect(ann.page.get_by_label(re.compile("^Seat"))).to_have_count(3)
    ann.presses("Start")
    expect(ann.page.get_by_text("You are watching")).to_be_visible()
    assert [seat["name"] for seat in ann.sees()["table"]["seats"]] == ["Casey", "Camille", "Sasha"]


def test_only_options_that_go_together_are_offered(person: NewPerson) -> None:
    ann = person()
    ann.goes_to("/new/challenge-2001")
    ann.page.get_by_text("Rules of this table").click()
    handicap = ann.page.locator("select", has=ann.page.locator("option[value='none']"))
    rounds = ann.page.locator("select", has=ann.page.locator("option[value='99']"))
    expect(rounds.locator("option[value='3']")).to_have_count(1)
    expect(rounds.locator("option[value='2']")).to_have_count(0)
    handicap.select_option("1")
    ann.page.get_by_label("rings in both codes").select_option("4")
    expect(handicap).to_have_count(0)
    expect(ann.page.get_by_role("alert")).to_have_count(0)
    ann.presses("Start")
    ann.page.wait_for_url("**/table/**")
    assert ann.sees()["table"]["edition"] == "challenge-2001~holes_4"


def test_an_open_table_is_listed_on_the_home_page(person: NewPerson, server: Server) -> None:
    server.open("classic", name="Cleo of the open table", seats=[1], public=True)
    ben = person()
    ben.goes_to("/")
    ben.page.get_by_role("listitem").filter(has_text="Cleo of the open table").get_by_role("link", name="Join").click()
    ben.page.get_by_label("Your name").fill("Ben")
    ben.presses("Join")
    ben.page.get_by_text("Cleo of the open table starts").wait_for()
    assert [chair["name"] for chair in ben.sees()["table"]["seats"]] == ["Cleo of the open table", "Ben"]


def test_a_spectator_sees_the_rows_and_cannot_act(person: NewPerson, server: Server) -> None:
    host = server.play("classic", hints=False)
    for seat, action in ((1, "code RRBB"), (2, "guess RBYG")):
        assert host.ask("POST", "/actions", {"seat": seat, "action": action, "key": action[0]}).status == 200
    eve = person()
    eve.goes_to(host.links["watch"])
    eve.page.get_by_role("row", name="Row 1: red, blue, yellow, green; 1 black, 1 white").wait_for()
    assert eve.page.get_by_text("You are watching").is_visible()
    assert eve.row.count() == 0
    assert "RRBB" not in eve.page.content()


def test_a_missing_table_is_reported(person: NewPerson) -> None:
    ann = person()
    ann.goes_to("/table/nothing")
    expect(ann.page.get_by_role("alert")).to_have_text("This table does not exist.")
    ann.wrong.clear()  # the browser's console shows every request that fails
