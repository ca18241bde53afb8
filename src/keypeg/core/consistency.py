"""Lists the candidates: the codes that fit the marks given so far.

Codes are built in order, hole by hole; a beginning is dropped as soon as it can no longer fit some clue. To find just
one code, in a space of any size, see `keypeg.core.code_search`.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, product

from keypeg.core.clues import Clue, SearchBudget
from keypeg.core.codes import BLANK, Code, CodeSpace, join_parts, parts_of
from keypeg.core.edition import Secrets
from keypeg.core.marks import PARTS, Marking
from keypeg.core.view import BoardView, View

STEPS_FOR_PARTS = 2
"""How many steps it counts for to compare one seat's parts with what is known of them: most fail at the first clue."""

MAX_PARTS_TRIED = 100_000
"""How many parts a search through deals tries before it gives up: a fraction of a second."""


def clues_on(board: BoardView) -> list[Clue]:
    """The clues on a board with one maker."""
    return [(row.guess, row.marks[0].mark) for row in board.rows if row.marks]


def clues_by(boards: Iterable[BoardView], seat: int) -> list[Clue]:
    """The clues about one seat's parts: all marks it has given, on any board."""
    return [
        (row.guess, given.mark) for board in boards for row in board.rows for given in row.marks if given.by == seat
    ]


def is_fully_marked(view: View) -> bool:
    """Whether every row has all its marks."""
    return all(len(row.marks) == len(board.makers) for board in view.boards for row in board.rows)


def fitting(space: CodeSpace, marking: Marking, clues: Sequence[Clue]) -> Iterator[Code]:
    """Every code of the space that fits all clues, in order."""
    return _Search(space, marking, clues).extend((), [0] * len(clues), [0] * len(clues))


class _Search:
    """One search, with the data that every step needs."""

    def __init__(self, space: CodeSpace, marking: Marking, clues: Sequence[Clue]) -> None:
        self.space = space
        assert marking.fits is not None, "parts are searched by `fitting_parts`"
        self.fits = marking.fits
        self.clues = clues

    def extend(self, start: Code, blacks: list[int], overlaps: list[int]) -> Iterator[Code]:
        """The codes with this beginning that fit, given each clue's blacks and overlap with it."""
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
    budget: SearchBudget | None = None,
) -> Iterator[tuple[Code, ...]]:
    """Every way to deal several seats their parts so that each seat's clues fit.

    `clues` has one list for each seat; the parts in `taken` belong to another seat. May raise `SearchInterrupted`. A
    budget is for the whole search; without one, only the ways to combine the seats' parts are limited.
    """
    candidates = [list(_parts_that_fit(secrets, seat_clues, budget)) for seat_clues in clues]
    if not all(candidates):
        return
    # The seat with the fewest candidates comes first, so that impossible deals are ruled out early.
    order = sorted(range(len(clues)), key=lambda seat: len(candidates[seat]))
    tried = [candidates[seat] if shuffle is None else shuffle(candidates[seat]) for seat in order]
    for deal in _place(secrets.counters, tried, taken, budget or SearchBudget(MAX_PARTS_TRIED)):
        by_seat = dict(zip(order, deal, strict=True))
        yield tuple(by_seat[seat] for seat in range(len(clues)))


def _parts_that_fit(secrets: Secrets, clues: Sequence[Clue], budget: SearchBudget | None) -> Iterator[Code]:
    space = secrets.space
    for chosen in combinations(range(1, space.holes + 1), secrets.parts):
        for pegs in product(range(1, space.colours + 1), repeat=secrets.parts):
            if budget is not None:
                budget.spend(STEPS_FOR_PARTS)
            code = [BLANK] * space.holes
            for hole, peg in zip(chosen, pegs, strict=True):
                code[hole - 1] = peg
            part = tuple(code)
            if all(PARTS.mark(part, guess) == mark for guess, mark in clues):
                yield part


def _place(
    counters: int, candidates: Sequence[Sequence[Code]], taken: Code, budget: SearchBudget
) -> Iterator[tuple[Code, ...]]:
    """Every choice of one candidate for each seat, with no hole filled twice and no more pegs than counters."""
    if not candidates:
        yield ()
        return
    for part in candidates[0]:
        budget.spend()
        if any(peg and other for peg, other in zip(part, taken, strict=True)):
            continue
        joined = join_parts((part, taken))
        if counters and any(joined.count(peg) > counters for _, peg in parts_of(part)):
            continue
        for rest in _place(counters, candidates[1:], joined, budget):
            yield (part, *rest)
