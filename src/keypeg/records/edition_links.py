"""Editions on one line, in characters that need no escaping in a URL.

classic                                    an edition
classic~rows_12~scoring_breaker-rows       with options, in the edition's order
"""

from collections.abc import Sequence
from functools import lru_cache

from keypeg.core.edition import Edition
from keypeg.core.errors import ReadError
from keypeg.editions import find_rulebook
from keypeg.editions.rulebook import Rulebook

MAX_SHARED_EDITIONS = 500


def write_edition(edition: Edition) -> str:
    """The one-line form of an edition with its options."""
    return edition.link


def read_edition(text: str, options: Sequence[str] = ()) -> Edition:
    """The edition in this one-line form, with further options, each written as `name=value`."""
    name, *linked = text.strip().split("~")
    pairs = [*((option, "_") for option in linked), *((option, "=") for option in options)]
    return find_rulebook(name).choose(_read_pairs(pairs))


@lru_cache(MAX_SHARED_EDITIONS)
def shared_edition(text: str) -> Edition:
    """The edition in this one-line form, as one object for all who read it."""
    return read_edition(text)


def read_chosen_options(text: str) -> tuple[Rulebook, dict[str, str]]:
    """The rulebook and the options in this one-line form, whether or not they go together."""
    name, *linked = text.strip().split("~")
    return find_rulebook(name), _read_pairs([(option, "_") for option in linked])


def read_options(texts: Sequence[str]) -> dict[str, str]:
    """Options by name, from texts written as `name=value`."""
    return _read_pairs([(text, "=") for text in texts])


def _read_pairs(pairs: Sequence[tuple[str, str]]) -> dict[str, str]:
    """Options by name, from texts and the separator between name and value in each."""
    options: dict[str, str] = {}
    for text, separator in pairs:
        name, sign, value = text.partition(separator)
        name = name.strip().lower()
        if not (name and sign and value):
            raise ReadError("unreadable-option", text=text)
        if name in options:
            raise ReadError("repeated-option", option=name)
        options[name] = value
    return options
