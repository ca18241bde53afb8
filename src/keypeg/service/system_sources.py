"""The clock and the random sources of the service, in one object that tests can replace."""

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from random import SystemRandom

ID_CHARACTERS = "23456789abcdefghjkmnpqrstvwxyz"
"""Letters and digits that people do not mistake for each other."""

ID_LENGTH = 12
"""Characters of a table's id."""


@dataclass
class SystemSources:
    """Where the service gets the time and random values."""

    now: Callable[[], int] = field(default=lambda: time.time_ns() // 1_000_000)
    """Milliseconds since 1970."""
    monotonic: Callable[[], int] = field(default=lambda: time.monotonic_ns() // 1_000_000)
    """Milliseconds since any time; they never jump."""
    new_token: Callable[[], str] = field(default=lambda: secrets.token_urlsafe(24))
    """An unguessable text: 192 random bits."""
    new_salt: Callable[[], str] = field(default=lambda: secrets.token_hex(16))
    """128 random bits to hash a code with."""
    new_table_id: Callable[[], str] = field(
        default=lambda: "".join(secrets.choice(ID_CHARACTERS) for _ in range(ID_LENGTH))
    )
    """An id that no other table has; it is part of the table's links."""
    random: SystemRandom = field(default_factory=SystemRandom)
    """For dealing parts and for seeding bots."""
