"""Random secrets: a code of a space, or parts of a code for every seat."""

from collections.abc import Callable
from random import Random

from keypeg.core.actions import Deal
from keypeg.core.codes import BLANK, Code, CodeSpace
from keypeg.core.edition import Edition
from keypeg.draws.seeded_random import SeededRandom, shuffle


def draw_code(space: CodeSpace, chance: SeededRandom) -> Code:
    """Draw a code of this space; all codes are equally likely."""
    return space.draw(chance.below)


def draw_deal(edition: Edition, rng: Random) -> Deal:
    """Deal every seat its parts, where parts of the code are dealt."""
    return Deal(draw_parts(edition, rng.randrange))


def draw_parts(edition: Edition, below: Callable[[int], int]) -> tuple[Code, ...]:
    """Draw each seat's holes and colours, as from counters that lie face down.

    `below(limit)` returns a random number from 0 up to the limit. Counters are not put back, so two of a colour are a
    little rarer than by independent draws; with 0 counters of each colour there are always enough.
    """
    secrets, space = edition.secrets, edition.secrets.space
    holes = shuffle(range(space.holes), below)
    counters = [colour for colour in range(1, space.colours + 1) for _ in range(secrets.counters)]
    dealt = []
    for seat in range(edition.seats):
        part = [BLANK] * space.holes
        for hole in holes[seat * secrets.parts : (seat + 1) * secrets.parts]:
            part[hole] = counters.pop(below(len(counters))) if counters else 1 + below(space.colours)
        dealt.append(tuple(part))
    return tuple(dealt)
