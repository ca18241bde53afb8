"""The mark of a row, worked out as people do at the table: by pairing off pegs.

A mark is a tuple: (blacks, whites), or (number,) where a card shows it.
"""

Code = tuple[int, ...]
"""Pegs, colours from 1; 0 is a blank, and in a part of a dealt code a hole that is not the player's."""

Mark = tuple[int, ...]


def right_mark(marking: str, secret: Code, guess: Code) -> Mark:
    """The mark that this guess earns."""
    if marking == "parts":
        return _mark_parts(secret, guess)
    blacks, whites = _pair_off(secret, guess)
    if marking == "black-white":
        return (blacks, whites)
    # A car of a right colour counts once, and where places count once more in its right place.
    return (blacks + whites,) if marking == "colours" else (2 * blacks + whites,)


def solving_mark(marking: str, holes: int) -> Mark | None:
    """The mark that says that the code is broken; None where parts are marked, for there a declaration decides."""
    return {"black-white": (holes, 0), "colours": (holes,), "sum": (2 * holes,), "parts": None}[marking]


def possible_marks(marking: str, pegs: int) -> set[Mark]:
    """Every mark that this many pegs can earn: if all others are in their places, the last has no wrong place."""
    counts = range(pegs + 1)
    pairs = {(blacks, whites) for blacks in counts for whites in counts if blacks + whites <= pegs}
    if marking == "parts":
        return {*pairs}  # the colours of a player are looked for one by one
    pairs.remove((pegs - 1, 1))
    if marking == "black-white":
        return {*pairs}
    return {(blacks + whites,) if marking == "colours" else (2 * blacks + whites,) for blacks, whites in pairs}


def is_code(marking: str, secret: Code, guess: Code) -> bool:
    """Whether this row is what the breaker looks for: the code, or its colours where only these count."""
    return sorted(secret) == sorted(guess) if marking == "colours" else secret == guess


def _pair_off(secret: Code, guess: Code) -> tuple[int, int]:
    unpaired_secret, unpaired_guess, blacks, whites = [], [], 0, 0
    for hole, peg in enumerate(guess):
        if secret[hole] == peg:
            blacks += 1
        else:
            unpaired_secret.append(secret[hole])
            unpaired_guess.append(peg)
    for peg in unpaired_guess:
        if peg in unpaired_secret:
            unpaired_secret.remove(peg)
            whites += 1
    return blacks, whites


def _mark_parts(parts: Code, guess: Code) -> Mark:
    blacks = whites = 0
    for hole, colour in enumerate(parts):
        if colour == 0:
            continue
        if guess[hole] == colour:
            blacks += 1
        elif any(peg == colour for elsewhere, peg in enumerate(guess) if elsewhere != hole):
            whites += 1
    return (blacks, whites)
