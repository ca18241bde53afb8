"""Running the computers of a table: what each wants to do now, and a whole match among them.

Whoever calls or claims is heard before anybody goes on, as at a real table, where a shout stops the next hand. A maker
who never commits is asked what code he would rather have set whenever a guess is placed against it.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from random import Random
from typing import NamedTuple

from keypeg.core.actions import Action, Call, Claim, Guess, SetCode
from keypeg.core.apply import apply
from keypeg.core.codes import Code, as_code
from keypeg.core.edition import TABLE, Edition
from keypeg.core.errors import KeypegError, ReadError, RuleError
from keypeg.core.exchange import exchange_code
from keypeg.core.legal import waiting
from keypeg.core.observe import observe
from keypeg.core.state import State, new_match
from keypeg.players import THINKING_TIME, Player, dealer

FREE: tuple[type[Action], ...] = (Call, Claim)
"""What a computer may do though nobody waits for it."""

LONGEST = 100_000
"""After how many actions a match has gone wrong: a foreign player who lets a round be replayed for ever, say."""

Seats = Mapping[int, Player]
"""Which computer plays for which seat; seats that are not named are people's."""


class Wish(NamedTuple):
    """What a computer wants to do."""

    seat: int
    action: Action


class Exchange(NamedTuple):
    """A code that a maker who never commits has taken in place of the one he had set."""

    seat: int
    code: Code


class Played(NamedTuple):
    """A match that was played to its end."""

    state: State
    log: tuple[tuple[int, Action], ...]
    """Every action, as if each code had been set as it was revealed."""


def check_seats(edition: Edition, seats: Seats, committed: bool = False) -> None:
    """Raise `RuleError` if a player sits where it cannot play: one who never commits, where codes must be committed."""
    for player in seats.values():
        if not player.commits and (committed or edition.dealt):
            raise RuleError("must-commit", name=player.name)


def next_wish(state: State, seats: Seats, last: int, rng: Random, thinking_time: float = THINKING_TIME) -> Wish | None:
    """What some computer does next, round the table from the last to act; None if all of them wait.

    Everybody who may shout is asked; the others only until one of them acts, for thinking takes time. Raises
    `ReadError` if a player fails.
    """
    due = set(waiting(state))
    found: list[Wish] = []
    numbers = range(1, state.edition.seats + 1)
    for seat in (*numbers[last:], *numbers[:last]):
        player = seats.get(seat)
        if player is None:
            continue
        view = observe(state, seat)
        if any(view.allowed(kind) is not None for kind in FREE) or (seat in due and not found):
            with _blaming(player):
                action = player.choose(view, thinking_time, Random(rng.getrandbits(64)))
            if action is not None:
                found.append(Wish(seat, action))
    shouted = [wish for wish in found if isinstance(wish.action, FREE)]
    # Of two who call at once either may be the first to be heard.
    return rng.choice(shouted) if shouted else next(iter(found), None)


@contextmanager
def _blaming(player: Player) -> Iterator[None]:
    """Whatever goes wrong in a player, which may be somebody else's, is told with its name, not passed on."""
    try:
        yield
    except KeypegError as error:
        raise ReadError("player-failed", name=player.name, why=error) from error
    except (Exception, SystemExit) as error:
        raise ReadError("player-failed", name=player.name, why=f"{type(error).__name__}: {error}") from error


def rethink(state: State, seats: Seats, seat: int, action: Action, rng: Random) -> tuple[State, tuple[Exchange, ...]]:
    """The table after every maker who never commits has thought again about the guess that is being placed.

    Raises `RuleError` if the guess is not allowed, and `ReadError` if a player fails.
    """
    exchanged: list[Exchange] = []
    if not isinstance(action, Guess):
        return state, ()
    makers = next((board.makers for board in state.round.boards if seat in board.breakers), ())
    for maker in makers:
        player = seats.get(maker)
        if player is not None and player.rethink is not None:
            apply(state, seat, action)  # nobody thinks again about what may not be placed
            with _blaming(player):
                code = as_code(player.rethink(observe(state, maker), action.code, Random(rng.getrandbits(64))))
                if code != state.round.codes[maker - 1]:
                    state = exchange_code(state, maker, code)
                    exchanged.append(Exchange(maker, code))
    return state, tuple(exchanged)


def play_match(edition: Edition, players: Sequence[Player], seed: str, thinking_time: float = THINKING_TIME) -> Played:
    """Play a match among computers, one a seat. The same seed plays the same match.

    Raises `ReadError` if a player fails, does nothing, or does what is not allowed.
    """
    seats = dict(enumerate(players, 1))
    check_seats(edition, seats)
    state, rng, last = new_match(edition), Random(seed), edition.seats
    log: list[tuple[int, Action]] = []
    while state.outcome is None:
        if len(log) >= LONGEST:
            raise ReadError("endless-match", actions=LONGEST)
        if TABLE in waiting(state):
            deal = dealer.draw(edition, rng)
            state = apply(state, TABLE, deal).state
            log.append((TABLE, deal))
            continue
        wish = next_wish(state, seats, last, rng, thinking_time)
        if wish is None:
            idle = [seats[seat].name for seat in waiting(state)]
            raise ReadError("nobody-acts", players=", ".join(dict.fromkeys(idle)))
        state, exchanged = _do(state, seats, wish, rng)
        for maker, code in exchanged:
            rewrite(log, maker, code)
        log.append(wish)
        last = wish.seat
    return Played(state, tuple(log))


def _do(state: State, seats: Seats, wish: Wish, rng: Random) -> tuple[State, tuple[Exchange, ...]]:
    """The table after what a computer wanted to do, and the codes exchanged for that."""
    seat, action = wish
    try:
        state, exchanged = rethink(state, seats, seat, action, rng)
        return apply(state, seat, action).state, exchanged
    except (RuleError, TypeError) as error:  # a TypeError: it is no action at all
        why = error if isinstance(error, RuleError) else str(error)
        raise ReadError("player-erred", name=seats[seat].name, action=type(action).__name__, why=why) from error


def rewrite(log: list[tuple[int, Action]], maker: int, code: Code) -> int:
    """Write this code in the place of the one that the maker set last. Returns the number of the action."""
    at = max(at for at, (seat, action) in enumerate(log) if seat == maker and isinstance(action, SetCode))
    log[at] = (maker, SetCode(code))
    return at
