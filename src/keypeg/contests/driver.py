"""Drives the bots at a table: the next action of one of them, or a whole match among them.

A call or a claim comes before any other action, as at a real table, where a shout stops the next hand. A player that
may change its code is asked for it whenever a guess is placed against it.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import NamedTuple

from keypeg.core.actions import Action, Call, Claim, Guess, SetCode
from keypeg.core.apply import Step, apply
from keypeg.core.codes import Code, as_code
from keypeg.core.edition import TABLE, Edition
from keypeg.core.errors import KeypegError, ReadError, RuleError
from keypeg.core.exchange import exchange_code
from keypeg.core.legal import waiting
from keypeg.core.observe import observe
from keypeg.core.state import State, new_match
from keypeg.core.view import View
from keypeg.draws.random_codes import draw_deal
from keypeg.players import THINKING_SECONDS, ChangeCode, Player

INTERRUPTING_ACTIONS: tuple[type[Action], ...] = (Call, Claim)
"""The actions that a bot may take out of turn."""

PLAYER_FAULT_CODES = ("player-failed", "player-action-illegal")
"""The error codes for a player's own fault, as opposed to a wrong request."""

MAX_ACTIONS = 100_000
"""A match with more actions has gone wrong: an added player may let a round be replayed for ever."""

BotsBySeat = Mapping[int, Player]
"""The bots by seat; people play the other seats."""


class ChosenAction(NamedTuple):
    """The action that a bot has chosen."""

    seat: int
    action: Action


class CodeChange(NamedTuple):
    """The code that a maker now holds in place of the one that it set."""

    seat: int
    code: Code


class AppliedAction(NamedTuple):
    """An action that was done, and the code changes before it."""

    before: State
    """The table before the action, with the codes changed."""
    code_changes: tuple[CodeChange, ...]
    step: Step


class PlayedMatch(NamedTuple):
    """A match that was played to its end."""

    state: State
    log: tuple[tuple[int, Action], ...]
    """Every action, as if each code had been set as it was revealed."""


def check_seats(edition: Edition, seats: BotsBySeat, committed: bool = False) -> None:
    """Raise `RuleError` if a player that changes its code sits where codes are dealt, or committed."""
    for player in seats.values():
        if not player.keeps_code and (committed or edition.dealt):
            raise RuleError("must-commit", name=player.name)


def choose_next_action(
    state: State, seats: BotsBySeat, last: int, rng: Random, thinking_time: float = THINKING_SECONDS
) -> ChosenAction | None:
    """Choose the next action of one of the bots, in order from the last seat that acted; None if all of them wait.

    All bots that may interrupt are asked; the others only until one of them acts, because thinking takes time. Raises
    `ReadError` if a player fails.
    """
    due = set(waiting(state))
    chosen_actions: list[ChosenAction] = []
    numbers = range(1, state.edition.seats + 1)
    for seat in (*numbers[last:], *numbers[:last]):
        player = seats.get(seat)
        if player is None:
            continue
        view = observe(state, seat)
        # Thinking takes time, so of those whose turn it is only one is asked.
        if may_interrupt(view) or (seat in due and not chosen_actions):
            action = _ask_for_action(player, view, thinking_time, Random(rng.getrandbits(64)))
            if action is not None:
                chosen_actions.append(ChosenAction(seat, action))
    interruptions = [chosen for chosen in chosen_actions if isinstance(chosen.action, INTERRUPTING_ACTIONS)]
    # Of two players that call at once, either may be heard first.
    return rng.choice(interruptions) if interruptions else next(iter(chosen_actions), None)


def may_interrupt(view: View) -> bool:
    """Whether this seat may act out of turn."""
    return any(view.allowed(kind) is not None for kind in INTERRUPTING_ACTIONS)


def _ask_for_action(player: Player, view: View, thinking_time: float, rng: Random) -> Action | None:
    try:
        return player.choose(view, thinking_time, rng)
    except (Exception, SystemExit) as error:
        raise _failure(player, error) from error


def _failure(player: Player, error: BaseException) -> ReadError:
    """Any failure of a player is reported, not passed on."""
    why = error if isinstance(error, KeypegError) else f"{type(error).__name__}: {error}"
    return ReadError("player-failed", name=player.name, why=why)


def _fault(player: Player, action: Action, error: KeypegError | TypeError) -> ReadError:
    """A player chose an action that the rules forbid, or something that is not an action."""
    why = error if isinstance(error, KeypegError) else str(error)
    return ReadError("player-action-illegal", name=player.name, action=type(action).__name__, why=why)


def apply_action(state: State, seats: BotsBySeat, seat: int, action: Action, rng: Random) -> AppliedAction:
    """Do this action, after the makers that may change their code have been asked for it.

    Raises `RuleError` if the rules forbid it and a person did it, `ReadError` if a bot did. A guess that is not allowed
    is refused before any player sees it.
    """
    try:
        step = apply(state, seat, action)
    except (KeypegError, TypeError) as error:
        if seat not in seats:
            raise
        raise _fault(seats[seat], action, error) from error
    before, exchanged = change_codes(state, seats, seat, action, rng)
    return AppliedAction(before, exchanged, apply(before, seat, action) if exchanged else step)


def change_codes(
    state: State, seats: BotsBySeat, seat: int, action: Action, rng: Random
) -> tuple[State, tuple[CodeChange, ...]]:
    """The table after the makers that may change their code have seen the guess that is being placed.

    Raises `ReadError` if one of them fails, or wants a code that some mark would not be true of.
    """
    exchanged = []
    if isinstance(action, Guess):
        makers = next((board.makers for board in state.round.boards if seat in board.breakers), ())
        for maker in makers:
            player = seats.get(maker)
            if player is not None and player.change_code is not None:
                code = _ask_for_code(player, player.change_code, observe(state, maker), action.code, rng)
                if code != state.round.codes[maker - 1]:
                    state = _exchange(state, maker, code, player)
                    exchanged.append(CodeChange(maker, code))
    return state, tuple(exchanged)


def _ask_for_code(player: Player, think: ChangeCode, view: View, guess: Code, rng: Random) -> Code:
    try:
        return as_code(think(view, guess, rng))
    except (Exception, SystemExit) as error:
        raise _failure(player, error) from error


def _exchange(state: State, maker: int, code: Code, player: Player) -> State:
    try:
        return exchange_code(state, maker, code)
    except KeypegError as error:
        raise _fault(player, SetCode(code), error) from error


def play_match(
    edition: Edition, players: Sequence[Player], seed: str, thinking_time: float = THINKING_SECONDS
) -> PlayedMatch:
    """Play a match among bots, one for each seat. The same seed plays the same match.

    Raises `ReadError` if a player fails, does nothing, or does what is not allowed.
    """
    seats = dict(enumerate(players, 1))
    check_seats(edition, seats)
    state, rng, last = new_match(edition), Random(seed), edition.seats
    log: list[tuple[int, Action]] = []
    seat: int
    action: Action
    while state.outcome is None:
        if len(log) >= MAX_ACTIONS:
            raise ReadError("endless-match", actions=MAX_ACTIONS)
        if TABLE in waiting(state):
            seat, action = TABLE, draw_deal(edition, rng)
        else:
            chosen = choose_next_action(state, seats, last, rng, thinking_time)
            if chosen is None:
                raise stalled_match_error(state, {seat: player.name for seat, player in seats.items()})
            seat, action = chosen
            last = seat
        applied = apply_action(state, seats, seat, action, rng)
        for maker, code in applied.code_changes:
            rewrite_code(log, maker, code)
        state = applied.step.state
        log.append((seat, action))
    return PlayedMatch(state, tuple(log))


def stalled_match_error(state: State, names: Mapping[int, str]) -> ReadError:
    """The error that play waits for a seat that does nothing."""
    return ReadError("nobody-acts", players=", ".join(dict.fromkeys(names[seat] for seat in waiting(state))))


def rewrite_code(log: list[tuple[int, Action]], maker: int, code: Code) -> int:
    """Replace the code that the maker set last by this one. Returns the index of that action."""
    index = max(index for index, (seat, action) in enumerate(log) if seat == maker and isinstance(action, SetCode))
    log[index] = (maker, SetCode(code))
    return index
