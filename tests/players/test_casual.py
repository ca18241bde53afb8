"""The casual player: any code, any guess that fits, in any seat of any edition."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given

from keypeg.core.actions import Action, Answer, Call, Claim, GiveMark, Guess, Resign, SetCode
from keypeg.core.apply import apply
from keypeg.core.codes import parts_of
from keypeg.core.consistency import clues_on, fitting
from keypeg.core.edition import TABLE, Edition
from keypeg.core.legal import phase, waiting
from keypeg.core.marks import KeyPegs
from keypeg.core.observe import observe
from keypeg.core.state import State, new_match
from keypeg.core.view import Phase
from keypeg.draws.random_codes import draw_deal
from keypeg.editions import RULEBOOKS, edition
from keypeg.players import casual
from keypeg.records.edition_links import read_edition
from support.played_table import Table
from support.random_play import editions, seeds
from support.thoroughness import examples, some_of, times

pytestmark = pytest.mark.no_cover  # slow and repetitive: other tests cover the same code faster

TABLES = [
    *RULEBOOKS,
    "classic~by-hand_yes",
    "traffic-jam-2000~option_1",
    "traffic-jam-2000~option_3~by-hand_yes",
    "challenge-2001~race_yes",
    "challenge-2001~race_yes~by-hand_yes",
    "challenge-2001~handicap_2",
    "hasbro-2004~seats_5~experts_yes",
    "mastermind-44~seats_2~parts_2",
    "mastermind-44~seats_3~by-hand_yes",
    "house~seats_4~holes_8~colours_9~marking_parts~parts_2",
    "house~holes_8~colours_20~rows_40",
]


def played(rules: Edition, seed: int) -> tuple[State, list[tuple[State, int, Action]]]:
    """A match among bots, and every action with the state before it."""
    state, rng = new_match(rules), Random(seed)
    done: list[tuple[State, int, Action]] = []
    while state.outcome is None:
        before = len(done)
        if TABLE in waiting(state):
            state = apply(state, TABLE, draw_deal(rules, rng)).state
            continue
        for seat in range(1, rules.seats + 1):
            action = casual.PLAYER.choose(observe(state, seat), 1.0, rng) if state.outcome is None else None
            if action is not None:
                done.append((state, seat, action))
                state = apply(state, seat, action).state
        assert len(done) > before, "somebody must act"
    return state, done


@pytest.mark.parametrize("table", TABLES)
def test_bots_play_every_edition_to_its_end(table: str) -> None:
    assert played(read_edition(table), 1)[0].outcome is not None


@pytest.mark.parametrize("table", some_of(TABLES[:-1], quick=6))
def test_the_same_seed_plays_the_same_match(table: str) -> None:
    rules = read_edition(table)
    assert played(rules, 5)[0] == played(rules, 5)[0]


@pytest.mark.parametrize("table", ["classic", "hasbro-2004~seats_3", "traffic-jam-2000", "challenge-2001"])
def test_every_guess_fits_all_the_marks_so_far(table: str) -> None:
    rules = read_edition(table)
    for seed in range(times(2, 5)):
        for state, seat, action in played(rules, seed)[1]:
            if isinstance(action, Guess):
                board = next(board for board in observe(state, seat).boards if seat in board.breakers)
                for row in board.rows:
                    assert rules.marking.mark(action.code, row.guess) == row.marks[0].mark


@pytest.mark.parametrize(
    ("seat", "table", "lines"),
    [
        (1, "parker-1974", ["1 code RBY", "2 code RBY", "1 guess RRB", "2 guess WWW"]),
        (2, "hasbro-2004", ["1 code WGOS", "2 guess WPGR"]),
        (2, "traffic-jam-2000", ["1 code RBYP", "2 guess RRBB"]),
    ],
)
def test_all_fitting_codes_are_equally_likely(seat: int, table: str, lines: list[str]) -> None:
    at = Table(table, *lines)
    view = at.sees(seat)
    assert view.own_board is not None
    fit = list(fitting(at.edition.secret_space(seat), at.edition.marking, clues_on(view.own_board)))
    samples = 40 * len(fit)
    codes = Counter(casual.PLAYER.choose(view, 1.0, Random(seed)) for seed in range(samples))
    assert set(codes) == {Guess(code) for code in fit}
    # If all are equally likely, the sum of squares has this mean and this deviation.
    squares = sum((count - 40) ** 2 / 40 for count in codes.values())
    freedom = len(fit) - 1
    assert abs(squares - freedom) < 4 * (2 * freedom) ** 0.5


@pytest.mark.parametrize("table", ["classic~by-hand_yes", "parker-1974~by-hand_yes", "mastermind-44~by-hand_yes"])
def test_bots_mark_correctly_by_hand(table: str) -> None:
    for seed in range(5):
        state, done = played(read_edition(table), seed)
        assert any(isinstance(action, GiveMark) for _, _, action in done)
        assert all(finished.wrong == () for finished in state.finished)


def test_a_call_before_the_rows_are_used_up_is_always_right() -> None:
    calls = 0
    for seed in range(20):
        state, done = played(edition("mastermind-44"), seed)
        early = [seat for was, seat, action in done if isinstance(action, Call) and phase(was) is Phase.GUESSES]
        calls += len(early)
        assert all(state.finished[0].outcome.winners == (seat,) for seat in early)
    assert calls > 10


def test_marks_that_no_code_fits_are_claimed_until_the_wrong_one_is_found() -> None:
    log: list[tuple[int, Action]] = [
        (1, SetCode((1, 1, 1, 1))),
        (2, Guess((1, 1, 1, 2))),
        (1, GiveMark(KeyPegs(3, 0))),
        (2, Guess((1, 1, 1, 1))),
        (1, GiveMark(KeyPegs(0, 0))),
    ]
    state = new_match(edition("classic", by_hand=True))
    for seat, done in log:
        state = apply(state, seat, done).state
    claimed = []
    while not state.finished:
        action = casual.PLAYER.choose(observe(state, 2), 1.0, Random(0))
        assert isinstance(action, Claim)
        claimed.append(action.row)
        state = apply(state, 2, action).state
    assert claimed == [1, 2]
    assert state.finished[0].outcome.reason == "wrong-mark"


def test_a_bot_with_nothing_to_do_does_nothing() -> None:
    state = new_match(edition("classic"))
    assert casual.PLAYER.choose(observe(state, 2), 1.0, Random(0)) is None


def test_a_wrong_answer_is_not_given_again() -> None:
    state = new_match(edition("mastermind-44", seats=2))
    state = apply(state, TABLE, draw_deal(state.edition, Random(3))).state
    state = apply(state, 1, Call()).state
    first = casual.PLAYER.choose(observe(state, 1), 1.0, Random(0))
    assert isinstance(first, Answer)
    state = apply(state, 1, first).state
    if state.finished:
        return
    state = apply(state, 2, Call()).state
    for seed in range(200):
        assert casual.PLAYER.choose(observe(state, 2), 1.0, Random(seed)) != first


def test_every_code_can_be_made() -> None:
    rules = edition("parker-1974", different=True)
    view = observe(new_match(rules), 1)
    codes = {casual.PLAYER.choose(view, 1.0, Random(seed)) for seed in range(3000)}
    assert codes == {SetCode(code) for code in rules.secrets.space}


def test_every_seat_is_dealt_its_parts_in_different_holes() -> None:
    for table in ("mastermind-44", "mastermind-44~seats_2~parts_2", "house~holes_8~seats_4~marking_parts~repeats_no"):
        rules = read_edition(table)
        for seed in range(50):
            deal = draw_deal(rules, Random(seed))
            apply(new_match(rules), TABLE, deal)
            assert [len(list(parts_of(part))) for part in deal.parts] == [rules.secrets.parts] * rules.seats


def test_parts_are_dealt_where_the_number_of_counters_is_unlimited() -> None:
    rules = edition("mastermind-44")
    rules = replace(rules, secrets=replace(rules.secrets, counters=0))
    for seed in range(50):
        apply(new_match(rules), TABLE, draw_deal(rules, Random(seed)))


def test_two_of_a_colour_are_dealt_a_little_rarer_than_independently() -> None:
    # Of 24 counters, 4 of each colour, the second one drawn has the colour of the first in 3 cases of 23, not in 1 of
    # 6.
    rules = edition("mastermind-44", seats=2)
    draws = [draw_deal(rules, Random(seed)).parts for seed in range(6000)]
    same = Counter(max(first) == max(other) for first, other in draws)[True]
    assert abs(same / len(draws) - 3 / 23) < abs(same / len(draws) - 1 / 6)


def test_a_resigned_seat_is_not_asked_again() -> None:
    state = new_match(edition("hasbro-2004", seats=3))
    state = apply(state, 1, SetCode((1, 2, 3, 4))).state
    state = apply(state, 2, Resign()).state
    assert casual.PLAYER.choose(observe(state, 2), 1.0, Random(0)) is None
    assert isinstance(casual.PLAYER.choose(observe(state, 3), 1.0, Random(0)), Guess)


@examples(60)
@given(editions(longest=2), seeds())
def test_the_bot_only_does_what_is_allowed_at_any_table(rules: Edition, seed: int) -> None:
    state, rng = new_match(rules), Random(seed)
    for _ in range(40):
        if state.outcome is not None:
            return
        if TABLE in waiting(state):
            state = apply(state, TABLE, draw_deal(rules, rng)).state
        for seat in range(1, rules.seats + 1):
            action = casual.PLAYER.choose(observe(state, seat), 1.0, rng) if state.outcome is None else None
            if action is not None:
                state = apply(state, seat, action).state
