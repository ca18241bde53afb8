"""Asking before a game begins, again and again until the answer can be read."""

from collections.abc import Callable
from typing import TypeVar

from keypeg.core.errors import KeypegError
from keypeg.i18n.catalogue import say
from keypeg.i18n.error_text import explain
from keypeg.terminal.screen import Screen

T = TypeVar("T")


def ask_until(screen: Screen, lang: str, key: str, read: Callable[[str], T], **values: object) -> T:
    """Ask until the answer can be read."""
    while True:
        try:
            return read(screen.ask(say(lang, key, **values)).strip())
        except KeypegError as error:
            screen.write(explain(error, lang))
