"""A decision where parts are dealt, and what its seat knew. Importing this loads no solver."""

from dataclasses import dataclass

from keypeg.analysis.round_value import DecisionKind
from keypeg.core.codes import Code
from keypeg.core.view import View


@dataclass(frozen=True)
class Decision:
    """A decision of a seat, and what the seat knew."""

    seat: int
    kind: DecisionKind
    view: View
    """What the seat saw before the decision."""
    code: Code | None = None
    """The row that it placed, or the answer that it gave after its call."""
    view_after: View | None = None
    """What the seat saw when its row had all its marks; None if the round ended before."""
