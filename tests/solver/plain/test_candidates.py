"""The candidates of the plain solver: those of the rules, evenly sampled, and their number within its error."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keypeg.core.clues import Clue, SearchBudget
from keypeg.core.codes import Code, CodeSpace
from keypeg.core.marks import BLACK_WHITE, COLOURS, SUM, Marking
from keypeg.solver.advice.advisor import find_candidates as find_by_kernels
from keypeg.solver.game.guessing_game import game_of
from keypeg.solver.plain import candidates as plain
from keypeg.solver.plain.candidates import _Finder, find_candidates
from keypeg.solver.plain.local_search import find_by_changes
from keypeg.solver.plain.mixtures import MixtureCounter
from keypeg.solver.plain.position import Candidates, PlainPosition
from support.plain_solver import code_spaces
from support.thoroughness import examples, times

MARKINGS = (BLACK_WHITE, COLOURS, SUM)


@st.composite
def positions(draw: st.DrawFn, most_holes: int = 4, most_colours: int = 5) -> PlainPosition:
    """Rows that some code of a small space fits."""
    space = draw(code_spaces(most_holes, most_colours))
    codes = st.sampled_from(list(space))
    marking, secret = draw(st.sampled_from(MARKINGS)), draw(codes)
    guesses = draw(st.lists(codes, max_size=4))
    return PlainPosition(space, space, marking, tuple((guess, marking.mark(secret, guess)) for guess in guesses))


def fitting_codes(position: PlainPosition) -> Counter[Code]:
    """The candidates by the rules, each with the number of its arrangements."""
    mark = position.marking.mark
    return Counter(
        position.normalize(code)
        for code in position.secrets
        if all(mark(code, guess) == given for guess, given in position.rows)
    )


def as_counter(found: Candidates) -> Counter[Code]:
    return Counter(dict(zip(found.codes, found.weights, strict=True)))


@given(positions())
@examples(300)
def test_small_spaces_are_listed(position: PlainPosition) -> None:
    found = find_candidates(position, Random(1))
    assert (as_counter(found), found.count, found.is_exact, found.complete) == (
        fitting_codes(position),
        sum(fitting_codes(position).values()),
        True,
        True,
    )


@given(positions())
@examples(1000)
def test_counting_mixtures_and_arrangements_finds_the_same_codes(position: PlainPosition) -> None:
    right = fitting_codes(position)
    found = _Finder(position, Random(1), 200, 10**7).find()
    assert found.is_exact
    assert found.count == sum(right.values())
    assert as_counter(found) == right if found.complete else set(found.codes) <= set(right)


@pytest.mark.parametrize("marking", MARKINGS, ids=lambda marking: marking.name)
def test_the_kernels_find_the_same_codes(marking: Marking) -> None:
    rng, space = Random(5), CodeSpace(4, 6)
    game = game_of(space, space, marking)
    for _ in range(times(100, 3000)):
        secret, *guesses = (tuple(rng.randint(1, 6) for _ in range(4)) for _ in range(rng.randint(1, 6)))
        rows = tuple((guess, marking.mark(secret, guess)) for guess in guesses)
        numbers = find_by_kernels(game, [(game.normalize(guess), (mark,)) for guess, mark in rows])
        found = find_candidates(PlainPosition(space, space, marking, rows), rng)
        assert found.codes == tuple(game.code(int(number)) for number in numbers)
        assert found.weights == tuple(game.weights[numbers].tolist())


def sampled(position: PlainPosition, way: str, size: int) -> Candidates:
    """A sample by one of the ways."""
    finder = _Finder(position, Random(3), size, 10**8)
    mixtures = MixtureCounter(position, SearchBudget(10**7))
    found: Candidates | None = getattr(finder, way)(mixtures)
    assert found is not None
    return found


CLASSIC_ROWS: tuple[Clue, ...] = tuple(
    (guess, BLACK_WHITE.mark((3, 1, 4, 4, 2), guess)) for guess in [(1, 1, 2, 2, 3), (4, 2, 3, 1, 5)]
)


@pytest.mark.parametrize("way", ["_count_all", "_reject", "_weigh"])
@pytest.mark.parametrize(
    "position",
    [
        PlainPosition(CodeSpace(5, 7), CodeSpace(5, 7), BLACK_WHITE, CLASSIC_ROWS),
        PlainPosition(CodeSpace(5, 7, most_blanks=5), CodeSpace(5, 7, most_blanks=5), BLACK_WHITE, CLASSIC_ROWS),
        PlainPosition(CodeSpace(5, 9, repeats=False), CodeSpace(5, 9), BLACK_WHITE, CLASSIC_ROWS[1:]),
    ],
    ids=["repeats", "blanks", "different"],
)
def test_every_code_is_equally_likely_in_a_sample(
    position: PlainPosition, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pearson's test at five standard deviations of the chi-square distribution."""
    monkeypatch.setattr(plain, "MAX_LISTED_CODES", 0)
    right = fitting_codes(position)
    drawn = Counter(sampled(position, way, 8 * len(right)).codes)
    assert set(drawn) <= set(right)
    expected = drawn.total() / len(right)
    chi_square = sum((drawn[code] - expected) ** 2 / expected for code in right)
    freedom = len(right) - 1
    # Draws of one mixture are related: rejection tries several orders, weighing draws several codes.
    spread = {"_count_all": 1.0, "_reject": 1.5, "_weigh": 2.0}[way]
    assert chi_square < spread * (freedom + 5 * (2 * freedom) ** 0.5)


@pytest.mark.parametrize("way", ["_reject", "_weigh"])
def test_the_number_of_codes_is_estimated_within_its_error(way: str) -> None:
    rng, space, far = Random(8), CodeSpace(5, 7), 0
    rounds = times(30, 300)
    for _ in range(rounds):
        secret, *guesses = (tuple(rng.randint(1, 7) for _ in range(5)) for _ in range(3))
        position = PlainPosition(space, space, BLACK_WHITE, tuple((g, BLACK_WHITE.mark(secret, g)) for g in guesses))
        right = fitting_codes(position).total()
        if right < 50:
            continue
        found = sampled(position, way, 100)
        assert not found.is_exact or found.count == right
        far += abs(found.count - right) > 2 * found.error + 1
    assert far < rounds / 10


@pytest.mark.parametrize("marking", MARKINGS, ids=lambda marking: marking.name)
def test_the_largest_game_always_has_candidates(marking: Marking) -> None:
    rng, space = Random(2), CodeSpace(8, 20)
    secret = tuple(rng.randint(1, 20) for _ in range(8))
    position = PlainPosition(space, space, marking)
    for _ in range(times(5, 12)):
        guess = rng.choice(find_candidates(position, rng, seconds=0.1).codes)
        position = position.after((guess, marking.mark(secret, guess)))
        found = find_candidates(position, rng, seconds=0.1)
        assert found.codes
        assert all(marking.mark(code, row) == mark for code in found.codes[:50] for row, mark in position.rows)


def test_without_rows_the_number_is_exact_and_the_sample_is_even() -> None:
    space = CodeSpace(8, 20, most_blanks=8)
    found = find_candidates(PlainPosition(space, space, BLACK_WHITE), Random(1), sample=2000)
    assert (found.count, found.error, found.complete) == (space.size, 0.0, False)
    blanks = sum(code.count(0) for code in found.codes)
    assert abs(blanks - 2000 * 8 / 21) < 5 * (2000 * 8 / 21) ** 0.5


def test_codes_are_found_by_improving_others() -> None:
    space, secret, rng = CodeSpace(6, 9), (1, 2, 3, 4, 5, 6), Random(1)
    rows = tuple((g, SUM.mark(secret, g)) for g in [(1, 1, 2, 2, 3, 3), (4, 4, 5, 5, 6, 6), (1, 3, 5, 2, 4, 6)])
    found = find_by_changes(PlainPosition(space, space, SUM, rows), rng, 20_000)
    assert found
    assert all(SUM.mark(code, guess) == mark for code in found for guess, mark in rows)


def test_the_same_question_gets_the_same_answer() -> None:
    space = CodeSpace(8, 12)
    position = PlainPosition(space, space, BLACK_WHITE, (((1, 2, 3, 4, 5, 6, 7, 8), BLACK_WHITE.possible(8)[12]),))
    assert find_candidates(position, Random(4)) == find_candidates(position, Random(4))
