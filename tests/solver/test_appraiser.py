"""The values of positions and guesses: by brute force, through symmetry, with much work, little work and none."""

from functools import cache
from itertools import combinations
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from keypeg.core.marks import BLACK_WHITE, COLOURS, SUM, KeyPegs, Marking
from keypeg.solver.advice.appraiser import Appraiser, CandidateSet, SearchPool, Value, Work
from keypeg.solver.advice.contradiction import smallest_conflict
from keypeg.solver.advice.worst_case import WorstCases
from keypeg.solver.exact.search import ExactSearch
from keypeg.solver.game.guessing_game import GuessingGame
from keypeg.solver.game.partition import marks_of_guess
from keypeg.solver.game.rows import Row
from keypeg.solver.strategy.book_files import Book, book_for, load_book
from keypeg.solver.strategy.book_lookup import PathStep, book_guess, find_position
from keypeg.solver.strategy.costs import GUESSES, costs_beyond, costs_within
from support.plain_solver import MarkTable, brute_force_cost, exchange_code, indices, rulebook_table, small_game
from support.thoroughness import examples, first_of

few = examples(60)

PLENTY = 10**9
"""More work than any question here needs."""

SMALL = [
    (small_game(3, 4), BLACK_WHITE),
    (small_game(4, 3), BLACK_WHITE),
    (small_game(2, 5), BLACK_WHITE),
    (small_game(3, 5, repeats=False, free_guesses=True), BLACK_WHITE),
    (small_game(3, 3, blanks=3), BLACK_WHITE),
    (small_game(3, 4, SUM), SUM),
    (small_game(4, 4, COLOURS), COLOURS),
]
"""Games of every kind, with weights too."""

games = st.sampled_from(SMALL)


def some_position(game: GuessingGame, chance: Random, rows: int) -> CandidateSet:
    """A position after some random rows."""
    secret = indices([chance.randrange(len(game.codes))])
    position = CandidateSet.start(game)
    for _ in range(rows):
        guess = chance.randrange(len(game.guesses))
        position = position.after(guess, int(marks_of_guess(game, guess, secret)[0]))
    return position


def known_value(value: Value | None) -> Value:
    assert value is not None
    return value


# Values by brute force


@few
@given(games, st.integers(0, 2), st.randoms(use_true_random=False))
def test_the_values_of_a_position_and_a_guess_are_those_found_by_trying_everything(
    case: tuple[GuessingGame, Marking], rows: int, chance: Random
) -> None:
    game, marking = case
    position = some_position(game, chance, rows)
    if len(position.codes) > 16:
        position = some_position(game, chance, rows + 2)
    table, codes = rulebook_table(game, marking), position.codes.tolist()
    guess = chance.randrange(len(game.guesses))
    appraiser = Appraiser(game, Work(PLENTY))
    best, played = known_value(appraiser.value_position(position)), known_value(appraiser.value_guess(position, guess))
    assert best.exact
    assert played.exact
    assert best.weight == sum(int(game.weights[code]) for code in codes)
    if len(codes) <= 16:
        assert best.total == brute_force_cost(game, table, GUESSES, codes)
        parts = len({table[guess][code] for code in codes}) > 1 or table[guess][codes[0]] == game.solved_mark
        assert played.total == (
            brute_force_cost(game, table, GUESSES, codes, first=guess) if parts else best.total + best.weight
        )
        assert appraiser.value_guess(position, best.guess) == best


def least_worst(game: GuessingGame, table: MarkTable, codes: frozenset[int]) -> int:
    """The least worst case of these codes, found by trying everything."""

    @cache
    def within_limit(left: frozenset[int], limit: int) -> bool:
        if limit == 0 or len(left) == 0:
            return not left
        return any(
            all(within_limit(cell, limit - 1) for mark, cell in cells_of(row, left) if mark != game.solved_mark)
            for row in table
        )

    def cells_of(row: tuple[int, ...], left: frozenset[int]) -> list[tuple[int, frozenset[int]]]:
        marks = {row[code] for code in left}
        return [(mark, frozenset(code for code in left if row[code] == mark)) for mark in sorted(marks)]

    return next(limit for limit in range(1, 40) if within_limit(codes, limit))


@examples(25)
@given(games, st.randoms(use_true_random=False))
def test_the_worst_case_is_that_found_by_trying_everything(case: tuple[GuessingGame, Marking], chance: Random) -> None:
    game, marking = case
    position = some_position(game, chance, 2)
    while len(position.codes) > 14:
        position = CandidateSet(game, position.codes[::2], position.path)
    table = rulebook_table(game, marking)
    guess = chance.randrange(len(game.guesses))
    searches = SearchPool(game)
    # A set of codes that no rows lead to is searched within a search for all codes.
    assert searches.prepare(CandidateSet.start(game), Work(PLENTY))
    worst = WorstCases(searches, Work(PLENTY))
    assert worst.of_position(position) == least_worst(game, table, frozenset(position.codes.tolist()))
    cells = [cell for mark, cell in position.cells(guess).items() if mark != game.solved_mark]
    needed = [least_worst(game, table, frozenset(cell.codes.tolist())) for cell in cells]
    assert worst.of_guess(position, guess) == 1 + max(needed, default=0)


def test_a_useless_guess_costs_exactly_one_guess() -> None:
    game = small_game(4, 4)
    guess = game.guess_number((1, 1, 2, 3))
    position = CandidateSet.start(game).after(guess, game.mark_number((KeyPegs(1, 1),)))
    appraiser = Appraiser(game, Work(0))
    before, played = (
        known_value(appraiser.value_position(position)),
        known_value(appraiser.value_guess(position, guess)),
    )
    assert played.total == before.total + before.weight


def test_a_single_candidate_is_best_guessed() -> None:
    game = small_game(3, 4)
    position = CandidateSet(game, indices([17]))
    appraiser = Appraiser(game, Work(0))
    assert appraiser.value_position(position) == Value(1, 1, True, 17)
    assert known_value(appraiser.value_guess(position, 16)).expected == 2.0
    assert known_value(appraiser.value_guess(position, 17)).expected == 1.0
    assert WorstCases(SearchPool(game), Work(0)).of_position(position) == 1


# With little work


@few
@given(games, st.integers(0, 2), st.randoms(use_true_random=False))
def test_an_estimate_is_never_below_the_exact_value_and_is_marked_as_such(
    case: tuple[GuessingGame, Marking], rows: int, chance: Random
) -> None:
    game, _ = case
    position = some_position(game, chance, rows)
    estimated = known_value(Appraiser(game, Work(PLENTY))._estimate(position)) if len(position.codes) > 1 else None
    exact = known_value(Appraiser(game, Work(PLENTY)).value_position(position))
    if estimated is not None:
        assert not estimated.exact
        assert estimated.total >= exact.total
        assert estimated.weight == exact.weight
        assert (
            known_value(Appraiser(game, Work(PLENTY)).value_guess(position, estimated.guess)).total <= estimated.total
        )


def test_little_work_suffices_for_small_positions_only() -> None:
    game = small_game(4, 8)
    guess = game.guess_number((1, 1, 1, 1))
    start = CandidateSet.start(game)
    appraiser = Appraiser(game, Work(400))
    appraiser.estimate_first(start, guess)
    played = known_value(appraiser.value_guess(start, guess))
    assert not played.exact
    assert not known_value(appraiser.value_position(start, played)).exact
    small = start.after(guess, game.mark_number((KeyPegs(2, 0),)))
    small = small.after(game.guess_number((1, 2, 3, 1)), game.mark_number((KeyPegs(1, 1),)))
    assert len(small.codes) > 1
    assert known_value(appraiser.value_position(small)).exact


def test_without_work_a_large_position_has_no_value() -> None:
    game = small_game(5, 8)
    start = CandidateSet.start(game)
    appraiser = Appraiser(game, Work(0))
    assert appraiser.value_position(start) is None
    assert appraiser.value_guess(start, 0) is None
    assert WorstCases(appraiser.searches, Work(0)).of_position(start) is None
    upper = Value(6 * start.weight, start.weight, True, 7)
    assert appraiser.value_position(start, upper) == upper._replace(exact=False), "a guess bounds it"


def test_a_better_bound_for_a_position_is_remembered() -> None:
    game = small_game(4, 8)
    start = CandidateSet.start(game)
    appraiser = Appraiser(game, Work(0))
    appraiser.work.left = 20
    estimated = known_value(appraiser.value_position(start))
    assert not estimated.exact
    better = Value(estimated.total - 1, estimated.weight, True, 5)
    assert appraiser.value_position(start, better) == better._replace(exact=False)
    assert appraiser.value_position(start) == better._replace(exact=False)


@pytest.mark.parametrize("work", first_of([0, 50, 1000], quick=2))
def test_the_same_question_with_the_same_work_gets_the_same_answer(work: int) -> None:
    game = small_game(4, 7)

    def ask() -> list[Value | None]:
        appraiser = Appraiser(game, Work(work))
        start = CandidateSet.start(game)
        return [appraiser.value_guess(start, guess) for guess in (0, 9, 500)] + [appraiser.value_position(start)]

    assert ask() == ask()


# Books and symmetry


@pytest.mark.parametrize("name", ["black-white-4x6", "black-white-3x6", "black-white-4x8-different-by-4x8"])
@few
@given(st.randoms(use_true_random=False))
def test_a_book_serves_every_symmetric_position(name: str, chance: Random) -> None:
    book = load_book(name)
    game = book.strategy.game
    colours, holes = len(game.symmetry.peg_kinds), game.guesses.shape[1]
    order = chance.sample(range(holes), holes)
    names = [0, *chance.sample(range(1, colours), colours - 1)]
    path, codes, node = _some_path(book, chance)
    own = [
        (game.guess_number(exchange_code(game.guess(guess), tuple(order), tuple(names))), mark) for guess, mark in path
    ]
    place = find_position(book.strategy, own)
    assert place is not None
    assert len(place.codes) == len(codes)
    first, second = CandidateSet(game, codes), _position_at(game, own)
    theirs = known_value(Appraiser(game, Work(PLENTY), book).value_position(second))
    assert theirs.exact
    needed = book.strategy.guesses_needed(codes, node)
    assert theirs.total == int(needed.sum())
    guess = book_guess(book.strategy, place)
    sizes = sorted(len(cell.codes) for cell in second.cells(guess).values())
    assert sizes == sorted(len(cell.codes) for cell in first.cells(int(book.strategy.guess[node])).values())


def _some_path(book: Book, chance: Random) -> tuple[list[PathStep], np.ndarray[tuple[int], np.dtype[np.int32]], int]:
    """A random path through a book, the candidates after it, and the node there."""
    game, node, path, position = (
        book.strategy.game,
        0,
        list[PathStep](),
        CandidateSet.start(book.strategy.game),
    )
    for _ in range(chance.randrange(4)):
        marks = [mark for mark in range(len(game.marks)) if book.strategy.next(node, mark) >= 0]
        if not marks:
            break
        mark, guess = chance.choice(marks), int(book.strategy.guess[node])
        path.append((guess, mark))
        position, node = position.after(guess, mark), book.strategy.next(node, mark)
    return path, position.codes, node


def _position_at(game: GuessingGame, path: list[PathStep]) -> CandidateSet:
    position = CandidateSet.start(game)
    for guess, mark in path:
        position = position.after(guess, mark)
    return position


def test_a_path_outside_a_book_is_not_found_in_it() -> None:
    book = load_book("black-white-4x6")
    assert find_position(book.strategy, [(0, 0)]) is None


def test_a_book_serves_a_game_whose_marks_ignore_order() -> None:
    book = load_book("colours-4x6")
    first = int(book.strategy.guess[0])
    mark = next(mark for mark in range(5) if book.strategy.next(0, mark) >= 0)
    assert find_position(book.strategy, [(first, mark)]) is not None
    appraiser = Appraiser(book.strategy.game, Work(0), book)
    value = known_value(appraiser.value_position(CandidateSet.start(book.strategy.game)))
    assert (value.total, value.weight) == (book.claims.total, 1296)


def test_an_unproven_book_gives_an_estimate() -> None:
    book = load_book("black-white-5x8")
    value = known_value(
        Appraiser(book.strategy.game, Work(0), book).value_position(CandidateSet.start(book.strategy.game))
    )
    assert (value.total, value.exact) == (book.claims.total, False)


def test_the_value_of_a_game_is_the_same_with_and_without_its_book() -> None:
    game = small_game(4, 6)
    start = CandidateSet.start(game)
    for guess in (0, 7, 8, 52):
        alone = Appraiser(game, Work(PLENTY)).value_guess(start, guess)
        assert Appraiser(game, Work(PLENTY), book_for(game)).value_guess(start, guess) == alone


# Other costs


def test_a_search_reused_for_other_costs_finds_the_same_as_a_new_one() -> None:
    game = small_game(3, 5)
    first = ExactSearch(game)
    first.cost(first.codes)
    for costs in (costs_within(4), costs_within(5), costs_beyond(4), costs_beyond(5)):
        assert first.with_costs(costs).cost(first.codes) == ExactSearch(game, costs).cost(first.codes)


# Rows that contradict each other


@few
@given(games, st.integers(1, 6), st.randoms(use_true_random=False))
def test_the_smallest_conflict_is_a_conflict_and_there_is_no_smaller_one(
    case: tuple[GuessingGame, Marking], row_count: int, chance: Random
) -> None:
    game, _ = case
    rows: list[Row] = [
        (game.guess(chance.randrange(len(game.guesses))), chance.choice(game.marks)) for _ in range(row_count)
    ]

    def fit(numbers: tuple[int, ...]) -> bool:
        position = CandidateSet.start(game)
        for at in numbers:
            guess, marks = rows[at - 1]
            position = position.after(game.guess_number(guess), game.mark_number(marks))
        return len(position.codes) > 0

    everything = tuple(range(1, row_count + 1))
    if fit(everything):
        with pytest.raises(ValueError, match="some code fits"):
            smallest_conflict(game, rows)
        return
    conflict = smallest_conflict(game, rows)
    assert not fit(conflict)
    assert all(fit(subset) for size in range(len(conflict)) for subset in combinations(everything, size))


def test_the_smallest_conflict_of_no_codes_has_no_rows() -> None:
    assert smallest_conflict(small_game(3, 4), [], indices([])) == ()
