"""The command `tables`: lists, shows, ends and removes the tables of a server, also while it runs."""

import argparse
from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from keypeg.cli.arguments import SUBCOMMAND, Command, Words, add_json, parse_number, print_json
from keypeg.cli.database import run_with_store
from keypeg.cli.database_option import add_database
from keypeg.cli.exit_status import ExitStatus
from keypeg.core.errors import ReadError
from keypeg.i18n.catalogue import say

if TYPE_CHECKING:
    from keypeg.cli.documents.database_types import StoredTableSummary
    from keypeg.service.maintenance.table_list import ListedState
    from keypeg.service.storage.store import MaintainedStore

STATES = ("open", "running", "finished", "damaged")
"""The states of tables, as options and documents name them."""

MAX_LISTED = 10_000

MS_PER_SECOND = 1000


def add_commands(command: Command, words: Words) -> None:
    """Add this command to the parser."""
    add = command("tables", run_tables)
    add(SUBCOMMAND, choices=tuple(RUN), metavar=words("COMMAND"), help=words("tables-command"))
    add("table", nargs="?", default="", metavar=words("TABLE"), help=words("table"))
    add("--state", choices=STATES, metavar=words("NAME"), help=words("state"))
    add("--most", default="50", metavar="N", help=words("most"))
    add_database(add, words)
    add_json(add, words)


def run_tables(options: argparse.Namespace, lang: str) -> int:
    """Run one of the commands on tables."""
    if options.subcommand != "list" and not options.table:
        raise ReadError("table-id-needed", command=options.subcommand)
    return RUN[options.subcommand](options, lang)


def describe_table(table: "StoredTableSummary", lang: str) -> str:
    """A line about a table, as lists have it."""
    parts = [
        table["table"],
        say(lang, f"table-state-{table['state']}"),
        _time(table["last_used_at"]),
        table["edition"] or "",
        ", ".join(table["players"]),
    ]
    return "  ".join(filter(None, parts))


def _time(milliseconds: int) -> str:
    return f"{datetime.fromtimestamp(milliseconds / MS_PER_SECOND, UTC):%Y-%m-%d %H:%M}"


def _list(options: argparse.Namespace, lang: str) -> int:
    from keypeg.cli.documents.database_documents import table_summary, tables_list_document
    from keypeg.service.maintenance.table_list import TableState, list_recent

    most = parse_number(options.most, 1, MAX_LISTED)
    state = None if options.state is None else TableState(options.state)

    async def find(store: "MaintainedStore") -> "list[StoredTableSummary]":
        return [table_summary(listed) for listed in await list_recent(store, state, most)]

    tables = run_with_store(options, find)
    if options.json:
        print_json(tables_list_document(tables))
    else:
        print(*([describe_table(table, lang) for table in tables] or [say(lang, "no-stored-tables")]), sep="\n")
    return ExitStatus.DONE


def _show(options: argparse.Namespace, lang: str) -> int:
    from keypeg.cli.documents.database_documents import tables_show_document

    listed = run_with_store(options, lambda store: _find(store, options))
    if options.json:
        print_json(tables_show_document(listed))
    else:
        print(*_describe_in_full(listed, lang), sep="\n")
    return ExitStatus.DONE


def _describe_in_full(listed: "ListedState", lang: str) -> list[str]:
    from keypeg.cli.documents.database_documents import table_summary

    lines = [describe_table(table_summary(listed), lang)]
    if listed.stored.created_at:
        lines.append(say(lang, "table-opened", time=_time(listed.stored.created_at)))
    lines.append(say(lang, "table-used", time=_time(listed.last_used)))
    lines.append(say(lang, "table-entries", count=listed.stored.entry_count))
    for seat, occupant in enumerate(listed.table.occupants if listed.table else (), 1):
        if occupant is None:
            lines.append(say(lang, "table-seat-open", seat=seat))
        elif occupant.level:
            lines.append(say(lang, "table-seat-bot", seat=seat, player=occupant.name, level=occupant.level))
        else:
            lines.append(say(lang, "table-seat", seat=seat, player=occupant.name))
    return lines


def _end(options: argparse.Namespace, lang: str) -> int:
    from keypeg.cli.documents.database_documents import tables_end_document
    from keypeg.service.maintenance.table_end import end_match
    from keypeg.service.maintenance.table_list import TableState
    from keypeg.service.table_service import TableService

    async def end(store: "MaintainedStore") -> "tuple[ListedState, bool]":
        listed = await _find(store, options)
        ended = listed.state == TableState.RUNNING and await end_match(TableService(store), options.table)
        return await _find(store, options), ended

    listed, ended = run_with_store(options, end)
    if options.json:
        print_json(tables_end_document(listed, ended))
    else:
        print(say(lang, "table-ended" if ended else "table-not-running", table=options.table))
    return ExitStatus.DONE if ended else ExitStatus.NEGATIVE


def _remove(options: argparse.Namespace, lang: str) -> int:
    from keypeg.cli.documents.database_documents import tables_remove_document
    from keypeg.service.storage.store import TableVersion

    async def remove(store: "MaintainedStore") -> "ListedState":
        listed = await _find(store, options)
        while not await store.remove_table(TableVersion(options.table, listed.stored.entry_count)):
            listed = await _find(store, options)  # something has just happened there
        return listed

    listed = run_with_store(options, remove)
    if options.json:
        print_json(tables_remove_document(listed))
    else:
        print(say(lang, "table-removed", table=options.table))
    return ExitStatus.DONE


async def _find(store: "MaintainedStore", options: argparse.Namespace) -> "ListedState":
    """Find the table that is named. Raises `TableError` if there is none."""
    from keypeg.service.maintenance.table_list import find_table

    return await find_table(store, options.table)


RUN: dict[str, Callable[[argparse.Namespace, str], int]] = {
    "list": _list,
    "show": _show,
    "end": _end,
    "remove": _remove,
}
"""The commands on tables."""
