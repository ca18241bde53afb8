"""What a seat knows where parts of the code are dealt: from all boards, all marks, and its own parts."""

from dataclasses import dataclass
from functools import cached_property
from random import Random

from keypeg.core.codes import BLANK, Code, join_parts
from keypeg.core.consistency import clues_by
from keypeg.core.edition import Secrets
from keypeg.core.view import Allowed, Phase, View
from keypeg.players.skill import pick_code
from keypeg.solver.dealt.hands import Box, Clues, Deals, Hands, fitting_hands, list_deals, list_hands
from keypeg.solver.dealt.playouts import DealtPosition
from keypeg.solver.kernels.array_types import Floats, Numbers

EQUAL_WITHIN = 1e-9
"""Numbers that differ by less count as equal, because sums in another order can differ in the last digit."""


@dataclass(frozen=True, eq=False)
class Knowledge:
    """What one seat knows. Seats are numbered from 0 here."""

    hands: Hands
    seat: int
    own: int
    """The number of the hand that the seat itself holds."""
    candidates: tuple[tuple[Numbers, Floats], ...]
    """For each seat the hands that fit what everyone has seen, and how likely each is by that."""
    wrong: tuple[int, ...]
    """The whole codes that were answered, and are wrong."""

    @property
    def others(self) -> tuple[int, ...]:
        """The other seats."""
        return tuple(seat for seat in range(len(self.candidates)) if seat != self.seat)

    @cached_property
    def deals(self) -> Deals | None:
        """Every deal that is possible for the seat; None if there are too many to list."""
        return self.deals_to(self.seat, self.own)

    def deals_to(self, seat: int, hand: int) -> Deals | None:
        """Every deal that would be possible for this seat if it held this hand; None if there are too many to list."""
        others = [hands for other, hands in enumerate(self.candidates) if other != seat]
        return list_deals(self.hands, hand, others, self.wrong)

    @property
    def is_sure(self) -> bool:
        """Whether only one whole code is possible."""
        return self.deals is not None and bool(self.deals) and bool((self.deals.keys == self.deals.keys[0]).all())

    @property
    def likeliest_codes(self) -> list[Code]:
        """The most likely whole code; several if they are equally likely."""
        assert self.deals is not None
        wholes, chances = self.deals.code_chances
        return [self.hands.code_of(int(whole)) for whole in wholes[chances > chances.max() - EQUAL_WITHIN]]

    @property
    def likeliest_chance(self) -> float:
        """The chance of the most likely whole code."""
        assert self.deals is not None
        return float(self.deals.code_chances[1].max())


def knowledge_of(view: View) -> Knowledge:
    """What the viewer, who holds parts, knows."""
    assert view.seat is not None
    assert view.code is not None
    hands = list_hands(_box(view.edition.secrets))
    candidates = tuple(fitting_hands(hands, _clues(view, seat)) for seat in range(1, view.edition.seats + 1))
    wrong = tuple(hands.key_of(code) for _, code in view.answers)
    return Knowledge(hands, view.seat - 1, hands.number(view.code), candidates, wrong)


def _box(secrets: Secrets) -> Box:
    counters = secrets.counters if secrets.space.repeats else 1
    return Box(secrets.space.holes, secrets.space.colours, secrets.parts, counters)


def _clues(view: View, seat: int) -> Clues:
    """What everyone has seen of a seat."""
    placed = [row.guess for board in view.boards for row in board.rows if row.seat == seat and BLANK in row.guess]
    answers = tuple(code for by, code in view.answers if by == seat)
    return Clues(tuple(clues_by(view.boards, seat)), tuple(placed), answers)


def dealt_position(view: View, knowledge: Knowledge) -> DealtPosition:
    """The round as the viewer knows it, as a start for playouts. Every row must have its marks."""
    assert knowledge.deals is not None
    seats = range(1, view.edition.seats + 1)
    placed = {board.number: len(board.rows) for board in view.boards}
    waiting_seats = [seat for seat in view.waiting if seat in seats]
    turn = waiting_seats[0] if view.phase in (Phase.GUESSES, Phase.LAST_CALLS) and waiting_seats else view.first
    return DealtPosition(
        hands=knowledge.hands,
        seat=knowledge.seat,
        own=knowledge.own,
        # All players believe what an answer shows about the seat that gave it.
        candidates=tuple(hands[likely == likely.max(initial=0.0)] for hands, likely in knowledge.candidates),
        deals=knowledge.deals,
        wrong=knowledge.wrong,
        rows_left=tuple(view.edition.guesses.rows - placed.get(seat, 0) for seat in seats),
        out=tuple(seat in view.out for seat in seats),
        turn=turn - 1,
    )


MAX_TRIES = 100
"""How often hands are drawn before giving up that they fit together."""


def pick_fitting_row(knowledge: Knowledge, allowed: Allowed, rng: Random) -> Code:
    """Pick a row with hands that the others can hold, and any colours elsewhere; any row if none is found soon."""
    space = allowed.space
    assert space is not None
    for _ in range(MAX_TRIES):
        code = _pick_fitting_code(knowledge, rng)
        row = tuple(
            peg if peg != BLANK and own_peg == BLANK else rng.randint(1, space.colours)
            for peg, own_peg in zip(code, knowledge.hands.pegs[knowledge.own].tolist(), strict=True)
        )
        if row in space:
            return row
    return pick_code(allowed, rng)


def pick_fitting_answer(knowledge: Knowledge, allowed: Allowed, rng: Random) -> Code:
    """Pick a whole code of hands that the seats can hold; any code if none is found soon."""
    assert allowed.space is not None
    for _ in range(MAX_TRIES):
        code = _pick_fitting_code(knowledge, rng)
        if code in allowed.space and knowledge.hands.key_of(code) not in knowledge.wrong:
            return code
    return pick_code(allowed, rng)


def _pick_fitting_code(knowledge: Knowledge, rng: Random) -> Code:
    """Join the seat's own hand with one hand of each other seat, if a single draw of it fits those before."""
    hands = [knowledge.own]
    filled = int(knowledge.hands.filled[knowledge.own])
    for other in knowledge.others:
        numbers = knowledge.candidates[other][0]
        hand = int(numbers[rng.randrange(len(numbers))]) if len(numbers) else knowledge.own
        if not knowledge.hands.filled[hand] & filled:
            hands.append(hand)
            filled |= int(knowledge.hands.filled[hand])
    return join_parts(tuple(tuple(knowledge.hands.pegs[hand].tolist()) for hand in hands))
