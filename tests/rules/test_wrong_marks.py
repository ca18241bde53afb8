"""What follows from a wrong mark, edition by edition: it must never help the player who gave it."""

import pytest

from keypeg.core.edition import Remedy
from keypeg.core.events import Accepted, RoundRevealed
from keypeg.core.marks import KeyPegs
from keypeg.core.view import FinishedRound, Phase
from keypeg.editions import PUBLISHED, edition
from support.played_table import Table, refused, setup_error


def by_hand(name: str, *lines: str, **options: object) -> Table:
    return Table(name, *lines, by_hand=True, **options)


def points(result: FinishedRound) -> dict[tuple[int, str], int]:
    """The points of a round, by seat and reason."""
    sums: dict[tuple[int, str], int] = {}
    for line in result.lines:
        sums[line.seat, line.reason] = sums.get((line.seat, line.reason), 0) + line.points
    return sums


def test_each_rulebook_has_its_remedy() -> None:
    remedies = {name: edition(name).wrong_mark.remedy for name in PUBLISHED}
    assert remedies == {
        "hasbro-2000": Remedy.REPLAY,
        "hasbro-2000-advanced": Remedy.REPLAY,
        "classic": Remedy.CHOICE,
        "challenge-2001": Remedy.REPLAY,
        "traffic-jam-2000": Remedy.REPLAY,
        "hasbro-2004": Remedy.AWARD,
        "parker-1974": Remedy.AWARD,
        "mastermind-44": Remedy.UNLESS_FOUND,
    }
    assert edition("hasbro-2004", seats=3).wrong_mark.remedy is Remedy.UNLESS_FOUND


# Classic: if the breaker can show it, the round is replayed and the breaker gets 3 points


WRONG_ROW = ("1 code RRBY", "2 guess RGGG", "1 mark 0b1w")
REVEALED = (*WRONG_ROW, "2 guess RRBY", "1 mark 4b0w")


def test_in_the_classic_game_the_breaker_decides_at_the_reveal() -> None:
    table = by_hand("classic", *REVEALED)
    assert table.state.finished == ()
    for seat in (None, 1, 2):
        view = table.sees(seat)
        assert (view.phase, view.waiting) == (Phase.REVEAL, (2,))
        assert view.revealed is not None
        assert view.revealed.codes == (table.code("RRBY"), None)
        assert [(wrong.row, wrong.right) for wrong in view.revealed.wrong] == [(1, KeyPegs(1, 0))]
        assert table.events[-1] == RoundRevealed(view.revealed)


def test_the_breaker_can_have_the_revealed_round_replayed_for_three_points() -> None:
    table = by_hand("classic", *REVEALED, "2 claim 1")
    assert (table.last.outcome, table.last.replayed) == (("wrong-mark", ()), True)
    assert table.scores == (0, 3)
    view = table.sees(1)
    assert (view.round, view.attempt, view.maker, view.revealed) == (1, 2, 1, None)


def test_the_breaker_can_let_the_revealed_round_stand() -> None:
    table = by_hand("classic", *REVEALED, "2 accept")
    assert table.events[0] == Accepted(2)
    assert (table.last.outcome, table.last.replayed) == (("broken", (2,)), False)
    assert len(table.last.wrong) == 1
    assert table.scores == (2, 0)
    assert (table.sees(2).round, table.sees(2).maker) == (2, 2)


def test_the_three_points_are_taken_off_where_the_fewest_win() -> None:
    table = by_hand("classic", *REVEALED, "2 claim 1", scoring="breaker-rows")
    assert table.scores == (0, -3)


def test_nothing_else_can_be_done_while_the_breaker_decides() -> None:
    table = by_hand("classic", *WRONG_ROW, "2 guess RRGG", "1 mark 2b0w", "2 guess RRBY", "1 mark 4b0w")
    assert refused(table, "1 claim 1") == "not-a-breaker"
    assert refused(table, "1 accept") == "not-a-breaker"
    assert refused(table, "2 claim 2") == "mark-is-right"
    assert refused(table, "2 claim 9") == "no-such-row"
    for line in ("2 guess RRBY", "1 mark 0b0w", "2 resign", "1 resign"):
        assert refused(table, line) == "round-revealed"
    assert refused(by_hand("classic", *WRONG_ROW), "2 accept") == "nothing-to-accept"


def test_a_breaker_who_runs_out_of_time_at_the_reveal_lets_the_round_stand() -> None:
    table = by_hand("classic", *REVEALED, "table timeout 2")
    assert table.last.outcome == ("broken", (2,))
    assert table.scores == (2, 0)


def test_a_breaker_who_has_resigned_still_decides_about_a_wrong_mark() -> None:
    table = by_hand("classic", *WRONG_ROW, "2 resign")
    assert table.sees(2).waiting == (2,)
    table.does("2 claim 1")
    assert table.scores == (0, 3)


def test_without_a_wrong_mark_nobody_decides_anything() -> None:
    table = by_hand("classic", "1 code RRBY", "2 guess RRBY", "1 mark 4b0w")
    assert table.last.outcome == ("broken", (2,))


def test_a_claim_during_the_round_decides_for_a_replay() -> None:
    table = by_hand("classic", *WRONG_ROW, "2 claim 1")
    assert (table.last.outcome, table.scores) == (("wrong-mark", ()), (0, 3))


# 1974: the round goes to the wronged player


DUEL = ("1 code BYR", "2 code GGO")


def test_in_1974_the_round_goes_to_the_wronged_player() -> None:
    claimed = by_hand("parker-1974", *DUEL, "1 guess GOG", "2 mark 2b0w", "1 claim 1")
    found_at_the_reveal = by_hand("parker-1974", *DUEL, "1 guess GOG", "2 mark 2b0w", "2 guess BYR", "1 mark 3b0w")
    for table in (claimed, found_at_the_reveal):
        assert (table.last.outcome, table.last.replayed) == (("wrong-mark", (1,)), False)
        assert table.scores == (1, 0)


def test_in_1974_it_is_a_draw_if_both_are_wronged() -> None:
    rows = ("1 guess GOG", "2 mark 2b0w", "2 guess BYY", "1 mark 0b0w")
    table = by_hand("parker-1974", *DUEL, *rows, "1 claim 1")
    assert (table.last.outcome, table.last.replayed) == (("wrong-mark", ()), False)
    assert table.scores == (0, 0)


def test_in_1974_a_code_that_was_found_is_found_whatever_its_mark_says() -> None:
    table = by_hand("parker-1974", *DUEL, "1 guess GGO", "2 mark 0b0w", "2 guess BBB", "1 mark 1b0w")
    assert table.last.boards[0].broken
    assert table.last.outcome == ("wrong-mark", (1,))


def test_in_1974_a_player_who_marked_wrongly_does_not_win_by_finding_the_code() -> None:
    rows = ("1 guess RRR", "2 mark 0b0w", "2 guess BYY", "1 mark 0b0w")
    table = by_hand("parker-1974", *DUEL, *rows, "1 guess GGO", "2 mark 3b0w", "2 guess BBB", "1 mark 1b0w")
    assert table.last.outcome == ("wrong-mark", (2,))


def test_in_1974_a_row_wrongly_marked_as_the_code_loses_the_round_for_its_marker() -> None:
    table = by_hand("parker-1974", *DUEL, "1 guess GGG", "2 mark 3b0w", "2 guess BBB", "1 mark 1b0w")
    assert table.last.outcome == ("wrong-mark", (1,))


# 2004: for two the round goes to the breaker; for a family it is replayed, unless the code was found


SECRET = "1 code PRBY"


def test_in_2004_a_wrong_mark_gives_the_round_to_the_breaker() -> None:
    claimed = by_hand("hasbro-2004", SECRET, "2 guess PBRW", "1 mark 2b1w", "2 claim 1")
    resigned = by_hand("hasbro-2004", SECRET, "2 guess PBRW", "1 mark 2b1w", "2 resign")
    for table in (claimed, resigned):
        assert (table.last.outcome, table.last.replayed) == (("wrong-mark", (2,)), False)
        assert table.scores == (0, 1)


def test_in_2004_a_row_that_is_the_code_ends_the_round_whatever_its_mark_says() -> None:
    table = by_hand("hasbro-2004", SECRET, "2 guess PRBY", "1 mark 0b0w")
    assert table.last.outcome == ("wrong-mark", (2,))
    assert table.last.boards[0].broken


def test_in_the_family_a_wrong_mark_replays_the_round_and_each_breaker_gets_three_points() -> None:
    table = by_hand("hasbro-2004", SECRET, "2 guess PBRW", "1 mark 2b1w", "3 claim 1", seats=3)
    assert (table.last.outcome, table.last.replayed) == (("wrong-mark", ()), True)
    assert table.scores == (0, 3, 3)
    view = table.sees(2)
    assert (view.round, view.attempt, view.maker, view.first) == (1, 2, 1, 2)


def test_in_the_family_a_code_that_was_found_is_not_played_again() -> None:
    rows = ("2 guess PBRW", "1 mark 2b1w", "3 guess PRBY", "1 mark 3b0w")
    table = by_hand("hasbro-2004", SECRET, *rows, seats=3)
    assert (table.last.outcome, table.last.replayed) == (("broken", (3,)), False)
    wronged = {(2, "wrong-mark"): 3, (3, "wrong-mark"): 3}
    assert points(table.last) == {(2, "guess"): 4, (3, "broke"): 10, (1, "maker"): 6} | wronged


def test_in_the_family_a_row_wrongly_marked_as_the_code_does_not_find_it() -> None:
    table = by_hand("hasbro-2004", SECRET, "2 guess PRBG", "1 mark 4b0w", seats=3)
    assert (table.last.outcome, table.last.replayed) == (("wrong-mark", ()), True)


def test_in_the_family_a_code_is_found_even_while_its_row_waits_for_its_mark() -> None:
    """Another breaker must not take the found code away by challenging an earlier mark."""
    table = by_hand("hasbro-2004", SECRET, "2 guess PBRW", "1 mark 2b1w", "3 guess PRBY", "2 claim 1", seats=3)
    assert (table.last.outcome, table.last.replayed) == (("broken", (3,)), False)
    assert points(table.last)[3, "broke"] == 10


def test_in_the_family_a_row_that_waits_for_its_mark_and_is_not_the_code_saves_nothing() -> None:
    table = by_hand("hasbro-2004", SECRET, "2 guess PBRW", "1 mark 2b1w", "3 guess PRBG", "2 claim 1", seats=3)
    assert (table.last.outcome, table.last.replayed) == (("wrong-mark", ()), True)


def test_in_the_family_a_breaker_who_leaves_before_the_mark_of_a_right_row_has_found_the_code() -> None:
    rows = ("2 guess PBRW", "1 mark 1b2w", "3 guess PRBY")
    for leaves in (("2 resign", "3 resign"), ("3 resign", "2 resign")):
        table = by_hand("hasbro-2004", SECRET, *rows, *leaves, seats=3)
        assert (table.last.outcome, table.last.replayed, table.last.wrong) == (("broken", (3,)), False, ())
        assert points(table.last) == {(2, "guess"): 4, (3, "broke"): 10, (1, "maker"): 6}


def test_in_the_family_all_breakers_who_leave_before_the_mark_of_another_row_have_not_found_the_code() -> None:
    table = by_hand("hasbro-2004", SECRET, "2 guess PBRW", "2 resign", "3 resign", seats=3)
    assert (table.last.outcome, table.last.replayed) == (("resigned", (1,)), False)
    assert points(table.last) == {(2, "guess"): 4, (1, "unbroken"): 40}


def test_for_two_a_breaker_who_leaves_before_the_mark_of_a_right_row_has_found_the_code() -> None:
    table = by_hand("hasbro-2004", SECRET, "2 guess PRBY", "2 resign")
    assert (table.last.outcome, table.scores) == (("broken", (2,)), (0, 1))
    tiles = by_hand("parker-1974", *DUEL, "1 guess RRR", "2 mark 0b0w", "2 guess BYR", "2 resign")
    assert (tiles.last.outcome, tiles.scores) == (("broken", (2,)), (0, 1))


def test_where_a_wrong_mark_replays_the_round_a_row_without_its_mark_finds_nothing() -> None:
    table = by_hand("hasbro-2000", "1 code RRYB", "2 guess RRYB", "2 resign")
    assert (table.last.outcome, table.scores) == (("resigned", (1,)), (12, 0))


# Master Mind 44: a right answer wins; otherwise the round is replayed, and the marker may not call


DEAL = "table deal R.... .B... ..Y.. ...G."
WRONG_PART = (DEAL, "1 guess BKKKK", "2 mark 0b0w", "3 mark 0b0w", "4 mark 0b0w")


def test_in_44_a_right_answer_wins_whatever_marks_were_given() -> None:
    for caller in (2, 3):
        table = by_hand("mastermind-44", *WRONG_PART, f"{caller} call", f"{caller} answer RBYG.")
        assert (table.last.outcome, table.last.replayed) == (("answered", (caller,)), False)
        assert len(table.last.wrong) == 1


def test_in_44_a_player_who_marked_wrongly_only_marks_in_the_replay() -> None:
    table = by_hand("mastermind-44", *WRONG_PART, "1 claim 1")
    assert (table.last.outcome, table.last.replayed) == (("wrong-mark", ()), True)
    assert table.scores == (0, 0, 0, 0)
    table.does(DEAL)
    assert table.sees(2).out == (2,)
    assert refused(table, "2 call") == "out-of-round"
    table.does("1 guess BKKKK", "2 mark 0b1w", "3 mark 0b0w", "4 mark 0b0w")
    assert table.sees(None).waiting == (3,)


def test_in_44_who_marked_wrongly_stays_barred_until_the_round_is_decided() -> None:
    again = (DEAL, "1 guess KKYKK", "2 mark 0b0w", "3 mark 0b0w", "4 mark 0b0w", "4 claim 1 on 1")
    table = by_hand("mastermind-44", *WRONG_PART, "1 claim 1", *again, rounds=2)
    assert (table.sees(None).attempt, table.sees(None).out) == (3, (2, 3))
    table.does(DEAL, "4 call", "4 answer RBYG.")
    assert (table.sees(None).round, table.sees(None).out) == (2, ())


def test_in_44_the_turn_passes_over_a_player_who_only_marks() -> None:
    wrong = (DEAL, "1 guess BKKKK", "2 mark 0b1w", "3 mark 0b0w", "4 mark 0b0w", "2 guess RKKKK", "3 mark 0b0w")
    table = by_hand("mastermind-44", *wrong, "4 mark 0b0w", "1 mark 0b0w", "2 claim 1 on 2", DEAL)
    assert table.sees(None).out == (1,)
    assert table.sees(None).waiting == (2,)


def test_in_44_nobody_wins_when_every_player_has_marked_wrongly() -> None:
    deal = "table deal R.... .B..."
    rows = ("1 guess BKKKK", "2 mark 0b0w", "2 guess KRKKK", "1 mark 0b0w")
    table = by_hand("mastermind-44", deal, *rows, "1 claim 1", deal, seats=2)
    assert table.last.outcome == ("nobody-answered", ())
    assert table.outcome is not None


# House rules


def test_house_rules_can_choose_what_follows_from_a_wrong_mark() -> None:
    assert edition("house", wrong_mark="award", scoring="rounds").wrong_mark.remedy is Remedy.AWARD
    assert edition("house", wrong_mark="choice", penalty=2).wrong_mark.points == 2
    assert edition("house", marking="parts", wrong_mark="unless-found").wrong_mark.bars_calls
    assert setup_error("house", wrong_mark="award") == "award-needs-round-points"
    assert setup_error("house", wrong_mark="choice", seats=3) == "choice-needs-one-breaker"


@pytest.mark.parametrize("remedy", [Remedy.AWARD, Remedy.UNLESS_FOUND])
def test_a_code_found_is_found_wherever_a_wrong_mark_does_not_simply_void_the_round(remedy: Remedy) -> None:
    table = by_hand("house", "1 code RBYG", "2 guess RBYG", "1 mark 0b0w", wrong_mark=remedy.value, scoring="rounds")
    assert table.last.boards[0].broken
    assert table.scores == (0, 1)
