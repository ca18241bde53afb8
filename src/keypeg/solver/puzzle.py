"""A puzzle: the codes that are possible, the guesses that are allowed, and how a guess is marked.

It knows nothing of tables, turns or points. Codes and guesses are rows of an array, in the order of their spaces; from
here on the solver speaks of them by number. A code can weigh more than another: where only colours count, a code
stands for all its arrangements; where parts are drawn from counters, some deals are likelier than others.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations, permutations, product
from math import gcd, prod

import numpy as np

from keypeg.core.codes import BLANK, Code, CodeSpace, join_parts, parts_of
from keypeg.core.edition import Edition, Secrets
from keypeg.core.errors import RuleError
from keypeg.core.marks import Mark, Marking
from keypeg.solver.arrays import Bytes, Longs, Numbers
from keypeg.solver.symmetry import Symmetry, symmetry_of
from keypeg.solver.traits import Traits, part_traits, peg_traits

LARGEST = 4_000_000
"""The most codes, or guesses, that a puzzle can have."""

Marks = tuple[Mark, ...]
"""What a row is marked with: one mark a maker, so one in most puzzles."""

Row = tuple[Code, Marks]
"""A guess and what it was marked with."""


@dataclass(frozen=True, eq=False)
class Puzzle:
    """What is to be found, and by what means."""

    key: str
    """Its name in books: two puzzles of the same name are the same."""
    codes: Bytes
    """The possible codes, one a row. Where parts are dealt: the parts of every other seat, one after the other."""
    guesses: Bytes
    """The guesses allowed, one a row."""
    weights: Longs
    """How likely each code is, as whole numbers."""
    answers: Numbers
    """For each code the number of what has to be found: two codes with the same one need not be told apart."""
    traits: Traits
    """How guesses are marked, in the form that is fast."""
    marks: tuple[Marks, ...]
    """Everything a row can be marked with. From here on a mark is its number in this list."""
    solved: int
    """The mark that says the code is found; -1 where none does, and who is certain calls."""
    symmetry: Symmetry
    """What can be exchanged without changing anything."""
    ordered: bool = True
    """Whether the order of the pegs counts. Where it does not, a guess is written with its pegs in order."""
    made_by: tuple[object, ...] = ()
    """The function that makes it, and what it is made from: that is what is sent to other processes."""

    def __reduce__(self) -> tuple[object, ...]:
        make, *ingredients = self.made_by
        return make, tuple(ingredients)

    @cached_property
    def guess_of(self) -> Numbers:
        """For each code the guess that is the same code; -1 where there is none."""
        if self.solved < 0:
            return np.full(len(self.codes), -1, np.int32)
        place = {guess.tobytes(): number for number, guess in enumerate(self.guesses)}
        return np.array([place.get(code.tobytes(), -1) for code in self.codes], np.int32)

    @property
    def even(self) -> bool:
        """Whether all codes are equally likely."""
        return bool((self.weights == self.weights[0]).all())

    def number_of(self, guess: Code) -> int:
        """The number of a guess. Raises `RuleError` if it is not allowed."""
        number = self._guess_numbers.get(self.normal(guess))
        if number is None:
            raise RuleError("no-such-guess")
        return number

    def normal(self, guess: Code) -> Code:
        """The same guess as it stands among the guesses."""
        return guess if self.ordered else tuple(sorted(guess))

    def mark_number(self, marks: Marks) -> int:
        """The number of what a row is marked with. Raises `RuleError` if no row can be."""
        if marks not in self.marks or any(
            type(mark) is not type(known) for mark, known in zip(marks, self.marks[0], strict=True)
        ):
            raise RuleError("impossible-mark")
        return self.marks.index(marks)

    def code(self, number: int) -> Code:
        """A code by its number."""
        return tuple(self.codes[number].tolist())

    def guess(self, number: int) -> Code:
        """A guess by its number."""
        return tuple(self.guesses[number].tolist())

    @cached_property
    def _guess_numbers(self) -> dict[Code, int]:
        return {tuple(guess): number for number, guess in enumerate(self.guesses.tolist())}


def puzzle_for(edition: Edition, seat: int | None = None, own: Code | None = None) -> Puzzle:
    """The puzzle that a breaker's seat has to solve in this edition.

    Where parts are dealt, `own` is what the seat holds itself; which it is makes no difference to how hard it is.
    """
    seat = edition.seats if seat is None else seat
    if edition.dealt:
        return parts_puzzle(edition, seat, own or _some_parts(edition.secrets))
    return puzzle_of(edition.secret_space(seat), edition.guess_space(seat), edition.marking)


@lru_cache(maxsize=16)
def puzzle_of(secrets: CodeSpace, guesses: CodeSpace, marking: Marking) -> Puzzle:
    """The puzzle of finding a code of one space by guesses of another."""
    if guesses.size < secrets.size or secrets.holes != guesses.holes:
        raise RuleError("guess-cannot-reach")
    codes, allowed = codes_of(secrets), codes_of(guesses)
    weights = np.ones(len(codes), np.int64)
    if not marking.ordered:
        codes, weights = _without_order(codes)
        allowed, _ = _without_order(allowed)
    traits, marks = peg_traits(marking, codes, allowed)
    return Puzzle(
        key=_key(secrets, guesses, marking),
        codes=codes,
        guesses=allowed,
        weights=weights,
        answers=np.arange(len(codes), dtype=np.int32),
        traits=traits,
        marks=tuple((mark,) for mark in marks),
        solved=marks.index(marking.solved(secrets.holes)),
        symmetry=symmetry_of(secrets, guesses),
        ordered=marking.ordered,
        made_by=(puzzle_of, secrets, guesses, marking),
    )


def codes_of(space: CodeSpace) -> Bytes:
    """Every code of a space, in its order, as rows of an array. Raises `RuleError` if there are too many."""
    if space.size > LARGEST:
        raise RuleError("puzzle-too-large", codes=space.size, most=LARGEST)
    found = np.zeros((1, 0), np.uint8)
    pegs = np.array(space.pegs, np.uint8)
    for hole in range(1, space.holes + 1):
        here = np.array([peg for peg in pegs if space.may_stand(int(peg), hole)], np.uint8)
        longer = np.column_stack([np.repeat(found, len(here), axis=0), np.tile(here, len(found))])
        keep = np.count_nonzero(longer == BLANK, axis=1) <= space.most_blanks
        if not space.repeats:
            keep &= (longer[:, -1] == BLANK) | ~(longer[:, :-1] == longer[:, -1:]).any(axis=1)
        found = longer[keep]
    return np.ascontiguousarray(found[np.count_nonzero(found == BLANK, axis=1) >= space.least_blanks])


def _without_order(codes: Bytes) -> tuple[Bytes, Longs]:
    """The codes of which none is an arrangement of another, and how many arrangements each has."""
    kinds, weights = np.unique(np.sort(codes, axis=1), axis=0, return_counts=True)
    return np.ascontiguousarray(kinds), weights.astype(np.int64)


def _key(secrets: CodeSpace, guesses: CodeSpace, marking: Marking) -> str:
    def name(space: CodeSpace) -> str:
        words = [f"{space.holes}x{space.colours}"]
        if not space.repeats:
            words.append("different")
        if space.most_blanks:
            words.append(f"blanks-{space.least_blanks}-{space.most_blanks}")
        return "-".join(words)

    same = name(secrets) == name(guesses)
    return f"{marking.name}-{name(secrets)}" + ("" if same else f"-by-{name(guesses)}")


# Parts that are dealt


def _some_parts(secrets: Secrets) -> Code:
    """Parts that a seat can hold: colours 1, 2 … in the first holes."""
    holes = secrets.space.holes
    return tuple(hole if hole <= secrets.parts else BLANK for hole in range(1, holes + 1))


@lru_cache(maxsize=16)
def parts_puzzle(edition: Edition, seat: int, own: Code) -> Puzzle:
    """The puzzle of finding what the other seats hold."""
    secrets, others = edition.secrets, edition.seats - 1
    allowed = codes_of(edition.guess_space(seat, own))
    deals, weights = _deals(secrets, others, own)
    codes = np.array([[peg for part in deal for peg in part] for deal in deals], np.uint8)
    wholes = [join_parts((own, *deal)) for deal in deals]
    places = {whole: number for number, whole in enumerate(sorted(set(wholes)))}
    traits, marks = part_traits(edition.marking, deals, allowed, secrets.parts)
    held = f"{others}x{secrets.parts}-own-{'-'.join(map(str, own))}"
    return Puzzle(
        key=f"{edition.marking.name}-{secrets.space.holes}x{secrets.space.colours}-of-{held}",
        codes=codes,
        guesses=allowed,
        weights=weights,
        answers=np.array([places[whole] for whole in wholes], np.int32),
        traits=traits,
        marks=marks,
        solved=-1,
        symmetry=symmetry_of(secrets.space, edition.guess_space(seat, own), own),
        made_by=(parts_puzzle, edition, seat, own),
    )


def _deals(secrets: Secrets, others: int, own: Code) -> tuple[list[tuple[Code, ...]], Longs]:
    """Every way in which the other seats can hold their parts, and in how many ways the counters can fall so."""
    space = secrets.space
    taken = {hole for hole, _ in parts_of(own)}
    free = [hole for hole in range(1, space.holes + 1) if hole not in taken]
    left = [(secrets.counters or space.holes) - own.count(peg) for peg in range(space.colours + 1)]
    deals, ways = [], []
    for hands in _hands(free, others, secrets.parts):
        for pegs in product(range(1, space.colours + 1), repeat=others * secrets.parts):
            way = prod(left[peg] - pegs[:drawn].count(peg) for drawn, peg in enumerate(pegs)) if secrets.counters else 1
            if way > 0:
                deals.append(_dealt(space.holes, hands, pegs))
                ways.append(way)
    weights = np.array(ways, np.int64)
    return deals, weights // gcd(*ways)


def _hands(free: Sequence[int], others: int, parts: int) -> list[tuple[tuple[int, ...], ...]]:
    """Every way to give each of the others so many of the free holes."""
    if parts == 1:
        return [tuple((hole,) for hole in holes) for holes in permutations(free, others)]
    if others == 0:
        return [()]
    return [
        (hand, *rest)
        for hand in combinations(free, parts)
        for rest in _hands([hole for hole in free if hole not in hand], others - 1, parts)
    ]


def _dealt(holes: int, hands: Sequence[Sequence[int]], pegs: Sequence[int]) -> tuple[Code, ...]:
    coming = iter(pegs)
    deal = []
    for hand in hands:
        part = [BLANK] * holes
        for hole in hand:
            part[hole - 1] = next(coming)
        deal.append(tuple(part))
    return tuple(deal)
