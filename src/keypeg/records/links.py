"""Editions on one line, in characters that no address needs to escape.

classic                                    an edition
classic~rows_12~scoring_breaker-rows       with options, in the edition's order
"""

from keypeg.core.edition import Edition
from keypeg.core.errors import ReadError
from keypeg.editions import find_rulebook


def write_edition(edition: Edition) -> str:
    """The one-line form of an edition with its options."""
    return "~".join((edition.id, *(f"{name}_{value}" for name, value in edition.chosen)))


def read_edition(text: str) -> Edition:
    """The edition that this one-line form names."""
    name, *options = text.strip().split("~")
    return find_rulebook(name).choose(read_options(options, "_"))


def read_options(texts: list[str], sign: str = "=") -> dict[str, str]:
    """Options written as name, sign, value."""
    given: dict[str, str] = {}
    for text in texts:
        name, found, value = text.partition(sign)
        name = name.strip().lower()
        if not (name and found and value):
            raise ReadError("unreadable-option", text=text)
        if name in given:
            raise ReadError("repeated-option", option=name)
        given[name] = value
    return given
