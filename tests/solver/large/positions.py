"""Positions of games with one maker, for properties."""

from hypothesis import strategies as st

from keypeg.core.codes import CodeSpace
from keypeg.core.marks import BLACK_WHITE, SUM, Marking
from keypeg.solver.plain.position import PlainPosition
from support.plain_solver import code_spaces


@st.composite
def positions(draw: st.DrawFn, most_holes: int = 4, most_colours: int = 5, most_rows: int = 4) -> PlainPosition:
    """Rows that some code of a small space fits."""
    space = draw(code_spaces(most_holes, most_colours))
    codes = st.sampled_from(list(space))
    marking, secret = draw(st.sampled_from((BLACK_WHITE, SUM))), draw(codes)
    guesses = draw(st.lists(codes, max_size=most_rows))
    return PlainPosition(space, space, marking, tuple((guess, marking.mark(secret, guess)) for guess in guesses))


def start(holes: int, colours: int, marking: Marking = BLACK_WHITE, repeats: bool = True) -> PlainPosition:
    """The position before the first row."""
    space = CodeSpace(holes, colours, repeats)
    return PlainPosition(space, space, marking)
