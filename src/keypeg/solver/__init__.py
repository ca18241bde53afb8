"""The solver: what to guess next, from any position of any puzzle, and strategies that are proven to be the best.

A puzzle is the codes, the guesses allowed, and the marking. `puzzle_for` makes that of an edition; `advise` says what
to guess next; `one_step_strategy` and `optimal_strategy` make whole strategies, `book_for` finds one that is made
already.
"""

from keypeg.solver.advice import Advice, Option, advise, codes_left
from keypeg.solver.books import Book, book_for, book_names, load_book
from keypeg.solver.contradiction import Change, Contradiction, smallest_conflict
from keypeg.solver.costs import GUESSES, Costs, by_number, within
from keypeg.solver.exact import Exact, Progress, Stopped
from keypeg.solver.greedy import one_step_strategy
from keypeg.solver.optimal import Optimum, least_worst, optimal_strategy
from keypeg.solver.puzzle import Puzzle, Row, puzzle_for, puzzle_of
from keypeg.solver.rules import Rule, Ties
from keypeg.solver.strategy import Strategy, Tally, tally_of
from keypeg.solver.verify import play_all
from keypeg.solver.warm import warm_up
from keypeg.solver.worst import WorstCases
from keypeg.solver.worth import Appraiser, Position, Value, Work

__all__ = [
    "GUESSES",
    "Advice",
    "Appraiser",
    "Book",
    "Change",
    "Contradiction",
    "Costs",
    "Exact",
    "Optimum",
    "Option",
    "Position",
    "Progress",
    "Puzzle",
    "Row",
    "Rule",
    "Stopped",
    "Strategy",
    "Tally",
    "Ties",
    "Value",
    "Work",
    "WorstCases",
    "advise",
    "book_for",
    "book_names",
    "by_number",
    "codes_left",
    "least_worst",
    "load_book",
    "one_step_strategy",
    "optimal_strategy",
    "play_all",
    "puzzle_for",
    "puzzle_of",
    "smallest_conflict",
    "tally_of",
    "warm_up",
    "within",
]
