"""A good guess from any position: from a book where one covers it, otherwise by looking one step ahead."""

from random import Random
from typing import NamedTuple

from keypeg.core.codes import Code
from keypeg.solver.plain.candidates import find_candidates
from keypeg.solver.plain.one_step import MARKS_PER_SECOND, Comparison, GuessComparer
from keypeg.solver.plain.plain_books import PlainBook, find_book
from keypeg.solver.plain.position import Candidates, PlainPosition
from keypeg.solver.plain.values import PlainAppraiser, PlainValue

CANDIDATES_SHARE = 0.4
"""The share of the work for finding the candidates."""

COMPARED_SHARE = 0.6
"""The share of the rest for comparing guesses; what then is left is for their values."""

VALUED_GUESSES = 4
"""How many of the best guesses are valued."""

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


def find_guess(
    position: PlainPosition, seconds: float = 0.5, candidates: Candidates | None = None, compared: Code | None = None
) -> PlainAdvice | None:
    """A good guess, with the work of about so many seconds; None if no code fits, or none is found.

    `compared` is a guess to value beside the others.
    """
    rng = Random(SEED)
    if candidates is None:
        candidates = find_candidates(position, rng, seconds=CANDIDATES_SHARE * seconds)
    if not candidates.codes:
        return None
    marks = int(MARKS_PER_SECOND * (1 - CANDIDATES_SHARE) * seconds)
    comparer = GuessComparer(position, candidates, rng, int(COMPARED_SHARE * marks))
    ranked = _rank(position, candidates, comparer)
    appraiser = PlainAppraiser(position, marks - int(COMPARED_SHARE * marks), max(each.bits for each in ranked))
    by_book = _book_guess(position, candidates, comparer)
    chosen = ranked[:VALUED_GUESSES]
    if compared is not None and all(each.guess != compared for each in chosen):
        chosen = [*chosen, comparer.compare(compared)]
    valued = [_valued(each, appraiser.value_guess(candidates, each.guess), candidates, comparer) for each in chosen]
    if by_book is not None:
        valued = [by_book, *(each for each in valued if each.guess != by_book.guess)]
    best = by_book or min(valued[: min(VALUED_GUESSES, len(ranked))], key=lambda each: each.value.expected)
    others = tuple(each for each in valued if each is not best)
    return PlainAdvice(best, others, candidates, appraiser.bits)


def _rank(position: PlainPosition, candidates: Candidates, comparer: GuessComparer) -> list[Comparison]:
    """The guesses that were compared, the best first; the code itself, where only one is left."""
    if candidates.complete and len(candidates.codes) == 1:
        return [comparer.compare(candidates.codes[0])]
    ranked = comparer.best()
    # A guess that tells nothing is no help, unless it can be the code.
    return [each for each in ranked if each.cells > 1 or each.is_candidate] or ranked[:1]


def _valued(each: Comparison, value: PlainValue, candidates: Candidates, comparer: GuessComparer) -> PlainGuess:
    largest = max(1, round(each.largest * candidates.count / comparer.weight))
    return PlainGuess(each.guess, value, each.cells, largest, each.is_candidate)


def _book_guess(position: PlainPosition, candidates: Candidates, comparer: GuessComparer) -> PlainGuess | None:
    """The guess of the game's book, if it has this position."""
    book = find_book(position._replace(rows=()))
    step = None if book is None else book.find(position)
    if book is None or step is None or step.guess not in position.guesses:
        return None
    each = comparer.compare(step.guess)
    return _valued(each, book_value(book, position, candidates), candidates, comparer)


def book_value(book: PlainBook, position: PlainPosition, candidates: Candidates) -> PlainValue:
    """The value of following a book from a position that it has."""
    if not position.rows:
        return PlainValue(book.total / book.codes, book.proven)
    step = book.find(position)
    assert step is not None, "the book has the position"
    needed = book.guesses_needed([position.normalize(step.to_book(code)) for code in candidates.codes], step.node)
    total = sum(count * weight for count, weight in zip(needed, candidates.weights, strict=True))
    return PlainValue(total / candidates.weight, book.proven and candidates.complete)
