"""Finds a few tables that cover every value of every option of every edition.

The tables follow from the editions' own options, so a new option is covered as soon as it exists.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import chain, islice
from random import Random
from typing import NamedTuple

from keypeg.core.edition import Edition
from keypeg.core.errors import RuleError
from keypeg.editions import RULEBOOKS
from keypeg.editions.options import Choices, Option
from keypeg.editions.rulebook import Rulebook

Value = tuple[str, str]
"""An option and one of its values."""

WITH = {
    ("penalty", "9"): {"by-hand": "yes"},
    ("ends", "majority"): {"rounds": "3"},
    ("void", "replay"): {"makers": "each"},
    ("scoring", "family"): {"seats": "3", "rounds": "3", "rows": "12"},
}
"""Values that have an effect only together with another: a table without the other does not cover them."""

TRIES = 60
LONGEST = 100


class Table(NamedTuple):
    """An edition with options, and the values that it covers."""

    edition: Edition
    shows: frozenset[Value]

    @property
    def effort(self) -> int:
        """How long it takes to play."""
        return effort(self.edition)


def effort(edition: Edition) -> int:
    """A rough estimate of how long a table takes to play: every player joins once, and acts in every round."""
    rounds = edition.match.rounds
    return 4 + edition.seats * (2 + rounds) + (2 * rounds if edition.by_hand else 0)


@cache
def values(option: Option, book: Rulebook) -> frozenset[str]:
    """Every value; for a number its default, minimum and maximum; for rounds the default and the two lowest."""
    if option.values:
        return frozenset(option.values)
    usual = option.default_in(book.options)
    if option.name != "rounds":
        return frozenset({str(option.low), usual, str(option.high)})
    lengths = (str(rounds) for rounds in range(1, LONGEST) if allowed(book, {"rounds": str(rounds)}))
    return frozenset({usual, *islice(lengths, 2)})


def values_to_cover(book: Rulebook) -> set[Value]:
    """All values of an edition that have to be covered."""
    return {(option.name, value) for option in book.options for value in values(option, book)}


def allowed(book: Rulebook, given: Mapping[str, str]) -> Edition | None:
    """The edition with these options, if there is one."""
    try:
        return book.choose(given)
    except RuleError:
        return None


def covered_values(book: Rulebook, given: Mapping[str, str]) -> frozenset[Value]:
    """The values that a table with these options covers."""
    chosen = Choices(book.id, book.options, given)
    values_in_use = {(option.name, chosen.text(option.name)) for option in book.options}
    return frozenset(value for value in values_in_use if values_in_use >= set(WITH.get(value, {}).items()))


def candidates(book: Rulebook, value: Value, rng: Random) -> Iterator[Table]:
    """Tables with this value, and random values for the rest."""
    needed = dict([value]) | WITH.get(value, {})
    every = {option.name: sorted(values(option, book)) for option in book.options}
    for _ in range(TRIES):
        given = {name: rng.choice(some) for name, some in every.items()}
        for share in (1.0, 0.5, 0.2, 0.0):  # many combinations are refused, and then fewer values are random
            given = {name: chosen for name, chosen in given.items() if rng.random() < share} | needed
            if (edition := allowed(book, given)) is not None:
                yield Table(edition, covered_values(book, given))


def cover(book: Rulebook) -> list[Edition]:
    """Tables that cover everything, chosen greedily: each time the one that covers most for its playing time."""
    rng, left, chosen = Random(book.id), values_to_cover(book), []
    drawn = list(chain.from_iterable(candidates(book, value, rng) for value in sorted(left)))
    while left:
        best = max(drawn, key=lambda table: (len(table.shows & left) / table.effort, table.edition.link))
        assert best.shows & left, f"{book.id} cannot be played with {left}"
        left -= best.shows
        chosen.append(best.edition)
    return chosen


def kinds(edition: Edition) -> set[object]:
    """What distinguishes a table from others, apart from the exact values of its options."""
    match, guesses, secrets = edition.match, edition.guesses, edition.secrets
    named = {
        "seats": min(edition.seats, 3),
        "marked by hand": edition.by_hand,
        "blanks": bool(secrets.space.most_blanks),
        "practice": match.practice,
        "several rounds": match.rounds > 1 and not match.practice,
    }
    rules = {secrets.makers, guesses.turns, match.void, match.ends, edition.wrong_mark.remedy}
    return {edition.id, edition.marking.name, *rules, *named.items()}


def most_different(editions: Iterable[Edition]) -> list[Edition]:
    """Some of these tables that show every edition and every kind of table; those with scores and short ones first."""
    shown, chosen = set[object](), []
    for edition in sorted(editions, key=lambda edition: (edition.match.practice, effort(edition))):
        if kinds(edition) - shown:
            shown |= kinds(edition)
            chosen.append(edition)
    return chosen


COVER = [edition for book in RULEBOOKS.values() for edition in cover(book)]

TABLES = [edition.link for edition in COVER]
"""The tables, as links name them."""

DIFFERENT_TABLES = [edition.link for edition in most_different(COVER)]
"""Those that differ most."""
