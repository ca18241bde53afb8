"""How likely a seat is to win where parts are dealt: an estimate, by playing on by chance from what it knows.

In the playouts everybody places rows that could be the code and tell much, and calls when he is sure, or when he and
another both nearly are. Two estimates with the same seed meet the same deals and the same luck, so that their
difference is more exact than each of them.
"""

from keypeg.core.codes import Code
from keypeg.core.view import Phase, View
from keypeg.players.dealt_knowledge import Knowledge, dealt_position, is_fully_marked, knowledge_of
from keypeg.solver.dealt.playout_loop import NATURAL
from keypeg.solver.dealt.playouts import CallThresholds, ChanceEstimate, estimate_chance, play_out, row_array
from keypeg.solver.kernels.array_types import Bytes

PLAYOUT_CALLS = CallThresholds(0.4, 0.4, 0.4)
"""In playouts everybody calls when the choice is between two codes, and another is as close. Found by trying."""

DEFAULT_PLAYOUTS = 2000
"""How many playouts an estimate takes, where nobody says otherwise."""

DEFAULT_STEPS = 30_000_000
"""How many hands are looked at for one estimate: half a second or so, where nobody says otherwise."""


def chance_to_win(view: View, seed: int, playouts: int = DEFAULT_PLAYOUTS) -> ChanceEstimate | None:
    """How likely the viewer is to win the round from here; None where that cannot be told.

    It cannot be told before the parts are dealt, while a row waits for marks or an answer is awaited, where no deal
    fits the marks, or where too many deals do.
    """
    known = playable_knowledge(view)
    return None if known is None else estimate_chance(play_outcomes(view, known, seed, playouts))


def chance_after_row(view: View, row: Code, seed: int, playouts: int = DEFAULT_PLAYOUTS) -> ChanceEstimate | None:
    """The same for the viewer whose turn it is, if this is the row that he places."""
    known = playable_knowledge(view)
    return None if known is None else estimate_chance(play_outcomes(view, known, seed, playouts, row=row))


def playable_knowledge(view: View) -> Knowledge | None:
    """What the viewer knows, where the round can be played on from that; None where it cannot."""
    if view.phase not in (Phase.GUESSES, Phase.LAST_CALLS) or view.code is None or not is_fully_marked(view):
        return None
    known = knowledge_of(view)
    return known if known.deals else None


def play_outcomes(
    view: View,
    known: Knowledge,
    seed: int,
    playouts: int,
    first: int = NATURAL,
    row: Code | None = None,
    steps: int = DEFAULT_STEPS,
) -> Bytes:
    """Whether the viewer wins each of some playouts, at most so many: what he does first, or places, is given."""
    return play_out(
        dealt_position(view, known),
        seed,
        playouts,
        PLAYOUT_CALLS,
        first,
        None if row is None else row_array(row),
        steps,
    )
