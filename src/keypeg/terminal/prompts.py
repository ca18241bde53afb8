"""Questions before a game begins, repeated until the answer is valid."""

from collections.abc import Callable
from typing import TypeVar

from keypeg.core.errors import KeypegError
from keypeg.i18n.catalogue import say
from keypeg.i18n.error_text import explain
from keypeg.terminal.screen import Screen

T = TypeVar("T")


def ask_until_valid(screen: Screen, lang: str, key: str, read: Callable[[str], T], **values: object) -> T:
    """Ask until `read` accepts the answer."""
    while True:
        try:
            return read(screen.ask(say(lang, key, **values)).strip())
        except KeypegError as error:
            screen.write(explain(error, lang))
