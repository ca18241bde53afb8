"""Commitments prove that a code was never changed: its salted hash is published when the code is set.

Code and salt are published when the round is over. Anybody can then check that the SHA-256 of `SALT:CODE`, with the
code written as in records, is the published hash.
"""

from dataclasses import dataclass, field
from hashlib import sha256
from typing import NamedTuple

from keypeg.core.codes import Code
from keypeg.core.view import FinishedRound
from keypeg.records.notation import Palette, write_code


class Commitment(NamedTuple):
    """The published hash of a seat's secret in one round."""

    round: int
    attempt: int
    seat: int
    hash: str
    """In hexadecimal digits."""


class Reveal(NamedTuple):
    """A secret with the salt that it was hashed with, published when its round is over."""

    round: int
    attempt: int
    seat: int
    code: str
    salt: str
    hash: str


@dataclass
class CommitmentList:
    """The commitments of all rounds of a match, and the reveals of those that are over."""

    palette: Palette
    commitments: list[Commitment] = field(default_factory=list)
    reveals: list[Reveal] = field(default_factory=list)
    _salts: list[tuple[int, str]] = field(default_factory=list)
    """The seat and the salt of each secret of the current round."""

    def fork(self) -> "CommitmentList":
        """Copy what later rounds need: the salts of the current round."""
        return CommitmentList(self.palette, _salts=self._salts.copy())

    def commit(
        self, number: int, attempt: int, codes: list[tuple[int, Code]], salts: tuple[str, ...]
    ) -> tuple[Commitment, ...]:
        """Hash the codes that seats have set in a round."""
        self._salts += [(seat, salt) for (seat, _), salt in zip(codes, salts, strict=True)]
        added = tuple(
            Commitment(number, attempt, seat, hash_code(salt, write_code(code, self.palette)))
            for (seat, code), salt in zip(codes, salts, strict=True)
        )
        self.commitments += added
        return added

    def reveal(self, result: FinishedRound) -> tuple[Reveal, ...]:
        """Publish the secrets of a round that is over. A seat that never set one has none."""
        added = []
        for seat, salt in self._salts:
            code = result.codes[seat - 1]
            if code is not None:
                text = write_code(code, self.palette)
                added.append(Reveal(result.number, result.attempt, seat, text, salt, hash_code(salt, text)))
        self._salts = []
        self.reveals += added
        return tuple(added)


def hash_code(salt: str, code: str) -> str:
    """Hash a code that is written as in records."""
    return sha256(f"{salt}:{code}".encode()).hexdigest()
