"""The classic two-player game of the 1970s, by the description on "When We Were Kids".

- Two players; a pattern of four code pegs, duplicates allowed; an even number of games, roles swapping.
- Ten turns, "sometimes eight or twelve".
- Key pegs: coloured, often black, for colour and position; white for a colour elsewhere.
- Scoring: the maker gets a point for each guess and one more if the last fails too. Two original schemes: the breaker
  gets a point for each row and the fewest win, or the maker gets a point for each row that is not the code.
- After a wrong mark that the breaker can show, the game is replayed and the breaker gets three points: the breaker
  decides, by a claim during the game, or at the reveal.

House decisions: six colours, and which; in `breaker-rows` an unbroken code counts all its rows, and the three points
are subtracted; two rounds unless agreed otherwise. "Coloured key pegs give the score" describes the tally and is not a
rule of its own.
"""

from keypeg.core.codes import CodeSpace
from keypeg.core.edition import Edition, Guesses, Makers, Match, Parity, Remedy, Secrets, WrongMark
from keypeg.core.marks import BLACK_WHITE
from keypeg.core.scoring import BREAKER_ROWS, MAKER, MAKER_MISSES, SCORINGS
from keypeg.editions.options import BY_HAND, PRACTICE, Choices, choice, rounds
from keypeg.editions.palette import palette
from keypeg.editions.rulebook import SHARED_DECISIONS, Rulebook

PALETTE = palette("RBYGWK")
SPACE = CodeSpace(holes=4, colours=len(PALETTE))


def _build(chosen: Choices) -> Edition:
    return Edition(
        id=chosen.edition,
        chosen=chosen.changed,
        seats=2,
        palette=PALETTE,
        secrets=Secrets(Makers.ONE, SPACE),
        guesses=Guesses(SPACE, rows=chosen.number("rows")),
        marking=BLACK_WHITE,
        scoring=SCORINGS[chosen.text("scoring")],
        match=Match(chosen.number("rounds"), Parity.EVEN),
        wrong_mark=WrongMark(Remedy.CHOICE, points=3),
        by_hand=chosen.flag("by-hand"),
    )


CLASSIC = Rulebook(
    id="classic",
    year=1970,
    seats=(2,),
    options=(
        choice("rows", ("10", "8", "12")),
        choice("scoring", (MAKER.name, BREAKER_ROWS.name, MAKER_MISSES.name)),
        PRACTICE,
        rounds("2"),
        BY_HAND,
    ),
    build=_build,
    decisions=SHARED_DECISIONS | {"palette", "default.rounds", "score.breaker-rows.unbroken", "penalty.replay.low"},
)
