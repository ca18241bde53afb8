"""Notifications of the player's turn: asked for once, shown only while the page is hidden, and gone when it is not."""

from playwright.sync_api import expect

from browser.conftest import NewPerson
from browser.test_rounds import two
from support.browser_player import WALK, Person
from support.running_server import Player, Server

RECORD = """answer => {
  window.shown = []
  window.Notification = class {
    static permission = 'default'
    static requestPermission = async () => (Notification.permission = answer)
    constructor(title, { body }) {
      this.entry = { text: [title, body].join(' / '), open: true, click: () => this.onclick() }
      shown.push(this.entry)
    }
    close() { this.entry.open = false }
  }
}"""
"""In place of the system's notifications, which a browser without windows refuses: keeps what would be shown."""

HIDE = """hidden => {
  Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
}"""


def visits(user: Person, player: Player, *, answer: str) -> None:
    """Sit down in a browser that gives this answer when it is asked for notifications."""
    user.goes_to("/")
    user.page.evaluate(RECORD, answer)
    user.page.evaluate(WALK, "/nowhere")
    user.sits(player)


def open_notifications(user: Person) -> list[str]:
    texts: list[str] = user.page.evaluate("shown.filter(({ open }) => open).map(({ text }) => text)")
    return texts


def test_a_hidden_page_notifies_of_the_players_turn(person: NewPerson, server: Server) -> None:
    host, other = two(server, "classic~by-hand_yes")
    ben = person()
    visits(ben, other, answer="granted")
    ben.reads("Ann is setting a code")
    ben.presses("Notify me of my turn")
    expect(ben.page.get_by_role("button", name="Notify me of my turn")).to_have_count(0)
    host.play("1 code RRBG")
    ben.reads("Your turn: guess the code")
    assert open_notifications(ben) == [], "the page is visible"
    ben.types("RBYG")
    ben.reads("Ann is marking")
    ben.page.evaluate(HIDE, True)
    host.play("1 mark 2b1w")
    ben.page.wait_for_function("() => shown.some(({ open }) => open)")
    assert open_notifications(ben) == ["Your turn – Classic – Keypeg / Against Ann"]
    ben.page.evaluate(WALK, "/learn")
    ben.page.evaluate("shown.at(-1).click()")
    ben.page.wait_for_url(f"**/table/{host.table}")
    assert open_notifications(ben) == []


def test_a_player_who_refuses_notifications_is_not_asked_again_and_plays_on(person: NewPerson, server: Server) -> None:
    host, other = two(server, "classic")
    ben = person()
    visits(ben, other, answer="denied")
    ben.reads("Ann is setting a code")
    ben.presses("Settings")
    switch = ben.page.get_by_label("Notify me of my turn")
    switch.click()
    expect(ben.page.get_by_text("Your browser blocks notifications from this page.")).to_be_visible()
    expect(switch).not_to_be_checked()
    ben.presses("Close")
    ben.page.evaluate(HIDE, True)
    host.play("1 code RRBG")
    ben.reads("Your turn: guess the code")
    assert open_notifications(ben) == []
