"""Whether an entry may be appended to a table's log. What the match itself allows is checked by the core."""

from typing import TYPE_CHECKING

from keypeg.core.actions import Resign
from keypeg.core.edition import TABLE
from keypeg.extras import check_extra
from keypeg.players.registry import code_keeping_names, keeps_code, uses_solver
from keypeg.records.notation import action_word
from keypeg.service.entries import (
    ActionEntry,
    BeginEntry,
    Entry,
    JoinEntry,
    OpenEntry,
    RematchEntry,
    SitEntry,
    StandEntry,
    TurnLimitEntry,
)
from keypeg.service.errors import TableError
from keypeg.solver.readiness import must_compile

if TYPE_CHECKING:
    from keypeg.service.table import Table

RESIGN = action_word(Resign)
"""How an entry writes that a player resigns."""

HOST = 1
"""The number of the player who opened the table."""

MAX_PLAYERS = 1000
"""How many people can join a table, including those who have left it."""

MAX_ENTRIES = 20_000
"""After so many entries a log takes no more moves. The longest matches that anybody plays have 5,000."""

MAX_CHANGES = 200
"""How often a player may take and leave seats or change the time limit."""

MAX_PROPOSALS = 5
"""How often the host may propose a time limit between two moves."""


def check_at_full_log(entry: Entry) -> None:
    """Raise `TableError` unless this entry may be appended to a full log.

    Players can only resign, and the table does what follows from that.
    """
    if isinstance(entry, ActionEntry):
        is_allowed = entry.seat == TABLE or entry.action == RESIGN
    else:
        is_allowed = isinstance(entry, RematchEntry)
    if not is_allowed:
        raise TableError("log-full", most=MAX_ENTRIES)


def check_table_entry(table: "Table", entry: Entry) -> None:
    """Raise `TableError` if this entry, which is not an action in the match, may not be appended."""
    match entry:
        case JoinEntry():
            if len(table.players) >= MAX_PLAYERS:
                raise TableError("table-full")
        case SitEntry():
            _check_sit(table, entry)
        case StandEntry():
            _check_stand(table, entry)
        case BeginEntry():
            _check_begin(table, entry)
        case TurnLimitEntry():
            _check_turn_limit(table, entry)
        case RematchEntry():
            if not table.is_over:
                raise TableError("not-over")
        case OpenEntry():
            raise TableError("already-begun")


def _check_changes(table: "Table", player: int) -> None:
    if table.change_counts.get(player, 0) >= MAX_CHANGES:
        raise TableError("too-many-changes", most=MAX_CHANGES)


def _check_sit(table: "Table", entry: SitEntry) -> None:
    _check_not_begun(table)
    _check_changes(table, entry.player)
    table.check_seat(entry.seat)
    if entry.player in table.barred_players and not entry.level:
        raise TableError("removed-by-host")
    if not table.is_open(entry.seat):
        raise TableError("seat-taken", seat=entry.seat)
    if entry.level:
        _check_host(entry.player)
        if entry.level not in code_keeping_names() or not keeps_code(entry.level):
            raise TableError("no-such-level", level=entry.level, levels=", ".join(code_keeping_names()))
        if uses_solver(entry.level) and must_compile():
            check_extra("solver")


def _check_stand(table: "Table", entry: StandEntry) -> None:
    _check_not_begun(table)
    _check_changes(table, entry.player)
    table.check_seat(entry.seat)
    occupant = table.occupants[entry.seat - 1]
    if occupant is None:
        raise TableError("seat-free", seat=entry.seat)
    if entry.player not in (occupant.player, HOST):
        raise TableError("not-your-seat", seat=entry.seat)


def _check_begin(table: "Table", entry: BeginEntry) -> None:
    _check_host(entry.player)
    _check_not_begun(table)
    for seat in range(1, len(table.occupants) + 1):
        if table.is_open(seat):
            raise TableError("seats-open", seat=seat)


def _check_turn_limit(table: "Table", entry: TurnLimitEntry) -> None:
    """The host sets or proposes a limit; the others can only agree to the one that is proposed now."""
    proposed = table.proposed_turn_limit
    _check_changes(table, entry.player)
    if entry.player == HOST:
        if table.begun_at is not None and table.proposal_count >= MAX_PROPOSALS:
            raise TableError("too-many-proposals", most=MAX_PROPOSALS)
        return
    if proposed is None:
        raise TableError("host-only")
    if entry.turn_limit != proposed:
        raise TableError("not-proposed", seconds=proposed)
    if entry.player not in table.players_to_agree:
        raise TableError("already-agreed")


def _check_not_begun(table: "Table") -> None:
    if table.begun_at is not None:
        raise TableError("already-begun")


def _check_host(player: int) -> None:
    if player != HOST:
        raise TableError("host-only")
