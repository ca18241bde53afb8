"""Takes pictures of every page and of every edition's table: `make screenshots`, or `python -m tools.screenshots NAME`.

A server of its own runs on a new database; two guests play each scene through the same door as everybody, and a browser
looks at what one of them sees. The pictures lie in build/screenshots, in two sizes and two themes.
"""

import argparse
import json
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent.parent / "build" / "screenshots"

SIZES = {"phone": (360, 740), "desk": (1200, 850)}
SCHEMES = ("light", "dark")

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve")


@dataclass(frozen=True)
class Scene:
    """A moment at a table: what was played before, and what whoever looks then types."""

    name: str
    edition: str
    moves: str
    """Who does what, one after the other: `1 code RRBY; 2 guess RBYG`."""
    seat: int = 2
    """Who looks; 0 for one who looks on."""
    keys: str = ""
    press: str = ""
    """A button to press first, by its text."""


CLASSIC = "1 code GWKR; 2 guess RBYG; 2 guess RWBK; 2 guess WWGR; 2 guess KWGR"
FAMILY = "1 code WPGR; 2 guess OSYB; 3 guess WPOS; 2 guess WPYG; 3 guess WGPR; 2 guess WPGR"
DUEL = (
    "1 code RBYGO; 2 code VWKRB; 1 guess RBYGO; 2 guess WKVRO; 1 guess VVRBK; 2 guess RRBYG; "
    "1 guess VWRKB; 2 guess RGYBO"
)
SECOND = "1 code VVKO; 2 guess RBYG; 2 guess OVWK; 2 guess VVKO; 2 code RBRB; 1 guess RRYB"
FACING = "1 code RBY; 2 code GOW; 1 guess GGO; 2 guess RRB"
ROAD = "1 code RBYP; 2 guess YVYR; 2 guess RRBB; 2 guess RBGP"
MASTER = "1 guess RBYGW; 2 guess BBRKW; 3 guess RYGWK; 4 guess WKRBY; 1 guess KGRBY; 2 guess RYWKB; 3 guess BRYGK"

SCENES = (
    Scene("classic", "classic", CLASSIC, keys="gw"),
    Scene("classic-empty", "classic", "1 code GWKR"),
    Scene("classic-setting", "classic", "", seat=1, keys="gw"),
    Scene("classic-why", "classic", "1 code GWKR; 2 guess RBYG", keys="r\n"),
    Scene("classic-waiting", "classic", ""),
    Scene("classic-maker", "classic", CLASSIC, seat=1),
    Scene("classic-won", "classic", f"{CLASSIC}; 2 guess GWKR"),
    Scene("classic-lost", "classic", "1 code GWKR" + "; 2 guess RBYG" * 10),
    Scene("classic-over", "classic", f"{CLASSIC}; 2 guess GWKR; 2 code RRBB; 1 guess RBYG; 1 guess RRBB"),
    Scene("classic-watching", "classic", CLASSIC, seat=0),
    Scene("classic-by-hand", "classic~by-hand_yes", "1 code GWKR; 2 guess RBYG; 1 mark 0b2w; 2 guess GWRB", seat=1),
    Scene(
        "hasbro-2000",
        "hasbro-2000",
        SECOND,
        keys="vo",
    ),
    Scene(
        "hasbro-2000-next",
        "hasbro-2000",
        SECOND,
        seat=1,
        keys="rb",
    ),
    Scene("hasbro-2000-advanced", "hasbro-2000-advanced", "1 code V.KO; 2 guess RBYG; 2 guess .VWK; 2 guess V..O"),
    Scene(
        "parker-1974",
        "parker-1974",
        f"{FACING}; 1 guess WOG; 2 guess BYO",
        seat=1,
        keys="go",
    ),
    Scene(
        "parker-1974-won",
        "parker-1974",
        f"{FACING}; 1 guess GOW; 2 guess BYO",
        seat=1,
    ),
    Scene("challenge-2001", "challenge-2001", DUEL, seat=1, keys="vw"),
    Scene("challenge-2001-waiting", "challenge-2001", f"{DUEL}; 1 guess RBYGO", seat=1),
    Scene("challenge-2001-void", "challenge-2001", f"{DUEL}; 1 guess VWKRB; 2 guess RBYGO", seat=1),
    Scene("traffic-jam-2000", "traffic-jam-2000", ROAD, keys="rby"),
    Scene("traffic-jam-2000-won", "traffic-jam-2000", f"{ROAD}; 2 guess RBYP"),
    Scene("hasbro-2004", "hasbro-2004", "1 code WPGR; 2 guess OSYB; 2 guess WPYG; 2 guess WGPR", keys="wp"),
    Scene(
        "hasbro-2004-family",
        "hasbro-2004~seats_3",
        f"{FAMILY}; 2 code OSYB; 3 guess WPGR; 1 guess OSRR; 3 guess OYBS",
        seat=1,
        keys="os",
        press="Next round",
    ),
    Scene("hasbro-2004-family-end", "hasbro-2004~seats_3", FAMILY),
    Scene("mastermind-44", "mastermind-44", MASTER, seat=4, keys="rb"),
    Scene("mastermind-44-answer", "mastermind-44", f"{MASTER}; 4 call", seat=4, keys="rb"),
    Scene("mastermind-44-two", "mastermind-44~seats_2~parts_2", "1 guess RBYGW; 2 guess BBRKW", seat=1, keys="rb"),
    Scene("house", "house", "1 code RBYG; 2 guess RBOV; 2 guess VOYG", keys="r"),
    Scene(
        "house-wide",
        "house~holes_8~colours_20~rows_14",
        "1 code RBYGOVPW; 2 guess RBYGKSNT; 2 guess LMDEIJUA",
        keys="r",
    ),
)


class Door:
    """The server's door, by HTTP, as one guest."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.token = ""

    def ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        """Ask, and wait where the server asks for that."""
        request = urllib.request.Request(self.address + path, method=method)
        request.add_header("content-type", "application/json")
        if self.token:
            request.add_header("authorization", f"Bearer {self.token}")
        try:
            with urllib.request.urlopen(request, None if body is None else json.dumps(body).encode()) as answer:
                return json.loads(answer.read() or "null")
        except urllib.error.HTTPError as error:
            if error.code != 429:
                raise RuntimeError(f"{method} {path}: {error.read().decode()}") from error
            time.sleep(float(error.headers.get("retry-after", 1)))
            return self.ask(method, path, body)


def played(address: str, scene: Scene) -> tuple[dict[str, Any], Any]:
    """Play a scene. Returns how whoever looks has entered, and what the host was told."""
    first, second = Door(address), Door(address)
    seats = first.ask("GET", f"/api/editions/{scene.edition}")["seats"]
    own = scene.seat or 1
    opened = first.ask("POST", "/api/tables", {"edition": scene.edition, "name": NAMES[own - 1], "seats": [own]})
    first.token = opened["token"]
    table = f"/api/tables/{opened['table']}"
    key = opened["links"]["join"].partition("#")[2]
    others = [seat for seat in range(1, seats + 1) if seat != own]
    second.token = second.ask("POST", f"{table}/join", {"key": key, "name": NAMES[others[0] - 1], "seats": others[:1]})[
        "token"
    ]
    for seat in others[1:]:
        second.ask("PUT", f"{table}/seats/{seat}", {"name": NAMES[seat - 1]})
    first.ask("POST", f"{table}/begin")
    for number, move in enumerate(filter(None, (move.strip() for move in scene.moves.split(";")))):
        who, _, action = move.partition(" ")
        door = first if int(who) == own else second
        door.ask("POST", f"{table}/actions", {"seat": int(who), "action": action, "key": str(number)})
    return opened, table


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@contextmanager
def server() -> Iterator[str]:
    """A server on a database of its own, as long as it is needed."""
    port = _free_port()
    with tempfile.TemporaryDirectory() as folder:
        command = [
            sys.executable,
            "-m",
            "keypeg",
            "serve",
            "--port",
            str(port),
            "--database",
            str(Path(folder) / "tables.db"),
        ]
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


def _browser_kit() -> Any:
    try:
        return import_module("playwright.sync_api").sync_playwright()
    except ImportError:
        sys.exit("Pictures need Playwright for Python (pip install playwright) and a Chromium on PATH.")


class Camera:
    """A browser that looks at pages, in every size and scheme."""

    def __init__(self, browser: Any, address: str, sizes: list[str], schemes: list[str]) -> None:
        self.browser = browser
        self.address = address
        self.sizes = sizes
        self.schemes = schemes

    def pages(self, entered: dict[str, Any] | None = None) -> Iterator[tuple[str, Any]]:
        """A page for each size and scheme, with what a guest carries."""
        for size in self.sizes:
            for scheme in self.schemes:
                width, height = SIZES[size]
                context = self.browser.new_context(
                    viewport={"width": width, "height": height},
                    color_scheme=scheme,
                    locale="en-GB",
                    reduced_motion="reduce",
                )
                if entered:
                    self._carry(context, entered)
                page = context.new_page()
                page.on("pageerror", lambda error: print("  error:", error))
                page.on("console", lambda told: print("  console:", told.text) if told.type == "error" else None)
                yield f"{size}-{scheme}", page
                context.close()

    def _carry(self, context: Any, entered: dict[str, Any]) -> None:
        table = entered["table"]
        kept = [{"id": table, "guest": entered["guest"], "name": "Ann", "edition": "", "at": 0}]
        context.add_init_script(f"localStorage.setItem('keypeg.tables', {json.dumps(json.dumps(kept))})")
        cookie = {"name": f"keypeg-{table}", "value": entered["token"], "url": f"{self.address}/"}
        context.add_cookies([cookie])

    def take(self, page: Any, name: str) -> None:
        """One picture; says so where the page is wider than its window."""
        page.wait_for_timeout(300)
        page.screenshot(path=FOLDER / f"{name}.png")
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        if wide > 0:
            print(f"  {name}: {wide} pixels wider than the window")


def table_pictures(camera: Camera, scene: Scene) -> None:
    """A scene, in every size and scheme."""
    entered, _ = played(camera.address, scene)
    for kind, page in camera.pages(entered if scene.seat else None):
        page.goto(camera.address + (f"/table/{entered['table']}" if scene.seat else entered["links"]["watch"]))
        page.locator(".board").first.wait_for()
        if scene.press and page.get_by_role("button", name=scene.press).count():
            page.get_by_role("button", name=scene.press).click()
        page.wait_for_timeout(100)
        for key in scene.keys:
            page.keyboard.press("Enter" if key == "\n" else key)
        camera.take(page, f"{scene.name}-{kind}")


def page_pictures(camera: Camera) -> None:
    """The pages beside the tables."""
    for kind, page in camera.pages():
        page.goto(f"{camera.address}/")
        page.locator(".shelf a").first.wait_for()
        camera.take(page, f"home-{kind}")
        page.get_by_role("button", name="Settings").click()
        camera.take(page, f"settings-{kind}")
        page.goto(f"{camera.address}/new/hasbro-2004")
        page.locator("main form").first.wait_for()
        camera.take(page, f"set-up-{kind}")


def main() -> None:
    """Take the pictures that are asked for, or all."""
    asked = argparse.ArgumentParser(description="takes pictures of every page and table")
    asked.add_argument("names", nargs="*", help="scenes, or home; all if left out")
    asked.add_argument("--server", help="the address of a server that runs already")
    asked.add_argument("--size", choices=SIZES, action="append")
    asked.add_argument("--scheme", choices=SCHEMES, action="append")
    told = asked.parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    if told.server:
        photograph(told.server, told)
    else:
        with server() as address:
            photograph(address, told)


def photograph(address: str, told: argparse.Namespace) -> None:
    """Take pictures from this server."""
    with _browser_kit() as kit:
        found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
        browser = kit.chromium.launch(executable_path=found, args=["--no-sandbox"])
        camera = Camera(browser, address, told.size or list(SIZES), told.scheme or list(SCHEMES))
        for scene in SCENES:
            if not told.names or scene.name in told.names:
                print(scene.name)
                table_pictures(camera, scene)
        if not told.names or "home" in told.names:
            print("home, settings, set-up")
            page_pictures(camera)
        browser.close()


if __name__ == "__main__":
    main()
