"""The worked examples of the rules: the rulebook's own, or one that shows as much as possible.

All marks and points are computed by the edition.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from keypeg.core.actions import Guess, SetCode
from keypeg.core.apply import apply
from keypeg.core.codes import BLANK, Code, join_parts
from keypeg.core.edition import Edition, Makers
from keypeg.core.marks import Mark
from keypeg.core.observe import observe
from keypeg.core.state import new_match
from keypeg.editions import find_rulebook
from keypeg.records.notation import read_code
from keypeg.records.score_sheet import SheetCell, score_sheet


class Example(NamedTuple):
    """A guess at a secret, and its mark."""

    secret: Code
    guess: Code
    mark: Mark
    reasons: tuple[str, ...]
    """For each hole of the guess: `placed`, `elsewhere`, `counted` (too many of a colour) or `absent`."""
    from_rulebook: bool
    """Whether it is the rulebook's own example."""


class PartMark(NamedTuple):
    """The mark that one seat gives to a row."""

    seat: int
    part: Code
    mark: Mark


class PartsExample(NamedTuple):
    """A row of seat 1 where parts are dealt, with the marks of all other seats."""

    own: Code
    """The parts that seat 1 holds."""
    guess: Code
    marks: tuple[PartMark, ...]


def worked_example(edition: Edition) -> Example | None:
    """An example for an edition with makers; None where parts are dealt, or where no such guess is allowed."""
    if edition.secrets.makers is Makers.DEALT:
        return None
    rulebook_example = _rulebook_example(edition)
    secret, guess = rulebook_example or _made_up_example(edition)
    if secret not in edition.secrets.space or guess not in edition.guesses.space:
        return None
    return Example(
        secret, guess, edition.marking.mark(secret, guess), _reasons(secret, guess), rulebook_example is not None
    )


def _rulebook_example(edition: Edition) -> tuple[Code, Code] | None:
    """The rulebook's own example, if it has one; not where holes may be left blank and it shows no blank."""
    example = find_rulebook(edition.id).example
    if example is None:
        return None
    secret, guess = (read_code(code, edition.palette) for code in example)
    return None if edition.secrets.space.most_blanks and BLANK not in secret + guess else (secret, guess)


def _made_up_example(edition: Edition) -> tuple[Code, Code]:
    secret = _secret(edition)
    return secret, _guess(edition, secret)


def sheet_example(edition: Edition) -> tuple[SheetCell, ...]:
    """The cells of the rulebook's example of a round on the score sheet, one for each seat; none if it has none."""
    book = find_rulebook(edition.id)
    if not book.sheet_example or book.example is None:
        return ()
    played = replace(edition, by_hand=False)
    state = apply(new_match(played), 1, SetCode(read_code(book.example[0], edition.palette))).state
    for number, guess in enumerate(book.sheet_example):
        breaker = 2 + number % (edition.seats - 1)
        state = apply(state, breaker, Guess(read_code(guess, edition.palette))).state
    return score_sheet(observe(state, None)).lines[0].cells


def _pegs(edition: Edition) -> list[int]:
    """The colours, last those that have the names of key pegs: in an example they would confuse."""
    pegs = range(1, edition.secrets.space.colours + 1)
    return sorted(pegs, key=lambda peg: edition.palette[peg - 1].name in _KEY_PEGS)


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
    absent = next((peg for peg in _pegs(edition) if peg not in secret), None)
    holes = len(secret)
    if holes < 3:
        return (*secret[1:], absent or secret[0])
    second = secret[0] if space.repeats else secret[2]
    spare = secret[0] if space.repeats else secret[3 % holes]
    start = (secret[0], second, secret[1])
    return (*start, *secret[4:], absent or spare) if holes > 3 else start


def _reasons(secret: Code, guess: Code) -> tuple[str, ...]:
    unmatched = [secret_peg for secret_peg, guess_peg in zip(secret, guess, strict=True) if secret_peg != guess_peg]
    reasons = []
    for secret_peg, guess_peg in zip(secret, guess, strict=True):
        if secret_peg == guess_peg:
            reasons.append("placed")
        elif guess_peg in unmatched:
            unmatched.remove(guess_peg)
            reasons.append("elsewhere")
        else:
            reasons.append("counted" if guess_peg in secret else "absent")
    return tuple(reasons)


def parts_example(edition: Edition) -> PartsExample | None:
    """An example for an edition whose parts are dealt; None for any other, or where no such guess is allowed."""
    if edition.secrets.makers is not Makers.DEALT:
        return None
    space = edition.guesses.space
    colours = _pegs(edition)
    guess = tuple(colours[hole % len(colours)] for hole in range(space.holes))
    own, *other_parts = _deal(edition, guess)
    if guess not in space or join_parts((own, *other_parts)) not in edition.secrets.space:
        return None
    marks = (PartMark(seat, part, edition.marking.mark(part, guess)) for seat, part in enumerate(other_parts, 2))
    return PartsExample(own, guess, tuple(marks))


def _deal(edition: Edition, guess: Code) -> Iterator[Code]:
    """Parts from the last hole down: seat 1 bluffs, the next part is in place, then one elsewhere, one nowhere."""
    parts, holes = edition.secrets.parts, len(guess)
    dealt: list[int] = []
    for seat in range(edition.seats):
        part = [BLANK] * holes
        for number in range(seat * parts, (seat + 1) * parts):
            hole = holes - 1 - number
            goal = _PART_GOALS[(number - parts) % len(_PART_GOALS)] if seat else "elsewhere"
            part[hole] = _colour(edition, guess, hole, goal, dealt)
            dealt.append(part[hole])
        yield tuple(part)


_PART_GOALS = ("placed", "elsewhere", "absent")


def _colour(edition: Edition, guess: Code, hole: int, goal: str, dealt: list[int]) -> int:
    """The colour dealt to this hole: one of which there is a counter left, as wished for if it can be."""
    most = edition.secrets.counters or len(guess)

    def unfit(peg: int) -> tuple[bool, bool, int]:
        result = "placed" if peg == guess[hole] else "elsewhere" if peg in guess else "absent"
        return dealt.count(peg) >= most, result != goal, dealt.count(peg)

    return min(_pegs(edition), key=unfit)
