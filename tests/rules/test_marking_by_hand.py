"""Marking by hand: makers can be wrong. What follows from that differs by edition: see `test_wrong_marks`."""

from typing import NamedTuple

import pytest

from keypeg.core.actions import GiveMark
from keypeg.core.codes import CodeSpace
from keypeg.core.consistency import fitting
from keypeg.core.events import Claimed
from keypeg.core.marks import BLACK_WHITE, COLOURS, SUM, KeyPegs, Marking, Number
from keypeg.core.view import RowRef
from keypeg.records.notation import write_mark
from support.played_table import Table, marks, refused


class Wrongly(NamedTuple):
    """A round with a wrong mark, for one way of assigning the roles."""

    edition: str
    options: dict[str, object]
    marked: tuple[str, ...]
    """A guess, and a wrong mark for it."""
    claim: str
    """The claim that reveals it."""
    rest: tuple[str, ...]
    """How the round ends if nobody claims."""
    by: int
    board: int
    given: str
    right: str
    score: tuple[int, ...]
    """The points of all seats after it."""


DUEL = ("1 code RRBYG", "2 code OVWKK")
DEAL = "table deal R.... .B... ..Y.. ...G."
WRONGLY = {
    "one maker": Wrongly(
        "hasbro-2000",
        {},
        ("1 code RRBY", "2 guess RGGG", "1 mark 0b1w"),
        "2 claim 1",
        ("2 guess RRBY", "1 mark 4b0w"),
        *(1, 2, "0b1w", "1b0w", (0, 3)),
    ),
    "one maker, number cards": Wrongly(
        "traffic-jam-2000",
        {},
        ("1 code RBYP", "2 guess YVYR", "1 mark 2"),
        "2 claim 1",
        ("2 guess RBYP", "1 mark 8"),
        *(1, 2, "2", "3", (0, 3)),
    ),
    "one maker, blanks": Wrongly(
        "hasbro-2000-advanced",
        {},
        ("1 code R..B", "2 guess .GGG", "1 mark 0b0w"),
        "2 claim 1",
        ("2 guess R..B", "1 mark 4b0w"),
        *(1, 2, "0b0w", "0b1w", (0, 3)),
    ),
    "one maker, a family": Wrongly(
        "hasbro-2004",
        {"seats": 3},
        ("1 code PRBY", "2 guess PBRW", "1 mark 2b1w"),
        "3 claim 1",
        ("2 resign", "3 resign"),
        *(1, 2, "2b1w", "1b2w", (0, 3, 3)),
    ),
    "each, together": Wrongly(
        "challenge-2001",
        {},
        (*DUEL, "2 guess RRBYO", "1 guess OVWKK", "2 mark 5b0w", "1 mark 3b0w"),
        "",
        (),
        *(1, 2, "3b0w", "4b0w", (0, 1)),
    ),
    "each, together, claimed": Wrongly(
        "challenge-2001",
        {},
        (*DUEL, "2 guess RRBYO", "1 guess OVWKO", "2 mark 4b0w", "1 mark 3b0w"),
        "2 claim 1",
        ("1 guess OVWKK", "2 guess RRBYG", "1 mark 5b0w", "2 mark 5b0w"),
        *(1, 2, "3b0w", "4b0w", (0, 1)),
    ),
    "each, a race": Wrongly(
        "challenge-2001",
        {"race": True},
        (*DUEL, "1 guess OVWRR", "2 mark 2b0w"),
        "1 claim 1",
        ("1 guess OVWKK", "2 mark 5b0w"),
        *(2, 1, "2b0w", "3b0w", (1, 0)),
    ),
    "parts dealt": Wrongly(
        "mastermind-44",
        {},
        (DEAL, "1 guess BKKKK", "2 mark 0b0w", "3 mark 0b0w", "4 mark 0b0w"),
        "1 claim 1",
        ("1 resign", "2 resign", "3 resign", "4 resign"),
        *(2, 1, "0b0w", "0b1w", (0, 0, 0, 0)),
    ),
}
"""A round for each way of assigning the roles, in editions that replay it."""
CLAIMED = [name for name, case in WRONGLY.items() if case.claim]


def played(case: Wrongly, *lines: str) -> Table:
    return Table(case.edition, *case.marked, *lines, by_hand=True, **case.options)


def replayed_for_a_wrong_mark(table: Table, case: Wrongly) -> bool:
    """Whether exactly this wrong mark ended the round, and it is replayed with the same roles."""
    (wrong,) = table.last.wrong
    wrong_row = (wrong.board, wrong.row, wrong.by, write_mark(wrong.given), write_mark(wrong.right))
    now = table.sees(None)
    return (
        table.last.outcome == ("wrong-mark", ())
        and table.last.replayed
        and wrong_row == (case.board, 1, case.by, case.given, case.right)
        and table.scores == case.score
        and (now.round, now.attempt, now.maker) == (1, 2, table.last.maker)
    )


def by_hand(*lines: str, **options: object) -> Table:
    return Table("classic", *lines, by_hand=True, **options)


def test_the_maker_places_the_marks() -> None:
    table = by_hand("1 code RRBY", "2 guess RBRG")
    assert marks(table.rows(2)) == [""]
    assert table.sees(None).waiting == (1,)
    assert refused(table, "2 guess RRRR") == "guess-already-placed"
    table.does("1 mark 1b2w")
    assert marks(table.rows(2)) == ["1b2w"]
    assert table.sees(None).waiting == (2,)


def test_only_the_maker_marks_and_only_a_row_without_a_mark() -> None:
    table = by_hand("1 code RRBY")
    assert refused(table, "1 mark 0b0w") == "nothing-to-mark"
    table.does("2 guess RBRG")
    assert refused(table, "2 mark 1b2w") == "nothing-to-mark"
    assert refused(table, "table mark 1b2w") == "seats-only"
    table.does("1 mark 1b2w")
    assert refused(table, "1 mark 1b2w") == "nothing-to-mark"


@pytest.mark.parametrize(
    ("edition", "lines", "mark"),
    [
        ("classic", ("1 code RRBY", "2 guess RRRR"), "1 mark 3b1w"),
        ("classic", ("1 code RRBY", "2 guess RRRR"), "1 mark 3b2w"),
        ("classic", ("1 code RRBY", "2 guess RRRR"), "1 mark 5b0w"),
        ("classic", ("1 code RRBY", "2 guess RRRR"), "1 mark 2"),
        ("parker-1974", ("1 code BYR", "2 code GGO", "1 guess RRR"), "2 mark 2b1w"),
        ("parker-1974", ("1 code BYR", "2 code GGO", "1 guess RRR"), "2 mark 4b0w"),
        ("traffic-jam-2000", ("1 code RBYP", "2 guess RRRR"), "1 mark 7"),
        ("traffic-jam-2000", ("1 code RBYP", "2 guess RRRR"), "1 mark 9"),
        ("traffic-jam-2000", ("1 code RBYP", "2 guess RRRR"), "1 mark 1b0w"),
        ("challenge-2001", (*DUEL, "1 guess OOOOO", "2 guess OOOOO"), "2 mark 4b1w"),
        ("mastermind-44", (DEAL, "1 guess BKKKK"), "2 mark 1b1w"),
        ("mastermind-44", (DEAL, "1 guess BKKKK"), "2 mark 2b0w"),
    ],
)
def test_a_mark_that_no_row_can_earn_is_refused(edition: str, lines: tuple[str, ...], mark: str) -> None:
    assert refused(Table(edition, *lines, by_hand=True), mark) == "impossible-mark"


def test_traffic_jam_option_1_has_no_card_above_four() -> None:
    table = Table("traffic-jam-2000", "1 code RBYP", "2 guess RRRR", option=1, by_hand=True)
    assert refused(table, "1 mark 5") == "impossible-mark"


def test_with_a_handicap_each_board_has_its_own_marks() -> None:
    table = Table("challenge-2001", "1 code RRBYG", "2 code OVWK", handicap=1, by_hand=True)
    table.does("1 guess OVWO", "2 guess RRBYO")
    assert refused(table, "2 mark 5b0w") == "impossible-mark"
    assert refused(table, "2 mark 3b1w") == "impossible-mark"
    table.does("1 mark 5b0w")
    assert marks(table.rows(2)) == ["5b0w"]


@pytest.mark.parametrize("mark", [KeyPegs(-1, 0), KeyPegs(0, -1), Number(0)])
def test_a_value_that_is_not_a_mark_is_refused(mark: KeyPegs | Number) -> None:
    table = by_hand("1 code RRBY", "2 guess GGGG")
    assert refused(table, (1, GiveMark(mark))) == "impossible-mark"


@pytest.mark.parametrize("name", CLAIMED)
def test_a_right_claim_ends_the_round_and_it_is_replayed(name: str) -> None:
    case = WRONGLY[name]
    assert replayed_for_a_wrong_mark(played(case, case.claim), case)


@pytest.mark.parametrize("name", WRONGLY)
def test_a_wrong_mark_that_nobody_claimed_is_found_at_the_reveal(name: str) -> None:
    case = WRONGLY[name]
    assert replayed_for_a_wrong_mark(played(case, *case.rest), case)


@pytest.mark.parametrize("name", CLAIMED)
def test_the_replay_begins_with_new_codes_and_empty_boards(name: str) -> None:
    case = WRONGLY[name]
    table = played(case, case.claim)
    view = table.sees(None)
    assert view.ready == ()
    assert all(board.rows == () for board in view.boards)
    assert table.last.codes.count(None) == (len(table.scores) - 1 if view.maker else 0)


RIGHTLY = [
    ("classic", {}, ("1 code RRBY", "2 guess RGGG", "1 mark 1b0w"), "2 claim 1"),
    ("traffic-jam-2000", {}, ("1 code RBYP", "2 guess YVYR", "1 mark 3"), "2 claim 1"),
    ("hasbro-2004", {"seats": 3}, ("1 code PRBY", "2 guess PBRW", "1 mark 1b2w"), "3 claim 1"),
    ("parker-1974", {}, ("1 code BYR", "2 code GGO", "1 guess GOG", "2 mark 1b2w"), "1 claim 1"),
    ("challenge-2001", {"race": True}, (*DUEL, "1 guess OVWRR", "2 mark 3b0w"), "1 claim 1"),
    ("mastermind-44", {}, (DEAL, "1 guess BKKKK", "2 mark 0b1w", "3 mark 0b0w", "4 mark 0b0w"), "1 claim 1"),
]


@pytest.mark.parametrize(("edition", "options", "lines", "claim"), RIGHTLY)
def test_a_wrong_claim_costs_nothing(
    edition: str, options: dict[str, object], lines: tuple[str, ...], claim: str
) -> None:
    table = Table(edition, *lines, by_hand=True, **options)
    seat = int(claim[0])
    before = table.sees(seat)
    table.does(claim)
    board = next(board.number for board in before.boards if seat in board.breakers)
    assert table.events == (Claimed(seat, board, 1, holds=False),)
    after = table.sees(seat)
    assert (after.scores, after.boards, after.waiting) == (before.scores, before.boards, before.waiting)
    assert table.state.finished == ()


def test_a_wrong_claim_is_seen_by_all() -> None:
    table = by_hand("1 code RRBY", "2 guess RGGG", "1 mark 1b0w", "2 claim 1")
    assert [table.sees(viewer).claims for viewer in (None, 1, 2)] == [((2, RowRef(2, 1)),)] * 3


def test_a_claim_may_be_of_any_row_that_is_marked() -> None:
    table = by_hand("1 code RRBY", "2 guess RGGG", "1 mark 0b1w", "2 guess RRGG", "1 mark 2b0w", "2 guess GGGG")
    assert refused(table, "2 claim 3") == "no-such-row"
    assert refused(table, "2 claim 0") == "no-such-row"
    table.does("2 claim 2")
    assert table.state.finished == ()
    table.does("2 claim 1")
    assert table.last.outcome == ("wrong-mark", ())


def test_a_claim_needs_a_marked_row() -> None:
    table = by_hand()
    assert refused(table, "2 claim 1") == "codes-first"
    table.does("1 code RRBY")
    assert refused(table, "2 claim 1") == "nothing-to-claim"
    table.does("2 guess RGGG")
    assert refused(table, "2 claim 1") == "nothing-to-claim"


def test_the_maker_has_nothing_to_claim() -> None:
    table = by_hand("1 code RRBY", "2 guess RGGG", "1 mark 1b0w")
    assert refused(table, "1 claim 1") == "not-a-breaker"


def test_a_row_of_44_may_be_claimed_once_all_have_marked_it() -> None:
    table = Table("mastermind-44", DEAL, "1 guess BKKKK", "2 mark 0b0w", by_hand=True)
    assert refused(table, "1 claim 1") == "nothing-to-claim"
    table.does("3 mark 0b0w", "4 mark 0b0w", "1 claim 1")
    assert table.last.outcome == ("wrong-mark", ())


def test_any_player_of_44_may_claim_a_wrong_mark() -> None:
    rows = ("1 guess BKKKK", "2 mark 0b0w", "3 mark 0b0w", "4 mark 0b0w")
    for seat in (1, 3, 4):
        table = Table("mastermind-44", DEAL, *rows, f"{seat} claim 1 on 1", by_hand=True)
        assert table.last.outcome == ("wrong-mark", ())


def test_a_player_cannot_claim_their_own_wrong_mark() -> None:
    rows = ("1 guess BKKKK", "2 mark 0b0w", "3 mark 0b0w", "4 mark 0b0w")
    table = Table("mastermind-44", DEAL, *rows, "2 claim 1 on 1", by_hand=True)
    assert table.events == (Claimed(2, 1, 1, holds=False),)


def test_a_player_has_nothing_to_claim_in_a_row_that_they_alone_marked() -> None:
    parts = "table deal R.... .B..."
    table = Table("mastermind-44", parts, "1 guess BKKKK", "2 mark 0b0w", seats=2, by_hand=True)
    assert refused(table, "2 claim 1 on 1") == "nothing-to-claim"
    table.does("1 claim 1 on 1")
    assert table.last.outcome == ("wrong-mark", ())


def test_the_same_claim_cannot_be_made_twice() -> None:
    table = by_hand("1 code RRBY", "2 guess RGGG", "1 mark 1b0w", "2 claim 1")
    assert refused(table, "2 claim 1") == "already-claimed"
    table.does("2 guess RRGG", "1 mark 2b0w")
    assert refused(table, "2 claim 1") == "already-claimed"
    table.does("2 claim 2")


def test_every_mark_of_the_round_is_audited_at_the_reveal() -> None:
    table = by_hand("1 code RRBY", "2 guess RGGG", "1 mark 0b1w", "2 guess RRGG", "1 mark 2b0w", "2 guess GGRR")
    table.does("1 mark 0b0w", "2 guess RRBY", "1 mark 4b0w", "2 claim 3")
    assert [(wrong.row, write_mark(wrong.given), write_mark(wrong.right)) for wrong in table.last.wrong] == [
        (1, "0b1w", "1b0w"),
        (3, "0b0w", "0b2w"),
    ]
    assert table.scores == (0, 3)


def test_a_code_wrongly_marked_as_broken_is_not_broken() -> None:
    table = Table("hasbro-2000", "1 code RRBY", "2 guess RRBG", "1 mark 4b0w", by_hand=True)
    assert table.last.outcome == ("wrong-mark", ())
    assert table.scores == (0, 3)


def test_a_broken_code_that_was_marked_as_unbroken_is_found_at_the_reveal() -> None:
    table = Table("hasbro-2000", "1 code RRBY", "2 guess RRBY", "1 mark 3b0w", by_hand=True)
    assert table.state.finished == ()
    table.does("2 resign")
    assert table.last.outcome == ("wrong-mark", ())
    assert table.scores == (0, 3)


def test_right_marks_by_hand_give_the_same_result_as_the_referees() -> None:
    lines = ("1 code RRBY", "2 guess RBRG", "1 mark 1b2w", "2 guess RRBY", "1 mark 4b0w")
    hand = by_hand(*lines)
    referee = Table("classic", *(line for line in lines if " mark " not in line))
    assert hand.last == referee.last


@pytest.mark.parametrize(
    ("edition", "lines", "breaker"),
    [
        ("classic", ("1 code RRBY", "2 guess RRRR", "1 mark 0b0w", "2 guess RBBB", "1 mark 1b3w"), 2),
        ("classic", ("1 code RRBY", "2 guess RRRR", "1 mark 0b2w"), 2),
        ("traffic-jam-2000", ("1 code RBYP", "2 guess RRRR", "1 mark 1"), 2),
        ("hasbro-2004", ("1 code PRBY", "2 guess PPPP", "1 mark 2b0w"), 2),
        ("parker-1974", ("1 code BYR", "2 code GGO", "1 guess GGG", "2 mark 0b3w"), 1),
        ("challenge-2001", (*DUEL, "1 guess RRRRR", "2 guess RRRRR", "1 mark 0b5w"), 2),
        ("mastermind-44", (DEAL, "1 guess KKKKK", "2 mark 0b1w"), 1),
        ("mastermind-44", (DEAL, "1 guess KKKKK", "2 mark 0b0w", "3 mark 0b0w", "4 mark 0b1w"), 1),
    ],
)
def test_the_breaker_is_warned_when_no_code_fits_the_marks(edition: str, lines: tuple[str, ...], breaker: int) -> None:
    table = Table(edition, *lines[:-1], by_hand=True)
    assert not table.sees(breaker).contradicted
    table.does(lines[-1])
    assert table.sees(breaker).contradicted
    assert table.sees(None).contradicted


@pytest.mark.parametrize("marking", [BLACK_WHITE, COLOURS, SUM])
def test_the_codes_that_fit_are_those_that_would_earn_each_guess_its_mark(marking: Marking) -> None:
    space = CodeSpace(3, 3, most_blanks=3)
    codes = list(space)
    for guess in codes[::3]:
        for mark in marking.possible(3):
            clues = [(guess, mark), ((1, 2, 3), marking.mark((2, 0, 3), (1, 2, 3)))]
            fits = [code for code in codes if all(marking.mark(code, row) == given for row, given in clues)]
            assert list(fitting(space, marking, clues)) == fits


def test_contradicting_number_cards_are_noticed_whether_too_high_or_too_low() -> None:
    high = Table("traffic-jam-2000", "1 code RBYP", option=1, by_hand=True)
    high.does("2 guess RRBB", "1 mark 3", "2 guess GGYY", "1 mark 2")
    low = Table("traffic-jam-2000", "1 code RBYP", option=1, by_hand=True)
    low.does("2 guess RRRR", "1 mark 3", "2 guess RRBB", "1 mark 1")
    assert high.sees(2).contradicted
    assert low.sees(2).contradicted


def test_a_part_that_can_only_have_the_last_colour_is_not_a_contradiction() -> None:
    table = Table("mastermind-44", "table deal R.... .K...", seats=2, by_hand=True)
    for guess in ("RRRRR", "BBBBB", "YYYYY", "GGGGG"):
        table.does(f"1 guess {guess}", "2 mark 0b0w")
        assert not table.sees(1).contradicted
        if guess != "GGGGG":
            table.does("2 guess WWWWW", "1 mark 0b0w")


def test_the_maker_is_not_warned_about_their_own_marks() -> None:
    table = by_hand("1 code RRBY", "2 guess RRRR", "1 mark 0b2w")
    assert not table.sees(1).contradicted


def test_a_wrong_mark_that_some_code_fits_is_not_a_contradiction() -> None:
    table = by_hand("1 code RRBY", "2 guess RGGG", "1 mark 0b1w")
    assert not table.sees(2).contradicted


def test_a_player_is_not_warned_about_a_contradiction_on_another_board() -> None:
    table = Table("parker-1974", "1 code BYR", "2 code GGO", "1 guess GGG", "2 mark 0b3w", by_hand=True)
    assert table.sees(1).contradicted
    assert not table.sees(2).contradicted


def test_the_holder_of_a_part_is_warned_when_marks_contradict_it() -> None:
    """Seat 2's mark puts blue in hole 1, where seat 1 itself holds red."""
    table = Table("mastermind-44", DEAL, *("1 guess RKKKK", "2 mark 0b0w", "3 mark 0b0w", "4 mark 0b0w"), by_hand=True)
    table.does("2 guess KBKKK", "3 mark 0b0w", "4 mark 0b0w", "1 mark 0b0w")
    table.does("3 guess BKKKK", "4 mark 0b0w", "1 mark 0b0w", "2 mark 1b0w")
    assert table.sees(1).contradicted
    assert not table.sees(4).contradicted
    assert not table.sees(None).contradicted


def test_no_more_parts_of_a_colour_can_be_claimed_than_there_are_counters() -> None:
    """By their marks all other seats hold red like seat 1, but there are only four red counters."""
    table = Table("house", "table deal R.... .R... ..R.. ...R. ....B", seats=5, holes=5, marking="parts", by_hand=True)
    table.does("1 guess RRRRR", "2 mark 1b0w", "3 mark 1b0w", "4 mark 1b0w")
    assert not table.sees(1).contradicted
    table.does("5 mark 1b0w")
    assert table.sees(1).contradicted


def test_parts_that_must_differ_cannot_have_the_same_colour() -> None:
    """Seat 1 holds red, and by its mark seat 2 does too, though all colours must differ."""
    options = {"seats": 2, "holes": 2, "colours": 2, "repeats": False, "marking": "parts", "by_hand": True}
    table = Table("house", "table deal R. .B", "1 guess RR", "2 mark 1b0w", **options)
    assert table.sees(1).contradicted


@pytest.mark.parametrize(
    ("edition", "lines", "seat"),
    [
        ("hasbro-2000", ("1 code RRYB", "2 guess RRRR"), 1),
        ("classic", ("1 code RRBY", "2 guess RRRR"), 1),
        ("traffic-jam-2000", ("1 code RBYP", "2 guess RRRR"), 1),
        ("hasbro-2004", ("1 code PRBY", "2 guess RRRR"), 1),
        ("parker-1974", ("1 code BYR", "2 code GGO", "1 guess RRR"), 2),
        ("challenge-2001", (*DUEL, "1 guess RRRRR", "2 guess OOOOO"), 2),
        ("mastermind-44", (DEAL, "1 guess KKKKK"), 2),
    ],
)
def test_where_the_referee_marks_no_player_marks_or_claims(edition: str, lines: tuple[str, ...], seat: int) -> None:
    table = Table(edition, *lines)
    assert refused(table, f"{seat} mark 0b0w") == "referee-marks"
    assert refused(table, f"{3 - seat} claim 1") == "referee-marks"
    assert not table.sees(3 - seat).contradicted


def test_together_both_rows_are_marked_in_either_order_before_the_next_turn() -> None:
    table = Table("challenge-2001", *DUEL, "1 guess RRRRR", by_hand=True)
    assert refused(table, "2 mark 0b0w") == "nothing-to-mark"
    table.does("2 guess OOOOO")
    assert table.sees(None).waiting == (1, 2)
    table.does("2 mark 0b0w")
    assert refused(table, "1 guess RRRRR") == "mark-first"
    assert refused(table, "2 guess RRRRR") == "guess-already-placed"
    table.does("1 mark 0b0w")
    assert table.sees(None).waiting == (1, 2)
    table.does("2 guess OOOOO", "1 guess RRRRR", "1 mark 0b0w", "2 mark 0b0w")
    assert [len(table.rows(seat)) for seat in (1, 2)] == [2, 2]


def test_moving_alternately_a_row_is_marked_before_the_next_move() -> None:
    table = Table("parker-1974", "1 code BYR", "2 code GGO", "1 guess GOG", by_hand=True)
    assert refused(table, "2 guess BYR") == "mark-first"
    assert refused(table, "1 guess GGO") == "guess-already-placed"
    table.does("2 mark 1b2w", "2 guess BYR")
    assert table.sees(None).waiting == (1,)


def test_the_others_mark_in_turn_clockwise_from_the_guesser() -> None:
    table = Table("mastermind-44", DEAL, "1 guess RKKKK", by_hand=True)
    assert refused(table, "3 mark 0b0w") == "nothing-to-mark"
    for seat in (2, 3, 4):
        assert table.sees(None).waiting == (seat,)
        table.does(f"{seat} mark 0b0w")
    table.does("2 guess KBKKK", "3 mark 0b0w", "4 mark 0b0w")
    assert table.sees(None).waiting == (1,)


def test_a_call_stops_marks_that_are_due() -> None:
    table = Table("mastermind-44", DEAL, "1 guess RKKKK", "2 mark 0b0w", "4 call", by_hand=True)
    assert refused(table, "3 mark 0b0w") == "play-has-stopped"
    assert refused(table, "1 claim 1") == "play-has-stopped"
    table.does("4 answer RBYW.", "3 mark 0b0w", "4 mark 0b0w")
    assert table.sees(None).waiting == (2,)


def test_the_last_calls_wait_for_the_last_marks() -> None:
    table = Table("mastermind-44", "table deal R.... .B...", seats=2, by_hand=True)
    table.does(*("1 guess RKKKK", "2 mark 0b0w", "2 guess KBKKK", "1 mark 0b0w") * 3)
    table.does("1 guess RKKKK", "2 mark 0b0w", "2 guess KBKKK")
    assert refused(table, "1 pass") == "nothing-to-pass"
    table.does("1 mark 0b0w", "1 pass", "2 pass")
    assert table.last.outcome == ("nobody-answered", ())
