"""Where a round was won or lost: what each guess was worth, hints, wrong marks.

It sees rows, never a table: a finished round, or what a seat can see of a running one. `analyse_finished` and
`analyse_running` judge every guess of a round; `hints_for` and `completion_of` help with the next one.
"""

from keypeg.analysis.board import BoardAnalysis, Contradicted, Parting, RowAnalysis, analyse_board
from keypeg.analysis.hints import Certain, Completion, GoodGuess, Hints, completion_of, hints_for
from keypeg.analysis.match import RoundAnalysis, analyse_finished, analyse_running
from keypeg.analysis.worths import Currency, RowWorth, WorstCase, Worth
from keypeg.analysis.wrong import WrongMarks

__all__ = [
    "BoardAnalysis",
    "Certain",
    "Completion",
    "Contradicted",
    "Currency",
    "GoodGuess",
    "Hints",
    "Parting",
    "RoundAnalysis",
    "RowAnalysis",
    "RowWorth",
    "WorstCase",
    "Worth",
    "WrongMarks",
    "analyse_board",
    "analyse_finished",
    "analyse_running",
    "completion_of",
    "hints_for",
]
