"""Codes that are hard to break.

A maker need not choose all codes equally often. To a breaker who plays well it makes no difference which colours are
where, but the shape of a code does: how often its colours occur. `hardest.json` says how often to choose each shape,
for every game in which that is known, and what it gains; `tools/hardest_codes.py` finds it.
"""

import json
from collections import Counter
from functools import lru_cache
from importlib.resources import files
from random import Random

from keypeg.core.codes import Code
from keypeg.core.view import Allowed, View
from keypeg.players.skill import pick_code
from keypeg.solver.game.recipe import Recipe


def shape_of(code: Code) -> str:
    """How often the colours of a code occur, the most frequent first; a blank counts as a colour."""
    return "".join(str(times) for times in sorted(Counter(code).values(), reverse=True))


@lru_cache(maxsize=1)
def _load_shares() -> dict[str, dict[str, int]]:
    text = (files("keypeg.players") / "hardest.json").read_text(encoding="utf-8")
    return {game: choice["shares"] for game, choice in json.loads(text).items()}


def make_hard_code(view: View, allowed: Allowed, rng: Random) -> Code:
    """Pick a code that is hard to break, with the best known chances; any code where none are known."""
    breaker = next(board.number for board in view.boards if view.seat in board.makers)
    edition = view.edition
    key = Recipe(edition.secret_space(breaker), edition.guess_space(breaker), edition.marking).key
    shares = _load_shares().get(key, {})
    code = pick_code(allowed, rng)
    if shares:
        shape = rng.choices(list(shares), list(shares.values()))[0]
        while shape_of(code) != shape:
            code = pick_code(allowed, rng)
    return code
