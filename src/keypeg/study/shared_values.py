"""JSON values that several answers share: marks, code spaces, and corrections that would resolve a contradiction."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, cast

from keypeg.core.codes import CodeSpace
from keypeg.core.marks import Mark
from keypeg.records.notation import write_mark
from keypeg.wire.match_values import plain_mark, plain_space

if TYPE_CHECKING:
    from keypeg.solver.advice.contradiction import Change
    from keypeg.study.answers import shared
    from keypeg.wire import view_types


def plain_typed_mark(mark: Mark) -> view_types.Mark:
    """A mark."""
    return cast("view_types.Mark", plain_mark(mark))


def plain_given_mark(by: int, mark: Mark) -> shared.GivenMark:
    """A mark, and the seat that gave it."""
    return cast("shared.GivenMark", {"by": by, **plain_mark(mark)})


def plain_code_space(space: CodeSpace) -> view_types.Space:
    """The codes that are allowed."""
    return cast("view_types.Space", plain_space(space))


def write_marks(marks: Iterable[Mark]) -> str:
    """The marks of a row as text, with commas between them."""
    return ",".join(map(write_mark, marks))


def plain_corrections(changes: Iterable[Change]) -> list[shared.Correction]:
    """The corrections of marks after which some code fits."""
    return [
        {
            "rows": list(change.rows),
            "codes": change.codes,
            "marks": [{"mark": write_marks(marks), "codes": codes} for marks, codes in change.marks],
        }
        for change in changes
    ]
