"""How fast bots play in a race against people: a row every 20 to 60 seconds, and the stronger the faster.

A bot that played as fast as it can would win before a person has filled a row. The pages ask for this pace when they
open a table; programs that play through the API need not wait, nor do bots among themselves.
"""

from collections.abc import Collection
from zlib import crc32

from keypeg.core.actions import Guess
from keypeg.core.edition import Edition, Turns
from keypeg.core.legal import LegalActions

SECONDS_BY_LEVEL = {"beginner": (45, 60), "casual": (38, 52), "strong": (28, 42), "perfect": (20, 32)}
"""The shortest and the longest time for a row."""
OTHER_SECONDS = (30, 45)
"""The same for bots that are no level."""
MS_PER_SECOND = 1000


def keeps_race_pace(edition: Edition, bots: Collection[int]) -> bool:
    """Whether the bots in these seats race against people."""
    return edition.guesses.turns is Turns.RACE and 0 < len(bots) < edition.seats


def row_time_ms(level: str, table_id: str, seat: int, since: int) -> int:
    """Return how long a bot takes for the row that it may place since this time: the same whenever it is asked."""
    shortest, longest = (seconds * MS_PER_SECOND for seconds in SECONDS_BY_LEVEL.get(level, OTHER_SECONDS))
    return shortest + crc32(f"{table_id} {seat} {since}".encode()) % (longest - shortest + 1)


def may_guess(legal: LegalActions, seat: int) -> bool:
    """Whether this seat may place a row now. Codes and marks are given without delay."""
    return any(option.action is Guess for option in legal.legal[seat - 1])
