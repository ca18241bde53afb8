"""Players as another package adds them: one that changes its code, and some that fail.

They are found by entry points in a folder of their own; see `write_added_players`.
"""

from collections import defaultdict
from pathlib import Path
from random import Random

from keypeg.core.actions import Action, Guess, SetCode
from keypeg.core.codes import Code
from keypeg.core.marks import Mark
from keypeg.core.view import View
from keypeg.players import Player, casual

NAMES = {
    "shifty": "support.added_players:SHIFTY",
    "liar": "support.added_players:LIAR",
    "fool": "support.added_players:FOOL",
    "clumsy": "support.added_players:clumsy",
    "cheat": "support.added_players:cheat",
    "mime": "support.added_players:mime",
    "sleeper": "support.added_players:sleeper",
    "ghost": "support.added_players:NOBODY",
    "number": "support.added_players:NUMBER",
}
"""The added players, and where each is found."""

TESTS = Path(__file__).parent.parent


def write_added_players(folder: Path) -> str:
    """Write the package of these players into this folder. Returns the path to be searched."""
    about = folder / "added_players-1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: added-players\nVersion: 1.0\n")
    entries = [f"{name} = {where}" for name, where in NAMES.items()]
    (about / "entry_points.txt").write_text("\n".join(["[keypeg.players]", *entries]) + "\n")
    return str(folder)


def fitting(view: View) -> list[Code]:
    """Every code that this maker could have set, by the marks so far."""
    board = next(board for board in view.boards if view.seat in board.makers)
    mark = view.edition.marking.mark
    rows = [(row.guess, row.marks[0].mark) for row in board.rows if row.marks]
    space = view.edition.secret_space(board.number)
    return [code for code in space if all(mark(code, guess) == given for guess, given in rows)]


def change_to_largest_cell(view: View, guess: Code, rng: Random) -> Code:
    """A code of the largest cell."""
    sets: dict[Mark, list[Code]] = defaultdict(list)
    for code in fitting(view):
        sets[view.edition.marking.mark(code, guess)].append(code)
    return rng.choice(max(sets.values(), key=len))


def change_to_misfit(view: View, guess: Code, rng: Random) -> Code:
    """A code that does not fit the marks so far, once there are any."""
    codes = set(fitting(view))
    space = view.edition.secret_space(next(board.number for board in view.boards if view.seat in board.makers))
    return next((code for code in space if code not in codes), view.code or guess)


def fail_to_change(view: View, guess: Code, rng: Random) -> Code:
    """Fails when it is asked for another code."""
    raise LookupError("no idea")


def clumsy(view: View, thinking_time: float, rng: Random) -> Action | None:
    """Fails as soon as it has to guess."""
    if view.allowed(Guess):
        raise ZeroDivisionError("oops\n\033[2J")
    return casual.PLAYER.choose(view, thinking_time, rng)


def cheat(view: View, thinking_time: float, rng: Random) -> Action | None:
    """Guesses codes that are too long."""
    return Guess((1,) * 12) if view.allowed(Guess) else casual.PLAYER.choose(view, thinking_time, rng)


def mime(view: View, thinking_time: float, rng: Random) -> object:
    """Returns something that is not an action."""
    return "a wave of the hand" if view.allowed(SetCode) or view.allowed(Guess) else None


def sleeper(view: View, thinking_time: float, rng: Random) -> Action | None:
    """Never does anything."""
    return None


SHIFTY = Player("shifty", casual.PLAYER.choose, change_to_largest_cell)
LIAR = Player("liar", casual.PLAYER.choose, change_to_misfit)
FOOL = Player("fool", casual.PLAYER.choose, fail_to_change)
NUMBER = 7
