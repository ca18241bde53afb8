"""A process that is killed in the midst of its work takes nothing with it that it has said is kept."""

import subprocess
import sys
from pathlib import Path

import pytest

from keypeg.service import scheduler as minding_module
from keypeg.service.entries import Limited
from keypeg.service.scheduler import Minder
from support.databases import Database, PostgresqlDatabase, SqliteFile
from support.scheduled_tables import Plain, over
from support.table_house import actions, folded, log_of, run, serving, until

TESTS = Path(__file__).parent.parent


def killed(database: Database) -> tuple[str, list[int]]:
    """Kill a process that is busy at a table. Returns the table, and the numbers that it has said are kept."""
    assert isinstance(database, SqliteFile | PostgresqlDatabase)
    url = database.url if isinstance(database, PostgresqlDatabase) else str(database.path)
    words = [sys.executable, "-m", "support.doomed_process", url]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, cwd=TESTS) as process:
        assert process.stdout is not None
        table = process.stdout.readline().strip()
        told = [int(process.stdout.readline()) for _ in range(50)]
        process.kill()
        # The last line may have been cut off.
        told += [int(line) for line in process.stdout.read().splitlines(keepends=True) if line.endswith("\n")]
    return table, told


def test_what_a_killed_process_has_said_is_kept_and_another_plays_on(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(minding_module, "PAUSE", 0.01)
    table, told = killed(database)
    assert told == list(range(told[0], told[-1] + 1))

    async def test() -> None:
        async with serving(database) as tables:
            log = await log_of(tables, table)
            assert told[-1] <= len(log) <= told[-1] + 1
            limits = [entry.limit for entry in log if isinstance(entry, Limited)]
            assert limits == list(range(1, len(limits) + 1)), "each once, in order"
            assert actions(log) == []
            minder = Minder(tables, Plain())
            minder.start()
            await until(lambda: table in tables._lives)
            live = await tables.live(table)
            await until(over(live))
            assert (await folded(tables, table)).over
            await minder.close()

    run(test())
