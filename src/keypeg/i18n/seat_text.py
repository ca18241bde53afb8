"""What people and computer players are called."""

from keypeg.i18n.catalogue import knows, say

PERSON = "person"
"""The kind of a seat where no computer plays."""


def kind_word(kind: str, lang: str) -> str:
    """What a person or a computer player is called in this language. A player that was added has one name."""
    return say(lang, f"player-{kind}") if knows(f"player-{kind}") else kind


def computer_word(lang: str) -> str:
    """What is typed for a computer, no matter which."""
    return say(lang, "player-computer")
