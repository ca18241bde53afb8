"""A search for whether every code can be found within a number of guesses, which is quick to say no.

The number of codes that can be told apart within so many guesses is limited, and most positions are refused by that
limit alone. The last guess finds one code. With two guesses left, as many codes can be found as some guess has cells;
with three left, no cell may hold more codes than that; and so on. A subset of these codes never has larger cells or
more of them, so the limits hold for every later position.
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
from keypeg.solver.proof.depth_limit_kernel import hopeless_guesses

SAMPLED_GUESSES = 3
"""With this many guesses left, a sample of the codes is tried first."""

SAMPLED_CODES_PER_MARK = 10
"""How many codes for each mark mostly suffice to show that three guesses cannot find them all."""

BATCH_DEPTH, MIN_BATCH_GUESSES = 4, 50
"""With how many guesses left, and from how many guesses on, hopeless guesses are refused together in one batch."""

SYMMETRY_MAX_PLACED = 3
"""With fewer placed guesses than this, symmetric guesses are left out."""


@dataclass
class DepthLimitSearch:
    """A search for whether every code can be found within a limit, in a game with a mark for a solved code."""

    game: GuessingGame
    nodes: int = 0
    """How many positions were entered."""
    _known: dict[tuple[bytes, int], bool] = field(default_factory=dict)

    def suffices(self, codes: Numbers, guesses: int, placed: tuple[int, ...] = ()) -> bool:
        """Whether so many further guesses find each of these codes. `placed` are the guesses that led to them."""
        if len(codes) <= 2 or guesses <= 1:
            return len(codes) <= guesses
        key = codes.tobytes(), guesses
        if key not in self._known:
            self._known[key] = self._suffices_for_sample(codes, guesses) and any(
                self.suffices_after(codes, guess, guesses - 1, placed)
                for guess in self.promising_guesses(codes, guesses, placed)
            )
        return self._known[key]

    def _suffices_for_sample(self, codes: Numbers, guesses: int) -> bool:
        """Whether three guesses may find a sample of many codes: a quick test that refuses nearly all positions."""
        size = SAMPLED_CODES_PER_MARK * len(self.game.marks)
        if guesses != SAMPLED_GUESSES or len(codes) <= size:
            return True
        sample = codes[np.linspace(0, len(codes) - 1, size).astype(np.intp)]
        largest, limits = measure_cells(self.game, sample, SAMPLED_GUESSES - 1)
        return bool((largest <= limits[SAMPLED_GUESSES - 1]).any())

    def suffices_after(self, codes: Numbers, guess: int, further: int, placed: tuple[int, ...] = ()) -> bool:
        """Whether so many further guesses find each of these codes that this guess does not find itself."""
        return all(self.suffices(cell, further, (*placed, guess)) for cell in open_cells(self.game, codes, guess))

    def promising_guesses(self, codes: Numbers, guesses: int, placed: tuple[int, ...] = ()) -> list[int]:
        """The guesses that leave no cell too large for the remaining guesses, the most promising first."""
        self.nodes += 1
        largest, limits = measure_cells(self.game, codes, guesses - 1)
        tried = np.flatnonzero(largest <= limits[guesses - 1]).astype(np.int32)
        if len(placed) < SYMMETRY_MAX_PLACED and len(tried):
            tried = tried[canonical_guesses(self.game.guesses, self.game.symmetry, placed)[tried]]
        if guesses == BATCH_DEPTH and len(tried) > MIN_BATCH_GUESSES:
            tried = tried[hopeless_guesses(self.game, codes, tried, limits[2]) == 0]
        return [int(guess) for guess in tried[np.argsort(largest[tried], kind="stable")]]


def open_cells(game: GuessingGame, codes: Numbers, guess: int) -> list[Numbers]:
    """The cells of a guess that leave something to find, the largest first: it is the likeliest to be too large."""
    return sorted(cells_by_mark(game, codes, guess).values(), key=len, reverse=True)


def measure_cells(game: GuessingGame, codes: Numbers, guesses: int) -> tuple[Numbers, list[int]]:
    """The size of each guess's largest open cell, and how many of these codes 0, 1, … guesses can find at most."""
    if guesses == 2 and len(codes) <= CHUNK_CODES:
        return _measure_few(game, codes)
    traits = game.mark_sums
    sizes = np.zeros((len(traits.sums), traits.trait_values.shape[1]), np.int32)
    count_cells(traits.trait_values, traits.code_traits, codes, traits.sums, traits.group_size, sizes)
    sizes = sizes[: len(game.marks), : traits.guess_count]
    limits = [0, 1]
    while len(limits) <= guesses:
        limits.append(int(np.minimum(sizes, limits[-1]).sum(axis=0, dtype=np.int32).max()))
    sizes[game.solved_mark] = 0
    return sizes.max(axis=0), limits


def _measure_few(game: GuessingGame, codes: Numbers) -> tuple[Numbers, list[int]]:
    """The same for two guesses and few codes, where nearly all the time is spent."""
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
    wanted_sums: Bytes,
    group: int,
    solved: int,
    cells: Bytes,
    largest: Bytes,
) -> None:
    """Set the number of cells of each guess, and the size of its largest open cell.

    For at most `CHUNK_CODES` codes.
    """
    kinds = wanted_sums.shape[0]
    sums = np.empty((CHUNK_CODES, LANES), np.uint8)
    counts = np.empty((kinds, LANES), np.uint8)
    for lane in range(0, answers.shape[1], LANES):
        count_chunk_cells(answers, lane, of_code, codes, wanted_sums, group, sums, counts)
        for kind in range(kinds):
            for offset in range(LANES):
                cells[lane + offset] += counts[kind, offset] > 0
            if kind != solved:
                for offset in range(LANES):
                    largest[lane + offset] = max(largest[lane + offset], counts[kind, offset])


# With workers


Watch = Callable[[], bool]
"""Returns whether to continue."""


def check_openings(
    game: GuessingGame, guesses: int, executor: Executor, watch: Watch | None = None
) -> Iterator[tuple[int, bool]]:
    """For each promising opening, one of each symmetric kind: whether so many guesses in all suffice with it.

    Raises `SearchInterrupted` when the watch stops the search.
    """
    everything = all_codes(game)
    for opening in DepthLimitSearch(game).promising_guesses(everything, guesses):
        cells = open_cells(game, everything, opening)
        yield opening, all(_cell_suffices(game, cell, guesses - 1, (opening,), executor, watch) for cell in cells)


def _cell_suffices(
    game: GuessingGame, codes: Numbers, guesses: int, placed: tuple[int, ...], executor: Executor, watch: Watch | None
) -> bool:
    if guesses <= 2:
        return DepthLimitSearch(game).suffices(codes, guesses, placed)
    tries = DepthLimitSearch(game).promising_guesses(codes, guesses, placed)
    futures = [executor.submit(suffices_after, game, codes, guess, guesses - 1, placed) for guess in tries]
    try:
        for future in futures:
            if future.result():
                return True
            if watch is not None and not watch():
                raise SearchInterrupted
        return False
    finally:
        for future in futures:
            future.cancel()


def suffices_after(game: GuessingGame, codes: Numbers, guess: int, further: int, placed: tuple[int, ...]) -> bool:
    """Whether so many further guesses find every code after this guess. Workers run this."""
    return DepthLimitSearch(game).suffices_after(codes, guess, further, placed)
