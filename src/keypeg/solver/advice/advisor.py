"""Advice: the best next guess from any position, in the time there is.

A position is the rows placed so far. First the codes that fit are found. A book that has come this way answers at
once. Otherwise a one-step strategy is grown from the position, which takes milliseconds and is what a guess is worth
at least; then the exact search has what is left of the time. If it ends, the advice is exact; the rest of the time
goes to the alternatives, the most promising first.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import monotonic

import numpy as np

from keypeg.core.codes import Code
from keypeg.core.errors import RuleError, SearchInterrupted
from keypeg.solver.advice.contradiction import Contradiction, explain_contradiction
from keypeg.solver.exact.bounds import rank_costs
from keypeg.solver.exact.search import ExactSearch, Progress
from keypeg.solver.exact.search_state import INFINITE_COST
from keypeg.solver.game.guessing_game import GuessingGame, Row
from keypeg.solver.game.partition import all_codes, cell_sizes, marks_of_guess
from keypeg.solver.game.symmetry import canonical_guesses
from keypeg.solver.kernels.array_types import Longs, Numbers
from keypeg.solver.one_step.grow import one_step_strategy
from keypeg.solver.one_step.rules import Rule, entropy_table
from keypeg.solver.strategy.costs import MAX_GUESSES
from keypeg.solver.strategy.tree import Strategy, tally

ALTERNATIVES = 10
"""How many guesses are compared."""

COUNTED_AT_ONCE = 1_500_000_000
"""Up to how many codes times guesses all guesses are compared: what takes half a second."""

SAMPLE = 500
"""Of how many codes, and how many guesses, a sample is taken beyond that."""

LOOKED_AT = 300
"""Among how many of the most telling guesses different ones are sought."""

PAIRS_A_SECOND = 100_000_000
"""How many marks an exact search may work out in advance for each second it has."""

GROWN_A_SECOND = 600_000_000
"""How many codes times guesses there may be for each second, so that a one-step strategy is grown in time."""


@dataclass(frozen=True)
class RatedGuess:
    """A guess, and what it is worth."""

    guess: Code
    """The guess."""
    expected: float
    """How many further guesses are expected with it, itself included."""
    worst: int
    """How many further guesses the worst code needs, played as for the best mean."""
    exact: bool
    """Whether no way of going on from it can be expected to need fewer; otherwise they are a one-step strategy's."""
    bound: bool
    """Whether there was no time even for that, and they are lower bounds."""
    cells: int
    """How many different marks it can earn."""
    largest: int
    """How many codes its largest cell leaves."""
    can_be_code: bool
    """Whether it can be the code itself."""


@dataclass(frozen=True)
class Advice:
    """What to guess next, and why."""

    best: RatedGuess
    """The best guess found."""
    alternatives: tuple[RatedGuess, ...]
    """Other good guesses: those known exactly first, the best of them first."""
    codes: tuple[Code, ...]
    """The codes that fit all rows, in order."""
    likely: int
    """How many codes that stands for, each as often as it weighs."""
    tried: RatedGuess | None = None
    """What the guess is worth that somebody thinks of, if he does."""


def codes_left(game: GuessingGame, rows: Sequence[Row]) -> Numbers:
    """The codes that fit all rows, by number. Raises `RuleError` for a guess or a mark that cannot be."""
    codes = all_codes(game)
    for guess, marks in rows:
        mark = game.mark_number(marks)
        codes = codes[marks_of_guess(game, game.guess_number(guess), codes) == mark]
    return codes


def advise(
    game: GuessingGame,
    rows: Sequence[Row],
    deadline: float = 1.0,
    book: Strategy | None = None,
    tried: Code | None = None,
) -> Advice | Contradiction:
    """The best next guess after these rows, found within about so many seconds; or why no code fits them.

    `book` is an optimal strategy of the game, if there is one; `tried`, a guess that is to be compared with the best.
    Raises `RuleError` for rows that cannot be.
    """
    ends = monotonic() + deadline
    codes = codes_left(game, rows)
    if len(codes) == 0:
        return explain_contradiction(game, rows)
    position = _Position(game, codes, tuple(game.guess_number(guess) for guess, _ in rows))
    wanted = None if tried is None else game.guess_number(tried)
    best, others = position.best_in_time(ends, book.find(list(rows)) if book else None, book, wanted)
    likely = int(game.weights[codes].sum())
    compared = next((option for option in (best, *others) if option.guess == tried), None)
    if wanted is not None and compared is None:
        compared = position.estimate(wanted, ends)
    return Advice(best, others, tuple(game.code(int(code)) for code in codes), likely, compared)


class _Position:
    """The codes that are left, and the guesses that led to them."""

    def __init__(self, game: GuessingGame, codes: Numbers, placed: tuple[int, ...]) -> None:
        self.game = game
        self.codes = codes
        self.placed = placed
        self.weight = int(game.weights[codes].sum())
        self.members = set(game.guess_of[codes].tolist())

    def _certain(self) -> RatedGuess:
        """What there is to do when the answer is known."""
        guess = int(self.game.guess_of[self.codes[0]])
        code = self.game.guess(guess) if guess >= 0 else self.game.code(int(self.codes[0]))
        return RatedGuess(code, 1.0, 1, True, False, 1, self._left(self.codes), True)

    def best_in_time(
        self, ends: float, node: int | None, book: Strategy | None, wanted: int | None = None
    ) -> tuple[RatedGuess, tuple[RatedGuess, ...]]:
        """The best guess that can be found until then, and others; first of them the one that is wanted."""
        if len(set(self.game.answers[self.codes].tolist())) == 1:
            return self._certain(), ()
        candidates = self._candidates()
        if book is not None and node is not None:
            known, estimated = [self._from_book(book, node)], []
        else:
            known, estimated = [], [self.estimate(candidates[0], ends)]
        search = self._search(ends)
        if search is not None and not known:
            known += self._exact(search, ends, estimated[0])
        others = [guess for guess in candidates if guess != wanted]
        candidates = others if wanted is None else [wanted, *others]
        rest = [guess for guess in candidates if self.game.guess(guess) not in {option.guess for option in known}]
        if search is not None and known:
            exactly = self._exactly_these(search, rest, ends)
            known += exactly
            rest = rest[len(exactly) :]
        for guess in rest:
            if not any(self.game.guess(guess) == option.guess for option in estimated):
                estimated.append(self.estimate(guess, ends))
        sure = {option.guess for option in known}
        unsure = [option for option in estimated if option.guess not in sure]
        # Of equally good guesses the one that was found first stays first.
        ordered = sorted(known, key=_by_worth) + sorted(unsure, key=_by_worth)
        return ordered[0], tuple(ordered[1:])

    def _candidates(self) -> list[int]:
        """The guesses that tell most, the best first: by entropy, and those that can be the code before others.

        Of guesses that are alike, or that part the codes into the same cells, only the first is one.
        """
        if len(self.codes) * len(self.game.guesses) > COUNTED_AT_ONCE:
            return self._some_candidates()
        sizes = cell_sizes(self.game, self.codes)
        told = entropy_table(len(self.codes))[sizes].sum(axis=1)
        first = canonical_guesses(self.game.guesses, self.game.symmetry, self.placed)
        useful = (np.count_nonzero(sizes, axis=1) > 1) & first
        is_code = np.zeros(len(told), np.int64)
        is_code[[guess for guess in self.members if guess >= 0]] = 1
        order = np.lexsort((np.arange(len(told)), -is_code, told))
        found: list[int] = []
        seen: set[bytes] = set()
        for guess in map(int, order[useful[order]][:LOOKED_AT]):
            cells = self._cells_of(guess)
            if guess in self.members or cells not in seen:
                seen.add(cells)
                found.append(guess)
            if len(found) == ALTERNATIVES:
                break
        return found or self._any_useful()

    def _some_candidates(self) -> list[int]:
        """Where there are too many codes and guesses to compare them all: the best of some codes, some guesses."""
        every = max(1, len(self.codes) // SAMPLE)
        codes = self.codes[::every]
        guesses = [int(self.game.guess_of[code]) for code in codes if self.game.guess_of[code] >= 0]
        some = sorted({*guesses, *range(0, len(self.game.guesses), max(1, len(self.game.guesses) // SAMPLE))})
        marks = [marks_of_guess(self.game, guess, codes) for guess in some]
        table = entropy_table(len(codes))
        told = [int(table[np.bincount(row)].sum()) for row in marks]
        order = sorted(range(len(some)), key=lambda at: (told[at], some[at] not in self.members, at))
        return [some[at] for at in order if len(np.unique(marks[at])) > 1][:ALTERNATIVES] or self._any_useful()

    def _any_useful(self) -> list[int]:
        """Some guess that tells two of the codes apart."""
        for guess in range(len(self.game.guesses)):
            if len(np.unique(marks_of_guess(self.game, guess, self.codes))) > 1:
                return [guess]
        raise RuleError("cannot-be-told-apart")

    def _cells_of(self, guess: int) -> bytes:
        """Which codes are in the same cell: the same for guesses that part them in the same way."""
        marks = marks_of_guess(self.game, guess, self.codes)
        _, first, cells = np.unique(marks, return_index=True, return_inverse=True)
        return first[cells].astype(np.int32).tobytes()

    def _option(self, guess: int, needed: Longs, exact: bool, bound: bool = False) -> RatedGuess:
        marks = marks_of_guess(self.game, guess, self.codes)
        sums = tally(needed, self.game.weights[self.codes])
        cells = np.unique(marks)
        return RatedGuess(
            guess=self.game.guess(guess),
            expected=sums.average,
            worst=sums.worst,
            exact=exact,
            bound=bound,
            cells=len(cells),
            largest=max(self._left(self.codes[marks == cell]) for cell in cells),
            can_be_code=guess in self.members,
        )

    def _left(self, codes: Numbers) -> int:
        """How many codes these stand for: arrangements where order counts for nothing, whole codes where parts do."""
        return (
            len(set(self.game.answers[codes].tolist()))
            if self.game.solved_mark < 0
            else int(self.game.weights[codes].sum())
        )

    def estimate(self, guess: int, ends: float) -> RatedGuess:
        """What a guess is worth if a one-step rule goes on from there; a lower bound, if there is no time for that."""
        pairs = len(self.codes) * len(self.game.guesses)
        if pairs > GROWN_A_SECOND * (ends - monotonic()):
            return self._bound(guess)
        grown = one_step_strategy(self.game, Rule.ENTROPY, opening=guess, codes=self.codes, placed=self.placed)
        return self._option(guess, grown.guesses_needed(self.codes), exact=False)

    def _bound(self, guess: int) -> RatedGuess:
        """What a guess is worth at best, by the sizes of its cells."""
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
        return self._option(guess, needed, exact=False, bound=True)

    def _from_book(self, book: Strategy, node: int) -> RatedGuess:
        return self._option(int(book.guess[node]), book.guesses_needed(self.codes, node), exact=True)

    # Exactly

    def _search(self, ends: float) -> ExactSearch | None:
        """The exact search among the codes left, if there is time to lay its ground."""
        pairs = len(self.codes) * len(self.game.guesses)
        if self.game.solved_mark < 0 or pairs > PAIRS_A_SECOND * (ends - monotonic()):
            return None
        return ExactSearch(self.game, codes=self.codes, placed=self.placed)

    def _exact(self, search: ExactSearch, ends: float, estimated: RatedGuess) -> list[RatedGuess]:
        """The best guess of all, if it is found in time; the estimate bounds the search."""
        budget = INFINITE_COST if estimated.bound else round(estimated.expected * self.weight) + 1
        try:
            answer = search.cost(self.codes, budget, watch=_until(ends))
            return [self._searched(search, answer.guess)]
        except SearchInterrupted:
            return []

    def _exactly_these(self, search: ExactSearch, guesses: list[int], ends: float) -> list[RatedGuess]:
        """What each of these guesses is worth, as far as there is time."""
        found = []
        for guess in guesses:
            try:
                if search.cost(self.codes, INFINITE_COST, only=guess, watch=_until(ends)).exact:
                    found.append(self._searched(search, guess))
            except SearchInterrupted:
                break
        return found

    def _searched(self, search: ExactSearch, guess: int) -> RatedGuess:
        return self._option(guess, search.strategy(guess).guesses_needed(self.codes), exact=True)


def _by_worth(option: RatedGuess) -> tuple[bool, float]:
    return option.bound, option.expected


def _until(ends: float) -> Callable[[Progress], bool]:
    def watch(progress: Progress) -> bool:
        return monotonic() < ends

    return watch
