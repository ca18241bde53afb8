"""What is seen: the font, key pegs in forced colours, and the motion of pieces."""

from collections import defaultdict
from pathlib import Path

import pytest
from bench.pages import LARGEST, first_load
from playwright.sync_api import Locator
from tools.pictures import Pixels, read

from browser.conftest import NewPerson
from browser.test_layout import sits_at
from keypeg.editions import RULEBOOKS
from keypeg.records.edition_links import read_edition
from support.running_server import Server
from support.thoroughness import THOROUGH

DISTINCT = 80
"""The least difference of brightness, of 255, by which two parts of a picture are told apart."""

DURATIONS = """() => Object.fromEntries(Object.entries({
  peg: ['.row .dropped', 'animationDuration'],
  'key peg': ['.key-peg.fresh', 'animationDuration'],
  cover: ['.lid', 'transitionDuration'],
}).map(([name, [selector, property]]) =>
  [name, getComputedStyle(document.querySelector(selector))[property].split(', ')[0]]))"""


def test_the_first_load_is_small() -> None:
    assert first_load() < LARGEST


def test_the_pages_bring_their_font_and_ask_no_other_host(person: NewPerson, server: Server) -> None:
    ann = person()
    ann.page.wait_for_load_state("networkidle")
    ann.requested_urls.clear()
    ann.goes_to("/")
    ann.page.wait_for_load_state("networkidle")
    family = ann.page.evaluate("getComputedStyle(document.body).fontFamily").split(",")[0].strip("'\"")
    faces = "family => [...document.fonts].filter((face) => face.status === 'loaded').map((face) => face.family)"
    assert set(ann.page.evaluate(faces)) == {family}
    assert all(url.startswith(server.url) for url in ann.requested_urls)
    assets = [url.removeprefix(server.url) for url in ann.requested_urls if "/assets/" in url]
    page = server.ask("GET", "/").body.decode()
    assert [asset for asset in assets if asset not in page] == [], "the first load is measured by what the page names"
    font = next(asset for asset in assets if asset.endswith(".woff2"))
    assert server.ask("GET", font).headers["content-type"] == "font/woff2"
    licence = server.ask("GET", "/assets/figtree-LICENSE.txt").body.decode()
    assert "SIL OPEN FONT LICENSE" in licence


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("edition", ["classic", "challenge-2001", "parker-1974"])
def test_key_pegs_are_told_apart_in_forced_colours(
    person: NewPerson, server: Server, scheme: str, edition: str, tmp_path: Path
) -> None:
    user = sits_at(person, server, edition, forced_colors="active", color_scheme=scheme)
    pictures = {
        kind: picture(user.page.locator(f".board:not(.away) .key-peg.{kind}").first, tmp_path)
        for kind in ("exact", "near", "none")
    }
    middles = {kind: brightness(pixels[len(pixels) // 2, len(pixels) // 2]) for kind, pixels in pictures.items()}
    assert abs(middles["exact"] - middles["near"]) > DISTINCT, middles
    for kind in ("exact", "near"):
        pixels = pictures[kind]
        ground = brightness(pixels[0, 0])
        assert max(abs(brightness(pixel) - ground) for pixel in pixels[len(pixels) // 2]) > DISTINCT, kind
    # An empty hole is a dot without an edge: both kinds of key pegs have one.
    edge = len(pictures["none"]) // 6
    assert abs(brightness(pictures["none"][len(pictures["none"]) // 2, edge]) - brightness(pictures["none"][0, 0])) < 10


def picture(element: Locator, folder: Path) -> Pixels:
    path = folder / "element.png"
    element.screenshot(path=path)
    return read(path)


def brightness(pixel: Pixels) -> float:
    return float(pixel.mean())


@pytest.mark.parametrize(
    ("motion", "durations"),
    [
        ("no-preference", {"peg": "0.12s", "key peg": "0.12s", "cover": "0.4s"}),
        ("reduce", {"peg": "0s", "key peg": "0s", "cover": "0s"}),
    ],
)
def test_pieces_move_shortly_or_not_at_all_with_reduced_motion(
    person: NewPerson, server: Server, motion: str, durations: dict[str, str]
) -> None:
    ann = sits_at(person, server, "classic", reduced_motion=motion)
    assert ann.page.evaluate(DURATIONS) == durations


SHAPES = """row => Object.fromEntries([...row.querySelectorAll('.colour .symbol')].map((shape) =>
  [shape.closest('[data-colour]').dataset.colour, shape.getAttribute('d')]))"""
"""The shape on each colour to choose from."""

ONE_OF_EACH_PIECE = ("classic", "parker-1974", "challenge-2001", "traffic-jam-2000")


def test_a_colour_has_the_same_shape_in_every_edition(person: NewPerson, server: Server) -> None:
    ann = person()
    shapes: dict[str, set[str]] = defaultdict(set)
    for edition in RULEBOOKS if THOROUGH else ONE_OF_EACH_PIECE:
        ann.sits(server.play(edition, seats=read_edition(edition).seats))
        ann.presses("I am")
        ann.row.wait_for()
        for colour, shape in ann.row.evaluate(SHAPES).items():
            shapes[colour].add(shape)
    assert [colour for colour, drawn in shapes.items() if len(drawn) > 1] == []
    assert len(set().union(*shapes.values())) == len(shapes), "and no two colours have the same"
