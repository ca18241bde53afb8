"""What the tests of the players share: all of them by name, random seats, and a table where people and computers mix.

ALL, player(name)                 every player of Keypeg's own, the one to compare with included
sat(rules, rng)                   random players in random seats; people sit in the others
mixed(rules, seats, rng, temper)  a match of people and computers, the people played by the random driver
opened(rules, code)               a table at which this code is set and nothing is guessed yet
with_rows(state, seat, rows)      a table with some more rows guessed by a seat
"""

from collections.abc import Iterable, Iterator
from random import Random
from typing import NamedTuple

from keypeg.bots.driver import BotsBySeat, apply_action, may_interrupt
from keypeg.core.actions import Action, Guess, SetCode
from keypeg.core.apply import apply
from keypeg.core.codes import Code
from keypeg.core.edition import Edition
from keypeg.core.legal import waiting
from keypeg.core.observe import observe
from keypeg.core.state import State, new_match
from keypeg.players import Player
from keypeg.players.registry import BUILT_IN, LEVELS, REFERENCE_ONLY, find_player
from support.random_play import HASTE, MIXED, Temper, next_action

__all__ = ["ALL", "LEVELS", "QUICK", "Turn", "mixed", "opened", "player", "sat", "with_rows"]

ALL = (*BUILT_IN, *REFERENCE_ONLY)
"""The names of all players, those to compare with included."""

QUICK = 0.01
"""A tiny thinking time: what is true of a choice that was thought over is true of a hasty one."""

TIMES = (QUICK, QUICK / 10, QUICK / 10)
"""Where people and computers mix, the most are hastier still."""

ASKED = 0.35
"""How often computers are asked, and not the driver: so they find rows on their boards that they would never place."""

LARGE, LATE = 10_000, 3
"""With so many codes computers are seldom asked before this row: later there is less to think about."""


def player(name: str) -> Player:
    """The player of this name."""
    return find_player(name)


def sat(rules: Edition, rng: Random) -> dict[int, Player]:
    """Random players in random seats, one at least; nobody who never commits where parts are dealt."""
    names = [name for name in ALL if player(name).keeps_code or not rules.dealt]
    seats = {seat: player(rng.choice(names)) for seat in range(1, rules.seats + 1) if rng.random() < 0.6}
    return seats or {rng.randint(1, rules.seats): player(rng.choice(names))}


class Turn(NamedTuple):
    """What a computer did, or did not do."""

    before: State
    seat: int
    player: Player
    action: Action | None


def mixed(rules: Edition, seats: BotsBySeat, rng: Random, temper: Temper = MIXED) -> Iterator[Turn]:
    """A match of people and computers. Every choice of a computer is told before it is done.

    When it is brought to its end, computers are no longer asked, and who never commits stands by his code: otherwise
    nobody would ever find it where few rows are left, and a round that nobody wins is replayed.
    """
    state, number = new_match(rules), 0
    while state.outcome is None:
        number += 1
        asked = seats if number < temper.patience else {}
        turn = _computers(state, asked, rng) if asked else None
        if turn is not None:
            yield turn
        if turn is not None and turn.action is not None:
            seat, action = turn.seat, turn.action
        else:
            seat, action = next_action(state, rng, temper if number < temper.patience else HASTE)
        state = apply_action(state, asked, seat, action, rng).step.state


def _computers(state: State, seats: BotsBySeat, rng: Random) -> Turn | None:
    """Some computer's choice; None if none of them is asked."""
    large = state.edition.secrets.space.size > LARGE
    early = any(len(board.rows) < LATE for board in state.round.boards)
    if rng.random() >= (ASKED / 10 if large and early else ASKED):
        return None
    driving = waiting(state)
    due = [seat for seat in seats if seat in driving or may_interrupt(observe(state, seat))]
    if not due:
        return None
    seat = rng.choice(due)
    action = seats[seat].choose(observe(state, seat), rng.choice(TIMES), Random(rng.getrandbits(32)))
    return Turn(state, seat, seats[seat], action)


def opened(rules: Edition, code: Code) -> State:
    """A table at which the first to make has set this code."""
    state = new_match(rules)
    return apply(state, waiting(state)[0], SetCode(code)).state


def with_rows(state: State, seat: int, rows: Iterable[Code]) -> State:
    """The table after this seat has guessed these rows."""
    for row in rows:
        state = apply(state, seat, Guess(row)).state
    return state
