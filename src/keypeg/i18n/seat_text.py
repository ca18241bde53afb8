"""What people and bots are called."""

import re

from keypeg.i18n.catalogue import has_sentence, say

GUEST = re.compile(r"Guest ([0-9]+)")
"""What records call a person without a name."""

PERSON = "person"
"""The kind of a seat where no bot plays."""


def kind_word(kind: str, lang: str) -> str:
    """What a person or a bot is called in this language. A bot that another package adds has one name."""
    return say(lang, f"player-{kind}") if has_sentence(f"player-{kind}") else kind


def person_name(recorded: str | None, seat: int, lang: str) -> str:
    """What the person in a seat is called in this language, given the name in the record, if there is one."""
    if recorded and (guest := GUEST.fullmatch(recorded)):
        return say(lang, "guest", n=guest[1])
    return recorded or say(lang, "player", seat=seat)


def any_bot_word(lang: str) -> str:
    """What is typed for a bot, no matter which."""
    return say(lang, "any-bot")
