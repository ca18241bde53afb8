"""A seat's chance to win where parts are dealt, estimated by random playouts from what it knows.

In the playouts all players place rows that could be the code and tell much, and call when the code is certain, or when
they and another player are both close. Two estimates with the same seed meet the same deals and the same random
numbers, so their difference is more precise than each of them.
"""

from keypeg.core.codes import Code
from keypeg.core.consistency import is_fully_marked
from keypeg.core.view import Phase, View
from keypeg.players.dealt_knowledge import Knowledge, dealt_position, knowledge_of
from keypeg.solver.dealt.playout_loop import NATURAL
from keypeg.solver.dealt.playouts import CallThresholds, ChanceEstimate, estimate_chance, play_out, row_array
from keypeg.solver.kernels.array_types import Bytes

PLAYOUT_CALLS = CallThresholds(0.4, 0.4, 0.4)
"""In playouts a player calls with two codes left if another player is as close. Found by experiment."""

DEFAULT_PLAYOUTS = 2000
"""The default number of playouts for an estimate."""

DEFAULT_STEPS = 30_000_000
"""The default number of hands to look at for an estimate: about half a second."""


def chance_to_win(view: View, seed: int, playouts: int = DEFAULT_PLAYOUTS) -> ChanceEstimate | None:
    """The viewer's chance to win the round from here; None where that is unknown.

    It is unknown before the parts are dealt, while a row waits for marks or an answer is due, where no deal fits the
    marks, and where too many do.
    """
    knowledge = playable_knowledge(view)
    return None if knowledge is None else estimate_chance(play_outcomes(view, knowledge, seed, playouts))


def chance_after_row(view: View, row: Code, seed: int, playouts: int = DEFAULT_PLAYOUTS) -> ChanceEstimate | None:
    """The same for a viewer whose turn it is, if they place this row."""
    knowledge = playable_knowledge(view)
    return None if knowledge is None else estimate_chance(play_outcomes(view, knowledge, seed, playouts, row=row))


def playable_knowledge(view: View) -> Knowledge | None:
    """What the viewer knows, where the round can be played out from it; otherwise None."""
    if view.phase not in (Phase.GUESSES, Phase.LAST_CALLS) or view.code is None or not is_fully_marked(view):
        return None
    knowledge = knowledge_of(view)
    return knowledge if knowledge.deals else None


def play_outcomes(
    view: View,
    knowledge: Knowledge,
    seed: int,
    playouts: int,
    first: int = NATURAL,
    row: Code | None = None,
    steps: int = DEFAULT_STEPS,
) -> Bytes:
    """Whether the viewer wins each of at most so many playouts, in which their first decision or row is given."""
    return play_out(
        dealt_position(view, knowledge),
        seed,
        playouts,
        PLAYOUT_CALLS,
        first,
        None if row is None else row_array(row),
        steps,
    )
