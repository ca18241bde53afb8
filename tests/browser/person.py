"""Somebody before the browser, who does by clicks and keys what people do; what he may do he reads like anybody."""

import re
from typing import Any

from playwright.sync_api import BrowserContext, Locator, Page

PATIENCE = 20_000
"""Milliseconds after which something hangs for good."""


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
        """Go away. Nothing may have gone wrong meanwhile that only a console tells of."""
        self.context.close()
        assert self.wrong == []

    def goes_to(self, path: str) -> None:
        self.page.goto(path)

    def presses(self, name: str, *, exact: bool = False) -> None:
        self.page.get_by_role("button", name=name, exact=exact).click()

    @property
    def table(self) -> str:
        """The table at which he is, by the address."""
        self.page.wait_for_url(re.compile("/table/"))
        return self.page.url.split("/table/")[1].partition("#")[0]

    def sees(self, seat: int | None = None) -> dict[str, Any]:
        """What this seat may know, as the server says it to this browser."""
        path = f"/api/tables/{self.table}" + (f"?seat={seat}" if seat else "")
        answer = self.context.request.get(path)
        assert answer.ok, answer.text()
        found: dict[str, Any] = answer.json()
        return found

    def keeps_up(self, number: int) -> None:
        """Wait until the page shows all up to this number; the table may have gone on by itself."""
        shown = self.page.locator("[data-number]")
        for _ in range(PATIENCE // 10):
            if shown.count() and int(shown.get_attribute("data-number") or 0) >= number:
                return
            self.page.wait_for_timeout(10)
        raise AssertionError(f"{number} is never shown")

    @property
    def row(self) -> Locator:
        return self.page.get_by_role("group", name=re.compile("^(Guess|Set the code|Answer)$"))

    def makes(self, code: str, names: dict[str, str], button: str) -> None:
        """Make a row by clicks, hole by hole, and submit it."""
        for hole, letter in enumerate(code, 1):
            if letter != ".":
                self.row.get_by_role("button", name=re.compile(f"^Hole {hole}:")).click()
                self.row.get_by_role("button", name=f"{names[letter]} ({letter})").click()
        self.presses(button, exact=True)

    def types(self, code: str) -> None:
        """Make a row by keys, and submit it."""
        for hole, letter in enumerate(code):
            if letter != ".":
                self.page.keyboard.press("Home")
                for _ in range(hole):
                    self.page.keyboard.press("ArrowRight")
                self.page.keyboard.press(letter)
        self.page.keyboard.press("Enter")
