"""Hints where parts of the code are dealt: from all boards and from a seat's own parts, and from nothing else.

No mark breaks a code there, and a call ends the search: what helps is which whole codes are left, what is certain of
them, and then a row that wins often, or to call.
"""

from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from keypeg.analysis.call_value import DealtAdvice, DealtAppraiser
from keypeg.analysis.hints import Certainties, PartialGuess
from keypeg.core.codes import Code
from keypeg.core.view import Phase, View
from keypeg.players.dealt_knowledge import Knowledge, knowledge_of
from keypeg.players.dealt_play import bits_told_to_others, can_be_right
from keypeg.players.win_chance import playable_knowledge
from keypeg.solver.dealt.information import count_codes_after, information


class RowReasons(NamedTuple):
    """Why a row is good, beside that it wins often."""

    mean_left: float
    """How many codes its marks leave on average,"""
    max_left: int
    """and at most."""
    can_be_code: bool
    """Whether it can be right in all the others' holes; what stands in one's own tells nothing."""
    bits_to_seat: float
    """How much it tells its seat, in bits;"""
    bits_to_others: float
    """and how much one of the others who are still in, on average."""

    @property
    def share_to_others(self) -> float:
        """How much it tells the others, in parts of what it tells its seat."""
        return self.bits_to_others / self.bits_to_seat if self.bits_to_seat else 0.0


@dataclass(frozen=True)
class DealtHints:
    """Everything there is to hint at, for one seat."""

    codes: int | None
    """How many whole codes are left; None where there are too many deals to look at."""
    certain: Certainties | None
    """What is certain, where some code is left."""
    advice: DealtAdvice | None = None
    """What to do; None where that was not thought about, or cannot be told, as long as a row waits for its marks."""
    reasons: RowReasons | None = None
    """Why the row is good that is advised, where one is."""


def find_dealt_hints(view: View) -> DealtHints:
    """What is quickly said to the viewer, who looks for the code."""
    codes = whole_codes_left(view)
    certain = find_whole_certainties(codes, view.edition.secrets.space.colours) if codes else None
    return DealtHints(None if codes is None else len(codes), certain)


def add_advice(hints: DealtHints, view: View, seconds: float) -> DealtHints:
    """The same, and what to do: that is thought about."""
    known = knowledge_of(view)
    if not known.deals or not (known.is_sure or view.phase is Phase.ANSWER or playable_knowledge(view)):
        return hints
    advice = DealtAppraiser(seconds).advise(view, known)
    reasons = None if advice.row is None else _find_reasons(known, advice.row, view.out)
    return replace(hints, advice=advice, reasons=reasons)


def _find_reasons(known: Knowledge, row: Code, out: tuple[int, ...]) -> RowReasons:
    deals, pegs = known.deals, np.array(row, np.uint8)
    assert deals is not None
    return RowReasons(
        *count_codes_after(known.hands, deals, row),
        can_be_right(known, deals, pegs),
        float(information(known.hands, deals, pegs[np.newaxis])[0]),
        bits_told_to_others(known, deals, pegs, out),
    )


def whole_codes_left(view: View) -> tuple[Code, ...] | None:
    """The whole codes that fit all this seat has seen, in order; None where there are too many deals to look at."""
    known = knowledge_of(view)
    if known.deals is None:
        return None
    return tuple(known.hands.code_of(int(whole)) for whole in known.deals.code_chances[0]) if known.deals else ()


def find_whole_certainties(codes: tuple[Code, ...], colours: int) -> Certainties:
    """What these codes, at least one, have in common. A hole that is vacant in all of them is certain too."""
    by_hole = [set(pegs) for pegs in zip(*codes, strict=True)]
    least = {peg: min(code.count(peg) for code in codes) for peg in range(1, colours + 1)}
    return Certainties(
        holes=tuple(next(iter(pegs)) if len(pegs) == 1 else None for pegs in by_hole),
        inside=tuple((peg, many) for peg, many in least.items() if many),
        outside=tuple(peg for peg in least if not any(peg in code for code in codes)),
    )


def count_completions(codes: tuple[Code, ...], partial: PartialGuess) -> int:
    """How many of these codes the half-made one can become."""
    return sum(all(peg in (None, there) for peg, there in zip(partial, code, strict=True)) for code in codes)
