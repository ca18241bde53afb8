"""What is certain in a match: the colours that all candidates have in a hole, or none."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from keypeg.analysis.dealt_hints import whole_codes_left
from keypeg.analysis.hints import marked_rows
from keypeg.core.view import View
from keypeg.records.notation import write_code
from keypeg.solver.advice.advisor import find_candidates
from keypeg.solver.game.guessing_game import game_for

if TYPE_CHECKING:
    from keypeg.study.answers.hints import BoardCertainties, CertaintyColumn


def certainties_to_json(view: View) -> BoardCertainties | None:
    """The number of candidates and what they have in common, by this view; None where there are too many deals to list.

    There is a column for each hole, or one for all of them where order does not count. It lists the colours that every
    candidate has there, and those that none has.
    """
    edition, board = view.edition, view.own_board
    assert board is not None, "a seat that guesses has a board"
    if edition.dealt:
        codes = whole_codes_left(view, lambda: None)  # without compiled code, so that it is there at once
        if codes is None:
            return None
        pegs, codes_left = np.array(codes, np.uint8).reshape(len(codes), -1), len(codes)
    else:
        game = game_for(edition, board.number)
        numbers = find_candidates(game, marked_rows(board.rows))
        pegs, codes_left = game.codes[numbers], int(game.weights[numbers].sum())
    columns = pegs.T[:, :, np.newaxis] if edition.marking.ordered else pegs[np.newaxis]
    colours = edition.secret_space(board.number).colours
    letters = {peg: write_code((peg,), edition.palette) for peg in range(1, colours + 1)}
    return {
        "codes_left": codes_left,
        "codes_at_start": edition.secret_space(board.number).size,
        "ordered": edition.marking.ordered,
        "columns": [_column(column, letters) for column in columns] if codes_left else [],
    }


def _column(pegs: npt.NDArray[np.uint8], letters: dict[int, str]) -> CertaintyColumn:
    """The colours that all of these codes have, and those that none of them has."""
    candidates_with = {letter: (pegs == peg).any(axis=1) for peg, letter in letters.items()}
    return {
        "in": [letter for letter, codes in candidates_with.items() if codes.all()],
        "out": [letter for letter, codes in candidates_with.items() if not codes.any()],
    }
