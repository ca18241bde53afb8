"""Beam search, here of games small enough to compare its results with proven ones; lower bounds and worst cases too."""

from concurrent.futures import Executor, ThreadPoolExecutor
from functools import cache
from itertools import count
from pathlib import Path

import numpy as np
import pytest

from keypeg.core.errors import ReadError
from keypeg.core.marks import BLACK_WHITE, SUM
from keypeg.solver.beam.beam import BeamSearch, BeamWidth, expected_costs
from keypeg.solver.beam.parallel_beam import BeamPass, BeamProgress, ParallelBeam
from keypeg.solver.game.guessing_game import GuessingGame
from keypeg.solver.game.partition import cells_by_mark
from keypeg.solver.one_step.grow import one_step_strategy
from keypeg.solver.one_step.rules import Rule, Ties
from keypeg.solver.proof.lower_bound import bound_all_openings, bound_cell, bound_openings, distinct_openings
from keypeg.solver.proof.optimal import least_worst_case, optimal_strategy, strategy_cost
from keypeg.solver.proof.trim_worst_case import limit_worst_case, trim_worst_case
from keypeg.solver.strategy.costs import costs_within
from keypeg.solver.strategy.verify import play_all
from support.inline_executor import InlineExecutor
from support.plain_solver import small_game
from support.thoroughness import first_of, some_of

NARROW = (BeamPass(4, BeamWidth(2, 1, 3)), BeamPass(2, BeamWidth(4, 2, 6)))
"""A search that leaves most guesses out."""

WHOLE = (BeamPass(10**6, BeamWidth(10**6, 10**6, 30)),)
"""A search that leaves nothing out, though most of it is not done by the exact search."""


@cache
def small() -> GuessingGame:
    return small_game(3, 5, BLACK_WHITE)


@cache
def least_total(opening: int) -> int:
    """The least total of all strategies with this opening."""
    return optimal_strategy(small(), opening=opening).cost


def finished_beam(rounds: tuple[BeamPass, ...], opening: int | None = None, file: Path | None = None) -> ParallelBeam:
    beam = ParallelBeam(small(), opening, InlineExecutor(), 1, file)
    assert beam.run(rounds)
    return beam


@pytest.mark.parametrize("opening", some_of(range(0, 125, 8), quick=5))
def test_a_beam_search_finds_a_cost_between_the_one_step_strategy_and_the_optimum(opening: int) -> None:
    began = strategy_cost(one_step_strategy(small(), Rule.ENTROPY, opening=opening))
    strategy = finished_beam(NARROW, opening)
    assert least_total(opening) <= strategy.cost <= began
    assert play_all(strategy.strategy).total == strategy.cost


@pytest.mark.parametrize("opening", [1, 7, 31])
def test_a_beam_search_that_leaves_nothing_out_finds_the_optimum(opening: int) -> None:
    assert finished_beam(WHOLE, opening).cost == least_total(opening)


def test_other_markings_are_searched_too() -> None:
    sums = small_game(3, 4, SUM)
    beam = ParallelBeam(sums, None, InlineExecutor(), 1)
    assert beam.run(NARROW)
    assert optimal_strategy(sums).cost <= beam.cost == play_all(beam.strategy).total


def test_workers_find_the_same_strategy_in_any_order(processes: Executor) -> None:
    alone = finished_beam(NARROW).strategy
    with ThreadPoolExecutor(3) as threads:
        for executor in (threads, processes):
            beam = ParallelBeam(small(), None, executor, 3)
            assert beam.run(NARROW)
            assert np.array_equal(beam.strategy.guess, alone.guess)
            assert np.array_equal(beam.strategy.child, alone.child)


def test_guesses_with_the_same_partition_are_tried_once() -> None:
    codes = np.arange(12, dtype=np.int32)
    wide = BeamSearch(small(), expected_costs(one_step_strategy(small(), Rule.ENTROPY)), BeamWidth(1, 1, 1))
    tried = wide.promising_guesses(codes, (1,), 10**6)
    parts = set()
    for guess in tried:
        cells = cells_by_mark(small(), codes, guess)
        parts.add(frozenset(frozenset(cell.tolist()) for cell in cells.values()))
    assert len(parts) == len(tried) > 1


# Stopped and resumed


def stopped_after(answers: int, file: Path) -> InlineExecutor:
    """Start a search, and stop it after so many answers."""
    executor = InlineExecutor()
    left = [answers]

    def watch(far: BeamProgress) -> bool:
        left[0] -= 1
        assert 0 <= far.answered <= far.tasks
        return left[0] > 0

    ParallelBeam(small(), None, executor, 1, file).run(NARROW, watch)
    return executor


@pytest.mark.parametrize("answers", first_of([1, 7, 2, 20], quick=2))
def test_a_stopped_search_continues_from_its_journal(answers: int, tmp_path: Path) -> None:
    whole = InlineExecutor()
    assert ParallelBeam(small(), None, whole, 1).run(NARROW)
    file = tmp_path / "searches" / "kept"
    before = stopped_after(answers, file)
    assert 0 < before.submitted < whole.submitted
    after = InlineExecutor()
    beam = ParallelBeam(small(), None, after, 1, file)
    assert beam.run(NARROW)
    assert before.submitted + after.submitted <= whole.submitted + 8  # tasks that were under way may be repeated
    assert np.array_equal(beam.strategy.guess, finished_beam(NARROW).strategy.guess)


def test_answered_tasks_are_not_run_again(tmp_path: Path) -> None:
    first = finished_beam(NARROW, file=tmp_path / "kept")
    again = InlineExecutor()
    beam = ParallelBeam(small(), None, again, 1, tmp_path / "kept")
    assert beam.run(NARROW)
    assert again.submitted == 0
    assert beam.cost == first.cost


def test_an_incomplete_line_is_dropped(tmp_path: Path) -> None:
    file = tmp_path / "kept"
    finished_beam(NARROW, file=file)
    whole = file.read_bytes()
    for cut in (1, 2, 10, 40):
        file.write_bytes(whole[:-cut])
        again = InlineExecutor()
        assert ParallelBeam(small(), None, again, 1, file).run(NARROW)
        assert again.submitted == 1
        assert sorted(file.read_bytes().split(b"\n")) == sorted(whole.split(b"\n"))


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (b"", "file-unreadable"),
        (b"no journal\n", "file-unreadable"),
        (b'{"format":"another"}\n', "wrong-checkpoint"),
        (b"\xff\xfe\n", "file-unreadable"),
    ],
)
def test_another_file_is_refused_and_left_unchanged(text: bytes, code: str, tmp_path: Path) -> None:
    file = tmp_path / "kept"
    file.write_bytes(text)
    with pytest.raises(ReadError) as refused:
        ParallelBeam(small(), None, InlineExecutor(), 1, file)
    assert refused.value.code == code
    assert file.read_bytes() == text


def test_a_journal_of_another_opening_is_refused(tmp_path: Path) -> None:
    finished_beam(NARROW, 1, tmp_path / "kept")
    with pytest.raises(ReadError) as refused:
        ParallelBeam(small(), 7, InlineExecutor(), 1, tmp_path / "kept")
    assert refused.value.code == "wrong-checkpoint"


def test_damaged_answers_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "kept"
    finished_beam(NARROW, file=file)
    label = file.read_bytes().split(b"\n")[0]
    for line in (b"{}", b"[]", b"7", b'{"mark":1,"guess":2,"second":3,"width":[1],"cost":1,"nodes":[]}'):
        file.write_bytes(label + b"\n" + line + b"\n")
        with pytest.raises(ReadError) as refused:
            ParallelBeam(small(), None, InlineExecutor(), 1, file)
        assert refused.value.code == "file-unreadable"


# Worst cases


@pytest.mark.parametrize("rule", list(Rule))
@pytest.mark.parametrize("ties", list(Ties))
def test_trimming_the_worst_case_does_not_change_the_cost(rule: Rule, ties: Ties) -> None:
    grown = one_step_strategy(small_game(3, 5, BLACK_WHITE), rule, ties)
    before, after = play_all(grown), play_all(trim_worst_case(grown))
    assert after.total <= before.total
    assert after.worst <= before.worst


def test_an_impossible_worst_case_is_not_found() -> None:
    best = optimal_strategy(small())
    worst = int(best.strategy.guesses_needed().max())
    for limit in range(1, worst):
        mended = limit_worst_case(best.strategy, limit)
        if mended is not None:
            assert play_all(mended).worst <= limit
            assert optimal_strategy(small(), costs_within(limit)).cost <= best.cost


@pytest.mark.parametrize("rule", list(Rule))
@pytest.mark.parametrize("ties", list(Ties))
def test_a_limited_worst_case_costs_no_less_than_the_optimum_within_it(rule: Rule, ties: Ties) -> None:
    grown = one_step_strategy(small(), rule, ties)
    limit = play_all(least_worst_case(small()).strategy).worst
    mended = next(strategy for more in count() if (strategy := limit_worst_case(grown, limit, more)) is not None)
    assert play_all(mended).worst == limit
    assert play_all(mended).total >= optimal_strategy(small(), costs_within(limit)).cost


# Lower bounds


def test_cells_too_large_for_the_exact_search_are_bounded_by_counting(monkeypatch: pytest.MonkeyPatch) -> None:
    counted = list(bound_openings(small(), distinct_openings(small()), 0, InlineExecutor()))
    monkeypatch.setattr("keypeg.solver.exact.mark_tables.MAX_TABLE_BYTES", 1)
    assert list(bound_openings(small(), distinct_openings(small()), 10**6, InlineExecutor())) == counted


@pytest.mark.parametrize("work", [0, 1, 10**6])
def test_lower_bounds_are_never_above_the_optimum_and_reach_it_with_enough_work(work: int) -> None:
    bounds = list(bound_openings(small(), distinct_openings(small()), work, InlineExecutor()))
    assert [opening.guess for opening in bounds] == distinct_openings(small())
    for opening in bounds:
        assert opening.lower <= least_total(opening.guess)
    if work == 10**6:
        assert [opening.lower for opening in bounds] == [least_total(opening.guess) for opening in bounds]


@pytest.mark.parametrize("work", [0, 20, 1000, 10**6])
def test_the_bound_of_a_game_is_the_same_with_the_work_that_is_spared(work: int) -> None:
    everything, sparing = InlineExecutor(), InlineExecutor()
    thorough = list(bound_openings(small(), distinct_openings(small()), work, everything))
    bounds = list(bound_all_openings(small(), work, sparing))
    assert {opening.guess for opening in bounds} == {opening.guess for opening in thorough}
    assert min(opening.lower for opening in bounds) == min(opening.lower for opening in thorough)
    assert sparing.submitted < 2 * everything.submitted


def test_more_work_never_proves_less() -> None:
    larger = small_game(4, 5, BLACK_WHITE)
    cell = max(cells_by_mark(larger, np.arange(625, dtype=np.int32), 7).values(), key=len)
    bounds = [bound_cell(larger, cell, (7,), work) for work in (0, 1, 2, 50)]
    assert bounds == sorted(bounds)
    assert bounds[0] < bounds[-1]
