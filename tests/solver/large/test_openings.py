"""First guesses."""

import pytest

from keypeg.core.codes import CodeSpace
from keypeg.core.marks import BLACK_WHITE, SUM
from keypeg.solver.large.effort import STRONG
from keypeg.solver.large.large_guess import choose_large_guess
from keypeg.solver.large.openings import OPENINGS, known_opening
from keypeg.solver.plain.one_step import first_patterns
from keypeg.solver.plain.position import PlainPosition
from solver.large.positions import start


@pytest.mark.parametrize("size", OPENINGS, ids=str)
def test_a_known_opening_is_a_pattern_and_is_played(size: tuple[int, int]) -> None:
    position = start(*size)
    assert OPENINGS[size] in list(first_patterns(position))
    chosen = choose_large_guess(position, STRONG)
    assert chosen is not None
    assert chosen.guess == OPENINGS[size]


@pytest.mark.parametrize(
    "position",
    [
        start(6, 9, SUM),
        start(6, 9, repeats=False),
        PlainPosition(CodeSpace(6, 9, most_blanks=6), CodeSpace(6, 9, most_blanks=6), BLACK_WHITE),
        PlainPosition(CodeSpace(6, 9, repeats=False), CodeSpace(6, 9), BLACK_WHITE),
    ],
    ids=["sum", "all different", "blanks", "codes all different"],
)
def test_in_other_games_with_as_many_holes_and_colours_it_is_not_known(position: PlainPosition) -> None:
    assert known_opening(position) is None
    chosen = choose_large_guess(position, STRONG)
    assert chosen is not None
    assert chosen.guess in position.guesses
