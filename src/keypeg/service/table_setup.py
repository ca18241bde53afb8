"""The first entries of a new table: of one that a person opens, of a rematch, and of the daily code."""

from collections.abc import Sequence
from datetime import date

from keypeg.core.actions import Action, Deal, SetCode
from keypeg.core.edition import TABLE, Edition
from keypeg.draws.daily_code import as_daily, daily_code, daily_parts
from keypeg.records.edition_links import write_edition
from keypeg.records.notation import write_action
from keypeg.service.entries import ActionEntry, BeginEntry, Entry, JoinEntry, OpenEntry, SitEntry
from keypeg.service.entry_checks import HOST
from keypeg.service.names import clean_name
from keypeg.service.system_sources import SystemSources
from keypeg.service.table import Occupant, Table, codes_set_by

DAILY_BOT_LEVEL = "casual"
"""The level of the bots in the other seats at a table for the daily code."""


def entries_of_table(
    open_entry: OpenEntry, seats: Sequence[tuple[int, str]] = (), *, begin: bool = False
) -> list[Entry]:
    """Write the first entries of a table whose host takes these seats; a seat with a level gets a bot."""
    now = open_entry.timestamp
    following: list[Entry] = [SitEntry(timestamp=now, player=HOST, seat=seat, level=level) for seat, level in seats]
    if begin:
        following.append(BeginEntry(timestamp=now, player=HOST))
    return [open_entry, *following]


def entries_of_rematch(table: Table, sources: SystemSources) -> list[Entry]:
    """Write the first entries of a rematch: the same players in the same seats.

    All but the one who asked for it first are invited: their seats are kept until they come. If there are no others,
    the match begins.
    """
    now, earlier = sources.now(), table.open_entry
    open_entry = OpenEntry(
        timestamp=now,
        edition=earlier.edition,
        host=earlier.host,
        join=sources.new_token(),
        watch=sources.new_token(),
        hints=earlier.hints,
        turn_limit=table.turn_limit,
        human_pace=earlier.human_pace,
        rematch_of=table.id,
    )
    join_entries = [
        JoinEntry(timestamp=now, name="" if player in table.guests else name)
        for player, name in enumerate(table.players[HOST:], HOST + 1)
    ]
    sit_entries = [
        _sit_again(table, seat, occupant, now, invited=not occupant.level and occupant.player != table.rematch_player)
        for seat, occupant in enumerate(table.occupants, 1)
        if occupant is not None
    ]
    others_come = any(entry.invited for entry in sit_entries)
    begin_entries = [] if others_come else [BeginEntry(timestamp=now, player=HOST)]
    return [open_entry, *join_entries, *sit_entries, *begin_entries]


def _sit_again(table: Table, seat: int, occupant: Occupant, now: int, *, invited: bool) -> SitEntry:
    """Write the entry by which the occupant of a seat has the same one in a rematch."""
    return SitEntry(
        timestamp=now,
        player=occupant.player,
        seat=seat,
        name="" if occupant.guest else occupant.name,
        level=occupant.level,
        guest=occupant.guest not in (0, table.guests.get(occupant.player)),
        invited=invited,
    )


def entries_of_daily_table(
    edition: Edition, name: str, day: date, now: int, sources: SystemSources, key: bytes
) -> list[Entry]:
    """Write the first entries of a table for the daily code, with the person in the last seat and bots in the others.

    It is one practice round. The code is set before the person arrives, from the day and the server's key. Where
    everybody makes a code, the person still makes their own.
    """
    edition = as_daily(edition)
    own = edition.default_breaker
    open_entry = OpenEntry(
        timestamp=now,
        edition=write_edition(edition),
        host=clean_name(name),
        join=sources.new_token(),
        watch=sources.new_token(),
        human_pace=True,
        day=day.isoformat(),
    )
    seats = [(seat, "" if seat == own else DAILY_BOT_LEVEL) for seat in range(1, edition.seats + 1)]
    dealt = edition.dealt
    action: Action = Deal(daily_parts(edition, day, key)) if dealt else SetCode(daily_code(edition, day, key))
    seat = TABLE if dealt else 1
    salts = tuple(sources.new_salt() for _ in codes_set_by(seat, action))
    text = write_action(action, edition.palette)
    entry = ActionEntry(timestamp=now, seat=seat, action=text, salts=salts)
    return [*entries_of_table(open_entry, seats, begin=True), entry]
