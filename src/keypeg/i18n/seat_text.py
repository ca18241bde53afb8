"""What people and bots are called."""

from keypeg.i18n.catalogue import has_sentence, say

PERSON = "person"
"""The kind of a seat where no bot plays."""


def kind_word(kind: str, lang: str) -> str:
    """What a person or a bot is called in this language. A bot that another package adds has one name."""
    return say(lang, f"player-{kind}") if has_sentence(f"player-{kind}") else kind


def any_bot_word(lang: str) -> str:
    """What is typed for a bot, no matter which."""
    return say(lang, "any-bot")
