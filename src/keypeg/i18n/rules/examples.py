"""The worked examples of the rules: a secret and a guess that show much, marked by the edition itself."""

from collections.abc import Iterator
from typing import NamedTuple

from keypeg.core.codes import BLANK, Code, join_parts
from keypeg.core.edition import Edition, Makers
from keypeg.core.marks import Mark


class Example(NamedTuple):
    """A guess at a secret, and its mark."""

    secret: Code
    guess: Code
    mark: Mark
    reasons: tuple[str, ...]
    """For each hole of the guess: `placed`, `elsewhere`, `counted` (too many of a colour) or `absent`."""


class PartMark(NamedTuple):
    """What one seat says of a row."""

    seat: int
    part: Code
    mark: Mark


class PartsExample(NamedTuple):
    """A row of seat 1 where parts are dealt, with the marks of all other seats."""

    own: Code
    """What seat 1 holds itself."""
    guess: Code
    marks: tuple[PartMark, ...]


def worked_example(edition: Edition) -> Example | None:
    """An example for an edition with makers; None where parts are dealt, or where no such guess is allowed."""
    if edition.secrets.makers is Makers.DEALT:
        return None
    secret = _secret(edition)
    guess = _guess(edition, secret)
    if secret not in edition.secrets.space or guess not in edition.guesses.space:
        return None
    return Example(secret, guess, edition.marking.mark(secret, guess), _reasons(secret, guess))


def _pegs(edition: Edition) -> list[int]:
    """The colours, last those that have the names of key pegs: in an example they would confuse."""
    pegs = range(1, edition.secrets.space.colours + 1)
    return sorted(pegs, key=lambda peg: edition.palette[peg - 1].en in _KEY_PEGS)


_KEY_PEGS = ("black", "white")


def _secret(edition: Edition) -> Code:
    """As many colours as there are; a blank in the second hole where both codes and guesses may have one."""
    space = edition.secrets.space
    colours = _pegs(edition)
    pegs = [colours[hole % len(colours)] for hole in range(space.holes)]
    if space.most_blanks and edition.guesses.space.most_blanks and space.holes > 1:
        pegs[1] = BLANK
    return tuple(pegs)


def _guess(edition: Edition, secret: Code) -> Code:
    """The first peg in place, the second one too many of its colour, most others misplaced, the last one wrong."""
    space = edition.guesses.space
    other = next((peg for peg in _pegs(edition) if peg not in secret), None)
    holes = len(secret)
    if holes < 3:
        return (*secret[1:], other or secret[0])
    second = secret[0] if space.repeats else secret[2]
    spare = secret[0] if space.repeats else secret[3 % holes]
    start = (secret[0], second, secret[1])
    return (*start, *secret[4:], other or spare) if holes > 3 else start


def _reasons(secret: Code, guess: Code) -> tuple[str, ...]:
    loose = [mine for mine, theirs in zip(secret, guess, strict=True) if mine != theirs]
    reasons = []
    for mine, theirs in zip(secret, guess, strict=True):
        if mine == theirs:
            reasons.append("placed")
        elif theirs in loose:
            loose.remove(theirs)
            reasons.append("elsewhere")
        else:
            reasons.append("counted" if theirs in secret else "absent")
    return tuple(reasons)


def parts_example(edition: Edition) -> PartsExample | None:
    """An example for an edition whose parts are dealt; None for any other, or where no such guess is allowed."""
    if edition.secrets.makers is not Makers.DEALT:
        return None
    space = edition.guesses.space
    colours = _pegs(edition)
    guess = tuple(colours[hole % len(colours)] for hole in range(space.holes))
    own, *others = _deal(edition, guess)
    if guess not in space or join_parts((own, *others)) not in edition.secrets.space:
        return None
    marks = (PartMark(seat, part, edition.marking.mark(part, guess)) for seat, part in enumerate(others, 2))
    return PartsExample(own, guess, tuple(marks))


def _deal(edition: Edition, guess: Code) -> Iterator[Code]:
    """Parts from the last hole down: seat 1 bluffs, the next part is in place, then one elsewhere, one nowhere."""
    parts, holes = edition.secrets.parts, len(guess)
    used: list[int] = []
    for seat in range(edition.seats):
        part = [BLANK] * holes
        for number in range(seat * parts, (seat + 1) * parts):
            hole = holes - 1 - number
            wish = _WISHES[(number - parts) % len(_WISHES)] if seat else "elsewhere"
            part[hole] = _colour(edition, guess, hole, wish, used)
            used.append(part[hole])
        yield tuple(part)


_WISHES = ("placed", "elsewhere", "absent")


def _colour(edition: Edition, guess: Code, hole: int, wish: str, used: list[int]) -> int:
    """The colour dealt to this hole: one of which there is a counter left, as wished for if it can be."""
    left = edition.secrets.counters or len(guess)

    def unfit(peg: int) -> tuple[bool, bool, int]:
        found = "placed" if peg == guess[hole] else "elsewhere" if peg in guess else "absent"
        return used.count(peg) >= left, found != wish, used.count(peg)

    return min(_pegs(edition), key=unfit)
