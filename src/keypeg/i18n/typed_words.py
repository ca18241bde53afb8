"""Words that players type: commands, and letters for key pegs. Commands are understood in every language."""

import unicodedata
from collections.abc import Callable
from functools import cache

from keypeg.i18n.catalogue import LANGUAGES, say


def fold_word(text: str) -> str:
    """The text without capitals and accents, which not everybody types."""
    parts = unicodedata.normalize("NFD", text.strip().casefold())
    return "".join(sign for sign in parts if not unicodedata.combining(sign))


def words_for(name: str, lang: str) -> list[str]:
    """What may be typed for this command; the first is the one that is shown."""
    return say(lang, f"typed.{name}").split(", ")


def typed_command(name: str, lang: str) -> str:
    """The command as it is shown in this language, with its slash."""
    return "/" + words_for(name, lang)[0]


def typed_commands(lang: str, *names: str) -> dict[str, str]:
    """Commands for a sentence that mentions them: its `{give_up_command}` is the command `give-up`."""
    return {f"{name.replace('-', '_')}_command": typed_command(name, lang) for name in names}


@cache
def meanings(names: tuple[str, ...]) -> dict[str, str]:
    """Everything that may be typed for these commands, in every language, and which of them it means."""
    return {fold_word(word): name for lang in LANGUAGES for name in names for word in words_for(name, lang)}


def read_slashed(text: str, names: tuple[str, ...]) -> str | None:
    """Which of these commands the text is, with a slash before it; None if it is none of them."""
    return meanings(names).get(fold_word(text)[1:]) if text.startswith("/") else None


def read_bare(text: str, names: tuple[str, ...], is_answer: Callable[[str], bool]) -> str | None:
    """Which of these commands the text is, with or without its slash; None also if it can be an answer."""
    if text.startswith("/"):
        return read_slashed(text, names)
    command = meanings(names).get(fold_word(text))
    return None if command is not None and is_answer(text) else command


def in_place_letter(lang: str, red: bool) -> str:
    """The letter for a key peg of right colour and place."""
    return say(lang, "letter-red" if red else "letter-black")


def elsewhere_letter(lang: str) -> str:
    """The letter for a key peg of right colour alone."""
    return say(lang, "letter-white")
