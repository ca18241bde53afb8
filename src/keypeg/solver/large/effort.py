"""How much work a guess may take: counted, so that a position always gets the same guess."""

from typing import NamedTuple

from keypeg.solver.large.cell_search import BeamLimits


class Effort(NamedTuple):
    """The limits of the work for a guess."""

    endgame_codes: int
    """Up to so many codes the game is searched to its end,"""
    endgame_steps: int
    """unless that takes more than so many steps of the exact search."""
    pool: int
    """How many good guesses are tried there, beside the codes themselves."""
    beam_codes: int
    """Up to so many codes a beam search is made,"""
    beam: BeamLimits
    """with these limits."""
    changed: int
    """To find good guesses, so many are changed at a time,"""
    rounds: int
    """so often at most,"""
    rated_codes: int
    """and rated by so many codes."""
    sample: int
    """With more codes than the beam search takes, so many are looked at,"""
    looks_ahead: int
    """and so many guesses are rated two steps ahead,"""
    replies: int
    """with so many as the second step."""


PERFECT = Effort(500, 30, 1_500, 2_000, BeamLimits(10, 2, 200, 8_000_000_000), 60, 6, 2_000, 4_000, 8, 300)
"""Mostly some hundredths of a second, at most about half a second."""

STRONG = Effort(150, 8, 150, 0, BeamLimits(1, 1, 1, 1), 8, 4, 300, 800, 2, 150)
"""Mostly a hundredth of a second, at most about a tenth."""
