"""The two-sided game of 1974, by the rulebook © 1974 Parker Brothers.

- Two players, each with a secret of three coloured tiles, any combination; for the first few games three different
  colours are advised (`different`).
- The players move alternately, each move scored at once with black and white tiles in no order.
- The game lasts until one or both codes are deciphered; the second player has the last move of a pair.
- Fewest moves wins; a draw if both need the same number, or if neither has broken the code after eight moves.

House decisions: six colours, and which (the text names blue, yellow and red); in a match of several rounds the first
move alternates and a win is a point; guesses may repeat colours even where codes may not. The rulebook does not mention
wrong marks: the round goes to the player who was marked wrongly, and to nobody if both were.
"""

from keypeg.core.codes import CodeSpace
from keypeg.core.edition import Edition, Guesses, Makers, Match, Remedy, Secrets, WrongMark
from keypeg.core.marks import BLACK_WHITE
from keypeg.core.scoring import ROUNDS
from keypeg.editions.options import BY_HAND, PRACTICE, Choices, flag, rounds
from keypeg.editions.palette import palette
from keypeg.editions.rulebook import SHARED_DECISIONS, Material, Rulebook

PALETTE = palette("RBYGOW")


def _build(chosen: Choices) -> Edition:
    return Edition(
        id=chosen.edition,
        chosen=chosen.changed,
        seats=2,
        palette=PALETTE,
        secrets=Secrets(Makers.EACH, CodeSpace(3, len(PALETTE), repeats=not chosen.flag("different"))),
        guesses=Guesses(CodeSpace(3, len(PALETTE)), rows=8),
        marking=BLACK_WHITE,
        scoring=ROUNDS,
        match=Match(chosen.number("rounds")),
        wrong_mark=WrongMark(Remedy.AWARD),
        by_hand=chosen.flag("by-hand"),
    )


PARKER_1974 = Rulebook(
    id="parker-1974",
    year=1974,
    seats=(2,),
    options=(
        flag("different"),
        PRACTICE,
        rounds("1"),
        BY_HAND,
    ),
    build=_build,
    material=Material.TILES,
    decisions=SHARED_DECISIONS
    | {"palette", "guess-repeats.yes", "score.rounds", "next", "default.rounds", "section.wrong"},
)
