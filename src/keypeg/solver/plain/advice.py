"""A good guess from any position: from a book where one covers it, otherwise by looking one step ahead."""

from random import Random
from typing import NamedTuple

from keypeg.core.codes import Code
from keypeg.solver.plain.candidates import find_candidates
from keypeg.solver.plain.one_step import MARKS_PER_SECOND, Comparison, GuessComparer
from keypeg.solver.plain.plain_books import PlainBook, find_book
from keypeg.solver.plain.position import Candidates, PlainPosition
from keypeg.solver.plain.values import Needed, PlainAppraiser, PlainValue

CANDIDATES_SHARE = 0.4
"""The share of the work for finding the candidates."""

COMPARED_SHARE = 0.6
"""The share of the rest for comparing guesses; what then is left is for their values."""

VALUED_GUESSES = 4
"""How many of the best guesses are valued."""

SMALLEST_DIFFERENCE = 1e-6
"""Numbers of guesses that differ by less are equal."""

MAX_FOLLOWED_CODES = 500
"""How many codes are followed through a book from its start, to estimate the chances of each number of guesses."""

SEED = 21
"""The seed of all samples: the same position always gets the same answer."""


class PlainGuess(NamedTuple):
    """A guess, and what is known about it."""

    guess: Code
    value: PlainValue
    """The expected number of further guesses, this one included."""
    cells: int
    """How many different marks it earns, among the candidates that are listed."""
    largest: int
    """How many candidates its most frequent mark leaves; an estimate where they are a sample."""
    is_candidate: bool
    """Whether it can be the code."""


class PlainAdvice(NamedTuple):
    """A good guess, others, and the candidates."""

    best: PlainGuess
    others: tuple[PlainGuess, ...]
    candidates: Candidates
    bits: float
    """How many bits the mark of the best guess tells; for estimates of further guesses."""
    value: PlainValue
    """The value of the position: that of the best guess, and exact only where no other guess does better."""
    compared: PlainGuess | None = None
    """The guess that the caller asked to compare; one of those above, unless it is the best."""


def find_guess(
    position: PlainPosition,
    seconds: float = 0.5,
    candidates: Candidates | None = None,
    compared: Code | None = None,
    with_book: bool = True,
) -> PlainAdvice | None:
    """A good guess, with the work of about so many seconds; None if no code fits, or none is found.

    `compared` is a guess to value beside the others. Unless it is valued exactly, all of them are valued in the same
    way, without a book, so that their differences mean something.
    """
    rng = Random(SEED)
    if candidates is None:
        candidates = find_candidates(position, rng, seconds=CANDIDATES_SHARE * seconds)
    if not candidates.codes:
        return None
    return _Adviser(position, candidates, rng, int(MARKS_PER_SECOND * (1 - CANDIDATES_SHARE) * seconds)).advise(
        None if compared is None else position.normalize(compared), with_book
    )


class _Adviser:
    """Advises on one position."""

    def __init__(self, position: PlainPosition, candidates: Candidates, rng: Random, marks: int) -> None:
        self.position, self.candidates = position, candidates
        self.comparer = GuessComparer(position, candidates, rng, int(COMPARED_SHARE * marks))
        self.codes = self.comparer.pegs.encode_all(candidates.codes)
        self.ranked = self._rank()
        bits = max(each.bits for each in self.ranked)
        unspent = max(0, self.comparer.marks)
        self.appraiser = PlainAppraiser(position, marks - int(COMPARED_SHARE * marks) + unspent, bits)

    def advise(self, compared: Code | None, with_book: bool) -> PlainAdvice:
        """The best guess and others, the compared one among them."""
        by_book = self._book_guess() if with_book else None
        valued = {} if compared is None else {compared: self._value(self.comparer.compare(compared))}
        if by_book is not None and by_book.guess == compared:
            valued[by_book.guess] = by_book
        is_fair = compared is None or valued[compared].value.exact
        for each in self.ranked[:VALUED_GUESSES]:
            if each.guess not in valued:
                valued[each.guess] = self._value(each)
        if by_book is not None:
            grown = valued.get(by_book.guess) or self._value(self.comparer.compare(by_book.guess))
            valued[by_book.guess] = by_book if is_fair else grown
        best = min(valued.values(), key=lambda each: (each.value.rough, each.value.expected))
        if by_book is not None and (is_fair or compared is None):
            best = by_book
        is_proven = best is by_book and best.value.exact
        value = best.value._replace(exact=is_proven or (best.value.exact and self._is_least(best)))
        others = tuple(each for each in valued.values() if each is not best)
        return PlainAdvice(
            best, others, self.candidates, self.appraiser.bits, value, None if compared is None else valued[compared]
        )

    def _is_least(self, best: PlainGuess) -> bool:
        """Whether no guess can do better than this one."""
        codes = len(self.candidates.codes)
        # Every guess but one needs two at least; one more than that is best if no candidate tells all others apart.
        least = 2 * codes - (not self.comparer.has_compared_candidates)
        is_listed = self.candidates.complete and self.candidates.count == codes
        return is_listed and best.value.expected * codes <= least + SMALLEST_DIFFERENCE

    def _rank(self) -> list[Comparison]:
        """The guesses that were compared, the best first; the code itself, where only one is left."""
        if self.candidates.complete and len(self.candidates.codes) == 1:
            return [self.comparer.compare(self.candidates.codes[0])]
        ranked = self.comparer.best()
        # A guess that tells nothing is no help, unless it can be the code.
        return [each for each in ranked if each.cells > 1 or each.is_candidate] or ranked[:1]

    def _value(self, each: Comparison) -> PlainGuess:
        return self._valued(each, self.appraiser.value_guess(self.candidates, each.guess))

    def _valued(self, each: Comparison, value: PlainValue) -> PlainGuess:
        """A guess with its value, and its cells among all candidates, of which it may have been compared by some."""
        pegs, cells = self.comparer.pegs, dict[int, int]()
        for key, weight in zip(pegs.keys(pegs.encode(each.guess), self.codes), self.candidates.weights, strict=True):
            cells[key] = cells.get(key, 0) + weight
        largest = max(1, round(max(cells.values()) * self.candidates.count / self.candidates.weight))
        return PlainGuess(each.guess, value, len(cells), largest, each.is_candidate)

    def _book_guess(self) -> PlainGuess | None:
        """The guess of the game's book, if it has this position."""
        book = find_book(self.position._replace(rows=()))
        step = None if book is None else book.find(self.position)
        if book is None or step is None or step.guess not in self.position.guesses:
            return None
        each = self.comparer.compare(step.guess)
        return self._valued(each, book_value(book, self.position, self.candidates))


def book_value(book: PlainBook, position: PlainPosition, candidates: Candidates) -> PlainValue:
    """The value of following a book from a position that it has."""
    step = book.find(position)
    assert step is not None, "the book has the position"
    is_start = not position.rows
    every = -(-len(candidates.codes) // MAX_FOLLOWED_CODES) if is_start else 1
    followed = [position.normalize(step.to_book(code)) for code in candidates.codes[::every]]
    counts: dict[int, float] = {}
    for needed, weight in zip(book.guesses_needed(followed, step.node), candidates.weights[::every], strict=True):
        counts[needed] = counts.get(needed, 0.0) + weight
    value = Needed(tuple(counts.get(guesses, 0.0) for guesses in range(1, max(counts) + 1)), False).value
    if is_start:  # the book knows the sum for all codes
        return value._replace(expected=book.total / book.codes, exact=book.proven)
    return value._replace(exact=book.proven and candidates.complete)
