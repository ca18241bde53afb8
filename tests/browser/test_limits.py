"""What a browser shows when a limit of the server is met: what to do, and the table as soon as there is room."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser.conftest import NewPerson
from browser.test_accessibility import violations
from keypeg.i18n.catalogue import say
from support.running_server import LAX_LIMITS, Server

REFUSED = re.compile("429")
"""What the console shows of a request or a socket that was refused."""


@contextmanager
def server_with(folder: Path, **limits: float) -> Iterator[Server]:
    server = Server(folder, measured=False, limits=replace(LAX_LIMITS, **limits))  # type: ignore[arg-type]
    try:
        yield server
    finally:
        server.stop()


def test_a_table_says_that_too_many_are_open_and_comes_when_there_is_room(person: NewPerson, tmp_path: Path) -> None:
    with server_with(tmp_path, sockets=1) as server:
        host = server.play()
        player = person(shared=False, base_url=server.url)
        with host.socket(2):
            player.goes_to(f"{server.url}/")
            player.sits(host)
            limit = player.page.get_by_text(say("en", "error-too-many-sockets", most=1))
            limit.wait_for()
        limit.wait_for(state="detached")
        player.page.get_by_role("button", name=say("en", "i-am", who="Ann")).wait_for()
        player.wrong = [line for line in player.wrong if not REFUSED.search(line)]


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_too_many_requests_lead_to_a_page_in_the_look_of_the_others(
    person: NewPerson, tmp_path: Path, lang: str
) -> None:
    with server_with(tmp_path, requests=0.01, request_burst=10) as server:
        while server.ask("GET", "/api/editions").status != 429:  # somebody else at this address
            pass
        player = person(shared=False, base_url=server.url, locale=lang)
        player.goes_to(f"{server.url}/nowhere")
        player.reads(say(lang, "limit-title"))
        expect(player.page).to_have_title(f"{say(lang, 'limit-title')} – Keypeg")
        expect(player.page.get_by_text(say(lang, "limit-shared"))).to_be_visible()
        assert player.page.evaluate("getComputedStyle(document.body).fontFamily").startswith('"Figtree Variable"')
        expect(player.page.get_by_role("link", name=say(lang, "ask-again"))).to_be_visible()
        assert violations(player) == []
        player.wrong = [line for line in player.wrong if not REFUSED.search(line)]
