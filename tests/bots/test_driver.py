"""Computers at a table: who is heard first, makers who never commit, whole matches, and players who fail."""

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import assume, given, settings

from keypeg.bots import driver
from keypeg.bots.driver import ChosenAction, apply_action, change_codes, check_seats, choose_next_action, play_match
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

pytestmark = pytest.mark.no_cover  # it runs through much, again and again: that is covered elsewhere, and faster

NOVICE, CASUAL = find_player("novice"), find_player("casual")

TABLES = [
    *RULEBOOKS,
    "classic~by-hand_yes",
    "challenge-2001~race_yes",
    "challenge-2001~handicap_1~by-hand_yes",
    "hasbro-2004~seats_5",
    "mastermind-44~seats_2~parts_2",
    "mastermind-44~by-hand_yes",
]


def folded(rules: Edition, log: tuple[tuple[int, Action], ...]) -> State:
    """The table after these actions."""
    state = new_match(rules)
    for seat, action in log:
        state = apply(state, seat, action).state
    return state


def does(choose: Choose, name: str = "stranger") -> Player:
    """A player who chooses like this."""
    return Player(name, choose)


def says(action: Action | None) -> Player:
    """A player who always does the same."""
    return does(lambda view, time, rng: action)


def failing(error: BaseException) -> Player:
    """A player in whom something goes wrong."""

    def choose(view: View, time: float, rng: Random) -> Action | None:
        raise error

    return does(choose)


def failure(work: Callable[[], object]) -> ReadError:
    """Why this fails."""
    with pytest.raises(ReadError) as caught:
        work()
    assert str(caught.value)
    return caught.value


# Whole matches


@pytest.mark.parametrize("table", TABLES)
def test_a_match_is_its_list_of_actions(table: str) -> None:
    rules = read_edition(table)
    played = play_match(rules, [CASUAL if seat % 2 else NOVICE for seat in range(rules.seats)], "a")
    assert played.state.outcome is not None
    assert folded(rules, played.log) == played.state


@pytest.mark.parametrize("table", TABLES)
def test_the_same_seed_plays_the_same_match_and_another_one_another(table: str) -> None:
    rules = read_edition(table)
    players = [NOVICE] * rules.seats
    assert play_match(rules, players, "7") == play_match(rules, players, "7")
    assert play_match(rules, players, "7").log != play_match(rules, players, "8").log


@settings(derandomize=True, deadline=None, max_examples=40)
@given(editions(longest=2), seeds())
def test_whatever_the_house_rules_are_a_match_comes_to_its_end(rules: Edition, seed: int) -> None:
    assume(rules.secrets.space.holes <= 5)  # a round that nobody wins can be played again for longer than anybody waits
    assert play_match(rules, [CASUAL] * rules.seats, str(seed)).state.outcome is not None


def test_a_player_is_told_how_long_he_may_think() -> None:
    times = set()

    def choose(view: View, time: float, rng: Random) -> Action | None:
        times.add(time)
        return CASUAL.choose(view, time, rng)

    play_match(edition("classic"), [does(choose)] * 2, "1", thinking_time=0.25)
    assert times == {0.25}


def test_in_a_duel_nobody_is_asked_for_a_guess_twice() -> None:
    asked: list[tuple[int | None, int, int]] = []

    def choose(view: View, time: float, rng: Random) -> Action | None:
        if view.allowed(Guess) is not None:
            asked.append((view.seat, len(view.finished), len(view.boards[0].rows)))
        return CASUAL.choose(view, time, rng)

    play_match(edition("challenge-2001"), [does(choose)] * 2, "1")
    assert len(asked) == len(set(asked)) > 10


def test_in_a_race_all_guess_equally_often() -> None:
    finished = play_match(edition("challenge-2001", race=True), [CASUAL, CASUAL], "3").state.finished
    assert all(abs(len(one.boards[0].rows) - len(one.boards[1].rows)) <= 1 for one in finished)


# Who is heard first

PARTS = "table deal R.... .B... ..Y.. ...G."


def test_a_call_is_heard_before_anybody_goes_on() -> None:
    table = Table("mastermind-44", PARTS)
    assert table.sees(1).waiting == (1,)
    guess, call = says(Guess((1, 1, 1, 1, 1))), says(Call())
    seats = {1: guess, 2: says(None), 3: call, 4: says(None)}
    assert choose_next_action(table.state, seats, 4, Random(1)) == ChosenAction(3, Call())


def test_of_two_who_call_at_once_either_may_be_the_first() -> None:
    table = Table("mastermind-44", PARTS)
    seats = dict.fromkeys(range(1, 5), says(Call()))
    wishes = [choose_next_action(table.state, seats, 4, Random(seed)) for seed in range(60)]
    assert {wish.seat for wish in wishes if wish} == {1, 2, 3, 4}


def test_a_claim_is_heard_before_the_next_guess() -> None:
    table = Table("parker-1974", "1 code RRR", "2 code BBB", "1 guess RRR", "2 mark 3b0w", by_hand=True)
    seats = {1: says(Claim(1)), 2: says(Guess((1, 1, 1)))}
    assert table.sees(2).waiting == (2,)
    assert choose_next_action(table.state, seats, 1, Random(1)) == ChosenAction(1, Claim(1))


def test_play_goes_round_the_table_from_the_last_to_act() -> None:
    table = Table("challenge-2001", "1 code RRRRR", "2 code BBBBB")
    seats = dict.fromkeys((1, 2), says(Guess((1, 1, 1, 1, 1))))
    for last, following in ((2, 1), (1, 2)):
        wish = choose_next_action(table.state, seats, last, Random(1))
        assert wish is not None
        assert wish.seat == following


def test_a_person_is_not_asked_here() -> None:
    table = Table("classic")
    assert choose_next_action(table.state, {2: CASUAL}, 2, Random(1)) is None
    assert choose_next_action(table.state, {}, 2, Random(1)) is None


# Makers who never commit


def turncoat(*codes: Code | list[int]) -> Player:
    """A maker who sets the first of these codes, and at each guess would rather have set the next."""
    coming = iter(codes)

    def choose(view: View, time: float, rng: Random) -> Action | None:
        allowed = view.allowed(SetCode)
        return SetCode(tuple(next(coming))) if allowed else CASUAL.choose(view, time, rng)

    return Player("turncoat", choose, lambda view, guess, rng: next(coming))  # type: ignore[arg-type]


def test_a_maker_who_never_commits_thinks_again_at_each_guess_against_him() -> None:
    table = Table("classic", "1 code RRRR")
    maker = turncoat((2, 2, 2, 2))
    state, exchanged = change_codes(table.state, {1: maker}, 2, Guess((1, 1, 1, 1)), Random(1))
    assert [tuple(one) for one in exchanged] == [(1, (2, 2, 2, 2))]
    assert state.round.codes == ((2, 2, 2, 2), None)
    assert table.state.round.codes == ((1, 1, 1, 1), None)


def test_whoever_stands_by_his_code_exchanges_nothing() -> None:
    table = Table("classic", "1 code RRRR")
    for seats in ({1: turncoat((1, 1, 1, 1))}, {1: CASUAL}, {}):
        assert change_codes(table.state, seats, 2, Guess((2, 2, 2, 2)), Random(1)) == (table.state, ())
    assert change_codes(table.state, {1: turncoat()}, 2, Resign(), Random(1)) == (table.state, ())


def test_nobody_thinks_again_about_a_guess_that_is_not_allowed() -> None:
    table = Table("classic", "1 code RRRR")
    seats = {1: turncoat((2, 2, 2, 2))}
    with pytest.raises(RuleError) as caught:
        apply_action(table.state, seats, 2, Guess((1, 1, 1)), Random(1))
    assert caught.value.code == "wrong-length"
    table.does("2 resign")
    with pytest.raises(RuleError) as caught:
        apply_action(table.state, {2: turncoat((2, 2, 2, 2))}, 1, Guess((1, 1, 1, 1)), Random(1))
    assert caught.value.code == "codes-first"


def test_the_record_of_a_match_is_as_if_the_last_code_had_been_set_at_once() -> None:
    rules = edition("classic")
    guesses = iter([(1, 1, 1, 1), (2, 2, 2, 2), (3, 3, 3, 3)])

    def breaks(view: View, time: float, rng: Random) -> Action | None:
        if view.number == 1 and view.allowed(Guess):
            return Guess(next(guesses))
        return CASUAL.choose(view, time, rng)

    maker = turncoat((1, 1, 1, 1), (2, 2, 2, 2), (3, 3, 3, 3), (3, 3, 3, 3))
    played = play_match(rules, [maker, does(breaks)], "1")
    assert played.log[0] == (1, SetCode((3, 3, 3, 3)))
    assert played.state.finished[0].codes[0] == (3, 3, 3, 3)
    assert len(played.state.finished[0].boards[0].rows) == 3
    assert folded(rules, played.log) == played.state


@pytest.mark.parametrize("code", [(2, 2, 2), (9, 9, 9, 9), (1, 1, 1, 1)], ids=str)
def test_a_maker_may_not_exchange_his_code_for_one_that_does_not_fit(code: Code) -> None:
    table = Table("classic", "1 code BBBB", "2 guess RRRR")
    error = failure(lambda: change_codes(table.state, {1: turncoat(code)}, 2, Guess((1, 1, 2, 2)), Random(1)))
    assert error.code == "player-erred"
    assert error.details["name"] == "turncoat"


def test_a_code_that_is_a_list_is_a_code() -> None:
    table = Table("classic", "1 code RRRR")
    state, _ = change_codes(table.state, {1: turncoat([2, 2, 2, 2])}, 2, Guess((1, 1, 1, 1)), Random(1))
    assert state.round.codes[0] == (2, 2, 2, 2)


def test_a_maker_who_fails_to_think_again_is_named() -> None:
    table = Table("classic", "1 code RRRR")
    error = failure(lambda: change_codes(table.state, {1: turncoat()}, 2, Guess((1, 1, 1, 1)), Random(1)))
    assert (error.code, error.details["name"]) == ("player-failed", "turncoat")


def test_whoever_never_commits_cannot_play_where_codes_are_dealt_or_committed() -> None:
    seats = {1: turncoat(), 2: CASUAL}
    check_seats(edition("classic"), seats)
    for rules, committed in ((edition("mastermind-44", seats=2), False), (edition("classic"), True)):
        check_seats(rules, {1: CASUAL, 2: NOVICE}, committed)
        with pytest.raises(RuleError) as caught:
            check_seats(rules, seats, committed)
        assert (caught.value.code, caught.value.details["name"]) == ("must-commit", "turncoat")
    with pytest.raises(RuleError):
        play_match(edition("mastermind-44", seats=2), [turncoat(), CASUAL], "1")


# Players who fail


@pytest.mark.parametrize(
    "error", [ValueError("no idea"), ZeroDivisionError(), RuleError("match-over"), ReadError("not-text"), SystemExit(3)]
)
def test_a_player_in_whom_something_goes_wrong_is_named(error: BaseException) -> None:
    told = failure(lambda: play_match(edition("classic"), [failing(error), CASUAL], "1"))
    assert (told.code, told.details["name"]) == ("player-failed", "stranger")
    assert str(error) in str(told)


def test_whoever_presses_ctrl_c_is_no_failing_player() -> None:
    with pytest.raises(KeyboardInterrupt):
        play_match(edition("classic"), [failing(KeyboardInterrupt()), CASUAL], "1")


@pytest.mark.parametrize(
    "action",
    [Guess((1, 1, 1, 1)), SetCode((1, 1, 1)), SetCode((9, 9, 9, 9)), Pass(), Answer((1,)), "RRRR", 3, Guess],
    ids=repr,
)
def test_a_player_who_does_what_is_not_allowed_is_named(action: Action) -> None:
    told = failure(lambda: play_match(edition("classic"), [says(action), CASUAL], "1"))
    assert (told.code, told.details["name"]) == ("player-erred", "stranger")
    assert type(action).__name__ in str(told)


def test_a_player_who_never_acts_is_named() -> None:
    told = failure(lambda: play_match(edition("classic"), [says(None), CASUAL], "1"))
    assert told.code == "nobody-acts"
    assert str(told) == "Nobody acts, but the match waits for stranger."
    told = failure(lambda: play_match(edition("challenge-2001"), [CASUAL, says(None)], "1"))
    assert "stranger" in str(told)
    assert "casual" not in str(told)


def test_a_match_that_never_ends_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "MAX_ACTIONS", 1000)

    def choose(view: View, time: float, rng: Random) -> Action | None:
        allowed = view.allowed(Guess)
        return Guess((1, 1, 1, 1, 1)) if allowed else SetCode((2, 2, 2, 2, 2)) if view.allowed(SetCode) else None

    told = failure(lambda: play_match(edition("challenge-2001"), [does(choose)] * 2, "1"))
    assert (told.code, told.details["actions"]) == ("endless-match", 1000)


def test_a_player_may_give_up() -> None:
    played = play_match(edition("parker-1974"), [says(Resign()), CASUAL], "1")
    assert played.state.outcome is not None
    assert played.state.outcome.winners == (2,)
    assert TABLE not in [seat for seat, _ in played.log]
