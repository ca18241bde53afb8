"""Drawing secrets by chance: a code of a space, or parts of one for every seat."""

from keypeg.core.codes import BLANK, Code, CodeSpace
from keypeg.core.edition import Edition
from keypeg.draws.seeded_random import SeededRandom


def breaker_of(edition: Edition) -> int:
    """The seat whose game is meant where nobody says otherwise: the last, as for the solver."""
    return edition.seats


def draw_code(space: CodeSpace, chance: SeededRandom) -> Code:
    """A code of this space; all are equally likely."""
    while True:
        # Holes are filled without looking at each other, and what is no code is thrown away: so none is likelier.
        code = tuple(chance.pick(space.pegs) for _ in range(space.holes))
        if code in space:
            return code


def draw_parts(edition: Edition, chance: SeededRandom) -> tuple[Code, ...]:
    """Each seat's parts, drawn from the counters as at a table."""
    held, space = edition.secrets, edition.secrets.space
    holes = chance.shuffled(range(space.holes))
    counters = [colour for colour in range(1, space.colours + 1) for _ in range(held.counters)]
    dealt = []
    for seat in range(edition.seats):
        part = [BLANK] * space.holes
        for hole in holes[seat * held.parts : (seat + 1) * held.parts]:
            part[hole] = counters.pop(chance.below(len(counters))) if counters else 1 + chance.below(space.colours)
        dealt.append(tuple(part))
    return tuple(dealt)
