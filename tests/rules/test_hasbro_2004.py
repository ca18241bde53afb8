"""The game of 2004: for two, and for a family of three to five."""

import pytest

from support.played_table import Table, marks, refused, setup_error

MAKERS_TABLE = {
    3: (5, 6, 7, 8, 9, 10, 14, 18, 22, 26, 30, 34, 40),
    4: (5, 6, 7, 8, 9, 10, 13, 16, 19, 22, 25, 28, 30),
    5: (5, 6, 7, 8, 9, 10, 12, 14, 16, 18, 20, 22, 25),
}
"""What the maker scores for a code broken at row 1 to 12, and last for an unbroken one."""
BROKEN_AT = [(seats, row, MAKERS_TABLE[seats][row - 1]) for seats in MAKERS_TABLE for row in range(1, 13)]
UNBROKEN = [(seats, MAKERS_TABLE[seats][12]) for seats in MAKERS_TABLE]
SECRET = "PRBY"
"""Rose, rouge, bleu, jaune."""


def game(*lines: str, **options: object) -> Table:
    return Table("hasbro-2004", *lines, **options)


def misses(seats: int, rows: int, maker: int = 1) -> list[str]:
    """This many guesses that earn nothing, each by the player whose turn it is."""
    order = [(maker + step) % seats + 1 for step in range(seats - 1)]
    return [f"{order[row % len(order)]} guess WWWW" for row in range(rows)]


def test_the_eight_colours_are_those_of_the_box() -> None:
    names = [colour.name for colour in game().edition.palette]
    assert names == ["white", "pink", "green", "red", "orange", "silver", "yellow", "blue"]


def test_the_colours_of_the_code_are_all_different() -> None:
    table = game()
    assert refused(table, "1 code PPBY") == "repeat-not-allowed"
    assert refused(table, "1 code PRB") == "wrong-length"
    assert refused(table, "1 code PRB.") == "blank-not-allowed"


def test_a_guess_may_repeat_colours() -> None:
    assert marks(game(f"1 code {SECRET}", "2 guess PPPP").rows(2)) == ["1b0w"]
    assert marks(game("1 code PPBY", "2 guess PPPP", experts=True).rows(2)) == ["2b0w"]


def test_experts_may_use_a_colour_twice_or_more() -> None:
    table = game("1 code PPPP", "2 guess PPPP", experts=True)
    assert table.last.outcome == ("broken", (2,))


def test_the_breaker_of_an_experts_code_knows_the_option_and_not_whether_it_was_used() -> None:
    repeated = game("1 code PPBY", "2 guess WWWW", experts=True)
    different = game("1 code PRBY", "2 guess WWWW", experts=True)
    assert repeated.sees(2) == different.sees(2)
    assert repeated.sees(2).edition.chosen == (("experts", "yes"),)


def test_rose_rouge_bleu_jaune_with_two_misplaced_and_one_in_place_is_two_whites_and_a_red() -> None:
    assert marks(game(f"1 code {SECRET}", "2 guess PBRW").rows(2)) == ["1b2w"]


def test_for_two_the_breaker_wins_the_round_within_twelve_guesses() -> None:
    table = game(f"1 code {SECRET}", *misses(2, 11), f"2 guess {SECRET}")
    assert table.last.outcome == ("broken", (2,))
    assert table.last.lines == ((2, 1, "round", None),)


def test_for_two_the_maker_wins_the_round_after_twelve_guesses() -> None:
    table = game(f"1 code {SECRET}", *misses(2, 12))
    assert table.last.outcome == ("unbroken", (1,))
    assert table.last.lines == ((1, 1, "round", None),)


@pytest.mark.parametrize("rounds", [1, 2, 3, 100])
def test_for_two_any_number_of_rounds_can_be_agreed_on(rounds: int) -> None:
    assert game(rounds=rounds).edition.match.rounds == rounds


def test_for_two_the_roles_swap_and_most_rounds_win() -> None:
    table = game(rounds=3)
    table.does(f"1 code {SECRET}", f"2 guess {SECRET}")
    table.does(f"2 code {SECRET}", f"1 guess {SECRET}")
    table.does(f"1 code {SECRET}", f"2 guess {SECRET}")
    assert [done.maker for done in table.state.finished] == [1, 2, 1]
    assert table.scores == (1, 2)
    assert table.outcome == ("highest-total", (2,))


def test_for_two_equal_rounds_are_a_draw() -> None:
    table = game(f"1 code {SECRET}", f"2 guess {SECRET}", f"2 code {SECRET}", f"1 guess {SECRET}")
    assert table.outcome == ("draw", (1, 2))


@pytest.mark.parametrize(("seats", "row", "points"), BROKEN_AT)
def test_the_makers_score_by_the_row_at_which_the_code_is_broken(seats: int, row: int, points: int) -> None:
    breaker = 2 + (row - 1) % (seats - 1)
    table = game(f"1 code {SECRET}", *misses(seats, row - 1), f"{breaker} guess {SECRET}", seats=seats)
    assert table.last.outcome == ("broken", (breaker,))
    assert table.last.lines[-2:] == ((breaker, 10, "broke", row), (1, points, "maker", row))
    assert table.scores[0] == points
    assert sum(table.scores) == points + 10


@pytest.mark.parametrize(("seats", "points"), UNBROKEN)
def test_the_makers_score_for_a_code_that_nobody_breaks(seats: int, points: int) -> None:
    table = game(f"1 code {SECRET}", *misses(seats, 12), seats=seats)
    assert table.last.outcome == ("unbroken", (1,))
    assert table.last.lines[-1] == (1, points, "unbroken", None)
    assert table.scores == (points, *[0] * (seats - 1))


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_twelve_rows_in_all_are_shared_by_the_family(seats: int) -> None:
    table = game(f"1 code {SECRET}", *misses(seats, 11), seats=seats)
    assert table.state.finished == ()
    assert len(table.state.round.boards) == 1
    assert len(table.rows(2)) == 11


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_the_player_to_the_makers_left_guesses_first_and_the_others_in_turn(seats: int) -> None:
    table = game(seats=seats)
    for maker in range(1, seats + 1):
        table.does(f"{maker} code {SECRET}")
        order = [(maker + step) % seats + 1 for step in range(seats - 1)]
        assert table.sees(None).first == order[0]
        for breaker in (*order, order[0]):
            assert table.sees(None).waiting == (breaker,)
            others = {seat for seat in order if seat != breaker}
            assert {refused(table, f"{seat} guess WWWW") for seat in others} == {"not-your-turn"}
            assert refused(table, f"{maker} guess WWWW") == "not-a-breaker"
            table.does(f"{breaker} guess WWWW")
        table.does(f"{order[1]} guess {SECRET}")
    assert [done.maker for done in table.state.finished] == list(range(1, seats + 1))
    assert table.outcome is not None


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_a_family_plays_as_many_rounds_as_players(seats: int) -> None:
    assert game(seats=seats).edition.match.rounds == seats
    assert setup_error("hasbro-2004", seats=seats, rounds=seats + 1) == "rounds-are-seats"
    assert setup_error("hasbro-2004", seats=seats, rounds=seats - 1) == "rounds-are-seats"


@pytest.mark.parametrize(
    ("guess", "mark", "points"),
    [
        ("WWWW", "0b0w", 0),
        ("WPWW", "0b1w", 1),
        ("PWWW", "1b0w", 2),
        ("PWRW", "1b1w", 3),
        ("RPYB", "0b4w", 4),
        ("PBRW", "1b2w", 4),
        ("PRYB", "2b2w", 6),
        ("PRBW", "3b0w", 6),
    ],
)
def test_a_guess_earns_a_point_for_each_white_and_two_for_each_red(guess: str, mark: str, points: int) -> None:
    table = game(f"1 code {SECRET}", f"2 guess {guess}", seats=3)
    assert marks(table.rows(2)) == [mark]
    table.does(f"3 guess {SECRET}")
    assert table.last.lines == ((2, points, "guess", 1), (3, 10, "broke", 2), (1, 6, "maker", 2))


def test_the_score_sheet_of_the_rulebook() -> None:
    julie, thierry, alexandre = 1, 2, 3
    table = game(
        f"{julie} code {SECRET}",
        f"{thierry} guess WPWW",
        f"{alexandre} guess PWWW",
        f"{thierry} guess PWRW",
        f"{alexandre} guess PBRW",
        f"{thierry} guess PWWB",
        f"{alexandre} guess {SECRET}",
        seats=3,
    )
    points = {seat: [line.points for line in table.last.lines if line.seat == seat] for seat in (1, 2, 3)}
    assert points == {julie: [10], thierry: [1, 3, 3], alexandre: [2, 4, 10]}
    assert table.last.lines[-1] == (julie, 10, "maker", 6)
    assert table.scores == (10, 7, 16)


def test_the_best_total_of_the_family_wins() -> None:
    table = game(f"1 code {SECRET}", *misses(3, 12), f"2 code {SECRET}", f"3 guess {SECRET}", seats=3)
    assert table.scores == (40, 5, 10)
    assert table.outcome is None
    table.does(f"3 code {SECRET}", f"1 guess {SECRET}")
    assert table.scores == (50, 5, 15)
    assert table.outcome == ("highest-total", (1,))


def test_all_of_a_family_can_share_the_best_total() -> None:
    table = game(seats=3)
    for maker, breaker in ((1, 2), (2, 3), (3, 1)):
        table.does(f"{maker} code {SECRET}", f"{breaker} guess {SECRET}")
    assert table.scores == (15, 15, 15)
    assert table.outcome == ("draw", (1, 2, 3))


def test_two_of_a_family_can_share_the_best_total() -> None:
    table = game(
        f"1 code {SECRET}", f"2 guess {SECRET}", f"2 code {SECRET}", "3 guess WWWW", f"1 guess {SECRET}", seats=3
    )
    assert table.scores == (15, 16, 0)
    table.does(f"3 code {SECRET}", "1 guess WWWW", "2 guess PRBW", "1 guess WWWW", "2 guess PWRW", f"1 guess {SECRET}")
    assert table.scores == (25, 25, 9)
    assert table.outcome == ("draw", (1, 2))


def test_the_points_of_a_guess_stand_on_the_sheet_as_soon_as_it_is_marked() -> None:
    table = game(f"1 code {SECRET}", "2 guess PBRW", seats=3)
    view = table.sees(3)
    assert view.lines == ((2, 4, "guess", 1),)
    assert view.scores == (0, 4, 0)
    table.does("3 guess WPWW")
    assert table.sees(None).scores == (0, 4, 1)
    table.does(f"2 guess {SECRET}")
    view = table.sees(1)
    assert view.lines == ()
    assert view.scores == table.scores == (7, 14, 1)


def test_by_hand_the_points_follow_the_mark_that_was_given() -> None:
    table = game(f"1 code {SECRET}", "2 guess PBRW", seats=3, by_hand=True)
    assert table.sees(2).lines == ()
    table.does("1 mark 1b1w")
    assert table.sees(2).scores == (0, 3, 0)


def test_where_only_the_maker_scores_nothing_stands_on_the_sheet_before_the_end() -> None:
    table = Table("classic", "1 code RRBY", "2 guess RRBG")
    assert (table.sees(1).lines, table.sees(1).scores) == ((), (0, 0))
