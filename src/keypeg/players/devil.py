"""A maker who never commits to a code: whatever is guessed, the largest cell stays alive.

Every mark that it has given is true of the code that it will show in the end; it only decides as late as it can which
code that is. It is a harder opponent than any maker who plays fairly, so whoever plays against it is told, and where
codes must be committed it is refused. As a breaker it is perfect.
"""

from random import Random

import numpy as np

from keypeg.core.actions import Action, GiveMark
from keypeg.core.codes import Code
from keypeg.core.view import View
from keypeg.players import Player
from keypeg.players.breaker_position import position_on_board
from keypeg.players.perfect import PLAYER as PERFECT
from keypeg.solver.game.partition import marks_of_guess


def change_code(view: View, guess: Code, rng: Random) -> Code:
    """The code to have set, now that this guess is placed: any of the largest cell that this guess leaves.

    Of cells that weigh the same, one that does not break the code is kept.
    """
    assert view.code is not None
    board = next(board for board in view.boards if view.seat in board.makers)
    position = position_on_board(view, board)
    if position is None:  # too many codes to look at: it stands by what it has
        return view.code
    game, codes = position.game, position.codes
    if not (game.codes[codes] == game.normalize(view.code)).all(axis=1).any():
        return view.code  # whoever sat here before has marked wrongly: no other code would have earned the same
    marks = marks_of_guess(game, game.guess_number(game.normalize(guess)), codes)
    weights = np.bincount(marks, weights=game.weights[codes], minlength=len(game.marks))
    largest = max(range(len(weights)), key=lambda mark: (weights[mark], mark != game.solved_mark, -mark))
    cell = codes[marks == largest]
    code = game.code(int(cell[rng.randrange(len(cell))]))
    return code if game.ordered else tuple(rng.sample(code, len(code)))


def choose(view: View, thinking_time: float, rng: Random) -> Action | None:
    """What perfect does, as one who has no code yet.

    The code it has at the moment was taken with an eye on the last guess against it. Where guesses are placed together
    that one still lies hidden, and must tell it nothing when it guesses itself. To mark, it needs its code.
    """
    blind = view if view.allowed(GiveMark) is not None else view._replace(code=None)
    return PERFECT.choose(blind, thinking_time, rng)


PLAYER = Player("devil", choose, change_code)
