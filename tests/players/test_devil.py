"""The devil never lies: every mark is true of the code that it shows, though it decides late which one that is."""

from collections import defaultdict
from random import Random

import pytest

from keypeg.contests.driver import PlayedMatch, apply_action, check_seats, play_match
from keypeg.core.actions import GiveMark, Guess, SetCode
from keypeg.core.apply import apply
from keypeg.core.codes import Code
from keypeg.core.edition import Edition, Makers
from keypeg.core.errors import RuleError
from keypeg.core.marks import KeyPegs, Mark
from keypeg.core.observe import observe
from keypeg.core.state import State, new_match
from keypeg.core.view import FinishedRound
from keypeg.editions import RULEBOOKS
from keypeg.records.edition_links import read_edition
from support.player_levels import LEVELS, QUICK, player, table_with_code
from support.random_play import edition_from, right_mark
from support.thoroughness import some_of, times

DEVIL = player("devil")

TABLES = [
    "classic~rounds_2",
    "classic~by-hand_yes",
    "hasbro-2000~rounds_2",
    "hasbro-2000-advanced~rounds_2",
    "traffic-jam-2000~option_1~rounds_2",
    "traffic-jam-2000~option_2~rounds_2",
    "traffic-jam-2000~option_3~by-hand_yes~rounds_2",
    "hasbro-2004",
    "hasbro-2004~seats_3~experts_yes",
    "parker-1974~rounds_2",
    "parker-1974~different_yes",
    "challenge-2001~holes_4~rounds_1",
    "challenge-2001~holes_4~race_yes~rounds_1",
    "challenge-2001~handicap_1~rounds_1",
    "house~blanks_yes~repeats_no~holes_3",
    "house~makers_each~turns_together~holes_3~rows_8",
]
"""Tables of every kind at which codes are set."""


def play_against(rules: Edition, seed: int, other: str = "casual") -> PlayedMatch:
    """A match with the devil in a random seat."""
    devils = Random(seed).randint(1, rules.seats)
    players = [DEVIL if seat == devils else player(other) for seat in range(1, rules.seats + 1)]
    return play_match(rules, players, str(seed), QUICK)


def check_marks(rules: Edition, finished: FinishedRound) -> int:
    """Check every mark of a round against the codes it shows, counted independently of the engine."""
    counted = 0
    for board in finished.boards:
        for row in board.rows:
            for given in row.marks:
                secret = finished.codes[given.by - 1]
                assert secret is not None
                assert right_mark(rules.marking, secret, row.guess) == given.mark
                assert secret in rules.secret_space(board.breakers[0])
                counted += 1
    return counted


@pytest.mark.no_cover
@pytest.mark.parametrize("table", some_of(["parker-1974", "challenge-2001~holes_4~rounds_1"], quick=1))
def test_two_devils_in_a_duel_do_not_draw_for_ever(table: str) -> None:
    """In a replay both keep their codes, so each attempt after the first is won about half the time at least."""
    played = play_match(read_edition(table), [DEVIL, DEVIL], "1", QUICK)
    assert played.state.outcome is not None
    assert max(finished.attempt for finished in played.state.finished) < 30


@pytest.mark.no_cover
@pytest.mark.parametrize("table", some_of(TABLES, quick=5))
def test_every_mark_is_true_of_the_code_shown_at_the_end(table: str) -> None:
    rules = read_edition(table)
    for seed in range(4):
        played = play_against(rules, seed, LEVELS[seed % len(LEVELS)])
        assert sum(check_marks(rules, finished) for finished in played.state.finished) > 0
        assert all(not finished.wrong for finished in played.state.finished)


@pytest.mark.parametrize("table", some_of(TABLES, quick=7))
def test_the_record_shows_the_last_code_from_the_beginning(table: str) -> None:
    rules = read_edition(table)
    for seed in range(3):
        played = play_against(rules, seed)
        state = new_match(rules)
        for seat, action in played.log:
            state = apply(state, seat, action).state
        assert state == played.state


def test_every_way_to_set_codes_is_among_the_tables() -> None:
    rules = [read_edition(table) for table in TABLES]
    assert {table.secrets.makers for table in rules} == set(Makers) - {Makers.DEALT}
    assert {table.id for table in rules} == {name for name in RULEBOOKS if not edition_from(name).dealt}


# The cell that remains


def cells_after(rules: Edition, board: int, rows: list[tuple[Code, Mark]], guess: Code) -> dict[Mark, set[Code]]:
    """For each mark the codes with which this guess would earn it, after these rows; marked by the rules."""
    cells: dict[Mark, set[Code]] = defaultdict(set)
    for code in rules.secret_space(board):
        if all(rules.marking.mark(code, row) == mark for row, mark in rows):
            cells[rules.marking.mark(code, guess)].add(code)
    return cells


@pytest.mark.no_cover
@pytest.mark.parametrize(
    "table",
    [
        "classic",
        "house~holes_3",
        "parker-1974",
        "traffic-jam-2000~option_1",
        "traffic-jam-2000~option_2",
        "house~holes_3~blanks_yes~repeats_no",
        "hasbro-2004",
    ],
)
def test_the_largest_cell_remains_whatever_is_guessed(table: str) -> None:
    rules, checked = read_edition(table), 0
    for seed in range(3):
        rng = Random(seed)
        state = _table_with_code(rules, rng)
        maker = state.round.boards[0].makers[0]
        breaker = state.round.boards[0].breakers[0]
        rows: list[tuple[Code, Mark]] = []
        while state.round.number == 1 and not state.finished and state.outcome is None and len(rows) < 7:
            if (guess := _next_guess(state, breaker, rng, fitting=len(rows) % 2 == 1)) is None:
                break
            left = cells_after(rules, breaker, rows, guess)
            state = apply_action(state, {maker: DEVIL}, breaker, Guess(guess), rng).step.state
            board = (state.finished[0] if state.finished else state.round).boards[0]
            rows.append((guess, board.rows[-1].marks[0].mark))
            assert len(left[rows[-1][1]]) == max(map(len, left.values()))
            checked += 1
            if not state.finished and rules.secrets.makers is Makers.EACH:
                other = player("casual").choose(observe(state, maker), QUICK, rng)
                assert other is not None
                state = apply_action(state, {maker: DEVIL}, maker, other, rng).step.state
    assert checked >= 9


def _table_with_code(rules: Edition, rng: Random) -> State:
    state = new_match(rules)
    for seat in range(1, rules.seats + 1):
        action = DEVIL.choose(observe(state, seat), QUICK, rng)
        if isinstance(action, SetCode):
            state = apply(state, seat, action).state
    return state


def _next_guess(state: State, breaker: int, rng: Random, fitting: bool) -> Code | None:
    """A fitting guess or one that a beginner makes: some of both, so that small and large cells remain."""
    action = player("casual" if fitting else "beginner").choose(observe(state, breaker), QUICK, rng)
    return action.code if isinstance(action, Guess) else None


def test_of_two_cells_of_equal_size_one_that_does_not_break_the_code_is_kept() -> None:
    rules = edition_from("house", holes=1, colours=2)
    for seed in range(20):
        for guess in ((1,), (2,)):
            state = table_with_code(rules, (1 + seed % 2,))
            state = apply_action(state, {1: DEVIL}, 2, Guess(guess), Random(seed)).step.state
            assert not state.finished, "with two codes left the first try never hits"


def test_every_code_of_the_remaining_cell_may_be_chosen() -> None:
    rules = edition_from("classic")
    view = observe(table_with_code(rules, (1, 2, 3, 4)), 1)
    assert DEVIL.change_code is not None
    chosen = {DEVIL.change_code(view, (1, 1, 2, 2), Random(seed)) for seed in range(4000)}
    sets = list(cells_after(rules, 2, [], (1, 1, 2, 2)).values())
    assert len(chosen) == max(map(len, sets)) == 256, "as Knuth counted"
    assert chosen in sets


def test_where_order_does_not_count_any_order_may_be_chosen() -> None:
    rules = edition_from("traffic-jam-2000", option=1)
    view = observe(table_with_code(rules, (1, 2, 3, 4)), 1)
    assert DEVIL.change_code is not None
    chosen = {DEVIL.change_code(view, (1, 2, 3, 3), Random(seed)) for seed in range(300)}
    assert any(code != tuple(sorted(code)) for code in chosen)


@pytest.mark.no_cover
@pytest.mark.parametrize("other", ["beginner", "casual", "strong", "perfect"])
def test_breaking_the_code_of_the_devil_takes_at_least_as_many_rows(other: str) -> None:
    rules = edition_from("classic", rounds=2, rows=12)
    seeds = range(times(20, 60))
    fair = [_rows_needed(rules, "casual", other, seed) for seed in seeds]
    devilish = [_rows_needed(rules, "devil", other, seed) for seed in seeds]
    assert sum(devilish) > sum(fair)


def _rows_needed(rules: Edition, maker: str, breaker: str, seed: int) -> int:
    """How many rows a breaker places in the first round."""
    state, rng = new_match(rules), Random(f"{breaker} {seed}")
    seats = {1: player(maker), 2: player(breaker)}
    while not state.finished:
        seat = 2 if state.round.codes[0] else 1
        action = seats[seat].choose(observe(state, seat), QUICK, rng)
        assert action is not None
        state = apply_action(state, seats, seat, action, rng).step.state
    return len(state.finished[0].boards[0].rows)


# Where it may not play


def refused(rules: Edition, committed: bool) -> str | None:
    try:
        check_seats(rules, {1: player("perfect"), 2: DEVIL}, committed)
    except RuleError as error:
        return error.code
    return None


@pytest.mark.parametrize("name", RULEBOOKS)
def test_it_is_refused_where_parts_are_dealt_and_where_codes_must_be_committed(name: str) -> None:
    rules = edition_from(name)
    assert refused(rules, committed=True) == "must-commit"
    assert refused(rules, committed=False) == ("must-commit" if rules.dealt else None)


@pytest.mark.parametrize("name", LEVELS)
def test_no_other_player_is_refused(name: str) -> None:
    for rules in map(edition_from, RULEBOOKS):
        check_seats(rules, dict.fromkeys(range(1, rules.seats + 1), player(name)), committed=True)


def test_a_match_with_the_devil_does_not_begin_where_parts_are_dealt() -> None:
    with pytest.raises(RuleError) as caught:
        play_match(edition_from("mastermind-44", seats=2), [DEVIL, player("casual")], "1", QUICK)
    assert caught.value.code == "must-commit"


# Where it keeps its code


def test_it_keeps_its_code_after_taking_over_a_seat_that_marked_wrongly() -> None:
    state = table_with_code(edition_from("classic", **{"by-hand": "yes"}), (1, 1, 1, 1))
    state = apply(state, 2, Guess((1, 1, 1, 2))).state
    state = apply(state, 1, GiveMark(KeyPegs(0, 0))).state
    acted = apply_action(state, {1: DEVIL}, 2, Guess((3, 3, 4, 4)), Random(0))
    assert acted.code_changes == ()
    assert acted.step.state.round.codes[0] == (1, 1, 1, 1)


def test_where_there_are_too_many_codes_to_list_it_chooses_among_some_that_fit_every_mark() -> None:
    rules = edition_from("house", holes=8, colours=20)
    first, second = (1, 2, 3, 4, 5, 6, 7, 8), (8, 7, 6, 5, 4, 3, 2, 1)
    state = apply(table_with_code(rules, first), 2, Guess((1, 1, 2, 2, 9, 9, 9, 9))).state
    [row] = state.round.boards[0].rows
    view = observe(state, 1)
    assert DEVIL.change_code is not None
    for seed in range(3):
        changed = DEVIL.change_code(view, second, Random(seed))
        assert right_mark(rules.marking, changed, row.guess) == row.marks[0].mark
        assert changed != first
