"""The swap test: what a seat cannot see makes no difference to what it is shown. Deliberate leaks are found."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given

from keypeg.core.actions import Action, Claim
from keypeg.core.apply import Step, apply
from keypeg.core.edition import Edition, Makers, Turns
from keypeg.core.errors import RuleError
from keypeg.core.events import CodeSet, Dealt, Event, GuessPlaced, observe_event
from keypeg.core.immutable import replace_fields
from keypeg.core.legal import legal
from keypeg.core.observe import observe
from keypeg.core.rounds import audit
from keypeg.core.state import State
from keypeg.core.view import Allowed, BoardView, RowRef, View
from keypeg.editions import RULEBOOKS
from support.random_play import (
    CALM,
    MIXED,
    STUBBORN,
    Played,
    Temper,
    edition_from,
    house_editions,
    play,
    refusal,
    seeds,
    whole_code,
)
from support.swapped_secrets import ENGINE, Boundary, Viewer, differences, viewers
from support.thoroughness import examples, some_of

pytestmark = pytest.mark.no_cover  # repeats code that other tests cover faster

FAMILIES: dict[str, list[dict[str, Any]]] = {
    "hasbro-2000": [{}],
    "hasbro-2000-advanced": [{}],
    "classic": [{}, {"scoring": "breaker-rows", "rows": 8}, {"scoring": "maker-misses", "rows": 12}],
    "challenge-2001": [{}, {"holes": 4}, {"handicap": 1}, {"handicap": 2}, {"race": "yes"}],
    "traffic-jam-2000": [{"option": 1}, {"option": 2}, {"option": 3}],
    "hasbro-2004": [{}, {"experts": "yes"}, {"seats": 3}, {"seats": 4}, {"seats": 5, "experts": "yes"}],
    "parker-1974": [{"rounds": 2}, {"different": "yes", "rounds": 2}],
    "mastermind-44": [{"rounds": 2}, {"seats": 3, "rounds": 3}, {"seats": 2}, {"seats": 2, "parts": 2}],
    "house": [
        {"holes": 3, "colours": 5, "rows": 6, "seats": 3},
        {"holes": 3, "colours": 5, "repeats": "no", "guess-repeats": "no", "blanks": "yes"},
        {"makers": "each", "turns": "together", "marking": "sum", "rows": 5, "blanks": "yes", "void": "replay"},
        {"makers": "each", "turns": "race", "marking": "colours", "rows": 4, "penalty": 2},
        {"makers": "each", "turns": "in-turn", "holes": 2, "ends": "majority", "rounds": 3},
        {"marking": "parts", "seats": 5, "holes": 6, "colours": 4, "rows": 3, "void": "replay"},
        {"marking": "parts", "seats": 3, "holes": 8, "parts": 2, "colours": 7, "rows": 4, "repeats": "no"},
    ],
}
"""For every edition, the options that can affect visibility; each once with marking by hand."""

TABLES = [
    edition_from(name, **{**options, "by-hand": by_hand})
    for name, families in FAMILIES.items()
    for options in families
    for by_hand in ("no", "yes")
]


def _name(edition: Edition) -> str:
    return " ".join((edition.id, *("=".join(chosen) for chosen in edition.chosen)))


def some_cuts(played: Played, rng: Random, most: int) -> list[int]:
    """Moments during rounds, spread over the match."""
    running = [cut for cut, state in enumerate(played.states) if cut and state.outcome is None]
    return rng.sample(running, min(most, len(running)))


def exchanges(
    edition: Edition, boundary: Boundary, seed: int, matches: int, cuts: int
) -> Iterator[tuple[Viewer, list[str]]]:
    """Play some matches; at some moments swap what each viewer cannot see, and return what they are shown of it."""
    rng = Random(seed)
    tempers: list[Temper] = [MIXED, STUBBORN, CALM]
    for number in range(matches):
        played = play(edition, rng, tempers[number % len(tempers)]._replace(patience=50))
        for cut in some_cuts(played, rng, cuts):
            for viewer in viewers(edition):
                yield from ((viewer, differing) for differing in differences(played, cut, viewer, rng, boundary))


@pytest.mark.parametrize("edition", some_of(TABLES, quick=11), ids=_name)
def test_what_a_seat_cannot_see_makes_no_difference_to_what_it_is_shown(edition: Edition) -> None:
    tried: set[Viewer] = set()
    for seed in range(5):
        for viewer, differences_found in exchanges(edition, ENGINE, seed, matches=2, cuts=3):
            assert differences_found == []
            tried.add(viewer)
        if tried == set(viewers(edition)):
            return
    raise AssertionError(f"only {tried} were tried: every seat and the spectator must be")


def test_every_edition_is_tested_for_leaks() -> None:
    assert set(FAMILIES) == set(RULEBOOKS)


@examples(40)
@given(house_editions(longest=3, holes=5, colours=7, rows=8), seeds())
def test_house_rules_show_no_viewer_a_hidden_secret(edition: Edition, seed: int) -> None:
    for _, differences_found in exchanges(edition, ENGINE, seed, matches=1, cuts=2):
        assert differences_found == []


# ---- deliberate leaks: the same check, with the same matches, must find every one of them

DUEL = edition_from("challenge-2001", holes=4)
CLASSIC = edition_from("classic")
BY_HAND = edition_from("classic", **{"by-hand": "yes"})
PARTS = edition_from("mastermind-44", rounds=2)


def others(state: State, viewer: Viewer) -> Iterator[int]:
    return (seat for seat in range(1, state.edition.seats + 1) if seat != viewer)


def _shows_anothers_code(state: State, viewer: Viewer) -> View:
    codes = [state.round.codes[seat - 1] for seat in others(state, viewer)]
    view = observe(state, viewer)
    return replace_fields(view, code=view.code or next((code for code in codes if code is not None), None))


def _shows_hidden_rows(state: State, viewer: Viewer) -> View:
    boards = tuple(
        BoardView(board.breakers, board.makers, board.holes, board.rows, (), board.broken)
        for board in state.round.boards
    )
    return replace_fields(observe(state, viewer), boards=boards)


def _shows_hidden_guess(state: State, viewer: Viewer) -> View:
    view = observe(state, viewer)
    guesses = [observe(state, seat).hidden_guess for seat in others(state, viewer)]
    return replace_fields(view, hidden_guess=next((guess for guess in guesses if guess is not None), view.hidden_guess))


def _shows_what_others_may_do(state: State, viewer: Viewer) -> View:
    view = observe(state, viewer)
    return replace_fields(
        view, legal=view.legal + tuple(may for seat in others(state, viewer) for may in legal(state, seat))
    )


def _counts_secret_pegs(state: State, viewer: Viewer) -> View:
    secret = sum(sum(code) for code in state.round.codes if code is not None)
    return replace_fields(observe(state, viewer), attempt=state.round.attempt + secret)


def _shows_who_has_made_a_hidden_hit(state: State, viewer: Viewer) -> View:
    view = observe(state, viewer)
    hits = [
        board.breakers[0]
        for board in state.round.boards
        if board.rows and state.round.codes[board.makers[0] - 1] == board.rows[-1].guess
    ]
    return replace_fields(view, ready=view.ready + tuple(hits))


def _knows_of_wrong_marks(state: State, viewer: Viewer) -> View:
    wrong = state.outcome is None and bool(audit(state.edition, state.round))
    return replace_fields(observe(state, viewer), contradicted=wrong)


def _hides_a_code_in_the_edition(state: State, viewer: Viewer) -> View:
    penalty = sum(sum(code) for code in state.round.codes if code is not None) % 10
    marked = replace(state.edition, wrong_mark=replace(state.edition.wrong_mark, points=penalty))
    return replace_fields(observe(state, viewer), edition=marked)


def _shows_everything(event: Event, viewer: Viewer) -> Event | None:
    return event


def _shows_codes(event: Event, viewer: Viewer) -> Event | None:
    return event if isinstance(event, CodeSet) else observe_event(event, viewer)


def _shows_deals(event: Event, viewer: Viewer) -> Event | None:
    return event if isinstance(event, Dealt) else observe_event(event, viewer)


def _shows_guesses(event: Event, viewer: Viewer) -> Event | None:
    return event if isinstance(event, GuessPlaced) else observe_event(event, viewer)


def _lets_claim_only_wrong_rows(state: State, seat: int) -> tuple[Allowed, ...]:
    wrong = {RowRef(row.board, row.row) for row in audit(state.edition, state.round)}
    return tuple(
        replace_fields(may, rows=tuple(row for row in may.rows if row in wrong)) if may.action is Claim else may
        for may in legal(state, seat)
    )


def _gives_reasons_by_the_secret(state: State, seat: int, action: Action) -> Step:
    refused = refusal(lambda: apply(state, seat, action))
    if refused is not None and sum(whole_code(state) or ()) % 2:
        raise RuleError("not-your-turn")
    return apply(state, seat, action)


def _places_hidden_guesses_openly(state: State, seat: int, action: Action) -> Step:
    step = apply(state, seat, action)
    events = (replace_fields(event, open=True) if isinstance(event, GuessPlaced) else event for event in step.events)
    return step._replace(events=tuple(events))


LEAKS: dict[str, tuple[Edition, Boundary]] = {
    "another's code in the view": (CLASSIC, Boundary(observe=_shows_anothers_code)),
    "another's part in the view": (PARTS, Boundary(observe=_shows_anothers_code)),
    "hidden rows on the boards": (DUEL, Boundary(observe=_shows_hidden_rows)),
    "another's hidden guess": (DUEL, Boundary(observe=_shows_hidden_guess)),
    "what the others may do": (PARTS, Boundary(observe=_shows_what_others_may_do)),
    "a number that depends on a code": (CLASSIC, Boundary(observe=_counts_secret_pegs)),
    "a number that depends on parts": (PARTS, Boundary(observe=_counts_secret_pegs)),
    "who has made a hidden hit": (DUEL, Boundary(observe=_shows_who_has_made_a_hidden_hit)),
    "that there is a wrong mark": (BY_HAND, Boundary(observe=_knows_of_wrong_marks)),
    "a code inside the edition": (CLASSIC, Boundary(observe=_hides_a_code_in_the_edition)),
    "events shown to all": (DUEL, Boundary(observe_event=_shows_everything)),
    "the code in the event that it is set": (CLASSIC, Boundary(observe_event=_shows_codes)),
    "all parts in the event of the deal": (PARTS, Boundary(observe_event=_shows_deals)),
    "the hidden guess in the event that it is placed": (DUEL, Boundary(observe_event=_shows_guesses)),
    "claims that only a wrong row allows": (BY_HAND, Boundary(legal=_lets_claim_only_wrong_rows)),
    "a guess together that is placed openly": (DUEL, Boundary(apply=_places_hidden_guesses_openly)),
    "a refusal that depends on parts": (PARTS, Boundary(apply=_gives_reasons_by_the_secret)),
}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_is_found(leak: str) -> None:
    edition, boundary = LEAKS[leak]
    assert any(differences_found for _, differences_found in exchanges(edition, boundary, seed=0, matches=3, cuts=3))


def test_the_leaking_tables_cover_every_kind_of_secret() -> None:
    tables = [edition for edition, _ in LEAKS.values()]
    assert {table.secrets.makers for table in tables} == set(Makers)
    assert {table.guesses.turns for table in tables} >= {Turns.IN_TURN, Turns.TOGETHER}
    assert {table.by_hand for table in tables} == {True, False}
    assert set(tables) <= set(TABLES), "without a leak, nothing is found at these tables"
