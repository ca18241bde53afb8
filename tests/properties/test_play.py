"""Random legal play in every edition: it ends, it replays, its sums are right, and illegal actions change nothing."""

from itertools import product
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from keypeg.core.actions import (
    Accept,
    Action,
    Answer,
    Call,
    Claim,
    Deal,
    GiveMark,
    Guess,
    Pass,
    Resign,
    SetCode,
    TimeOut,
)
from keypeg.core.apply import apply
from keypeg.core.codes import BLANK, Code
from keypeg.core.edition import TABLE, Edition, Ends, Makers, Remedy, Turns
from keypeg.core.errors import RuleError
from keypeg.core.events import Event
from keypeg.core.legal import AWAITED, legal
from keypeg.core.marks import KeyPegs, Mark, Number
from keypeg.core.observe import observe
from keypeg.core.rounds import add_lines
from keypeg.core.state import State, new_match
from keypeg.core.view import FinishedRound, Phase, Row
from keypeg.records.record import Line, Record, read_record, write_record
from keypeg.records.replay import replay, replay_text
from support.random_play import (
    CALM,
    MIXED,
    STUBBORN,
    Temper,
    code_to_find,
    deal_is_right,
    edition_from,
    editions,
    house_editions,
    longest_log,
    next_action,
    permitted,
    play,
    random_code,
    random_deal,
    refusal,
    right_mark,
    seeds,
)
from support.thoroughness import examples, times

pytestmark = pytest.mark.no_cover  # repeats code that other tests cover faster

SMALL = {"holes": 5, "colours": 8, "rows": 12}
"""Limits for house rules where every view is checked: searching large spaces for fitting codes takes long."""

some = examples(50)

tempers = st.sampled_from([MIXED, MIXED, CALM, STUBBORN])


# ---- play ends, and can be recorded


@some
@given(editions(longest=9), seeds(), tempers)
def test_every_match_ends(edition: Edition, seed: int, temper: Temper) -> None:
    played = play(edition, Random(seed), temper)
    assert played.state.outcome is not None
    assert len(played.log) <= longest_log(edition, temper)


@some
@given(editions(), seeds())
def test_a_match_replays_from_its_record_to_the_same_state_and_events(edition: Edition, seed: int) -> None:
    played = play(edition, Random(seed))
    text = write_record(Record(edition, lines=tuple(Line(seat, action) for seat, action in played.log)))
    reading = read_record(text)
    assert reading.fault is None
    assert reading.record.actions == played.log
    again = replay(reading)
    assert again.fault is None
    assert again.steps == played.steps
    assert repr(again.state) == repr(played.state)
    assert write_record(again.record) == text, "reading and writing again gives the same text"


@some
@given(editions(), seeds(), st.data())
def test_a_match_can_be_continued_from_any_point_of_its_record(
    edition: Edition, seed: int, data: st.DataObject
) -> None:
    played = play(edition, Random(seed))
    cut = data.draw(st.integers(0, len(played.log)))
    text = write_record(Record(edition, lines=tuple(Line(seat, action) for seat, action in played.log[:cut])))
    again = replay_text(text)
    assert again.fault is None
    state = again.state
    assert state == played.states[cut]
    for (seat, action), step in zip(played.log[cut:], played.steps[cut:], strict=True):
        following = apply(state, seat, action)
        assert following == step
        state = following.state


# ---- invariants at every moment of a match


@some
@given(editions(**SMALL), seeds(), tempers)
def test_the_table_waits_for_some_seat_until_the_match_is_over(edition: Edition, seed: int, temper: Temper) -> None:
    for state in play(edition, Random(seed), temper).states:
        view = observe(state, None)
        assert bool(view.waiting) is (state.outcome is None)
        assert (view.phase is Phase.OVER) is (state.outcome is not None)
        for seat in view.waiting:
            assert any(may.action in AWAITED for may in legal(state, seat)), "who is waited for can act"


@some
@given(editions(), seeds())
def test_a_seat_that_must_set_guess_or_answer_has_an_allowed_code(edition: Edition, seed: int) -> None:
    for state in play(edition, Random(seed)).states:
        assert_spaces_have_codes(state)


@pytest.mark.parametrize("options", [{"holes": 8, "colours": 2}, {"holes": 5, "colours": 4}], ids=["8x2", "5x4"])
def test_where_parts_are_dealt_without_repeats_there_is_an_allowed_row(options: dict[str, int]) -> None:
    # Either the table cannot be set up, or its seats can place a row: only their own holes may be left blank.
    try:
        edition = edition_from("house", marking="parts", repeats="no", guess_repeats="no", **options)
    except RuleError:
        return
    state = apply(new_match(edition), TABLE, random_deal(edition, Random(0))).state
    assert_spaces_have_codes(state)


def assert_spaces_have_codes(state: State) -> None:
    for seat in range(1, state.edition.seats + 1):
        for may in legal(state, seat):
            if may.space is not None:
                assert len(may.space) > 0, (seat, may)


@some
@given(editions(), seeds(), tempers)
def test_scores_are_the_sums_of_their_lines(edition: Edition, seed: int, temper: Temper) -> None:
    for state in play(edition, Random(seed), temper).states:
        lines = [line for finished in state.finished for line in finished.lines]
        assert state.scores == tuple(
            sum(line.points for line in lines if line.seat == seat) for seat in range(1, edition.seats + 1)
        )


@some
@given(editions(), seeds(), tempers)
def test_rounds_follow_each_other_and_replays_keep_their_number(edition: Edition, seed: int, temper: Temper) -> None:
    state = play(edition, Random(seed), temper).state
    expected = (1, 1)
    for finished in state.finished:
        assert (finished.number, finished.attempt) == expected
        expected = (finished.number, finished.attempt + 1) if finished.replayed else (finished.number + 1, 1)
        assert_round_is_sound(edition, finished)
    last = state.finished[-1]
    assert last.number <= edition.match.rounds
    if edition.match.ends is Ends.ALL_ROUNDS:
        assert last.number == edition.match.rounds
        assert not last.replayed


def assert_round_is_sound(edition: Edition, finished: FinishedRound) -> None:
    assert set(finished.outcome.winners) <= set(range(1, edition.seats + 1))
    if edition.wrong_mark.remedy is Remedy.REPLAY:
        assert bool(finished.wrong) is (finished.outcome.reason == "wrong-mark")
    if edition.wrong_mark.remedy is Remedy.AWARD:
        assert not {wrong.by for wrong in finished.wrong} & set(finished.outcome.winners)
    assert finished.wrong or finished.outcome.reason != "wrong-mark"
    assert edition.by_hand or not finished.wrong
    for board in finished.boards:
        assert len(board.rows) <= edition.guesses.rows


@some
@given(editions(), seeds())
def test_the_winners_of_a_match_have_the_best_score_or_win_the_practice_round(edition: Edition, seed: int) -> None:
    state = play(edition, Random(seed)).state
    assert state.outcome is not None
    if edition.match.practice:
        assert state.outcome.winners == state.finished[-1].outcome.winners
        return
    best = min(state.scores) if edition.scoring.lowest_wins else max(state.scores)
    winners = tuple(seat for seat, score in enumerate(state.scores, 1) if score == best)
    has_no_winner = edition.secrets.makers is Makers.DEALT and best == 0
    assert state.outcome.winners == (() if has_no_winner else winners)


@pytest.mark.parametrize(
    "options",
    [
        {"seats": 3, "scoring": "rounds", "ends": "majority", "rounds": 1},
        {"scoring": "breaker-rows", "ends": "majority"},
    ],
    ids=["two breakers win when the maker leaves", "the fewest points win"],
)
def test_a_majority_wins_only_if_it_is_the_best_score(options: dict[str, object]) -> None:
    # Either the table cannot be set up, or no seat with a worse or equal score is preferred to another.
    try:
        edition = edition_from("house", **options)
    except RuleError:
        return
    state = new_match(edition)
    if edition.seats == 2:
        state = apply(state, 1, SetCode((1, 1, 1, 1))).state
    state = apply(state, 1 if edition.seats == 3 else 2, Resign()).state
    if state.outcome is not None:
        best = min(state.scores) if edition.scoring.lowest_wins else max(state.scores)
        assert state.outcome.winners == tuple(seat for seat, score in enumerate(state.scores, 1) if score == best)


# ---- a breaker is warned when no code fits


CONTRADICTED = [
    edition_from("house", by_hand="yes", rows=5, **options)
    for options in (
        {"holes": 3, "colours": 3},
        {"holes": 3, "colours": 4, "repeats": "no", "blanks": "yes"},
        {"holes": 3, "colours": 3, "marking": "sum", "seats": 3, "blanks": "yes"},
        {"holes": 3, "colours": 3, "marking": "colours", "makers": "each", "turns": "together"},
        {"holes": 4, "colours": 3, "marking": "parts", "seats": 3},
        {"holes": 4, "colours": 3, "marking": "parts", "seats": 3, "repeats": "no"},
    )
]


@pytest.mark.parametrize("edition", CONTRADICTED, ids=lambda edition: " ".join("=".join(c) for c in edition.chosen))
def test_a_view_is_contradicted_if_and_only_if_no_code_fits(edition: Edition) -> None:
    for seed in range(times(4, 12)):
        for state in play(edition, Random(seed), MIXED._replace(errs=0.3, finds=0.05, patience=40)).states:
            for viewer in (None, *range(1, edition.seats + 1)):
                is_contradicted = observe(state, viewer).contradicted
                assert is_contradicted is (state.outcome is None and not some_secret_fits(state, viewer)), (
                    viewer,
                    state.round,
                )


def some_secret_fits(state: State, viewer: int | None) -> bool:
    """Whether there are secrets that fit every mark, except those that the viewer gave."""
    edition = state.edition
    own = None if viewer is None else state.round.codes[viewer - 1]
    clues: dict[int, list[tuple[Code, Mark]]] = {seat: [] for seat in range(1, edition.seats + 1)}
    for board in state.round.boards:
        for row in board.rows:
            for by_maker in row.marks:
                clues[by_maker.by].append((row.guess, by_maker.mark))

    def fits(seat: int, code: Code) -> bool:
        return all(right_mark(edition.marking, code, guess) == mark for guess, mark in clues[seat])

    if edition.secrets.makers is not Makers.DEALT:
        makers = [seat for seat in clues if seat != viewer and clues[seat]]
        return all(any(fits(seat, code) for code in edition.secrets.space) for seat in makers)
    parts = [
        code
        for code in product(range(edition.secrets.space.colours + 1), repeat=edition.secrets.space.holes)
        if sum(peg != BLANK for peg in code) == edition.secrets.parts
    ]
    possible_parts = [
        [own] if own and seat == viewer else [part for part in parts if fits(seat, part)] for seat in clues
    ]
    return any(deal_is_right(edition, deal) for deal in product(*possible_parts))


# ---- events agree with states


@some
@given(editions(), seeds())
def test_every_row_mark_and_round_has_exactly_one_event(edition: Edition, seed: int) -> None:
    played = play(edition, Random(seed))
    events = [event for step in played.steps for event in step.events]
    rounds = played.state.finished
    rows = [row for finished in rounds for board in finished.boards for row in board.rows]
    assert _count(events, "GuessPlaced") == len(rows)
    assert _count(events, "MarkGiven") == sum(len(row.marks) for row in rows)
    assert _count(events, "RoundEnded") == len(rounds)
    assert _count(events, "RoundBegan") == len(rounds) - 1
    assert _count(events, "MatchEnded") == 1
    assert _count(events, "Answered") == sum(len(finished.answers) for finished in rounds)


def _count(events: list[Event], name: str) -> int:
    return sum(type(event).__name__ == name for event in events)


# ---- secrets


@some
@given(editions(**SMALL), seeds(), tempers)
def test_every_code_in_a_view_is_open_or_the_viewers_own(edition: Edition, seed: int, temper: Temper) -> None:
    for state in play(edition, Random(seed), temper).states:
        for viewer in (None, *range(1, edition.seats + 1)):
            assert_codes_are_open_or_own(state, viewer)


def assert_codes_are_open_or_own(state: State, viewer: int | None) -> None:
    view = observe(state, viewer)
    now = state.round
    assert view.code == (None if viewer is None else now.codes[viewer - 1])
    hidden = hidden_rows(state)
    own = next((row.guess for row in hidden if row.seat == viewer), None)
    assert view.hidden_guess == own
    for shown, board in zip(view.boards, now.boards, strict=True):
        assert shown.rows == tuple(row for row in board.rows if row not in hidden)
        assert shown.placed == tuple(row.seat for row in board.rows if row in hidden)
    assert view.answers == now.answers
    assert view.finished == state.finished


def hidden_rows(state: State) -> list[Row]:
    """The guesses of a turn together that wait for the last one; none are hidden once the match is over."""
    boards = state.round.boards
    if state.outcome is not None:
        return []
    if state.edition.guesses.turns is not Turns.TOGETHER or len({len(board.rows) for board in boards}) == 1:
        return []
    most = max(len(board.rows) for board in boards)
    return [board.rows[-1] for board in boards if len(board.rows) == most]


# ---- illegal actions are refused, and nothing changes

pegs = st.integers(-2, 22)
any_code = st.lists(pegs, max_size=9).map(tuple)
any_mark = st.builds(KeyPegs, st.integers(-1, 9), st.integers(-1, 9)) | st.builds(Number, st.integers(-1, 17))
any_seat = st.integers(-3, 8)
any_action: st.SearchStrategy[Action] = st.one_of(
    st.builds(SetCode, any_code),
    st.builds(Guess, any_code),
    st.builds(Answer, any_code),
    st.builds(Deal, st.lists(any_code, max_size=6).map(tuple)),
    st.builds(GiveMark, any_mark),
    st.builds(Claim, st.integers(-2, 42)),
    st.builds(TimeOut, any_seat),
    st.sampled_from([Call(), Pass(), Resign()]),
)


@st.composite
def near_actions(draw: st.DrawFn, state: State) -> Action:
    """An action that is nearly legal: only the seat, the moment or one peg is wrong."""
    rng = Random(draw(seeds()))
    edition = state.edition
    seat = draw(st.integers(1, edition.seats))
    spaces = [edition.secret_space(seat), edition.guess_space(seat), edition.secrets.space]
    code = random_code(draw(st.sampled_from(spaces)), rng) or ()
    if draw(st.booleans()):
        at = draw(st.integers(0, len(code)))
        code = (*code[:at], *draw(st.lists(pegs, max_size=2)), *code[at + 1 :])
    deal = random_deal(edition, rng) if edition.secrets.parts else Deal((code,) * edition.seats)
    marks = edition.marking.possible(edition.secrets.parts or edition.secrets.space.holes)
    actions: list[Action] = [
        SetCode(code),
        Guess(code),
        Answer(code),
        deal,
        Claim(len(code)),
        TimeOut(seat),
        Call(),
        Pass(),
    ]
    actions.append(GiveMark(draw(st.sampled_from(marks))))
    return draw(st.sampled_from(actions))


def assert_legality(state: State, seat: int, action: Action) -> None:
    """`apply` does exactly what `legal` allows; it refuses everything else with a reason, and nothing changes."""
    before = repr(state)
    listed = [legal(state, other) for other in range(state.edition.seats + 1)]
    refused = refusal(lambda: apply(state, seat, action))
    assert (refused is None) is permitted(state, seat, action), (seat, action, refused)
    assert refused is None or str(refused), "the reason can be told"
    assert repr(state) == before
    assert [legal(state, other) for other in range(state.edition.seats + 1)] == listed


@examples(120)
@given(editions(), seeds(), st.data())
def test_legal_actions_are_done_and_all_others_are_refused(edition: Edition, seed: int, data: st.DataObject) -> None:
    played = play(edition, Random(seed))
    for _ in range(4):
        state = data.draw(st.sampled_from(played.states))
        action = data.draw(any_action | near_actions(state))
        assert_legality(state, data.draw(any_seat), action)


@some
@given(editions(), seeds(), st.sampled_from([-7, -2, -1, 6, 7, 99]))
@example(edition_from("parker-1974"), 0, -1)
@example(edition_from("parker-1974"), 0, 99)
def test_a_seat_that_does_not_exist_has_no_legal_actions(edition: Edition, seed: int, seat: int) -> None:
    for state in play(edition, Random(seed)).states[:3]:
        refused_list = refusal(lambda state=state: legal(state, seat))  # type: ignore[misc]
        assert legal(state, seat) == () if refused_list is None else refused_list.code == "no-such-seat"
        with pytest.raises(RuleError) as refused:
            observe(state, seat)
        assert refused.value.code == "no-such-seat"


@some
@given(house_editions(), seeds(), st.data())
def test_nothing_can_be_done_when_the_match_is_over(edition: Edition, seed: int, data: st.DataObject) -> None:
    state = play(edition, Random(seed)).state
    with pytest.raises(RuleError) as refused:
        apply(state, data.draw(st.integers(0, edition.seats)), data.draw(any_action))
    assert refused.value.code == "match-over"


# ---- the same, step by step: a table at which any action is tried at any time


class Table(RuleBasedStateMachine):
    """A table under test. Every step is legal or arbitrary; the actions done are recorded and replayed at the end."""

    state: State

    @initialize(edition=editions(longest=5, **SMALL))
    def sit_down(self, edition: Edition) -> None:
        self.state = self.start = new_match(edition)
        self.log: list[tuple[int, Action]] = []
        self.events: list[Event] = []

    def do(self, seat: int, action: Action) -> None:
        step = apply(self.state, seat, action)
        self.state = step.state
        self.log.append((seat, action))
        self.events.extend(step.events)

    def is_on(self) -> bool:
        return self.state.outcome is None

    @precondition(is_on)
    @rule(seed=seeds(), temper=tempers)
    def play_on(self, seed: int, temper: Temper) -> None:
        self.do(*next_action(self.state, Random(seed), temper))

    @precondition(is_on)
    @rule(seed=seeds())
    def find_the_code(self, seed: int) -> None:
        seat, action = next_action(self.state, Random(seed), CALM)
        sought = code_to_find(self.state, seat) if isinstance(action, Guess) else None
        winning_action = Guess(sought) if sought is not None else action
        self.do(seat, winning_action if permitted(self.state, seat, winning_action) else action)

    @rule(seat=any_seat, action=any_action)
    def try_anything(self, seat: int, action: Action) -> None:
        if not permitted(self.state, seat, action):
            assert_legality(self.state, seat, action)

    @rule(data=st.data(), seat=any_seat)
    def try_something_near(self, data: st.DataObject, seat: int) -> None:
        action = data.draw(near_actions(self.state))
        assert_legality(self.state, seat, action)

    @rule()
    def replay(self) -> None:
        state = self.start
        events: list[Event] = []
        for seat, action in self.log:
            step = apply(state, seat, action)
            state = step.state
            events.extend(step.events)
        assert repr(state) == repr(self.state)
        assert events == self.events

    @invariant()
    def sums_and_views_are_right(self) -> None:
        lines = [line for finished in self.state.finished for line in finished.lines]
        assert sum(self.state.scores) == sum(line.points for line in lines)
        view = observe(self.state, None)
        assert bool(view.waiting) is self.is_on()
        assert view.scores == add_lines(self.state.scores, view.lines)
        for viewer in (None, *range(1, self.state.edition.seats + 1)):
            assert_codes_are_open_or_own(self.state, viewer)


Table.TestCase.settings = settings(examples(25), stateful_step_count=30)
TestTable = Table.TestCase


def test_random_play_reaches_every_kind_of_action_and_every_end_of_a_round() -> None:
    names = ["classic", "challenge-2001", "parker-1974", "mastermind-44", "hasbro-2004"]
    tables = [edition_from(name, by_hand=by_hand) for name in names for by_hand in ("no", "yes")]
    played = [play(table, Random(seed), (MIXED, CALM, STUBBORN)[seed % 3]) for table in tables for seed in range(18)]
    kinds = {type(action) for match in played for _, action in match.log}
    assert kinds == {SetCode, Deal, Guess, GiveMark, Claim, Accept, Call, Answer, Pass, Resign, TimeOut}
    reasons = {finished.outcome.reason for match in played for finished in match.state.finished}
    assert reasons == {
        *("broken", "unbroken", "both-broken", "neither-broken", "answered"),
        *("nobody-answered", "resigned", "timed-out", "wrong-mark"),
    }
    endings = {match.state.outcome.reason for match in played if match.state.outcome is not None}
    assert endings == {"highest-total", "majority", "draw", "nobody"}
