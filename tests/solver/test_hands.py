"""Hands and deals compared with Bayes' rule for counters drawn face down, and the information of rows."""

from collections import Counter, defaultdict
from itertools import permutations
from math import log2
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from keypeg.core.codes import BLANK, Code, join_parts
from keypeg.core.marks import PARTS, KeyPegs, Mark
from keypeg.editions import edition
from keypeg.solver.dealt.hands import ERROR_CHANCE, Box, Clues, Deals, Hands, fitting_hands, list_deals, list_hands
from keypeg.solver.dealt.information import chance_right, full_rows, information, information_bound
from keypeg.solver.game.dealt_codes import enumerate_deals
from support.thoroughness import examples

few = examples(60)

Deal = tuple[Code, ...]


class KnownTable(NamedTuple):
    """A table of a few seats as the first of them knows it."""

    box: Box
    dealt: Deal
    rows: tuple[tuple[int, Code], ...]
    """The seat and the guess of each row."""


def every_draw(box: Box, seats: int) -> list[Deal]:
    """Every way to draw the counters, all equally likely: holes and colours are face down."""
    drawn = seats * box.parts
    counters = [colour for colour in range(1, box.colours + 1) for _ in range(box.counters)]
    draws = []
    for holes in permutations(range(box.holes), drawn):
        for pegs in permutations(counters, drawn):
            parts = [[BLANK] * box.holes for _ in range(seats)]
            for at, (hole, peg) in enumerate(zip(holes, pegs, strict=True)):
                parts[at % seats][hole] = peg
            draws.append(tuple(tuple(part) for part in parts))
    return draws


def marks_of(deal: Deal, rows: tuple[tuple[int, Code], ...]) -> list[tuple[int, int, Mark]]:
    """Every mark of these rows: the number of the row, the marking seat, and the mark."""
    return [
        (at, seat, PARTS.mark(hand, row))
        for at, (guesser, row) in enumerate(rows)
        for seat, hand in enumerate(deal)
        if seat != guesser
    ]


def posterior(known: KnownTable) -> dict[Deal, float]:
    """The chance of each deal by Bayes' rule: the draws that agree with one's own hand and with every mark."""
    own, marks = known.dealt[0], marks_of(known.dealt, known.rows)
    draws = every_draw(known.box, len(known.dealt))
    left = Counter(draw for draw in draws if draw[0] == own and marks_of(draw, known.rows) == marks)
    return {deal: ways / left.total() for deal, ways in left.items()}


def clues_of(known: KnownTable, seat: int) -> Clues:
    marks = marks_of(known.dealt, known.rows)
    return Clues(tuple((known.rows[at][1], mark) for at, by, mark in marks if by == seat))


def listed(known: KnownTable) -> tuple[Hands, Deals]:
    hands = list_hands(known.box)
    candidates = [fitting_hands(hands, clues_of(known, seat)) for seat in range(1, len(known.dealt))]
    deals = list_deals(hands, hands.number(known.dealt[0]), candidates)
    assert deals is not None
    return hands, deals


def by_deal(known: KnownTable, hands: Hands, deals: Deals) -> dict[Deal, float]:
    weights = {}
    for row, weight in zip(deals.hands.tolist(), deals.weights.tolist(), strict=True):
        others = tuple(tuple(hands.pegs[hand].tolist()) for hand in row)
        weights[known.dealt[0], *others] = weight / deals.total
    return weights


@st.composite
def tables(draw: st.DrawFn) -> KnownTable:
    """A small table, dealt, with some rows placed."""
    seats, parts, holes, colours, counters = draw(
        st.sampled_from([(2, 1, 3, 3, 2), (2, 1, 4, 2, 1), (2, 2, 4, 2, 2), (3, 1, 3, 2, 2), (3, 1, 4, 2, 2)])
    )
    box = Box(holes, colours, parts, counters)
    dealt = draw(st.sampled_from(every_draw(box, seats)))
    row = st.tuples(st.integers(0, seats - 1), st.tuples(*[st.integers(1, colours)] * holes))
    return KnownTable(box, dealt, tuple(draw(st.lists(row, max_size=4))))


@few
@given(tables())
def test_the_deals_have_the_weights_of_bayes(known: KnownTable) -> None:
    expected = posterior(known)
    weights = by_deal(known, *listed(known))
    assert weights.keys() == expected.keys()
    assert all(weights[deal] == pytest.approx(expected[deal]) for deal in expected)


@few
@given(tables())
def test_the_chance_of_a_code_is_that_of_all_its_deals(known: KnownTable) -> None:
    expected: dict[Code, float] = defaultdict(float)
    for deal, chance in posterior(known).items():
        expected[join_parts(deal)] += chance
    hands, deals = listed(known)
    wholes, chances = deals.code_chances
    chance_of_code = {hands.code_of(int(whole)): chance for whole, chance in zip(wholes, chances.tolist(), strict=True)}
    assert chance_of_code == pytest.approx(dict(expected))
    assert all(hands.key_of(hands.code_of(int(whole))) == whole for whole in wholes)


@few
@given(tables(), st.data())
def test_the_information_of_a_row_is_that_of_all_other_seats_marks(known: KnownTable, data: st.DataObject) -> None:
    hands, deals = listed(known)
    rows = full_rows(known.box.holes, known.box.colours, True)
    number = data.draw(st.integers(0, len(rows) - 1))
    row = tuple(rows[number].tolist())
    cells: dict[tuple[Mark, ...], dict[Code, float]] = defaultdict(lambda: defaultdict(float))
    for deal, chance in posterior(known).items():
        cells[tuple(PARTS.mark(hand, row) for hand in deal[1:])][join_parts(deal)] += chance
    weights = [sum(codes.values()) for codes in cells.values()]
    bits = information(hands, deals, rows)
    assert bits[number] == pytest.approx(-sum(weight * log2(weight) for weight in weights), abs=1e-9)
    assert chance_right(hands, deals, rows)[number] == pytest.approx(sum(max(c.values()) for c in cells.values()))
    assert (information_bound(hands, deals, rows) >= bits - 1e-9).all()


@few
@given(tables())
def test_one_mark_alone_is_no_more_informative_than_all_marks(known: KnownTable) -> None:
    hands, deals = listed(known)
    rows = full_rows(known.box.holes, known.box.colours, True)
    alone = information(hands, deals, rows, [0])
    assert (alone <= information(hands, deals, rows) + 1e-9).all()
    assert (chance_right(hands, deals, rows, [0]) <= chance_right(hands, deals, rows) + 1e-9).all()


@pytest.mark.parametrize(
    ("seats", "parts", "own"),
    [(2, 1, (0, 0, 3, 0, 0)), (3, 1, (0, 0, 0, 0, 6)), (4, 1, (1, 0, 0, 0, 0)), (2, 2, (0, 2, 0, 2, 0))],
)
def test_the_deals_of_the_rulebooks_game_are_those_of_its_guessing_game(seats: int, parts: int, own: Code) -> None:
    expected, ways = enumerate_deals(5, 6, seats - 1, parts, 4, own)
    hands = list_hands(Box(5, 6, parts, 4))
    everything = fitting_hands(hands, Clues())
    deals = list_deals(hands, hands.number(own), [everything] * (seats - 1))
    assert deals is not None
    weights = by_deal(KnownTable(hands.box, (own,), ()), hands, deals)
    assert weights == pytest.approx(
        {(own, *d): way / ways.sum() for d, way in zip(expected, ways.tolist(), strict=True)}
    )


def test_a_blank_shows_only_that_its_hole_is_the_seats_own() -> None:
    hands = list_hands(Box(5, 6, 1, 4))
    fitting, likely = fitting_hands(hands, Clues(blanks=((1, 0, 2, 3, 4),)))
    assert [tuple(hands.pegs[hand].tolist()) for hand in fitting] == [(0, colour, 0, 0, 0) for colour in range(1, 7)]
    assert (likely == 1).all()


def test_a_blank_shows_one_hole_of_two_parts() -> None:
    hands = list_hands(Box(5, 6, 2, 4))
    fitting, _ = fitting_hands(hands, Clues(blanks=((1, 0, 2, 3, 4),)))
    assert {tuple(np.flatnonzero(hands.pegs[hand] != BLANK).tolist()) for hand in fitting} == {
        (0, 1), (1, 2), (1, 3), (1, 4),
    }  # fmt: skip


def test_players_rarely_answer_against_their_own_parts() -> None:
    hands = list_hands(Box(3, 3, 1, 2))
    fitting, likely = fitting_hands(hands, Clues(answers=((1, 2, 0),)))
    chances = {tuple(hands.pegs[hand].tolist()): chance for hand, chance in zip(fitting, likely.tolist(), strict=True)}
    assert len(chances) == 9
    assert {hand for hand, chance in chances.items() if chance == 1} == {(1, 0, 0), (0, 2, 0)}
    assert set(chances.values()) == {1, ERROR_CHANCE}


def test_a_wrong_answer_is_ruled_out() -> None:
    hands = list_hands(Box(3, 3, 1, 2))
    everything = fitting_hands(hands, Clues())
    own, wrong = hands.number((1, 0, 0)), hands.key_of((1, 2, 0))
    before, after = (list_deals(hands, own, [everything], ruled_out) for ruled_out in ((), (wrong,)))
    assert before is not None
    assert after is not None
    assert set(before.keys) - set(after.keys) == {wrong}
    assert len(after) == len(before) - 1


def test_too_many_deals_are_not_listed() -> None:
    hands = list_hands(Box(8, 9, 2, 4))
    everything = fitting_hands(hands, Clues())
    assert list_deals(hands, 0, [everything] * 3) is None
    small = list_hands(Box(5, 6, 1, 4))
    candidates = [fitting_hands(small, Clues())] * 3
    assert list_deals(small, 0, candidates, most=5183) is None
    exact = list_deals(small, 0, candidates, most=5184)
    assert exact is not None
    assert len(exact) == 5184


def test_there_is_no_deal_if_no_hand_of_a_seat_fits() -> None:
    hands = list_hands(Box(5, 6, 1, 4))
    nothing = fitting_hands(hands, Clues((((1, 1, 1, 1, 1), KeyPegs(1, 0)), ((1, 1, 1, 1, 1), KeyPegs(0, 0)))))
    deals = list_deals(hands, 0, [fitting_hands(hands, Clues()), nothing])
    assert deals is not None
    assert len(deals) == 0


def test_a_seat_of_the_rulebooks_game_holds_one_of_thirty_hands_or_of_360_pairs() -> None:
    for parts, expected in ((1, 30), (2, 360)):
        secrets = edition("mastermind-44", seats=2, parts=parts).secrets
        assert (
            len(list_hands(Box(secrets.space.holes, secrets.space.colours, parts, secrets.counters)).pegs) == expected
        )
