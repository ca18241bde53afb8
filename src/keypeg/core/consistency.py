"""Which codes fit the marks given so far.

The search goes hole by hole and gives up a beginning as soon as one clue can no longer come out right, so it
copes with spaces far too large to list.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product

from keypeg.core.codes import BLANK, Code, CodeSpace, hole_choices, parts_of
from keypeg.core.marks import PARTS, Mark, Marking
from keypeg.core.view import BoardView

Clue = tuple[Code, Mark]
"""A guess and the mark it got."""

Shuffle = Callable[[list[int]], list[int]]
"""In what order to try the pegs of a hole."""


def clues_on(board: BoardView) -> list[Clue]:
    """What the rows of a board with one maker say about his code."""
    return [(row.guess, row.marks[0].mark) for row in board.rows if row.marks]


def clues_by(boards: Iterable[BoardView], seat: int) -> list[Clue]:
    """What the marks that one seat has given, on any board, say about its parts."""
    return [
        (row.guess, given.mark) for board in boards for row in board.rows for given in row.marks if given.by == seat
    ]


def fitting(
    space: CodeSpace, marking: Marking, clues: Sequence[Clue], shuffle: Shuffle | None = None
) -> Iterator[Code]:
    """Every code of the space that would earn each guess its mark; in order, or as `shuffle` tries the pegs."""
    return _Search(space, marking, clues, shuffle).extend((), [0] * len(clues), [0] * len(clues))


class _Search:
    """The clues of one search, with what every step needs of them."""

    def __init__(self, space: CodeSpace, marking: Marking, clues: Sequence[Clue], shuffle: Shuffle | None) -> None:
        self.space = space
        self.fits = marking.fits
        self.clues = clues
        self.shuffle = shuffle

    def extend(self, start: Code, blacks: list[int], overlaps: list[int]) -> Iterator[Code]:
        """The codes that begin so and fit, given each clue's blacks and overlap with the beginning."""
        if len(start) == self.space.holes:
            yield start
            return
        choices = list(self.space.choices(start))
        for peg in self.shuffle(choices) if self.shuffle else choices:
            counted = self._count(start, peg, blacks, overlaps)
            if counted is not None:
                yield from self.extend((*start, peg), *counted)

    def _count(
        self, start: Code, peg: int, blacks: list[int], overlaps: list[int]
    ) -> tuple[list[int], list[int]] | None:
        hole = len(start)
        still_open = self.space.holes - hole - 1
        used = start.count(peg)
        new_blacks, new_overlaps = [], []
        for (guess, mark), black, overlap in zip(self.clues, blacks, overlaps, strict=True):
            black += guess[hole] == peg
            overlap += guess.count(peg) > used
            if not self.fits(mark, black, overlap, still_open):
                return None
            new_blacks.append(black)
            new_overlaps.append(overlap)
        return new_blacks, new_overlaps


def fitting_parts(
    holes: int, colours: int, parts: int, clues: Sequence[Sequence[Clue]], taken: Code
) -> Iterator[tuple[Code, ...]]:
    """Every way to give each of several seats its parts, so that its own clues come out right.

    `clues` has one list a seat; the filled holes of `taken` belong to somebody else already.
    """
    candidates = [tuple(_parts_that_fit(holes, colours, parts, seat_clues)) for seat_clues in clues]
    return _place(candidates, frozenset(hole for hole, _ in parts_of(taken)))


def _parts_that_fit(holes: int, colours: int, parts: int, clues: Iterable[Clue]) -> Iterator[Code]:
    clues = tuple(clues)
    for chosen in hole_choices(holes, parts):
        for pegs in product(range(1, colours + 1), repeat=parts):
            code = [BLANK] * holes
            for hole, peg in zip(chosen, pegs, strict=True):
                code[hole - 1] = peg
            part = tuple(code)
            if all(PARTS.mark(part, guess) == mark for guess, mark in clues):
                yield part


def _place(candidates: Sequence[Sequence[Code]], taken: frozenset[int]) -> Iterator[tuple[Code, ...]]:
    if not candidates:
        yield ()
        return
    for part in candidates[0]:
        filled = frozenset(hole for hole, _ in parts_of(part))
        if not filled & taken:
            for rest in _place(candidates[1:], taken | filled):
                yield (part, *rest)
