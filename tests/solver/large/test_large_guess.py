"""Guesses in games with many codes: allowed, always found, the same for the same position, and good."""

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keypeg.core.codes import Code, CodeSpace
from keypeg.core.marks import BLACK_WHITE, SUM, Marking
from keypeg.solver.advice.advisor import find_candidates
from keypeg.solver.exact.search import ExactSearch
from keypeg.solver.game.guessing_game import game_of
from keypeg.solver.large.effort import PERFECT, STRONG, Effort
from keypeg.solver.large.fitting_codes import find_fitting
from keypeg.solver.large.large_guess import choose_large_guess, find_candidate
from keypeg.solver.large.large_position import naming_of, rename
from keypeg.solver.plain.position import PlainPosition
from solver.large.positions import positions, start
from support.thoroughness import examples, first_of

MOST_ROWS = 14

SPACES = (
    (CodeSpace(6, 9), BLACK_WHITE),
    (CodeSpace(8, 12), SUM),
    (CodeSpace(8, 20), BLACK_WHITE),
    (CodeSpace(7, 11, repeats=False), BLACK_WHITE),
    (CodeSpace(6, 10, most_blanks=6), BLACK_WHITE),
    (CodeSpace(8, 20, repeats=False), SUM),
    (CodeSpace(8, 8, repeats=False), BLACK_WHITE),
    (CodeSpace(8, 20), SUM),
    (CodeSpace(8, 12, least_blanks=1, most_blanks=3, blank_holes=(1, 2, 8)), BLACK_WHITE),
    (CodeSpace(8, 12), BLACK_WHITE),
)


def play(position: PlainPosition, secret: Code, effort: Effort) -> Iterator[PlainPosition]:
    """The positions of a game up to the code."""
    while not position.rows or position.rows[-1][0] != secret:
        chosen = choose_large_guess(position, effort)
        assert chosen is not None
        assert chosen.guess in position.guesses
        assert chosen.expected >= 1
        position = position.after((chosen.guess, position.marking.mark(secret, chosen.guess)))
        yield position


@pytest.mark.parametrize(("space", "marking"), first_of(SPACES, quick=6), ids=str)
def test_every_code_is_found_in_games_of_every_kind(space: CodeSpace, marking: Marking) -> None:
    """No guess tells nothing: a row that leaves all codes would be repeated for ever."""
    rng = Random(5)
    secret: Code = ()
    while len(secret) < space.holes:
        secret = (*secret, rng.choice(list(space.choices(secret))))
    played = list(play(PlainPosition(space, space, marking), secret, STRONG))
    assert len(played) <= MOST_ROWS + (6 if marking is SUM else 0)
    assert len({guess for guess, _ in played[-1].rows}) == len(played)


@given(positions(most_holes=4, most_colours=5))
@examples(40)
def test_small_games_are_played_too(position: PlainPosition) -> None:
    for effort in (PERFECT, STRONG):
        chosen = choose_large_guess(position, effort)
        assert chosen is not None
        assert chosen.guess in position.guesses


def test_a_guess_may_repeat_colours_where_codes_do_not() -> None:
    secrets, guesses = CodeSpace(6, 9, repeats=False), CodeSpace(6, 9)
    secret = (9, 2, 7, 1, 4, 3)
    played = list(play(PlainPosition(secrets, guesses, BLACK_WHITE), secret, STRONG))
    assert len(played) <= 9


def test_marks_that_contradict_each_other_have_no_guess() -> None:
    position = start(6, 9).after(((1,) * 6, BLACK_WHITE.mark((1, 2, 2, 2, 2, 2), (1,) * 6)))
    position = position.after(((1,) * 6, BLACK_WHITE.mark((2,) * 6, (1,) * 6)))
    assert choose_large_guess(position, PERFECT) is None
    assert find_candidate(position) is None


def test_a_candidate_fits_all_rows() -> None:
    position = start(8, 20).after(
        ((1, 1, 2, 2, 3, 3, 4, 4), BLACK_WHITE.mark((1, 2, 5, 6, 3, 3, 9, 9), (1, 1, 2, 2, 3, 3, 4, 4)))
    )
    found = find_candidate(position)
    assert found is not None
    assert all(BLACK_WHITE.mark(found, guess) == mark for guess, mark in position.rows)


def test_what_a_search_to_the_end_expects_is_what_happens() -> None:
    """From a position with few codes on, the average over all of them is the number that was expected."""
    position = start(6, 9)
    for guess in ((1, 1, 2, 2, 3, 4), (2, 3, 1, 5, 5, 6), (3, 5, 2, 7, 5, 1)):
        position = position.after((guess, BLACK_WHITE.mark((3, 5, 2, 9, 8, 4), guess)))
    codes = [tuple(code) for code in find_fitting(position).codes.tolist()]
    assert 20 < len(codes) <= PERFECT.endgame_codes
    chosen = choose_large_guess(position, PERFECT)
    assert chosen is not None
    needed = sum(len(list(play(position, code, PERFECT))) for code in codes)
    assert needed / len(codes) == pytest.approx(chosen.expected)


@given(st.permutations(range(6)), st.permutations(range(1, 10)))
@examples(15)
def test_names_of_holes_and_colours_make_no_difference(holes: list[int], colours: list[int]) -> None:
    """An opening in other holes and colours leads to the same guess, in those."""

    def exchange(code: Code) -> Code:
        return tuple(colours[code[hole] - 1] for hole in holes)

    opening, secret = (1, 1, 2, 2, 3, 4), (4, 7, 2, 8, 1, 1)
    mark = BLACK_WHITE.mark(secret, opening)
    plain, other = start(6, 9).after((opening, mark)), start(6, 9).after((exchange(opening), mark))
    assert rename(plain, naming_of(plain)) == rename(other, naming_of(other))
    chosen = [choose_large_guess(each, STRONG) for each in (plain, other)]
    assert chosen[0] is not None
    assert chosen[1] is not None
    assert chosen[0].expected == chosen[1].expected
    assert BLACK_WHITE.mark(chosen[0].guess, opening) == BLACK_WHITE.mark(chosen[1].guess, exchange(opening))


@given(positions(most_holes=5, most_colours=6))
@examples(60)
def test_a_name_can_be_undone(position: PlainPosition) -> None:
    naming = naming_of(position)
    assert all(naming.undo(naming.apply(guess)) == guess for guess, _ in position.rows)


def test_its_first_guess_is_a_pattern_and_its_games_are_short() -> None:
    """The best published strategy needs 5.81 guesses on average for five holes and nine colours."""
    rng, needed = Random(9), []
    for _ in range(25):
        secret = tuple(rng.randint(1, 9) for _ in range(5))
        played = list(play(start(5, 9), secret, PERFECT))
        assert played[0].rows[0][0] == (1, 1, 2, 3, 4)
        needed.append(len(played))
    assert sum(needed) / len(needed) < 6.1


def test_a_pool_is_hardly_worse_than_all_guesses() -> None:
    """After two rows of the game with five holes and seven colours, by the exact search with all guesses."""
    position, rows = start(5, 7), ((1, 1, 2, 2, 3), (2, 4, 1, 5, 5))
    game, searched, ours, least = game_of(position.secrets, position.guesses, BLACK_WHITE), 0, 0.0, 0
    rng = Random(2)
    while searched < 4:
        secret = tuple(rng.randint(1, 7) for _ in range(5))
        after = position.after(*((guess, BLACK_WHITE.mark(secret, guess)) for guess in rows))
        codes = find_candidates(game, [(guess, (mark,)) for guess, mark in after.rows])
        if 20 <= len(codes) <= 200:
            searched += 1
            least += ExactSearch(game, codes=codes, placed=None).cost(codes, placed=None).bound
            chosen = choose_large_guess(after, PERFECT)
            assert chosen is not None
            ours += chosen.expected * len(codes)
    assert least <= ours + 1e-6 <= 1.003 * least
