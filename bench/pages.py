"""Benchmarks the pages in a browser: the size of the first load, and the time from each click or key to its paint.

    python -m bench.pages

It starts a server, brings every edition into the middle of a round, and lets a real browser play on with its processor
slowed down four times. It prints what the browser itself reports: the time from an input to the next paint, the
worst of each page. Browsers count in steps of 8 ms and report nothing under 16 ms. Each step counts with the best of
a few tries, because these machines are shared.
"""

import gzip
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright
from tools.chromium import launch
from tools.scenes import SCENES, Scene
from tools.screenshots import Camera, server, set_up_scene

from keypeg.server.pages import WEB_FOLDER

AIM = 100
"""The limit in milliseconds from an input to its paint."""

SLOWER = 4
"""How many times slower than this machine's the emulated processor is."""

TRIES = 3

LARGEST = 110_000
"""The limit for the first load, in compressed bytes."""

TABLES = (
    "classic",
    "hasbro-2000-next",
    "hasbro-2000-advanced",
    "parker-1974",
    "challenge-2001",
    "traffic-jam-2000",
    "hasbro-2004",
    "mastermind-44",
    "house-wide",
)
"""Scenes in which the viewer has to guess: one of each edition."""

BY_HAND = "classic-by-hand"
"""A scene in which the viewer has to mark."""

LISTEN = """
globalThis.durations = {};
new PerformanceObserver((list) => {
  for (const one of list.getEntries()) if (one.interactionId) {
    const was = durations[one.interactionId];
    if (!was || one.duration > was.duration) durations[one.interactionId] = { duration: one.duration, name: one.name };
  }
}).observe({ type: 'event', durationThreshold: 16, buffered: true });
"""

PAINTED = """
new Promise((done) => {
  globalThis.dot ??= document.body.appendChild(document.createElement('i'));
  const shade = (dot.dataset.shade = dot.dataset.shade === '#000' ? '#fff' : '#000');
  dot.style.cssText = `position: fixed; inset: 0 auto auto 0; width: 1px; height: 1px; background: ${shade}`;
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 0)));
})
"""
"""Waits for a paint. One pixel of the page changes each time, because an input that changes nothing causes no paint."""


StepTimes = list[tuple[str, float]]
"""The steps done, in order, with the time that each took."""


class MeasuredPlayer:
    """A player who clicks and types, and measures the time from each input to its paint."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.times: StepTimes = []

    def does(self, name: str, step: Callable[[], object]) -> None:
        """Do this step, wait until it is painted, and record the time it took."""
        self.page.evaluate("durations = {}")
        step()
        for _ in range(2):
            self.page.evaluate(PAINTED)
        self.page.wait_for_timeout(60)
        changed: dict[str, dict[str, Any]] = self.page.evaluate("durations")
        self.times.append((name, max((float(paint["duration"]) for paint in changed.values()), default=0.0)))

    def clicks(self, name: str, selector: str, nth: int = 0) -> None:
        """Click this element, if it exists."""
        element = self.page.locator(selector)
        if element.count() > nth:
            element.nth(nth).scroll_into_view_if_needed()
            self.does(name, lambda: element.nth(nth).click())

    def types(self, name: str, *keys: str) -> None:
        """Type these keys."""
        for key in keys:
            self.does(name, lambda key=key: self.page.keyboard.press(key))  # type: ignore[misc]


def best(tries: list[StepTimes]) -> str:
    """The worst step and then the others, each with its best time of these tries."""
    times: dict[str, float] = {}
    for steps in zip(*tries, strict=True):
        name = steps[0][0]
        times[name] = max(min(step[1] for step in steps), times.get(name, 0.0))
    worst = max(times, key=lambda name: times[name])
    rest = ", ".join(f"{name} {_format_duration(value)}" for name, value in times.items() if name != worst)
    return f"{_format_duration(times[worst]):>4}  {worst}  ({rest})"


def _format_duration(milliseconds: float) -> str:
    return f"{milliseconds:.0f}" if milliseconds else "<16"


@contextmanager
def slow_page(browser: Browser, address: str, *admissions: dict[str, Any]) -> Iterator[Page]:
    """A page as on a phone with a slow processor, with the stored data of a player at these tables."""
    for _, page in Camera(browser, address, ["phone"], ["light"]).pages(*admissions, motion=True):
        page.add_init_script(LISTEN)
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        yield page


def at_table(page: Page) -> StepTimes:
    """Fill a row in every possible way, guess it, and open the settings."""
    hand = MeasuredPlayer(page)
    page.locator(".row-editor").wait_for()
    page.keyboard.press("Home")
    hand.clicks("hole", ".slot", 1)
    for colour in range(4):
        hand.clicks("colour", ".colour", colour)
    hand.types("key", "Home", "1", "2", "Backspace", "ArrowLeft")
    hand.clicks("copy", ".copy")
    hand.clicks("clear", "[data-own=clear]")
    hand.clicks("colour", ".colour", 2)
    hand.clicks("fill", "[data-own=fill]")
    hand.clicks("settings", "header > button")
    hand.types("close", "Escape")
    # A row that is also legal where colours must differ.
    hand.types("key", "Home", *(str(colour) for colour in range(1, min(page.locator(".slot").count(), 9) + 1)))
    hand.clicks("guess", ".submit")
    return hand.times


def mark_by_hand(page: Page) -> StepTimes:
    """Mark a row by hand."""
    hand = MeasuredPlayer(page)
    page.locator(".marking").wait_for()
    for nth in (1, 7):
        hand.clicks("number", ".marking input", nth)
    hand.clicks("mark", ".marking .main")
    return hand.times


def try_once(browser: Browser, address: str, scene: Scene) -> StepTimes:
    """One try at a new table."""
    admission, _ = set_up_scene(address, scene)
    with slow_page(browser, address, admission) as page:
        page.goto(f"{address}/table/{admission['table']}")
        return mark_by_hand(page) if scene.name == BY_HAND else at_table(page)


def measure_pages(browser: Browser, address: str) -> dict[str, list[StepTimes]]:
    """Measure each page outside a table, a few times."""
    times: dict[str, list[StepTimes]] = {}
    for _ in range(TRIES):
        with slow_page(browser, address) as page:
            for name, page_times in go_to_table(page, address).items():
                times.setdefault(name, []).append(page_times)
    return times


def go_to_table(page: Page, address: str) -> dict[str, StepTimes]:
    """Go from the home page through the settings to a table."""
    page.goto(address)
    page.locator("[aria-labelledby=shelf] a").first.wait_for()
    home = MeasuredPlayer(page)
    home.clicks("settings", "header > button")
    home.types("close", "Escape")
    home.clicks("set-up", "[aria-labelledby=shelf] a", 2)
    page.locator("main form summary").click()
    chosen = MeasuredPlayer(page)
    page.locator("main form select").first.focus()
    chosen.types("seat", "ArrowUp")
    page.locator("main form select").last.focus()
    chosen.types("option", "ArrowUp", "ArrowDown")
    chosen.clicks("check", "main form input[type=checkbox]")
    chosen.clicks("start", "main form .main")
    return {"home": home.times, "set-up": chosen.times}


def first_load(folder: Path = WEB_FOLDER) -> int:
    """The compressed bytes that the home page needs, without what is loaded later."""
    page = (folder / "index.html").read_text("utf-8")
    needed = [path for path in folder.rglob("*") if path.is_file() and f"/{path.relative_to(folder)}" in page]
    return sum(len(gzip.compress(path.read_bytes(), 9)) for path in [folder / "index.html", *needed])


def main() -> None:
    """Print it."""
    print(f"The first load: {first_load():,} bytes, compressed (limit: {LARGEST:,})")
    print(f"From an input to the next paint, the processor {SLOWER} times slower (ms, the worst; aim: under {AIM}):")
    with server() as address, sync_playwright() as playwright:
        browser = launch(playwright)
        for name, tries in measure_pages(browser, address).items():
            print(f"  {name:<22} {best(tries)}", flush=True)
        for scene in SCENES:
            if scene.name in (*TABLES, BY_HAND):
                print(
                    f"  {scene.name:<22} {best([try_once(browser, address, scene) for _ in range(TRIES)])}", flush=True
                )
        browser.close()


if __name__ == "__main__":
    main()
