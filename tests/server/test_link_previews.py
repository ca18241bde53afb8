"""What links show where they are posted, and what they never show."""

import struct
from html.parser import HTMLParser
from pathlib import Path

import pytest

from keypeg.editions import RULEBOOKS
from keypeg.server.link_previews import DEFAULT_PICTURE, PICTURE_HEIGHT, PICTURE_WIDTH
from keypeg.server.pages import WEB_FOLDER
from support.running_server import Server

MOST_BYTES = 20_000
"""The size limit of a picture."""

WIDTH_AND_HEIGHT = slice(16, 24)
"""Where a PNG has its size."""


class Tags(HTMLParser):
    """Collects the tags of a preview, and all elements of the page."""

    def __init__(self, page: bytes) -> None:
        super().__init__()
        self.properties: dict[str, str] = {}
        self.elements: list[str] = []
        self.feed(page.decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        self.elements.append(tag)
        if name := named.get("property"):
            self.properties[name.removeprefix("og:")] = named["content"] or ""


def preview(server: Server, path: str, lang: str = "en") -> dict[str, str]:
    answer = server.ask("GET", path, headers={"Accept-Language": lang})
    assert answer.status == 200
    return Tags(answer.body).properties


def test_the_link_of_an_edition_shows_its_name_and_its_board(server: Server) -> None:
    shown = preview(server, "/new/classic", "fr")
    assert (shown["title"], shown["description"]) == ("Classique", "Quatre trous, six couleurs, dix lignes.")
    assert shown["url"] == f"{server.url}/new/classic"
    assert shown["image"] == f"{server.url}/previews/classic.png"


@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("/", "Keypeg"),
        ("/daily", "Code of the day"),
        ("/review", "Review"),
        ("/new/nonsense", "Keypeg"),
        ("/table/nothing", "Keypeg"),
        ("/seat/nothing/1", "Keypeg"),
    ],
)
def test_other_links_say_what_the_page_is(server: Server, path: str, title: str) -> None:
    shown = preview(server, path)
    assert shown["title"] == title
    assert shown["description"]
    assert shown["image"].endswith(f"/{DEFAULT_PICTURE}.png")


def test_the_link_of_a_public_table_names_its_people(server: Server) -> None:
    host = server.open("mastermind-44", name="Ann", seats=[1, 2], bots={"3": "casual"}, public=True)
    host.invite("", 4)
    shown = preview(server, f"/join/{host.table}")
    assert shown["title"] == "An invitation to play: Master Mind 44"
    assert shown["description"].startswith("At the table: Ann, Ann, ")
    assert shown["description"].endswith(", Guest 1")
    assert preview(server, f"/watch/{host.table}")["title"] == "A match to watch: Master Mind 44"
    review = preview(server, f"/review/{host.table}")
    assert review["title"].startswith("Review")
    assert review["image"] == f"{server.url}/previews/mastermind-44.png"


@pytest.mark.parametrize("page", ["table", "join", "watch", "review"])
def test_the_link_of_a_private_table_shows_the_edition_and_nothing_else(server: Server, page: str) -> None:
    host = server.play("classic", name="Zerlina").play("1 code RRBG", "2 guess RBYG")
    path = f"/{page}/{host.table}"
    text = server.ask("GET", path).body.decode()
    assert preview(server, path)["image"].endswith("/classic.png")
    for secret in ("Zerlina", "RRBG", "RBYG", host.token, host.link_key(), host.link_key("watch")):
        assert secret not in text


def test_what_people_type_is_escaped(server: Server) -> None:
    name = '"/><script>alert(1)</script>'
    host = server.open(name=name, seats=[1], public=True)
    plain, page = (Tags(server.ask("GET", path).body) for path in ("/", f"/table/{host.table}"))
    assert page.properties["description"] == f"At the table: {name}"
    assert page.elements == plain.elements
    assert preview(server, "/daily/%22%3E%3Cb%3E")["url"] == f"{server.url}/daily/%22%3E%3Cb%3E"


@pytest.mark.parametrize("name", [DEFAULT_PICTURE, *RULEBOOKS])
def test_every_picture_is_small_and_as_large_as_the_tags_say(name: str) -> None:
    picture = (Path(WEB_FOLDER) / "previews" / f"{name}.png").read_bytes()
    assert picture.startswith(b"\x89PNG")
    assert struct.unpack(">II", picture[WIDTH_AND_HEIGHT]) == (PICTURE_WIDTH, PICTURE_HEIGHT)
    assert len(picture) < MOST_BYTES


def test_a_picture_may_be_shown_by_other_sites(server: Server) -> None:
    answer = server.ask("GET", f"/previews/{DEFAULT_PICTURE}.png")
    assert (answer.status, answer.headers["content-type"]) == (200, "image/png")
    assert answer.headers["cross-origin-resource-policy"] == "cross-origin"
    assert server.ask("GET", "/").headers["cross-origin-resource-policy"] == "same-origin"
