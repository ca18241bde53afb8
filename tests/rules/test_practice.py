"""Practice: any edition as one round with fixed roles, and no score."""

import pytest

from keypeg.editions import RULEBOOKS, edition
from support.played_table import Table, setup_error


@pytest.mark.parametrize("name", RULEBOOKS)
def test_every_edition_can_be_practised_in_one_round(name: str) -> None:
    practice = edition(name, practice=True)
    assert (practice.match.rounds, practice.match.practice) == (1, True)
    assert practice.link == f"{name}~practice_yes"


def test_the_breaker_who_cracks_the_code_wins_and_nobody_scores() -> None:
    table = Table("classic", "1 code RRBY", "2 guess RRBG", "2 guess RRBY", practice=True)
    assert table.outcome == ("practice", (2,))
    assert (table.scores, table.last.lines) == ((0, 0), ())
    assert table.sees(None).scores == (0, 0)


def test_the_maker_wins_if_the_code_is_not_cracked() -> None:
    table = Table("traffic-jam-2000", "1 code RBYP", *["2 guess GGGG"] * 11, practice=True)
    assert table.outcome == ("practice", (1,))


def test_a_family_can_practise_with_as_many_players_as_it_has() -> None:
    table = Table("hasbro-2004", "1 code PRBY", "2 guess WWWW", "3 guess PRBG", practice=True, seats=4)
    assert table.sees(None).lines == ()
    table.does("4 guess PRBY")
    assert table.outcome == ("practice", (4,))


def test_a_duel_that_nobody_wins_is_not_replayed() -> None:
    table = Table("challenge-2001", "1 code RRBYG", "2 code OVWKK", practice=True)
    table.does("1 guess OVWKK", "2 guess RRBYG")
    assert table.outcome == ("practice", ())
    assert not table.last.replayed


def test_a_wrong_mark_has_its_consequence_but_earns_no_points() -> None:
    table = Table("hasbro-2000", "1 code RRBY", "2 guess RGGG", "1 mark 0b1w", practice=True, by_hand=True)
    table.does("2 claim 1")
    assert (table.outcome, table.scores, table.last.lines) == (None, (0, 0), ())
    table.does("1 code RRBY", "2 guess RRBY", "1 mark 4b0w")
    assert table.outcome == ("practice", (2,))


def test_practice_is_one_round_whatever_numbers_of_rounds_an_edition_allows() -> None:
    assert edition("challenge-2001", practice=True).match.rounds == 1
    assert setup_error("classic", practice=True, rounds=4) == "practice-is-one-round"
