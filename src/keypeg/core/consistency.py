"""Which codes fit the marks given so far.

Codes are listed in order, hole by hole; a beginning is given up as soon as one clue can no longer come out right. To
find just one, in a space of any size, see `keypeg.core.code_search`.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, product

from keypeg.core.codes import BLANK, Code, CodeSpace, join_parts, parts_of
from keypeg.core.edition import Secrets
from keypeg.core.errors import SearchInterrupted
from keypeg.core.marks import PARTS, Mark, Marking
from keypeg.core.view import BoardView

Clue = tuple[Code, Mark]
"""A guess and the mark it got."""


class SearchBudget:
    """How many steps a search may still take, so that no table can keep anybody waiting."""

    def __init__(self, steps: int) -> None:
        self.steps = steps

    def spend(self, steps: int = 1) -> None:
        """Take some steps. Raises `SearchInterrupted` when there are no more."""
        self.steps -= steps
        if self.steps < 0:
            raise SearchInterrupted


DEALS = 100_000
"""How many parts a search through deals looks at before it gives up: a fraction of a second."""


def clues_on(board: BoardView) -> list[Clue]:
    """What the rows of a board with one maker say about his code."""
    return [(row.guess, row.marks[0].mark) for row in board.rows if row.marks]


def clues_by(boards: Iterable[BoardView], seat: int) -> list[Clue]:
    """What the marks that one seat has given, on any board, say about its parts."""
    return [
        (row.guess, given.mark) for board in boards for row in board.rows for given in row.marks if given.by == seat
    ]


def fitting(space: CodeSpace, marking: Marking, clues: Sequence[Clue]) -> Iterator[Code]:
    """Every code of the space that would earn each guess its mark, in order."""
    return _Search(space, marking, clues).extend((), [0] * len(clues), [0] * len(clues))


class _Search:
    """The clues of one search, with what every step needs of them."""

    def __init__(self, space: CodeSpace, marking: Marking, clues: Sequence[Clue]) -> None:
        self.space = space
        assert marking.fits is not None, "parts are searched by `fitting_parts`"
        self.fits = marking.fits
        self.clues = clues

    def extend(self, start: Code, blacks: list[int], overlaps: list[int]) -> Iterator[Code]:
        """The codes that begin so and fit, given each clue's blacks and overlap with the beginning."""
        if len(start) == self.space.holes:
            yield start
            return
        for peg in self.space.choices(start):
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
    secrets: Secrets,
    clues: Sequence[Sequence[Clue]],
    taken: Code,
    shuffle: Callable[[list[Code]], list[Code]] | None = None,
) -> Iterator[tuple[Code, ...]]:
    """Every way to deal each of several seats its parts, so that its own clues come out right.

    `clues` has one list a seat; the parts in `taken` belong to somebody else already. May raise `SearchInterrupted`.
    """
    candidates = [list(_parts_that_fit(secrets, seat_clues)) for seat_clues in clues]
    if not all(candidates):
        return
    # The seat with the fewest parts to choose from comes first, so that what cannot be is soon found out.
    order = sorted(range(len(clues)), key=lambda seat: len(candidates[seat]))
    tried = [candidates[seat] if shuffle is None else shuffle(candidates[seat]) for seat in order]
    for deal in _place(secrets.counters, tried, taken, SearchBudget(DEALS)):
        by_seat = dict(zip(order, deal, strict=True))
        yield tuple(by_seat[seat] for seat in range(len(clues)))


def _parts_that_fit(secrets: Secrets, clues: Sequence[Clue]) -> Iterator[Code]:
    space = secrets.space
    for chosen in combinations(range(1, space.holes + 1), secrets.parts):
        for pegs in product(range(1, space.colours + 1), repeat=secrets.parts):
            code = [BLANK] * space.holes
            for hole, peg in zip(chosen, pegs, strict=True):
                code[hole - 1] = peg
            part = tuple(code)
            if all(PARTS.mark(part, guess) == mark for guess, mark in clues):
                yield part


def _place(
    counters: int, candidates: Sequence[Sequence[Code]], taken: Code, patience: SearchBudget
) -> Iterator[tuple[Code, ...]]:
    """Every choice of one candidate a seat, no two in one hole, no colour more often than there are counters."""
    if not candidates:
        yield ()
        return
    for part in candidates[0]:
        patience.spend()
        if any(peg and other for peg, other in zip(part, taken, strict=True)):
            continue
        joined = join_parts((part, taken))
        if counters and any(joined.count(peg) > counters for _, peg in parts_of(part)):
            continue
        for rest in _place(counters, candidates[1:], joined, patience):
            yield (part, *rest)
