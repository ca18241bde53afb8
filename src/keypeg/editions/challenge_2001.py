"""The simultaneous duel, by the rulebook "Mastermind Challenge", © 2001 Hasbro International Inc. (French).

- Two players, each maker and breaker at once: 5 rings of 8 colours, repeats allowed; at most 12 guesses each.
- A turn: both place a row; only when both are placed are both marked.
- A player who breaks the other's code in a turn in which the other does not scores one point. If both do so in the same
  turn, or neither in 12, the round is void and replayed.
- An odd number of rounds is agreed on; the first to win more than half of them wins, 3 of 5.
- After a wrong mark the round is replayed, and the wrongly marked player gets the point.
- Variants: 4 rings; a beginner finds 4 against 5; the race, in which each row is marked at once and the first to break
  the code wins.

House decisions: which eight colours; five rounds unless agreed otherwise; a race in which both run out of rows is
replayed; neither player sees the other's guess before both are placed; in a race with marking by hand a player gives
the mark they owe before guessing again; if both players have marked wrongly, neither gets a point; a point for a wrong
mark that decides the match ends it.
"""

from dataclasses import replace

from keypeg.core.codes import CodeSpace
from keypeg.core.edition import Edition, Ends, Guesses, Makers, Match, Parity, Secrets, Turns, Void, WrongMark
from keypeg.core.errors import RuleError
from keypeg.core.marks import BLACK_WHITE
from keypeg.core.scoring import ROUNDS
from keypeg.editions.options import BY_HAND, PRACTICE, Choices, choice, flag, rounds
from keypeg.editions.palette import palette
from keypeg.editions.rulebook import SHARED_DECISIONS, Material, Rulebook

PALETTE = palette("RBYGOVWK")


def _build(chosen: Choices) -> Edition:
    space = CodeSpace(chosen.number("holes"), len(PALETTE))
    secrets = Secrets(Makers.EACH, space)
    if chosen.text("handicap") != "none":
        if space.holes == 4:
            raise RuleError("handicap-needs-five")
        secrets = replace(secrets, short_seat=chosen.number("handicap"), short_holes=4)
    return Edition(
        id=chosen.edition,
        chosen=chosen.changed,
        seats=2,
        palette=PALETTE,
        secrets=secrets,
        guesses=Guesses(space, rows=12, turns=Turns.RACE if chosen.flag("race") else Turns.TOGETHER),
        marking=BLACK_WHITE,
        scoring=ROUNDS,
        match=Match(chosen.number("rounds"), Parity.ODD, Ends.MAJORITY, Void.REPLAY),
        wrong_mark=WrongMark(points=1),
        by_hand=chosen.flag("by-hand"),
    )


CHALLENGE_2001 = Rulebook(
    id="challenge-2001",
    year=2001,
    seats=(2,),
    options=(
        choice("holes", ("5", "4")),
        choice("handicap", ("none", "1", "2")),
        flag("race"),
        PRACTICE,
        rounds("5"),
        BY_HAND,
    ),
    build=_build,
    red_keys=True,
    material=Material.RINGS,
    decisions=SHARED_DECISIONS
    | {"named", "default.rounds", "each.hidden", "each.owed", "end.full.race", "penalty.even", "penalty.decides"},
)
