"""Advice: the best next guess at any position within some seconds, and explanations of rows that no code fits."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise, permutations
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from keypeg.core.codes import Code, join_parts
from keypeg.core.marks import BLACK_WHITE, COLOURS, PARTS, SUM, KeyPegs, Marking, Number
from keypeg.editions import edition
from keypeg.records.notation import write_mark
from keypeg.solver.advice.advisor import MAX_RATED_GUESSES, advise, find_candidates
from keypeg.solver.advice.changes import Change, Contradiction
from keypeg.solver.advice.contradiction import explain_contradiction
from keypeg.solver.advice.rated_guess import Advice, RatedGuess
from keypeg.solver.exact.search import ExactSearch
from keypeg.solver.game.guessing_game import GuessingGame, game_for
from keypeg.solver.game.partition import marks_of_guess
from keypeg.solver.game.rows import Marks, Row
from keypeg.solver.one_step.grow import one_step_strategy
from keypeg.solver.one_step.rules import Rule
from keypeg.solver.strategy.book_files import Book, load_book
from keypeg.solver.strategy.costs import GUESSES
from keypeg.solver.strategy.tree import Strategy
from support.plain_solver import (
    brute_force_cost,
    indices,
    read_guess,
    refusal_code,
    rulebook_marks,
    rulebook_table,
    small_game,
)
from support.thoroughness import examples, first_of, times

MarkedGame = tuple[GuessingGame, Marking]
"""A game and its marking."""

few = examples(60)
fewer = examples(25)

PLENTY = 60.0
"""More seconds than any search here needs."""

SMALL = [
    (small_game(3, 4), BLACK_WHITE),
    (small_game(4, 3), BLACK_WHITE),
    (small_game(3, 5, repeats=False), BLACK_WHITE),
    (small_game(3, 5, repeats=False, free_guesses=True), BLACK_WHITE),
    (small_game(3, 3, blanks=3), BLACK_WHITE),
    (small_game(3, 4, SUM), SUM),
    (small_game(4, 4, COLOURS), COLOURS),
]
"""Games of every kind with a mark for a solved code."""

LARGER = [
    (small_game(4, 5), BLACK_WHITE),
    (small_game(3, 6), BLACK_WHITE),
    (small_game(4, 6), BLACK_WHITE),
    (small_game(4, 6, repeats=False), BLACK_WHITE),
    (small_game(4, 6, repeats=False, free_guesses=True), BLACK_WHITE),
    (small_game(4, 6, COLOURS), COLOURS),
    (small_game(4, 5, SUM), SUM),
    (small_game(3, 6, SUM), SUM),
]
"""Games as people play them."""

DEALT = [
    (game_for(edition("mastermind-44", seats=2)), PARTS),
    (game_for(edition("mastermind-44", seats=2, parts=2)), PARTS),
    (game_for(edition("mastermind-44", seats=3)), PARTS),
]
"""Games in which a seat that is certain calls."""


def game_id(value: object) -> str:
    return value.key if isinstance(value, GuessingGame) else value.name if isinstance(value, Marking) else str(value)


def placed_row(game: GuessingGame, marking: Marking, secret: Code, guess: Code) -> Row:
    """A guess, marked by the rulebook."""
    return game.normalize(guess), rulebook_marks(marking, secret, game.normalize(guess))


def some_rows(case: MarkedGame, chance: Random, row_count: int) -> list[Row]:
    """Random rows, marked for a random code."""
    game, marking = case
    secret = game.code(chance.randrange(len(game.codes)))
    guesses = [game.guess(chance.randrange(len(game.guesses))) for _ in range(row_count)]
    return [placed_row(game, marking, secret, guess) for guess in guesses]


def fitting(case: MarkedGame, rows: Sequence[Row]) -> list[int]:
    """The codes that fit all rows, by testing each code."""
    game, marking = case
    return [
        number
        for number in range(len(game.codes))
        if all(rulebook_marks(marking, game.code(number), guess) == marks for guess, marks in rows)
    ]


def advice_on(
    game: GuessingGame, rows: Sequence[Row], deadline: float = PLENTY, book: Strategy | None = None
) -> Advice:
    """Advice on a possible position."""
    advice = advise(game, rows, deadline, book)
    assert isinstance(advice, Advice)
    return advice


def rated_guesses(advice: Advice) -> tuple[RatedGuess, ...]:
    return advice.best, *advice.alternatives


def total(game: GuessingGame, advice: Advice, rated: RatedGuess) -> int:
    """The total of a rated guess over all candidates: a whole number."""
    rounded = round(rated.expected * advice.weight)
    assert rounded == pytest.approx(rated.expected * advice.weight)
    return rounded


def check(case: MarkedGame, rows: Sequence[Row], advice: Advice) -> None:
    """Check everything but the values of the guesses."""
    game, marking = case
    left = fitting(case, rows)
    assert advice.codes == tuple(game.code(number) for number in left)
    assert advice.weight == sum(int(game.weights[number]) for number in left)
    rated = rated_guesses(advice)
    assert len({rated.guess for rated in rated}) == len(rated) <= MAX_RATED_GUESSES + 1
    assert [rated.exact for rated in rated] == sorted((rated.exact for rated in rated), reverse=True)
    for better, worse in pairwise(rated):
        if better.exact == worse.exact:
            assert (better.is_lower_bound, better.expected) <= (worse.is_lower_bound, worse.expected)
    if len({int(game.answers[number]) for number in left}) > 1:
        for guess in rated:
            leaves: dict[Marks, dict[int, int]] = {}
            for number in left:
                cell = leaves.setdefault(rulebook_marks(marking, game.code(number), guess.guess), {})
                cell[int(game.answers[number])] = int(game.weights[number])
            # Without order a code stands for its arrangements; where parts are dealt, whole codes are counted.
            sizes = [sum(cell.values()) if game.solved_mark >= 0 else len(cell) for cell in leaves.values()]
            assert (guess.cells, guess.largest_cell) == (len(leaves), max(sizes))
            assert guess.can_be_code == (game.solved_mark >= 0 and guess.guess in advice.codes)
            assert guess.cells > 1


# Candidates


@few
@given(st.sampled_from([*SMALL, *DEALT[:2]]), st.integers(0, 10**6), st.integers(0, 4))
def test_the_candidates_are_the_codes_that_would_have_earned_these_marks(
    case: MarkedGame, seed: int, row_count: int
) -> None:
    rows = some_rows(case, Random(seed), row_count)
    assert find_candidates(case[0], rows).tolist() == fitting(case, rows)


@few
@given(st.sampled_from(SMALL), st.integers(0, 10**6), st.data())
def test_the_candidates_fit_any_marks_whatever(case: MarkedGame, seed: int, data: st.DataObject) -> None:
    game = case[0]
    rows = [(guess, data.draw(st.sampled_from(game.marks))) for guess, _ in some_rows(case, Random(seed), 2)]
    assert find_candidates(game, rows).tolist() == fitting(case, rows)


def test_a_guess_may_be_typed_in_any_order_where_order_does_not_count() -> None:
    game = small_game(4, 6, COLOURS)
    marks = (Number(2),)
    candidates = [find_candidates(game, [(guess, marks)]).tolist() for guess in ((4, 1, 2, 1), (1, 1, 2, 4))]
    assert candidates[0] == candidates[1]


@pytest.mark.parametrize(
    ("row", "code"),
    [
        (((1, 1, 1), (KeyPegs(1, 0),)), "no-such-guess"),
        (((1, 1, 1, 7), (KeyPegs(1, 0),)), "no-such-guess"),
        (((1, 1, 1, 0), (KeyPegs(1, 0),)), "no-such-guess"),
        (((), (KeyPegs(1, 0),)), "no-such-guess"),
        (((1, 1, 2, 2), (KeyPegs(3, 1),)), "impossible-mark"),
        (((1, 1, 2, 2), (KeyPegs(5, 0),)), "impossible-mark"),
        (((1, 1, 2, 2), (KeyPegs(-1, 0),)), "impossible-mark"),
        (((1, 1, 2, 2), (KeyPegs(1, 0), KeyPegs(1, 0))), "impossible-mark"),
        (((1, 1, 2, 2), ()), "impossible-mark"),
        (((1, 1, 2, 2), (Number(1),)), "impossible-mark"),
    ],
    ids=str,
)
def test_impossible_rows_are_refused(row: Row, code: str) -> None:
    game = small_game(4, 6)
    good = (1, 1, 2, 2), (KeyPegs(1, 0),)
    for rows in ([row], [good, row], [row, good], [good, good, row, good]):
        assert refusal_code(lambda rows=rows: advise(game, rows, 0.0)) == code  # type: ignore[misc]


def test_a_number_never_passes_for_key_pegs() -> None:
    game = small_game(3, 4, SUM)
    assert refusal_code(lambda: advise(game, [((1, 1, 2), (KeyPegs(1, 0),))], 0.0)) == "impossible-mark"


# The best guess


@fewer
@given(st.sampled_from(SMALL), st.integers(0, 10**6), st.integers(1, 3))
def test_no_guess_is_better_than_the_one_advised_in_sufficient_time(
    case: MarkedGame, seed: int, row_count: int
) -> None:
    game, marking = case
    rows = next(
        rows
        for guesses in range(row_count, 40)
        if len(fitting(case, rows := some_rows(case, Random(seed), guesses))) <= 9  # more would take too long
    )
    advice = advice_on(game, rows)
    check(case, rows, advice)
    table, left = rulebook_table(game, marking), fitting(case, rows)
    assert advice.best.exact
    assert total(game, advice, advice.best) == brute_force_cost(game, table, GUESSES, left)
    for rated in advice.alternatives:
        assert rated.exact
        first = game.guess_number(rated.guess)
        assert total(game, advice, rated) == brute_force_cost(game, table, GUESSES, left, first=first)


@pytest.mark.parametrize("seed", first_of(range(5), quick=2))
@pytest.mark.parametrize(("game", "marking"), LARGER, ids=game_id)
def test_no_guess_is_better_than_the_one_advised_in_the_games_people_play(
    game: GuessingGame, marking: Marking, seed: int
) -> None:
    rows = some_rows((game, marking), Random(seed), 2)
    advice = advice_on(game, rows)
    check((game, marking), rows, advice)
    codes = find_candidates(game, rows)
    assert advice.best.exact
    assert not any(rated.is_lower_bound for rated in rated_guesses(advice))
    # Without symmetry and without a path.
    assert total(game, advice, advice.best) == ExactSearch(game, codes=codes, placed=None).cost(codes).bound
    if len(codes) > 1:
        for rated in advice.alternatives:
            only = ExactSearch(game, codes=codes, placed=None).cost(codes, only=game.guess_number(rated.guess))
            assert (total(game, advice, rated), rated.exact) == (only.bound, True)


def positions(strategy: Strategy, marking: Marking) -> Iterator[tuple[list[Row], int]]:
    """Every position that a strategy reaches, as rows, with the number of its node."""
    game = strategy.game
    waiting: list[tuple[int, list[Row]]] = [(0, [])]
    while waiting:
        node, rows = waiting.pop()
        yield rows, node
        guess = game.guess(int(strategy.guess[node]))
        waiting += [
            (int(strategy.child[node, mark]), [*rows, (guess, game.marks[int(mark)])])
            for mark in np.flatnonzero(strategy.child[node] >= 0)
        ]


@pytest.fixture(scope="module")
def classic_search() -> ExactSearch:
    """One search for all tests of four holes and six colours, so that it remembers their positions."""
    return ExactSearch(small_game(4, 6))


@pytest.fixture(scope="module")
def classic_book() -> Book:
    return load_book(small_game(4, 6).key)


def knuth() -> Strategy:
    game = small_game(4, 6)
    return one_step_strategy(game, Rule.MINIMAX, opening=read_guess(game, "1122"))


def check_positions(classic_search: ExactSearch, strategy: Strategy, chosen: Sequence[list[Row]]) -> None:
    game = strategy.game
    for rows in chosen:
        advice = advice_on(game, rows)
        placed = [game.guess_number(guess) for guess, _ in rows]
        least = classic_search.cost(find_candidates(game, rows), placed=placed).bound
        assert advice.best.exact, rows
        assert total(game, advice, advice.best) == least, rows
        check((game, BLACK_WHITE), rows, advice)


@pytest.mark.parametrize("player", ["Knuth", "the book"])
def test_every_position_after_the_first_guess_gets_exact_advice(
    classic_search: ExactSearch, classic_book: Book, player: str
) -> None:
    strategy = knuth() if player == "Knuth" else classic_book.strategy
    second = [rows for rows, _ in positions(strategy, BLACK_WHITE) if len(rows) == 1]
    assert len(second) > 9
    check_positions(classic_search, strategy, second)


@pytest.mark.no_cover
@pytest.mark.parametrize("player", ["Knuth", "the book"])
def test_positions_later_in_the_game_get_exact_advice(
    classic_search: ExactSearch, classic_book: Book, player: str
) -> None:
    strategy = knuth() if player == "Knuth" else classic_book.strategy
    later = [rows for rows, _ in positions(strategy, BLACK_WHITE) if len(rows) > 1]
    check_positions(classic_search, strategy, Random(7).sample(later, times(25, 100)))


@pytest.mark.no_cover
def test_a_book_gives_exact_advice_at_once(classic_search: ExactSearch, classic_book: Book) -> None:
    strategy = classic_book.strategy
    game = strategy.game
    book_positions = list(positions(strategy, BLACK_WHITE))
    at_once = Random(2).sample(book_positions, times(100, len(book_positions)))
    for deadline, chosen in ((0.0, at_once), (PLENTY, Random(3).sample(book_positions, 12))):
        for rows, node in chosen:
            advice = advice_on(game, rows, deadline, strategy)
            placed = [game.guess_number(guess) for guess, _ in rows]
            assert advice.best.exact
            assert not advice.best.is_lower_bound
            least = classic_search.cost(find_candidates(game, rows), placed=placed).bound
            assert total(game, advice, advice.best) == least
            if deadline == 0.0:
                assert advice.best.guess == game.guess(int(strategy.guess[node]))
            assert all(rated.expected >= advice.best.expected for rated in advice.alternatives if rated.exact)


def test_a_position_outside_the_book_is_searched(classic_book: Book) -> None:
    game = classic_book.strategy.game
    rows: list[Row] = [((1, 1, 1, 1), (KeyPegs(1, 0),)), ((1, 2, 2, 2), (KeyPegs(1, 1),))]
    assert classic_book.strategy.find(rows) is None
    assert advice_on(game, rows, book=classic_book.strategy) == advice_on(game, rows)


@pytest.mark.parametrize("guess", ["1111", "1112", "1122", "1123", "1234"])
def test_a_row_placed_twice_changes_nothing(guess: str) -> None:
    game = small_game(4, 5)
    row = placed_row(game, BLACK_WHITE, (1, 2, 3, 5), tuple(map(int, guess)))
    assert advice_on(game, [row, row]) == advice_on(game, [row])


# Alternatives


@pytest.mark.parametrize(
    "rows", [[], [((1, 1, 2, 2), "1b0w")], [((1, 1, 2, 3), "0b2w")], [((1, 1, 1, 2), "1b1w"), ((3, 1, 3, 4), "1b1w")]]
)
@pytest.mark.parametrize("deadline", [0.0, PLENTY])
def test_no_two_rated_guesses_are_symmetric_or_have_the_same_partition(
    rows: list[tuple[Code, str]], deadline: float
) -> None:
    game = small_game(4, 4)
    marks = {write_mark(mark): (mark,) for (mark,) in game.marks}
    placed = [(guess, marks[text]) for guess, text in rows]
    advice = advice_on(game, placed, deadline)
    guesses = {rated.guess for rated in rated_guesses(advice)}
    for order in permutations(range(4)):
        for names in permutations((1, 2, 3, 4)):

            def image(code: Code, order: Code = order, names: Code = names) -> Code:
                return tuple(names[code[hole] - 1] for hole in order)

            if all(image(guess) == guess for guess, _ in placed):
                for guess in guesses:
                    assert image(guess) == guess or image(guess) not in guesses


@fewer
@given(st.sampled_from([*SMALL, *DEALT[:2]]), st.integers(0, 10**6), st.integers(0, 4), st.sampled_from([0.0, PLENTY]))
def test_the_alternatives_are_in_order_however_little_time_there_is(
    case: MarkedGame, seed: int, row_count: int, deadline: float
) -> None:
    rows = some_rows(case, Random(seed), row_count)
    check(case, rows, advice_on(case[0], rows, deadline))


# A single code or answer


@pytest.mark.parametrize("deadline", [0.0, PLENTY])
@pytest.mark.parametrize(("game", "marking"), SMALL, ids=game_id)
def test_a_single_candidate_is_guessed(game: GuessingGame, marking: Marking, deadline: float) -> None:
    secret = game.code(len(game.codes) // 3)
    rows = [placed_row(game, marking, secret, secret)]
    advice = advice_on(game, rows, deadline)
    assert advice.alternatives == ()
    assert advice.codes == (secret,)
    weight = int(game.weights[len(game.codes) // 3])
    assert advice.best == RatedGuess(
        secret, 1.0, 1, exact=True, is_lower_bound=False, cells=1, largest_cell=weight, can_be_code=True
    )


@pytest.mark.parametrize("deadline", [0.0, PLENTY])
@pytest.mark.parametrize(("game", "marking"), DEALT, ids=game_id)
def test_a_seat_that_is_certain_calls(game: GuessingGame, marking: Marking, deadline: float) -> None:
    chance = Random(4)
    assert game.recipe is not None
    holes, own = game.recipe.secrets.holes, game.recipe.own
    secret = game.code(chance.randrange(len(game.codes)))
    rows: list[Row] = []
    while True:
        advice = advice_on(game, rows, deadline)
        wholes = {
            join_parts((own, *(code[at : at + holes] for at in range(0, len(code), holes)))) for code in advice.codes
        }
        if len(wholes) == 1:
            break
        assert not advice.best.exact
        assert not advice.best.can_be_code
        rows.append(placed_row(game, marking, secret, advice.best.guess))
    assert advice.alternatives == ()
    best = advice.best
    assert (best.expected, best.worst, best.exact, best.is_lower_bound) == (1.0, 1, True, False)
    assert best.guess in advice.codes
    assert secret in advice.codes


# Without time


@few
@given(st.sampled_from([*SMALL, *DEALT]), st.integers(0, 10**6), st.integers(0, 3))
def test_without_time_the_advice_is_a_lower_bound_and_is_marked_as_such(
    case: MarkedGame, seed: int, row_count: int
) -> None:
    game = case[0]
    rows = some_rows(case, Random(seed), row_count)
    advice = advice_on(game, rows, 0.0)
    assert advice.codes == tuple(game.code(number) for number in fitting(case, rows))
    if len({int(game.answers[number]) for number in fitting(case, rows)}) > 1:
        assert all(rated.is_lower_bound and not rated.exact for rated in rated_guesses(advice))


@fewer
@given(st.sampled_from(SMALL), st.integers(0, 10**6), st.integers(0, 3))
def test_a_lower_bound_is_never_above_the_exact_value(case: MarkedGame, seed: int, row_count: int) -> None:
    game = case[0]
    rows = some_rows(case, Random(seed), row_count)
    hasty, exact = advice_on(game, rows, 0.0), advice_on(game, rows)
    exact_values = {rated.guess: rated.expected for rated in rated_guesses(exact)}
    for rated in rated_guesses(hasty):
        assert rated.expected <= exact_values.get(rated.guess, rated.expected) + 1e-9


def test_a_lower_bound_holds_where_several_deals_make_the_same_code() -> None:
    """Two deals of the same code need not be distinguished: one call finds both."""
    game = game_for(edition("mastermind-44"))
    rows = [
        ((4, 1, 3, 4, 2), (KeyPegs(0, 1), KeyPegs(0, 1), KeyPegs(0, 1))),
        ((6, 2, 4, 6, 5), (KeyPegs(0, 1), KeyPegs(0, 0), KeyPegs(0, 0))),
        ((5, 6, 6, 4, 5), (KeyPegs(0, 0), KeyPegs(0, 0), KeyPegs(0, 0))),
        ((1, 3, 4, 6, 5), (KeyPegs(0, 0), KeyPegs(0, 1), KeyPegs(0, 1))),
    ]
    hasty, patient = advice_on(game, rows, 0.0), advice_on(game, rows)
    reached = {rated.guess: rated.expected for rated in rated_guesses(patient)}
    assert reached
    for rated in rated_guesses(hasty):
        assert rated.expected <= reached.get(rated.guess, rated.expected) + 1e-9


@pytest.mark.parametrize("deadline", [-1.0, 0.0, 1e-9])
def test_a_time_limit_below_zero_is_no_time(deadline: float) -> None:
    assert advice_on(small_game(4, 6), [], deadline).best.cells > 1


# Contradictions


def plain_changes(case: MarkedGame, rows: Sequence[Row]) -> tuple[Change, ...]:
    """The smallest changes, found by trying every set of rows with every code."""
    game, marking = case
    for size in range(1, len(rows) + 1):
        changes = []
        for chosen in combinations(range(len(rows)), size):
            others = [row for at, row in enumerate(rows) if at not in chosen]
            codes = fitting(case, others)
            if codes:
                marks: tuple[tuple[tuple[KeyPegs | Number, ...], int], ...] = ()
                if size == 1:
                    counted = Counter(rulebook_marks(marking, game.code(code), rows[chosen[0]][0]) for code in codes)
                    marks = tuple(
                        sorted(
                            counted.items(),
                            key=lambda counted_marks: (-counted_marks[1], game.mark_number(counted_marks[0])),
                        )
                    )
                changes.append(Change(tuple(at + 1 for at in chosen), len(codes), marks))
        if changes:
            return tuple(sorted(changes, key=lambda change: (-change.codes, change.rows)))
    raise AssertionError("with every row changed every code fits")


@few
@given(st.sampled_from([SMALL[0], SMALL[2], SMALL[5], DEALT[0]]), st.integers(0, 10**6), st.integers(1, 5))
def test_rows_that_no_code_fits_are_explained_by_the_smallest_changes(
    case: MarkedGame, seed: int, row_count: int
) -> None:
    chance = Random(seed)
    game = case[0]
    rows = [(guess, chance.choice(game.marks)) for guess, _ in some_rows(case, chance, row_count)]
    advice = advise(game, rows, 0.0)
    if fitting(case, rows):
        assert isinstance(advice, Advice)
    else:
        assert isinstance(advice, Contradiction)
        assert advice == explain_contradiction(game, rows)
        assert advice.changes == plain_changes(case, rows)


@pytest.mark.parametrize("wrong", range(4))
def test_a_wrongly_marked_row_is_named_with_its_right_mark(wrong: int) -> None:
    game = small_game(4, 6)
    secret = (1, 3, 5, 6)
    guesses = [(1, 1, 2, 2), (1, 3, 3, 4), (1, 3, 5, 5), (6, 3, 5, 1)]
    rows = [placed_row(game, BLACK_WHITE, secret, guess) for guess in guesses]
    right = rows[wrong][1]
    rows[wrong] = guesses[wrong], (KeyPegs(0, 4),)
    advice = advise(game, rows, 0.0)
    assert isinstance(advice, Contradiction)
    game_id = {change.rows: dict(change.marks) for change in advice.changes}
    assert right in game_id[(wrong + 1,)]
    for change in advice.changes:
        at = change.rows[0] - 1
        assert sum(codes for _, codes in change.marks) == change.codes
        for marks, codes in change.marks:
            mended = [*rows[:at], (rows[at][0], marks), *rows[at + 1 :]]
            assert len(find_candidates(game, mended)) == codes > 0


def test_two_rows_marked_wrongly_are_named_together() -> None:
    game = small_game(3, 4)
    rows: list[Row] = [
        ((1, 1, 1), (KeyPegs(3, 0),)),
        ((1, 1, 1), (KeyPegs(3, 0),)),
        ((2, 2, 2), (KeyPegs(3, 0),)),
        ((2, 2, 2), (KeyPegs(3, 0),)),
    ]
    advice = advise(game, rows)
    assert advice == Contradiction((Change((1, 2), 1, ()), Change((3, 4), 1, ())))
    assert advice.changes == plain_changes((game, BLACK_WHITE), rows)


def test_the_same_guess_marked_in_two_ways_is_a_contradiction_that_either_row_resolves() -> None:
    game = small_game(4, 6)
    first, other = (KeyPegs(1, 0),), (KeyPegs(2, 0),)
    contradiction = explain_contradiction(game, [((1, 1, 2, 2), first), ((1, 1, 2, 2), other)])
    assert contradiction.changes == (Change((2,), 256, ((first, 256),)), Change((1,), 114, ((other, 114),)))


@pytest.mark.parametrize("row_count", [62, 63, 64, 65, 100])
def test_contradictions_are_explained_on_boards_with_more_rows_than_a_number_has_bits(row_count: int) -> None:
    game = small_game(2, 3)
    row_of_ones: Row = (1, 1), (KeyPegs(2, 0),)
    rows = [*[row_of_ones] * row_count, ((2, 2), (KeyPegs(2, 0),))]
    advice = advise(game, rows)
    assert isinstance(advice, Contradiction)
    assert [change.rows for change in advice.changes] == [(row_count + 1,)]


def test_a_rated_guess_counts_its_cells() -> None:
    game = small_game(4, 6)
    advice = advice_on(game, [((1, 1, 2, 2), (KeyPegs(1, 0),))], 0.0)
    codes = find_candidates(game, [((1, 1, 2, 2), (KeyPegs(1, 0),))])
    for rated in rated_guesses(advice):
        cells = np.unique(marks_of_guess(game, game.guess_number(rated.guess), indices(codes.tolist())))
        assert len(cells) == rated.cells
