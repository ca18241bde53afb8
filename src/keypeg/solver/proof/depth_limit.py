"""Whether so many guesses are enough for every code: a search that answers only that, and is quick to say no.

How many codes can be told apart within so many guesses is limited, and most positions are refused by that alone. The
last guess finds one code. With one more, as many codes can be found as some guess has cells here; with two more, no
cell may hold more than that; and so on. Whatever guess parts these codes, fewer of them have no larger cells: so the
limits hold for every position that follows.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass, field

import numpy as np

from keypeg.core.errors import SearchInterrupted
from keypeg.solver.game.guessing_game import GuessingGame
from keypeg.solver.game.partition import CHUNK_CODES, all_codes, cells_by_mark, count_cells, count_chunk_cells
from keypeg.solver.game.symmetry import canonical_guesses
from keypeg.solver.kernels.array_types import Bytes, Numbers, Shorts
from keypeg.solver.kernels.simd import LANES, kernel
from keypeg.solver.proof.depth_limit_kernel import too_crowded

SOME = 10
"""How many codes for each mark are enough to see, as a rule, that three guesses cannot find them all."""

CROWDED, FEW = 4, 50
"""With how many guesses to come, and for how many guesses, all are looked at together whether they leave a crowd."""

ALIKE_UNTIL = 3
"""Until how many guesses were placed guesses that are alike are sorted out."""


@dataclass
class DepthLimitSearch:
    """A search for whether so many guesses find every code, in a game whose marks say that it is found."""

    game: GuessingGame
    nodes: int = 0
    """How many positions were entered."""
    _known: dict[tuple[bytes, int], bool] = field(default_factory=dict)

    def enough(self, codes: Numbers, guesses: int, placed: tuple[int, ...] = ()) -> bool:
        """Whether so many further guesses find every one of these codes. `placed` are the guesses that led to them."""
        if len(codes) <= 2 or guesses <= 1:
            return len(codes) <= guesses
        key = codes.tobytes(), guesses
        if key not in self._known:
            self._known[key] = self._some_enough(codes, guesses) and any(
                self.enough_after(codes, guess, guesses - 1, placed)
                for guess in self.worth_a_try(codes, guesses, placed)
            )
        return self._known[key]

    def _some_enough(self, codes: Numbers, guesses: int) -> bool:
        """Whether some of the codes, if there are many, can be found: a quick look that refuses nearly all."""
        many = SOME * len(self.game.marks)
        if guesses != 3 or len(codes) <= many:
            return True
        largest, limits = look(self.game, codes[np.linspace(0, len(codes) - 1, many).astype(np.intp)], 2)
        return bool((largest <= limits[2]).any())

    def enough_after(self, codes: Numbers, guess: int, further: int, placed: tuple[int, ...] = ()) -> bool:
        """Whether after this guess so many further ones find every one of these codes that it does not find itself."""
        return all(self.enough(cell, further, (*placed, guess)) for cell in open_cells(self.game, codes, guess))

    def worth_a_try(self, codes: Numbers, guesses: int, placed: tuple[int, ...] = ()) -> list[int]:
        """The guesses that leave no cell larger than the rest of so many can find, the most promising first."""
        self.nodes += 1
        largest, limits = look(self.game, codes, guesses - 1)
        tried = np.flatnonzero(largest <= limits[guesses - 1]).astype(np.int32)
        if len(placed) < ALIKE_UNTIL and len(tried):
            tried = tried[canonical_guesses(self.game.guesses, self.game.symmetry, placed)[tried]]
        if guesses == CROWDED and len(tried) > FEW:
            tried = tried[too_crowded(self.game, codes, tried, limits[2]) == 0]
        return [int(guess) for guess in tried[np.argsort(largest[tried], kind="stable")]]


def open_cells(game: GuessingGame, codes: Numbers, guess: int) -> list[Numbers]:
    """The codes that each mark of a guess would leave, the largest cell first: it is the likeliest to be too large."""
    return sorted(cells_by_mark(game, codes, guess).values(), key=len, reverse=True)


def look(game: GuessingGame, codes: Numbers, guesses: int) -> tuple[Numbers, list[int]]:
    """How many codes each guess leaves at most; and how many of these codes 0, 1, … guesses can find at most."""
    if guesses == 2 and len(codes) <= CHUNK_CODES:
        return _quick_look(game, codes)
    traits = game.mark_sums
    sizes = np.zeros((len(traits.sums), traits.trait_values.shape[1]), np.int32)
    count_cells(traits.trait_values, traits.code_traits, codes, traits.sums, traits.group_size, sizes)
    sizes = sizes[: len(game.marks), : traits.guess_count]
    limits = [0, 1]
    while len(limits) <= guesses:
        limits.append(int(np.minimum(sizes, limits[-1]).sum(axis=0, dtype=np.int32).max()))
    sizes[game.solved_mark] = 0
    return sizes.max(axis=0), limits


def _quick_look(game: GuessingGame, codes: Numbers) -> tuple[Numbers, list[int]]:
    """The same for two guesses and few codes: this is where nearly all the time goes."""
    traits = game.mark_sums
    cells, largest = np.zeros((2, traits.trait_values.shape[1]), np.uint8)
    sum_up_cells(
        traits.trait_values, traits.code_traits, codes, traits.sums, traits.group_size, game.solved_mark, cells, largest
    )
    return largest[: traits.guess_count].astype(np.int32), [0, 1, int(cells[: traits.guess_count].max())]


@kernel
def sum_up_cells(
    answers: Bytes,
    of_code: Shorts,
    codes: Numbers,
    wanted: Bytes,
    group: int,
    solved: int,
    cells: Bytes,
    largest: Bytes,
) -> None:
    """Set how many cells each guess has, and how many codes the largest holds that leaves any to find.

    For at most `CHUNK` codes.
    """
    kinds = wanted.shape[0]
    sums = np.empty((CHUNK_CODES, LANES), np.uint8)
    counts = np.empty((kinds, LANES), np.uint8)
    for lane in range(0, answers.shape[1], LANES):
        count_chunk_cells(answers, lane, of_code, codes, wanted, group, sums, counts)
        for kind in range(kinds):
            for at in range(LANES):
                cells[lane + at] += counts[kind, at] > 0
            if kind != solved:
                for at in range(LANES):
                    largest[lane + at] = max(largest[lane + at], counts[kind, at])


# Shared out


Watch = Callable[[], bool]
"""Says whether to go on."""


def openings_enough(
    game: GuessingGame, guesses: int, executor: Executor, watch: Watch | None = None
) -> Iterator[tuple[int, bool]]:
    """For each first guess worth a try, of those that are alike one: whether so many guesses in all are enough then."""
    everything = all_codes(game)
    for opening in DepthLimitSearch(game).worth_a_try(everything, guesses):
        cells = open_cells(game, everything, opening)
        yield opening, all(_cell_enough(game, cell, guesses - 1, (opening,), executor, watch) for cell in cells)


def _cell_enough(
    game: GuessingGame, codes: Numbers, guesses: int, placed: tuple[int, ...], executor: Executor, watch: Watch | None
) -> bool:
    if guesses <= 2:
        return DepthLimitSearch(game).enough(codes, guesses, placed)
    tries = DepthLimitSearch(game).worth_a_try(codes, guesses, placed)
    asked = [executor.submit(enough_after, game, codes, guess, guesses - 1, placed) for guess in tries]
    try:
        for future in asked:
            if future.result():
                return True
            if watch is not None and not watch():
                raise SearchInterrupted
        return False
    finally:
        for future in asked:
            future.cancel()


def enough_after(game: GuessingGame, codes: Numbers, guess: int, further: int, placed: tuple[int, ...]) -> bool:
    """What workers are asked: whether after this guess so many further ones find every code."""
    return DepthLimitSearch(game).enough_after(codes, guess, further, placed)
