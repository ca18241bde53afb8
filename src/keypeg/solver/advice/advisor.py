"""Advice on the next guess, from any position, within some seconds.

The candidates are found first. If a book has the position, it names the best guess at once. Otherwise a one-step
strategy is grown from the most informative guess, which takes milliseconds and gives an upper bound; the exact search
has the rest of the time. If it ends, the best guess is exact, and the time that is left goes to the alternatives, the
most promising first.
"""

from collections.abc import Callable, Sequence
from time import monotonic

import numpy as np

from keypeg.core.codes import Code
from keypeg.core.errors import RuleError, SearchInterrupted
from keypeg.solver.advice.changes import Contradiction
from keypeg.solver.advice.contradiction import explain_contradiction
from keypeg.solver.advice.rated_guess import Advice, RatedGuess
from keypeg.solver.exact.bounds import rank_costs
from keypeg.solver.exact.search import ExactSearch, Progress
from keypeg.solver.exact.search_state import INFINITE_COST
from keypeg.solver.game.guessing_game import GuessingGame
from keypeg.solver.game.partition import all_codes, cell_sizes, marks_of_guess
from keypeg.solver.game.rows import Row
from keypeg.solver.game.symmetry import canonical_guesses
from keypeg.solver.kernels.array_types import Longs, Numbers
from keypeg.solver.one_step.grow import one_step_strategy
from keypeg.solver.one_step.rules import Rule, entropy_table
from keypeg.solver.strategy.costs import MAX_GUESSES
from keypeg.solver.strategy.tree import Strategy, tally

MAX_RATED_GUESSES = 10
"""How many promising guesses are rated."""

MAX_COUNTED_PAIRS = 1_500_000_000
"""Up to how many codes times guesses the cells of all guesses are counted: half a second of work."""

SAMPLE_SIZE = 500
"""How many codes, and how many guesses, are sampled beyond that."""

MAX_RANKED_GUESSES = 300
"""Among how many of the most informative guesses those with different partitions are chosen."""

SEARCHED_PAIRS_PER_SECOND = 100_000_000
"""For how many codes times guesses an exact search may compute all marks, for each second that is left."""

GROWN_PAIRS_PER_SECOND = 600_000_000
"""From how many codes times guesses a one-step strategy is grown within a second."""


def find_candidates(game: GuessingGame, rows: Sequence[Row]) -> Numbers:
    """The codes that fit all rows, by number. Raises `RuleError` for an impossible guess or mark."""
    codes = all_codes(game)
    for guess, marks in rows:
        mark = game.mark_number(marks)
        codes = codes[marks_of_guess(game, game.guess_number(guess), codes) == mark]
    return codes


def advise(
    game: GuessingGame,
    rows: Sequence[Row],
    seconds: float = 1.0,
    book: Strategy | None = None,
    compare: Code | None = None,
) -> Advice | Contradiction:
    """Find the best next guess after these rows, within about so many seconds; or explain why no code fits them.

    `book` is an optimal strategy of the game, if there is one; `compare` is a guess to compare with the best. Raises
    `RuleError` for impossible rows.
    """
    deadline = monotonic() + seconds
    codes = find_candidates(game, rows)
    if len(codes) == 0:
        return explain_contradiction(game, rows)
    position = _Position(game, codes, tuple(game.guess_number(guess) for guess, _ in rows))
    compared_number = None if compare is None else game.guess_number(compare)
    node = book.find(list(rows)) if book else None
    from_book = position.rate_book_guess(book, node) if book is not None and node is not None else None
    best, *others = position.rate_guesses(deadline, from_book, compared_number)
    compared = next((rated for rated in (best, *others) if rated.guess == compare), None)
    if compared_number is not None and compared is None:
        compared = position.estimate(compared_number, deadline)
    return Advice(
        best, tuple(others), tuple(game.code(int(code)) for code in codes), int(game.weights[codes].sum()), compared
    )


class _Position:
    """The candidates, and the guesses that led to them."""

    def __init__(self, game: GuessingGame, codes: Numbers, placed: tuple[int, ...]) -> None:
        self.game = game
        self.codes = codes
        self.placed = placed
        self.weight = int(game.weights[codes].sum())
        self.members = set(game.guess_of[codes].tolist())

    @property
    def pairs(self) -> int:
        """Candidates times guesses, the measure of work."""
        return len(self.codes) * len(self.game.guesses)

    def rate_guesses(
        self, deadline: float, from_book: tuple[int, RatedGuess] | None, compared_number: int | None
    ) -> list[RatedGuess]:
        """Rate the promising guesses and the wanted one until the deadline: the exact ratings first, the best first."""
        if len(set(self.game.answers[self.codes].tolist())) == 1:
            return [self._rate_only_answer()]
        promising = self._promising_guesses()
        exact, estimates = dict[int, RatedGuess](), dict[int, RatedGuess]()
        if from_book is not None:
            exact[from_book[0]] = from_book[1]
        else:
            estimates[promising[0]] = self.estimate(promising[0], deadline)
        search = self._start_search(deadline)
        if search is not None and not exact:
            exact.update(self._find_best(search, deadline, estimates[promising[0]]))
        others = (
            promising
            if compared_number is None
            else [compared_number, *(guess for guess in promising if guess != compared_number)]
        )
        others = [guess for guess in others if guess not in exact]
        if search is not None and exact:
            searched = self._rate_exactly(search, others, deadline)
            exact.update({guess: rated for guess, rated in searched.items() if rated is not None})
            others = [guess for guess in others if guess not in searched]
        for guess in others:
            if guess not in estimates:
                estimates[guess] = self.estimate(guess, deadline)
        unproven = [rated for guess, rated in estimates.items() if guess not in exact]
        # Of equally good guesses the one that was rated first stays first.
        return sorted(exact.values(), key=_rank) + sorted(unproven, key=_rank)

    def _rate_only_answer(self) -> RatedGuess:
        """The rating of the answer, once it is known."""
        guess = int(self.game.guess_of[self.codes[0]])
        code = self.game.guess(guess) if guess >= 0 else self.game.code(int(self.codes[0]))
        return RatedGuess(code, 1.0, 1, True, False, 1, self._count_codes(self.codes), True)

    def _promising_guesses(self) -> list[int]:
        """The most informative guesses, the best first: by entropy, and candidates before others.

        Of guesses that are symmetric, or that have the same partition, only the first is listed.
        """
        if self.pairs > MAX_COUNTED_PAIRS:
            return self._sampled_guesses()
        sizes = cell_sizes(self.game, self.codes)
        entropies = entropy_table(len(self.codes))[sizes].sum(axis=1)
        first = canonical_guesses(self.game.guesses, self.game.symmetry, self.placed)
        useful = (np.count_nonzero(sizes, axis=1) > 1) & first
        is_code = np.zeros(len(entropies), np.int64)
        is_code[[guess for guess in self.members if guess >= 0]] = 1
        order = np.lexsort((np.arange(len(entropies)), -is_code, entropies))
        guesses: list[int] = []
        partitions: set[bytes] = set()
        for guess in map(int, order[useful[order]][:MAX_RANKED_GUESSES]):
            partition = self._partition_key(guess)
            if guess in self.members or partition not in partitions:
                partitions.add(partition)
                guesses.append(guess)
            if len(guesses) == MAX_RATED_GUESSES:
                break
        return guesses or self._first_useful_guess()

    def _sampled_guesses(self) -> list[int]:
        """The most informative of some guesses, ranked by some codes, where counting all cells would take too long."""
        step = max(1, len(self.codes) // SAMPLE_SIZE)
        codes = self.codes[::step]
        members = [int(self.game.guess_of[code]) for code in codes if self.game.guess_of[code] >= 0]
        step = max(1, len(self.game.guesses) // SAMPLE_SIZE)
        guesses = sorted({*members, *range(0, len(self.game.guesses), step)})
        marks = [marks_of_guess(self.game, guess, codes) for guess in guesses]
        table = entropy_table(len(codes))
        entropies = [int(table[np.bincount(row)].sum()) for row in marks]
        order = sorted(
            range(len(guesses)), key=lambda index: (entropies[index], guesses[index] not in self.members, index)
        )
        useful = [guesses[index] for index in order if len(np.unique(marks[index])) > 1]
        return useful[:MAX_RATED_GUESSES] or self._first_useful_guess()

    def _first_useful_guess(self) -> list[int]:
        """The first guess that tells two of the codes apart."""
        for guess in range(len(self.game.guesses)):
            if len(np.unique(marks_of_guess(self.game, guess, self.codes))) > 1:
                return [guess]
        raise RuleError("codes-indistinguishable")

    def _partition_key(self, guess: int) -> bytes:
        """A key that is equal for guesses with the same partition of the candidates."""
        marks = marks_of_guess(self.game, guess, self.codes)
        _, first, cells = np.unique(marks, return_index=True, return_inverse=True)
        return first[cells].astype(np.int32).tobytes()

    def _rate(self, guess: int, needed: Longs, exact: bool, is_lower_bound: bool = False) -> RatedGuess:
        """The rating of a guess with which the candidates need so many guesses each."""
        marks = marks_of_guess(self.game, guess, self.codes)
        sums = tally(needed, self.game.weights[self.codes])
        cells = np.unique(marks)
        return RatedGuess(
            guess=self.game.guess(guess),
            expected=sums.average,
            worst=sums.worst,
            exact=exact,
            is_lower_bound=is_lower_bound,
            cells=len(cells),
            largest_cell=max(self._count_codes(self.codes[marks == cell]) for cell in cells),
            can_be_code=guess in self.members,
        )

    def _count_codes(self, codes: Numbers) -> int:
        """How many codes these stand for: different answers where parts are dealt, their weight elsewhere."""
        if self.game.solved_mark < 0:
            return len(set(self.game.answers[codes].tolist()))
        return int(self.game.weights[codes].sum())

    def estimate(self, guess: int, deadline: float) -> RatedGuess:
        """Rate a guess by the one-step strategy that follows it; by a lower bound, if there is no time for that."""
        if self.pairs > GROWN_PAIRS_PER_SECOND * (deadline - monotonic()):
            return self._rate_by_bound(guess)
        grown = one_step_strategy(self.game, Rule.ENTROPY, opening=guess, codes=self.codes, placed=self.placed)
        return self._rate(guess, grown.guesses_needed(self.codes), exact=False)

    def _rate_by_bound(self, guess: int) -> RatedGuess:
        """Rate a guess by a lower bound that follows from the sizes of its cells."""
        marks = marks_of_guess(self.game, guess, self.codes)
        needed = np.ones(len(self.codes), np.int64)
        rises = np.ones(MAX_GUESSES, np.int64)
        for mark in np.unique(marks):
            cell = np.flatnonzero(marks == mark)
            _, answers = np.unique(self.game.answers[self.codes[cell]], return_inverse=True)
            heaviest_first = np.argsort(-self.game.weights_by_answer(self.codes[cell]), kind="stable")
            ranks = np.argsort(heaviest_first, kind="stable")
            if mark != self.game.solved_mark:
                needed[cell] = (
                    1 + rank_costs(len(ranks), len(self.game.marks), self.game.open_marks, rises)[ranks[answers]]
                )
        return self._rate(guess, needed, exact=False, is_lower_bound=True)

    def rate_book_guess(self, book: Strategy, node: int) -> tuple[int, RatedGuess]:
        """The guess of an optimal strategy at one of its nodes, with its exact rating."""
        guess = int(book.guess[node])
        return guess, self._rate(guess, book.guesses_needed(self.codes, node), exact=True)

    # The exact search

    def _start_search(self, deadline: float) -> ExactSearch | None:
        """The exact search among the candidates, if there is time to compute all their marks."""
        if self.game.solved_mark < 0 or self.pairs > SEARCHED_PAIRS_PER_SECOND * (deadline - monotonic()):
            return None
        return ExactSearch(self.game, codes=self.codes, placed=self.placed)

    def _find_best(self, search: ExactSearch, deadline: float, estimate: RatedGuess) -> dict[int, RatedGuess]:
        """The best guess of all with its rating, if it is found in time; the estimate bounds the search."""
        budget = INFINITE_COST if estimate.is_lower_bound else round(estimate.expected * self.weight) + 1
        try:
            guess = search.cost(self.codes, budget, watch=_watch_until(deadline)).guess
        except SearchInterrupted:
            return {}
        return {guess: self._rate_searched(search, guess)}

    def _rate_exactly(self, search: ExactSearch, guesses: list[int], deadline: float) -> dict[int, RatedGuess | None]:
        """Rate these guesses exactly, as long as there is time; None for a guess after which no strategy is found."""
        ratings: dict[int, RatedGuess | None] = {}
        for guess in guesses:
            try:
                answer = search.cost(self.codes, INFINITE_COST, only=guess, watch=_watch_until(deadline))
            except SearchInterrupted:
                break
            ratings[guess] = self._rate_searched(search, guess) if answer.exact else None
        return ratings

    def _rate_searched(self, search: ExactSearch, guess: int) -> RatedGuess:
        return self._rate(guess, search.strategy(guess).guesses_needed(self.codes), exact=True)


def _rank(rated: RatedGuess) -> tuple[bool, float]:
    return rated.is_lower_bound, rated.expected


def _watch_until(deadline: float) -> Callable[[Progress], bool]:
    def watch(progress: Progress) -> bool:
        return monotonic() < deadline

    return watch
