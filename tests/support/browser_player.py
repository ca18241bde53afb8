"""A player with a browser, who uses only clicks and keys and reads what is allowed from the server."""

import re
from typing import Any

from playwright.sync_api import BrowserContext, Locator, Page

from support.running_server import Player, Server

PATIENCE = 60_000
"""Milliseconds after which a wait has failed."""

FORWARD = 3
"""How many entries a table may add by itself between two actions of players."""

AS_IT_WAS = "() => [setTimeout, Math.random].every(used => String(used).includes('[native code]'))"
"""Whether time and chance are still those of the browser."""

WALK = "path => { history.pushState(null, '', path); dispatchEvent(new PopStateEvent('popstate')) }"
"""Goes to another page of the site without a reload, like a link."""


class Person:
    """A player with an empty browser and one page."""

    def __init__(self, context: BrowserContext) -> None:
        self.context = context
        context.set_default_timeout(PATIENCE)
        self.page: Page = context.new_page()
        self._viewport = self.page.viewport_size
        self.wrong: list[str] = []
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("console", lambda message: self.wrong.append(message.text) if message.type == "error" else None)
        self.requested_urls: list[str] = []
        self.page.on("request", lambda request: self.requested_urls.append(request.url))

    def check_console(self) -> None:
        """Fail if the console has shown an error."""
        wrong, self.wrong = self.wrong, []
        assert not wrong, wrong

    def leave(self) -> None:
        """Leave, and clear the browser for another player."""
        self.page.unroute_all()
        if self._viewport is not None and self.page.viewport_size != self._viewport:
            self.page.set_viewport_size(self._viewport)
        if self.page.url != "about:blank":
            assert self.page.evaluate(AS_IT_WAS), "a test that changes time or chance needs person(shared=False)"
            self.page.evaluate(WALK, "/nowhere")
            settled = self.page.evaluate("'keypeg.settings' in localStorage")
            self.page.evaluate("localStorage.clear()")
            if settled:  # the page itself also keeps the settings
                self.goes_to("/")
                self.page.evaluate(WALK, "/nowhere")
        self.context.clear_cookies()
        self.requested_urls.clear()
        self.check_console()

    def goes_to(self, path: str) -> None:
        self.page.goto(path)

    def holds(self, *players: Player) -> None:
        """Have in this browser the seats that a program has taken at these tables, as on another device."""
        if not self.page.url.endswith("/nowhere"):
            self.goes_to("/")
        tables = []
        for player in players:
            name, url = f"keypeg-{player.table}", player.server.url
            self.context.add_cookies([{"name": name, "value": player.token, "url": url}])
            tables.append({"id": player.table, "player": player.number, "name": "", "edition": "classic", "at": 0})
        self.page.evaluate("tables => localStorage.setItem('keypeg.tables', JSON.stringify(tables))", tables)

    def sits(self, player: Player) -> None:
        """Continue in this browser with seats that a program has taken, as on another device."""
        self.holds(player)
        self.page.evaluate(WALK, f"/table/{player.table}")

    def presses(self, name: str, *, exact: bool = False) -> None:
        self.page.get_by_role("button", name=name, exact=exact).click()

    def reads(self, heading: str) -> None:
        """Wait for this heading."""
        self.page.get_by_role("heading", name=heading).wait_for()

    @property
    def table(self) -> str:
        """The identifier of the current table, from the address."""
        self.page.wait_for_url(re.compile("/table/"))
        return self.page.url.split("/table/")[1].partition("#")[0]

    def player(self, server: Server) -> Player:
        """The player's token at this table, for requests by a program."""
        name = f"keypeg-{self.table}"
        token = next(cookie["value"] for cookie in self.context.cookies() if cookie["name"] == name)
        return Player(server, {"table": self.table, "player": 0, "token": token, "links": {}})

    def sees(self, seat: int | None = None) -> dict[str, Any]:
        """The view of this seat, as the server sends it to this browser."""
        path = f"/api/tables/{self.table}" + (f"?seat={seat}" if seat else "")
        answer = self.context.request.get(path)
        assert answer.ok, answer.text()
        view: dict[str, Any] = answer.json()
        return view

    def keeps_up(self, number: int) -> None:
        """Wait until the page shows all entries up to this number; the table may have added more by itself."""
        shown = ", ".join(f'[data-number="{at}"]' for at in range(number, number + FORWARD))
        self.page.locator(shown).wait_for()

    @property
    def row(self) -> Locator:
        """The row being edited. It is used often, so it is found by its class names, which is faster than by role."""
        return self.page.locator(".row-editor[role=group]")

    def hole(self, number: int) -> Locator:
        """A hole of the row being edited."""
        return self.row.locator(f"button[aria-label^='Hole {number}:']")

    def makes(self, code: str, names: dict[str, str], button: str) -> None:
        """Fill a row by clicks, hole by hole, and submit it."""
        for hole, letter in enumerate(code, 1):
            if letter != ".":
                self.hole(hole).click()
                self.row.locator(f"button[aria-label='{names[letter]} ({letter})']").click()
        self.row.get_by_text(button, exact=True).click()

    def types(self, code: str) -> None:
        """Fill a row by keys, and submit it."""
        self.row.wait_for()
        self.page.keyboard.press("Home")
        for letter in code:
            # After a peg the next free hole is selected; an arrow key skips one that stays blank.
            self.page.keyboard.press("ArrowRight" if letter == "." else letter)
        self.page.keyboard.press("Enter")

    def marks(self, mark: str) -> None:
        """Give a mark by hand: `1b2w`, or a number."""
        if mark.isdigit():
            self.presses(mark, exact=True)
            return
        blacks, whites = mark[:-1].split("b")
        for name, count in (("Right colour, right hole", blacks), ("Right colour, wrong hole", whites)):
            self.page.locator("fieldset", has_text=name).get_by_label(count, exact=True).check()
        self.page.locator("button", has_text="Give this mark").click()
