"""A maker who never commits: the table as if another code had been set from the beginning."""

from random import Random

import pytest
from hypothesis import given, settings

from keypeg.core.actions import Action, SetCode
from keypeg.core.apply import apply
from keypeg.core.codes import Code, CodeSpace
from keypeg.core.edition import Edition
from keypeg.core.errors import RuleError
from keypeg.core.exchange import exchange_code
from keypeg.core.observe import observe
from keypeg.core.state import State, new_match
from support.played_table import Table
from support.random_play import MIXED, Played, editions, play, random_code, right_mark, seeds

pytestmark = pytest.mark.no_cover  # repeats code that other tests cover faster

SMALL = {"holes": 4, "colours": 5, "rows": 8}
"""Limits for house rules, so that a code that fits can be found."""

some = settings(derandomize=True, deadline=None, max_examples=30)


def refusal(state: State, seat: int, code: Code) -> str:
    """The code of the error for this exchange."""
    with pytest.raises(RuleError) as caught:
        exchange_code(state, seat, code)
    return caught.value.code


def others(state: State, seat: int) -> list[object]:
    """The views of all other seats and of a spectator."""
    return [observe(state, other) for other in (None, *range(1, state.edition.seats + 1)) if other != seat]


def test_the_next_guess_is_marked_by_the_new_code() -> None:
    table = Table("classic", "1 code RRBY", "2 guess GGGG")
    table.state = exchange_code(table.state, 1, table.code("KWWK"))
    table.does("2 guess KWWK")
    assert table.last.codes[0] == table.code("KWWK")
    assert table.last.outcome.reason == "broken"


def test_no_other_seat_can_tell_the_difference() -> None:
    table = Table("classic", "1 code RRBY", "2 guess GGGG", "2 guess RGGG")
    exchanged = exchange_code(table.state, 1, table.code("RKKW"))
    assert others(exchanged, 1) == others(table.state, 1)
    assert observe(exchanged, 1).code == table.code("RKKW")


def test_a_code_that_would_have_changed_a_mark_is_refused() -> None:
    table = Table("classic", "1 code RRBY", "2 guess GGGG", "2 guess RGGG")
    assert refusal(table.state, 1, table.code("GGGG")) == "code-does-not-fit"
    assert refusal(table.state, 1, table.code("BRRY")) == "code-does-not-fit"


def test_a_row_without_a_mark_does_not_limit_the_new_code() -> None:
    table = Table("classic", "1 code RRBY", "2 guess GGGG", by_hand=True)
    table.state = exchange_code(table.state, 1, table.code("GGGG"))
    table.does("1 mark 4b0w")
    assert table.last.outcome.reason == "broken"


def test_the_new_code_must_agree_with_the_right_marks_and_not_with_wrong_ones() -> None:
    table = Table("classic", "1 code RRBY", "2 guess GGGG", "1 mark 2b0w", by_hand=True)
    assert refusal(table.state, 1, table.code("GGBY")) == "code-does-not-fit"
    table.state = exchange_code(table.state, 1, table.code("KKKK"))
    table.does("2 claim 1")
    assert table.last.outcome.reason == "wrong-mark"


def test_a_new_code_that_could_not_have_been_set_is_refused() -> None:
    table = Table("hasbro-2004", "1 code WPGR")
    assert refusal(table.state, 1, (1, 1, 2, 3)) == "repeat-not-allowed"
    assert refusal(table.state, 1, (1, 2, 3)) == "wrong-length"
    assert refusal(table.state, 1, (1, 2, 3, 9)) == "no-such-colour"


def test_where_each_makes_a_code_only_the_makers_own_is_exchanged() -> None:
    table = Table("parker-1974", "1 code RBY", "2 code GOW", "1 guess RRR", "2 guess GGG")
    exchanged = exchange_code(table.state, 2, table.code("OWG"))
    assert exchanged.round.codes == (table.code("RBY"), table.code("OWG"))
    assert others(exchanged, 2) == others(table.state, 2)


def test_with_a_handicap_the_new_code_is_as_long_as_the_old() -> None:
    table = Table("challenge-2001", "1 code KWYG", "2 code OVRBK", handicap=2)
    assert refusal(table.state, 1, table.code("OVRBK")) == "wrong-length"
    assert exchange_code(table.state, 1, table.code("OVRB")).round.codes[0] == table.code("OVRB")


@pytest.mark.parametrize(
    ("name", "lines", "seat"),
    [
        ("classic", (), 1),
        ("classic", ("1 code RRBY",), 2),
        ("classic", ("1 code RRBY", "2 guess RRBY"), 1),
        ("classic", ("1 resign", "2 resign"), 1),
        ("parker-1974", ("1 code RBY", "2 code GOW", "1 resign"), 1),
        ("mastermind-44", (), 1),
        ("mastermind-44", ("table deal R.... .B... ..Y.. ...G.",), 1),
    ],
    ids=["before it is set", "a breaker's", "after the round", "over", "over with codes", "not dealt yet", "dealt"],
)
def test_there_is_nothing_to_exchange(name: str, lines: tuple[str, ...], seat: int) -> None:
    assert refusal(Table(name, *lines).state, seat, (1, 1, 1, 1)) == "nothing-to-exchange"


# ---- in any edition and any play


def another_code(state: State, seat: int, rng: Random) -> Code | None:
    """Another code that fits all of this maker's marks so far; None if no code is set or none is found."""
    old = state.round.codes[seat - 1]
    board = next((board for board in state.round.boards if seat in board.makers), None)
    if old is None or board is None or state.edition.dealt:
        return None
    guesses = [row.guess for row in board.rows if row.marks]
    marking = state.edition.marking
    for code in some_codes(state.edition.secret_space(board.number), rng):
        if code != old and all(right_mark(marking, code, it) == right_mark(marking, old, it) for it in guesses):
            return code
    return None


def some_codes(space: CodeSpace, rng: Random) -> list[Code]:
    """Many codes of a space."""
    return [code for _ in range(80) if (code := random_code(space, rng)) is not None]


def moments(played: Played, rng: Random) -> list[tuple[int, int, Code]]:
    """Some moments of a match at which a code can be exchanged: the number of actions, the seat, and the new code."""
    positions = [
        (done, seat, code)
        for done, state in enumerate(played.states)
        for seat in range(1, played.edition.seats + 1)
        if state.outcome is None and (code := another_code(state, seat, rng)) is not None
    ]
    return rng.sample(positions, min(6, len(positions)))


def rewritten(log: list[tuple[int, Action]], seat: int, code: Code) -> list[tuple[int, Action]]:
    """The log with this code in place of the last one that this seat set."""
    last = max(at for at, (actor, action) in enumerate(log) if actor == seat and isinstance(action, SetCode))
    return [*log[:last], (seat, SetCode(code)), *log[last + 1 :]]


@some
@given(editions(**SMALL), seeds())
def test_the_exchanged_table_is_the_one_in_which_that_code_was_set_from_the_beginning(
    edition: Edition, seed: int
) -> None:
    rng = Random(seed)
    played = play(edition, rng, MIXED)
    for done, seat, code in moments(played, rng):
        state = new_match(edition)
        for actor, action in rewritten(list(played.log[:done]), seat, code):
            state = apply(state, actor, action).state
        assert exchange_code(played.states[done], seat, code) == state


@some
@given(editions(**SMALL), seeds())
def test_the_exchanged_table_looks_the_same_to_all_other_seats(edition: Edition, seed: int) -> None:
    rng = Random(seed)
    played = play(edition, rng, MIXED)
    for done, seat, code in moments(played, rng):
        exchanged = exchange_code(played.states[done], seat, code)
        assert others(exchanged, seat) == others(played.states[done], seat)


@some
@given(editions(**SMALL), seeds())
def test_a_code_is_refused_if_and_only_if_it_would_have_changed_a_mark(edition: Edition, seed: int) -> None:
    rng = Random(seed)
    played = play(edition, rng, MIXED)
    for state in rng.sample(played.states, min(6, len(played.states))):
        for seat, old in enumerate(state.round.codes, 1):
            if old is None or edition.dealt or state.outcome is not None:
                continue
            board = next(board for board in state.round.boards if seat in board.makers)
            for code in some_codes(edition.secret_space(board.number), rng)[:10]:
                fits = all(
                    right_mark(edition.marking, code, row.guess) == right_mark(edition.marking, old, row.guess)
                    for row in board.rows
                    if row.marks
                )
                if fits:
                    assert exchange_code(state, seat, code).round.codes[seat - 1] == code
                else:
                    assert refusal(state, seat, code) == "code-does-not-fit"


def test_random_play_has_moments_to_exchange_a_code() -> None:
    """The properties above are not vacuous."""
    played = play(Table("classic").edition, Random(1), MIXED)
    assert moments(played, Random(1))
