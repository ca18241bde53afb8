"""What goes through real sockets, byte by byte: nobody is sent another's secret before it is revealed."""

import sqlite3
from contextlib import closing
from random import Random

import pytest

from keypeg.editions import RULEBOOKS
from keypeg.records.edition_links import write_edition
from keypeg.service import entries
from server.test_table_socket import Faithful, any_action
from support.random_play import random_edition
from support.running_server import Player, Server
from support.sent_traffic import Tally, check_traffic

MATCHES = 1
"""Of each edition: what makes frames is tested with thousands in tests/service, and here what becomes of them."""

PATIENCE = 60
"""After how many actions a match is left."""


def log_of(player: Player) -> list[entries.Entry]:
    """What the database holds of a table, secrets included."""
    sql = "select body from entries where table_id = ? order by number"
    with closing(sqlite3.connect(player.server.settings.file)) as database:
        return [entries.decode(body) for (body,) in database.execute(sql, (player.table,))]


@pytest.mark.parametrize("name", RULEBOOKS)
def test_nobody_hears_anothers_secret_before_it_is_revealed(server: Server, name: str) -> None:
    rng, tally = Random(f"sockets {name}"), Tally()
    for _ in range(MATCHES):
        edition = random_edition(name, rng, longest=2)
        host = server.play(write_edition(edition), seats=edition.seats)
        followers = [Faithful(host, seat) for seat in (None, *range(1, edition.seats + 1))]
        number = followers[0].begun
        for count in range(PATIENCE):
            for one in followers:
                one.catch_up(number)
            if followers[0].now["outcome"] is not None:
                break
            actor = followers[rng.choice(followers[0].now["waiting"])]
            number = actor.number + 1
            actor.socket.submit(any_action(actor.now, edition, rng), f"{count}")
        for one in followers:
            one.catch_up(number)
            one.socket.close()
        check_traffic(log_of(host), {one.seat: one.socket.received for one in followers}, tally)
    assert tally.matches == MATCHES
    assert tally.secrets > tally.frames > 0
