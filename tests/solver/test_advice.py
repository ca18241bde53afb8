"""Advice: the best next guess at any position, in the time there is; and what is wrong where no code fits."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise, permutations
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keypeg.core.codes import Code, join_parts
from keypeg.core.marks import BLACK_WHITE, COLOURS, PARTS, SUM, KeyPegs, Marking, Number
from keypeg.editions import edition
from keypeg.records.notation import write_mark
from keypeg.solver.advice.advisor import MAX_RATED_GUESSES, Advice, RatedGuess, advise, find_candidates
from keypeg.solver.advice.contradiction import Change, Contradiction, explain_contradiction
from keypeg.solver.exact.search import ExactSearch
from keypeg.solver.game.guessing_game import GuessingGame, Marks, Row, game_for
from keypeg.solver.game.partition import marks_of_guess
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

Game = tuple[GuessingGame, Marking]
"""A game and how it is marked."""

few = settings(derandomize=True, deadline=None, max_examples=60)
fewer = settings(derandomize=True, deadline=None, max_examples=25)

PLENTY = 60.0
"""Seconds that no search here comes near to needing."""

SMALL = [
    (small_game(3, 4), BLACK_WHITE),
    (small_game(4, 3), BLACK_WHITE),
    (small_game(3, 5, repeats=False), BLACK_WHITE),
    (small_game(3, 5, repeats=False, free_guesses=True), BLACK_WHITE),
    (small_game(3, 3, blanks=3), BLACK_WHITE),
    (small_game(3, 4, SUM), SUM),
    (small_game(4, 4, COLOURS), COLOURS),
]
"""Games of every kind that has a mark which says that the code is found."""

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
"""Games in which who is certain calls."""


def named(one: object) -> str:
    return one.key if isinstance(one, GuessingGame) else one.name if isinstance(one, Marking) else str(one)


def placed_row(asked: GuessingGame, marking: Marking, secret: Code, guess: Code) -> Row:
    """A guess, marked by the rulebook."""
    return asked.normalize(guess), rulebook_marks(marking, secret, asked.normalize(guess))


def some_rows(game: Game, chance: Random, many: int) -> list[Row]:
    """Rows that anybody may have placed."""
    asked, marking = game
    secret = asked.code(chance.randrange(len(asked.codes)))
    guesses = [asked.guess(chance.randrange(len(asked.guesses))) for _ in range(many)]
    return [placed_row(asked, marking, secret, guess) for guess in guesses]


def fitting(game: Game, rows: Sequence[Row]) -> list[int]:
    """The codes that fit all rows, one by one."""
    asked, marking = game
    return [
        number
        for number in range(len(asked.codes))
        if all(rulebook_marks(marking, asked.code(number), guess) == marks for guess, marks in rows)
    ]


def advice_on(
    asked: GuessingGame, rows: Sequence[Row], deadline: float = PLENTY, book: Strategy | None = None
) -> Advice:
    """Advice on a position that can be."""
    found = advise(asked, rows, deadline, book)
    assert isinstance(found, Advice)
    return found


def options_of(advice: Advice) -> tuple[RatedGuess, ...]:
    return advice.best, *advice.alternatives


def total(asked: GuessingGame, advice: Advice, option: RatedGuess) -> int:
    """What an option comes to over all codes left: a whole number."""
    found = round(option.expected * advice.weight)
    assert found == pytest.approx(option.expected * advice.weight)
    return found


def check(game: Game, rows: Sequence[Row], advice: Advice) -> None:
    """Everything but what the guesses are worth."""
    asked, marking = game
    left = fitting(game, rows)
    assert advice.codes == tuple(asked.code(number) for number in left)
    assert advice.weight == sum(int(asked.weights[number]) for number in left)
    options = options_of(advice)
    assert len({option.guess for option in options}) == len(options) <= MAX_RATED_GUESSES + 1
    assert [option.exact for option in options] == sorted((option.exact for option in options), reverse=True)
    for better, worse in pairwise(options):
        if better.exact == worse.exact:
            assert (better.is_lower_bound, better.expected) <= (worse.is_lower_bound, worse.expected)
    if len({int(asked.answers[number]) for number in left}) > 1:
        for option in options:
            leaves: dict[Marks, dict[int, int]] = {}
            for number in left:
                cell = leaves.setdefault(rulebook_marks(marking, asked.code(number), option.guess), {})
                cell[int(asked.answers[number])] = int(asked.weights[number])
            # Where order counts for nothing a code stands for its arrangements; where parts do, whole codes are left.
            sizes = [sum(cell.values()) if asked.solved_mark >= 0 else len(cell) for cell in leaves.values()]
            assert (option.cells, option.largest_cell) == (len(leaves), max(sizes))
            assert option.can_be_code == (asked.solved_mark >= 0 and option.guess in advice.codes)
            assert option.cells > 1


# The codes that are left


@few
@given(st.sampled_from([*SMALL, *DEALT[:2]]), st.integers(0, 10**6), st.integers(0, 4))
def test_the_codes_left_are_those_that_the_rulebook_would_have_marked_so(game: Game, seed: int, many: int) -> None:
    rows = some_rows(game, Random(seed), many)
    assert find_candidates(game[0], rows).tolist() == fitting(game, rows)


@few
@given(st.sampled_from(SMALL), st.integers(0, 10**6), st.data())
def test_so_it_is_whatever_the_rows_are_marked_with(game: Game, seed: int, data: st.DataObject) -> None:
    asked = game[0]
    rows = [(guess, data.draw(st.sampled_from(asked.marks))) for guess, _ in some_rows(game, Random(seed), 2)]
    assert find_candidates(asked, rows).tolist() == fitting(game, rows)


def test_where_order_does_not_count_a_guess_may_be_typed_in_any() -> None:
    asked = small_game(4, 6, COLOURS)
    marks = (Number(2),)
    found = [find_candidates(asked, [(guess, marks)]).tolist() for guess in ((4, 1, 2, 1), (1, 1, 2, 4))]
    assert found[0] == found[1]


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
def test_rows_that_cannot_be_are_refused(row: Row, code: str) -> None:
    asked = small_game(4, 6)
    good = (1, 1, 2, 2), (KeyPegs(1, 0),)
    for rows in ([row], [good, row], [row, good], [good, good, row, good]):
        assert refusal_code(lambda rows=rows: advise(asked, rows, 0.0)) == code  # type: ignore[misc]


def test_a_number_never_passes_for_key_pegs() -> None:
    asked = small_game(3, 4, SUM)
    assert refusal_code(lambda: advise(asked, [((1, 1, 2), (KeyPegs(1, 0),))], 0.0)) == "impossible-mark"


# The best guess


@fewer
@given(st.sampled_from(SMALL), st.integers(0, 10**6), st.integers(1, 3))
def test_with_time_enough_no_guess_is_better_than_the_one_advised(game: Game, seed: int, many: int) -> None:
    asked, marking = game
    rows = next(
        rows
        for guesses in range(many, 40)
        if len(fitting(game, rows := some_rows(game, Random(seed), guesses))) <= 9  # more would take too long
    )
    advice = advice_on(asked, rows)
    check(game, rows, advice)
    table, left = rulebook_table(asked, marking), fitting(game, rows)
    assert advice.best.exact
    assert total(asked, advice, advice.best) == brute_force_cost(asked, table, GUESSES, left)
    for option in advice.alternatives:
        assert option.exact
        first = asked.guess_number(option.guess)
        assert total(asked, advice, option) == brute_force_cost(asked, table, GUESSES, left, first=first)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(("asked", "marking"), LARGER, ids=named)
def test_so_it_is_in_the_games_that_people_play(asked: GuessingGame, marking: Marking, seed: int) -> None:
    rows = some_rows((asked, marking), Random(seed), 2)
    advice = advice_on(asked, rows)
    check((asked, marking), rows, advice)
    codes = find_candidates(asked, rows)
    assert advice.best.exact
    assert not any(option.is_lower_bound for option in options_of(advice))
    # Nothing is thought alike here, and nobody says what to look for.
    assert total(asked, advice, advice.best) == ExactSearch(asked, codes=codes, placed=None).cost(codes).bound
    if len(codes) > 1:
        for option in advice.alternatives:
            only = ExactSearch(asked, codes=codes, placed=None).cost(codes, only=asked.guess_number(option.guess))
            assert (total(asked, advice, option), option.exact) == (only.bound, True)


def positions(strategy: Strategy, marking: Marking) -> Iterator[tuple[list[Row], int]]:
    """Every position that a strategy comes to, as rows, with the number of its node."""
    asked = strategy.game
    waiting: list[tuple[int, list[Row]]] = [(0, [])]
    while waiting:
        node, rows = waiting.pop()
        yield rows, node
        guess = asked.guess(int(strategy.guess[node]))
        waiting += [
            (int(strategy.child[node, mark]), [*rows, (guess, asked.marks[int(mark)])])
            for mark in np.flatnonzero(strategy.child[node] >= 0)
        ]


@pytest.fixture(scope="module")
def everything() -> ExactSearch:
    """A search that remembers every position of four holes and six colours that was asked for."""
    return ExactSearch(small_game(4, 6))


@pytest.fixture(scope="module")
def classic_book() -> Book:
    return load_book(small_game(4, 6).key)


def knuth() -> Strategy:
    asked = small_game(4, 6)
    return one_step_strategy(asked, Rule.MINIMAX, opening=read_guess(asked, "1122"))


def check_positions(everything: ExactSearch, strategy: Strategy, chosen: Sequence[list[Row]]) -> None:
    asked = strategy.game
    for rows in chosen:
        advice = advice_on(asked, rows)
        placed = [asked.guess_number(guess) for guess, _ in rows]
        least = everything.cost(find_candidates(asked, rows), placed=placed).bound
        assert advice.best.exact, rows
        assert total(asked, advice, advice.best) == least, rows
        check((asked, BLACK_WHITE), rows, advice)


@pytest.mark.parametrize("whose", ["Knuth", "the book"])
def test_every_position_after_the_first_guess_gets_exact_advice(
    everything: ExactSearch, classic_book: Book, whose: str
) -> None:
    strategy = knuth() if whose == "Knuth" else classic_book.strategy
    second = [rows for rows, _ in positions(strategy, BLACK_WHITE) if len(rows) == 1]
    assert len(second) > 9
    check_positions(everything, strategy, second)


@pytest.mark.no_cover
@pytest.mark.parametrize("whose", ["Knuth", "the book"])
def test_so_do_positions_later_in_the_game(everything: ExactSearch, classic_book: Book, whose: str) -> None:
    strategy = knuth() if whose == "Knuth" else classic_book.strategy
    later = [rows for rows, _ in positions(strategy, BLACK_WHITE) if len(rows) > 1]
    check_positions(everything, strategy, Random(7).sample(later, 100))


@pytest.mark.no_cover
def test_with_the_book_open_it_is_the_books_guess_and_exact(everything: ExactSearch, classic_book: Book) -> None:
    strategy = classic_book.strategy
    asked = strategy.game
    found = list(positions(strategy, BLACK_WHITE))
    for deadline, chosen in ((0.0, found), (PLENTY, Random(3).sample(found, 12))):
        for rows, node in chosen:
            advice = advice_on(asked, rows, deadline, strategy)
            placed = [asked.guess_number(guess) for guess, _ in rows]
            assert advice.best.exact
            assert not advice.best.is_lower_bound
            least = everything.cost(find_candidates(asked, rows), placed=placed).bound
            assert total(asked, advice, advice.best) == least
            if deadline == 0.0:
                assert advice.best.guess == asked.guess(int(strategy.guess[node]))
            assert all(option.expected >= advice.best.expected for option in advice.alternatives if option.exact)


def test_who_has_left_the_book_is_advised_without_it(classic_book: Book) -> None:
    asked = classic_book.strategy.game
    rows: list[Row] = [((1, 1, 1, 1), (KeyPegs(1, 0),)), ((1, 2, 2, 2), (KeyPegs(1, 1),))]
    assert classic_book.strategy.find(rows) is None
    assert advice_on(asked, rows, book=classic_book.strategy) == advice_on(asked, rows)


@pytest.mark.parametrize("guess", ["1111", "1112", "1122", "1123", "1234"])
def test_a_row_placed_twice_changes_nothing(guess: str) -> None:
    asked = small_game(4, 5)
    row = placed_row(asked, BLACK_WHITE, (1, 2, 3, 5), tuple(map(int, guess)))
    assert advice_on(asked, [row, row]) == advice_on(asked, [row])


# Alternatives


@pytest.mark.parametrize(
    "rows", [[], [((1, 1, 2, 2), "1b0w")], [((1, 1, 2, 3), "0b2w")], [((1, 1, 1, 2), "1b1w"), ((3, 1, 3, 4), "1b1w")]]
)
@pytest.mark.parametrize("deadline", [0.0, PLENTY])
def test_no_two_guesses_that_are_compared_are_alike(rows: list[tuple[Code, str]], deadline: float) -> None:
    asked = small_game(4, 4)
    marks = {write_mark(mark): (mark,) for (mark,) in asked.marks}
    placed = [(guess, marks[text]) for guess, text in rows]
    advice = advice_on(asked, placed, deadline)
    guesses = {option.guess for option in options_of(advice)}
    for order in permutations(range(4)):
        for names in permutations((1, 2, 3, 4)):

            def image(code: Code, order: Code = order, names: Code = names) -> Code:
                return tuple(names[code[hole] - 1] for hole in order)

            if all(image(guess) == guess for guess, _ in placed):
                for guess in guesses:
                    assert image(guess) == guess or image(guess) not in guesses


@fewer
@given(st.sampled_from([*SMALL, *DEALT[:2]]), st.integers(0, 10**6), st.integers(0, 4), st.sampled_from([0.0, PLENTY]))
def test_whatever_the_time_the_alternatives_stand_in_order(game: Game, seed: int, many: int, deadline: float) -> None:
    rows = some_rows(game, Random(seed), many)
    check(game, rows, advice_on(game[0], rows, deadline))


# One code, one answer


@pytest.mark.parametrize("deadline", [0.0, PLENTY])
@pytest.mark.parametrize(("asked", "marking"), SMALL, ids=named)
def test_one_code_left_is_guessed(asked: GuessingGame, marking: Marking, deadline: float) -> None:
    secret = asked.code(len(asked.codes) // 3)
    rows = [placed_row(asked, marking, secret, secret)]
    advice = advice_on(asked, rows, deadline)
    assert advice.alternatives == ()
    assert advice.codes == (secret,)
    weight = int(asked.weights[len(asked.codes) // 3])
    assert advice.best == RatedGuess(
        secret, 1.0, 1, exact=True, is_lower_bound=False, cells=1, largest_cell=weight, can_be_code=True
    )


@pytest.mark.parametrize("deadline", [0.0, PLENTY])
@pytest.mark.parametrize(("asked", "marking"), DEALT, ids=named)
def test_who_is_certain_calls(asked: GuessingGame, marking: Marking, deadline: float) -> None:
    chance = Random(4)
    assert asked.recipe is not None
    holes, own = asked.recipe.secrets.holes, asked.recipe.own
    secret = asked.code(chance.randrange(len(asked.codes)))
    rows: list[Row] = []
    while True:
        advice = advice_on(asked, rows, deadline)
        wholes = {
            join_parts((own, *(code[at : at + holes] for at in range(0, len(code), holes)))) for code in advice.codes
        }
        if len(wholes) == 1:
            break
        assert not advice.best.exact
        assert not advice.best.can_be_code
        rows.append(placed_row(asked, marking, secret, advice.best.guess))
    assert advice.alternatives == ()
    best = advice.best
    assert (best.expected, best.worst, best.exact, best.is_lower_bound) == (1.0, 1, True, False)
    assert best.guess in advice.codes
    assert secret in advice.codes


# With no time at all


@few
@given(st.sampled_from([*SMALL, *DEALT]), st.integers(0, 10**6), st.integers(0, 3))
def test_with_no_time_at_all_there_is_still_an_answer_that_is_honest(game: Game, seed: int, many: int) -> None:
    asked = game[0]
    rows = some_rows(game, Random(seed), many)
    advice = advice_on(asked, rows, 0.0)
    assert advice.codes == tuple(asked.code(number) for number in fitting(game, rows))
    if len({int(asked.answers[number]) for number in fitting(game, rows)}) > 1:
        assert all(option.is_lower_bound and not option.exact for option in options_of(advice))


@fewer
@given(st.sampled_from(SMALL), st.integers(0, 10**6), st.integers(0, 3))
def test_what_is_said_to_be_a_lower_bound_is_one(game: Game, seed: int, many: int) -> None:
    asked = game[0]
    rows = some_rows(game, Random(seed), many)
    hasty, exact = advice_on(asked, rows, 0.0), advice_on(asked, rows)
    known = {option.guess: option.expected for option in options_of(exact)}
    for option in options_of(hasty):
        assert option.expected <= known.get(option.guess, option.expected) + 1e-9


def test_it_is_one_where_several_deals_make_the_same_code() -> None:
    """Two deals of the same code need not be told apart: both are found by the one call."""
    asked = game_for(edition("mastermind-44"))
    rows = [
        ((4, 1, 3, 4, 2), (KeyPegs(0, 1), KeyPegs(0, 1), KeyPegs(0, 1))),
        ((6, 2, 4, 6, 5), (KeyPegs(0, 1), KeyPegs(0, 0), KeyPegs(0, 0))),
        ((5, 6, 6, 4, 5), (KeyPegs(0, 0), KeyPegs(0, 0), KeyPegs(0, 0))),
        ((1, 3, 4, 6, 5), (KeyPegs(0, 0), KeyPegs(0, 1), KeyPegs(0, 1))),
    ]
    hasty, patient = advice_on(asked, rows, 0.0), advice_on(asked, rows)
    reached = {option.guess: option.expected for option in options_of(patient)}
    assert reached
    for option in options_of(hasty):
        assert option.expected <= reached.get(option.guess, option.expected) + 1e-9


@pytest.mark.parametrize("deadline", [-1.0, 0.0, 1e-9])
def test_a_deadline_that_is_over_before_it_begins_harms_nobody(deadline: float) -> None:
    assert advice_on(small_game(4, 6), [], deadline).best.cells > 1


# Contradictions


def plain_changes(game: Game, rows: Sequence[Row]) -> tuple[Change, ...]:
    """The smallest changes, by trying every set of rows with every code."""
    asked, marking = game
    for many in range(1, len(rows) + 1):
        found = []
        for chosen in combinations(range(len(rows)), many):
            others = [row for at, row in enumerate(rows) if at not in chosen]
            codes = fitting(game, others)
            if codes:
                instead: tuple[tuple[tuple[KeyPegs | Number, ...], int], ...] = ()
                if many == 1:
                    counted = Counter(rulebook_marks(marking, asked.code(code), rows[chosen[0]][0]) for code in codes)
                    instead = tuple(sorted(counted.items(), key=lambda one: (-one[1], asked.mark_number(one[0]))))
                found.append(Change(tuple(at + 1 for at in chosen), len(codes), instead))
        if found:
            return tuple(sorted(found, key=lambda change: (-change.codes, change.rows)))
    raise AssertionError("with every row changed every code fits")


@few
@given(st.sampled_from([SMALL[0], SMALL[2], SMALL[5], DEALT[0]]), st.integers(0, 10**6), st.integers(1, 5))
def test_where_no_code_fits_the_smallest_changes_are_told(game: Game, seed: int, many: int) -> None:
    chance = Random(seed)
    asked = game[0]
    rows = [(guess, chance.choice(asked.marks)) for guess, _ in some_rows(game, chance, many)]
    found = advise(asked, rows, 0.0)
    if fitting(game, rows):
        assert isinstance(found, Advice)
    else:
        assert isinstance(found, Contradiction)
        assert found == explain_contradiction(asked, rows)
        assert found.changes == plain_changes(game, rows)


@pytest.mark.parametrize("wrong", range(4))
def test_the_row_that_was_marked_wrongly_is_among_those_named_with_its_right_mark(wrong: int) -> None:
    asked = small_game(4, 6)
    secret = (1, 3, 5, 6)
    guesses = [(1, 1, 2, 2), (1, 3, 3, 4), (1, 3, 5, 5), (6, 3, 5, 1)]
    rows = [placed_row(asked, BLACK_WHITE, secret, guess) for guess in guesses]
    right = rows[wrong][1]
    rows[wrong] = guesses[wrong], (KeyPegs(0, 4),)
    found = advise(asked, rows, 0.0)
    assert isinstance(found, Contradiction)
    named = {change.rows: dict(change.marks) for change in found.changes}
    assert right in named[(wrong + 1,)]
    for change in found.changes:
        at = change.rows[0] - 1
        assert sum(codes for _, codes in change.marks) == change.codes
        for marks, codes in change.marks:
            mended = [*rows[:at], (rows[at][0], marks), *rows[at + 1 :]]
            assert len(find_candidates(asked, mended)) == codes > 0


def test_two_rows_marked_wrongly_are_named_together() -> None:
    asked = small_game(3, 4)
    rows: list[Row] = [
        ((1, 1, 1), (KeyPegs(3, 0),)),
        ((1, 1, 1), (KeyPegs(3, 0),)),
        ((2, 2, 2), (KeyPegs(3, 0),)),
        ((2, 2, 2), (KeyPegs(3, 0),)),
    ]
    found = advise(asked, rows)
    assert found == Contradiction((Change((1, 2), 1, ()), Change((3, 4), 1, ())))
    assert found.changes == plain_changes((asked, BLACK_WHITE), rows)


def test_the_same_guess_marked_in_two_ways_is_a_contradiction_that_either_row_resolves() -> None:
    asked = small_game(4, 6)
    one, other = (KeyPegs(1, 0),), (KeyPegs(2, 0),)
    found = explain_contradiction(asked, [((1, 1, 2, 2), one), ((1, 1, 2, 2), other)])
    assert found.changes == (Change((2,), 256, ((one, 256),)), Change((1,), 114, ((other, 114),)))


@pytest.mark.parametrize("many", [62, 63, 64, 65, 100])
def test_a_board_may_have_more_rows_than_a_number_has_bits(many: int) -> None:
    asked = small_game(2, 3)
    ones: Row = (1, 1), (KeyPegs(2, 0),)
    rows = [*[ones] * many, ((2, 2), (KeyPegs(2, 0),))]
    found = advise(asked, rows)
    assert isinstance(found, Contradiction)
    assert [change.rows for change in found.changes] == [(many + 1,)]


def test_the_cells_of_an_option_are_those_that_the_solver_sees() -> None:
    asked = small_game(4, 6)
    advice = advice_on(asked, [((1, 1, 2, 2), (KeyPegs(1, 0),))], 0.0)
    codes = find_candidates(asked, [((1, 1, 2, 2), (KeyPegs(1, 0),))])
    for option in options_of(advice):
        cells = np.unique(marks_of_guess(asked, asked.guess_number(option.guess), indices(codes.tolist())))
        assert len(cells) == option.cells
