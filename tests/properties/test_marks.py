"""Marks against the plain counting of RULES.md, and the search for fitting codes against trying them all."""

from collections import Counter
from collections.abc import Callable
from itertools import combinations, product
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from keypeg.core.clues import Clue
from keypeg.core.code_search import some_fitting
from keypeg.core.codes import BLANK, Code, CodeSpace
from keypeg.core.consistency import fitting, fitting_parts
from keypeg.core.edition import Makers, Secrets
from keypeg.core.errors import SearchInterrupted
from keypeg.core.marks import BLACK_WHITE, COLOURS, MARKINGS, PARTS, SUM, KeyPegs, Mark, Marking, Number
from support.random_play import right_mark
from support.thoroughness import examples

pytestmark = pytest.mark.no_cover  # repeats code that other tests cover faster

WHOLE = (BLACK_WHITE, COLOURS, SUM)
"""The markings of whole codes."""

quick = examples(150)


def pairs_of_codes(most: int = 8) -> st.SearchStrategy[tuple[Code, Code]]:
    """Two codes of the same length, blanks among them; few colours, so that they often agree."""
    return st.integers(1, most).flatmap(
        lambda holes: st.tuples(
            *[st.lists(st.integers(0, 4), min_size=holes, max_size=holes).map(tuple) for _ in range(2)]
        )
    )


@quick
@given(pairs_of_codes(), st.sampled_from(WHOLE))
def test_swapping_a_whole_code_and_a_guess_gives_the_same_mark(codes: tuple[Code, Code], marking: Marking) -> None:
    secret, guess = codes
    assert marking.mark(secret, guess) == marking.mark(guess, secret)


@quick
@given(pairs_of_codes(), st.sampled_from(sorted(MARKINGS)))
def test_every_mark_agrees_with_plain_counting(codes: tuple[Code, Code], name: str) -> None:
    marking = MARKINGS[name]
    assert marking.mark(*codes) == right_mark(marking, *codes)
    assert type(marking.mark(*codes)) is type(right_mark(marking, *codes))


@quick
@given(pairs_of_codes())
def test_blacks_and_whites_add_up_to_the_overlap(codes: tuple[Code, Code]) -> None:
    pegs, overlap, both = BLACK_WHITE.mark(*codes), COLOURS.mark(*codes), SUM.mark(*codes)
    assert isinstance(pegs, KeyPegs)
    assert overlap == Number(pegs.blacks + pegs.whites)
    assert both == Number(2 * pegs.blacks + pegs.whites)


@quick
@given(pairs_of_codes())
def test_all_but_one_in_place_leaves_no_white(codes: tuple[Code, Code]) -> None:
    holes = len(codes[0])
    assert BLACK_WHITE.mark(*codes) != KeyPegs(holes - 1, 1)
    assert SUM.mark(*codes) != Number(2 * holes - 1)


@quick
@given(pairs_of_codes(), st.sampled_from(WHOLE))
def test_only_the_code_itself_is_marked_as_solved(codes: tuple[Code, Code], marking: Marking) -> None:
    secret, guess = codes
    same = secret == guess if marking.ordered else sorted(secret) == sorted(guess)
    assert (marking.mark(secret, guess) == marking.solved(len(secret))) is same


@quick
@given(pairs_of_codes(), st.permutations(range(5)), st.sampled_from(WHOLE))
def test_a_blank_is_marked_like_one_more_colour(codes: tuple[Code, Code], names: list[int], marking: Marking) -> None:
    secret, guess = codes
    renamed = [tuple(names[peg] for peg in code) for code in codes]
    assert marking.mark(secret, guess) == marking.mark(*renamed)


# The marking of parts is not symmetric in general: at most one white for each part, however many pegs of the
# guess have its colour, and blanks of a part are ignored. Between whole codes only this remains.
@quick
@given(pairs_of_codes())
@example(((1, 2), (1, 1)))
def test_parts_are_symmetric_in_their_blacks_alone_once_colours_repeat(codes: tuple[Code, Code]) -> None:
    secret, guess = codes
    forward, back = PARTS.mark(secret, guess), PARTS.mark(guess, secret)
    assert isinstance(forward, KeyPegs)
    assert isinstance(back, KeyPegs)
    assert forward.blacks == back.blacks
    distinct = all(len(set(code) - {BLANK}) == len([peg for peg in code if peg]) for code in codes)
    if distinct:
        assert forward == back


def test_parts_are_not_symmetric_where_a_colour_repeats() -> None:
    assert PARTS.mark((1, 1, 0), (1, 2, 3)) == KeyPegs(1, 1)
    assert PARTS.mark((1, 2, 3), (1, 1, 0)) == KeyPegs(1, 0)


@pytest.mark.parametrize("marking", WHOLE, ids=lambda marking: marking.name)
@pytest.mark.parametrize("holes", [1, 2, 3, 4])
def test_the_possible_marks_are_exactly_those_that_occur(marking: Marking, holes: int) -> None:
    # With twice as many colours as holes two codes can share any number of colours. By renaming colours
    # every secret is equivalent to one that counts up, so guesses need only be compared with those.
    secrets = [code for code in product(range(1, holes + 1), repeat=holes) if _counts_up(code)]
    guesses = list(product(range(2 * holes if holes < 4 else holes + 1), repeat=holes))
    marks = {marking.mark(secret, guess) for secret in secrets for guess in guesses}
    assert marks == set(marking.possible(holes))
    assert len(marking.possible(holes)) == len(marks), "no mark is listed twice"


def _counts_up(code: Code) -> bool:
    return all(peg <= max((0, *code[:at])) + 1 for at, peg in enumerate(code))


@pytest.mark.parametrize(("holes", "parts"), [(2, 1), (4, 1), (5, 1), (4, 2), (5, 2), (6, 3)])
def test_the_possible_marks_of_parts_are_exactly_those_that_occur(holes: int, parts: int) -> None:
    marks = set()
    rng = Random(44)
    for chosen in combinations(range(holes), parts):
        for pegs in product(range(1, parts + 1), repeat=parts):
            part = tuple(dict(zip(chosen, pegs, strict=True)).get(hole, BLANK) for hole in range(holes))
            for _ in range(60):
                marks.add(PARTS.mark(part, tuple(rng.randint(1, parts + 1) for _ in range(holes))))
    assert marks == set(PARTS.possible(parts))


@pytest.mark.parametrize("name", sorted(MARKINGS))
def test_the_worst_mark_is_listed_first_and_the_best_last(name: str) -> None:
    marking = MARKINGS[name]
    for holes in range(1, 9):
        listed = marking.possible(holes)
        assert list(listed) == sorted(listed)
        assert sum(listed[0]) == 0
        assert marking.solved(holes) in (None, listed[-1])


SPACES = st.builds(
    CodeSpace,
    holes=st.integers(1, 4),
    colours=st.integers(1, 4),
    repeats=st.booleans(),
    least_blanks=st.integers(0, 2),
    most_blanks=st.integers(0, 4),
    blank_holes=st.none() | st.lists(st.integers(1, 4), unique=True).map(sorted).map(tuple),
)


@st.composite
def clues_for(draw: st.DrawFn, space: CodeSpace, marking: Marking) -> list[Clue]:
    """Clues about a code, some of them wrong; guesses need not be codes of the space."""
    guess = st.lists(st.integers(0, space.colours), min_size=space.holes, max_size=space.holes).map(tuple)
    secret = draw(guess)
    clues: list[Clue] = []
    for code in draw(st.lists(guess, max_size=4)):
        wrong = draw(st.integers(0, 7)) == 0
        mark = draw(st.sampled_from(marking.possible(space.holes))) if wrong else marking.mark(secret, code)
        clues.append((code, mark))
    return clues


@examples(250)
@given(st.data(), SPACES, st.sampled_from(WHOLE))
def test_the_search_finds_exactly_the_codes_that_fit_in_order(
    data: st.DataObject, space: CodeSpace, marking: Marking
) -> None:
    clues = data.draw(clues_for(space, marking))
    tried = [code for code in space if all(right_mark(marking, code, guess) == mark for guess, mark in clues)]
    assert list(fitting(space, marking, clues)) == tried


@examples(400)
@given(st.data(), SPACES, st.sampled_from(WHOLE), st.none() | st.integers(0, 99))
def test_a_code_that_fits_is_found_if_and_only_if_there_is_one(
    data: st.DataObject, space: CodeSpace, marking: Marking, seed: int | None
) -> None:
    clues = data.draw(clues_for(space, marking))
    shuffle = None if seed is None else _shuffle_by(Random(seed))
    code = some_fitting(space, marking, clues, shuffle)
    fits = list(fitting(space, marking, clues))
    assert code in fits if fits else code is None


def test_any_code_that_fits_can_be_found() -> None:
    space, clues = CodeSpace(3, 6), [((1, 1, 2), KeyPegs(1, 0))]
    shuffle = _shuffle_by(Random(1))
    codes = {some_fitting(space, BLACK_WHITE, clues, shuffle) for _ in range(3000)}
    assert codes == set(fitting(space, BLACK_WHITE, clues))


@pytest.mark.parametrize("marking", [BLACK_WHITE, COLOURS], ids=lambda marking: marking.name)
def test_a_code_is_found_in_spaces_too_large_to_list(marking: Marking) -> None:
    space, rng = CodeSpace(8, 20), Random(7)
    secret = tuple(rng.choices(range(1, 21), k=8))
    clues: list[Clue] = []
    for _ in range(6):
        code = some_fitting(space, marking, clues, _shuffle_by(rng))
        assert code is not None
        assert all(right_mark(marking, code, guess) == mark for guess, mark in clues)
        clues.append((code, marking.mark(secret, code)))


def test_a_search_that_would_take_too_long_is_interrupted() -> None:
    space, rng = CodeSpace(8, 20), Random(1)
    guesses = [tuple(rng.choices(range(1, 21), k=8)) for _ in range(12)]
    with pytest.raises(SearchInterrupted):
        some_fitting(space, SUM, [(guess, Number(5)) for guess in guesses])


def _shuffle_by(rng: Random) -> Callable[[list[int]], list[int]]:
    return lambda pegs: rng.sample(pegs, len(pegs))


def _all_parts(holes: int, colours: int, parts: int) -> list[Code]:
    return [code for code in product(range(colours + 1), repeat=holes) if sum(peg != BLANK for peg in code) == parts]


def _can_be_dealt(secrets: Secrets, *parts: Code) -> bool:
    holes_differ = all(sum(peg != BLANK for peg in pegs) <= 1 for pegs in zip(*parts, strict=True))
    drawn = Counter(peg for part in parts for peg in part if peg != BLANK)
    return holes_differ and (not secrets.counters or max(drawn.values(), default=0) <= secrets.counters)


@st.composite
def dealt_tables(draw: st.DrawFn) -> tuple[Secrets, list[list[tuple[Code, Mark]]], Code]:
    """How parts are dealt, the clues about each unknown seat, and the known part."""
    holes, colours, parts = draw(st.sampled_from([(3, 3, 1), (4, 2, 1), (4, 3, 1), (4, 2, 2), (5, 2, 1)]))
    unknown = draw(st.integers(1, min(3, holes // parts)))
    candidates = _all_parts(holes, colours, parts)
    row = st.lists(st.integers(0, colours), min_size=holes, max_size=holes).map(tuple)
    clues = []
    for _ in range(unknown):
        secret = draw(st.sampled_from(candidates))
        clues.append([(guess, PARTS.mark(secret, guess)) for guess in draw(st.lists(row, max_size=3))])
    taken = draw(st.sampled_from([(BLANK,) * holes, *candidates]))
    space = CodeSpace(holes, colours)
    return Secrets(Makers.DEALT, space, parts, counters=draw(st.sampled_from([0, 2, 4]))), clues, taken


@examples(100)
@given(dealt_tables())
def test_the_search_for_parts_finds_exactly_the_deals_that_fit(
    table: tuple[Secrets, list[list[tuple[Code, Mark]]], Code],
) -> None:
    secrets, clues, taken = table
    parts = _all_parts(secrets.space.holes, secrets.space.colours, secrets.parts)
    fits = [[part for part in parts if all(right_mark(PARTS, part, g) == m for g, m in seat)] for seat in clues]
    tried = {deal for deal in product(*fits) if _can_be_dealt(secrets, *deal, taken)}
    deals = list(fitting_parts(secrets, clues, taken))
    assert len(deals) == len(set(deals)), "no deal is found twice"
    assert set(deals) == tried
