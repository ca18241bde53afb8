"""Pools of good guesses: rated as the rules say, allowed, and hardly worse than the best of all guesses."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given

from keypeg.core.codes import CodeSpace
from keypeg.core.marks import BLACK_WHITE
from keypeg.solver.large.expected_costs import ExpectedCosts
from keypeg.solver.large.guess_pool import GuessMaker, GuessPool, GuessRater
from keypeg.solver.plain.position import PlainPosition
from solver.large.positions import positions, start
from support.thoroughness import examples

COSTS = ExpectedCosts(0.45)


def rows_of(codes: object) -> "np.ndarray[tuple[int, int], np.dtype[np.uint8]]":
    return np.array(list(codes), np.uint8)  # type: ignore[call-overload]


def plain_rating(position: PlainPosition, codes: list[tuple[int, ...]], guess: tuple[int, ...]) -> float:
    """What the cells of a guess are expected to cost, mark by mark."""
    mark, solved = position.marking.mark, position.marking.solved(position.secrets.holes)
    cells = Counter(mark(code, guess) for code in codes)
    if len(cells) == 1 and len(codes) > 0:
        return float("inf")
    return sum(size * COSTS.guesses_for(size) for given, size in cells.items() if given != solved)


@given(positions(most_rows=0))
@examples(60)
def test_ratings_are_those_of_the_rules(position: PlainPosition) -> None:
    codes = list(position.secrets)[::2]
    guesses = list(position.guesses)[:40]
    rated = GuessRater(rows_of(codes), position.marking, COSTS.table(len(codes))).rate(rows_of(guesses))
    assert rated == pytest.approx([plain_rating(position, codes, guess) for guess in guesses])


@pytest.mark.parametrize(
    "space",
    [
        CodeSpace(4, 6),
        CodeSpace(4, 6, repeats=False),
        CodeSpace(4, 5, most_blanks=4),
        CodeSpace(4, 5, repeats=False, least_blanks=1, most_blanks=2, blank_holes=(1, 2)),
    ],
    ids=str,
)
def test_every_guess_that_is_made_is_allowed(space: CodeSpace) -> None:
    rng = np.random.default_rng(1)
    maker = GuessMaker(space, rows_of(space), rng)
    made = maker.random(300)
    near = maker.neighbours(made[:5])
    assert len(made)
    assert len(near)
    assert all(tuple(guess) in space for guess in np.concatenate([made, near]).tolist())


def test_all_neighbours_are_made() -> None:
    space = CodeSpace(3, 3)
    near = GuessMaker(space, rows_of(space), np.random.default_rng(1)).neighbours(rows_of([(1, 1, 2)]))
    changed = {(peg, 1, 2) for peg in (1, 2, 3)} | {(1, peg, 2) for peg in (1, 2, 3)} | {(1, 1, 1), (1, 1, 3)}
    assert {tuple(guess) for guess in near.tolist()} == changed | {(2, 1, 1), (1, 2, 1), (1, 1, 2)}


def test_of_colours_that_are_in_no_code_one_is_enough() -> None:
    maker = GuessMaker(CodeSpace(4, 9), rows_of([(1, 2, 3, 4), (4, 3, 2, 1)]), np.random.default_rng(1))
    assert maker.pegs.tolist() == [1, 2, 3, 4, 5]


def test_a_pool_has_a_guess_about_as_good_as_the_best_of_all() -> None:
    position, rng = start(4, 7), np.random.default_rng(3)
    every = rows_of(position.secrets)
    for _ in range(5):
        codes = every[np.sort(rng.choice(len(every), 80, replace=False))]
        rater = GuessRater(codes, BLACK_WHITE, COSTS.table(len(codes)))
        pool, maker = GuessPool(rater), GuessMaker(position.guesses, codes, rng)
        pool.add(codes)
        pool.improve(maker, beam=8, rounds=6)
        assert len(np.unique(pool.guesses, axis=0)) == len(pool.guesses) < len(every)
        assert (np.diff(pool.ratings) >= 0).all()
        assert pool.ratings[0] <= rater.rate(every).min() * 1.005
