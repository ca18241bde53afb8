"""The game of 2000 and its advanced game, by the rulebook © 2000 Hasbro International Inc.

- Two players; 4 holes, 8 colours, "two or more pegs of the same colour" allowed; 12 chances.
- Red and white indicator pegs, marked as black and white elsewhere.
- An even number of games is agreed on; the roles change after each.
- The codemaker scores one point for every line placed; the highest score wins.
- After a mistake in marking, the game is replayed and the decoder gets three extra points.
- The advanced game: holes may be left blank, "the equivalent of nine colours", in code and guesses alike.

House decisions: which eight colours (the text names red, yellow and blue); two rounds unless agreed otherwise.
"""

from functools import partial

from keypeg.core.codes import CodeSpace
from keypeg.core.edition import Edition, Guesses, Makers, Match, Parity, Secrets, WrongMark
from keypeg.core.marks import BLACK_WHITE
from keypeg.core.scoring import ROWS
from keypeg.editions.options import BY_HAND, PRACTICE, Choices, rounds
from keypeg.editions.palette import palette
from keypeg.editions.rulebook import SHARED_DECISIONS, Rulebook

HOLES = 4
PALETTE = palette("RBYGOVWK")
OPTIONS = (PRACTICE, rounds("2"), BY_HAND)
DECISIONS = SHARED_DECISIONS | {"named", "default.rounds"}


def _build(chosen: Choices, blanks: int) -> Edition:
    space = CodeSpace(HOLES, len(PALETTE), most_blanks=blanks)
    return Edition(
        id=chosen.edition,
        chosen=chosen.changed,
        seats=2,
        palette=PALETTE,
        secrets=Secrets(Makers.ONE, space),
        guesses=Guesses(space, rows=12),
        marking=BLACK_WHITE,
        scoring=ROWS,
        match=Match(chosen.number("rounds"), Parity.EVEN),
        wrong_mark=WrongMark(points=3),
        by_hand=chosen.flag("by-hand"),
    )


HASBRO_2000 = Rulebook(
    id="hasbro-2000",
    year=2000,
    seats=(2,),
    options=OPTIONS,
    build=partial(_build, blanks=0),
    red_keys=True,
    decisions=DECISIONS,
)

HASBRO_2000_ADVANCED = Rulebook(
    id="hasbro-2000-advanced",
    year=2000,
    seats=(2,),
    options=OPTIONS,
    build=partial(_build, blanks=HOLES),
    red_keys=True,
    decisions=DECISIONS,
)
