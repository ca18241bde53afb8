"""What argparse says, in the sentences of the catalogue."""

import argparse

from keypeg.i18n.catalogue import say

KEYS = {
    "usage: ": "argparse-usage",
    "argument %(argument_name)s: %(message)s": "argparse-argument",
    "the following arguments are required: %s": "argparse-required",
    "expected one argument": "argparse-expected-one",
    "expected at most one argument": "argparse-expected-at-most-one",
    "ignored explicit argument %r": "argparse-ignored",
    "ambiguous option: %(option)s could match %(matches)s": "argparse-ambiguous",
}
"""The keys of our sentences by the text that argparse looks up."""


def translate_argparse(lang: str) -> None:
    """Let argparse speak this language."""
    setattr(argparse, "_", lambda text: say(lang, KEYS[text]) if text in KEYS else text)  # noqa: B010 - it calls `_`
