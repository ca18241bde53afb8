"""Errors in the user's language."""

from keypeg.core.errors import KeypegError
from keypeg.i18n.catalogue import say
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


def explain(error: KeypegError, lang: str) -> str:
    """Why something was refused, in one sentence on one line."""
    values = {name: _shown(value, lang) for name, value in error.details.items()}
    if error.code in COUNTED:
        values["count"] = error.details[COUNTED[error.code]]
    return say(lang, f"error-{error.code}", **values)


def _shown(value: object, lang: str) -> object:
    if isinstance(value, KeypegError):
        return explain(value, lang)
    # What was typed is repeated, but never sent to the terminal as a command.
    return clean(value) if isinstance(value, str) else value
