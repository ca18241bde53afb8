"""Plain checks of puzzles: with the marking of the core and every code, without the solver."""

from itertools import permutations, product

from keypeg.core.codes import BLANK, Code, join_parts
from keypeg.core.edition import Edition
from keypeg.core.marks import PARTS
from keypeg.puzzles.puzzle import Puzzle, PuzzleRow
from keypeg.records.edition_links import read_edition

EDITIONS = (
    "classic",
    "parker-1974",
    "parker-1974~different_yes",
    "challenge-2001",
    "challenge-2001~handicap_2",
    "challenge-2001~holes_4~race_yes",
    "hasbro-2000",
    "hasbro-2000-advanced",
    "hasbro-2004",
    "hasbro-2004~experts_yes",
    "hasbro-2004~seats_4",
    "traffic-jam-2000",
    "traffic-jam-2000~option_1",
    "traffic-jam-2000~option_3",
    "house~blanks_yes~repeats_no",
    "house~marking_colours~blanks_yes~holes_3",
    "house~marking_sum~makers_each",
    "house~holes_2~colours_12~rows_6",
)
"""Editions with whole codes: every marking, blanks, different colours, one maker and two, several breakers."""

DEALT = (
    "mastermind-44",
    "mastermind-44~seats_3",
    "mastermind-44~seats_2",
    "mastermind-44~seats_2~parts_2",
    "house~seats_3~marking_parts",
)
"""Editions in which parts are dealt."""

CODES: dict[str, list[Code]] = {}


def all_codes(edition: Edition) -> list[Code]:
    """Every code that can be the secret; where order does not count, with its pegs sorted."""
    if edition.link not in CODES:
        codes = edition.secret_space(edition.seats)
        CODES[edition.link] = sorted({code if edition.marking.ordered else tuple(sorted(code)) for code in codes})
    return CODES[edition.link]


def fitting(edition: Edition, rows: tuple[PuzzleRow, ...]) -> list[Code]:
    """Every code that fits these rows."""
    mark = edition.marking.mark
    return [code for code in all_codes(edition) if all(mark(code, row.guess) == row.marks[0].mark for row in rows)]


def fitting_whole_codes(edition: Edition, own: Code, rows: tuple[PuzzleRow, ...]) -> set[Code]:
    """Every whole code that can be dealt so that it fits these rows, with the seat's own parts known."""
    secrets, holes = edition.secrets, edition.secrets.space.holes
    taken = {hole for hole in range(holes) if own[hole] != BLANK}
    possible = []
    for place in range(edition.seats - 1):
        parts = []
        for chosen in permutations([hole for hole in range(holes) if hole not in taken], secrets.parts):
            if list(chosen) == sorted(chosen):
                parts += [_part(holes, chosen, pegs) for pegs in product(range(1, 7), repeat=secrets.parts)]
        possible.append([p for p in parts if all(PARTS.mark(p, row.guess) == row.marks[place].mark for row in rows)])
    wholes = set()
    for deal in product(*possible):
        whole = join_parts((own, *deal))
        if (
            sum(map(bool, whole)) == edition.seats * secrets.parts
            and max(map(whole.count, range(1, 7))) <= secrets.counters
        ):
            wholes.add(whole)
    return wholes


def _part(holes: int, chosen: tuple[int, ...], pegs: tuple[int, ...]) -> Code:
    at = dict(zip(chosen, pegs, strict=True))
    return tuple(at.get(hole, BLANK) for hole in range(holes))


def answers(puzzle: Puzzle, rows: tuple[PuzzleRow, ...]) -> set[Code]:
    """Every possible answer to a puzzle, given these of its rows."""
    if puzzle.own:
        return fitting_whole_codes(puzzle.edition, puzzle.own, rows)
    return set(fitting(puzzle.edition, rows))


def edition_of(link: str) -> Edition:
    """The edition of this link."""
    return read_edition(link)
