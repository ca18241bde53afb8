"""Questions before a game begins, repeated until the answer is valid."""

from collections.abc import Callable
from typing import TypeVar

from keypeg.core.errors import KeypegError
from keypeg.i18n.catalogue import say
from keypeg.i18n.error_text import explain
from keypeg.i18n.typed_words import read_slashed
from keypeg.terminal.screen import Quit, Screen

T = TypeVar("T")


def ask_until_valid(screen: Screen, lang: str, key: str, read: Callable[[str], T], **values: object) -> T:
    """Ask until `read` accepts the answer."""
    while True:
        text = screen.ask(say(lang, key, **values)).strip()
        try:
            return read(text)
        except KeypegError as error:
            explain_or_quit(screen, lang, text, error)


def explain_or_quit(screen: Screen, lang: str, text: str, error: KeypegError) -> None:
    """Say why an answer is not valid. Raises `Quit` if it is the word for that, which is no answer to the question."""
    if read_slashed(f"/{text}", ("quit",)):
        raise Quit
    screen.write(explain(error, lang))
