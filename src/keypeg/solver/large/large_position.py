"""A position of a game with many codes, in a form that does not depend on the names of holes and colours.

The first guess decides the names: its colours are numbered by how often it has them, and holes with the same colour
stand together. So openings that differ only by an exchange of holes and colours lead to the same positions.
"""

from typing import NamedTuple

from keypeg.core.codes import BLANK, Code
from keypeg.solver.plain.position import PlainPosition


class Naming(NamedTuple):
    """An exchange of holes and colours."""

    holes: tuple[int, ...]
    """For each hole, the one on the board that it stands for."""
    pegs: tuple[int, ...]
    """For each peg on the board, its new name."""

    def apply(self, code: Code) -> Code:
        """The code with the new names."""
        return tuple(self.pegs[code[hole]] for hole in self.holes)

    def undo(self, code: Code) -> Code:
        """The code on the board."""
        own = [BLANK] * len(code)
        for hole, peg in zip(self.holes, code, strict=True):
            own[hole] = self.pegs.index(peg)
        return tuple(own)


def naming_of(position: PlainPosition) -> Naming:
    """The naming that the first guess gives; the names on the board where holes or colours are not alike."""
    holes, colours = position.secrets.holes, max(position.secrets.colours, position.guesses.colours)
    names = tuple(range(colours + 1))
    spaces = (position.secrets, position.guesses)
    if not position.rows or len({space.colours for space in spaces}) > 1 or any(space.blank_holes for space in spaces):
        return Naming(tuple(range(holes)), names)
    first, _ = position.rows[0]
    order = sorted(names[1:], key=lambda peg: (-first.count(peg), first.index(peg) if peg in first else peg))
    pegs = (BLANK, *(order.index(peg) + 1 for peg in names[1:]))
    return Naming(tuple(sorted(range(holes), key=lambda hole: (pegs[first[hole]] or len(names), hole))), pegs)


def rename(position: PlainPosition, naming: Naming) -> PlainPosition:
    """The position with the new names."""
    return position._replace(rows=tuple((naming.apply(guess), mark) for guess, mark in position.rows))
