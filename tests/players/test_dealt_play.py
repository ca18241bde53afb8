"""The strong and the perfect player where parts are dealt: what they know, place, call and answer."""

from itertools import islice
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keypeg.contests.driver import play_match
from keypeg.core.actions import Action, Answer, Call, Deal, GiveMark, Guess
from keypeg.core.apply import apply
from keypeg.core.codes import BLANK, Code, join_parts
from keypeg.core.edition import TABLE, Edition
from keypeg.core.immutable import replace_fields
from keypeg.core.legal import waiting
from keypeg.core.marks import KeyPegs
from keypeg.core.observe import observe
from keypeg.core.state import State, new_match
from keypeg.core.view import View
from keypeg.draws.random_codes import draw_deal
from keypeg.editions import edition
from keypeg.players import Player, casual
from keypeg.players.dealt_knowledge import knowledge_of
from keypeg.players.registry import find_player
from keypeg.players.skill import pick_code
from keypeg.players.win_chance import chance_after_row, chance_to_win
from keypeg.records.edition_links import read_edition
from support.played_table import Table
from support.thoroughness import examples, first_of, some_of, times

STRONG, PERFECT = find_player("strong"), find_player("perfect")
BOTH = pytest.mark.parametrize("player", [STRONG, PERFECT], ids=["strong", "perfect"])

RULEBOOK = ["mastermind-44~seats_2", "mastermind-44~seats_2~parts_2", "mastermind-44~seats_3", "mastermind-44"]

HOUSES = [
    "house~seats_2~holes_3~colours_3~marking_parts~rows_3",
    "house~seats_3~holes_3~colours_2~marking_parts",
    "house~seats_2~holes_4~colours_2~marking_parts~parts_2",
    "house~seats_5~holes_5~colours_6~marking_parts~rows_2",
    "house~seats_3~holes_4~colours_5~marking_parts~repeats_no~guess-repeats_no",
    "house~seats_4~holes_8~colours_9~marking_parts~parts_2~rows_3",
    "house~seats_2~holes_8~colours_20~marking_parts~parts_2~rows_4",
    "mastermind-44~seats_3~by-hand_yes",
]

QUICK = 0.05
"""Thinking time enough for what does not depend on skill."""


def played_on(rules: Edition, seed: int, rows: int) -> tuple[State, list[tuple[int, Action]]]:
    """A table with so many rows, any that are allowed, and the actions so far."""
    rng, state = Random(seed), new_match(rules)
    done: list[tuple[int, Action]] = [(TABLE, draw_deal(rules, rng))]
    state = apply(state, *done[0]).state
    for _ in range(rows):
        seat = waiting(state)[0]
        allowed = observe(state, seat).allowed(Guess)
        if allowed is None:
            break
        done.append((seat, Guess(pick_code(allowed, rng))))
        state = apply(state, *done[-1]).state
    return state, done


def dealt(state: State) -> tuple[Code, ...]:
    return tuple(code for code in state.round.codes if code is not None)


def all_choices(view: View, player: Player) -> list[Action | None]:
    return [player.choose(view, QUICK, Random(seed)) for seed in range(2)]


# What they know


@pytest.mark.parametrize("table", RULEBOOK)
@examples(15)
@given(st.integers(0, 2**32), st.integers(0, 7))
def test_the_actual_deal_is_always_possible(table: str, seed: int, rows: int) -> None:
    state, _ = played_on(read_edition(table), seed, rows)
    for seat in range(1, state.edition.seats + 1):
        knowledge = knowledge_of(observe(state, seat))
        assert knowledge.deals is not None
        others = [knowledge.hands.number(hand) for at, hand in enumerate(dealt(state), 1) if at != seat]
        assert others in knowledge.deals.hands.tolist()


@pytest.mark.parametrize("table", RULEBOOK)
def test_the_possible_codes_are_those_that_fit_the_marks(table: str) -> None:
    for seed in range(4):
        state, _ = played_on(read_edition(table), seed, 2 + seed)
        view = observe(state, 1)
        if any(BLANK in row.guess for board in view.boards for row in board.rows):
            continue  # a blank tells more than the marks do
        knowledge = knowledge_of(view)
        assert knowledge.deals is not None
        codes = {knowledge.hands.code_of(int(whole)) for whole in knowledge.deals.code_chances[0]}
        assert codes == set(casual.whole_codes(view, Random(0)))


def test_a_bluff_in_the_own_hole_tells_the_others_nothing() -> None:
    for bluff in "RBYGWK":
        table = Table("mastermind-44", "table deal R.... .B... ..Y.. ...G.", f"1 guess {bluff}KKKK")
        assert len(knowledge_of(table.sees(2)).candidates[0][0]) == 30


def test_a_blank_tells_the_others_whose_hole_it_is() -> None:
    table = Table("mastermind-44", "table deal R.... .B... ..Y.. ...G.", "1 guess .KKKK")
    knowledge = knowledge_of(table.sees(2))
    assert {tuple(knowledge.hands.pegs[hand].tolist()) for hand in knowledge.candidates[0][0]} == {
        (colour, 0, 0, 0, 0) for colour in range(1, 7)
    }


def test_a_wrong_answer_shows_what_its_seat_holds() -> None:
    table = Table("mastermind-44", "table deal R.... .B...", "1 call", "1 answer R.K..", seats=2)
    knowledge = knowledge_of(table.sees(2))
    assert set(knowledge.likeliest_codes) == {table.code("RB..."), table.code(".BK..")}
    assert knowledge.likeliest_chance > 0.49


@BOTH
@pytest.mark.parametrize("table", RULEBOOK)
def test_the_hands_of_others_change_nothing_while_they_fit(player: Player, table: str) -> None:
    rules = read_edition(table)
    for seed in range(times(1, 3)):
        state, done = played_on(rules, seed, 1 + seed)
        seat = waiting(state)[0]
        knowledge = knowledge_of(observe(state, seat))
        expected = all_choices(observe(state, seat), player)
        assert knowledge.deals is not None
        for hands in knowledge.deals.hands[:: max(len(knowledge.deals) // 5, 1)].tolist():
            parts = [tuple(knowledge.hands.pegs[hand].tolist()) for hand in hands]
            other = new_match(rules)
            parts.insert(seat - 1, dealt(state)[seat - 1])
            for actor, action in [(TABLE, Deal(tuple(parts))), *done[1:]]:
                other = apply(other, actor, action).state
            assert all_choices(observe(other, seat), player) == expected


# What they do


@BOTH
@pytest.mark.parametrize("table", some_of([*RULEBOOK, *HOUSES], quick=6))
def test_they_play_every_table_to_its_end_by_the_rules(player: Player, table: str) -> None:
    rules = read_edition(table)
    assert play_match(rules, [player] * rules.seats, "once", QUICK).state.outcome is not None


@BOTH
@pytest.mark.parametrize("table", first_of(RULEBOOK, quick=2))
def test_the_same_seed_plays_the_same_match(player: Player, table: str) -> None:
    rules = read_edition(table)
    first, again = (play_match(rules, [player] * rules.seats, "again", QUICK).log for _ in range(2))
    assert first == again


@BOTH
def test_they_never_show_their_own_hole(player: Player) -> None:
    for table in RULEBOOK:
        rules = read_edition(table)
        for _, action in play_match(rules, [player] * rules.seats, "shown", QUICK).log:
            assert not (isinstance(action, Guess) and BLANK in action.code)


@BOTH
def test_a_certain_code_is_called_and_is_right(player: Player) -> None:
    lines = ("1 guess KBYYG", "2 guess WWWWW", "1 guess KBKKY", "2 guess WWWWW", "1 guess KBYYY")
    table = Table("mastermind-44", "table deal R.... .B...", *lines, seats=2)
    view = table.sees(1)
    assert len(set(casual.whole_codes(view, Random(0)))) == 1
    assert player.choose(view, QUICK, Random(0)) == Call()
    answer = player.choose(table.does("1 call").sees(1), QUICK, Random(0))
    assert answer == Answer(table.code("RB..."))


def test_the_strong_player_calls_only_a_certain_code_while_rows_are_left() -> None:
    for table in RULEBOOK:
        rules = read_edition(table)
        for seed in range(4):
            match = play_match(rules, [STRONG] * rules.seats, f"sure {seed}", QUICK)
            finished = match.state.finished[0]
            left = any(len(board.rows) < rules.guesses.rows for board in finished.boards)
            assert not left or len(finished.answers) == 1


def test_the_perfect_player_calls_early_when_another_is_about_to() -> None:
    rules = edition("mastermind-44")
    for seed in range(6):
        state = new_match(rules)
        for seat, action in play_match(rules, [PERFECT] * 4, f"early {seed}", QUICK).log:
            if isinstance(action, Call) and not knowledge_of(observe(state, seat)).is_sure:
                return
            state = apply(state, seat, action).state
    pytest.fail("nobody called early")


@BOTH
def test_a_player_alone_waits_until_the_code_is_certain(player: Player) -> None:
    table = Table("mastermind-44", "table deal R.... .B...", "2 call", "2 answer .BK..", seats=2)
    doubtful = replace_fields(table.sees(1), answers=((2, table.code("Y.K..")),))
    for seed in range(5):
        assert isinstance(player.choose(doubtful, QUICK, Random(seed)), Guess)


@BOTH
def test_an_answer_is_one_of_the_most_likely_codes(player: Player) -> None:
    for name in RULEBOOK:
        for seed in range(3):
            state, _ = played_on(read_edition(name), seed, seed)
            seat = waiting(state)[0]
            state = apply(state, seat, Call()).state
            view = observe(state, seat)
            knowledge = knowledge_of(view)
            action = player.choose(view, QUICK, Random(seed))
            assert isinstance(action, Answer)
            assert action.code in knowledge.likeliest_codes
            assert knowledge.deals is not None
            wholes, chances = knowledge.deals.code_chances
            assert chances[wholes.tolist().index(knowledge.hands.key_of(action.code))] == pytest.approx(chances.max())


def test_the_row_of_the_strong_player_has_more_information_than_most() -> None:
    # Two seats, one part each: the other has one of 24 hands, and no row can divide them into more than three cells.
    table = Table("mastermind-44", "table deal R.... .B...", seats=2)
    action = STRONG.choose(table.sees(1), QUICK, Random(0))
    assert isinstance(action, Guess)
    left = []
    for code in islice(casual.whole_codes(table.sees(1), Random(0)), 100):
        theirs = tuple(peg if hole else BLANK for hole, peg in enumerate(code))
        left.append(table.edition.marking.mark(theirs, action.code))
    sizes = sorted(left.count(mark) for mark in set(left))
    assert len(sizes) == 3
    assert max(sizes) <= 12


@BOTH
def test_impossible_marks_do_not_stop_them(player: Player) -> None:
    table = Table("mastermind-44", "table deal R.... .B...", seats=2, by_hand=True)
    for mark in (KeyPegs(1, 0), KeyPegs(0, 0)):
        table.acts(1, Guess(table.code("BBBBB"))).acts(2, GiveMark(mark))
        table.acts(2, Guess(table.code("KKKKK"))).acts(1, GiveMark(KeyPegs(0, 0)))
    view = replace_fields(table.sees(1), contradicted=False)
    assert isinstance(player.choose(view, QUICK, Random(0)), Guess)
    assert isinstance(player.choose(table.does("1 call").sees(1), QUICK, Random(0)), Answer)


@BOTH
def test_no_playouts_decide_on_a_call_while_a_row_waits_for_its_marks(player: Player) -> None:
    table = Table("mastermind-44", "table deal R.... .B... ..Y.. ...G.", "1 guess KKKKK", by_hand=True)
    assert player.choose(table.sees(3), QUICK, Random(0)) is None
    assert isinstance(player.choose(table.sees(2), QUICK, Random(0)), GiveMark)


# The chance to win


def test_the_chance_to_win_has_an_estimate_and_an_error() -> None:
    table = Table("mastermind-44", "table deal R.... .B... ..Y.. ...G.")
    estimates = [chance_to_win(table.sees(seat), 3, 400) for seat in range(1, 5)]
    assert all(estimate is not None for estimate in estimates)
    chances = [estimate.chance for estimate in estimates if estimate is not None]
    assert max(chances) == chances[0]
    assert abs(sum(chances) - 1) < 0.2
    assert estimates[0] == chance_to_win(table.sees(1), 3, 400)
    assert estimates[0] is not None
    assert 0 < estimates[0].error < 0.03


def test_the_chance_after_a_row_is_that_of_placing_it() -> None:
    # Four codes are left; the other seat has learned nothing yet, and has no time to.
    lines = ("1 guess OBYYY", "2 guess OOOOO")
    table = Table("house", "table deal R.... .B...", *lines, seats=2, holes=5, marking="parts", rows=2)
    useful = chance_after_row(table.sees(1), table.code("OBBYG"), 3)
    useless = chance_after_row(table.sees(1), table.code("VVVVV"), 3)
    assert useful is not None
    assert useless is not None
    assert abs(useful.chance - 1 / 2) < 5 * useful.error + 0.05
    assert abs(useless.chance - 1 / 4) < 5 * useless.error + 0.05


def test_there_is_no_chance_to_win_where_it_is_unknown() -> None:
    table = Table("mastermind-44", seats=2)
    assert chance_to_win(table.sees(1), 0) is None
    table.does("table deal R.... .B...", "1 call")
    assert chance_to_win(table.sees(2), 0) is None
    by_hand = Table("mastermind-44", "table deal R.... .B...", "1 guess KKKKK", seats=2, by_hand=True)
    assert chance_to_win(by_hand.sees(1), 0) is None
    assert chance_after_row(by_hand.sees(1), by_hand.code("KKKKK"), 0) is None
    huge = Table("house", seats=4, holes=8, colours=9, marking="parts", parts=2)
    huge.acts(TABLE, draw_deal(huge.edition, Random(0)))
    assert chance_to_win(huge.sees(1), 0) is None


def test_the_answer_shows_the_whole_code() -> None:
    rules = edition("mastermind-44", seats=3)
    match = play_match(rules, [STRONG] * 3, "whole", QUICK)
    finished = match.state.finished[0]
    assert finished.answers[-1][1] == join_parts(tuple(code for code in finished.codes if code is not None))
