"""Master Mind 44, by its rulebook (Invicta; no year is printed in it).

- 5 holes, 6 colours. Five black counters numbered 1 to 5, twenty-four coloured ones; each player takes one of each,
  which is that player's part of the code. With four parts one hole stays vacant: 6480 permutations.
- Game 1: four players. Game 2: two players with one or two boards each, or three with one each.
- In turn, a player fills the next row of their own board; the others in turn mark their own part of it: black for
  colour and hole, otherwise one white if the colour is elsewhere, otherwise nothing.
- In the hole of their own part a player may bluff with any colour, or leave it vacant.
- At any time a player may shout "Master Mind"; play stops, and they fill the answer row, vacant holes included. A right
  answer wins. After a wrong one the player takes no further part, but must still give correct information.

House decisions: which six colours; four rows a board, the answer row being separate from "the other 4 rows"; a player
fills all holes but their own in every row; the first of two calls is the one that arrives first; after the last row
each player still in calls or passes in turn, and if all pass or are out nobody wins; one round unless agreed otherwise,
a win is a point, and the first turn moves to the next seat each round. Wrong marks are not allowed but carry no
penalty: a right answer wins all the same; otherwise the round is replayed, and the player who marked wrongly only marks
in the replay.
"""

from keypeg.core.codes import CodeSpace
from keypeg.core.edition import Edition, Guesses, Makers, Match, Remedy, Secrets, WrongMark
from keypeg.core.errors import RuleError
from keypeg.core.marks import PARTS
from keypeg.core.scoring import ROUNDS
from keypeg.editions.options import BY_HAND, PRACTICE, Choices, choice, rounds
from keypeg.editions.palette import palette
from keypeg.editions.rulebook import SHARED_DECISIONS, Rulebook

HOLES = 5
PALETTE = palette("RBYGWK")
ROWS_PER_BOARD = 4


def _build(chosen: Choices) -> Edition:
    seats, parts = chosen.number("seats"), chosen.number("parts")
    if parts == 2 and seats != 2:
        raise RuleError("two-parts-two-seats", seats=seats)
    vacant = HOLES - seats * parts
    answer = CodeSpace(HOLES, len(PALETTE), least_blanks=vacant, most_blanks=vacant)
    return Edition(
        id=chosen.edition,
        chosen=chosen.changed,
        seats=seats,
        palette=PALETTE,
        secrets=Secrets(Makers.DEALT, answer, parts=parts, counters=4),
        guesses=Guesses(CodeSpace(HOLES, len(PALETTE)), rows=ROWS_PER_BOARD * parts),
        marking=PARTS,
        scoring=ROUNDS,
        match=Match(chosen.number("rounds")),
        wrong_mark=WrongMark(Remedy.UNLESS_FOUND, bars_calls=True),
        by_hand=chosen.flag("by-hand"),
    )


MASTERMIND_44 = Rulebook(
    id="mastermind-44",
    year=None,
    seats=(2, 3, 4),
    options=(
        choice("seats", ("4", "3", "2")),
        choice("parts", ("1", "2")),
        PRACTICE,
        rounds("1"),
        BY_HAND,
    ),
    build=_build,
    decisions=SHARED_DECISIONS
    | {"rows.each", "dealt.full", "call.seen", "call.two", "call.last", "call.passed", "end.nobody", "score.rounds"}
    | {"next", "ends.nobody", "named", "default.rounds", "section.wrong"},
)
