"""Random numbers from a text, the same on every machine and for ever: SHA-256 in counter mode.

Puzzles and daily codes must not change when Python's `random` does, and must be reproducible in any language. Block n
is the SHA-256 of the text, a line feed, and n in decimal. It gives four numbers of eight bytes each, most significant
byte first. With a key, the block is the HMAC-SHA-256 of the same, so that nobody can compute it without the key. A
number below a limit is a number modulo that limit; numbers so large that some remainders would be more likely are
skipped.
"""

import hmac
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")

WORD = 8
"""The number of bytes that make a number."""


class SeededRandom:
    """Random numbers that depend on a text, and on a key if there is one."""

    def __init__(self, text: str, key: bytes = b"") -> None:
        self._words = _words(text.encode("utf-8", "surrogatepass"), key)

    def below(self, limit: int) -> int:
        """A random number from 0 up to, but not including, the limit; all are equally likely."""
        fair = 256**WORD - 256**WORD % limit
        return next(word for word in self._words if word < fair) % limit

    def pick(self, items: Sequence[T]) -> T:
        """A random one of these items."""
        return items[self.below(len(items))]


def shuffle(items: Sequence[T], below: Callable[[int], int]) -> list[T]:
    """These items in random order; `below(limit)` returns a random number from 0 up to the limit."""
    left = list(items)
    return [left.pop(below(len(left))) for _ in items]


def _words(text: bytes, key: bytes) -> Iterator[int]:
    number = 0
    while True:
        block = text + b"\n" + str(number).encode()
        digest = hmac.digest(key, block, "sha256") if key else sha256(block).digest()
        for start in range(0, len(digest), WORD):
            yield int.from_bytes(digest[start : start + WORD], "big")
        number += 1
