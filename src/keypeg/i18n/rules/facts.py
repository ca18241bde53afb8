"""The numbers that the rules of an edition mention, each taken from the edition's own parts."""

from math import comb

from keypeg.core.edition import Edition, Makers
from keypeg.core.marks import Mark, Number
from keypeg.core.scoring import RoundFacts, ScoredRow
from keypeg.i18n.rules.examples import worked_example

MAKER, BREAKER = 1, 2
"""The seats of the round that is scored to find the points for a round."""

FOUND_AT = 4
"""The row at which that round's code is found, where the board has as many."""


def numbers_of(edition: Edition) -> dict[str, int]:
    """Every number that a sentence of the rules can ask for."""
    return {
        "seats": edition.seats,
        "colours": len(edition.palette),
        "with_blank": len(edition.palette) + 1,
        "rows": edition.guesses.rows,
        "rounds": edition.match.rounds,
        "majority": edition.match.rounds // 2 + 1,
        "penalty": edition.wrong_mark.points,
        **_code_numbers(edition),
        **_score_numbers(edition),
    }


def _code_numbers(edition: Edition) -> dict[str, int]:
    secrets, space = edition.secrets, edition.secrets.space
    solved = edition.marking.solved(space.holes)
    return {
        "holes": space.holes,
        "pegs": space.holes,
        "short_pegs": secrets.short_holes,
        "codes": count_codes(edition),
        "code_blanks": space.most_blanks,
        "vacant": space.least_blanks,
        "guess_blanks": edition.guesses.space.most_blanks,
        "top": solved.number if isinstance(solved, Number) else 0,
        "parts": secrets.parts,
        "counters": secrets.counters,
        "all_counters": secrets.counters * len(edition.palette),
        "short_seat": secrets.short_seat or 0,
        "short_codes": len(edition.secret_space(secrets.short_seat or 0)),
    }


def count_codes(edition: Edition) -> int:
    """How many codes there are to tell apart."""
    secrets, space = edition.secrets, edition.secrets.space
    if not edition.marking.ordered:
        return space.colour_sets
    if secrets.makers is Makers.DEALT:
        filled = space.holes - space.most_blanks
        return comb(space.holes, filled) * _draws(filled, space.colours, secrets.counters or filled)
    return len(space)


def _draws(length: int, colours: int, counters: int) -> int:
    """How many rows of colours can be drawn when there are only so many counters of each colour."""
    ways = [1] + [0] * length
    for _ in range(colours):
        ways = [sum(comb(n, k) * ways[n - k] for k in range(min(n, counters) + 1)) for n in range(length + 1)]
    return ways[length]


def _score_numbers(edition: Edition) -> dict[str, int]:
    """The points for rounds, by the edition's own scoring, so that the examples cannot be wrong."""
    scoring, rows = edition.scoring, edition.guesses.rows
    found_at = min(FOUND_AT, rows)
    example = worked_example(edition)
    return {
        "found_at": found_at,
        "found": _points(edition, found_at, broken=True),
        "unbroken": _points(edition, rows, broken=False),
        "bonus": scoring.unbroken_bonus,
        "white": scoring.white_points,
        "black": scoring.black_points,
        "breaking": scoring.breaking_points,
        "example_points": _guess_points(edition, example.mark) if example else 0,
    }


def _points(edition: Edition, rows: int, broken: bool) -> int:
    """The points for the one player who scores by how long the code lasted."""
    if edition.secrets.makers is not Makers.ONE:
        return 0
    mark = edition.marking.possible(edition.secrets.space.holes)[0]
    lines = edition.scoring(_round(edition, mark, rows, broken))
    maker = [line.points for line in lines if line.seat == MAKER]
    return sum(maker or [line.points for line in lines])


def _guess_points(edition: Edition, mark: Mark) -> int:
    """What one guess with this mark earns its guesser."""
    lines = edition.scoring(_round(edition, mark, 1, broken=False))
    return sum(line.points for line in lines if line.seat == BREAKER)


def _round(edition: Edition, mark: Mark, rows: int, broken: bool) -> RoundFacts:
    winner = BREAKER if broken else MAKER
    placed = (ScoredRow(BREAKER, mark),) * rows
    return RoundFacts(edition.seats, MAKER, placed, edition.guesses.rows, broken, (winner,), None)
