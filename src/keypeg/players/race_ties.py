"""Who wins a tie of a duel: the shares that follow from the order of rows, or from a replay. Importing this loads no
solver.
"""

from collections.abc import Sequence

from keypeg.core.view import Row


def chance_in_replay(own: Sequence[float], opponent: Sequence[float]) -> float:
    """The chance that the other side wins a replay, repeated if need be, by each side's chances of its guesses."""
    earlier = sum(chance * sum(opponent[:guesses]) for guesses, chance in enumerate(own))
    later = sum(chance * sum(own[:guesses]) for guesses, chance in enumerate(opponent))
    return earlier / (earlier + later) if earlier + later else 0.5


def chance_to_be_earlier(own: Sequence[Row], other: Sequence[Row]) -> float:
    """The chance that the other side places its next row first, by how often it has; in a race that wins a tie."""
    was_earlier = [other_row.arrival < own_row.arrival for own_row, other_row in zip(own, other, strict=False)]
    was_earlier += [True] if len(other) > len(own) else []
    return (sum(was_earlier) + 0.5) / (len(was_earlier) + 1)
