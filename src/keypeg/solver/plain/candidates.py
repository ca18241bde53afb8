"""The candidates of a position: all of them where they can be listed, otherwise an even sample and their number.

There are five ways, tried in this order as far as the work allows:

1. In a small space every code is compared with every row.
2. All mixtures are listed and their arrangements counted: the number is exact, and the codes are listed or drawn.
3. Mixtures are drawn in proportion to their codes, each is put into a random order, and what does not fit is rejected.
   What is left is an even sample, and the share that fits estimates the number.
4. Where almost nothing fits, the arrangements of each drawn mixture are counted, and mixtures weighted by them.
5. Where no mixture is met that fits, codes are improved until they fit: see `keypeg.solver.plain.local_search`.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import permutations, product
from math import sqrt
from operator import eq
from random import Random

from keypeg.core.clues import SearchBudget
from keypeg.core.codes import Code, CodeSpace
from keypeg.core.errors import SearchInterrupted
from keypeg.core.marks import Marking
from keypeg.solver.plain.arrangements import ArrangementCounter
from keypeg.solver.plain.local_search import find_by_changes
from keypeg.solver.plain.mixtures import OTHER, Mixture, MixtureCounter, count_fillings, count_orders
from keypeg.solver.plain.peg_bits import PegBits
from keypeg.solver.plain.position import Candidates, PlainPosition

MAX_FILTERED_CODES = 10_000
"""The largest space of which every code is compared with the rows."""

MAX_LISTED_CODES = 2_000
"""How many candidates are listed in larger spaces; of more, a sample is drawn."""

DEFAULT_SAMPLE = 200
"""How many codes are drawn for a sample."""

MIN_DRAWN = 40
"""With fewer codes from plain rejection, the last way is tried too."""

STEPS_PER_SECOND = 500_000
"""How many choices of mixtures and arrangements are looked at in a second."""

STEPS_PER_DRAW = 50
"""How many of these it costs to draw a mixture and to try some of its orders."""

STEPS_PER_MIXTURE = 20
"""How many of these it costs, at least, to count the arrangements of a mixture."""

ORDERS_PER_DRAW = 6
"""How many random orders of a drawn mixture are tried."""

STEPS_PER_CHANGE = 8
"""How many of these it costs to change a code and to mark it."""

PILOT_DRAWS = 100
"""After so many draws, rejection is given up if too few codes fit."""


@lru_cache(maxsize=8)
def all_bits(space: CodeSpace, marking: Marking) -> tuple[tuple[Code, ...], tuple[int, ...], tuple[int, ...]]:
    """All codes of a small space, how many arrangements each stands for, and the codes as integers."""
    counted = Counter(space if marking.ordered else (tuple(sorted(code)) for code in space))
    codes = tuple(sorted(counted))
    bits = PegBits(marking, space.holes, space.colours).encode_all(codes)
    return codes, tuple(counted[code] for code in codes), tuple(bits)


def find_candidates(
    position: PlainPosition, rng: Random, sample: int = DEFAULT_SAMPLE, seconds: float = 0.3
) -> Candidates:
    """The codes that fit a position: all, or a sample of about this size, with the work of about so many seconds."""
    if position.secrets.size <= MAX_FILTERED_CODES:
        return _filter(position)
    finder = _Finder(position, rng, sample, int(seconds * STEPS_PER_SECOND))
    return finder.find()


def _filter(position: PlainPosition) -> Candidates:
    """Compare every code with every row."""
    space, marking = position.secrets, position.marking
    codes, weights, bits = all_bits(space, marking)
    pegs = PegBits(marking, space.holes, max(space.colours, position.guesses.colours))
    if position.guesses.colours > space.colours:
        bits = tuple(pegs.encode_all(codes))
    left: Sequence[int] = range(len(codes))
    for guess, mark in position.rows:
        keys, given = pegs.keys(pegs.encode(guess), [bits[number] for number in left]), pegs.key_of(mark)
        left = [number for number, key in zip(left, keys, strict=True) if key == given]
    left_weights = tuple(weights[number] for number in left)
    return Candidates(tuple(codes[number] for number in left), left_weights, sum(left_weights))


class _Finder:
    """Finds the candidates of one position in a large space."""

    def __init__(self, position: PlainPosition, rng: Random, sample: int, steps: int) -> None:
        self.position, self.rng, self.sample = position, rng, sample
        self.space, self.marking = position.secrets, position.marking
        self.steps = steps
        # Where only colours count and a blank may be anywhere, every order of a fitting mixture fits.
        self.every_order_fits = not self.marking.ordered and self.space.blank_holes is None

    def find(self) -> Candidates:
        """The candidates."""
        try:
            mixtures = MixtureCounter(self.position, SearchBudget(self.steps))
        except SearchInterrupted:
            return self._improve()
        if not mixtures.codes:
            return Candidates((), (), 0)
        return self._count_all(mixtures) or self._reject(mixtures) or self._weigh(mixtures) or self._improve()

    # All mixtures

    def _count_all(self, mixtures: MixtureCounter) -> Candidates | None:
        """Count the arrangements of all mixtures; None if that takes too much work."""
        budget = SearchBudget(self.steps)
        if self.every_order_fits or (not self.position.rows and self.space.blank_holes is None):
            return self._draw_counted(mixtures)
        if mixtures.mixtures * STEPS_PER_MIXTURE > self.steps:
            return None
        counted: list[tuple[Mixture, ArrangementCounter, int]] = []
        try:
            for mixture in mixtures:
                arrangements = self._arrangements(mixtures, mixture, budget)
                if arrangements.codes:
                    counted.append((mixture, arrangements, arrangements.codes * self._fillings(mixtures, mixture)))
        except SearchInterrupted:
            return None
        total = sum(codes for _, _, codes in counted)
        if total <= MAX_LISTED_CODES:
            codes = (
                named
                for _, arrangements, _ in counted
                for code in arrangements
                for named in _name_others(code, mixtures.others, self.space.repeats)
            )
            return self._merged(codes, total)
        sums = [codes for _, _, codes in counted]
        drawn = self.rng.choices(counted, sums, k=self.sample)
        named = [self._name_any(arrangements.draw(self.rng), mixtures.others) for _, arrangements, _ in drawn]
        return self._sampled(named, total, 0.0)

    def _draw_counted(self, mixtures: MixtureCounter) -> Candidates:
        """Draw codes where every order of every mixture fits, so that the number is known already."""
        if mixtures.codes <= MAX_LISTED_CODES:
            codes = (
                named
                for mixture in mixtures
                for order in set(permutations(_pegs_of(mixture)))
                for named in _name_others(order, mixtures.others, self.space.repeats)
            )
            return self._merged(codes, mixtures.codes)
        drawn = [
            self._name_any(self._random_order(mixtures.draw(self.rng)), mixtures.others) for _ in range(self.sample)
        ]
        return self._sampled(drawn, mixtures.codes, 0.0)

    def _arrangements(self, mixtures: MixtureCounter, mixture: Mixture, budget: SearchBudget) -> ArrangementCounter:
        return ArrangementCounter(self.position, mixture, self._blacks(mixtures, mixture), budget)

    def _blacks(self, mixtures: MixtureCounter, mixture: Mixture) -> list[int] | None:
        """The blacks that each row must earn, which follow from its mark and the mixture's overlap."""
        fits = self.marking.fits
        assert fits is not None
        if not self.marking.ordered:
            return None
        return [
            next(blacks for blacks in range(overlap + 1) if fits(mark, blacks, overlap, 0))
            for overlap, (_, mark) in zip(mixtures.overlaps_of(mixture), self.position.rows, strict=True)
        ]

    def _fillings(self, mixtures: MixtureCounter, mixture: Mixture) -> int:
        places = dict(mixture).get(OTHER, 0)
        return count_fillings(len(mixtures.others), places, self.space.repeats)

    # Rejection

    def _reject(self, mixtures: MixtureCounter) -> Candidates | None:
        """Draw codes with the right overlaps and keep those that fit; None if almost none does."""
        guesses = [guess for guess, _ in self.position.rows] if self.marking.ordered else []
        fitting: list[Code] = []
        draws = max(1, self.steps // STEPS_PER_DRAW // 2)
        for drawn in range(1, draws + 1):
            mixture = mixtures.draw(self.rng)
            blacks = self._blacks(mixtures, mixture) or ()
            for _ in range(ORDERS_PER_DRAW):
                code = self._random_order(mixture)
                if self._may_stand(code) and all(
                    sum(map(eq, code, guess)) == black for guess, black in zip(guesses, blacks, strict=True)
                ):
                    fitting.append(self._name_any(code, mixtures.others))
            if len(fitting) >= self.sample or (drawn == PILOT_DRAWS and len(fitting) * draws < MIN_DRAWN * drawn):
                break
        if len(fitting) < min(MIN_DRAWN, self.sample):
            return None
        share = len(fitting) / (drawn * ORDERS_PER_DRAW)
        # The orders of one mixture are not independent; counted as if they were one draw, the error is not too small.
        error = sqrt(share * (1 - share) / drawn)
        return self._sampled(fitting, round(mixtures.codes * share), mixtures.codes * error)

    def _may_stand(self, code: Code) -> bool:
        if self.space.blank_holes is None:
            return True
        return all(self.space.may_stand(peg, hole) for hole, peg in enumerate(code, 1))

    def _random_order(self, mixture: Mixture) -> Code:
        pegs = _pegs_of(mixture)
        chance = self.rng.random  # the quickest way to put a few pegs into a random order
        return tuple(sorted(pegs, key=lambda peg: chance()))

    def _name_any(self, code: Code, others: Sequence[int]) -> Code:
        """Replace `OTHER` by colours of no guess, drawn at random."""
        places = code.count(OTHER)
        if not places:
            return code
        repeats = self.space.repeats
        names = iter(self.rng.choices(others, k=places) if repeats else self.rng.sample(others, places))
        return tuple(next(names) if peg == OTHER else peg for peg in code)

    # Weighted mixtures

    def _weigh(self, mixtures: MixtureCounter) -> Candidates | None:
        """Draw mixtures and weigh each by the share of its orders that fit; None if none of them fits."""
        budget = SearchBudget(self.steps)
        known: dict[Mixture, ArrangementCounter] = {}
        drawn: list[ArrangementCounter] = []
        shares: list[float] = []
        try:
            while len(drawn) < 10 * self.sample:
                mixture = mixtures.draw(self.rng)
                budget.spend(STEPS_PER_DRAW)
                if mixture not in known:
                    known[mixture] = self._arrangements(mixtures, mixture, budget)
                arrangements = known[mixture]
                drawn.append(arrangements)
                shares.append(arrangements.codes / count_orders(mixture))
        except SearchInterrupted:
            pass
        if not any(shares):
            return None
        mean = sum(shares) / len(shares)
        variance = sum((share - mean) ** 2 for share in shares) / max(1, len(shares) - 1)
        chosen = self.rng.choices(drawn, shares, k=self.sample)
        codes = [self._name_any(arrangements.draw(self.rng), mixtures.others) for arrangements in chosen]
        error = max(sqrt(variance / len(shares)), mean / len(shares))
        return self._sampled(codes, max(1, round(mixtures.codes * mean)), mixtures.codes * error)

    # Improved codes

    def _improve(self) -> Candidates:
        """Codes that fit, found by improving others. Their number is only known to be at least theirs."""
        codes = sorted(find_by_changes(self.position, self.rng, self.steps // STEPS_PER_CHANGE))
        return self._sampled(codes[: self.sample], max(1, len(codes)), max(1.0, float(len(codes))))

    # Results

    def _merged(self, codes: Iterator[Code], total: int) -> Candidates:
        """All candidates."""
        counted = Counter(map(self.position.normalize, codes))
        listed = tuple(sorted(counted))
        return Candidates(listed, tuple(counted[code] for code in listed), total)

    def _sampled(self, codes: Sequence[Code], count: int, error: float) -> Candidates:
        """A sample."""
        normal = tuple(map(self.position.normalize, codes))
        return Candidates(normal, (1,) * len(normal), count, error, complete=False)


def _pegs_of(mixture: Mixture) -> list[int]:
    return [peg for peg, count in mixture for _ in range(count)]


def _name_others(code: Code, others: Sequence[int], repeats: bool) -> Iterator[Code]:
    """Every code that has colours of no guess in place of `OTHER`."""
    places = code.count(OTHER)
    for names in product(others, repeat=places) if repeats else permutations(others, places):
        named = iter(names)
        yield tuple(next(named) if peg == OTHER else peg for peg in code)
