"""Chance that is the same everywhere, for ever: numbers made from a text by SHA-256, counting upwards.

Problems and the day's code must not change when Python's own `random` does, and must be the same in any other
language. So the n-th block is the SHA-256 of the text, a line feed, and n in decimal; it gives four numbers of eight
bytes each, the first byte counting most. With a key the block is the HMAC-SHA-256 of the same, so that nobody without
the key can compute it. A number below some limit is a number modulo that limit; numbers so large that the remainders
would not all be equally likely are passed over.
"""

import hmac
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")

WORD = 8
"""How many bytes make a number."""


class SeededRandom:
    """Numbers that follow from a text, and from a key where there is one."""

    def __init__(self, text: str, key: bytes = b"") -> None:
        self._words = _words(text.encode("utf-8", "surrogatepass"), key)

    def below(self, limit: int) -> int:
        """A whole number from 0, below the limit; all are equally likely."""
        fair = 256**WORD - 256**WORD % limit
        return next(word for word in self._words if word < fair) % limit

    def pick(self, many: Sequence[T]) -> T:
        """One of these."""
        return many[self.below(len(many))]


def shuffle(items: Sequence[T], below: Callable[[int], int]) -> list[T]:
    """These items in random order; `below(limit)` returns a random number from 0 up to the limit."""
    left = list(items)
    return [left.pop(below(len(left))) for _ in items]


def _words(text: bytes, key: bytes) -> Iterator[int]:
    number = 0
    while True:
        block = text + b"\n" + str(number).encode()
        digest = hmac.digest(key, block, "sha256") if key else sha256(block).digest()
        for at in range(0, len(digest), WORD):
            yield int.from_bytes(digest[at : at + WORD], "big")
        number += 1
