"""JSON values that several answers share: marks with their seats, and corrections of contradictory marks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, cast

from keypeg.core.marks import Mark
from keypeg.records.notation import write_mark
from keypeg.wire.match_values import mark_to_json

if TYPE_CHECKING:
    from keypeg.solver.advice.changes import Change
    from keypeg.study.answers import shared


def given_mark_to_json(by: int, mark: Mark) -> shared.GivenMark:
    """A mark, and the seat that gave it."""
    return cast("shared.GivenMark", {"by": by, **mark_to_json(mark)})


def write_marks(marks: Iterable[Mark]) -> str:
    """The marks of a row as text, with commas between them."""
    return ",".join(map(write_mark, marks))


def corrections_to_json(changes: Iterable[Change]) -> list[shared.Correction]:
    """The corrections of marks after which some code fits."""
    return [
        {
            "rows": list(change.rows),
            "codes_left": change.codes,
            "marks": [{"notation": write_marks(marks), "codes_left": codes} for marks, codes in change.marks],
        }
        for change in changes
    ]
