"""Hints where parts of the code are dealt, from all boards and from a seat's own parts.

No mark breaks a code there, and a call ends the search. So the hints are how many whole codes are left, what is certain
about them, and then a row that wins often, or to call.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import comb
from typing import NamedTuple

import numpy as np

from keypeg.analysis.call_value import DealtAdvice, DealtAppraiser
from keypeg.analysis.hints import Certainties, PartialGuess
from keypeg.core.codes import BLANK, Code, join_parts
from keypeg.core.consistency import clues_by, fitting_parts
from keypeg.core.edition import Edition
from keypeg.core.view import Phase, View
from keypeg.players.dealt_knowledge import Knowledge, knowledge_of
from keypeg.players.dealt_play import bits_given_to_others, can_be_right
from keypeg.players.win_chance import playable_knowledge
from keypeg.solver.dealt.information import count_codes_after, information

MAX_DEALS_WITHOUT_SOLVER = 50_000
"""Up to how many deals are searched without the solver: some tenths of a second."""


class RowReasons(NamedTuple):
    """Why a row is good, besides its chance to win."""

    mean_left: float
    """How many codes its marks leave on average,"""
    max_left: int
    """and at most."""
    can_be_code: bool
    """Whether it can be right in all holes of the others; the pegs in one's own holes tell nothing."""
    bits_to_seat: float
    """The information that it gives its own seat, in bits,"""
    bits_to_others: float
    """and one of the other seats still in the round, on average."""

    @property
    def share_to_others(self) -> float:
        """The information that it gives the others, as a share of what it gives its own seat."""
        return self.bits_to_others / self.bits_to_seat if self.bits_to_seat else 0.0


@dataclass(frozen=True)
class DealtHints:
    """All hints for one seat."""

    codes: int | None
    """The number of whole codes left; None where there are too many deals to list."""
    certain: Certainties | None
    """What is certain, where some code is left."""
    advice: DealtAdvice | None = None
    """The best decision; None before it is searched, and while a row waits for its marks."""
    reasons: RowReasons | None = None
    """Why the advised row is good, where a row is advised."""


def find_dealt_hints(view: View, prepare: Callable[[], None] | None = None) -> DealtHints:
    """Find the quick hints for the viewer, who is a breaker; see `whole_codes_left`."""
    codes = whole_codes_left(view, prepare)
    certain = find_whole_certainties(codes, view.edition.secrets.space.colours) if codes else None
    return DealtHints(None if codes is None else len(codes), certain)


def add_advice(hints: DealtHints, view: View, seconds: float) -> DealtHints:
    """Add the best decision to these hints, which takes the solver longer."""
    knowledge = knowledge_of(view)
    if not knowledge.deals or not (knowledge.is_sure or view.phase is Phase.ANSWER or playable_knowledge(view)):
        return hints
    advice = DealtAppraiser(seconds).advise(view, knowledge)
    reasons = None if advice.row is None else _find_reasons(knowledge, advice.row, view.out)
    return replace(hints, advice=advice, reasons=reasons)


def _find_reasons(knowledge: Knowledge, row: Code, out: tuple[int, ...]) -> RowReasons:
    deals, pegs = knowledge.deals, np.array(row, np.uint8)
    assert deals is not None
    return RowReasons(
        *count_codes_after(knowledge.hands, deals, row),
        can_be_right(knowledge, deals, pegs),
        float(information(knowledge.hands, deals, pegs[np.newaxis])[0]),
        bits_given_to_others(knowledge, deals, pegs, out),
    )


def whole_codes_left(view: View, prepare: Callable[[], None] | None = None) -> tuple[Code, ...] | None:
    """The whole codes that fit everything the viewer has seen, in order; None where there are too many deals.

    With `prepare`, which prepares the solver, nothing is compiled where the codes can soon be listed without it.
    """
    if prepare is not None:
        if _count_deals(view.edition) <= MAX_DEALS_WITHOUT_SOLVER:
            return _list_whole_codes(view)
        prepare()
    knowledge = knowledge_of(view)
    if knowledge.deals is None:
        return None
    return (
        tuple(knowledge.hands.code_of(int(whole)) for whole in knowledge.deals.code_chances[0])
        if knowledge.deals
        else ()
    )


def _count_deals(edition: Edition) -> int:
    """In how many ways the other seats can be dealt their parts, or somewhat more."""
    space, parts = edition.secrets.space, edition.secrets.parts
    return int((comb(space.holes, parts) * space.colours**parts) ** (edition.seats - 1))


def _list_whole_codes(view: View) -> tuple[Code, ...]:
    """The same codes, found without the solver."""
    assert view.code is not None
    secrets = view.edition.secrets
    box = secrets if secrets.space.repeats else replace(secrets, counters=1)
    others = [seat for seat in range(1, view.edition.seats + 1) if seat != view.seat]
    rows = [row for board in view.boards for row in board.rows]
    # A seat may leave only its own holes blank.
    own_holes = [
        {hole for row in rows if row.seat == seat for hole, peg in enumerate(row.guess) if peg == BLANK}
        for seat in others
    ]
    codes = {
        join_parts((view.code, *deal))
        for deal in fitting_parts(box, [clues_by(view.boards, seat) for seat in others], view.code)
        if all(part[hole] != BLANK for part, holes in zip(deal, own_holes, strict=True) for hole in holes)
    }
    return tuple(sorted(codes - {code for _, code in view.answers}))


def find_whole_certainties(codes: tuple[Code, ...], colours: int) -> Certainties:
    """What these codes, at least one, have in common. A hole that is vacant in all of them is certain too."""
    by_hole = [set(pegs) for pegs in zip(*codes, strict=True)]
    least = {peg: min(code.count(peg) for code in codes) for peg in range(1, colours + 1)}
    return Certainties(
        holes=tuple(next(iter(pegs)) if len(pegs) == 1 else None for pegs in by_hole),
        inside=tuple((peg, times) for peg, times in least.items() if times),
        outside=tuple(peg for peg in least if not any(peg in code for code in codes)),
    )


def count_completions(codes: tuple[Code, ...], partial: PartialGuess) -> int:
    """How many of these codes the partial guess can become."""
    return sum(all(peg in (None, code_peg) for peg, code_peg in zip(partial, code, strict=True)) for code in codes)
