"""The guesses of the plain solver: as good as the kernels' where all can be compared, and never a refusal."""

import subprocess
import sys
from random import Random

import numpy as np
import pytest
from hypothesis import given

from keypeg.core.codes import Code, CodeSpace
from keypeg.core.marks import BLACK_WHITE, COLOURS, SUM, KeyPegs, Marking
from keypeg.editions import edition
from keypeg.solver.advice.appraiser import Appraiser, CandidateSet, Work
from keypeg.solver.advice.contradiction import explain_contradiction, smallest_conflict
from keypeg.solver.exact.search import ExactSearch
from keypeg.solver.game.guessing_game import game_of
from keypeg.solver.game.partition import cell_sizes
from keypeg.solver.plain.advice import find_guess
from keypeg.solver.plain.candidates import find_candidates
from keypeg.solver.plain.conflicts import explain_conflict
from keypeg.solver.plain.plain_books import find_book
from keypeg.solver.plain.position import PlainPosition
from keypeg.solver.plain.values import PlainAppraiser
from solver.plain.test_candidates import MARKINGS, positions
from support.thoroughness import examples, times

CLASSIC = CodeSpace(4, 6)


def random_position(rng: Random, space: CodeSpace, marking: Marking, rows: int) -> PlainPosition:
    codes = list(space)
    secret = rng.choice(codes)
    guesses = [rng.choice(codes) for _ in range(rows)]
    return PlainPosition(space, space, marking, tuple((guess, marking.mark(secret, guess)) for guess in guesses))


@pytest.mark.parametrize("marking", MARKINGS, ids=lambda marking: marking.name)
def test_a_guess_costs_at_most_a_tenth_of_a_guess_more_than_the_best(marking: Marking) -> None:
    """The kernels value the guess exactly, or by the best strategy that they find."""
    rng, space = Random(7), CodeSpace(4, 5)
    game = game_of(space, space, marking)
    costs = []
    for _ in range(times(25, 1000)):
        position = random_position(rng, space, marking, rng.randint(1, 3))
        advice = find_guess(position, 0.2)
        assert advice is not None
        left = CandidateSet.start(game)
        for guess, mark in position.rows:
            left = left.after(game.guess_number(game.normalize(guess)), game.mark_number((mark,)))
        appraiser = Appraiser(game, Work(10_000))
        best = appraiser.value_position(left)
        played = appraiser.value_guess(left, game.guess_number(advice.best.guess))
        assert best is not None
        assert played is not None
        costs.append(played.expected - best.expected)
        if advice.best.value.exact and played.exact:
            assert advice.best.value.expected == pytest.approx(played.expected)
        elif played.exact and advice.candidates.complete:
            assert advice.best.value.expected >= played.expected - 1e-9
    assert max(costs) < 0.35
    assert sum(costs) / len(costs) < 0.05


@pytest.mark.parametrize("marking", [BLACK_WHITE, SUM], ids=lambda marking: marking.name)
def test_the_most_telling_guess_is_the_same_as_the_kernels(marking: Marking) -> None:
    from keypeg.solver.plain.one_step import GuessComparer

    rng, game = Random(11), game_of(CLASSIC, CLASSIC, marking)
    for _ in range(times(20, 1000)):
        position = random_position(rng, CLASSIC, marking, rng.randint(1, 3))
        candidates = find_candidates(position, rng)
        numbers = np.array([game.guess_number(code) for code in candidates.codes], np.int32)
        sizes = cell_sizes(game, numbers).astype(float)
        left = (sizes * np.log2(np.maximum(sizes, 1))).sum(axis=1).min() / len(numbers)
        (best, *_) = GuessComparer(position, candidates, rng, 10**7).best()
        assert best.bits == pytest.approx(np.log2(len(numbers)) - left)


@pytest.mark.parametrize(
    ("marking", "space", "total"),
    [
        (BLACK_WHITE, CLASSIC, 5625),
        (COLOURS, CLASSIC, None),
        (SUM, CLASSIC, None),
        (BLACK_WHITE, CodeSpace(3, 6), None),
    ],
    ids=["classic", "colours", "sum", "3x6"],
)
def test_a_book_is_followed_to_the_end(marking: Marking, space: CodeSpace, total: int | None) -> None:
    """Each code is found, on a board whose holes and colours are exchanged, in the guesses that the book claims."""
    start = PlainPosition(space, space, marking)
    book = find_book(start)
    assert book is not None
    assert total in (None, book.total)
    needed = book.guesses_needed([start.normalize(code) for code in space], 0)
    assert sum(needed) == book.total
    rng = Random(3)
    names = rng.sample(range(1, space.colours + 1), space.colours)
    for secret in rng.sample(list(space), times(20, 200)):
        first = tuple(names[peg - 1] for peg in reversed(book.guess_at(0))) if marking.ordered else book.guess_at(0)
        position = start.after((first, marking.mark(secret, first)))
        while position.rows[-1][1] != marking.solved(space.holes):
            advice = find_guess(position, 0.05)
            assert advice is not None
            guess = advice.best.guess
            assert advice.best.value.exact or not book.proven
            position = position.after((guess, marking.mark(secret, guess)))
        assert len(position.rows) <= max(needed)


@given(positions(most_holes=3, most_colours=4))
@examples(60)
def test_a_value_that_is_called_exact_is_the_least_and_any_other_is_reached(position: PlainPosition) -> None:
    game = game_of(position.secrets, position.guesses, position.marking)
    codes = CandidateSet.start(game)
    for guess, mark in position.rows:
        codes = codes.after(game.guess_number(game.normalize(guess)), game.mark_number((mark,)))
    candidates = find_candidates(position, Random(1))
    value = PlainAppraiser(position, 10**6, 2.0).value_codes(candidates)
    least = ExactSearch(game, codes=codes.codes, placed=codes.placed).cost(codes.codes).bound / codes.weight
    assert value.expected == pytest.approx(least) if value.exact else value.expected >= least - 1e-9


@pytest.mark.parametrize("space", [CLASSIC, CodeSpace(4, 6, most_blanks=2)], ids=["classic", "blanks"])
def test_a_contradiction_is_explained_as_by_the_kernels(space: CodeSpace) -> None:
    rng, game, explained = Random(2), game_of(space, space, BLACK_WHITE), 0
    while explained < times(10, 200):
        marks = [mark for mark in BLACK_WHITE.possible(4) if mark != BLACK_WHITE.solved(4)]
        rows = tuple((rng.choice(game.guesses.tolist()), rng.choice(marks)) for _ in range(rng.randint(2, 6)))
        position = PlainPosition(space, space, BLACK_WHITE, tuple((tuple(guess), mark) for guess, mark in rows))
        if find_candidates(position, rng).codes:
            continue
        explained += 1
        kernel_rows = [(guess, (mark,)) for guess, mark in position.rows]
        conflict = explain_conflict(position)
        assert len(conflict.rows) == len(smallest_conflict(game, kernel_rows))
        assert [(c.rows, c.codes, sorted(c.marks)) for c in conflict.changes] == [
            (c.rows, c.codes, sorted(c.marks)) for c in explain_contradiction(game, kernel_rows).changes
        ]


def test_a_contradiction_in_the_largest_game_names_the_row() -> None:
    space = CodeSpace(8, 20)
    one: Code = (1, 2, 3, 4, 5, 6, 7, 8)
    rows = ((one, KeyPegs(0, 0)), ((9, 9, 9, 9, 10, 10, 11, 11), KeyPegs(1, 1)), ((1,) * 8, KeyPegs(2, 0)))
    conflict = explain_conflict(PlainPosition(space, space, BLACK_WHITE, rows))
    assert conflict.rows == (1, 3)
    assert {change.rows for change in conflict.changes} == {(1,), (3,)}


@pytest.mark.parametrize("marking", MARKINGS, ids=lambda marking: marking.name)
@pytest.mark.parametrize("repeats", [True, False], ids=["repeats", "different"])
def test_a_large_game_is_played_to_the_end(marking: Marking, repeats: bool) -> None:
    space = CodeSpace(6, 12, repeats=repeats, most_blanks=1)
    rng = Random(4)
    secret = tuple(rng.sample(range(1, 13), 6))
    position = PlainPosition(space, space, marking)
    while not position.rows or position.rows[-1][1] != marking.solved(6):
        advice = find_guess(position, 0.05)
        assert advice is not None
        assert advice.best.guess in space
        position = position.after((advice.best.guess, marking.mark(secret, advice.best.guess)))
        assert len(position.rows) < 20


def test_only_the_standard_library_is_loaded() -> None:
    program = (
        "import sys; from keypeg.solver.plain.advice import find_guess; from keypeg.solver.plain import conflicts\n"
        "print(sorted({'numpy', 'numba', 'llvmlite'} & set(sys.modules)))"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, encoding="utf-8", check=True)
    assert ran.stdout.strip() == "[]"


def test_the_start_of_an_edition_is_a_position() -> None:
    classic = edition("classic")
    start = PlainPosition.start(classic, classic.seats)
    assert (start.secrets.size, start.marking) == (1296, BLACK_WHITE)
