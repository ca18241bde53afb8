"""One search with workers, stopped, saved and resumed: the result is always the same."""

import gc
import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from functools import cache, partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from keypeg.core.codes import CodeSpace
from keypeg.core.marks import BLACK_WHITE, COLOURS, SUM, Marking
from keypeg.solver.exact.search import ExactSearch, Progress
from keypeg.solver.exact.transpositions import find_slot, new_table, store_entry
from keypeg.solver.game.guessing_game import GuessingGame, game_of
from keypeg.solver.proof import optimal
from keypeg.solver.proof.checkpoint import load_table, save_table
from keypeg.solver.proof.optimal import Optimum, optimal_strategy, strategy_cost
from keypeg.solver.strategy.costs import GUESSES, Costs, costs_by_guess, costs_within
from support.inline_executor import InlineExecutor
from support.plain_solver import read_guess, refusal_code, replayed_cost, small_game
from support.thoroughness import first_of

LONG, LEAST = small_game(3, 10), 5242
"""A game whose search can be stopped hundreds of times before it ends, and its least total."""


@pytest.fixture(scope="module")
def threads() -> Iterator[Executor]:
    with ThreadPoolExecutor(2) as pool:
        yield pool


@pytest.fixture(params=["inline", "threads", "processes"])
def executor(request: pytest.FixtureRequest) -> Executor:
    """Every kind of executor in turn."""
    if request.param == "inline":
        return InlineExecutor()
    chosen: Executor = request.getfixturevalue(request.param)
    return chosen


@cache
def single_search(game: GuessingGame, costs: Costs = GUESSES) -> Optimum:
    """The result of a search without workers."""
    return optimal_strategy(game, costs)


def case_id(value: object) -> str:
    return value.key if isinstance(value, GuessingGame) else str(value.increments) if isinstance(value, Costs) else ""


def watch_for(steps: int) -> Callable[[Progress], bool]:
    """A watch that lets a search continue so many times."""
    seen = [0]

    def watch(progress: Progress) -> bool:
        seen[0] += 1
        return seen[0] <= steps

    return watch


def check(optimum: Optimum, marking: Marking, costs: Costs, least: int) -> None:
    assert optimum.proven
    assert optimum.cost == optimum.lower == least
    assert strategy_cost(optimum.strategy, costs) == replayed_cost(optimum.strategy, marking, costs) == least


# With workers


@pytest.mark.parametrize(
    ("game", "marking", "costs", "least"),
    first_of(
        [
            (small_game(4, 5), BLACK_WHITE, GUESSES, 2463),
            (small_game(4, 6), BLACK_WHITE, costs_within(5), 5626),
            (small_game(4, 6), BLACK_WHITE, GUESSES, 5625),
            (small_game(4, 6, COLOURS), COLOURS, GUESSES, None),
            (small_game(4, 8, COLOURS), COLOURS, costs_by_guess((1, 4, 9, 16, 25, 36)), None),
            (small_game(4, 4, SUM), SUM, GUESSES, None),
            (small_game(3, 5), BLACK_WHITE, costs_by_guess((1, 4, 9, 16, 25)), None),
            (small_game(4, 6, BLACK_WHITE, repeats=False, free_guesses=True), BLACK_WHITE, costs_within(6), None),
        ],
        quick=2,
    ),
    ids=case_id,
)
def test_workers_find_the_same_optimum_as_a_single_search(
    executor: Executor, game: GuessingGame, marking: Marking, costs: Costs, least: int | None
) -> None:
    best = single_search(game, costs).cost
    assert least in (None, best)
    check(optimal_strategy(game, costs, executor=executor, workers=2), marking, costs, best)


@pytest.mark.parametrize("opening", ["1122", "1234", "2233", "4321"])
def test_workers_can_be_given_an_opening(opening: str) -> None:
    game = small_game(4, 5)
    first = read_guess(game, opening)
    optimum = optimal_strategy(game, opening=first, executor=InlineExecutor(), workers=1)
    assert optimum.strategy.guess[0] == first
    check(optimum, BLACK_WHITE, GUESSES, optimum.cost)
    representative = "1122" if len(set(opening)) == 2 else "1234"
    assert optimum.cost == optimal_strategy(game, opening=read_guess(game, representative)).cost


def test_workers_can_be_given_a_useless_opening() -> None:
    game = game_of(CodeSpace(2, 2), CodeSpace(2, 3), BLACK_WHITE)
    least = optimal_strategy(game).cost
    optimum = optimal_strategy(game, opening=read_guess(game, "33"), executor=InlineExecutor())
    check(optimum, BLACK_WHITE, GUESSES, least + 4)


@pytest.mark.parametrize("workers", [1, 3, 8])
def test_the_number_of_workers_changes_nothing_but_the_work(workers: int) -> None:
    helper = InlineExecutor()
    check(optimal_strategy(small_game(4, 5), executor=helper, workers=workers), BLACK_WHITE, GUESSES, 2463)
    assert helper.submitted > 0


def test_workers_are_not_needed_for_one_code() -> None:
    check(optimal_strategy(small_game(2, 1), executor=InlineExecutor()), BLACK_WHITE, GUESSES, 1)


@pytest.mark.parametrize("limit", [1, 2, 3])
def test_an_impossible_limit_is_refused_with_and_without_workers(limit: int) -> None:
    game = small_game(3, 4)
    assert refusal_code(lambda: optimal_strategy(game, costs_within(limit))) == "no-strategy-within"
    assert (
        refusal_code(lambda: optimal_strategy(game, costs_within(limit), executor=InlineExecutor()))
        == "no-strategy-within"
    )


# Stopped


@pytest.mark.parametrize("steps", [0, 1, 3, 8])
def test_a_stopped_search_gives_a_lower_bound(steps: int) -> None:
    optimum = optimal_strategy(LONG, watch=watch_for(steps))
    assert not optimum.proven
    assert 0 < optimum.lower <= LEAST <= optimum.cost
    assert strategy_cost(optimum.strategy) == replayed_cost(optimum.strategy, BLACK_WHITE, GUESSES) == optimum.cost
    assert optimum.nodes > 0


@pytest.mark.parametrize("steps", [0, 2, 10])
def test_a_stopped_search_with_workers_gives_a_lower_bound(executor: Executor, steps: int) -> None:
    optimum = optimal_strategy(small_game(4, 6), watch=watch_for(steps), executor=executor, workers=2)
    assert not optimum.proven
    assert 0 < optimum.lower <= 5625 <= optimum.cost
    assert strategy_cost(optimum.strategy) == optimum.cost


# Checkpoints


@pytest.mark.parametrize("steps", first_of([4, 15], quick=1))
def test_a_search_continues_from_its_checkpoint(tmp_path: Path, steps: int) -> None:
    game, file = LONG, tmp_path / "kept"
    whole = single_search(game)
    assert not optimal_strategy(game, watch=watch_for(steps), checkpoint=file).proven
    assert file.exists()
    gone_on = optimal_strategy(game, checkpoint=file)
    check(gone_on, BLACK_WHITE, GUESSES, LEAST)
    assert gone_on.nodes < whole.nodes
    assert list(tmp_path.iterdir()) == [], "a finished proof needs no checkpoint"


def test_a_search_can_be_stopped_again_and_again(tmp_path: Path) -> None:
    game, file = LONG, tmp_path / "kept"
    filled = []
    for _ in range(40):
        optimum = optimal_strategy(game, watch=watch_for(3), checkpoint=file)
        assert optimum.lower <= LEAST <= optimum.cost
        if optimum.proven:
            break
        filled.append(int(load_table(file, game, GUESSES).filled[0]))
    assert len(filled) > 1
    assert filled == sorted(filled), "the table only grows"
    check(optimal_strategy(game, checkpoint=file), BLACK_WHITE, GUESSES, LEAST)


@pytest.mark.parametrize("costs", [GUESSES, costs_within(6)], ids=case_id)
def test_the_answers_of_workers_are_stored_too(tmp_path: Path, costs: Costs) -> None:
    game, file = small_game(4, 6), tmp_path / "kept"
    whole = InlineExecutor()
    least = optimal_strategy(game, costs, executor=whole).cost
    assert not optimal_strategy(game, costs, watch=watch_for(12), executor=InlineExecutor(), checkpoint=file).proven
    rest = InlineExecutor()
    check(optimal_strategy(game, costs, executor=rest, checkpoint=file), BLACK_WHITE, costs, least)
    assert rest.submitted < whole.submitted
    assert not file.exists()


@pytest.mark.parametrize("costs", first_of([GUESSES, costs_within(8)], quick=1), ids=case_id)
def test_a_search_can_continue_with_or_without_workers(tmp_path: Path, costs: Costs) -> None:
    game, file = small_game(4, 6), tmp_path / "kept"
    optimal_strategy(game, costs, watch=watch_for(12), executor=InlineExecutor(), checkpoint=file)
    check(optimal_strategy(game, costs, checkpoint=file), BLACK_WHITE, costs, 5625)
    optimal_strategy(LONG, costs, watch=watch_for(3), checkpoint=file)
    assert file.exists()
    check(optimal_strategy(LONG, costs, checkpoint=file, executor=InlineExecutor()), BLACK_WHITE, costs, LEAST)


def test_a_long_search_is_saved_while_it_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(optimal, "SAVE_SECONDS", 0.0)
    file, existed = tmp_path / "kept", []

    def watch(progress: Progress) -> bool:
        existed.append(file.exists())
        return True

    check(optimal_strategy(small_game(4, 6), watch=watch, checkpoint=file), BLACK_WHITE, GUESSES, 5625)
    assert existed
    assert all(existed)
    assert list(tmp_path.iterdir()) == []


def test_a_table_is_read_as_it_was_written(tmp_path: Path) -> None:
    game, file = small_game(3, 4), tmp_path / "kept"
    table, chance = new_table(2**12), np.random.default_rng(5)
    keys = chance.integers(1, 2**64, size=(2000, 2), dtype=np.uint64)
    for number, (first, second) in enumerate(keys):
        store_entry(table, first, second, number, number % 2, number % 64 - 1)
    save_table(file, table, game, GUESSES)
    read = load_table(file, game, GUESSES)
    assert read.filled[0] == 2000
    for number, (first, second) in enumerate(keys):
        at = find_slot(read, first, second)
        assert at >= 0
        assert [read.bound[at], read.exact[at], read.guess[at]] == [number, number % 2, number % 64 - 1]
    assert list(tmp_path.iterdir()) == [file]


def test_a_missing_file_gives_an_empty_table(tmp_path: Path) -> None:
    assert load_table(tmp_path / "nothing", small_game(3, 4), GUESSES).filled[0] == 0


def test_a_checkpoint_of_another_game_or_other_costs_is_refused(tmp_path: Path) -> None:
    file, kept_for = tmp_path / "kept", small_game(3, 4)
    save_table(file, new_table(), kept_for, costs_within(5))
    before = file.read_bytes()
    for game, costs in (
        (kept_for, GUESSES),
        (kept_for, costs_within(4)),
        (small_game(3, 5), costs_within(5)),
        (small_game(3, 4, SUM), costs_within(5)),
        (small_game(3, 4, repeats=False), costs_within(5)),
    ):
        assert refusal_code(partial(load_table, file, game, costs)) == "wrong-checkpoint"
        assert refusal_code(partial(optimal_strategy, game, costs, checkpoint=file)) == "wrong-checkpoint"
    assert file.read_bytes() == before


def damaged(good: bytes) -> dict[str, bytes]:
    return {
        "empty": b"",
        "text": b"this is no table\n",
        "short": good[: len(good) // 2],
        "torn": good[:-20],
        "changed": good[:200] + bytes(255 - byte for byte in good[200:300]) + good[300:],
    }


@pytest.mark.parametrize("damage", ["empty", "text", "short", "torn", "changed"])
def test_a_damaged_file_is_refused(tmp_path: Path, damage: str) -> None:
    game, file = small_game(3, 4), tmp_path / "kept"
    table = new_table(64)
    for number in range(1, 20):
        store_entry(table, np.uint64(number), np.uint64(7 * number), number, 1, number)
    save_table(file, table, game, GUESSES)
    broken = damaged(file.read_bytes())[damage]
    file.write_bytes(broken)
    gc.freeze()  # only objects made from here on are examined
    assert refusal_code(lambda: optimal_strategy(game, checkpoint=file)) == "file-unreadable"
    assert file.read_bytes() == broken
    gc.collect()  # warns of a file that was left open
    gc.unfreeze()


def test_a_file_of_another_kind_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "kept"
    with file.open("wb") as stream:
        np.savez(stream, something=np.arange(3))
    assert refusal_code(lambda: load_table(file, small_game(3, 4), GUESSES)) == "file-unreadable"
    with file.open("wb") as stream:
        np.save(stream, np.arange(3))
    assert refusal_code(lambda: load_table(file, small_game(3, 4), GUESSES)) == "file-unreadable"


def test_a_table_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder", encoding="utf-8")
    nowhere = tmp_path / "file" / "table"
    assert refusal_code(lambda: save_table(nowhere, new_table(), small_game(3, 4), GUESSES)) == "file-unwritable"


def test_a_killed_worker_ends_the_search_and_its_progress_is_stored(tmp_path: Path) -> None:
    checkpoint = tmp_path / "table"
    with ProcessPoolExecutor(2, get_context("spawn")) as executor:
        victim = executor.submit(os.getpid).result()
        with suppress(BrokenProcessPool):  # the killed worker may be the one that runs this
            executor.submit(os.kill, victim, signal.SIGKILL).result()
        assert (
            refusal_code(
                lambda: optimal_strategy(small_game(4, 5), executor=executor, workers=2, checkpoint=checkpoint)
            )
            == "worker-lost"
        )
    assert optimal_strategy(small_game(4, 5), checkpoint=checkpoint).cost == 2463


@pytest.mark.parametrize(
    ("name", "column"),
    [
        ("bound", np.full(3, -5, np.int64)),
        ("bound", np.full(3, 1.5)),
        ("bound", np.array(7, np.int64)),
        ("guess", np.full(3, 10**6, np.int32)),
        ("guess", np.full(3, -2, np.int32)),
        ("exact", np.full(3, 7, np.uint8)),
        ("first", np.full((3, 2), 1, np.uint64)),
        ("second", np.full(3, "no")),
        ("exact", np.full(2, 1, np.uint8)),
    ],
)
def test_a_table_with_impossible_numbers_is_refused(
    tmp_path: Path, name: str, column: np.ndarray[Any, np.dtype[Any]]
) -> None:
    table, file = new_table(), tmp_path / "table"
    for number in range(1, 4):
        store_entry(table, np.uint64(number), np.uint64(number), 10, 1, 2)
    save_table(file, table, small_game(3, 4), GUESSES)
    with np.load(file) as stored:
        columns = dict(stored)
    with file.open("wb") as stream:
        np.savez(stream, **{**columns, name: column})
    assert refusal_code(lambda: load_table(file, small_game(3, 4), GUESSES)) == "file-unreadable"


def test_a_wrong_table_proves_nothing(tmp_path: Path) -> None:
    game, file = small_game(3, 4), tmp_path / "table"
    search = ExactSearch(game)
    search.cost(search.codes)
    for column in (search.table.bound, search.table.guess):
        column[search.table.first != 0] = 0
    search.table.exact[search.table.first != 0] = 1
    save_table(file, search.table, game, GUESSES)
    assert refusal_code(lambda: optimal_strategy(game, checkpoint=file)) == "proof-does-not-hold"
