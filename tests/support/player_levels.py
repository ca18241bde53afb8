"""Helpers for tests of the players: players by name, random seats, and matches of people and bots.

- `ALL`, `player(name)`: every built-in player, those for comparison included
- `random_seats(rules, rng)`: random players in random seats; people have the others
- `play_mixed(rules, seats, rng, temper)`: a match of people and bots; the random driver plays the people
- `table_with_code(rules, code)`: a table at which this code is set and nothing is guessed yet
- `with_rows(state, seat, rows)`: a table with some more rows guessed by a seat
"""

from collections.abc import Iterable, Iterator
from random import Random
from typing import NamedTuple

from keypeg.contests.driver import BotsBySeat, apply_action, may_interrupt
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

__all__ = ["ALL", "LEVELS", "QUICK", "Turn", "play_mixed", "player", "random_seats", "table_with_code", "with_rows"]

ALL = (*BUILT_IN, *REFERENCE_ONLY)
"""The names of all built-in players, those for comparison included."""

QUICK = 0.01
"""A tiny thinking time: what holds for a slow choice holds for a quick one."""

TIMES = (QUICK, QUICK / 10, QUICK / 10)
"""Where people and bots mix, most bots are quicker still."""

BOT_CHANCE = 0.35
"""How often bots are asked, and not the driver, so that they face rows that they would never place."""

LARGE_GAME_CODES, FIRST_LATE_ROW = 10_000, 3
"""With so many codes, bots are seldom asked before this row: later there is less to compute."""


def player(name: str) -> Player:
    """The player of this name."""
    return find_player(name)


def random_seats(rules: Edition, rng: Random) -> dict[int, Player]:
    """Random players in random seats, at least one; none that changes its code where parts are dealt."""
    names = [name for name in ALL if player(name).keeps_code or not rules.dealt]
    seats = {seat: player(rng.choice(names)) for seat in range(1, rules.seats + 1) if rng.random() < 0.6}
    return seats or {rng.randint(1, rules.seats): player(rng.choice(names))}


class Turn(NamedTuple):
    """What a bot did; None if it did nothing."""

    before: State
    seat: int
    player: Player
    action: Action | None


def play_mixed(rules: Edition, seats: BotsBySeat, rng: Random, temper: Temper = MIXED) -> Iterator[Turn]:
    """A match of people and bots. Every choice of a bot is yielded before it is done.

    Near the end bots are no longer asked, and no maker changes its code: otherwise nobody would find it in the few rows
    left, and a round that nobody wins is replayed.
    """
    state, number = new_match(rules), 0
    while state.outcome is None:
        number += 1
        players = seats if number < temper.patience else {}
        turn = _bot_turn(state, players, rng) if players else None
        if turn is not None:
            yield turn
        if turn is not None and turn.action is not None:
            seat, action = turn.seat, turn.action
        else:
            seat, action = next_action(state, rng, temper if number < temper.patience else HASTE)
        state = apply_action(state, players, seat, action, rng).step.state


def _bot_turn(state: State, seats: BotsBySeat, rng: Random) -> Turn | None:
    """The choice of some bot; None if none of them is asked."""
    large = state.edition.secrets.space.size > LARGE_GAME_CODES
    early = any(len(board.rows) < FIRST_LATE_ROW for board in state.round.boards)
    if rng.random() >= (BOT_CHANCE / 10 if large and early else BOT_CHANCE):
        return None
    driving = waiting(state)
    due = [seat for seat in seats if seat in driving or may_interrupt(observe(state, seat))]
    if not due:
        return None
    seat = rng.choice(due)
    action = seats[seat].choose(observe(state, seat), rng.choice(TIMES), Random(rng.getrandbits(32)))
    return Turn(state, seat, seats[seat], action)


def table_with_code(rules: Edition, code: Code) -> State:
    """A table at which the first maker has set this code."""
    state = new_match(rules)
    return apply(state, waiting(state)[0], SetCode(code)).state


def with_rows(state: State, seat: int, rows: Iterable[Code]) -> State:
    """The table after this seat has guessed these rows."""
    for row in rows:
        state = apply(state, seat, Guess(row)).state
    return state
