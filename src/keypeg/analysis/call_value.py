"""The value of a decision where parts are dealt, by what one seat knows: to place a row, to call, or to wait.

The value of a row or a wait is the share of random playouts that the seat then wins; that of a call is the chance that
its answer is right. Everything that is compared meets the same random numbers (see `keypeg.players.win_chance`).
Another decision counts as better only if it is better by `CLEAR_STANDARD_ERRORS`: otherwise chance alone would give a
good decision a cost.
"""

from random import Random

import numpy as np

from keypeg.analysis.hint_values import CallAdvice, DealtAdvice
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
"""The seed of all playouts: the same for everything, so that an analysis can be repeated."""

PLAYOUTS_PER_SECOND = 800
"""The most playouts for each second of a board's limit,"""

MIN_PLAYOUTS = 50
"""and the fewest of all."""

CLEAR_STANDARD_ERRORS = 2.0
"""How many standard errors a difference must have to count."""

SEARCH_DIVISOR = 20
"""The search for the best row gets 1 / SEARCH_DIVISOR of the seconds."""


class DealtAppraiser:
    """Values decisions within a limit of seconds for a board. `knowledge` is always what the viewer of `view` knows."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.playouts = max(MIN_PLAYOUTS, int(PLAYOUTS_PER_SECOND * seconds))

    def value_row(self, view: View, knowledge: Knowledge, placed: Code) -> ValuedDecision:
        """Value a row that was placed, beside the best known row."""
        best = self.find_best_row(view)
        played = self._play_out(view, knowledge, row=placed)
        other = played if best == placed else self._play_out(view, knowledge, row=best)
        if not _clearly_more(other, played):
            return ValuedDecision(_mean(played), _mean(played), placed)
        return ValuedDecision(_mean(other), _mean(played), best)

    def value_call(self, view: View, knowledge: Knowledge, answer: Code | None) -> ValuedDecision:
        """Value a call, or a pass. A pass cannot win; while rows are left, not calling means waiting."""
        assert knowledge.deals is not None
        wholes, chances = knowledge.deals.code_chances
        played = 0.0
        if answer is not None:
            played = float(chances[wholes == knowledge.hands.key_of(answer)].sum())
        likeliest = max(played, knowledge.likeliest_chance)
        waited = self._play_out(view, knowledge, WAIT) if view.phase is Phase.GUESSES else None
        waiting = None if waited is None else _mean(waited)
        if waited is not None and _clearly_more(waited, np.full(len(waited), likeliest)):
            return ValuedDecision(_mean(waited), played, (), waiting=waiting)
        best = answer if answer is not None and played == likeliest else knowledge.likeliest_codes[0]
        return ValuedDecision(likeliest, played, best, waiting=waiting)

    def find_best_row(self, view: View) -> Code:
        """Find the best known row for the viewer, whose turn it is."""
        allowed = view.allowed(Guess)
        assert allowed is not None
        return perfect_guess(view, allowed, self.seconds / SEARCH_DIVISOR, Random(SEED))

    def advise_call(self, view: View, knowledge: Knowledge) -> CallAdvice:
        """Whether the viewer, who may call, should call now."""
        code, right = knowledge.likeliest_codes[0], knowledge.likeliest_chance
        is_last_call = view.phase is Phase.LAST_CALLS and view.seat in view.waiting
        if knowledge.is_sure or is_last_call or view.phase is Phase.ANSWER:
            return CallAdvice(True, code, right, None)
        waiting = _mean(self._play_out(view, knowledge, WAIT))
        # The advice shows both figures, so it must not contradict them.
        now = right >= waiting and perfect_wants_to_call(view, self.seconds / SEARCH_DIVISOR, Random(SEED))
        return CallAdvice(now, code, right, waiting)

    def advise(self, view: View, knowledge: Knowledge) -> DealtAdvice:
        """Find the best decision for the viewer, who is a breaker."""
        call = self.advise_call(view, knowledge) if view.allowed(Call) or view.allowed(Answer) else None
        if call is not None and call.now:
            return DealtAdvice(call, None, call.right)
        row = self.find_best_row(view) if view.allowed(Guess) else None
        return DealtAdvice(call, row, self.win_chance(view, knowledge, row))

    def win_chance(self, view: View, knowledge: Knowledge, row: Code | None = None) -> float:
        """The viewer's chance to win from here; with `row`, if it is their turn and they place it."""
        return _mean(self._play_out(view, knowledge, row=row))

    def _play_out(self, view: View, knowledge: Knowledge, first: int = NATURAL, row: Code | None = None) -> Floats:
        """Play out, and say for each playout whether the viewer wins."""
        steps = int(DEFAULT_STEPS * max(self.seconds, 0.2) * 2 / 5)
        return play_outcomes(view, knowledge, SEED, self.playouts, first, row, steps).astype(np.float64)


def _mean(wins: Floats) -> float:
    return float(wins.mean())


def _clearly_more(wins: Floats, others: Floats) -> bool:
    """Whether these playouts win more often than the others, which met the same random numbers, clear of chance."""
    count = min(len(wins), len(others))
    difference = wins[:count] - others[:count]
    return (
        _mean(wins) > _mean(others)
        and float(difference.mean()) > CLEAR_STANDARD_ERRORS * float(difference.std()) / count**0.5
    )
