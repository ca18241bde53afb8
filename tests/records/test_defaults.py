"""The defaults of all options. A record names only the options that differ from them, so they can never change."""

from keypeg.editions import RULEBOOKS
from keypeg.editions.options import Choices

DEFAULTS = {
    "hasbro-2000": "practice=no rounds=2 by-hand=no",
    "hasbro-2000-advanced": "practice=no rounds=2 by-hand=no",
    "classic": "rows=10 scoring=maker practice=no rounds=2 by-hand=no",
    "challenge-2001": "holes=5 handicap=none race=no practice=no rounds=5 by-hand=no",
    "traffic-jam-2000": "option=2 practice=no rounds=2 by-hand=no",
    "hasbro-2004": "seats=2 experts=no practice=no rounds=2 by-hand=no",
    "parker-1974": "different=no practice=no rounds=1 by-hand=no",
    "mastermind-44": "seats=4 parts=1 practice=no rounds=1 by-hand=no",
    "house": "seats=2 holes=4 colours=6 rows=10 blanks=no repeats=yes guess-repeats=yes marking=black-white makers=one "
    "parts=1 turns=in-turn scoring=rows ends=all-rounds void=counts wrong-mark=replay penalty=0 "
    "practice=no rounds=2 by-hand=no",
}
PALETTES = {
    "hasbro-2000": "RBYGOVWK",
    "hasbro-2000-advanced": "RBYGOVWK",
    "classic": "RBYGWK",
    "challenge-2001": "RBYGOVWK",
    "traffic-jam-2000": "RBYPVG",
    "hasbro-2004": "WPGROSYB",
    "parker-1974": "RBYGOW",
    "mastermind-44": "RBYGWK",
    "house": "RBYGOV",
}


def test_the_defaults_are_what_they_were_when_the_first_record_was_written() -> None:
    for book in RULEBOOKS.values():
        chosen = Choices(book.id, book.options, {})
        assert " ".join(f"{option.name}={chosen.text(option.name)}" for option in book.options) == DEFAULTS[book.id]


def test_defaults_that_depend_on_other_options_are_unchanged_too() -> None:
    def chosen(edition: str, option: str, **given: str) -> str:
        return Choices(edition, RULEBOOKS[edition].options, given).text(option)

    assert [chosen("hasbro-2004", "rounds", seats=str(seats)) for seats in (2, 3, 4, 5)] == ["2", "3", "4", "5"]
    assert chosen("house", "makers", marking="parts") == "dealt"
    assert chosen("house", "scoring", marking="parts") == "rounds"
    assert chosen("house", "scoring", makers="each") == "rounds"


def test_every_letter_still_means_the_same_colour() -> None:
    for book in RULEBOOKS.values():
        assert "".join(colour.letter for colour in book.choose().palette) == PALETTES[book.id]
