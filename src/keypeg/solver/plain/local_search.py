"""Finds codes that fit by improving random ones, where so few fit that no other way meets them.

A code is changed by a peg, or by exchanging two. A change that brings the marks nearer to those given is kept; one that
does not is kept the more rarely, the longer the search lasts. The codes that are found fit, but not all are equally
likely to be found.
"""

from collections.abc import Iterator
from math import exp
from random import Random

from keypeg.core.codes import Code
from keypeg.core.marks import KeyPegs, Mark
from keypeg.solver.plain.position import PlainPosition

START_HEAT, COOLING, LEAST_HEAT = 1.5, 0.998, 0.2
"""How far from fitting a change may lead: at the beginning, how it falls with every change, and to what."""

REPLACED_SHARE = 0.5
"""How many of the changes put another peg into a hole."""

CHANGES_PER_START = 2_000
"""After so many changes the search starts again."""

MOST_STARTS = 60
"""How often it starts if nothing is found: a second or two of work."""


def find_by_changes(position: PlainPosition, rng: Random, changes: int) -> set[Code]:
    """The codes that fit among those that so many changes lead to; with more changes, if none does."""
    fitting: set[Code] = set()
    for start in range(MOST_STARTS):
        if fitting and start * CHANGES_PER_START >= changes:
            break
        fitting |= _start(position, rng)
    return fitting


def _start(position: PlainPosition, rng: Random) -> set[Code]:
    """The codes that fit, of those that one start leads to."""
    fitting: set[Code] = set()
    code = _any_code(position, rng)
    distance, heat = _distance(position, code), START_HEAT
    for _ in range(CHANGES_PER_START):
        if distance == 0:
            fitting.add(code)
        changed = _change(code, position, rng)
        if changed in position.secrets:
            then = _distance(position, changed)
            if then <= distance or rng.random() < exp((distance - then) / heat):
                code, distance = changed, then
        heat = max(heat * COOLING, LEAST_HEAT)
    return fitting


def _any_code(position: PlainPosition, rng: Random) -> Code:
    code: Code = ()
    while len(code) < position.secrets.holes:
        code = (*code, rng.choice(list(position.secrets.choices(code))))
    return code


def _change(code: Code, position: PlainPosition, rng: Random) -> Code:
    """The code with one other peg, or with two pegs exchanged."""
    pegs = list(code)
    hole, other = rng.randrange(len(pegs)), rng.randrange(len(pegs))
    peg = rng.choice(position.secrets.pegs)
    if not position.secrets.repeats and peg in code:
        other = code.index(peg)
    elif hole == other or rng.random() < REPLACED_SHARE:
        pegs[hole] = peg
        return tuple(pegs)
    pegs[hole], pegs[other] = pegs[other], pegs[hole]
    return tuple(pegs)


def _distance(position: PlainPosition, code: Code) -> int:
    """How far the marks that this code would earn are from those given."""
    mark = position.marking.mark
    return sum(map(sum, (_differences(mark(code, guess), given) for guess, given in position.rows)))


def _differences(earned: Mark, given: Mark) -> Iterator[int]:
    if isinstance(earned, KeyPegs) and isinstance(given, KeyPegs):
        yield abs(earned.blacks - given.blacks)
        yield abs(earned.blacks + earned.whites - given.blacks - given.whites)
    else:
        yield abs(earned[0] - given[0])
