"""The command `db`: upgrade, check or prune the server's database. It imports the server only when it runs."""

import argparse
import asyncio
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from keypeg.cli.arguments import SUBCOMMAND, Command, Words, add_json, print_json
from keypeg.cli.database_option import add_database, read_database
from keypeg.cli.exit_status import ExitStatus
from keypeg.core.errors import ReadError
from keypeg.extras import check_extra
from keypeg.i18n.catalogue import say

if TYPE_CHECKING:
    from keypeg.cli.documents.database_types import StoredTableSummary
    from keypeg.server.settings import Settings
    from keypeg.service.maintenance.log_check import DatabaseCheck
    from keypeg.service.storage.store import MaintainedStore

Result = TypeVar("Result")

AGE = re.compile(r"([1-9][0-9]{0,4})([hdw])")
"""A number of hours, days or weeks."""

HOURS = {"h": 1, "d": 24, "w": 7 * 24}

MS_PER_HOUR = 3_600_000


def add_commands(command: Command, words: Words) -> None:
    """Add this command to the parser."""
    add = command("db", run_db)
    add(SUBCOMMAND, choices=tuple(RUN), metavar=words("COMMAND"), help=words("db-command"))
    add_database(add, words)
    add("--quick", action="store_true", help=words("quick"))
    add("--older-than", default="", metavar=words("AGE"), help=words("older-than"))
    add("--export", metavar=words("FOLDER"), help=words("export"))
    add("--dry-run", action="store_true", help=words("dry-run"))
    add_json(add, words)


def run_db(options: argparse.Namespace, lang: str) -> int:
    """Run one of the commands on the database."""
    return RUN[options.subcommand](options, lang)


def _upgrade(options: argparse.Namespace, lang: str) -> int:
    """Upgrade a database to the schema of this version."""
    from keypeg.server.startup import upgrade

    before, after = upgrade(read_settings(options))
    print(say(lang, "upgraded" if before < after else "up-to-date", before=before, now=after))
    return ExitStatus.DONE


def _check(options: argparse.Namespace, lang: str) -> int:
    """Look for damage in a database."""
    from keypeg.cli.documents.database_documents import check_document
    from keypeg.service.errors import TableError
    from keypeg.service.maintenance.log_check import DatabaseCheck, check_database

    async def check(store: "MaintainedStore") -> DatabaseCheck:
        return await check_database(store, quick=options.quick)

    try:
        result = run_with_store(options, check)
    except TableError as error:
        if error.code != "storage-damaged":
            raise
        result = DatabaseCheck(0, ("database disk image is malformed",), ())
    if options.json:
        print_json(check_document(result))
    else:
        _print_check(result, options.quick, lang)
    return ExitStatus.DONE if result.is_sound else ExitStatus.NEGATIVE


def _print_check(check: "DatabaseCheck", quick: bool, lang: str) -> None:
    for fault in check.faults:
        print(say(lang, "database-fault", fault=fault))
    for damaged in check.damaged:
        key = f"log-{damaged.damage}"
        print(say(lang, key, table=damaged.table_id, entry=damaged.entry))
    if check.is_sound:
        print(say(lang, "database-sound-quick") if quick else say(lang, "database-sound", count=check.logs))
    else:
        print(say(lang, "database-damaged", count=len(check.damaged)))


def _prune(options: argparse.Namespace, lang: str) -> int:
    """Remove tables that nobody has used for long, or show which they are."""
    from keypeg.cli.documents.database_documents import prune_document, table_summary
    from keypeg.cli.tables import describe_table
    from keypeg.service.maintenance.retention import prune_tables
    from keypeg.service.system_sources import SystemSources

    before = SystemSources().now() - parse_age(options.older_than)
    export = Path(options.export) if options.export else None

    async def prune(store: "MaintainedStore") -> "list[StoredTableSummary]":
        pruned = prune_tables(store, before, export=export, is_trial=options.dry_run)
        return [table_summary(listed) async for listed in pruned]

    tables = run_with_store(options, prune)
    if options.json:
        print_json(prune_document(before, options.dry_run, tables))
        return ExitStatus.DONE
    for table in tables:
        print(describe_table(table, lang))
    print(say(lang, "would-prune" if options.dry_run else "pruned", count=len(tables)))
    return ExitStatus.DONE


def parse_age(text: str) -> int:
    """Read an age such as `90d` in milliseconds. Raises `ReadError`."""
    match = AGE.fullmatch(text)
    if match is None:
        raise ReadError("unreadable-age", text=text)
    return int(match[1]) * HOURS[match[2]] * MS_PER_HOUR


def read_settings(options: argparse.Namespace) -> "Settings":
    """Return the settings of a server on the database that is named. Raises if it needs an extra that is missing."""
    check_extra("server")
    from keypeg.server.settings import Settings

    settings = Settings(read_database(options))
    if settings.on_postgresql:
        check_extra("postgresql")
    return settings


def run_with_store(options: argparse.Namespace, work: "Callable[[MaintainedStore], Awaitable[Result]]") -> Result:
    """Open the database that is named, beside a server that may run, and do some work with it."""
    from keypeg.server.app import create_store

    settings = read_settings(options)

    async def open_and_work() -> Result:
        store = create_store(settings, beside_server=True)
        await store.open(lambda grown: None)
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(open_and_work())


RUN: dict[str, Callable[[argparse.Namespace, str], int]] = {"upgrade": _upgrade, "check": _check, "prune": _prune}
"""The commands on the database."""
