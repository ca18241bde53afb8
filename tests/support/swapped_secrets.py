"""The swap test: histories that a seat cannot distinguish, and everything that it is shown of each.

    other_histories(played, cut, viewer, rng)   logs that differ from the first `cut` actions of a match only in what
                                                the viewer cannot see, chosen by RULES.md alone
    other_tables(played, cut, viewer, rng)      the tables that those lead to
    shown(played, begin, log, viewer, eyes)     for every moment: the view, the legal list, the refusals, the events,
                                                and the same as bytes on the wire
    differences(played, cut, viewer, rng, eyes) for each of them, what of this differs; it must be nothing

What a viewer cannot see is another seat's code or parts, and another's hidden guess. A code may be
swapped for any other that earns the same marks wherever the referee has marked by it or a claim has shown a mark to be
right, and for any other code where its owner marks by hand. `Boundary` are the functions of the rules, or leaking
ones: the tests check that leaks are found.
"""

import json
from collections.abc import Callable, Iterator
from itertools import islice, product
from random import Random
from typing import NamedTuple

from keypeg.core.actions import (
    Accept,
    Action,
    Answer,
    Call,
    Claim,
    Deal,
    GiveMark,
    Guess,
    Pass,
    Resign,
    SetCode,
    TimeOut,
)
from keypeg.core.apply import Step, apply
from keypeg.core.clues import Clue
from keypeg.core.code_search import some_fitting
from keypeg.core.codes import BLANK, Code, CodeSpace
from keypeg.core.edition import Edition, Makers, Turns
from keypeg.core.events import Claimed, Event, MarkGiven, RoundEnded, observe_event
from keypeg.core.immutable import fields_of
from keypeg.core.legal import legal
from keypeg.core.marks import KeyPegs
from keypeg.core.observe import observe
from keypeg.core.state import State
from keypeg.core.view import Allowed, View
from keypeg.records.notation import Palette
from keypeg.wire.event_values import event_to_json
from keypeg.wire.match_values import JsonObject, view_to_json
from support.random_play import Played, random_code, random_deal, refusal, right_mark

Viewer = int | None
"""A seat; or None, a spectator."""

Log = tuple[tuple[int, Action], ...]


class Boundary(NamedTuple):
    """The functions through which a seat is shown something."""

    observe: Callable[[State, Viewer], View] = observe
    observe_event: Callable[[Event, Viewer], Event | None] = observe_event
    legal: Callable[[State, int], tuple[Allowed, ...]] = legal
    apply: Callable[[State, int, Action], Step] = apply
    view_to_json: Callable[[View], JsonObject] = view_to_json
    event_to_json: Callable[[Event, Palette], JsonObject] = event_to_json


ENGINE = Boundary()
"""The functions of the rules."""


class Moment(NamedTuple):
    """Everything that a viewer is shown at one moment."""

    view: str
    view_on_the_wire: bytes
    legal: str
    events: str
    events_on_the_wire: bytes
    refusals: tuple[str, ...] = ()
    """The answers to some attempted actions; only for the last moment of a history."""


def viewers(edition: Edition) -> tuple[Viewer, ...]:
    """Every seat, and a spectator."""
    return (*range(1, edition.seats + 1), None)


def differences(
    played: Played, cut: int, viewer: Viewer, rng: Random, boundary: Boundary = ENGINE
) -> Iterator[list[str]]:
    """For some other histories, the differences in what the viewer was shown."""
    begin = _round_begins(played, cut)
    moments: list[Moment] | None = None
    for log in other_histories(played, cut, viewer, rng):
        moments = moments or shown(played, begin, played.log[begin:cut], viewer, boundary)
        yield [
            f"{name} of {viewer} after action {begin + number}: {value!r} is not {other!r}"
            for number, (moment, other_moment) in enumerate(
                zip(moments, shown(played, begin, log, viewer, boundary), strict=True)
            )
            for name, value, other in zip(Moment._fields, moment, other_moment, strict=True)
            if value != other
        ]


def shown(played: Played, begin: int, log: Log, viewer: Viewer, boundary: Boundary) -> list[Moment]:
    """What the viewer is shown at every moment from action `begin` on, given these actions."""
    state = played.states[begin]
    moments = [_moment(state, (), viewer, boundary)]
    for seat, action in log:
        step = boundary.apply(state, seat, action)
        state = step.state
        moments.append(_moment(state, step.events, viewer, boundary))
    refusals = _refusals(state, viewer, boundary) if viewer is not None else ()
    return [*moments[:-1], moments[-1]._replace(refusals=refusals)]


def _moment(state: State, events: tuple[Event, ...], viewer: Viewer, boundary: Boundary) -> Moment:
    view = boundary.observe(state, viewer)
    seen_events = [boundary.observe_event(event, viewer) for event in events]
    wired = [boundary.event_to_json(event, state.edition.palette) for event in seen_events if event is not None]
    return Moment(
        repr((view, fields_of(view.edition))),
        json.dumps(boundary.view_to_json(view)).encode(),
        repr(boundary.legal(state, viewer)) if viewer is not None else "",
        repr(seen_events),
        json.dumps(wired).encode(),
    )


def _refusals(state: State, seat: int, boundary: Boundary) -> tuple[str, ...]:
    """The answers to some attempted actions of a seat; for legal ones without their results."""
    holes = state.edition.guess_space(seat).holes
    code = tuple(1 + hole % 2 for hole in range(holes))
    blank = (BLANK, *code[1:])
    tries: list[Action] = [kind(row) for kind in (SetCode, Guess, Answer) for row in (code, blank, code[1:])]
    tries += [
        Claim(1),
        Claim(2),
        Accept(),
        Call(),
        Pass(),
        Resign(),
        GiveMark(KeyPegs(0, 1)),
        TimeOut(seat),
        Deal((code,)),
    ]
    refusals = (refusal(lambda action=action: boundary.apply(state, seat, action)) for action in tries)  # type: ignore[misc]
    return tuple(f"{refused} {refused.details}" if refused is not None else "" for refused in refusals)


def _round_begins(played: Played, cut: int) -> int:
    """The number of actions before the round that is being played after `cut` actions."""
    ends = [at for at in range(cut) if any(isinstance(event, RoundEnded) for event in played.steps[at].events)]
    return ends[-1] + 1 if ends else 0


def other_histories(played: Played, cut: int, viewer: Viewer, rng: Random, most: int = 2) -> Iterator[Log]:
    """Logs of the round being played, up to `cut` actions, that the viewer cannot distinguish from the real one."""
    state = played.states[cut]
    if state.outcome is not None:
        return
    begin = _round_begins(played, cut)
    log = played.log[begin:cut]
    clues = _known_clues(played, begin, cut)
    dealt = state.edition.secrets.makers is Makers.DEALT
    for _ in range(most):
        codes = (_other_parts if dealt else _other_codes)(state, viewer, clues, rng)
        if codes is None:
            return
        other = tuple(_with_hidden(state, at, done, log, codes, viewer, rng) for at, done in enumerate(log))
        if other != log:
            yield other


def other_tables(played: Played, cut: int, viewer: Viewer, rng: Random, most: int = 2) -> Iterator[State]:
    """The tables that such logs lead to."""
    begin = _round_begins(played, cut)
    for log in other_histories(played, cut, viewer, rng, most):
        state = played.states[begin]
        for seat, action in log:
            state = apply(state, seat, action).state
        yield state


Codes = tuple[Code | None, ...]


def _known_clues(played: Played, begin: int, cut: int) -> dict[int, list[Clue]]:
    """By seat: the guesses and marks that its secret must fit, because they are known to be right."""
    clues: dict[int, list[Clue]] = {seat: [] for seat in range(1, played.edition.seats + 1)}
    for at in range(begin, cut):
        seat, action = played.log[at]
        boards = {board.breakers[0]: board for board in played.steps[at].state.round.boards}
        for event in played.steps[at].events:
            by_hand = isinstance(action, GiveMark) and isinstance(event, MarkGiven) and event.by == seat
            if isinstance(event, MarkGiven) and not by_hand:
                clues[event.by].append((boards[event.board].rows[event.row - 1].guess, event.mark))
            if isinstance(event, Claimed):
                row = boards[event.board].rows[event.row - 1]
                for given in row.marks:
                    if given.by != event.seat:  # a player cannot claim their own mark
                        clues[given.by].append((row.guess, given.mark))
    return clues


def _other_codes(state: State, viewer: Viewer, clues_by_seat: dict[int, list[Clue]], rng: Random) -> Codes | None:
    """For each maker a code that the viewer cannot distinguish from the real one; a different one if possible."""
    codes: list[Code | None] = []
    for seat, code in enumerate(state.round.codes, 1):
        if code is None or seat == viewer:
            codes.append(code)
            continue
        board = next(board for board in state.round.boards if seat in board.makers)
        space = state.edition.secret_space(board.breakers[0])
        others = [other for other in _codes_like(space, state.edition, clues_by_seat[seat], rng) if other != code]
        codes.append(rng.choice(others) if others else code)
    return tuple(codes)


def _codes_like(space: CodeSpace, edition: Edition, clues: list[Clue], rng: Random) -> Iterator[Code]:
    for _ in range(4):
        code = some_fitting(space, edition.marking, clues, lambda pegs: rng.sample(pegs, len(pegs)))
        if code is None:
            return
        assert all(right_mark(edition.marking, code, guess) == mark for guess, mark in clues)
        yield code


def _other_parts(state: State, viewer: Viewer, clues_by_seat: dict[int, list[Clue]], rng: Random) -> Codes | None:
    """Another deal that the viewer cannot distinguish from the real one, if there is one."""
    now, edition = state.round, state.edition
    if now.codes[0] is None:
        return now.codes
    candidates = []
    for seat, part in enumerate(now.codes, 1):
        assert part is not None
        if seat == viewer:
            candidates.append([part])
            continue
        fits = [other for other in _some_parts(edition, part, rng) if _agrees(edition, other, clues_by_seat[seat])]
        fits = [other for other in fits if _may_have_bluffed(state, seat, other)]
        candidates.append(rng.sample(fits, min(len(fits), 12)))
    deals = [deal for deal in islice(product(*candidates), 4000) if deal != now.codes and _is_deal(edition, deal)]
    wrong = {code for _, code in now.answers}
    deals = [deal for deal in deals if _join(deal) not in wrong]
    return rng.choice(deals) if deals else None


def _some_parts(edition: Edition, part: Code, rng: Random) -> list[Code]:
    """Parts that a seat might hold, including its real one."""
    parts = {part}
    for _ in range(40):
        parts.update(random_deal(edition, rng).parts)
    # Similar ones too: the same holes with one other colour, or moved by a hole, fit the known marks most often.
    for hole, peg in enumerate(part):
        for colour in range(1, edition.secrets.space.colours + 1):
            if peg != BLANK:
                parts.add((*part[:hole], colour, *part[hole + 1 :]))
    parts.update((*part[turn:], *part[:turn]) for turn in range(len(part)))
    return sorted(parts)


def _agrees(edition: Edition, part: Code, clues: list[Clue]) -> bool:
    return all(right_mark(edition.marking, part, guess) == mark for guess, mark in clues)


def _may_have_bluffed(state: State, seat: int, part: Code) -> bool:
    """Whether the blanks in this seat's open rows are in the holes of its parts."""
    rows = next(board for board in state.round.boards if seat in board.breakers).rows
    return all(part[hole] != BLANK for row in rows for hole, peg in enumerate(row.guess) if peg == BLANK)


def _join(deal: tuple[Code, ...]) -> Code:
    return tuple(map(sum, zip(*deal, strict=True)))


def _is_deal(edition: Edition, deal: tuple[Code, ...]) -> bool:
    """Whether these parts can be dealt together."""
    if any(sum(peg != BLANK for peg in pegs) > 1 for pegs in zip(*deal, strict=True)):
        return False
    whole = [peg for peg in _join(deal) if peg != BLANK]
    most = edition.secrets.counters if edition.secrets.space.repeats else 1
    return all(whole.count(peg) <= most for peg in whole)


def _with_hidden(
    state: State, at: int, done: tuple[int, Action], log: Log, codes: Codes, viewer: Viewer, rng: Random
) -> tuple[int, Action]:
    """The action as it would be in the other history."""
    seat, action = done
    if isinstance(action, SetCode):
        code = codes[seat - 1]
        assert code is not None
        return seat, SetCode(code)
    if isinstance(action, Deal):
        return seat, Deal(tuple(part for part in codes if part is not None))
    if isinstance(action, Guess) and seat != viewer and _is_hidden(state, seat) and _last_guess(log, seat) == at:
        return seat, Guess(random_code(state.edition.guess_space(seat), rng) or action.code)
    return done


def _is_hidden(state: State, seat: int) -> bool:
    """Whether this seat's last guess is still hidden."""
    if state.edition.guesses.turns is not Turns.TOGETHER:
        return False
    placed = {board.breakers[0]: len(board.rows) for board in state.round.boards}
    return placed[seat] > min(placed.values())


def _last_guess(log: Log, seat: int) -> int:
    return max(at for at, (by, action) in enumerate(log) if by == seat and isinstance(action, Guess))
