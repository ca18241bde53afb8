"""Keypeg as a library: which values programs may pass in, and what they may do with the results."""

import pickle
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

import keypeg
from keypeg import Answer, Claim, CodeSpace, Deal, GiveMark, Guess, KeyPegs, SetCode, TimeOut, apply, begin, edition
from keypeg.core import consistency
from keypeg.core.code_search import some_fitting
from keypeg.core.errors import SearchInterrupted
from keypeg.core.events import RoundBegan
from keypeg.core.marks import MARKINGS, SUM, Marking, Number
from keypeg.core.observe import observe
from keypeg.editions import RULEBOOKS
from support.random_play import play


class OtherInteger:
    """A whole number of another type, like those of numerical libraries."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __index__(self) -> int:
        return self.number


def test_every_exported_name_exists() -> None:
    assert [name for name in keypeg.__all__ if not hasattr(keypeg, name)] == []


def test_an_action_holds_plain_tuples_of_plain_numbers() -> None:
    pegs: Any = [OtherInteger(1), OtherInteger(2), 3, 4]
    for kind in (SetCode, Guess, Answer):
        assert kind(pegs) == kind((1, 2, 3, 4))
        assert type(kind(pegs).code) is tuple
    parts: Any = [[1, 0], (0, 2)]
    assert Deal(parts) == Deal(((1, 0), (0, 2)))
    loose: Any = KeyPegs(OtherInteger(1), 2)  # type: ignore[arg-type]
    assert GiveMark(loose) == GiveMark(KeyPegs(1, 2))


@pytest.mark.parametrize("make", [
    lambda: SetCode("RRBY"),  # type: ignore[arg-type]
    lambda: SetCode(None),  # type: ignore[arg-type]
    lambda: Guess((1, 2, 3, 4.5)),  # type: ignore[arg-type]
    lambda: Guess((1.0, 2, 3, 4)),  # type: ignore[arg-type]
    lambda: GiveMark((1, 2)),  # type: ignore[arg-type]
    lambda: Claim("1"),  # type: ignore[arg-type]
    lambda: TimeOut(1.5),  # type: ignore[arg-type]
    lambda: Claim(1, 2.0),  # type: ignore[arg-type]
    lambda: apply(begin(edition("classic")).state, 1.0, SetCode((1, 2, 3, 4))),  # type: ignore[arg-type]
])  # fmt: skip
def test_an_action_cannot_be_built_from_anything_but_whole_numbers(make: Callable[[], object]) -> None:
    with pytest.raises(TypeError):
        make()


def test_a_value_that_is_not_an_action_cannot_be_applied() -> None:
    nonsense: Any = "resign"
    with pytest.raises(TypeError, match=r"str is not an action|object expected; got str"):
        apply(begin(edition("classic")).state, 1, nonsense)


def test_a_guess_never_equals_an_answer_of_the_same_pegs() -> None:
    pegs = (1, 2, 3, 4)
    assert len({SetCode(pegs), Guess(pegs), Answer(pegs)}) == 3


@pytest.mark.parametrize("name", RULEBOOKS)
def test_tables_views_and_events_can_be_sent_to_another_process(name: str) -> None:
    match = play(edition(name), Random(1))
    for step in match.steps:
        assert pickle.loads(pickle.dumps(step)) == step
    view = observe(match.state, 1)
    assert pickle.loads(pickle.dumps(view)) == view


def test_an_error_can_be_sent_to_another_process() -> None:
    with pytest.raises(keypeg.RuleError) as caught:
        apply(begin(edition("classic")).state, 1, SetCode((1, 2)))
    again = pickle.loads(pickle.dumps(caught.value))
    assert (again.code, again.details, str(again)) == (caught.value.code, caught.value.details, str(caught.value))


def test_editions_are_equal_if_and_only_if_all_their_parts_are() -> None:
    classic = edition("classic")
    assert classic == edition("classic", rows=10)
    assert classic != edition("classic", rows=12)
    assert classic != replace(classic, guesses=replace(classic.guesses, rows=3))


@pytest.mark.parametrize("marking", MARKINGS.values(), ids=MARKINGS)
def test_codes_of_different_lengths_cannot_be_marked(marking: Marking) -> None:
    with pytest.raises(ValueError, match=r"cannot be compared|shorter"):
        marking.mark((1, 2, 3, 4), (1, 2))


def test_the_first_round_begins_with_an_event_like_every_other() -> None:
    assert begin(edition("hasbro-2004", seats=3)).events == (RoundBegan(1, 1, 1, 2),)


def test_a_space_is_counted_exactly_however_large_it_is() -> None:
    assert CodeSpace(20, 20).size == 20**20
    assert CodeSpace(3, 2, blank_holes=[1], most_blanks=1) == CodeSpace(3, 2, blank_holes=(1,), most_blanks=1)


def test_a_search_that_runs_out_of_steps_finds_no_contradiction() -> None:
    rules = edition("house", holes=8, colours=20, rows=40, marking="sum", by_hand=True)
    rng = Random(1)
    state = apply(begin(rules).state, 1, SetCode(tuple(rng.choices(range(1, 21), k=8)))).state
    clues = []
    for _ in range(12):
        guess = tuple(rng.choices(range(1, 21), k=8))
        clues.append((guess, Number(5)))
        state = apply(state, 2, Guess(guess)).state
        state = apply(state, 1, GiveMark(Number(5))).state
    with pytest.raises(SearchInterrupted):
        some_fitting(rules.secrets.space, SUM, clues)
    assert not observe(state, 2).contradicted


def test_a_search_through_deals_that_runs_out_of_steps_finds_no_contradiction(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consistency, "MAX_PARTS_TRIED", 1000)
    rules = edition("house", marking="parts", seats=4, holes=8, colours=20, parts=2, by_hand=True)
    parts = ((1, 1, 0, 0, 0, 0, 0, 0), (0, 0, 3, 2, 0, 0, 0, 0), (0, 0, 0, 0, 1, 2, 0, 0), (0, 0, 0, 0, 0, 0, 2, 2))
    state = apply(begin(rules).state, keypeg.TABLE, Deal(parts)).state
    state = apply(state, 1, Guess((1,) * 8)).state
    for seat, blacks in ((2, 1), (3, 1), (4, 2)):
        state = apply(state, seat, GiveMark(KeyPegs(blacks, 0))).state
    clues = [[((1,) * 8, KeyPegs(blacks, 0))] for blacks in (1, 1, 2)]
    with pytest.raises(SearchInterrupted):
        next(consistency.fitting_parts(rules.secrets, clues, parts[0]))
    assert not observe(state, 1).contradicted
