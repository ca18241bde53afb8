"""A player who plays like a child: favourite codes, and guesses that fit most of the marks, but not all.

It overlooks a row here and there, at random each time it looks at the board, though never the last one; and where a
call may win it is hasty.
"""

from itertools import islice
from random import Random

from keypeg.core.codes import BLANK, Code
from keypeg.core.consistency import Clue, clues_by, clues_on
from keypeg.core.view import Allowed, View
from keypeg.players import Player
from keypeg.players.casual import codes_by_clues, fitting_code, row_like
from keypeg.players.skill import Skill, any_code, chooser

OVERLOOKS = 0.35
"""How often it overlooks a row."""

HASTE = 3
"""It calls as soon as it sees no more than so many codes."""

PATTERNS = ("AAAAAAAA", "ABABABAB", "AABBAABB", "AAABBBAA", "ABBAABBA", "ABCABCAB", "AAAAAAAB", "ABCDEFGH")
"""The patterns that it likes, as long as the longest code."""


def make(view: View, allowed: Allowed, rng: Random) -> Code:
    """A favourite pattern in favourite colours: the first few of the box."""
    space = allowed.space
    assert space is not None
    favourites = [peg for peg in space.pegs if peg != BLANK][:4]
    for pattern in rng.sample(PATTERNS, len(PATTERNS)):
        colours = dict(zip("ABCDEFGH", rng.sample(favourites, len(favourites)), strict=False))
        code = tuple(colours.get(letter, 0) for letter in pattern[: space.holes])
        if code in space:
            return code
    return any_code(allowed, rng)


def guess(view: View, allowed: Allowed, time: float, rng: Random) -> Code:
    """A row that fits the marks it has an eye on."""
    if view.edition.dealt:
        wanted = row_like(next(codes_by_clues(view, _clues_seen(view, rng), rng), None), view, allowed, rng)
    else:
        board = view.own_board
        assert board is not None
        wanted = fitting_code(view, _seen(clues_on(board), rng), rng)
    return wanted if wanted is not None else any_code(allowed, rng)


def calls(view: View, time: float, rng: Random) -> bool:
    """Call when there seem to be only few codes left."""
    return 1 <= len(list(islice(codes_by_clues(view, _clues_seen(view, rng), rng), HASTE + 1))) <= HASTE


def answer(view: View, allowed: Allowed, time: float, rng: Random) -> Code:
    """A code that fits the marks it has an eye on."""
    return next(codes_by_clues(view, _clues_seen(view, rng), rng), None) or any_code(allowed, rng)


def _seen(clues: list[Clue], rng: Random) -> list[Clue]:
    """Those of the clues that it does not overlook; never without the last."""
    return [clue for clue in clues[:-1] if rng.random() >= OVERLOOKS] + clues[-1:]


def _clues_seen(view: View, rng: Random) -> list[list[Clue]]:
    others = [seat for seat in range(1, view.edition.seats + 1) if seat != view.seat]
    return [_seen(clues_by(view.boards, seat), rng) for seat in others]


PLAYER = Player("novice", chooser(Skill(make, guess, calls, answer)))
