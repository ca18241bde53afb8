"""Turns a player's skill into its `choose` function: the decisions that all players share, and their order.

Every player claims wrong marks and marks correctly. The rest depends on its skill: which codes it makes, which rows it
guesses, when it calls and what it answers.
"""

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from keypeg.core.actions import Accept, Action, Answer, Call, Claim, GiveMark, Guess, Pass, SetCode
from keypeg.core.codes import Code, CodeSpace
from keypeg.core.view import Allowed, Phase, View
from keypeg.players import Choose

LUCKY_ROWS = 2
"""A code cracked in so few rows is worth more than the points for a wrong mark, for the next takes about five."""


class Skill(NamedTuple):
    """What a player does in its own way. Each function gets the view, the seconds it has, and random numbers."""

    make_code: Callable[[View, Allowed, Random], Code]
    """The code that it sets."""
    guess: Callable[[View, Allowed, float, Random], Code]
    """The row that it guesses."""
    wants_to_call: Callable[[View, float, Random], bool]
    """Where parts are dealt: whether it calls now, while rows are left."""
    answer: Callable[[View, Allowed, float, Random], Code]
    """Where parts are dealt: its answer after a call."""


def make_chooser(skill: Skill) -> Choose:
    """Make the `choose` function of a player with this skill."""

    def choose(view: View, thinking_time: float, rng: Random) -> Action | None:
        for kind, decide in _DECISIONS.items():
            allowed = view.allowed(kind)
            if allowed is not None:
                action = decide(skill, view, allowed, thinking_time, rng)
                if action is not None:
                    return action
        return None

    return choose


def _set_code(skill: Skill, view: View, allowed: Allowed, time: float, rng: Random) -> Action:
    return SetCode(skill.make_code(view, allowed, rng))


def _mark(skill: Skill, view: View, allowed: Allowed, time: float, rng: Random) -> Action:
    assert view.code is not None
    return GiveMark(view.edition.marking.mark(view.code, view.board(allowed.board).rows[-1].guess))


def _claim(skill: Skill, view: View, allowed: Allowed, time: float, rng: Random) -> Action | None:
    """While no code fits the marks, claim row after row: a claim costs nothing.

    At the reveal, claim what was wrong, unless the round went so well that it should stand.
    """
    if view.contradicted or (view.revealed is not None and not _is_lucky(view)):
        return Claim(allowed.rows[0].row, allowed.rows[0].board)
    return None


def _is_lucky(view: View) -> bool:
    """Whether the code was cracked in so few rows that a replay, even with points, would rather cost some."""
    (board,) = view.boards
    return board.broken and len(board.rows) <= LUCKY_ROWS


def _accept(skill: Skill, view: View, allowed: Allowed, time: float, rng: Random) -> Action:
    return Accept()


def _call(skill: Skill, view: View, allowed: Allowed, time: float, rng: Random) -> Action | None:
    """Call when the skill wants to, or when the rows are used up, because then there is nothing to lose."""
    is_last_call = view.phase is Phase.LAST_CALLS and view.seat in view.waiting
    return Call() if is_last_call or skill.wants_to_call(view, time, rng) else None


def _answer(skill: Skill, view: View, allowed: Allowed, time: float, rng: Random) -> Action:
    return Answer(skill.answer(view, allowed, time, rng))


def _guess(skill: Skill, view: View, allowed: Allowed, time: float, rng: Random) -> Action:
    return Guess(skill.guess(view, allowed, time, rng))


def _pass(skill: Skill, view: View, allowed: Allowed, time: float, rng: Random) -> Action:
    return Pass()


_DECISIONS: dict[type[Action], Callable[[Skill, View, Allowed, float, Random], Action | None]] = {
    SetCode: _set_code,
    GiveMark: _mark,
    Claim: _claim,
    Accept: _accept,
    Call: _call,
    Answer: _answer,
    Guess: _guess,
    Pass: _pass,
}
"""How to decide on each kind of action, in the order in which they are considered."""


def pick_code(allowed: Allowed, rng: Random) -> Code:
    """Pick any code of the space that is allowed."""
    assert allowed.space is not None
    return pick_code_from(allowed.space, rng)


def pick_code_from(space: CodeSpace, rng: Random) -> Code:
    """Pick any code of this space."""
    code: Code = ()
    while len(code) < space.holes:
        code = (*code, rng.choice(list(space.choices(code))))
    return code
