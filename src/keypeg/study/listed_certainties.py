"""What is certain in a match, found without the compiled solver."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from keypeg.analysis.plain_board_analysis import candidates_of
from keypeg.analysis.plain_hints import position_after
from keypeg.core.codes import Code
from keypeg.core.view import View
from keypeg.records.notation import write_code

if TYPE_CHECKING:
    from keypeg.study.answers.hints import BoardCertainties, CertaintyColumn


def listed_certainties_to_json(view: View, whole_codes: Sequence[Code] | None) -> BoardCertainties | None:
    """What `keypeg.study.certainties` says; None where the candidates are only sampled.

    Where parts are dealt, `whole_codes` are the codes that are left, or None if there are too many deals to list.
    """
    edition, board = view.edition, view.own_board
    assert board is not None, "a seat that guesses has a board"
    if edition.dealt:
        codes, codes_left = whole_codes, len(whole_codes or ())
    else:
        candidates = candidates_of(position_after(edition, board.number, board.rows))
        codes, codes_left = (candidates.codes if candidates.complete else None), candidates.count
    if codes is None:
        return None
    space = edition.secret_space(board.number)
    letters = {peg: write_code((peg,), edition.palette) for peg in range(1, space.colours + 1)}
    columns = [[(code[hole],) for code in codes] for hole in range(space.holes)] if edition.marking.ordered else [codes]
    return {
        "codes_left": codes_left,
        "codes_at_start": space.size,
        "ordered": edition.marking.ordered,
        "columns": [_column(column, letters) for column in columns] if codes else [],
    }


def _column(codes: Sequence[Code], letters: dict[int, str]) -> CertaintyColumn:
    """The colours that all of these pegs or codes have, and those that none of them has."""
    having = {letter: sum(peg in code for code in codes) for peg, letter in letters.items()}
    return {
        "in": [letter for letter, count in having.items() if count == len(codes)],
        "out": [letter for letter, count in having.items() if not count],
    }
