"""The game of 2004 for two players, or for a family of three to five, by its rulebook, © 2004 Hasbro (French).

- 4 holes; 8 colours: white, pink, green, red, orange, silver, yellow, blue; 12 guesses; white and red sliders.
- Two players: any agreed number of rounds, roles swapping; the breaker wins the round by breaking the code within 12
  guesses, otherwise the maker wins it; most rounds win.
- Three to five players: as many rounds as players, each making once. The player to the maker's left guesses first,
  then the others in turn, on one board. A guess scores 1 for each white and 2 for each red, the right one 10; the maker
  scores by a table. The best score wins.
- For experts: the maker may use a colour twice or more. This is agreed before play; whether it was used stays secret.

House decisions: the code's colours are all different unless `experts` is chosen; guesses may repeat colours in both;
two rounds for two players unless agreed otherwise. The rulebook does not mention wrong marks: for two players the
round goes to the breaker; for a family it is replayed, unless the code was found, and each breaker gets the three
points of the publisher's other games.
"""

from keypeg.core.codes import CodeSpace
from keypeg.core.edition import Edition, Guesses, Makers, Match, Parity, Remedy, Secrets, WrongMark
from keypeg.core.marks import BLACK_WHITE
from keypeg.core.scoring import FAMILY, ROUNDS
from keypeg.editions.options import BY_HAND, PRACTICE, Choices, choice, flag, rounds
from keypeg.editions.palette import palette
from keypeg.editions.rulebook import SHARED_DECISIONS, Material, Rulebook

PALETTE = palette("WPGROSYB")


def _build(chosen: Choices) -> Edition:
    seats = chosen.number("seats")
    family = seats in FAMILY.seats
    return Edition(
        id=chosen.edition,
        chosen=chosen.changed,
        seats=seats,
        palette=PALETTE,
        secrets=Secrets(Makers.ONE, CodeSpace(4, len(PALETTE), repeats=chosen.flag("experts"))),
        guesses=Guesses(CodeSpace(4, len(PALETTE)), rows=12),
        marking=BLACK_WHITE,
        scoring=FAMILY if family else ROUNDS,
        match=Match(chosen.number("rounds"), Parity.SEATS if family else Parity.ANY),
        wrong_mark=WrongMark(Remedy.UNLESS_FOUND, points=3) if family else WrongMark(Remedy.AWARD),
        by_hand=chosen.flag("by-hand"),
    )


HASBRO_2004 = Rulebook(
    id="hasbro-2004",
    year=2004,
    seats=(2, 3, 4, 5),
    options=(
        choice("seats", ("2", "3", "4", "5")),
        flag("experts"),
        PRACTICE,
        rounds(lambda chosen: chosen.text("seats")),
        BY_HAND,
    ),
    build=_build,
    red_keys=True,
    material=Material.SLIDERS,
    decisions=SHARED_DECISIONS | {"guess-repeats.yes", "default.rounds.any", "section.wrong"},
    # The text names the secret and the mark, and the points on the sheet: the guesses are such as earn them.
    example=("PRBY", "PBRG"),
    sheet_example=("GPOS", "BPOS", "PBOS", "PBRG", "GRPO", "PRBY"),
)
