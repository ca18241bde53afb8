"""The rules of a table for programs: the functions of `keypeg.core`, which check their arguments first."""

from typing import SupportsIndex

from keypeg.core import apply as core_apply
from keypeg.core import legal as core_legal
from keypeg.core import observe as core_observe
from keypeg.core.actions import Action
from keypeg.core.apply import Step
from keypeg.core.edition import Edition
from keypeg.core.state import State
from keypeg.core.view import Allowed, View
from keypeg.library.arguments import check_edition, check_seat, check_state


def begin(edition: Edition) -> Step:
    """Start a match: its first state, and the event that its first round begins.

    >>> from keypeg import begin, edition
    >>> table, events = begin(edition("classic"))
    >>> table.round.number, table.scores
    (1, (0, 0))
    """
    check_edition(edition, "begin")
    return core_apply.begin(edition)


def apply(state: State, seat: SupportsIndex, action: Action) -> Step:
    """Do this seat's action: the next state, and what happened. Raises `RuleError` if it is illegal.

    >>> from keypeg import Guess, SetCode, apply, begin, edition
    >>> classic = edition("classic")
    >>> table, _ = begin(classic)
    >>> table, _ = apply(table, 1, SetCode(classic.code("RRBY")))
    >>> table, events = apply(table, 2, Guess(classic.code("BRYG")))
    >>> events[-1]
    MarkGiven(by=1, board=2, row=1, mark=KeyPegs(blacks=1, whites=2))
    """
    check_state(state, "apply")
    check_seat(seat, "apply")
    return core_apply.apply(state, seat, action)


def legal(state: State, seat: int) -> tuple[Allowed, ...]:
    """Everything that this seat, or the table, may do now.

    >>> from keypeg import begin, edition, legal
    >>> table, _ = begin(edition("classic"))
    >>> [allowed.action.__name__ for allowed in legal(table, 1)]
    ['SetCode', 'Resign']
    """
    check_state(state, "legal")
    check_seat(seat, "legal")
    return core_legal.legal(state, seat)


def waiting(state: State) -> tuple[int, ...]:
    """The seats, or the table, whose next action play is waiting for.

    >>> from keypeg import begin, edition, waiting
    >>> waiting(begin(edition("challenge-2001")).state)
    (1, 2)
    """
    check_state(state, "waiting")
    return core_legal.waiting(state)


def observe(state: State, seat: int | None) -> View:
    """The table as this seat sees it, or with None as a spectator does.

    >>> from keypeg import SetCode, apply, begin, edition, observe
    >>> table, _ = apply(begin(edition("classic")).state, 1, SetCode((1, 1, 2, 3)))
    >>> observe(table, 1).code, observe(table, 2).code, observe(table, None).code
    ((1, 1, 2, 3), None, None)
    """
    check_state(state, "observe")
    if seat is not None:
        check_seat(seat, "observe")
    return core_observe.observe(state, seat)
