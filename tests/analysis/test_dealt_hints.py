"""Hints and running rounds where parts are dealt: by what one seat knows, and consistent with the finished round."""

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from analysis.test_dealt_value import HEAD, TABLES, played
from analysis.test_round_value import check_sums
from keypeg.analysis.dealt_hints import add_advice, find_dealt_hints, whole_codes_left
from keypeg.analysis.dealt_value import count_codes_left, value_dealt_round
from keypeg.analysis.hint_values import DealtHints, may_have_hints
from keypeg.analysis.round_analysis import RoundAnalysis, analyse_running_dealt
from keypeg.core.actions import Guess
from keypeg.core.codes import Code, join_parts
from keypeg.core.consistency import clues_by, fitting_parts
from keypeg.core.observe import observe
from keypeg.core.state import State
from keypeg.core.view import View
from keypeg.records.edition_links import read_edition
from keypeg.records.record import write_record
from keypeg.records.replay import Replay, replay_file, replay_text
from keypeg.study.decisions import decisions_in_round
from properties.test_visibility import some_cuts
from support.command import RECORDS
from support.played_table import Table
from support.random_play import CALM, MIXED, STUBBORN, play
from support.swapped_secrets import other_tables
from support.thoroughness import first_of, times

QUICK = 0.1
DEAL = "table deal R.... .B...\n"


def hints(view: View) -> DealtHints:
    return add_advice(find_dealt_hints(view), view, QUICK)


def running(replay: Replay, seat: int, seconds: float = QUICK) -> RoundAnalysis:
    view = observe(replay.state, seat)
    return analyse_running_dealt(view, decisions_in_round(replay, view.round, view.attempt), seconds)


def first_actions(replay: Replay, actions: int) -> Replay:
    """The same match, up to so many actions."""
    return replay_text(write_record(replay.record._replace(lines=replay.record.lines[:actions])))


def swapped(link: str, pairs: int) -> Iterator[tuple[State, State, int]]:
    """Pairs of tables that a breaker cannot tell apart."""
    rng, swaps = Random(5), 0
    while swaps < pairs:
        match = play(read_edition(link), rng, (STUBBORN, MIXED, CALM)[swaps % 3]._replace(patience=40))
        for cut in some_cuts(match, rng, 2):
            state = match.states[cut]
            for seat in range(1, state.edition.seats + 1):
                if may_have_hints(observe(state, seat)):
                    for other in other_tables(match, cut, seat, rng, most=1):
                        swaps += 1
                        yield state, other, seat


@pytest.mark.parametrize("link", first_of(["mastermind-44~seats_3~by-hand_yes", *TABLES], quick=3))
def test_hints_depend_only_on_what_a_seat_sees(link: str) -> None:
    for state, other, seat in swapped(link, 6):
        assert state.round.codes != other.round.codes
        assert hints(observe(state, seat)) == hints(observe(other, seat))


def test_the_analysis_of_a_running_round_depends_only_on_what_a_seat_sees() -> None:
    def analysis_of(deal: str) -> RoundAnalysis:
        return running(replay_text(HEAD + f"table deal {deal}\n1 guess GGGGG\n2 guess GGGGG\n"), 1)

    assert analysis_of("R.... .B...") == analysis_of("R.... ..Y..")
    assert analysis_of("R.... .B...") != analysis_of("R.... ..G..")


def round_ends(replay: Replay) -> list[int]:
    """After how many actions the first round is over."""
    return [at for at, step in enumerate(replay.steps, 1) if step.state.finished][:1]


@pytest.mark.parametrize("link", first_of(TABLES, quick=2))
def test_a_running_round_is_analysed_as_it_will_be_when_finished(link: str) -> None:
    """No later action changes a cost, or any luck but that of the last decision."""
    replay = played(link)
    [end] = round_ends(replay)
    over = value_dealt_round(replay.state.finished[0], decisions_in_round(replay, 1, 1), QUICK)
    for cut in {end // 2, end - 2}:
        for whole in over:
            [now] = running(first_actions(replay, cut), whole.seat).seat_values
            check_sums(now)
            assert not now.over
            shared = [(row, whole.rows[at]) for at, row in enumerate(now.rows)]
            for row, later in shared:
                assert (row.kind, row.guess, row.codes_before) == (later.kind, later.guess, later.codes_before)
                assert row.value is not None
                assert later.value is not None
                assert row.value.cost == later.value.cost
                assert row.value.best == later.value.best
            for row, later in shared[:-1]:
                assert row.value is not None
                assert later.value is not None
                assert row.value.luck == later.value.luck


def test_the_analysis_of_a_running_round_covers_only_the_viewer() -> None:
    replay = first_actions(played("mastermind-44"), 6)
    for seat in range(1, 5):
        analysis = running(replay, seat)
        assert [values.seat for values in analysis.seat_values] == [seat]
        assert [code is not None for code in analysis.codes] == [other == seat for other in range(1, 5)]


def test_the_last_decision_leads_to_the_chance_to_win_now() -> None:
    analysis = running(replay_text(HEAD + DEAL + "1 guess RBBBB\n2 guess RRRRR\n"), 1)
    assert analysis.hints is not None
    assert analysis.hints.advice is not None
    assert analysis.seat_values[0].result == analysis.hints.advice.wins


def test_luck_is_unknown_while_a_row_waits_for_its_marks() -> None:
    by_hand = HEAD.replace("seats_2", "seats_2~by-hand_yes")
    [row] = running(replay_text(by_hand + DEAL + "1 guess RBBBB\n"), 1).seat_values[0].rows
    assert row.value is not None
    assert row.value.luck is None
    assert row.codes_after is None
    [marked] = running(replay_text(by_hand + DEAL + "1 guess RBBBB\n2 mark 1b0w\n"), 1).seat_values[0].rows
    assert marked.value is not None
    assert marked.value.luck is not None
    assert marked.value.cost == row.value.cost


def test_a_call_has_no_value_before_its_answer() -> None:
    called = HEAD + DEAL + "1 guess RBBBB\n2 guess RRRRR\n1 call\n"
    assert [row.kind for row in running(replay_text(called), 1).seat_values[0].rows] == ["row"]
    [out] = running(replay_text(called + "1 answer R..B.\n"), 1).seat_values
    assert [row.kind for row in out.rows] == ["row", "call"]
    assert out.result == 0, "a player who answered wrongly can no longer win"
    check_sums(out)


def test_a_seat_that_has_left_or_passed_cannot_win() -> None:
    three = HEAD.replace("seats_2", "seats_3") + "table deal R.... .B... ..Y..\n"
    [left] = running(replay_text(three + "1 guess RBBBB\n2 guess RRRRR\n3 guess GGGGG\n1 resign\n"), 1).seat_values
    check_sums(left)
    assert left.forfeit > 0
    assert left.result == pytest.approx(0)
    rows = "".join(f"{seat} guess GGGGG\n" for _ in range(4) for seat in (1, 2))
    [passed] = running(replay_text(HEAD + DEAL + rows + "1 pass\n"), 1).seat_values
    assert passed.rows[-1].kind == "pass"
    assert passed.result == 0


# The hints


def all_deals(view: View) -> Iterator[tuple[tuple[Code, ...], float]]:
    """Every deal to the others that fits all marks, and in how many ways it can be drawn: a plain count."""
    assert view.code is not None
    others = [seat for seat in range(1, view.edition.seats + 1) if seat != view.seat]
    rows = {board.number: board.rows for board in view.boards}
    for parts in fitting_parts(view.edition.secrets, [clues_by(view.boards, seat) for seat in others], view.code):
        shown = [(part, row.guess) for seat, part in zip(others, parts, strict=True) for row in rows[seat]]
        if any(peg == 0 and mine == 0 for part, guess in shown for mine, peg in zip(part, guess, strict=True)):
            continue  # only a seat's own hole may be left blank
        used = [peg for peg in view.code if peg]
        ways = 1.0
        for peg in (peg for part in parts for peg in part if peg):
            ways *= view.edition.secrets.counters - used.count(peg)
            used.append(peg)
        yield parts, ways


@pytest.mark.parametrize("link", TABLES)
def test_the_codes_left_before_and_after_a_row_agree_with_counting_all_deals(link: str) -> None:
    replay, marking = first_actions(played(link), 2), read_edition(link).marking
    view = observe(replay.state, replay.state.round.turn)
    hints_now = hints(view)
    deals = list(all_deals(view))
    assert view.code is not None
    own = view.code
    codes = {join_parts((own, *parts)) for parts, _ in deals}
    assert (hints_now.codes, whole_codes_left(view)) == (len(codes), tuple(sorted(codes)))
    assert hints_now.codes == count_codes_left(view)
    assert hints_now.advice is not None
    assert hints_now.reasons is not None
    row = hints_now.advice.row
    assert row is not None
    cells: dict[tuple[object, ...], set[Code]] = defaultdict(set)
    weights: dict[tuple[object, ...], float] = defaultdict(float)
    for parts, ways in deals:
        marks = tuple(marking.mark(part, row) for part in parts)
        cells[marks].add(join_parts((own, *parts)))
        weights[marks] += ways
    average = sum(weights[marks] * len(cells[marks]) for marks in cells) / sum(weights.values())
    assert hints_now.reasons.mean_left == pytest.approx(average)
    assert hints_now.reasons.max_left == max(map(len, cells.values()))
    right = any(all(peg in (0, row[at]) for part in parts for at, peg in enumerate(part)) for parts, _ in deals)
    assert hints_now.reasons.can_be_code == right


@pytest.mark.parametrize("file", sorted(RECORDS.glob("mastermind-44*.keypeg")), ids=lambda file: file.stem)
def test_the_codes_left_are_the_same_without_the_solver(file: Path) -> None:
    def prepare() -> None:
        raise AssertionError("these games are small enough")

    for step in replay_file(file).steps[:: times(10, 5)]:
        for seat in range(1, step.state.edition.seats + 1):
            view = observe(step.state, seat)
            if view.code is not None:
                assert whole_codes_left(view, prepare) == whole_codes_left(view)


def test_a_blank_hole_shows_everyone_whose_it_is() -> None:
    """Only a seat's own hole may be left blank, so the other's part must be elsewhere."""
    shown = Table("mastermind-44", "table deal R.... .B...", "1 guess GGGGG", "2 guess G.GGG", seats=2)
    filled = Table("mastermind-44", "table deal R.... .B...", "1 guess GGGGG", "2 guess GGGGG", seats=2)
    assert [len(whole_codes_left(table.sees(1)) or ()) for table in (shown, filled)] == [5, 20]


def test_a_row_tells_the_others_something_only_with_three_or_more_seats() -> None:
    for link in TABLES:
        view = observe(first_actions(played(link), 1).state, 1)
        reasons = hints(view).reasons
        assert reasons is not None
        assert reasons.bits_to_seat > 0
        assert (reasons.bits_to_others > 0) == (view.edition.seats > 2)


def test_information_for_seats_that_have_left_costs_nothing() -> None:
    dealt = Table("mastermind-44", "table deal R.... .B... ..Y..", seats=3)
    with_all = hints(dealt.sees(1)).reasons
    assert with_all is not None
    dealt.does("2 resign", "3 resign")
    alone = hints(dealt.sees(1)).reasons
    assert alone is not None
    assert with_all.bits_to_others > 0
    assert alone.bits_to_others == 0


@pytest.mark.parametrize("link", TABLES)
def test_following_the_hint_costs_nothing_and_has_the_stated_chance(link: str) -> None:
    replay = first_actions(played(link), 2)
    seat = replay.state.round.turn
    view = observe(replay.state, seat)
    advice = hints(view).advice
    assert advice is not None
    assert advice.row is not None
    allowed = view.allowed(Guess)
    assert allowed is not None
    assert allowed.space is not None
    assert advice.row in allowed.space
    line = replay.record.lines[-1]._replace(seat=seat, action=Guess(advice.row))
    followed = replay_text(write_record(replay.record._replace(lines=(*replay.record.lines, line))))
    value = running(followed, seat).seat_values[0].rows[-1].value
    assert value is not None
    assert value.cost == 0
    assert value.before.value == advice.wins


@pytest.mark.parametrize("link", TABLES)
def test_a_hint_to_call_never_shows_that_waiting_wins_more(link: str) -> None:
    replay = played(link)
    calls = 0
    for step in replay.steps[: round_ends(replay)[0] - 1]:
        for seat in range(1, step.state.edition.seats + 1):
            view = observe(step.state, seat)
            hints_now = hints(view) if view.code and may_have_hints(view) else None
            if hints_now is None or hints_now.advice is None or hints_now.advice.call is None:
                continue
            call = hints_now.advice.call
            calls += call.now
            assert call.now or call.waiting is not None
            assert not call.now or (hints_now.advice.row is None and hints_now.advice.wins == call.right)
            assert not call.now or call.waiting is None or call.right >= call.waiting
            assert (hints_now.advice.row is not None) == (not call.now and view.allowed(Guess) is not None)
            assert call.code in (whole_codes_left(view) or ())
    assert calls, "somebody is told to call"


def test_the_hint_is_to_call_between_two_codes_when_the_other_is_as_close() -> None:
    """Waiting loses: the other seat knows the code and calls next."""
    rows = ["1 guess GRGGG", "2 guess RGGGG", "1 guess GGGGB", "2 guess GGGGG"]
    view = Table("mastermind-44", "table deal R.... .B...", *rows, seats=2).sees(1)
    advice = hints(view).advice
    assert advice is not None
    assert advice.call is not None
    assert advice.call.now
    assert advice.call.waiting is not None
    assert advice.call.right > advice.call.waiting
    assert advice.row is None


def test_the_same_view_always_gets_the_same_hint() -> None:
    table = Table("mastermind-44", "table deal R.... .B...", "1 guess GRGGG", seats=2)
    assert hints(table.sees(2)) == hints(table.sees(2))
