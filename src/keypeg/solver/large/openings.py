"""The best first guesses of large games, where they are known: `python -m tools.large_openings` compares them.

They are found by looking three steps ahead, which takes seconds; elsewhere two steps have to do.
"""

from keypeg.core.codes import Code
from keypeg.core.marks import BLACK_WHITE
from keypeg.solver.plain.position import PlainPosition

OPENINGS: dict[tuple[int, int], Code] = {
    (5, 9): (1, 1, 2, 3, 4),
    (6, 9): (1, 1, 2, 2, 3, 4),
    (6, 10): (1, 1, 2, 2, 3, 4),
    (6, 12): (1, 2, 3, 4, 5, 6),
    (7, 10): (1, 1, 2, 2, 3, 3, 4),
    (7, 11): (1, 1, 2, 2, 3, 3, 4),
    (8, 8): (1, 1, 2, 2, 3, 3, 4, 4),
}
"""By the numbers of holes and colours, where colours may repeat and marks are blacks and whites."""


def known_opening(position: PlainPosition) -> Code | None:
    """The best first guess of a game, if it is known."""
    space = position.secrets
    is_usual = space.repeats and not space.most_blanks and position.marking is BLACK_WHITE
    return OPENINGS.get((space.holes, space.colours)) if is_usual and space == position.guesses else None
