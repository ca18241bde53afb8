"""The solver: the best next guess at any position of any game, and strategies that are proven to be optimal.

Start with `game_for`, which makes the guessing game of an edition: its codes, its guesses and its marking. `advise`
finds the best next guess, `one_step_strategy` and `optimal_strategy` make whole strategies, and `book_for` finds a
stored one.
"""

from keypeg.core.errors import SearchInterrupted
from keypeg.solver.advice.advisor import Advice, RatedGuess, advise, find_candidates
from keypeg.solver.advice.appraiser import Appraiser, CandidateSet, Value, Work
from keypeg.solver.advice.contradiction import Change, Contradiction, smallest_conflict
from keypeg.solver.advice.worst_case import WorstCases
from keypeg.solver.exact.search import ExactSearch, Progress
from keypeg.solver.game.guessing_game import GuessingGame, Row, game_for, game_of
from keypeg.solver.one_step.grow import one_step_strategy
from keypeg.solver.one_step.rules import Rule, Ties
from keypeg.solver.proof.optimal import Optimum, least_worst_case, optimal_strategy
from keypeg.solver.strategy.book_files import Book, book_for, book_names, load_book
from keypeg.solver.strategy.costs import GUESSES, Costs, costs_by_guess, costs_within
from keypeg.solver.strategy.tree import Strategy, Tally, tally_of
from keypeg.solver.strategy.verify import play_all
from keypeg.solver.warmup import warm_up

__all__ = [
    "GUESSES",
    "Advice",
    "Appraiser",
    "Book",
    "CandidateSet",
    "Change",
    "Contradiction",
    "Costs",
    "ExactSearch",
    "GuessingGame",
    "Optimum",
    "Progress",
    "RatedGuess",
    "Row",
    "Rule",
    "SearchInterrupted",
    "Strategy",
    "Tally",
    "Ties",
    "Value",
    "Work",
    "WorstCases",
    "advise",
    "book_for",
    "book_names",
    "costs_by_guess",
    "costs_within",
    "find_candidates",
    "game_for",
    "game_of",
    "least_worst_case",
    "load_book",
    "one_step_strategy",
    "optimal_strategy",
    "play_all",
    "smallest_conflict",
    "tally_of",
    "warm_up",
]
