"""Frames of real sockets, byte by byte: none contains another player's secret before its reveal."""

import sqlite3
from contextlib import closing
from random import Random

import pytest

from keypeg.editions import RULEBOOKS
from keypeg.records.edition_links import write_edition
from keypeg.service import entries
from server.test_table_socket import ResumingFollower, random_action
from support.random_play import random_edition
from support.running_server import Player, Server
from support.sent_traffic import Tally, check_traffic

MATCHES_PER_EDITION = 1
"""Matches of each edition. Frames are tested with thousands of matches in tests/service; here only their transport."""

MAX_ACTIONS = 60
"""After so many actions a match is abandoned."""


def read_log(player: Player) -> list[entries.Entry]:
    """Read the log of a table from the database, secrets included."""
    sql = "select body from entries where table_id = ? order by number"
    with closing(sqlite3.connect(player.server.settings.file)) as database:
        return [entries.decode(body) for (body,) in database.execute(sql, (player.table,))]


@pytest.mark.parametrize("name", RULEBOOKS)
def test_no_frame_contains_anothers_secret_before_its_reveal(server: Server, name: str) -> None:
    rng, tally = Random(f"sockets {name}"), Tally()
    for _ in range(MATCHES_PER_EDITION):
        edition = random_edition(name, rng, longest=2)
        host = server.play(write_edition(edition), seats=edition.seats)
        followers = [ResumingFollower(host, seat) for seat in (None, *range(1, edition.seats + 1))]
        number = followers[0].first_number
        for count in range(MAX_ACTIONS):
            for follower in followers:
                follower.catch_up(number)
            if followers[0].now["outcome"] is not None:
                break
            actor = followers[rng.choice(followers[0].now["waiting"])]
            number = actor.number + 1
            actor.socket.submit(random_action(actor.now, edition, rng), f"{count}")
        for follower in followers:
            follower.catch_up(number)
            follower.socket.close()
        check_traffic(read_log(host), {follower.seat: follower.socket.received for follower in followers}, tally)
    assert tally.matches == MATCHES_PER_EDITION
    assert tally.secrets > tally.frames > 0
