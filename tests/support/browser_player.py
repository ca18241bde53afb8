"""Somebody before the browser, who does by clicks and keys what people do; what he may do he reads like anybody."""

import re
from typing import Any

from playwright.sync_api import BrowserContext, Locator, Page

from support.running_server import Guest, Server

PATIENCE = 20_000
"""Milliseconds after which something hangs for good."""

FORWARD = 3
"""How many entries a table may go on by itself, while nobody does anything."""

WALK = "path => { history.pushState(null, '', path); dispatchEvent(new PopStateEvent('popstate')) }"
"""To another page of the site without loading it anew, as by a link on it."""


class Person:
    """One browser with nothing in it, and one page."""

    def __init__(self, context: BrowserContext) -> None:
        self.context = context
        context.set_default_timeout(PATIENCE)
        self.page: Page = context.new_page()
        self.wrong: list[str] = []
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("console", lambda said: self.wrong.append(said.text) if said.type == "error" else None)
        self.asked: list[str] = []
        self.page.on("request", lambda request: self.asked.append(request.url))

    def leave(self) -> None:
        """Go away and leave nothing behind. Nothing may have gone wrong meanwhile that only a console tells of."""
        if self.page.url != "about:blank":
            self.page.evaluate(WALK, "/nowhere")
            settled = self.page.evaluate("'keypeg.settings' in localStorage")
            self.page.evaluate("localStorage.clear()")
            if settled:  # the page itself knows what was set
                self.goes_to("/")
                self.page.evaluate(WALK, "/nowhere")
        self.context.clear_cookies()
        self.asked.clear()
        wrong, self.wrong = self.wrong, []
        assert not wrong, wrong

    def goes_to(self, path: str) -> None:
        self.page.goto(path)

    def sits(self, guest: Guest) -> None:
        """Go on in this browser with seats that were taken by a program, as on another device."""
        if not self.page.url.endswith("/nowhere"):
            self.goes_to("/")
        self.context.add_cookies([{"name": f"keypeg-{guest.table}", "value": guest.token, "url": guest.server.url}])
        kept = [{"id": guest.table, "guest": guest.number, "name": "", "edition": "classic", "at": 0}]
        self.page.evaluate("tables => localStorage.setItem('keypeg.tables', JSON.stringify(tables))", kept)
        self.page.evaluate(WALK, f"/table/{guest.table}")

    def presses(self, name: str, *, exact: bool = False) -> None:
        self.page.get_by_role("button", name=name, exact=exact).click()

    def reads(self, heading: str) -> None:
        """Wait for this heading."""
        self.page.get_by_role("heading", name=heading).wait_for()

    @property
    def table(self) -> str:
        """The table at which he is, by the address."""
        self.page.wait_for_url(re.compile("/table/"))
        return self.page.url.split("/table/")[1].partition("#")[0]

    def guest(self, server: Server) -> Guest:
        """Who he is at this table, for a program that asks in his name."""
        name = f"keypeg-{self.table}"
        token = next(cookie["value"] for cookie in self.context.cookies() if cookie["name"] == name)
        return Guest(server, {"table": self.table, "guest": 0, "token": token, "links": {}})

    def sees(self, seat: int | None = None) -> dict[str, Any]:
        """What this seat may know, as the server says it to this browser."""
        path = f"/api/tables/{self.table}" + (f"?seat={seat}" if seat else "")
        answer = self.context.request.get(path)
        assert answer.ok, answer.text()
        found: dict[str, Any] = answer.json()
        return found

    def keeps_up(self, number: int) -> None:
        """Wait until the page shows all up to this number; the table may have gone on by itself."""
        shown = ", ".join(f'[data-number="{at}"]' for at in range(number, number + FORWARD))
        self.page.locator(shown).wait_for()

    @property
    def row(self) -> Locator:
        """The row that is being made. It is asked for often: to find it by roles takes longer than by its names."""
        return self.page.locator(".row-editor[role=group]")

    def hole(self, number: int) -> Locator:
        """A hole of the row that is being made."""
        return self.row.locator(f"button[aria-label^='Hole {number}:']")

    def makes(self, code: str, names: dict[str, str], button: str) -> None:
        """Make a row by clicks, hole by hole, and submit it."""
        for hole, letter in enumerate(code, 1):
            if letter != ".":
                self.hole(hole).click()
                self.row.locator(f"button[aria-label='{names[letter]} ({letter})']").click()
        self.row.get_by_text(button, exact=True).click()

    def types(self, code: str) -> None:
        """Make a row by keys, and submit it."""
        self.row.wait_for()
        self.page.keyboard.press("Home")
        for letter in code:
            # After a peg the next hole that is free is at hand; past one that stays so, an arrow leads.
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
