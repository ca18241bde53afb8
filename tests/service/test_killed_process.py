"""A process that is killed loses nothing that it has reported as stored."""

import subprocess
import sys
from pathlib import Path

import pytest

from keypeg.service import scheduler as scheduler_module
from keypeg.service.entries import TurnLimitEntry
from keypeg.service.scheduler import Scheduler
from support.databases import Database, PostgresqlDatabase, SqliteFile
from support.scheduled_tables import InlinePool, is_over
from support.service_harness import actions_in, read_log, replayed_table, run, serving, until

TESTS = Path(__file__).parent.parent


def killed(database: Database) -> tuple[str, list[int]]:
    """Kill a process while it writes; return its table, and the numbers that it has reported as stored."""
    assert isinstance(database, SqliteFile | PostgresqlDatabase)
    url = database.url if isinstance(database, PostgresqlDatabase) else str(database.path)
    words = [sys.executable, "-m", "support.doomed_process", url]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, cwd=TESTS) as process:
        assert process.stdout is not None
        table = process.stdout.readline().strip()
        reported = [int(process.stdout.readline()) for _ in range(50)]
        process.kill()
        # The last line may be incomplete.
        reported += [int(line) for line in process.stdout.read().splitlines(keepends=True) if line.endswith("\n")]
    return table, reported


def test_another_process_continues_where_a_killed_one_stopped(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scheduler_module, "SEARCH_PAUSE_SECONDS", 0.01)
    table, reported = killed(database)
    assert reported == list(range(reported[0], reported[-1] + 1))

    async def test() -> None:
        async with serving(database) as tables:
            log = await read_log(tables, table)
            assert reported[-1] <= len(log) <= reported[-1] + 1
            limits = [entry.turn_limit for entry in log if isinstance(entry, TurnLimitEntry)]
            assert limits == list(range(1, len(limits) + 1)), "each once, in order"
            assert actions_in(log) == []
            scheduler = Scheduler(tables, InlinePool())
            scheduler.start()
            await until(lambda: table in tables._in_use)
            live_table = await tables.load(table)
            await until(is_over(live_table))
            assert (await replayed_table(tables, table)).is_over
            await scheduler.close()

    run(test())
