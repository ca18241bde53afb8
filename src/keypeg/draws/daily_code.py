"""The daily code: one for each day and edition, the same for everyone and for ever.

It is drawn from a text with the edition and the date, by SHA-256 (see `keypeg.draws.seeded_random`), and depends on
neither the machine nor the version of Python. A server with a secret key draws a code of its own, which nobody can
compute without the key; without a key the code is public.

The daily is played as one practice round; whether an edition is practice makes no difference to its code. The caller
names the day; days are those of UTC.
"""

import re
from datetime import date

from keypeg.core.codes import Code, join_parts
from keypeg.core.edition import Edition
from keypeg.core.errors import ReadError
from keypeg.draws.random_codes import draw_code, draw_parts
from keypeg.draws.seeded_random import SeededRandom
from keypeg.editions import find_rulebook
from keypeg.editions.options import PRACTICE


def read_day(text: str) -> date:
    """The day written as in `2026-11-16`. Raises `ReadError`."""
    try:
        if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text):
            raise ValueError
        return date.fromisoformat(text)
    except ValueError:
        raise ReadError("unreadable-date", text=text) from None


def daily_code(edition: Edition, day: date, key: bytes = b"") -> Code:
    """The code to find on this day. Where parts are dealt, all of them joined."""
    if edition.dealt:
        return join_parts(daily_parts(edition, day, key))
    return draw_code(edition.secret_space(edition.default_breaker), _chance(edition, day, key))


def daily_parts(edition: Edition, day: date, key: bytes = b"") -> tuple[Code, ...]:
    """The parts that each seat holds on this day, where parts are dealt."""
    return draw_parts(edition, _chance(edition, day, key).below)


def as_daily(edition: Edition) -> Edition:
    """The edition as the daily is played: one practice round. Raises `KeypegError` if a number of rounds is chosen."""
    return find_rulebook(edition.id).choose(dict(edition.chosen) | {PRACTICE.name: "yes"})


def daily_link(edition: Edition) -> str:
    """The edition and its options on one line, whether or not it is played for practice."""
    chosen = (f"{name}_{value}" for name, value in edition.chosen if name != PRACTICE.name)
    return "~".join((edition.id, *chosen))


def _chance(edition: Edition, day: date, key: bytes) -> SeededRandom:
    return SeededRandom(f"keypeg daily code 1\n{daily_link(edition)}\n{day.isoformat()}", key)
