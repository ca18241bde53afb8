"""The names that bots have at a table: a few for each level, which work in every language of the interface."""

NAMES_BY_LEVEL = {
    "beginner": ("Lou", "Charlie", "Sam", "Robin", "Joey", "Eden"),
    "casual": ("Casey", "Camille", "Sasha", "Alix", "Noa", "Remy"),
    "strong": ("Morgan", "Max", "Andrea", "Dominique", "Yael", "Victor"),
    "perfect": ("Ada", "Blaise", "Emmy", "Sophie", "Carl", "Leon"),
    "devil": ("Mephisto", "Lilith", "Damien", "Vesper", "Belial", "Salem"),
}
OTHER_NAMES = ("Ariel", "Dana", "Elia", "Kim", "Pascal", "Toni")
"""The names of the bots that another package adds."""


def bot_name(level: str, seat: int) -> str:
    """Return the name of the bot of this level in this seat: the same at every table, and another one in every seat."""
    names = NAMES_BY_LEVEL.get(level, OTHER_NAMES)
    return names[(seat - 1) % len(names)]
