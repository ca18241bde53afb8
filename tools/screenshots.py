"""Takes pictures of every page and of every edition's table: `make screenshots`, or `python -m tools.screenshots NAME`.

It starts a server on a new database; two players play each scene through the HTTP interface, and a browser shows what
one of them sees. The pictures are in build/screenshots, in two sizes and two themes.
"""

import argparse
import json
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import cache
from itertools import count, product
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from keypeg.i18n.catalogue import LOCALE
from keypeg.i18n.colour_letters import local_letter
from keypeg.i18n.po_files import read_po
from keypeg.players.bot_names import bot_name
from tools.chromium import launch
from tools.pictures import write_small
from tools.scenes import NAMES, SCENES, Scene
from tools.studies import STUDIES, Study

FOLDER = Path(__file__).parent.parent / "build" / "screenshots"

RECORDS = Path(__file__).parent.parent / "tests" / "golden" / "playthroughs"

PICTURES = Path(__file__).parent.parent / "docs" / "pictures"
SHOWN = (
    "classic-phone-light",
    "traffic-jam-2000-phone-light",
    "challenge-2001-phone-dark",
    "mastermind-44-desk-light",
    "hasbro-2004-family-desk-dark",
)
"""The pictures of the README; small copies are written to docs/pictures."""

SIZES = {"phone": (360, 740), "desk": (1200, 850)}
SCHEMES = ("light", "dark")
CONTRAST = "contrast"
"""A third scheme, of forced colours, if it is requested."""


LOOSE = """() => {
  scrollTo(0, 0)
  for (const one of document.querySelectorAll('main *'))
    if (getComputedStyle(one).position === 'sticky') one.style.position = 'static'
}"""
"""Unsticks elements that would otherwise be in the middle of a picture of the whole page."""


OPENED_AT = int(datetime(2026, 11, 16, 20, 30, tzinfo=UTC).timestamp() * 1000)
"""When the tables of the pictures were opened last: the first on this evening, each other one a day earlier."""
DAY_MS = 86_400_000

LOCALES = {"en": "en-GB", "fr": "fr-FR"}
"""The locale of the browser for each language."""


@cache
def translations(lang: str) -> dict[str, str]:
    """The sentences of the pages in a language, by the English ones."""
    files = map(read_po, sorted((LOCALE / lang).glob("*.po")))
    return {entry.english[0]: entry.forms[0] or entry.english[0] for file in files for entry in file.entries.values()}


class HttpClient:
    """A client of the server's HTTP interface."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.token = ""

    def ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        """Send a request, and wait when the server's rate limit requires it."""
        request = urllib.request.Request(self.address + path, method=method)
        request.add_header("content-type", "application/json")
        if self.token:
            request.add_header("authorization", f"Bearer {self.token}")
        try:
            with urllib.request.urlopen(request, None if body is None else json.dumps(body).encode()) as answer:
                return json.loads(answer.read() or "null")
        except urllib.error.HTTPError as refused:
            with refused:
                if refused.code != 429:
                    raise RuntimeError(f"{method} {path}: {refused.read().decode()}") from refused
                time.sleep(float(refused.headers.get("retry-after", 1)))
            return self.ask(method, path, body)


Play = Callable[[str], None]


def set_up_scene(address: str, scene: Scene) -> tuple[dict[str, Any], Play]:
    """Set up the table of a scene. Returns the server's answer to its opening, and a function that plays actions."""
    first, second = HttpClient(address), HttpClient(address)
    seats = first.ask("GET", f"/api/editions/{scene.edition}")["seats"]
    own = scene.seat or 1
    sitting = list(range(1, seats + 1)) if scene.shared else [own]
    admission = first.ask(
        "POST",
        "/api/tables",
        {
            "edition": scene.edition,
            "name": NAMES[own - 1],
            "seats": sitting,
            "begin": scene.shared,
            "hints": scene.agreed,
        },
    )
    first.token = admission["token"]
    table = f"/api/tables/{admission['table']}"
    link_key = admission["links"]["join"].partition("#")[2]
    others = [] if scene.shared else [seat for seat in range(1, seats + 1) if seat != own]
    if others:
        second.token = second.ask(
            "POST", f"{table}/join", {"link_key": link_key, "name": NAMES[others[0] - 1], "seats": others[:1]}
        )["token"]
    for seat in others[1:]:
        second.ask("PUT", f"{table}/seats/{seat}", {"name": NAMES[seat - 1]})
    if not scene.shared:
        first.ask("POST", f"{table}/begin")

    def play(moves: str) -> None:
        for move in filter(None, (move.strip() for move in moves.split(";"))):
            seat, _, action = move.partition(" ")
            client = second if int(seat) in others else first
            client.ask("POST", f"{table}/actions", {"seat": int(seat), "action": action, "key": str(next(keys))})

    keys = count()
    play(scene.moves)
    return admission, play


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


SERVER = """
import sys
from keypeg.server.settings import Settings
from keypeg.server.startup import serve, upgrade
settings = Settings(sys.argv[1], port=int(sys.argv[2]), allowed=("*",))
upgrade(settings)
serve(settings)
"""
"""A server without limits by address: hundreds of browsers with empty caches come from this one."""


@contextmanager
def server() -> Iterator[str]:
    """A server on a new database while this context lasts."""
    port = _free_port()
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", SERVER, str(Path(folder) / "tables.db"), str(port)]
        running = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        address = f"http://127.0.0.1:{port}"
        try:
            _wait_for(address, running)
            yield address
        finally:
            running.terminate()
            running.wait(20)


def _wait_for(address: str, running: "subprocess.Popen[bytes]") -> None:
    for _ in range(300):
        if running.poll() is not None:
            sys.exit("The server has ended before it could be asked.")
        try:
            urllib.request.urlopen(f"{address}/api/editions").close()
            return
        except OSError:
            time.sleep(0.1)
    sys.exit("The server does not answer.")


Pages = Iterator[tuple[str, Any]]


class Camera:
    """A browser that takes pictures in every size and scheme."""

    def __init__(
        self, browser: Any, address: str, sizes: list[str], schemes: list[str], lang: str | None = None
    ) -> None:
        self.browser = browser
        self.address = address
        self.lang = lang
        """The language of every page, or None for the one that each scene has."""
        self.sizes = sizes
        self.schemes = schemes
        self.taken: set[str] = set()

    def pages(self, *admissions: dict[str, Any], lang: str = "en-GB", motion: bool = False) -> Pages:
        """A page for each size and scheme, with the stored data of a player at these tables."""
        for size in self.sizes:
            for scheme in self.schemes:
                width, height = SIZES[size]
                context = self.browser.new_context(
                    viewport={"width": width, "height": height},
                    color_scheme="light" if scheme == CONTRAST else scheme,
                    forced_colors="active" if scheme == CONTRAST else "none",
                    locale=self.lang or lang,
                    reduced_motion="no-preference" if motion else "reduce",
                )
                self._carry(context, admissions)
                page = context.new_page()
                page.on("pageerror", lambda error: print("  error:", error))
                yield f"{size}-{scheme}", page
                context.close()

    def singly(self) -> "list[Camera]":
        """A new page for each size and scheme, for scenes that are played again each time."""
        kinds = product(self.sizes, self.schemes)
        return [Camera(self.browser, self.address, [size], [scheme], self.lang) for size, scheme in kinds]

    def translate(self, text: str) -> str:
        """An English text of the pages in the language of the pictures. Its numbers are the values of the sentence."""
        translated = translations((self.lang or "en")[:2])
        if text in translated:
            return translated[text]
        numbers = iter(re.findall(r"\d+", text))
        general = re.sub(r"\d+", "{}", text)
        for english, local in translated.items():
            if re.sub(r"\{\w+\}", "{}", english) == general:
                return re.sub(r"\{\w+\}", lambda _: next(numbers), local)
        return text

    def keys(self, text: str) -> list[str]:
        """The keys to press for this text: colours have the letters of their language."""
        return ["Enter" if key == "\n" else local_letter(key.upper(), (self.lang or "en")[:2]).lower() for key in text]

    def _carry(self, context: Any, admissions: Sequence[dict[str, Any]]) -> None:
        stored = [
            {"id": admission["table"], "player": admission["player"], "name": "Ann", "edition": "", "at": at}
            for admission, at in zip(admissions, count(OPENED_AT, -DAY_MS), strict=False)
        ]
        if stored:
            context.add_init_script(f"localStorage.setItem('keypeg.tables', {json.dumps(json.dumps(stored))})")
        for admission in admissions:
            name = f"keypeg-{admission['table']}"
            context.add_cookies([{"name": name, "value": admission["token"], "url": f"{self.address}/"}])

    def take(self, page: Any, name: str, *, whole: bool = False) -> None:
        """Take one picture, of the window or of the whole page; report a page that is wider than its window."""
        if whole:
            page.evaluate(LOOSE)
        page.wait_for_timeout(300)
        self.taken.add(name)
        page.screenshot(path=FOLDER / f"{name}.png", full_page=whole)
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        if wide > 0:
            print(f"  {name}: {wide} pixels wider than the window")


SLOWLY = 0.06
"""The speed of animations in pictures of animations."""


def table_pictures(camera: Camera, scene: Scene) -> None:
    """Take a scene in every size and scheme."""
    admission, play = set_up_scene(camera.address, scene)
    admissions = [admission] if scene.seat else []
    for kind, page in camera.pages(*admissions, lang=scene.lang, motion=bool(scene.late)):
        if scene.machine:
            page.route_web_socket("**/socket?*", lambda socket: _show_as_bots(socket, scene.seat))
        page.goto(camera.address + (f"/table/{admission['table']}" if scene.seat else admission["links"]["watch"]))
        page.locator(".hand-over" if scene.shared else ".board").first.wait_for()
        button = page.get_by_role("button", name=camera.translate(scene.press))
        if scene.press and button.count():
            button.click()
        page.wait_for_timeout(100)
        for key in camera.keys(scene.keys):
            page.keyboard.press(key)
        if scene.cut:
            page.context.set_offline(True)
            page.evaluate("dispatchEvent(new Event('offline'))")
        if scene.late:
            page.context.new_cdp_session(page).send("Animation.setPlaybackRate", {"playbackRate": SLOWLY})
            play(scene.late)
        camera.take(page, f"{scene.name}-{kind}")


def _show_as_bots(socket: Any, own: int) -> None:
    """Show all players but one as bots."""
    server = socket.connect_to_server()

    def changed(text: str) -> None:
        frame = json.loads(text)
        for seat, chair in enumerate(frame.get("table", {}).get("seats", []), 1):
            if chair and seat != own:
                chair |= {"bot": "strong", "name": bot_name("strong", seat), "guest": None}
        socket.send(json.dumps(frame))

    server.on_message(changed)


def page_pictures(camera: Camera) -> None:
    """Take the pages outside tables: those of a new device, a table before its match, and those of a player."""
    client = HttpClient(camera.address)
    admission = client.ask("POST", "/api/tables", {"edition": "hasbro-2004~seats_3", "name": "Ann", "seats": [1]})
    link_key = admission["links"]["join"].partition("#")[2]
    for kind, page in camera.pages():
        page.goto(f"{camera.address}/")
        page.locator("[aria-labelledby=shelf] a").first.wait_for()
        camera.take(page, f"home-{kind}")
        page.get_by_role("button", name=camera.translate("Settings")).click()
        camera.take(page, f"settings-{kind}")
        page.goto(f"{camera.address}/new/hasbro-2004")
        page.locator("main form").first.wait_for()
        camera.take(page, f"set-up-{kind}")
        page.locator("main summary").first.click()
        camera.take(page, f"set-up-rules-{kind}", whole=True)
        page.goto(camera.address + admission["links"]["join"])
        page.locator("main form").first.wait_for()
        camera.take(page, f"join-{kind}")
    for kind, page in camera.pages(admission):
        page.goto(f"{camera.address}/table/{admission['table']}#{link_key}")
        page.get_by_role("img").first.wait_for()
        camera.take(page, f"lobby-{kind}")
    player_pictures(camera)


PLAYED = ("classic", "mastermind-44-waiting", "classic-over", "challenge-2001-practice", "hasbro-2004-family")
"""The scenes at whose tables the player of the pictures sits."""


def player_pictures(camera: Camera) -> None:
    """Take the pages that look different for a player who has played here: home, and the list of tables."""
    admissions = [set_up_scene(camera.address, scene)[0] for name in PLAYED for scene in SCENES if scene.name == name]
    lobby = HttpClient(camera.address)
    if not lobby.ask("GET", "/api/tables")["tables"]:
        lobby.ask("POST", "/api/tables", OPEN_TABLE)
    for kind, page in camera.pages(*admissions):
        page.goto(f"{camera.address}/")
        page.locator("a.card strong").first.wait_for()
        camera.take(page, f"home-playing-{kind}", whole=True)
        page.goto(f"{camera.address}/tables")
        page.locator("main li strong").first.wait_for()
        page.wait_for_load_state("networkidle")
        camera.take(page, f"tables-played-{kind}", whole=True)
        page.locator("main li button").first.click()
        page.get_by_role("dialog").wait_for()
        camera.take(page, f"tables-remove-{kind}")


OPEN_TABLE = {"edition": "hasbro-2004~seats_4", "name": "Cleo", "seats": [1], "bots": {"2": "strong"}, "public": True}
"""A table that waits for players."""


def _press(camera: Camera, page: Any, button: str) -> None:
    """Press a button or type a text of a study."""
    if button.startswith("="):
        for key in camera.keys(button[1:]):
            page.keyboard.press(key)
    elif button.startswith("."):
        page.locator(button).click()
    else:
        page.get_by_role("button", name=camera.translate(button)).first.click()


def study_pictures(camera: Camera, study: Study) -> None:
    """Take a whole study page in every size and scheme."""
    path, admissions = study.path, []
    if study.match:
        admission, _ = set_up_scene(camera.address, study.match)
        path = path.format(table=admission["table"], watch=admission["links"]["watch"].partition("#")[2])
        admissions = [admission] if study.match.seat else []
    for kind, page in camera.pages(*admissions, lang=study.lang):
        for name, value in study.stored.items():
            page.add_init_script(f"localStorage.setItem('keypeg.{name}', {json.dumps(json.dumps(value))})")
        page.goto(camera.address + path)
        if study.record:
            page.locator("input[type=file]").set_input_files(RECORDS / study.record)
        page.locator(study.ready).first.wait_for()
        for button in study.press:
            _press(camera, page, button)
            page.wait_for_timeout(300)
        _wait_for_solver(page)
        if study.unfolded:
            for folded in page.locator("main details:not([open]) > summary").all()[::-1]:
                folded.click()
        camera.take(page, f"{study.name}-{kind}", whole=True)


def _wait_for_solver(page: Any) -> None:
    page.wait_for_timeout(700)
    for progress in page.locator("main progress").all():
        progress.wait_for(state="detached")


def main() -> None:
    """Take the pictures named on the command line, or all."""
    parser = argparse.ArgumentParser(description="takes pictures of every page and table")
    parser.add_argument("names", nargs="*", help="scenes, studies or one of them, or home; all if left out")
    parser.add_argument("--server", help="the address of a server that runs already")
    parser.add_argument("--size", choices=SIZES, action="append")
    parser.add_argument("--scheme", choices=(*SCHEMES, CONTRAST), action="append")
    parser.add_argument("--lang", choices=LOCALES, help="take every picture in this language")
    options = parser.parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    if options.server:
        take_pictures(options.server, options)
    else:
        with server() as address:
            take_pictures(address, options)


def take_pictures(address: str, options: argparse.Namespace) -> None:
    """Take pictures from this server."""
    with sync_playwright() as playwright:
        browser = launch(playwright)
        lang = LOCALES.get(options.lang)
        camera = Camera(browser, address, options.size or list(SIZES), options.scheme or list(SCHEMES), lang)
        for scene in SCENES:
            if not options.names or scene.name in options.names:
                print(scene.name)
                for single in camera.singly() if scene.late else [camera]:
                    table_pictures(single, scene)
        for study in STUDIES:
            if not options.names or study.name in options.names or "studies" in options.names:
                print(study.name)
                study_pictures(camera, study)
        if not options.names or "home" in options.names:
            print("home, settings, set-up, join, lobby")
            page_pictures(camera)
        browser.close()
    for name in SHOWN if options.lang in (None, "en") else ():  # the README is in English
        if name in camera.taken:
            write_small(FOLDER / f"{name}.png", PICTURES / f"{name}.png")


if __name__ == "__main__":
    main()
