"""The chance to win where parts of the code are dealt to all: rows, calls, and who passed when he could call.

Each decision is judged by what its seat knew then: a view. A row is worth how often its seat wins if it is played on by
chance from there, a call how likely its answer was by that knowledge; waiting is played on by chance again. The same
chance meets all that is compared, see `keypeg.players.chances`; and another decision counts as better only where it is
so clear of chance: otherwise whoever did as well would be told of a loss that is none.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import numpy as np

from keypeg.analysis.stakes import Judged, Kind, SeatStakes, StakeRow
from keypeg.analysis.worths import Currency, RowWorth, Worth
from keypeg.core.actions import Guess
from keypeg.core.codes import Code
from keypeg.core.view import FinishedRound, Phase, View
from keypeg.players.chances import STEPS, knowledge_now, outcomes
from keypeg.players.knowing import Knowledge, knowledge_of, settled
from keypeg.players.parts import perfect_guess
from keypeg.solver.course import NATURAL, WAIT
from keypeg.solver.hands import Floats

SEED = 44
"""Where chance begins: the same for everything, so that everybody is told the same."""

PLAYOUTS_A_SECOND = 800
"""How many playouts there are at most for each second for a board;"""

LEAST = 50
"""and how many at least."""

CLEAR = 2.0
"""How many standard errors a difference must have to count."""

SHARE = 20
"""One part in so many of the seconds goes to the search for the best row."""


@dataclass(frozen=True)
class Moment:
    """Something that a seat has decided, and what it knew."""

    seat: int
    kind: Kind
    view: View
    """What it saw before."""
    code: Code | None = None
    """The row it placed, or the answer it gave after its call."""
    then: View | None = None
    """What it saw when its row had all its marks, if the round went on until then."""


def dealt_stakes(finished: FinishedRound, moments: Sequence[Moment], seconds: float) -> tuple[SeatStakes, ...]:
    """Every seat's decisions in a round that is over, in their order."""
    return tuple(
        _stakes(seat, [one for one in moments if one.seat == seat], finished, seconds)
        for seat in range(1, len(finished.codes) + 1)
    )


def _stakes(seat: int, moments: list[Moment], finished: FinishedRound, seconds: float) -> SeatStakes:
    """One seat's. What it threw away by leaving is told by itself."""
    judge = _Judge(seconds)
    end, forfeit = Worth(float(seat in finished.outcome.winners), True), 0.0
    if moments and moments[-1].kind == "leave":
        stood = judge.stood(moments.pop().view)
        end, forfeit = Worth(stood, False), stood
    rows: list[StakeRow] = []
    after: Worth | None = end
    for at, one in reversed(list(enumerate(moments))):
        judged = judge.judged(one) if after is not None else None
        worth = None
        if judged is not None:
            before, played = Worth(judged.before, False), Worth(judged.played, False)
            worth = RowWorth(Currency.CHANCE, before, played, after, judged.best, 0.0)
        codes = (codes_left(one.view), codes_left(one.then))
        number = 1 + sum(earlier.kind == "row" for earlier in moments[:at])
        waiting = judged.waiting if judged is not None else None
        rows.append(StakeRow(number, one.code or (), worth, one.kind, *codes, waiting))
        after = worth.before if worth is not None else None
    return SeatStakes(seat, seat, Currency.CHANCE, tuple(reversed(rows)), True, forfeit)


def codes_left(view: View | None) -> int | None:
    """How many whole codes the viewer holds possible; None where that is not known."""
    if view is None or view.code is None or not settled(view):
        return None
    deals = knowledge_of(view).deals
    return None if deals is None else len(deals.codes[0]) if deals else 0


class _Judge:
    """What decisions are worth with so many seconds for a board."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.playouts = max(LEAST, int(PLAYOUTS_A_SECOND * seconds))

    def judged(self, moment: Moment) -> Judged | None:
        """A decision; None where it cannot be told what it was worth."""
        known = knowledge_now(moment.view)
        if known is None:
            return None
        return self._row(moment, known) if moment.kind == "row" else self._call(moment, known)

    def stood(self, view: View) -> float:
        """How likely the viewer was to win, where that can be told; otherwise nothing."""
        known = knowledge_now(view)
        return 0.0 if known is None else _mean(self._wins(view, known))

    def _row(self, moment: Moment, known: Knowledge) -> Judged:
        assert moment.code is not None
        allowed = moment.view.allowed(Guess)
        assert allowed is not None
        best = perfect_guess(moment.view, allowed, self.seconds / SHARE, Random(SEED))
        played = self._wins(moment.view, known, row=moment.code)
        other = played if best == moment.code else self._wins(moment.view, known, row=best)
        if not _clearly_more(other, played):
            return Judged(_mean(played), _mean(played), moment.code)
        return Judged(_mean(other), _mean(played), best)

    def _call(self, moment: Moment, known: Knowledge) -> Judged:
        """A call, or a pass. Whoever passes wins no more; while rows are left, one who does not call waits."""
        assert known.deals is not None
        wholes, chances = known.deals.codes
        played = 0.0
        if moment.code is not None:
            played = float(chances[wholes == known.hands.spell(moment.code)].sum())
        likeliest = max(played, known.chance)
        waited = self._wins(moment.view, known, WAIT) if moment.view.phase is Phase.GUESSES else None
        waiting = None if waited is None else _mean(waited)
        if waited is not None and _clearly_more(waited, np.full(len(waited), likeliest)):
            return Judged(_mean(waited), played, (), waiting=waiting)
        best = moment.code if moment.code is not None and played == likeliest else known.likeliest[0]
        return Judged(likeliest, played, best, waiting=waiting)

    def _wins(self, view: View, known: Knowledge, first: int = NATURAL, row: Code | None = None) -> Floats:
        """Whether the viewer wins each of some playouts."""
        steps = int(STEPS * max(self.seconds, 0.2) * 2 / 5)
        return outcomes(view, known, SEED, self.playouts, first, row, steps).astype(np.float64)


def _mean(wins: Floats) -> float:
    return float(wins.mean())


def _clearly_more(wins: Floats, others: Floats) -> bool:
    """Whether these playouts win more than those, which met the same luck, clear of chance."""
    many = min(len(wins), len(others))
    more = wins[:many] - others[:many]
    return _mean(wins) > _mean(others) and float(more.mean()) > CLEAR * float(more.std()) / many**0.5
