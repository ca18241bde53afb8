"""Bots as makers: hard codes and correct marks; and as breakers who were marked wrongly."""

import json
from collections import Counter
from importlib.resources import files
from math import sqrt
from random import Random

import pytest

from keypeg.core.actions import Action, Claim, GiveMark, Guess, SetCode
from keypeg.core.apply import apply
from keypeg.core.codes import Code
from keypeg.core.edition import Edition
from keypeg.core.legal import waiting
from keypeg.core.marks import KeyPegs
from keypeg.core.observe import observe
from keypeg.core.state import new_match
from keypeg.editions import RULEBOOKS
from keypeg.players.hard_codes import shape_of
from keypeg.solver.game.guessing_game import game_for
from support.player_levels import ALL, QUICK, play_mixed, player
from support.random_play import MIXED, edition_from, random_edition, right_mark
from support.thoroughness import first_of, some_of, times

pytestmark = pytest.mark.no_cover  # slow and repetitive: other tests cover the same code faster


def make_codes(rules: Edition, name: str, count: int) -> list[Code]:
    """The first codes that this player sets at a table."""
    state = new_match(rules)
    view = observe(state, waiting(state)[0])
    actions = [player(name).choose(view, QUICK, Random(seed)) for seed in range(count)]
    return [action.code for action in actions if isinstance(action, SetCode)]


def roughly_even(counts: Counter[Code], codes: list[Code]) -> bool:
    """Whether no code is chosen more or less often than chance explains."""
    expected = counts.total() / len(codes)
    chi_square = sum((counts[code] - expected) ** 2 / expected for code in codes)
    free = len(codes) - 1
    return abs(chi_square - free) < 5 * sqrt(2 * free)


@pytest.mark.cover
@pytest.mark.parametrize("name", first_of(["perfect", "devil", "fewest"], quick=1))
def test_perfect_makes_all_codes_equally_often_except_those_of_one_colour(name: str) -> None:
    rules = edition_from("classic")
    counts = Counter(make_codes(rules, name, 8000))
    others = [code for code in rules.secrets.space if len({*code}) > 1]
    assert set(counts) <= set(others)
    assert counts.total() == 8000
    assert roughly_even(counts, others)


@pytest.mark.parametrize("name", ["casual", "strong"])
def test_a_player_without_known_shares_makes_all_codes_equally_often(name: str) -> None:
    rules = edition_from("classic")
    assert roughly_even(Counter(make_codes(rules, name, 8000)), list(rules.secrets.space))


@pytest.mark.parametrize("name", ["parker-1974", "traffic-jam-2000", "hasbro-2000-advanced"])
def test_codes_of_one_shape_are_made_equally_often(name: str) -> None:
    rules = edition_from(name)
    counts = Counter(make_codes(rules, "perfect", 6000))
    for shape in {shape_of(code) for code in counts}:
        codes = [code for code in rules.secret_space(rules.seats) if shape_of(code) == shape]
        frequencies = Counter({code: counts[code] for code in codes})
        if frequencies.total() >= 5 * len(codes):  # enough to compare
            assert roughly_even(frequencies, codes)


@pytest.mark.parametrize(
    "rules",
    [
        edition_from("classic"),
        edition_from("parker-1974"),
        edition_from("traffic-jam-2000", option=1),
        edition_from("traffic-jam-2000"),
        edition_from("hasbro-2000"),
        edition_from("hasbro-2000-advanced"),
    ],
    ids=lambda rules: rules.id,
)
def test_shapes_are_made_with_their_known_shares(rules: Edition) -> None:
    text = (files("keypeg.players") / "hardest.json").read_text(encoding="utf-8")
    shares = Counter[str](json.loads(text)[game_for(rules).key]["shares"])
    samples = times(2000, 4000)
    frequencies = Counter(map(shape_of, make_codes(rules, "perfect", samples)))
    assert set(frequencies) == {shape for shape, share in shares.items() if share}
    for shape, share in shares.items():
        chance = share / shares.total()
        assert abs(frequencies[shape] - samples * chance) <= 5 * (samples * chance * (1 - chance)) ** 0.5


def test_the_shape_of_a_code_is_how_often_its_colours_occur() -> None:
    assert shape_of((1, 1, 1, 1)) == "4"
    assert shape_of((5, 2, 5, 3)) == "211"
    assert shape_of((0, 1, 0, 1)) == "22"


@pytest.mark.parametrize("level", ALL)
@pytest.mark.parametrize("name", [name for name in RULEBOOKS if not edition_from(name).dealt])
def test_every_code_is_allowed_in_every_edition(name: str, level: str) -> None:
    for seed in range(25):
        rng = Random(f"{name} {seed}")
        rules = random_edition(name, rng, longest=2, holes=5, colours=7)
        if not rules.dealt:
            state = new_match(rules)
            seat = waiting(state)[0]
            action = player(level).choose(observe(state, seat), QUICK, rng)
            assert isinstance(action, SetCode)
            board = next(board for board in state.round.boards if seat in board.makers)
            assert action.code in rules.secret_space(board.breakers[0])


@pytest.mark.parametrize(
    ("name", "level"),
    some_of(
        [
            (name, level)
            for name in RULEBOOKS
            for level in ALL
            if player(level).keeps_code or not edition_from(name).dealt
        ],
        quick=23,
    ),
)
def test_marks_given_by_hand_are_correct(name: str, level: str) -> None:
    marks = 0
    for seed in range(40):
        rng = Random(f"{name} {seed}")
        rules = edition_from(name, **{"by-hand": "yes"})
        seats = {rng.randint(1, rules.seats): player(level)}
        for state, seat, _, action in play_mixed(rules, seats, rng, MIXED._replace(patience=30, leaves=0.0)):
            if isinstance(action, GiveMark):
                may = observe(state, seat).allowed(GiveMark)
                secret = state.round.codes[seat - 1]
                assert may is not None
                assert secret is not None
                row = observe(state, seat).board(may.board).rows[-1]
                assert action.mark == right_mark(rules.marking, secret, row.guess)
                marks += 1
        if marks >= 5:
            return
    assert marks >= 5


@pytest.mark.parametrize("level", ALL)
def test_every_player_claims_marks_that_no_code_fits(level: str) -> None:
    log: list[tuple[int, Action]] = [
        (1, SetCode((1, 1, 1, 1))),
        (2, Guess((1, 1, 1, 2))),
        (1, GiveMark(KeyPegs(3, 0))),
        (2, Guess((1, 1, 1, 1))),
        (1, GiveMark(KeyPegs(0, 0))),
    ]
    state = new_match(edition_from("classic", **{"by-hand": "yes"}))
    for seat, done in log:
        state = apply(state, seat, done).state
    while not state.finished:
        action = player(level).choose(observe(state, 2), QUICK, Random(0))
        assert isinstance(action, Claim)
        state = apply(state, 2, action).state
    assert state.finished[0].outcome.reason == "wrong-mark"


@pytest.mark.parametrize("level", ALL)
def test_no_player_claims_marks_that_some_code_fits(level: str) -> None:
    state = new_match(edition_from("classic", **{"by-hand": "yes"}))
    log: list[tuple[int, Action]] = [
        (1, SetCode((1, 1, 1, 1))),
        (2, Guess((1, 1, 1, 2))),
        (1, GiveMark(KeyPegs(0, 0))),  # wrong, but it could be right
    ]
    for seat, done in log:
        state = apply(state, seat, done).state
    assert isinstance(player(level).choose(observe(state, 2), QUICK, Random(0)), Guess)
