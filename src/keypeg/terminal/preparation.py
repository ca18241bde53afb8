"""Prepares the solver for a command, or says that its answers are estimates. Importing this loads no solver."""

import sys

from keypeg.core.edition import Edition
from keypeg.i18n.catalogue import say
from keypeg.players.solver_choice import is_more_exact_soon, kernels_for
from keypeg.solver.readiness import can_compile, is_installed
from keypeg.study.study_board import StudyBoard
from keypeg.terminal.background_compiler import compile_in_background


def prepare_or_estimate(board: StudyBoard, lang: str) -> None:
    """Load the compiled solver for this board; where it is not ready, compile in the background while it is used."""
    if not board.is_plain:
        from keypeg.terminal.progress import prepare_solver

        prepare_solver(board.game, lang)
        return
    say_if_estimated(board.edition, lang, board.seat)
    compile_in_background(kernels_for(board.edition, board.seat))


def say_if_estimated(edition: Edition, lang: str, seat: int | None = None) -> None:
    """Say on standard error that answers are estimates, and what makes them exact."""
    if not is_more_exact_soon(edition, seat):
        return
    if can_compile():
        print(say(lang, "estimates-until-compiled"), file=sys.stderr)
    elif not is_installed():
        print(say(lang, "estimates-without-solver"), file=sys.stderr)
