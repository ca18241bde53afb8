"""What one client may do in the lobby."""

from collections.abc import Callable

import pytest

from keypeg.core.errors import KeypegError
from keypeg.server.lobby_limits import LobbyLimits
from keypeg.server.settings import Limits

ANN, EVE, EVE_AGAIN = "192.0.2.1", "2001:db8:0:1::1", "2001:db8:0:1:ffff::2"
"""Eve has many addresses, all in one network."""


def code_of(work: Callable[[], object]) -> str:
    """Return the code with which this is refused; empty if it is not."""
    try:
        work()
    except KeypegError as error:
        return error.code
    return ""


def limits(waiting: set[str]) -> LobbyLimits:
    return LobbyLimits(Limits(public_tables=3, joins=2), waiting.__contains__)


def test_one_client_fills_the_lobby_neither_at_once_nor_from_many_addresses_of_its_network() -> None:
    waiting: set[str] = set()
    lobby = limits(waiting)
    for number in range(51):
        if not code_of(lambda: lobby.check_opening(EVE)) and not code_of(lambda: lobby.check_opening(EVE_AGAIN)):
            lobby.note_opening((EVE, EVE_AGAIN)[number % 2], f"table{number}")
            waiting.add(f"table{number}")
    assert len(waiting) == 3
    assert code_of(lambda: lobby.check_opening(EVE)) == "too-many-public-tables"
    assert code_of(lambda: lobby.check_opening(ANN)) == ""
    waiting.pop()
    assert code_of(lambda: lobby.check_opening(EVE)) == "", "one of them has begun"


def test_a_client_with_many_networks_hides_no_other_host() -> None:
    lobby = limits(set())
    lobby.note_opening(ANN, "honest")
    lobby.note_opening("198.51.100.1", "honest-2")
    for number in range(300):
        lobby.note_opening(f"2001:db8:0:{number:x}::1", f"stuffing-{number}")
    latest_first = [*(f"stuffing-{number}" for number in range(300)), "elsewhere", "honest", "honest-2"]
    assert lobby.take_turns(latest_first) == ["stuffing-0", *latest_first[300:], *latest_first[1:300]]


def test_one_client_does_not_fill_a_table_with_players() -> None:
    lobby = limits(set())
    refused = [code_of(lambda: lobby.check_joining(EVE, "table")) for _ in range(99)]
    assert refused.count("") == 2
    assert set(refused[2:]) == {"too-fast"}
    assert (
        code_of(lambda: lobby.check_joining(EVE, "other")) == code_of(lambda: lobby.check_joining(ANN, "table")) == ""
    )


@pytest.mark.parametrize(("host", "code"), [(ANN, "removed-by-host"), (EVE_AGAIN, "")])
def test_a_removed_player_does_not_join_again_unless_the_host_is_on_the_same_network(host: str, code: str) -> None:
    lobby = limits(set())
    lobby.check_joining(EVE, "table")
    lobby.note_player(EVE, "table", 2)
    lobby.bar(host, "table", 2)
    assert code_of(lambda: lobby.check_joining(EVE_AGAIN, "table")) == code
    assert code_of(lambda: lobby.check_joining(EVE, "other")) == ""
