"""A view says that marks contradict each other exactly if no code could have got them; finding out takes few steps."""

from random import Random

import pytest

from keypeg.core import contradictions
from keypeg.core.clues import SearchBudget
from keypeg.core.codes import BLANK
from keypeg.core.consistency import clues_by, clues_on, fitting, fitting_parts
from keypeg.core.observe import observe
from keypeg.core.view import View
from support.random_play import Temper, edition_from, play
from support.thoroughness import times

WRONG = Temper(finds=0.0, errs=1.0, claims=0.0, calls=0.0, leaves=0.0, patience=60)
"""Every mark is random."""

WRONG_AT_LARGE = WRONG._replace(errs=0.5)
"""In a large space random marks contradict each other at once; a search is longest where some are right."""

SOME_WRONG = WRONG._replace(errs=0.2)

SMALL = ("hasbro-2000", "traffic-jam-2000", "challenge-2001", "mastermind-44")
"""One edition for each way of marking and of sharing out the codes."""

LARGE: dict[str, dict[str, object]] = {
    "one maker": {"colours": 20, "holes": 8},
    "each a maker": {"colours": 20, "holes": 8, "makers": "each"},
    "parts dealt": {"colours": 20, "holes": 8, "makers": "dealt", "marking": "parts", "parts": 2, "seats": 4},
}
"""The largest house games."""


def some_code_fits(view: View) -> bool:
    """Whether a code could have got all the marks that a seat sees; codes are tried in order, without a limit."""
    edition = view.edition
    if edition.dealt:
        seats = [seat for seat in range(1, edition.seats + 1) if seat != view.seat]
        own = view.code or (BLANK,) * edition.secrets.space.holes
        return any(True for _ in fitting_parts(edition.secrets, [clues_by(view.boards, seat) for seat in seats], own))
    return all(
        any(True for _ in fitting(edition.secret_space(board.number), edition.marking, clues_on(board)))
        for board in view.boards
        if view.seat not in board.makers
    )


@pytest.mark.parametrize("name", SMALL)
def test_marks_contradict_each_other_exactly_if_no_code_fits(name: str) -> None:
    edition = edition_from(name, **{"by-hand": "yes"})
    found = set()
    for seed in range(times(3, 20)):
        for step in play(edition, Random(seed), SOME_WRONG).steps[:60]:
            for seat in (None, 1, 2):
                view = observe(step.state, seat)
                assert view.contradicted == (step.state.outcome is None and not some_code_fits(view))
                found.add(view.contradicted)
    assert found == {False, True}


@pytest.mark.skipif(not contradictions.__file__.endswith(".py"), reason="steps of compiled code cannot be counted")
@pytest.mark.parametrize("name", LARGE)
def test_no_marks_make_a_table_search_for_long(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    spent: list[int] = []

    class CountedBudget(SearchBudget):
        def spend(self, steps: int = 1) -> None:
            spent.append(steps)
            super().spend(steps)

    monkeypatch.setattr(contradictions, "SearchBudget", CountedBudget)
    edition = edition_from("house", **LARGE[name], **{"rows": 40, "by-hand": "yes"})
    longest = 0
    for step in play(edition, Random(8), WRONG_AT_LARGE).steps:
        for seat in (None, *range(1, edition.seats + 1)):
            observe(step.state, seat)
        longest = max(longest, sum(spent))
        spent.clear()
    assert 1_000 < longest < 1.1 * contradictions.MAX_STEPS
