"""Playing on by chance where parts are dealt: how often each way of going on wins.

From a position as one seat knows it, a deal is drawn and the rest of the round is played: in turn everybody places
a row that tells him much about what he holds possible, and calls when he is sure enough of the code. A wrong call puts
its caller out and shows what he holds; with the rows used up all call in turn. Every playout has random numbers of its
own, so that two ways of going on meet the same luck.
"""

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from keypeg.core.codes import BLANK, Code
from keypeg.solver.arrays import Bytes, Longs, Numbers, Words
from keypeg.solver.hands import Deals, Floats, Hands
from keypeg.solver.lanes import kernel, tight_kernel

NATURAL, CALL, WAIT = 0, 1, 2
"""What the seat does first: as everybody would; or it calls; or it does not, whatever it knows."""

TRIES = 6
"""Among how many rows everybody chooses in a playout."""

GOING_ON = -2
"""Nobody has called."""

MOST_LISTED = 96
"""With more deals than this nobody is nearly sure of a code."""


SURE = 1 - 1e-9
"""From here on one is sure: sums of the same numbers in another order can differ in the last digit."""

MOST_TRIED = 5_000
"""Nor with so many hands tried in vain."""

MOST_STEPS = 1_000_000_000
"""How many hands are looked at in all playouts together, where nobody says otherwise."""


@dataclass(frozen=True, eq=False)
class Position:
    """A round as one seat knows it. Seats are numbered from 0 here, in the order of their turns."""

    hands: Hands
    seat: int
    """Whose knowledge it is."""
    own: int
    """The hand that it holds."""
    candidates: tuple[Numbers, ...]
    """For each seat, its own too, the hands that fit what all have seen."""
    deals: Deals
    """What the seat itself holds possible; the other seats in the same order."""
    wrong: tuple[int, ...]
    """The whole codes that have been answered wrongly."""
    rows_left: tuple[int, ...]
    """How many rows each seat may still place."""
    out: tuple[bool, ...]
    """Who is out of the round."""
    turn: int
    """Whose turn it is; with all rows used up, whose it is to call."""


class Habits(NamedTuple):
    """When it is that seats call in playouts, if they are not sure: when a code is so likely to them,"""

    own: float
    others: float
    fear: float = 0.0
    """and one is so likely to some other seat."""


class Estimate(NamedTuple):
    """A chance that was measured, not computed."""

    chance: float
    error: float
    """Its standard error."""


def play_out(
    position: Position,
    seed: int,
    playouts: int,
    habits: Habits,
    first: int = NATURAL,
    row: Bytes | None = None,
    steps: int = MOST_STEPS,
) -> Bytes:
    """Whether the seat has won each of so many playouts, 1 or 0; of fewer, at least one, if they take too many steps.

    With a row, it is the seat's turn and this is what it places; otherwise everybody may call before play goes on.
    """
    if row is not None:
        position = _with_hole_shown(position, row)
    game, start, table, room = _laid_out(position, habits)
    wins = np.zeros(playouts, np.uint8)
    heaped = np.cumsum(position.deals.weights)
    placed = np.zeros(0, np.uint8) if row is None else row
    room.steps[1] = steps
    done = run_playouts(
        game, start, table, room, position.seat, position.deals.hands, heaped, seed, first, placed, wins
    )
    return wins[:done]


def as_row(code: Code) -> Bytes:
    """A code as a row of an array."""
    return np.array(code, np.uint8)


def estimate(wins: Bytes) -> Estimate:
    """The chance that these playouts speak for."""
    mean = float(wins.mean())
    return Estimate(mean, float(np.sqrt(max(mean * (1 - mean), 1 / len(wins)) / len(wins))))


def _with_hole_shown(position: Position, row: Bytes) -> Position:
    """The position with what a blank in this row shows: that its hole is the seat's own."""
    blank = sum(1 << hole for hole, peg in enumerate(row) if peg == BLANK)
    mine = position.candidates[position.seat]
    kept = mine[position.hands.filled[mine] & blank == blank]
    candidates = (*position.candidates[: position.seat], kept, *position.candidates[position.seat + 1 :])
    return replace(position, candidates=candidates)


class Game(NamedTuple):
    """What does not change."""

    holes: Bytes
    colours: Bytes
    filled: Longs
    spelled: Longs
    numbers: Bytes
    width: int
    palette: int
    counters: int
    logs: Floats
    """n · log n."""


class Table(NamedTuple):
    """Where a playout stands."""

    hands: Numbers
    """The candidates of each seat, a row,"""
    many: Longs
    """and how many there are."""
    left: Longs
    """Rows that each seat may still place."""
    out: Bytes
    wrong: Longs
    turn: Longs
    """Whose turn it is; and how many wrong answers there are."""
    truth: Numbers
    """The hands that were dealt."""
    habits: Floats
    """How likely a code must be to each seat before it calls; and to another seat, which is the last number."""
    random: Words


class Room(NamedTuple):
    """Room to work in."""

    codes: Longs
    weights: Floats
    used: Longs
    at: Longs
    taken: Longs
    whole: Longs
    weight: Floats
    answer: Longs
    counts: Longs
    row: Bytes
    best: Bytes
    wanting: Longs
    shares: Floats
    steps: Longs
    """How many hands have been looked at, and how many may be."""


def _laid_out(position: Position, habits: Habits) -> tuple[Game, Table, Table, Room]:
    """A game, the table to start from, one to play on, and room to work in."""
    hands, seats = position.hands, len(position.candidates)
    many = np.array([len(candidates) for candidates in position.candidates], np.int64)
    listed = np.zeros((seats, many.max()), np.int32)
    for seat, candidates in enumerate(position.candidates):
        listed[seat, : many[seat]] = candidates
    numbers = np.arange(max(int(many.max()), 1) + 1, dtype=np.float64)
    logs: Floats = numbers * np.log2(np.maximum(numbers, 1.0))
    box = hands.box
    game = Game(
        hands.holes, hands.colours, hands.filled, hands.spelled, hands.mark_numbers, box.holes, box.colours,
        box.counters, logs,
    )  # fmt: skip
    wrong = np.zeros(len(position.wrong) + seats, np.int64)
    wrong[: len(position.wrong)] = position.wrong
    truth = np.full(seats, position.own, np.int32)
    calls = np.full(seats + 1, habits.others)
    calls[position.seat], calls[seats] = habits.own, habits.fear
    start = Table(
        listed, many, np.array(position.rows_left, np.int64), np.array(position.out, np.uint8), wrong,
        np.array([position.turn, len(position.wrong)], np.int64), truth, calls, np.zeros(1, np.uint64),
    )  # fmt: skip
    room = Room(
        np.zeros(MOST_LISTED, np.int64), np.zeros(MOST_LISTED), np.zeros(32, np.int64), np.zeros(seats, np.int64),
        np.zeros(seats, np.int64), np.zeros(seats, np.int64), np.zeros(seats), np.zeros(1, np.int64),
        np.zeros(hands.kinds, np.int64), np.zeros(box.holes, np.uint8), np.zeros(box.holes, np.uint8),
        np.zeros(seats, np.int64), np.zeros(seats), np.zeros(2, np.int64),
    )  # fmt: skip
    return game, start, Table._make(one.copy() for one in start), room


@tight_kernel
def random_number(random: Words) -> Any:
    """The next random number of a stream, by the method called splitmix."""
    random[0] += np.uint64(0x9E3779B97F4A7C15)
    value = random[0]
    value = (value ^ (value >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    value = (value ^ (value >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return value ^ (value >> np.uint64(31))


@tight_kernel
def random_below(random: Words, limit: int) -> int:
    """A random number from 0 up to a limit, which is small."""
    return np.int64((random_number(random) >> np.uint64(33)) % np.uint64(limit))


@kernel
def run_playouts(
    game: Game,
    start: Table,
    table: Table,
    room: Room,
    me: int,
    deals: Numbers,
    heaped: Floats,
    seed: int,
    first: int,
    row: Bytes,
    wins: Bytes,
) -> int:
    """Play on as often as there is room in `wins`, or as long as there are steps left. Returns how often that was."""
    seats = table.many.shape[0]
    for playout in range(wins.shape[0]):
        if playout > 0 and room.steps[0] > room.steps[1]:
            return playout
        table.random[0] = np.uint64(seed) + np.uint64(playout) * np.uint64(0xD1342543DE82EF95)
        table.hands[:] = start.hands
        table.many[:] = start.many
        table.left[:] = start.left
        table.out[:] = start.out
        table.wrong[:] = start.wrong
        table.turn[:] = start.turn
        share = (random_number(table.random) >> np.uint64(11)) * 2.0**-53 * heaped[-1]
        deal = min(np.searchsorted(heaped, share, "right"), deals.shape[0] - 1)
        for seat in range(seats):
            if seat != me:
                table.truth[seat] = deals[deal, seat - (seat > me)]
        wins[playout] = play_once(game, table, room, me, first, row) == me
    return wins.shape[0]


@tight_kernel
def play_once(game: Game, table: Table, room: Room, me: int, first: int, row: Bytes) -> int:
    """Play one round to its end. Returns who wins; -1 if nobody does."""
    if row.shape[0] > 0:
        copy_row(row, room.best)
        mark_placed(game, table, room, me)
    while True:
        winner = hear_calls(game, table, room, me, first)
        if winner != GOING_ON:
            return winner
        first = NATURAL
        seat = whose_turn(table)
        if seat < 0:
            return last_calls(game, table, room)
        choose_row(game, table, room, seat)
        mark_placed(game, table, room, seat)


@tight_kernel
def copy_row(row: Bytes, into: Bytes) -> None:
    """Copy a row."""
    for hole in range(row.shape[0]):
        into[hole] = row[hole]


@tight_kernel
def whose_turn(table: Table) -> int:
    """Who places the next row; -1 if all rows are used up."""
    seats = table.many.shape[0]
    for step in range(seats):
        seat = (table.turn[0] + step) % seats
        if not table.out[seat] and table.left[seat] > 0:
            return seat
    return -1


@tight_kernel
def mark_placed(game: Game, table: Table, room: Room, guesser: int) -> None:
    """Let all others mark the row that is placed, and see what fits their marks."""
    seats = table.many.shape[0]
    present = colours_of(room.best)
    for seat in range(seats):
        if seat == guesser:
            continue
        mark = mark_of(game, room.best, present, table.truth[seat])
        kept = 0
        for at in range(table.many[seat]):
            hand = table.hands[seat, at]
            if mark_of(game, room.best, present, hand) == mark:
                table.hands[seat, kept] = hand
                kept += 1
        table.many[seat] = kept
    table.left[guesser] -= 1
    table.turn[0] = (guesser + 1) % seats


@tight_kernel
def colours_of(row: Bytes) -> int:
    """The colours that stand in a row, as bits."""
    present = 0
    for hole in range(row.shape[0]):
        present |= 1 << row[hole]
    return present


@tight_kernel
def mark_of(game: Game, row: Bytes, present: int, hand: int) -> int:
    """The number of the mark that a row earns from a hand."""
    blacks = 0
    whites = 0
    for part in range(game.holes.shape[1]):
        colour = game.colours[hand, part]
        if row[game.holes[hand, part]] == colour:
            blacks += 1
        else:
            whites += (present >> colour) & 1
    return game.numbers[blacks, whites]


@tight_kernel
def hear_calls(game: Game, table: Table, room: Room, me: int, first: int) -> int:
    """Hear all who call, any of them first. Returns who wins by that, -1 if nobody is left, or that play goes on."""
    while True:
        many = wanting(game, table, room, me, first)
        if many == 0:
            return GOING_ON
        caller = room.wanting[random_below(table.random, many)]
        if caller == me:
            first = NATURAL
        if answer_right(game, table, room, caller):
            return caller
        first = NATURAL if first == WAIT else first
        if everybody_out(table):
            return -1


@tight_kernel
def wanting(game: Game, table: Table, room: Room, me: int, first: int) -> int:
    """How many want to call, and who they are: whoever is sure, or sure enough with another close behind."""
    seats = table.many.shape[0]
    for seat in range(seats):
        room.shares[seat] = 0.0 if table.out[seat] else surest(game, table, room, seat)
    many = 0
    for seat in range(seats):
        if table.out[seat] or (seat == me and first == WAIT):
            continue
        danger = 0.0
        for other in range(seats):
            if other != seat:
                danger = max(danger, room.shares[other])
        likely = room.shares[seat] >= table.habits[seat] and danger >= table.habits[seats]
        if likely or room.shares[seat] > SURE or (seat == me and first == CALL):
            room.wanting[many] = seat
            many += 1
    return many


@tight_kernel
def answer_right(game: Game, table: Table, room: Room, caller: int) -> bool:
    """Whether the caller names the code. If not he is out, and what he holds is known."""
    seats = table.many.shape[0]
    surest(game, table, room, caller)
    whole = 0
    for seat in range(seats):
        whole += game.spelled[table.truth[seat]]
    if room.answer[0] == whole:
        return True
    table.out[caller] = 1
    table.wrong[table.turn[1]] = room.answer[0]
    table.turn[1] += 1
    table.hands[caller, 0] = table.truth[caller]
    table.many[caller] = 1
    return False


@tight_kernel
def everybody_out(table: Table) -> bool:
    """Whether nobody is left who could win."""
    still_in = 0
    for seat in range(table.out.shape[0]):
        still_in += table.out[seat] == 0
    return still_in == 0


@tight_kernel
def last_calls(game: Game, table: Table, room: Room) -> int:
    """With the rows used up all call in turn. Returns who wins; -1 if nobody does."""
    seats = table.many.shape[0]
    first = table.turn[0]
    for step in range(seats):
        seat = (first + step) % seats
        if not table.out[seat] and answer_right(game, table, room, seat):
            return seat
    return -1


@tight_kernel
def surest(game: Game, table: Table, room: Room, seat: int) -> float:
    """How likely the likeliest whole code is to a seat, 0 if too many are left; that code goes to `room.answer`."""
    seats = table.many.shape[0]
    room.used[:] = 0
    own = table.truth[seat]
    for part in range(game.colours.shape[1]):
        room.used[game.colours[own, part]] += 1
    room.at[:] = 0
    room.taken[0], room.whole[0], room.weight[0] = game.filled[own], game.spelled[own], 1.0
    listed, found, total, level, steps = 0, 0, 0.0, 0, 0
    while level >= 0:
        steps += 1
        if steps > MOST_TRIED:
            break
        who = level + (level >= seat)
        at = room.at[level]
        if at > 0 and game.filled[table.hands[who, at - 1]] & room.taken[level] == 0:
            for part in range(game.colours.shape[1]):
                room.used[game.colours[table.hands[who, at - 1], part]] -= 1
        if at == table.many[who]:
            room.at[level] = 0
            level -= 1
            continue
        hand = table.hands[who, at]
        room.at[level] += 1
        if game.filled[hand] & room.taken[level] != 0:
            continue
        weight = room.weight[level] * draw(game, room, hand)
        if weight <= 0.0:
            continue
        whole = room.whole[level] + game.spelled[hand]
        if level + 2 < seats:
            level += 1
            room.taken[level], room.whole[level], room.weight[level] = (
                room.taken[level - 1] | game.filled[hand],
                whole,
                weight,
            )
            continue
        if ruled_out(table, whole):
            continue
        if listed == MOST_LISTED:
            break
        listed += 1
        total += weight
        found = add_code(room, found, whole, weight)
    room.steps[0] += steps
    share = best_found(table, room, found) / total if total > 0.0 else 0.0
    return share if level < 0 else 0.0


@tight_kernel
def draw(game: Game, room: Room, hand: int) -> float:
    """Take a hand's counters. Returns in how many ways that can be."""
    ways = 1.0
    for part in range(game.colours.shape[1]):
        colour = game.colours[hand, part]
        if game.counters > 0:
            ways *= max(game.counters - room.used[colour], 0)
        room.used[colour] += 1
    return ways


@tight_kernel
def ruled_out(table: Table, whole: int) -> bool:
    """Whether this code was answered wrongly."""
    found = False
    for one in range(table.turn[1]):
        found |= table.wrong[one] == whole
    return found


@tight_kernel
def add_code(room: Room, found: int, whole: int, weight: float) -> int:
    """Add weight to a code. Returns how many codes there are now."""
    for at in range(found):
        if room.codes[at] == whole:
            room.weights[at] += weight
            return found
    room.codes[found], room.weights[found] = whole, weight
    return found + 1


@tight_kernel
def best_found(table: Table, room: Room, found: int) -> float:
    """The weight of the heaviest code; the code, any of several, goes to `room.answer`."""
    best, ties, room.answer[0] = 0.0, 0, -1
    for at in range(found):
        weight = room.weights[at]
        if weight > best * (1 + 1e-9):
            best, ties = weight, 0
        if weight >= best * (1 - 1e-9):
            ties += 1
            if ties == 1 or random_below(table.random, ties) == 0:
                room.answer[0] = room.codes[at]
    return best


@tight_kernel
def choose_row(game: Game, table: Table, room: Room, seat: int) -> None:
    """Choose among a few rows that could be the code the one that tells most; it goes to `room.best`."""
    most = -1.0
    for _ in range(TRIES):
        draw_row(game, table, room, seat)
        told = told_by(game, table, room, seat)
        if told > most:
            most = told
            copy_row(room.row, room.best)


@tight_kernel
def draw_row(game: Game, table: Table, room: Room, seat: int) -> None:
    """A row with hands that the others can hold, as far as they are soon found, and any colours elsewhere."""
    seats = table.many.shape[0]
    for hole in range(game.width):
        room.row[hole] = 1 + random_below(table.random, game.palette)
    taken = game.filled[table.truth[seat]]
    for step in range(1, seats):
        other = (seat + step) % seats
        for _ in range(min(8, table.many[other])):
            hand = table.hands[other, random_below(table.random, table.many[other])]
            if game.filled[hand] & taken == 0:
                taken |= game.filled[hand]
                for part in range(game.holes.shape[1]):
                    room.row[game.holes[hand, part]] = game.colours[hand, part]
                break


@tight_kernel
def told_by(game: Game, table: Table, room: Room, seat: int) -> float:
    """What a row tells a seat, in bits: what each other's mark tells about its hand, added up."""
    seats = table.many.shape[0]
    own = game.filled[table.truth[seat]]
    present = colours_of(room.row)
    told = 0.0
    for other in range(seats):
        if other == seat:
            continue
        room.counts[:] = 0
        room.steps[0] += table.many[other]
        many = 0
        for at in range(table.many[other]):
            hand = table.hands[other, at]
            if game.filled[hand] & own == 0:
                room.counts[mark_of(game, room.row, present, hand)] += 1
                many += 1
        if many > 0:
            rest = game.logs[many]
            for mark in range(room.counts.shape[0]):
                rest -= game.logs[room.counts[mark]]
            told += rest / many
    return told
