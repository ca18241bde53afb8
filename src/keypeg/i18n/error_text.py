"""Errors in the user's language."""

from difflib import get_close_matches

from keypeg.core.errors import KeypegError
from keypeg.editions import RULEBOOKS
from keypeg.i18n.catalogue import has_sentence, say
from keypeg.i18n.edition_text import option_label
from keypeg.records.record import clean

COUNTED = {
    "own-parts-needed": "parts",
    "parts-need-holes": "parts",
    "position-needs-marks": "marks",
    "too-few-blanks": "least",
    "too-many-blanks": "most",
    "wrong-deal": "parts",
    "wrong-length": "holes",
    "wrong-players": "given",
}
"""The value by which the sentence of an error is in the singular or the plural, by the error's code."""


CHOICES = {
    "no-such-level": ("level", "levels"),
    "unknown-argument": ("text", "arguments"),
    "unknown-book": ("book", "books"),
    "unknown-choice": ("text", "choices"),
    "unknown-command": ("text", "commands"),
    "unknown-edition": ("edition", "editions"),
    "unknown-option": ("option", "options"),
    "unknown-player": ("text", "players"),
    "unreadable-action": ("text", "actions"),
    "unreadable-value": ("value", "allowed"),
}
"""For errors about a word that is not among the known ones: the value with that word, and the one with all known words."""


NAMED = {"kind": "kind-{}", "difficulty": "{}"}
"""Values that are identifiers with a name in the catalogue, and the key of that name."""

WITH_OPTION_LABEL = {"out-of-range", "unreadable-value"}
"""Errors about an option that exists: they say what it is. Other errors repeat the name that was typed."""


def explain(error: KeypegError, lang: str) -> str:
    """Why something was refused, on one line, and what the user may have meant."""
    values = {name: _value_text(name, value, lang) for name, value in error.details.items()}
    if error.code in WITH_OPTION_LABEL:
        values["option"] = _option_label(error, lang)
    if error.code in COUNTED:
        values["count"] = error.details[COUNTED[error.code]]
    sentence = say(lang, f"error-{error.code}", **values)
    suggestion = _similar_word(error)
    return sentence if suggestion is None else say(lang, "did-you-mean", error=sentence, word=suggestion)


def _similar_word(error: KeypegError) -> str | None:
    """The known word that is spelt most like the unknown one, if one is at all."""
    if error.code not in CHOICES:
        return None
    unknown_word, known_words = (str(error.details[name]) for name in CHOICES[error.code])
    matches = get_close_matches(unknown_word.lower().partition("=")[0], known_words.split(", "), n=1)
    return matches[0] if matches else None


def _option_label(error: KeypegError, lang: str) -> str:
    """What the option is that an error is about, in the words of its edition if it has its own."""
    edition, name = str(error.details.get("edition")), str(error.details["option"])
    if book := RULEBOOKS.get(edition):
        return option_label(book, next(option for option in book.options if option.name == name), lang)
    return say(lang, f"option.{name}") if has_sentence(f"option.{name}") else name


def _value_text(name: str, value: object, lang: str) -> object:
    if isinstance(value, KeypegError):
        return explain(value, lang)
    if name in NAMED:
        return say(lang, NAMED[name].format(value))
    # What was typed is repeated, but never sent to the terminal as a command.
    return clean(value) if isinstance(value, str) else value
