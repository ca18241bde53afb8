"""The day's code: one a day and edition, the same for everybody, for ever.

It follows from a text that names the edition and the date, by SHA-256 (see `keypeg.draws.seeded_random`); nothing else
has a say in it, neither the machine nor the version of Python. A server that has a secret key makes a code of its own,
which nobody can compute without that key; without one the code is the public one.

The days are those of UTC: whoever asks says which day it is.
"""

from datetime import date

from keypeg.core.codes import Code, join_parts
from keypeg.core.edition import Edition
from keypeg.draws.random_codes import draw_code, draw_parts
from keypeg.draws.seeded_random import SeededRandom


def daily_code(edition: Edition, day: date, key: bytes = b"") -> Code:
    """The code to find on this day, in a space of any size. Where parts are dealt, all of them put together."""
    if edition.dealt:
        return join_parts(daily_parts(edition, day, key))
    return draw_code(edition.secret_space(edition.default_breaker), _chance(edition, day, key))


def daily_parts(edition: Edition, day: date, key: bytes = b"") -> tuple[Code, ...]:
    """What each seat holds on this day, where parts are dealt."""
    return draw_parts(edition, _chance(edition, day, key).below)


def _chance(edition: Edition, day: date, key: bytes) -> SeededRandom:
    return SeededRandom(f"keypeg daily code 1\n{edition.link}\n{day.isoformat()}", key)
