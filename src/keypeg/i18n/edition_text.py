"""The names of editions, options and colours, and what is said of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from keypeg.core.code_text import Colour
from keypeg.core.edition import Edition
from keypeg.editions import find_rulebook
from keypeg.editions.options import Option
from keypeg.editions.rulebook import Rulebook
from keypeg.i18n.catalogue import count, has_sentence, say
from keypeg.records.edition_links import write_edition
from keypeg.wire.edition_values import edition_to_json

if TYPE_CHECKING:
    from keypeg.wire.edition_types import EditionSummary, EditionWords

COUNTED = {"rows": "rows", "rounds": "rounds", "holes": "holes", "seats": "players", "colours": "colours"}
"""Options whose value is a number of something that the catalogue counts, and its noun there."""


def edition_name(book: Rulebook, lang: str) -> str:
    """What the edition is called."""
    return say(lang, f"edition.{book.id}.name")


def edition_line(book: Rulebook, lang: str) -> str:
    """What the edition is, in one line."""
    return say(lang, f"edition.{book.id}.line")


def edition_source(book: Rulebook, lang: str) -> str:
    """The rulebook that the edition follows."""
    return say(lang, source_key(book))


def source_key(book: Rulebook) -> str:
    """The key of the edition's source; an advanced game is in the rulebook of the simple one."""
    return f"edition.{book.id.removesuffix('-advanced')}.source"


def option_label(book: Rulebook, option: Option, lang: str) -> str:
    """What an option of this edition is; editions share the sentences of those that mean the same."""
    return say(lang, option_key(book, option))


def option_key(book: Rulebook, option: Option) -> str:
    """The key of what an option is: the edition's own, that of rounds with this parity, or that of all editions."""
    keys = [f"option.{book.id}.{option.name}"]
    if option.name == "rounds":
        keys.append(f"option.rounds.{book.choose().match.parity.value}")
    return next(filter(has_sentence, keys), f"option.{option.name}")


def value_meaning(book: Rulebook, option: Option, value: str, lang: str) -> str:
    """What a value of an option of this edition means, as a sentence; editions share those that mean the same."""
    return say(lang, value_key(book, option, value))


def value_key(book: Rulebook, option: Option, value: str) -> str:
    """The key of what a value means: the edition's own, that of all editions, or the sentence that the rules have."""
    keys = (f"choice.{book.id}.{option.name}.{value}", f"choice.{option.name}.{value}")
    return next(filter(has_sentence, keys), f"rules.{option.name}.{value}")


def value_label(book: Rulebook, option: Option, value: str, lang: str) -> str:
    """A value of an option in a few words that need no name of the option beside them: `12 rows`, `marked by hand`."""
    for key in (f"short.{book.id}.{option.name}", f"short.{option.name}"):
        if has_sentence(f"{key}.{value}"):
            return say(lang, f"{key}.{value}")
        if has_sentence(key):
            return say(lang, key, count=int(value))
    # Where codes are not made of pegs in holes, the rules count what they are made of.
    made_of = f"rules.counted.pegs.{book.material.value}"
    if option.name == "holes" and has_sentence(made_of):
        return say(lang, made_of, count=int(value))
    return count(lang, COUNTED[option.name], int(value))


def is_counted(option: Option) -> bool:
    """Whether the values of an option are numbers of something; other values have words of their own."""
    return not has_sentence(f"short.{option.name}.{option.all_values[-1]}")


def options_text(book: Rulebook, chosen: tuple[tuple[str, str], ...], lang: str) -> str:
    """The options that were changed, in words."""
    options = {option.name: option for option in book.options}
    return ", ".join(value_label(book, options[name], value, lang) for name, value in chosen)


def edition_words(edition: Edition, lang: str) -> EditionWords:
    """What an edition is called, and its options in words."""
    book = find_rulebook(edition.id)
    options = {option.name: option for option in book.options}
    return {
        "edition": write_edition(edition),
        "name": edition_name(book, lang),
        "options": [value_label(book, options[name], value, lang) for name, value in edition.chosen],
    }


def edition_title(edition: Edition, lang: str) -> str:
    """What an edition is called, with the options that were changed: `Classic (12 rows)`."""
    book = find_rulebook(edition.id)
    name, options = edition_name(book, lang), options_text(book, edition.chosen, lang)
    return f"{name} ({options})" if options else name


def colour_name(colour: Colour, lang: str) -> str:
    """What a colour is called."""
    return say(lang, f"colour.{colour.name}")


def rulebook_to_json(book: Rulebook, lang: str) -> EditionSummary:
    """What there is to know of an edition before its options are chosen; figures are those of its defaults."""
    rules = edition_to_json(book.choose())
    return {
        "id": book.id,
        "name": edition_name(book, lang),
        "line": edition_line(book, lang),
        "year": book.year,
        "seats": list(book.seats),
        "holes": rules["holes"],
        "colours": rules["colours"],
        "palette": rules["palette"],
        "blanks": rules["blanks"],
        "rows": rules["rows"],
        "marking": rules["marking"],
        "scoring": rules["scoring"],
        "codes": rules["codes"],
        "red_keys": book.red_keys,
        "options": [
            {
                "name": option.name,
                "kind": option.kind,
                "default": option.default_in(book.options),
                "values": list(option.values),
                "range": None if option.values else {"low": option.low, "high": option.high},
                "label": option_label(book, option, lang),
                "labels": {value: value_label(book, option, value, lang) for value in option.values},
                "meanings": {value: value_meaning(book, option, value, lang) for value in option.values},
            }
            for option in book.options
        ],
        "source": edition_source(book, lang),
    }
