"""The position on a board under study, for either solver."""

from typing import NamedTuple

from keypeg.core.codes import Code
from keypeg.core.edition import Edition
from keypeg.solver.game.rows import Row


class StudiedPosition(NamedTuple):
    """What the seat knows."""

    edition: Edition
    seat: int
    own: Code
    """Where parts are dealt: the parts that the seat holds."""
    rows: tuple[Row, ...]
