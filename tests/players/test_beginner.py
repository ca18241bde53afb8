"""The beginner plays like a child: favourite codes, and guesses that fit the last row but overlook some other."""

from collections import Counter
from random import Random

import pytest

from keypeg.core.actions import Call, Guess, SetCode
from keypeg.core.apply import apply
from keypeg.core.codes import BLANK
from keypeg.core.edition import TABLE, Edition
from keypeg.core.legal import phase, waiting
from keypeg.core.observe import observe
from keypeg.core.state import new_match
from keypeg.core.view import Phase
from keypeg.draws.random_codes import draw_deal
from keypeg.editions import RULEBOOKS
from keypeg.players.beginner import PATTERNS
from keypeg.records.edition_links import read_edition
from support.player_levels import QUICK, player, table_with_code, with_rows
from support.random_play import edition_from, random_edition, right_mark

BEGINNER = player("beginner")


def rows_of_games(rules: Edition, games: int) -> list[list[bool]]:
    """For each guess of some matches, which of the marks before it fit, in order."""
    all_rows = []
    for seed in range(games):
        rng = Random(seed)
        state = table_with_code(rules, rng.choice(list(rules.secrets.space)))
        while not state.finished:
            view = observe(state, 2)
            action = BEGINNER.choose(view, QUICK, rng)
            assert isinstance(action, Guess)
            rows = view.boards[0].rows
            all_rows.append([right_mark(rules.marking, action.code, row.guess) == row.marks[0].mark for row in rows])
            state = apply(state, 2, action).state
    return all_rows


@pytest.mark.no_cover
@pytest.mark.parametrize("table", ["classic", "traffic-jam-2000~option_2", "hasbro-2004", "house~holes_3"])
def test_its_guesses_fit_most_marks_but_not_all_and_always_the_last(table: str) -> None:
    guesses = [fits for fits in rows_of_games(read_edition(table), 40) if fits]
    assert all(fits[-1] for fits in guesses)
    earlier = [fit for fits in guesses for fit in fits[:-1]]
    assert 0.5 < sum(earlier) / len(earlier) < 0.95
    late = [fits for fits in guesses if len(fits) >= 3]
    assert 0 < sum(all(fits) for fits in late) < len(late), "sometimes it overlooks nothing"


@pytest.mark.no_cover
def test_it_overlooks_different_rows_each_time() -> None:
    state = table_with_code(edition_from("classic"), (1, 2, 3, 4))
    state = with_rows(state, 2, [(1, 1, 2, 2), (5, 5, 6, 6), (3, 1, 4, 5), (2, 4, 3, 6)])
    view = observe(state, 2)
    overlooked: Counter[int] = Counter()
    for seed in range(150):
        action = BEGINNER.choose(view, QUICK, Random(seed))
        assert isinstance(action, Guess)
        for number, row in enumerate(view.boards[0].rows, 1):
            overlooked[number] += view.edition.marking.mark(action.code, row.guess) != row.marks[0].mark
    assert {number for number, times in overlooked.items() if times} == {1, 2, 3}


def test_its_codes_are_patterns_of_few_colours() -> None:
    rules = edition_from("classic")
    view = observe(new_match(rules), 1)
    codes = []
    for seed in range(400):
        action = BEGINNER.choose(view, QUICK, Random(seed))
        assert isinstance(action, SetCode)
        codes.append(action.code)
    assert {peg for code in codes for peg in code} == {1, 2, 3, 4}, "the first colours of the box"
    assert len(set(codes)) > 20
    patterns = {"".join("ABCD"[sorted({*code}, key=code.index).index(peg)] for peg in code) for code in codes}
    assert patterns == {pattern[:4] for pattern in PATTERNS}
    assert sum(len({*code}) <= 2 for code in codes) > len(codes) / 2


@pytest.mark.no_cover
@pytest.mark.parametrize("name", [name for name in RULEBOOKS if not edition_from(name).dealt])
def test_its_codes_are_allowed_in_every_edition(name: str) -> None:
    for seed in range(80):
        rng = Random(f"{name} {seed}")
        rules = random_edition(name, rng, longest=2)
        if rules.dealt:
            continue
        state = new_match(rules)
        seat = waiting(state)[0]
        action = BEGINNER.choose(observe(state, seat), QUICK, rng)
        assert isinstance(action, SetCode)
        board = next(board for board in state.round.boards if seat in board.makers)
        assert action.code in rules.secret_space(board.breakers[0])
        state = apply(state, seat, action).state
        if not rules.secret_space(board.breakers[0]).most_blanks:
            assert BLANK not in action.code
        assert state.round.codes[seat - 1] == action.code


def test_where_no_pattern_is_allowed_it_makes_any_code() -> None:
    rules = edition_from("house", holes=5, colours=6, repeats="no", **{"guess-repeats": "no"})
    for seed in range(30):
        action = BEGINNER.choose(observe(new_match(rules), 1), QUICK, Random(seed))
        assert isinstance(action, SetCode)
        assert len({*action.code}) == 5


def test_it_calls_before_it_is_certain() -> None:
    wrong = right = 0
    for seed in range(40):
        rng = Random(seed)
        state = new_match(edition_from("mastermind-44", seats=2))
        state = apply(state, TABLE, draw_deal(state.edition, rng)).state
        while not state.finished and state.outcome is None:
            seat = waiting(state)[0]
            early = phase(state) is Phase.GUESSES
            action = BEGINNER.choose(observe(state, seat), QUICK, rng)
            assert action is not None
            state = apply(state, seat, action).state
            if isinstance(action, Call) and early:
                answer = BEGINNER.choose(observe(state, seat), QUICK, rng)
                assert answer is not None
                state = apply(state, seat, answer).state
                hit = bool(state.finished) and state.finished[0].outcome.winners == (seat,)
                right, wrong = right + hit, wrong + (not hit)
    assert right
    assert wrong
