"""Random matches through the engine and through `support.rules_oracle`, which must agree after every action.

They are compared on whose turn it is and what each seat may do; on the rows and their marks; on every round that is
over: why, who has won it, each line of its score, each wrong mark, whether it is replayed; on the totals; and on how
the match ends.
"""

import ast
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from keypeg.core.actions import (
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
from keypeg.core.apply import apply
from keypeg.core.codes import Code
from keypeg.core.edition import TABLE, Edition
from keypeg.core.errors import RuleError
from keypeg.core.legal import legal, waiting
from keypeg.core.rounds import add_lines, lines_so_far
from keypeg.core.state import State, new_match
from keypeg.core.view import Allowed, FinishedRound
from keypeg.editions import RULEBOOKS
from keypeg.records.notation import write_action, write_seat
from support import rules_oracle
from support.random_play import HASTE, MIXED, Temper, longest_log, next_action, refusal
from support.rules_oracle import Match, codes, marks, turns
from support.rules_oracle.verdicts import Verdict
from support.thoroughness import times

pytestmark = pytest.mark.no_cover  # repeats code that other tests cover faster

MATCHES = times(100, 2000)
"""How many matches of each edition are played."""

BUSY = MIXED._replace(leaves=0.03, patience=40)
"""Short matches in which much goes wrong."""

LUCK = (0.05, 0.25)
"""How often a guess is the code: seldom, so that boards are filled, or often, so that two codes break in one turn."""

SIZES: dict[str, Sequence[object]] = {"rounds": (1, 1, 2, 2, 2, 3, 3, 4, 5)}
"""The numbers from which options are drawn: small, so that matches are short."""

HOUSE_SIZES: dict[str, Sequence[object]] = {"holes": range(1, 6), "colours": range(2, 8), "rows": (1, 2, 4, 6, 12)}

HOUSE: tuple[dict[str, Sequence[object]], ...] = (
    {"makers": ("one",), "turns": ("in-turn",), "marking": ("black-white", "colours", "sum"), "parts": (1,)},
    {"makers": ("each",), "seats": (2,), "marking": ("black-white", "sum"), "scoring": ("rounds",), "parts": (1,)},
    {"makers": ("dealt",), "marking": ("parts",), "blanks": ("no",), "scoring": ("rounds",), "turns": ("in-turn",)},
)
"""House rules go together in one of these ways; all other options are free."""


ENDINGS = {
    "one": {"broken", "unbroken", "resigned", "timed-out", "wrong-mark"},
    "each": {"broken", "both-broken", "resigned", "timed-out", "wrong-mark"},
    "dealt": {"answered", "nobody-answered", "wrong-mark"},
}
"""How some round of each edition ends in its random matches, whatever else changes."""


KINDS = {
    "one": {GiveMark, Claim, Resign, TimeOut},
    "each": {GiveMark, Claim, Resign, TimeOut},
    "dealt": {GiveMark, Claim, Resign, TimeOut, Deal, Call, Answer, Pass},
}
"""What is done in some match of each edition besides setting codes and guessing."""


def random_temper(rng: Random) -> Temper:
    return BUSY._replace(finds=rng.choice(LUCK))


def edition_for(name: str, number: int) -> Edition:
    """The edition with random options. Some options do not go together, so draw until they do."""
    rng, rulebook = Random(f"{name} {number}"), RULEBOOKS[name]
    values: dict[str, Sequence[object]] = {
        option.name: option.values or range(option.low, option.high + 1) for option in rulebook.options
    }
    values |= SIZES | (HOUSE_SIZES | rng.choice(HOUSE) if name == "house" else {})
    for _ in range(1000):
        try:
            return rulebook.choose({option: str(rng.choice(values[option])) for option in values})
        except RuleError:
            continue
    raise AssertionError(f"{name} has no table with {values}")


class Summary(NamedTuple):
    """Everything that the engine and the oracle have to agree on."""

    outcome: tuple[str, set[int]] | None
    totals: dict[int, int]
    running: set[object]
    rounds: list[object]
    current: tuple[int, int] | None
    rows: dict[tuple[int, int], object]
    awaited: set[int]
    may_do: dict[int, set[str]]
    claimable: dict[int, set[tuple[int, int]]]


def by_engine(state: State) -> Summary:
    seats = range(1, state.edition.seats + 1)
    outcome, game, running = state.outcome, state.round, lines_so_far(state)
    allowed = {seat: legal(state, seat) for seat in (TABLE, *seats)}
    return Summary(
        outcome=(outcome.reason, set(outcome.winners)) if outcome else None,
        totals=dict(zip(seats, add_lines(state.scores, running), strict=True)),
        running=set(running),
        rounds=[finished_by_engine(finished) for finished in state.finished],
        current=None if outcome else (game.number, game.attempt),
        rows={} if outcome else dict(rows_by_engine(state)),
        awaited=set(waiting(state)),
        may_do={seat: {may.action.__name__ for may in kinds} for seat, kinds in allowed.items()},
        claimable={seat: {(ref.board, ref.row) for may in allowed[seat] for ref in may.rows} for seat in seats},
    )


def rows_by_engine(state: State) -> Iterator[tuple[tuple[int, int], object]]:
    for board in state.round.boards:
        for number, row in enumerate(board.rows, 1):
            given = [(mark.by, tuple(mark.mark)) for mark in row.marks]
            yield (board.number, number), (row.seat, row.guess, given)


def finished_by_engine(finished: FinishedRound) -> object:
    return (
        (finished.number, finished.attempt, finished.maker, finished.replayed),
        (finished.outcome.reason, set(finished.outcome.winners)),
        set(finished.lines),
        set(finished.wrong),
    )


def by_oracle(match: Match) -> Summary:
    game, running = match.game, match.lines_so_far()
    return Summary(
        outcome=(match.outcome.reason, set(match.outcome.winners)) if match.outcome else None,
        totals={
            seat: total + sum(line.points for line in running if line.seat == seat)
            for seat, total in match.totals.items()
        },
        running=set(running),
        rounds=[finished_by_oracle(verdict) for verdict in match.over],
        current=None if match.outcome else (game.number, game.attempt),
        rows={} if match.outcome else {(row.board, row.number): (row.seat, row.guess, row.marks) for row in game.rows},
        awaited=match.awaited(),
        may_do={seat: match.may_do(seat) for seat in (TABLE, *match.rules.everybody)},
        claimable={seat: match.claimable(seat) for seat in match.rules.everybody},
    )


def finished_by_oracle(verdict: Verdict) -> object:
    game = verdict.game
    return (
        (game.number, game.attempt, game.maker, verdict.replayed),
        (verdict.end.reason, set(verdict.end.winners)),
        set(verdict.lines),
        set(verdict.wrong),
    )


def check_arguments(state: State, match: Match, seat: int, may: Allowed, rng: Random) -> None:
    """Compare what may be said with an action: which codes, which marks, which seats."""
    rules, game = match.rules, match.game
    if may.action is TimeOut:
        assert set(may.seats) == match.awaited()
    elif may.action is GiveMark:
        row = next(row for row, marker in turns.marks_owed(game) if marker == seat)
        pegs = rules.parts or rules.holes_for(row.seat)
        assert (may.board, may.row) == (row.board, row.number)
        assert set(may.marks) == marks.possible_marks(rules.marking, pegs)
    elif may.action is Deal:
        deal = tuple(random_part(match, rng) for _ in match.rules.everybody)
        assert (refusal(lambda: apply(state, TABLE, Deal(deal))) is None) == codes.may_be_dealt(rules, deal), deal
    elif may.action in (SetCode, Guess, Answer):
        assert may.space is not None
        holes = rng.choice((4, rules.holes, rules.holes, rules.holes))
        code = tuple(rng.randint(0, rules.colours + rng.randint(0, 1)) for _ in range(holes))
        assert (code in may.space) == may_be_played(match, seat, may.action, code), code


def random_part(match: Match, rng: Random) -> Code:
    """Some colours in some holes: seldom a part that can be dealt, and often of one of two colours."""
    filled = rng.sample(range(match.rules.holes), min(match.rules.parts, match.rules.holes))
    return tuple(rng.choice((1, 1, 2)) if hole in filled else 0 for hole in range(match.rules.holes))


def may_be_played(match: Match, seat: int, kind: type[Action], code: Code) -> bool:
    rules, game = match.rules, match.game
    if kind is Answer:
        return codes.may_be_answered(rules, code)
    if kind is Guess:
        return codes.may_be_guessed(rules, seat, game.codes[seat] if rules.parts else None, code)
    breaker = next(other for other in game.breakers if other != seat)
    return codes.may_be_set(rules, breaker, code)


def play_both(edition: Edition, seed: str) -> tuple[Match, set[type[Action]]]:
    """Play a random match through both; they agree from the first action to the last. Also returns what was done."""
    rng = Random(seed)
    temper = random_temper(rng)
    state, match, log = new_match(edition), Match(edition.id, dict(edition.chosen)), [edition.link]
    kinds: set[type[Action]] = set()
    while True:
        engine, oracle = by_engine(state), by_oracle(match)
        assert engine == oracle, "\n".join(log)
        if state.outcome is not None:
            return match, kinds
        seat, action = next_action(state, rng, temper if len(log) <= temper.patience else HASTE)
        may = next(may for may in legal(state, seat) if may.action is type(action))
        check_arguments(state, match, seat, may, rng)
        kinds.add(type(action))
        log.append(f"{write_seat(seat)} {write_action(action, edition.palette)}")
        assert len(log) <= longest_log(edition, temper), "\n".join(log)
        state = apply(state, seat, action).state
        match.play(seat, action)


def test_the_oracle_knows_nothing_of_the_engine_but_the_actions() -> None:
    imported: set[str] = set()
    for path in Path(rules_oracle.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                imported |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                imported.add(node.module or ".")
    shared = {name for name in imported if not name.startswith("support.rules_oracle")}
    assert shared <= {"keypeg.core.actions", "collections", "collections.abc", "dataclasses", "typing"}, shared


def test_the_oracle_marks_the_examples_of_the_rulebooks_as_they_do() -> None:
    red, blue, yellow, pink, violet = range(1, 6)
    cars, guess = (red, blue, yellow, pink), (yellow, violet, yellow, red)
    assert marks.right_mark("colours", cars, guess) == (2,)
    assert marks.right_mark("sum", cars, guess) == (3,)
    assert marks.right_mark("black-white", (pink, red, blue, yellow), (pink, blue, red, violet)) == (1, 2)
    assert marks.right_mark("parts", (red, 0, 0, 0, 0), (blue, red, red, red, red)) == (0, 1)


def test_the_oracle_fills_the_score_sheet_of_2004_as_the_rulebook_does() -> None:
    """Julie makes; Thierry's guesses earn 1, 3 and 3, and Alexandre's 2 and 4 before the sixth breaks the code."""
    guesses = ((5, 1, 6, 7), (5, 1, 2, 7), (1, 3, 6, 7), (1, 3, 2, 5), (2, 1, 4, 5), (1, 2, 3, 4))
    match = Match("hasbro-2004", {"seats": "3"}, [(1, SetCode((1, 2, 3, 4)))])
    for number, guess in enumerate(guesses):
        match.play(2 + number % 2, Guess(guess))
    points = {seat: [line.points for line in match.over[0].lines if line.seat == seat] for seat in (1, 2, 3)}
    assert points == {1: [10], 2: [1, 3, 3], 3: [2, 4, 10]}
    assert match.totals == {1: 10, 2: 7, 3: 16}


@pytest.mark.parametrize("name", RULEBOOKS)
def test_the_engine_follows_the_rulebook(name: str) -> None:
    endings: set[str] = set()
    done: set[type[Action]] = set()
    for number in range(MATCHES):
        match, kinds = play_both(edition_for(name, number), f"{name} {number}")
        done |= kinds
        endings.update(verdict.end.reason for verdict in match.over)
    assert done >= KINDS[match.rules.makers], "the matches must hold everything that can be done"
    assert endings >= ENDINGS[match.rules.makers], "the matches must show everything that can happen"
