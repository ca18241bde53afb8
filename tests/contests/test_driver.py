"""Bots at a table: the order of actions, changes of code, whole matches, and players that fail."""

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import assume, given

from keypeg.contests import driver
from keypeg.contests.driver import ChosenAction, apply_action, change_codes, check_seats, choose_next_action, play_match
from keypeg.core.actions import Action, Answer, Call, Claim, Guess, Pass, Resign, SetCode
from keypeg.core.apply import apply
from keypeg.core.codes import Code
from keypeg.core.edition import TABLE, Edition
from keypeg.core.errors import ReadError, RuleError
from keypeg.core.state import State, new_match
from keypeg.core.view import View
from keypeg.editions import RULEBOOKS, edition
from keypeg.players import Choose, Player
from keypeg.players.registry import find_player
from keypeg.records.edition_links import read_edition
from support.played_table import Table
from support.random_play import editions, seeds
from support.thoroughness import examples, some_of

pytestmark = pytest.mark.no_cover  # slow and repetitive: other tests cover the same code faster

BEGINNER, CASUAL = find_player("beginner"), find_player("casual")

TABLES = [
    *RULEBOOKS,
    "classic~by-hand_yes",
    "challenge-2001~race_yes",
    "challenge-2001~handicap_1~by-hand_yes",
    "hasbro-2004~seats_5",
    "mastermind-44~seats_2~parts_2",
    "mastermind-44~by-hand_yes",
]


def state_after(rules: Edition, log: tuple[tuple[int, Action], ...]) -> State:
    """The table after these actions."""
    state = new_match(rules)
    for seat, action in log:
        state = apply(state, seat, action).state
    return state


def player_with(choose: Choose, name: str = "stranger") -> Player:
    """A player with this function."""
    return Player(name, choose)


def player_that_always(action: Action | None) -> Player:
    """A player that always chooses the same."""
    return player_with(lambda view, time, rng: action)


def player_that_raises(error: BaseException) -> Player:
    """A player that raises this error."""

    def choose(view: View, time: float, rng: Random) -> Action | None:
        raise error

    return player_with(choose)


def error_of(work: Callable[[], object]) -> ReadError:
    """The error that this raises."""
    with pytest.raises(ReadError) as caught:
        work()
    assert str(caught.value)
    return caught.value


# Whole matches


@pytest.mark.parametrize("table", TABLES)
def test_a_match_is_determined_by_its_actions(table: str) -> None:
    rules = read_edition(table)
    played = play_match(rules, [CASUAL if seat % 2 else BEGINNER for seat in range(rules.seats)], "a")
    assert played.state.outcome is not None
    assert state_after(rules, played.log) == played.state


@pytest.mark.parametrize("table", some_of(TABLES, quick=4))
def test_the_same_seed_plays_the_same_match_and_another_seed_another(table: str) -> None:
    rules = read_edition(table)
    players = [BEGINNER] * rules.seats
    assert play_match(rules, players, "7") == play_match(rules, players, "7")
    assert play_match(rules, players, "7").log != play_match(rules, players, "8").log


@examples(40)
@given(editions(longest=2), seeds())
def test_a_match_ends_whatever_the_house_rules(rules: Edition, seed: int) -> None:
    assume(rules.secrets.space.holes <= 5)  # a round that nobody wins can be replayed for too long
    assert play_match(rules, [CASUAL] * rules.seats, str(seed)).state.outcome is not None


def test_a_player_gets_its_thinking_time() -> None:
    times = set()

    def choose(view: View, time: float, rng: Random) -> Action | None:
        times.add(time)
        return CASUAL.choose(view, time, rng)

    play_match(edition("classic"), [player_with(choose)] * 2, "1", thinking_time=0.25)
    assert times == {0.25}


def test_no_player_of_a_duel_is_asked_twice_for_a_guess() -> None:
    turns: list[tuple[int | None, int, int]] = []

    def choose(view: View, time: float, rng: Random) -> Action | None:
        if view.allowed(Guess) is not None:
            turns.append((view.seat, len(view.finished), len(view.boards[0].rows)))
        return CASUAL.choose(view, time, rng)

    play_match(edition("challenge-2001"), [player_with(choose)] * 2, "1")
    assert len(turns) == len(set(turns)) > 10


def test_all_players_of_a_race_guess_equally_often() -> None:
    finished = play_match(edition("challenge-2001", race=True), [CASUAL, CASUAL], "3").state.finished
    assert all(
        abs(len(finished_round.boards[0].rows) - len(finished_round.boards[1].rows)) <= 1 for finished_round in finished
    )


# The order of actions

PARTS = "table deal R.... .B... ..Y.. ...G."


def test_a_call_comes_before_any_other_action() -> None:
    table = Table("mastermind-44", PARTS)
    assert table.sees(1).waiting == (1,)
    guess, call = player_that_always(Guess((1, 1, 1, 1, 1))), player_that_always(Call())
    seats = {1: guess, 2: player_that_always(None), 3: call, 4: player_that_always(None)}
    assert choose_next_action(table.state, seats, 4, Random(1)) == ChosenAction(3, Call())


def test_either_of_two_simultaneous_calls_may_come_first() -> None:
    table = Table("mastermind-44", PARTS)
    seats = dict.fromkeys(range(1, 5), player_that_always(Call()))
    wishes = [choose_next_action(table.state, seats, 4, Random(seed)) for seed in range(60)]
    assert {chosen.seat for chosen in wishes if chosen} == {1, 2, 3, 4}


def test_a_claim_comes_before_the_next_guess() -> None:
    table = Table("parker-1974", "1 code RRR", "2 code BBB", "1 guess RRR", "2 mark 3b0w", by_hand=True)
    seats = {1: player_that_always(Claim(1)), 2: player_that_always(Guess((1, 1, 1)))}
    assert table.sees(2).waiting == (2,)
    assert choose_next_action(table.state, seats, 1, Random(1)) == ChosenAction(1, Claim(1))


def test_play_goes_round_the_table_from_the_last_seat_that_acted() -> None:
    table = Table("challenge-2001", "1 code RRRRR", "2 code BBBBB")
    seats = dict.fromkeys((1, 2), player_that_always(Guess((1, 1, 1, 1, 1))))
    for last, following in ((2, 1), (1, 2)):
        chosen = choose_next_action(table.state, seats, last, Random(1))
        assert chosen is not None
        assert chosen.seat == following


def test_a_person_is_not_asked() -> None:
    table = Table("classic")
    assert choose_next_action(table.state, {2: CASUAL}, 2, Random(1)) is None
    assert choose_next_action(table.state, {}, 2, Random(1)) is None


# Changes of code


def code_changer(*codes: Code | list[int]) -> Player:
    """A maker that sets the first of these codes, and changes to the next at each guess."""
    coming = iter(codes)

    def choose(view: View, time: float, rng: Random) -> Action | None:
        allowed = view.allowed(SetCode)
        return SetCode(tuple(next(coming))) if allowed else CASUAL.choose(view, time, rng)

    return Player("turncoat", choose, lambda view, guess, rng: next(coming))  # type: ignore[arg-type]


def test_a_maker_may_change_its_code_at_each_guess_against_it() -> None:
    table = Table("classic", "1 code RRRR")
    maker = code_changer((2, 2, 2, 2))
    state, exchanged = change_codes(table.state, {1: maker}, 2, Guess((1, 1, 1, 1)), Random(1))
    assert [tuple(exchange) for exchange in exchanged] == [(1, (2, 2, 2, 2))]
    assert state.round.codes == ((2, 2, 2, 2), None)
    assert table.state.round.codes == ((1, 1, 1, 1), None)


def test_a_maker_that_keeps_its_code_changes_nothing() -> None:
    table = Table("classic", "1 code RRRR")
    for seats in ({1: code_changer((1, 1, 1, 1))}, {1: CASUAL}, {}):
        assert change_codes(table.state, seats, 2, Guess((2, 2, 2, 2)), Random(1)) == (table.state, ())
    assert change_codes(table.state, {1: code_changer()}, 2, Resign(), Random(1)) == (table.state, ())


def test_no_code_is_changed_for_a_guess_that_is_not_allowed() -> None:
    table = Table("classic", "1 code RRRR")
    seats = {1: code_changer((2, 2, 2, 2))}
    with pytest.raises(RuleError) as caught:
        apply_action(table.state, seats, 2, Guess((1, 1, 1)), Random(1))
    assert caught.value.code == "wrong-length"
    table.does("2 resign")
    with pytest.raises(RuleError) as caught:
        apply_action(table.state, {2: code_changer((2, 2, 2, 2))}, 1, Guess((1, 1, 1, 1)), Random(1))
    assert caught.value.code == "codes-first"


def test_the_record_of_a_match_shows_the_last_code_as_set_first() -> None:
    rules = edition("classic")
    guesses = iter([(1, 1, 1, 1), (2, 2, 2, 2), (3, 3, 3, 3)])

    def breaks(view: View, time: float, rng: Random) -> Action | None:
        if view.round == 1 and view.allowed(Guess):
            return Guess(next(guesses))
        return CASUAL.choose(view, time, rng)

    maker = code_changer((1, 1, 1, 1), (2, 2, 2, 2), (3, 3, 3, 3), (3, 3, 3, 3))
    played = play_match(rules, [maker, player_with(breaks)], "1")
    assert played.log[0] == (1, SetCode((3, 3, 3, 3)))
    assert played.state.finished[0].codes[0] == (3, 3, 3, 3)
    assert len(played.state.finished[0].boards[0].rows) == 3
    assert state_after(rules, played.log) == played.state


@pytest.mark.parametrize("code", [(2, 2, 2), (9, 9, 9, 9), (1, 1, 1, 1)], ids=str)
def test_a_maker_may_not_change_to_a_code_that_does_not_fit(code: Code) -> None:
    table = Table("classic", "1 code BBBB", "2 guess RRRR")
    error = error_of(lambda: change_codes(table.state, {1: code_changer(code)}, 2, Guess((1, 1, 2, 2)), Random(1)))
    assert error.code == "player-action-illegal"
    assert error.details["name"] == "turncoat"


def test_a_code_may_be_a_list() -> None:
    table = Table("classic", "1 code RRRR")
    state, _ = change_codes(table.state, {1: code_changer([2, 2, 2, 2])}, 2, Guess((1, 1, 1, 1)), Random(1))
    assert state.round.codes[0] == (2, 2, 2, 2)


def test_a_maker_that_fails_to_change_its_code_is_named() -> None:
    table = Table("classic", "1 code RRRR")
    error = error_of(lambda: change_codes(table.state, {1: code_changer()}, 2, Guess((1, 1, 1, 1)), Random(1)))
    assert (error.code, error.details["name"]) == ("player-failed", "turncoat")


def test_a_player_that_changes_its_code_is_refused_where_codes_are_dealt_or_committed() -> None:
    seats = {1: code_changer(), 2: CASUAL}
    check_seats(edition("classic"), seats)
    for rules, committed in ((edition("mastermind-44", seats=2), False), (edition("classic"), True)):
        check_seats(rules, {1: CASUAL, 2: BEGINNER}, committed)
        with pytest.raises(RuleError) as caught:
            check_seats(rules, seats, committed)
        assert (caught.value.code, caught.value.details["name"]) == ("must-commit", "turncoat")
    with pytest.raises(RuleError):
        play_match(edition("mastermind-44", seats=2), [code_changer(), CASUAL], "1")


# Players that fail


@pytest.mark.parametrize(
    "error", [ValueError("no idea"), ZeroDivisionError(), RuleError("match-over"), ReadError("not-text"), SystemExit(3)]
)
def test_a_player_that_raises_an_error_is_named(error: BaseException) -> None:
    refusal = error_of(lambda: play_match(edition("classic"), [player_that_raises(error), CASUAL], "1"))
    assert (refusal.code, refusal.details["name"]) == ("player-failed", "stranger")
    assert str(error) in str(refusal)


def test_ctrl_c_is_not_a_players_failure() -> None:
    with pytest.raises(KeyboardInterrupt):
        play_match(edition("classic"), [player_that_raises(KeyboardInterrupt()), CASUAL], "1")


@pytest.mark.parametrize(
    "action",
    [Guess((1, 1, 1, 1)), SetCode((1, 1, 1)), SetCode((9, 9, 9, 9)), Pass(), Answer((1,)), "RRRR", 3, Guess],
    ids=repr,
)
def test_a_player_that_breaks_the_rules_is_named(action: Action) -> None:
    error = error_of(lambda: play_match(edition("classic"), [player_that_always(action), CASUAL], "1"))
    assert (error.code, error.details["name"]) == ("player-action-illegal", "stranger")
    assert type(action).__name__ in str(error)


def test_a_player_that_never_acts_is_named() -> None:
    error = error_of(lambda: play_match(edition("classic"), [player_that_always(None), CASUAL], "1"))
    assert error.code == "nobody-acts"
    assert str(error) == "The match is waiting for stranger, but nobody acts."
    error = error_of(lambda: play_match(edition("challenge-2001"), [CASUAL, player_that_always(None)], "1"))
    assert "stranger" in str(error)
    assert "casual" not in str(error)


def test_an_endless_match_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "MAX_ACTIONS", 1000)

    def choose(view: View, time: float, rng: Random) -> Action | None:
        allowed = view.allowed(Guess)
        return Guess((1, 1, 1, 1, 1)) if allowed else SetCode((2, 2, 2, 2, 2)) if view.allowed(SetCode) else None

    error = error_of(lambda: play_match(edition("challenge-2001"), [player_with(choose)] * 2, "1"))
    assert (error.code, error.details["actions"]) == ("endless-match", 1000)


def test_a_player_may_resign() -> None:
    played = play_match(edition("parker-1974"), [player_that_always(Resign()), CASUAL], "1")
    assert played.state.outcome is not None
    assert played.state.outcome.winners == (2,)
    assert TABLE not in [seat for seat, _ in played.log]
