"""The children's traffic jam: cars under a bridge, by its rulebook, © 2000 Hasbro International Inc. (French).

- Two players; four cars of six colours, repeats allowed; eleven tries; each is marked with a number card.
- Option 1: only the colours count; the card shows how many are right.
- Option 2: colours and places; a car of the right colour counts one, in the right place one more.
- Option 3: as option 2, with spaces left empty: as if there were seven colours.
- An even number of games, roles swapping, totals kept; the maker scores a point for each try; most points win.
- After a mistake the game is replayed, and the breaker begins three points ahead.

House decisions: green as the sixth colour (the text names red, blue, yellow, pink and violet); option 2 unless chosen
otherwise; two rounds unless agreed otherwise.
"""

from keypeg.core.codes import CodeSpace
from keypeg.core.edition import Edition, Guesses, Makers, Match, Parity, Secrets, WrongMark
from keypeg.core.marks import COLOURS, SUM
from keypeg.core.scoring import ROWS
from keypeg.editions.options import BY_HAND, PRACTICE, Choices, choice, rounds
from keypeg.editions.palette import palette
from keypeg.editions.rulebook import SHARED_DECISIONS, Material, Rulebook

PALETTE = palette("RBYPVG")
CARS = CodeSpace(holes=4, colours=len(PALETTE))
CARS_AND_SPACES = CodeSpace(holes=4, colours=len(PALETTE), most_blanks=4)

OPTIONS = {"1": (COLOURS, CARS), "2": (SUM, CARS), "3": (SUM, CARS_AND_SPACES)}
"""For each of the rulebook's options: its marking, and the codes that are allowed."""


def _build(chosen: Choices) -> Edition:
    marking, space = OPTIONS[chosen.text("option")]
    return Edition(
        id=chosen.edition,
        chosen=chosen.changed,
        seats=2,
        palette=PALETTE,
        secrets=Secrets(Makers.ONE, space),
        guesses=Guesses(space, rows=11),
        marking=marking,
        scoring=ROWS,
        match=Match(chosen.number("rounds"), Parity.EVEN),
        wrong_mark=WrongMark(points=3),
        by_hand=chosen.flag("by-hand"),
    )


TRAFFIC_JAM_2000 = Rulebook(
    id="traffic-jam-2000",
    year=2000,
    seats=(2,),
    options=(
        choice("option", ("1", "2", "3"), default="2"),
        PRACTICE,
        rounds("2"),
        BY_HAND,
    ),
    build=_build,
    material=Material.CARS,
    decisions=SHARED_DECISIONS | {"named", "default.option", "default.rounds"},
    example=("RBYP", "YVYR"),
)
