"""Fixtures of the browser tests: one browser and one server for each worker, and players who use the pages."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright
from tools.chromium import launch

from keypeg.server.pages import WEB_FOLDER
from support.browser_player import PATIENCE, Person
from support.command import Keypeg, Ran, run_here
from support.running_server import COMPILATION_SECONDS, Server

SOLVING = 1000 * COMPILATION_SECONDS
"""The limit in milliseconds for the first answer of the solver, which may have to be compiled."""

expect.set_options(timeout=PATIENCE)

NewPerson = Callable[..., Person]

IdlePlayers = dict[str, list[Person]]
"""Players that a test has finished with and another may use, by their kind of device."""


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    assert (WEB_FOLDER / "index.html").is_file(), "the pages are not built: make pages"
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("server"), measured=False)
    yield server
    assert server.stop() == 0


@pytest.fixture(scope="session")
def idle_players() -> IdlePlayers:
    """Players to reuse, because starting a browser takes longer than most tests."""
    return defaultdict(list)


@pytest.fixture
def keypeg(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Keypeg:
    """The command, run in this process, to compare the pages with."""

    def run(*arguments: str, stdin: str = "") -> Ran:
        return run_here(monkeypatch, capsys, arguments, stdin)

    return run


@pytest.fixture
def person(browser: Browser, server: Server, idle_players: IdlePlayers) -> Iterator[NewPerson]:
    """Creates a player with an empty browser, which others use later unless it is not to be shared."""
    people: list[tuple[Person, str]] = []

    def new(*, shared: bool = True, **settings: Any) -> Person:
        usual: dict[str, Any] = {
            "base_url": server.url,
            "viewport": {"width": 1200, "height": 850},
            "locale": "en-GB",
            "reduced_motion": "reduce",
        }
        kind = repr(sorted((usual | settings).items()))
        is_idle = shared and idle_players[kind]
        user = idle_players[kind].pop() if is_idle else Person(browser.new_context(**usual | settings))
        people.append((user, kind if shared else ""))
        return user

    yield new
    for user, kind in people:
        if kind:
            user.leave()
            idle_players[kind].append(user)
        else:
            user.check_console()
            user.context.close()
