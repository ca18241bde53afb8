"""Wrong marks in the largest game that can be marked by hand hold nobody up."""

from random import Random

from keypeg.core.edition import TABLE
from keypeg.records.edition_links import write_edition
from keypeg.records.notation import write_action
from support.databases import SqliteFile
from support.random_play import Temper, edition_from, play
from support.service_harness import RecordingFollower, open_seated_table, run, serving

LARGEST = edition_from("house", **{"holes": 8, "colours": 20, "rows": 40, "by-hand": "yes"})
HALF_WRONG = Temper(finds=0.0, errs=0.5, claims=0.0, calls=0.0, leaves=0.0, patience=60)


def test_a_move_never_waits_for_the_search_whether_marks_at_another_table_fit_a_code(sqlite_file: SqliteFile) -> None:
    """Measured by the check of the event loop, which is on in every test of the service."""

    async def test() -> None:
        async with serving(sqlite_file) as tables:
            hostile = await open_seated_table(tables, write_edition(LARGEST))
            other = await open_seated_table(tables)
            watchers = [RecordingFollower(tables, hostile.live_table, seat) for seat in (None, 1, 2)]
            for watcher in watchers:
                await tables.follow(hostile.live_table, watcher.seat, watcher.receive, None)
            await other.play("1 code RRBB")
            log = play(LARGEST, Random(0), HALF_WRONG).log[:60]
            for number, (seat, action) in enumerate(log):
                assert seat != TABLE
                await hostile.submit(seat, write_action(action, LARGEST.palette))
                if number % 10 == 0:
                    await other.play("2 guess YYYY")
            assert any(b'"contradicted":true' in frame for frame in watchers[0].frames)
            assert not any(b'"contradicted":true' in frame for frame in watchers[1].frames), "the maker knows"

    run(test())
