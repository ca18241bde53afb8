"""A notebook filled in from what is certain: which colour is in which hole in all codes that are left, or in none."""

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
    from keypeg.study.answers.hints import Notebook, NotebookColumn


def plain_notebook(view: View) -> Notebook | None:
    """How many codes are left to this seat, of how many, and what they have in common; None where nobody can say.

    There is a column for each hole, or where order counts for nothing one for them all. Each names the colours that
    are there in every code left, and those that are there in none.
    """
    edition, board = view.edition, view.own_board
    assert board is not None, "whoever guesses has a board"
    if edition.dealt:
        codes = whole_codes_left(view)
        if codes is None:
            return None
        pegs, left = np.array(codes, np.uint8).reshape(len(codes), -1), len(codes)
    else:
        game = game_for(edition, board.number)
        numbers = find_candidates(game, marked_rows(board.rows))
        pegs, left = game.codes[numbers], int(game.weights[numbers].sum())
    columns = pegs.T[:, :, np.newaxis] if edition.marking.ordered else pegs[np.newaxis]
    colours = edition.secret_space(board.number).colours
    letters = {peg: write_code((peg,), edition.palette) for peg in range(1, colours + 1)}
    return {
        "codes_left": left,
        "codes": edition.secret_space(board.number).size,
        "ordered": edition.marking.ordered,
        "columns": [_column(column, letters) for column in columns] if left else [],
    }


def _column(pegs: npt.NDArray[np.uint8], letters: dict[int, str]) -> NotebookColumn:
    """The colours that are in all of these codes, and those that are in none."""
    there = {letter: (pegs == peg).any(axis=1) for peg, letter in letters.items()}
    return {
        "in": [letter for letter, codes in there.items() if codes.all()],
        "out": [letter for letter, codes in there.items() if not codes.any()],
    }
