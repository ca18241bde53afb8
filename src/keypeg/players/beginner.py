"""A player that plays like a child: favourite codes, and guesses that fit most of the marks, but not all.

Each time it looks at the board it overlooks some rows at random, though never the last one; and it calls too early.
"""

from itertools import islice
from random import Random

from keypeg.core.clues import Clue
from keypeg.core.codes import BLANK, Code
from keypeg.core.consistency import clues_by, clues_on
from keypeg.core.view import Allowed, View
from keypeg.players import Player
from keypeg.players.casual import fitting_code, row_from_code, whole_codes_by_clues
from keypeg.players.skill import Skill, make_chooser, pick_code

OVERLOOK_CHANCE = 0.35
"""The chance that it overlooks a row."""

MAX_CODES_TO_CALL = 3
"""It calls as soon as it sees at most so many codes."""

PATTERNS = ("AAAAAAAA", "ABABABAB", "AABBAABB", "AAABBBAA", "ABBAABBA", "ABCABCAB", "AAAAAAAB", "ABCDEFGH")
"""The patterns that it likes, as long as the longest code."""


def make_code(view: View, allowed: Allowed, rng: Random) -> Code:
    """A favourite pattern in favourite colours: the first few of the palette."""
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
    """A row that fits the marks that it notices."""
    if view.edition.dealt:
        code = next(whole_codes_by_clues(view, _noticed_clues(view, rng), rng), None)
        fitting_row = row_from_code(code, view, allowed, rng)
    else:
        board = view.own_board
        assert board is not None
        fitting_row = fitting_code(view, _notice(clues_on(board), rng), rng)
    return fitting_row if fitting_row is not None else pick_code(allowed, rng)


def wants_to_call(view: View, time: float, rng: Random) -> bool:
    """Call when only few codes seem to be left."""
    codes = whole_codes_by_clues(view, _noticed_clues(view, rng), rng)
    return 1 <= len(list(islice(codes, MAX_CODES_TO_CALL + 1))) <= MAX_CODES_TO_CALL


def answer(view: View, allowed: Allowed, time: float, rng: Random) -> Code:
    """A code that fits the marks that it notices."""
    return next(whole_codes_by_clues(view, _noticed_clues(view, rng), rng), None) or pick_code(allowed, rng)


def _notice(clues: list[Clue], rng: Random) -> list[Clue]:
    """The clues that it notices; always the last one."""
    return [clue for clue in clues[:-1] if rng.random() >= OVERLOOK_CHANCE] + clues[-1:]


def _noticed_clues(view: View, rng: Random) -> list[list[Clue]]:
    others = [seat for seat in range(1, view.edition.seats + 1) if seat != view.seat]
    return [_notice(clues_by(view.boards, seat), rng) for seat in others]


PLAYER = Player("beginner", make_chooser(Skill(make_code, guess, wants_to_call, answer)))
