"""Asking before a game begins, again and again until the answer can be read."""

from collections.abc import Callable
from typing import TypeVar

from keypeg.core.errors import KeypegError
from keypeg.terminal.screen import Screen
from keypeg.texts.catalogue import say
from keypeg.texts.errors import explain

T = TypeVar("T")


def ask_until(screen: Screen, lang: str, key: str, read: Callable[[str], T], **values: object) -> T:
    """Ask until the answer can be read."""
    while True:
        try:
            return read(screen.ask(say(lang, key, **values)).strip())
        except KeypegError as error:
            screen.write(explain(error, lang))
