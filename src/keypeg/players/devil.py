"""A maker that changes its code during the round: after each guess the largest cell remains.

Every mark that it has given is true of the code that it shows at the end; it only decides as late as possible which
code that is. It is a harder opponent than any fair maker, so people are told before they play against it, and it may
not play where codes are committed. In a replay it keeps its code: two of them in a duel would draw for ever. As a
breaker it plays like `perfect`.
"""

from random import Random

import numpy as np

from keypeg.core.actions import Action, GiveMark
from keypeg.core.codes import Code
from keypeg.core.immutable import replace_fields
from keypeg.core.view import View
from keypeg.players import Player, plain_play
from keypeg.players.breaker_position import position_on_board
from keypeg.players.perfect import PLAYER as PERFECT
from keypeg.solver.game.partition import marks_of_guess


def change_code(view: View, guess: Code, rng: Random) -> Code:
    """The code to hold now that this guess is placed: any code of the largest cell.

    Of cells with the same weight, it prefers one that does not break the code.
    """
    assert view.code is not None
    if plain_play.keeps_code_now(view):
        return view.code
    board = next(board for board in view.boards if view.seat in board.makers)
    position = position_on_board(view, board)
    if position is None:  # too many codes to list, or none that fits
        return plain_play.change_code(view, guess, rng)
    game, codes = position.game, position.codes
    if not (game.codes[codes] == game.normalize(view.code)).all(axis=1).any():
        return view.code  # an earlier player in this seat marked wrongly: no code fits these marks
    marks = marks_of_guess(game, game.guess_number(game.normalize(guess)), codes)
    weights = np.bincount(marks, weights=game.weights[codes], minlength=len(game.marks))
    largest = max(range(len(weights)), key=lambda mark: (weights[mark], mark != game.solved_mark, -mark))
    cell = codes[marks == largest]
    code = game.code(int(cell[rng.randrange(len(cell))]))
    return code if game.ordered else tuple(rng.sample(code, len(code)))


def choose(view: View, thinking_time: float, rng: Random) -> Action | None:
    """Choose what `perfect` would, without its own code.

    Its present code was chosen after seeing the last guess against it. Where guesses are placed at the same time, that
    guess is still hidden and must not influence its own. It needs its code only to mark.
    """
    blind = view if view.allowed(GiveMark) is not None else replace_fields(view, code=None)
    return PERFECT.choose(blind, thinking_time, rng)


PLAYER = Player("devil", choose, change_code)
