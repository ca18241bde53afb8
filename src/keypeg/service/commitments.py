"""Proof that a code was never changed: its salted hash is published when it is set, code and salt when it is revealed.

Anybody can check it: the SHA-256 of `SALT:CODE`, written as records write codes, is the hash that was published.
"""

from hashlib import sha256
from typing import NamedTuple


class Commitment(NamedTuple):
    """That a seat has a secret in a round."""

    round: int
    attempt: int
    seat: int
    hash: str
    """In hexadecimal figures."""


class Reveal(NamedTuple):
    """What the secret was."""

    round: int
    attempt: int
    seat: int
    code: str
    salt: str
    hash: str


def hash_of(salt: str, code: str) -> str:
    """The hash of a code that is written as records write it."""
    return sha256(f"{salt}:{code}".encode()).hexdigest()
