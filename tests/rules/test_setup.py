"""Setting up a table: every choice that is refused, with its reason, and the result of the others."""

import pytest

from keypeg.core.errors import ReadError
from keypeg.editions import RULEBOOKS, edition, find_rulebook
from keypeg.editions.options import Option
from keypeg.records.edition_links import read_options
from support.played_table import setup_error

REFUSED: list[tuple[str, str, dict[str, object]]] = [
    ("rounds-even", "hasbro-2000", {"rounds": 3}),
    ("rounds-even", "hasbro-2000-advanced", {"rounds": 1}),
    ("rounds-even", "classic", {"rounds": 5}),
    ("rounds-even", "traffic-jam-2000", {"rounds": 7}),
    ("rounds-odd", "challenge-2001", {"rounds": 4}),
    ("rounds-odd", "challenge-2001", {"rounds": 2, "race": True}),
    ("handicap-needs-five", "challenge-2001", {"handicap": 2, "holes": 4}),
    ("unreadable-value", "challenge-2001", {"holes": 6}),
    ("unreadable-value", "challenge-2001", {"handicap": 3}),
    ("unreadable-value", "classic", {"rows": 9}),
    ("unreadable-value", "classic", {"scoring": "rounds"}),
    ("unreadable-value", "traffic-jam-2000", {"option": 4}),
    ("rounds-are-seats", "hasbro-2004", {"seats": 3, "rounds": 4}),
    ("rounds-are-seats", "hasbro-2004", {"seats": 5, "rounds": 10}),
    ("unreadable-value", "hasbro-2004", {"seats": 1}),
    ("unreadable-value", "hasbro-2004", {"seats": 6}),
    ("unreadable-value", "hasbro-2004", {"experts": "perhaps"}),
    ("two-parts-two-seats", "mastermind-44", {"parts": 2}),
    ("two-parts-two-seats", "mastermind-44", {"parts": 2, "seats": 3}),
    ("unreadable-value", "mastermind-44", {"seats": 5}),
    ("unreadable-value", "mastermind-44", {"parts": 3, "seats": 2}),
    ("unknown-option", "parker-1974", {"holes": 4}),
    ("out-of-range", "house", {"holes": 0}),
    ("out-of-range", "house", {"holes": 9}),
    ("out-of-range", "house", {"colours": 1}),
    ("out-of-range", "house", {"colours": 21}),
    ("out-of-range", "house", {"rows": 0}),
    ("out-of-range", "house", {"rows": 41}),
    ("out-of-range", "house", {"penalty": 10}),
    ("out-of-range", "house", {"parts": 0}),
    ("out-of-range", "house", {"rounds": 12345678901234567890}),
    ("unreadable-value", "house", {"holes": "four"}),
    ("unreadable-value", "house", {"holes": -1}),
    ("unreadable-value", "house", {"holes": "4.0"}),
    ("unreadable-value", "house", {"holes": "²"}),
    ("unreadable-value", "house", {"holes": ""}),
    ("unreadable-value", "house", {"marking": "red-white"}),
    ("too-few-colours", "house", {"holes": 5, "colours": 4, "repeats": False}),
    ("too-few-colours", "house", {"holes": 8, "colours": 2, "repeats": False, "marking": "parts", "seats": 3}),
    ("guess-cannot-reach", "house", {"guess-repeats": False}),
    ("guess-cannot-reach", "house", {"guess-repeats": False, "makers": "each", "turns": "race"}),
    ("each-needs-two-seats", "house", {"seats": 3, "makers": "each"}),
    ("one-maker-in-turn", "house", {"turns": "together"}),
    ("one-maker-in-turn", "house", {"turns": "race"}),
    ("parts-go-together", "house", {"marking": "parts", "makers": "one"}),
    ("parts-go-together", "house", {"marking": "parts", "makers": "each"}),
    ("parts-go-together", "house", {"marking": "sum", "makers": "dealt"}),
    ("parts-go-together", "house", {"marking": "parts", "turns": "race"}),
    ("parts-without-blanks", "house", {"marking": "parts", "blanks": True}),
    ("parts-need-holes", "house", {"marking": "parts", "seats": 5, "holes": 4}),
    ("parts-need-holes", "house", {"marking": "parts", "seats": 3, "parts": 2, "holes": 5}),
    ("scoring-needs-one-maker", "house", {"makers": "each", "scoring": "rows"}),
    ("scoring-needs-one-maker", "house", {"makers": "each", "scoring": "maker"}),
    ("scoring-needs-one-maker", "house", {"makers": "each", "scoring": "maker-misses"}),
    ("scoring-needs-one-maker", "house", {"makers": "each", "scoring": "breaker-rows"}),
    ("scoring-needs-one-maker", "house", {"marking": "parts", "scoring": "rows"}),
    ("majority-needs-round-points", "house", {"scoring": "breaker-rows", "ends": "majority"}),
    ("majority-needs-round-points", "house", {"seats": 3, "rows": 12, "scoring": "family", "ends": "majority"}),
    ("scoring-needs-seats", "house", {"seats": 3, "scoring": "breaker-rows"}),
    ("scoring-needs-seats", "house", {"seats": 2, "rows": 12, "scoring": "family"}),
    ("scoring-needs-key-pegs", "house", {"seats": 3, "rows": 12, "scoring": "family", "marking": "sum"}),
    ("scoring-needs-key-pegs", "house", {"seats": 3, "rows": 12, "scoring": "family", "marking": "colours"}),
    ("scoring-needs-rows", "house", {"seats": 3, "rows": 10, "scoring": "family"}),
]
"""The error code, and an edition and options that raise it."""
EDITIONS = tuple(RULEBOOKS)
OPTIONS = [(name, option) for name, book in RULEBOOKS.items() for option in book.options]
OPTION_NAMES = [f"{name} {option.name}" for name, option in OPTIONS]


@pytest.mark.parametrize(("reason", "name", "options"), REFUSED)
def test_options_that_do_not_fit_together_are_refused(reason: str, name: str, options: dict[str, object]) -> None:
    assert setup_error(name, **options) == reason


def test_every_edition_has_its_rulebook() -> None:
    assert EDITIONS == (
        "classic",
        "parker-1974",
        "hasbro-2000",
        "hasbro-2000-advanced",
        "traffic-jam-2000",
        "challenge-2001",
        "hasbro-2004",
        "mastermind-44",
        "house",
    )


def test_an_unknown_edition_is_refused() -> None:
    assert setup_error("hasbro-1999") == "unknown-edition"


@pytest.mark.parametrize("name", EDITIONS)
def test_an_edition_has_its_defaults_unless_options_are_given(name: str) -> None:
    table = edition(name)
    assert table.id == name
    assert table.chosen == ()
    assert not table.by_hand


@pytest.mark.parametrize("name", EDITIONS)
def test_an_unknown_option_is_refused(name: str) -> None:
    assert setup_error(name, nonsense=1) == "unknown-option"


@pytest.mark.parametrize("name", EDITIONS)
@pytest.mark.parametrize("rounds", [0, 101, 1000])
def test_a_match_has_from_one_to_a_hundred_rounds(name: str, rounds: int) -> None:
    assert setup_error(name, rounds=rounds) == "out-of-range"


@pytest.mark.parametrize("name", EDITIONS)
def test_every_edition_can_be_marked_by_hand(name: str) -> None:
    table = edition(name, by_hand=True)
    assert table.by_hand
    assert table.chosen == (("by-hand", "yes"),)


@pytest.mark.parametrize(("name", "option"), OPTIONS, ids=OPTION_NAMES)
def test_an_invalid_value_of_an_option_is_refused(name: str, option: Option) -> None:
    assert setup_error(name, **{option.name: "nonsense"}) == "unreadable-value"


@pytest.mark.parametrize(("name", "option"), OPTIONS, ids=OPTION_NAMES)
def test_choosing_the_default_changes_nothing(name: str, option: Option) -> None:
    default = option.default_in(find_rulebook(name).options)
    assert edition(name, **{option.name: default}) == edition(name)


@pytest.mark.parametrize("name", EDITIONS)
def test_a_rulebook_names_the_numbers_of_seats_that_it_can_be_played_with(name: str) -> None:
    book = find_rulebook(name)
    seats = [option for option in book.options if option.name == "seats"]
    allowed = sorted(int(value) for option in seats for value in option.values) or [2]
    assert sorted(book.seats) == allowed
    assert edition(name).seats in book.seats


def test_the_defaults_of_the_editions() -> None:
    agreed = {name: (edition(name).seats, edition(name).match.rounds, edition(name).guesses.rows) for name in EDITIONS}
    assert agreed == {
        "hasbro-2000": (2, 2, 12),
        "hasbro-2000-advanced": (2, 2, 12),
        "classic": (2, 2, 10),
        "challenge-2001": (2, 5, 12),
        "traffic-jam-2000": (2, 2, 11),
        "hasbro-2004": (2, 2, 12),
        "parker-1974": (2, 1, 8),
        "mastermind-44": (4, 1, 4),
        "house": (2, 2, 10),
    }


def test_two_tables_are_equal_if_edition_and_options_are() -> None:
    assert edition("classic", rows=8) == edition("classic", rows=8)
    assert edition("classic", rows=8) != edition("classic")
    assert edition("hasbro-2000") != edition("hasbro-2000-advanced")
    assert len({edition("classic", rows=8), edition("classic", rows=8), edition("classic")}) == 2


def test_values_may_be_written_in_capitals_and_with_spaces() -> None:
    assert edition("Classic ", scoring=" Breaker-Rows", rows=" 12 ") == edition(
        "classic", scoring="breaker-rows", rows=12
    )


@pytest.mark.parametrize(
    ("texts", "reason"),
    [
        (["rows"], "unreadable-option"),
        (["=12"], "unreadable-option"),
        (["rows="], "unreadable-option"),
        (["rows=8", "rows=12"], "repeated-option"),
        (["rows=8", "ROWS=8"], "repeated-option"),
    ],
)
def test_text_that_is_not_an_option_is_refused(texts: list[str], reason: str) -> None:
    with pytest.raises(ReadError) as caught:
        read_options(texts)
    assert caught.value.code == reason
    assert str(caught.value)
