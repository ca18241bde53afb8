"""The value of one row by the plain solver: of the position, of the guess that was played, and of a best guess."""

from collections.abc import Sequence
from typing import NamedTuple

from keypeg.analysis.cost_and_luck import Appraisal, Currency, RowValue
from keypeg.analysis.hint_values import PartitionSummary
from keypeg.core.codes import Code
from keypeg.solver.plain.advice import PlainAdvice, PlainGuess, find_guess
from keypeg.solver.plain.position import Candidates, PlainPosition
from keypeg.solver.plain.values import PlainValue

BOARD_SHARE = 0.5
"""The work for a board, as a share of the seconds that the compiled solver has: the figures are estimates anyway."""

MOST_SECONDS, LEAST_SECONDS = 0.3, 0.02
"""The work for one row, in seconds."""


ROUGH_MARGIN = 0.15
"""In a sample, a guess that looks better by less than this is not called better: the best of several always looks a
little better than it is."""


class PlainRowValue(NamedTuple):
    """What the plain solver knows about a row."""

    before: PlainValue
    """The value of the position; never more than that of the guess."""
    played: PlainValue
    best: Code
    """A best guess: the one that was played, where no better one is known."""
    partition: PartitionSummary
    """How the guess divides the candidates,"""
    best_partition: PartitionSummary
    """and how a best guess would."""

    def in_guesses(self, after: Appraisal | None) -> RowValue:
        """The row in guesses; `after` is the value of the position that its mark leads to."""
        is_rough = self.before.rough or self.played.rough
        before, played = appraise(self.before), appraise(self.played)
        return RowValue(Currency.GUESSES, before, played, after, self.best, is_rough=is_rough)


def seconds_for_row(seconds: float, rows: int) -> float:
    """The work for each of so many rows of a board that has this limit of seconds."""
    return max(LEAST_SECONDS, min(MOST_SECONDS, BOARD_SHARE * seconds / max(1, rows)))


def value_plain_row(
    position: PlainPosition, candidates: Candidates, guess: Code, seconds: float
) -> PlainRowValue | None:
    """Value a guess in a position; None where no candidate is known."""
    advice = find_guess(position, seconds, candidates, compared=guess)
    if advice is None or advice.compared is None:
        return None
    played, best, before = advice.compared, advice.best, advice.value
    margin = ROUGH_MARGIN if played.value.rough or before.rough else 0.0
    if played.value.expected <= before.expected + margin:
        best, before = played, played.value._replace(exact=before.exact and played.value.exact)
    return PlainRowValue(before, played.value, best.guess, summarise(played), summarise(best))


def summarise(guess: PlainGuess) -> PartitionSummary:
    """How a guess divides the candidates."""
    return PartitionSummary(guess.cells, guess.largest, guess.is_candidate)


def appraise(value: PlainValue) -> Appraisal:
    """The expected number of guesses."""
    return Appraisal(value.expected, value.exact)


def all_guesses(advice: PlainAdvice) -> Sequence[PlainGuess]:
    """Every guess that was valued."""
    return (advice.best, *advice.others)
