"""The daily code in the browser: the same for everyone, played once, and not sent before it is found."""

import json
from contextlib import suppress
from datetime import date, timedelta
from typing import Any

import pytest
from playwright.sync_api import Error, Locator, Response, WebSocket, expect

from browser.conftest import SOLVING, NewPerson
from browser.test_accessibility import LOOKS, violations
from keypeg.core.marks import KeyPegs, Mark
from keypeg.draws.daily_code import daily_code
from keypeg.editions import PUBLISHED, find_rulebook
from keypeg.i18n.edition_text import edition_name
from keypeg.records.edition_links import read_edition
from keypeg.records.notation import read_code, write_code
from support.browser_player import Person
from support.command import Keypeg


class Received:
    """Everything that a browser receives: every response, and every frame of every socket."""

    def __init__(self, user: Person) -> None:
        self.answers: list[Response] = []
        self.texts: list[tuple[str, str]] = []
        self.frames: list[str] = []
        user.page.on("response", lambda answer: self.answers.append(answer))
        user.page.on("websocket", self._follow)

    def _follow(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.frames.append(str(frame)))

    def read(self) -> None:
        """Read the responses received so far; after leaving the page they can no longer be read."""
        for answer in self.answers:
            # The rows of the daily puzzle are public, and independent of the daily code.
            if answer.ok and "/api/study/puzzle" not in answer.url:
                with suppress(Error):  # the page was reloaded while this response arrived
                    self.texts.append((answer.url, answer.text()))
        self.answers.clear()

    def where(self, secret: str) -> list[str]:
        """The addresses of the responses that contain this text."""
        self.read()
        return [name for name, text in [*self.texts, *(("socket", frame) for frame in self.frames)] if secret in text]


def opens_daily_table(user: Person, edition: str) -> str:
    """Open it from the daily page. Returns the day."""
    user.goes_to("/daily")
    user.presses(f"Play: {edition_name(find_rulebook(edition), 'en')}", exact=True)
    day: str = user.sees()["table"]["day"]
    return day


def other_codes(code: str) -> list[str]:
    """Two rows that are not the code."""
    return [row for row in ("R" * len(code), "B" * len(code), "Y" * len(code)) if row != code][:2]


def guesses(user: Person, seat: int, row: str) -> None:
    number = user.sees(seat)["number"]
    user.keeps_up(number)
    user.types(row)
    user.keeps_up(number + 1)


@pytest.mark.parametrize("edition", ["classic", pytest.param("challenge-2001", marks=pytest.mark.thorough)])
def test_the_daily_code_is_not_sent_before_it_is_found(person: NewPerson, edition: str) -> None:
    ann = person()
    received = Received(ann)
    rules = read_edition(edition)
    day = opens_daily_table(ann, edition)
    code = write_code(daily_code(rules, date.fromisoformat(day)), rules.palette)
    own = other_codes(code)[0]
    if "code" in {allowed["action"] for allowed in ann.sees(2)["view"]["legal"]}:  # their own code, for the bot
        ann.page.get_by_role("heading", name="Set your secret code").wait_for()
        guesses(ann, 2, own)
    for row in other_codes(code):
        ann.page.get_by_role("heading", name="Your turn: guess the code").wait_for()
        guesses(ann, 2, row)
    ann.page.get_by_role("heading", name="Your turn: guess the code").wait_for()
    received.read()
    ann.page.reload()
    ann.page.get_by_role("heading", name="Your turn: guess the code").wait_for()
    assert received.where(code) == []
    assert len(received.frames) > 2
    assert any("/api/daily" in url for url, _ in received.texts)
    guesses(ann, 2, code)
    ann.page.get_by_role("button", name="Share").wait_for()
    for _ in range(500):  # the frame that the page shows may be reported a moment later
        if "socket" in received.where(code):
            break
        ann.page.wait_for_timeout(20)
    assert "socket" in received.where(code)


def test_a_daily_code_is_played_once_and_its_result_can_be_shared_without_the_code(person: NewPerson) -> None:
    ann = person(permissions=["clipboard-read", "clipboard-write"])
    rules = read_edition("classic")
    day = opens_daily_table(ann, "classic")
    table = ann.table
    ann.goes_to("/daily")
    ann.presses("Continue: Classic", exact=True)
    assert ann.table == table
    code = write_code(daily_code(rules, date.fromisoformat(day)), rules.palette)
    for row in [*other_codes(code), code]:
        ann.page.get_by_role("heading", name="Your turn: guess the code").wait_for()
        guesses(ann, 2, row)
    ann.page.get_by_role("heading", name="Cracked in").first.wait_for()
    end = ann.page.get_by_role("region", name="Streak: 1 day")
    expected = ann.context.request.get(f"/api/daily/{day}/distribution?edition=classic").json()
    players = {found["guesses"]: found["players"] for found in expected["by_guesses"]}
    assert rows_of(end)[:3] == [
        ["1", str(players.get(1, 0))],
        ["2", str(players.get(2, 0))],
        ["3", f"{players[3]} · you"],
    ]
    assert end.get_by_role("link", name="Yesterday").get_attribute("href") == f"/daily/{earlier(day, 1)}"
    assert "Round 2" not in ann.page.locator("main").inner_text()
    ann.page.bring_to_front()  # only the page in front may write to the clipboard
    ann.presses("Share")
    ann.page.get_by_role("button", name="Copied").wait_for()
    at_table: str = ann.page.evaluate("navigator.clipboard.readText()")
    secret = daily_code(rules, date.fromisoformat(day))
    marks = [rules.marking.mark(secret, read_code(row, rules.palette)) for row in [*other_codes(code), code]]
    ann.page.get_by_role("link", name="Code of the day").click()
    ann.page.get_by_text("Cracked in three guesses").wait_for()
    ann.page.get_by_text("Streak: 1 day").wait_for()
    ann.presses("Share: Classic", exact=True)
    ann.page.get_by_role("button", name="Share: Classic").get_by_text("Copied").wait_for()
    shared: str = ann.page.evaluate("navigator.clipboard.readText()")
    assert shared == at_table
    assert code not in shared
    assert shared.splitlines()[:2] == [f"Keypeg, Classic, {day}", "Cracked in three guesses"]
    signs = shared.splitlines()[2:5]
    assert signs == [
        "⚫" * blacks + "⚪" * whites + "➖" * (4 - blacks - whites) for blacks, whites in map(key_pegs, marks)
    ]
    assert shared.splitlines()[5:] == [f"{ann.page.evaluate('location.origin')}/daily/{day}"]
    ann.presses("See the result: Classic", exact=True)
    assert ann.table == table


def rows_of(place: Locator) -> list[list[str]]:
    """The table that a chart is to a screen reader."""
    place.locator("tbody tr").first.wait_for(state="attached")
    return [[cell.strip() for cell in row.split("\t")] for row in place.locator("tbody tr").all_inner_texts()]


def earlier(day: str, days: int) -> str:
    return (date.fromisoformat(day) - timedelta(days=days)).isoformat()


def test_a_code_of_the_archive_is_played_without_counting(person: NewPerson) -> None:
    ann = person()
    ann.goes_to("/daily")
    today = ann.context.request.get("/api/daily").json()["day"]
    ann.page.get_by_role("link", name="Earlier days").click()
    days = ann.page.locator("td a")
    days.first.wait_for()
    assert days.count() == 31
    assert violations(ann) == []
    ann.page.locator(f"td a[href='/daily/{earlier(today, 30)}']").click()
    ann.presses("Play: Classic", exact=True)
    view = ann.sees(2)
    assert (view["table"]["day"], view["table"]["late"]) == (earlier(today, 30), True)
    rules = read_edition("classic")
    guesses(ann, 2, write_code(daily_code(rules, date.fromisoformat(earlier(today, 30))), rules.palette))
    end = ann.page.get_by_role("region", name="Played after its day")
    assert rows_of(end) == [["1", "0 · you"]]
    assert violations(ann) == []
    ann.goes_to("/daily")
    ann.page.get_by_text("No streak yet").wait_for()
    ann.goes_to("/daily/archive")
    ann.page.get_by_role("link", name="1 of 8 cracked").wait_for()
    ann.goes_to("/daily/2020-01-01")
    ann.page.get_by_text("The codes of this day cannot be played").wait_for()


def test_the_home_card_says_what_is_to_do_with_the_daily(person: NewPerson) -> None:
    ann = person(timezone_id="Asia/Kolkata")
    ann.goes_to("/")
    card = ann.page.locator(".cards a").filter(has_text="Code of the day")
    expect(card).to_contain_text("A new code every day, the same for everyone")
    day = opens_daily_table(ann, "classic")
    table = ann.table
    ann.goes_to("/")
    expect(card).to_contain_text("Continue: Classic")
    card.click()
    assert ann.table == table
    rules = read_edition("classic")
    guesses(ann, 2, write_code(daily_code(rules, date.fromisoformat(day)), rules.palette))
    ann.page.get_by_role("region", name="Streak: 1 day").wait_for()
    ann.goes_to("/")
    expect(card).to_contain_text("Cracked in 1!")
    expect(card).to_contain_text("Streak: 1 day")
    expect(card).to_contain_text("The next one comes at 05:30.")


def test_a_daily_table_is_resumed_and_a_lost_one_is_started_again(person: NewPerson) -> None:
    ann = person()
    day = date.fromisoformat(opens_daily_table(ann, "classic"))
    table = ann.table
    before = {(day - timedelta(days=1)).isoformat(): {"classic": table, "hasbro-2000": "gone"}}
    ann.page.evaluate(
        "days => localStorage.setItem('keypeg.daily', days)", json.dumps({str(day): {"classic": table}} | before)
    )
    ann.page.evaluate("localStorage.removeItem('keypeg.tables')")  # as after playing at many other tables
    ann.goes_to("/daily")
    ann.presses("Continue: Classic", exact=True)
    ann.page.get_by_role("heading", name="Your turn: guess the code").wait_for()
    assert ann.table == table
    ann.goes_to("/daily")
    ann.page.get_by_role("heading", name="Unfinished").wait_for()
    ann.presses("Continue: The 2000 game, ")
    ann.page.get_by_text("This table no longer exists.").wait_for()
    expect(ann.page.get_by_role("button", name="Continue: The 2000 game, ")).to_have_count(0)
    ann.presses("Continue: Classic, ")
    assert ann.table == table
    ann.goes_to("/daily")
    ann.context.clear_cookies()
    ann.presses("Continue: Classic", exact=True)
    ann.page.get_by_role("heading", name="Your turn: guess the code").wait_for()
    assert ann.table != table
    ann.wrong = [message for message in ann.wrong if "a status of 40" not in message]  # the two lost tables


def key_pegs(mark: Mark) -> KeyPegs:
    assert isinstance(mark, KeyPegs)
    return mark


def test_consecutive_days_make_a_streak_and_a_missed_day_ends_it(person: NewPerson) -> None:
    ann = person()
    ann.goes_to("/daily")
    today = date.fromisoformat(ann.context.request.get("/api/daily").json()["day"])
    days = [today - timedelta(days=ago) for ago in (1, 2, 3, 5, 6, 7, 8)]
    ann.page.evaluate("kept => localStorage.setItem('keypeg.results', kept)", json.dumps([result(day) for day in days]))
    ann.page.reload()
    ann.page.get_by_text("Streak: 3 days").wait_for()
    ann.page.get_by_text("Longest streak: 4").wait_for()


def result(day: date) -> dict[str, Any]:
    stored = {"table": f"t{day}", "round": 1, "attempt": 1, "seat": 2, "edition": "classic", "day": day.isoformat()}
    return stored | {"at": 1, "won": True, "found": True, "guesses": 1, "marks": [["4b0w"]]}


def test_the_daily_puzzle_is_the_same_as_on_the_command_line(person: NewPerson, keypeg: Keypeg) -> None:
    ann = person()
    ann.goes_to("/daily")
    day = ann.context.request.get("/api/daily").json()
    output = json.loads(keypeg("puzzle", day["puzzle"], "--daily", day["day"], "--json", "--solution").out)
    board = ann.page.get_by_role("grid").first
    expect(board.get_by_role("row", name=f"Row {len(output['rows'])}:")).to_be_visible(timeout=SOLVING)
    ann.presses("Give me a hint")
    ann.page.get_by_role("heading", name="Hints").wait_for()
    wrong = output["rows"][0]["guess"]
    answers(ann, wrong if wrong != output["solution"]["answer"] else output["rows"][1]["guess"])
    ann.page.get_by_text("is not right").wait_for()
    answers(ann, output["solution"]["answer"])
    ann.page.get_by_text("is right.").wait_for()
    ann.page.reload()
    ann.page.get_by_text("Solved! Tries: 2. Hints: 1.").wait_for()


def answers(user: Person, code: str) -> None:
    entry = user.page.get_by_role("group", name="Answer", exact=True)
    entry.get_by_role("button", name="Clear all").click()
    for hole, letter in enumerate(code, 1):
        if letter != ".":
            entry.get_by_role("button", name=f"Hole {hole}:").click()
            entry.get_by_role("button", name=f"({letter})").click()
    entry.get_by_role("button", name="Answer", exact=True).click()


@pytest.mark.parametrize(("scheme", "locale"), [LOOKS[1], pytest.param(*LOOKS[0], marks=pytest.mark.thorough)])
def test_the_daily_page_is_accessible(person: NewPerson, scheme: str, locale: str) -> None:
    ann = person(color_scheme=scheme, locale=locale)
    ann.goes_to("/daily")
    ann.page.get_by_role("grid").first.wait_for(timeout=SOLVING)
    assert ann.page.get_by_role("listitem").count() == len(PUBLISHED)
    assert violations(ann) == []
