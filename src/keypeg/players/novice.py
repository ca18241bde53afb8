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
from keypeg.players.casual import fitting_code, row_from_code, whole_codes_by_clues
from keypeg.players.skill import Skill, make_chooser, pick_code

OVERLOOK_CHANCE = 0.35
"""How often it overlooks a row."""

MAX_CODES_TO_CALL = 3
"""It calls as soon as it sees no more than so many codes."""

PATTERNS = ("AAAAAAAA", "ABABABAB", "AABBAABB", "AAABBBAA", "ABBAABBA", "ABCABCAB", "AAAAAAAB", "ABCDEFGH")
"""The patterns that it likes, as long as the longest code."""


def make_code(view: View, allowed: Allowed, rng: Random) -> Code:
    """A favourite pattern in favourite colours: the first few of the box."""
    space = allowed.space
    assert space is not None
    favourites = [peg for peg in space.pegs if peg != BLANK][:4]
    for pattern in rng.sample(PATTERNS, len(PATTERNS)):
        colours = dict(zip("ABCDEFGH", rng.sample(favourites, len(favourites)), strict=False))
        code = tuple(colours.get(letter, 0) for letter in pattern[: space.holes])
        if code in space:
            return code
    return pick_code(allowed, rng)


def guess(view: View, allowed: Allowed, time: float, rng: Random) -> Code:
    """A row that fits the marks it has an eye on."""
    if view.edition.dealt:
        wanted = row_from_code(
            next(whole_codes_by_clues(view, _noticed_clues(view, rng), rng), None), view, allowed, rng
        )
    else:
        board = view.own_board
        assert board is not None
        wanted = fitting_code(view, _overlook(clues_on(board), rng), rng)
    return wanted if wanted is not None else pick_code(allowed, rng)


def wants_to_call(view: View, time: float, rng: Random) -> bool:
    """Call when there seem to be only few codes left."""
    return (
        1
        <= len(list(islice(whole_codes_by_clues(view, _noticed_clues(view, rng), rng), MAX_CODES_TO_CALL + 1)))
        <= MAX_CODES_TO_CALL
    )


def answer(view: View, allowed: Allowed, time: float, rng: Random) -> Code:
    """A code that fits the marks it has an eye on."""
    return next(whole_codes_by_clues(view, _noticed_clues(view, rng), rng), None) or pick_code(allowed, rng)


def _overlook(clues: list[Clue], rng: Random) -> list[Clue]:
    """Those of the clues that it does not overlook; never without the last."""
    return [clue for clue in clues[:-1] if rng.random() >= OVERLOOK_CHANCE] + clues[-1:]


def _noticed_clues(view: View, rng: Random) -> list[list[Clue]]:
    others = [seat for seat in range(1, view.edition.seats + 1) if seat != view.seat]
    return [_overlook(clues_by(view.boards, seat), rng) for seat in others]


PLAYER = Player("novice", make_chooser(Skill(make_code, guess, wants_to_call, answer)))
