"""What a decision is worth where parts are dealt, by what one seat knows: a row, a call, or to wait.

A row is worth how often its seat wins if it is played on by chance from there, a call how likely its answer is by that
knowledge; waiting is played on by chance again. The same chance meets all that is compared, see
`keypeg.players.win_chance`; and another decision counts as better only where it is so clear of chance: otherwise
whoever did as well would be told of a loss that is none.
"""

from random import Random
from typing import NamedTuple

import numpy as np

from keypeg.analysis.round_value import ValuedDecision
from keypeg.core.actions import Answer, Call, Guess
from keypeg.core.codes import Code
from keypeg.core.view import Phase, View
from keypeg.players.dealt_knowledge import Knowledge
from keypeg.players.dealt_play import perfect_guess, perfect_wants_to_call
from keypeg.players.win_chance import DEFAULT_STEPS, play_outcomes
from keypeg.solver.dealt.playout_loop import NATURAL, WAIT
from keypeg.solver.kernels.array_types import Floats

SEED = 44
"""Where chance begins: the same for everything, so that everybody is told the same."""

PLAYOUTS_PER_SECOND = 800
"""How many playouts there are at most for each second for a board;"""

MIN_PLAYOUTS = 50
"""and how many at least."""

CLEAR_STANDARD_ERRORS = 2.0
"""How many standard errors a difference must have to count."""

SEARCH_DIVISOR = 20
"""One part in so many of the seconds goes to the search for the best row."""


class CallAdvice(NamedTuple):
    """Whether to call, and why."""

    now: bool
    """Whether it is better than to wait."""
    code: Code
    """A likeliest code,"""
    right: float
    """and how likely it is."""
    waiting: float | None
    """How likely one is to win without calling now; None where one is sure, or there is nothing to wait for."""


class DealtAdvice(NamedTuple):
    """The best that a seat can do now, as far as is known."""

    call: CallAdvice | None
    """Whether to call; None where it may not."""
    row: Code | None
    """The row to place; None where it is not its turn, or had better call."""
    wins: float
    """How likely it is to win so: an estimate."""


class DealtAppraiser:
    """What decisions are worth, with so many seconds for a board. Beside a view it is given what its viewer knows."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.playouts = max(MIN_PLAYOUTS, int(PLAYOUTS_PER_SECOND * seconds))

    def value_row(self, view: View, known: Knowledge, placed: Code) -> ValuedDecision:
        """A row that was placed, beside the best that is known."""
        best = self.find_best_row(view)
        played = self._play_out(view, known, row=placed)
        other = played if best == placed else self._play_out(view, known, row=best)
        if not _clearly_more(other, played):
            return ValuedDecision(_mean(played), _mean(played), placed)
        return ValuedDecision(_mean(other), _mean(played), best)

    def value_call(self, view: View, known: Knowledge, answer: Code | None) -> ValuedDecision:
        """A call, or a pass. Whoever passes wins no more; while rows are left, one who does not call waits."""
        assert known.deals is not None
        wholes, chances = known.deals.code_chances
        played = 0.0
        if answer is not None:
            played = float(chances[wholes == known.hands.key_of(answer)].sum())
        likeliest = max(played, known.likeliest_chance)
        waited = self._play_out(view, known, WAIT) if view.phase is Phase.GUESSES else None
        waiting = None if waited is None else _mean(waited)
        if waited is not None and _clearly_more(waited, np.full(len(waited), likeliest)):
            return ValuedDecision(_mean(waited), played, (), waiting=waiting)
        best = answer if answer is not None and played == likeliest else known.likeliest_codes[0]
        return ValuedDecision(likeliest, played, best, waiting=waiting)

    def find_best_row(self, view: View) -> Code:
        """The best row that is known, for the viewer whose turn it is."""
        allowed = view.allowed(Guess)
        assert allowed is not None
        return perfect_guess(view, allowed, self.seconds / SEARCH_DIVISOR, Random(SEED))

    def advise_call(self, view: View, known: Knowledge) -> CallAdvice:
        """Whether the viewer, who may call, had better do so now."""
        code, right = known.likeliest_codes[0], known.likeliest_chance
        asked = view.phase is Phase.LAST_CALLS and view.seat in view.waiting
        if known.is_sure or asked or view.phase is Phase.ANSWER:
            return CallAdvice(True, code, right, None)
        waiting = _mean(self._play_out(view, known, WAIT))
        # Who is told to call is told both figures: they must not speak against it.
        now = right >= waiting and perfect_wants_to_call(view, self.seconds / SEARCH_DIVISOR, Random(SEED))
        return CallAdvice(now, code, right, waiting)

    def advise(self, view: View, known: Knowledge) -> DealtAdvice:
        """What the viewer, who looks for the code, had best do now."""
        call = self.advise_call(view, known) if view.allowed(Call) or view.allowed(Answer) else None
        if call is not None and call.now:
            return DealtAdvice(call, None, call.right)
        row = self.find_best_row(view) if view.allowed(Guess) else None
        return DealtAdvice(call, row, self.win_chance(view, known, row))

    def win_chance(self, view: View, known: Knowledge, row: Code | None = None) -> float:
        """How likely the viewer is to win from here; with a row, if it is his turn and he places it."""
        return _mean(self._play_out(view, known, row=row))

    def _play_out(self, view: View, known: Knowledge, first: int = NATURAL, row: Code | None = None) -> Floats:
        """Whether the viewer wins each of some playouts."""
        steps = int(DEFAULT_STEPS * max(self.seconds, 0.2) * 2 / 5)
        return play_outcomes(view, known, SEED, self.playouts, first, row, steps).astype(np.float64)


def _mean(wins: Floats) -> float:
    return float(wins.mean())


def _clearly_more(wins: Floats, others: Floats) -> bool:
    """Whether these playouts win more than those, which met the same luck, clear of chance."""
    many = min(len(wins), len(others))
    more = wins[:many] - others[:many]
    return _mean(wins) > _mean(others) and float(more.mean()) > CLEAR_STANDARD_ERRORS * float(more.std()) / many**0.5
