"""The rules of all editions once more, written from the rulebooks alone: an oracle for the engine.

It is plain and slow on purpose, shares nothing with `keypeg.core` but the types of actions, and decides by the name of
the edition, as the rulebooks do. A round is only a record of what has happened; each module answers one question about
it.

Start with `matches`, which plays a match; `actions` records what is done. `rulebooks` has the numbers of each edition;
`codes` says which codes may be played; `marks` marks; `turns` says who may do what; `ends` when a round is over;
`wrong_marks` which marks are wrong; `verdicts` what follows; `scores` who gets which points.
"""

from support.rules_oracle.matches import Match
from support.rules_oracle.rulebooks import Rules, rules_of

__all__ = ["Match", "Rules", "rules_of"]
