"""The solver: the best next guess at any position of any game, and strategies that are proven to be optimal.

Start with `game_for`, which makes the guessing game of an edition: its codes, its guesses and its marking. `advise`
finds the best next guess, `one_step_strategy` and `optimal_strategy` make whole strategies, and `book_for` finds a
stored one. These need NumPy and Numba, which are loaded when one of these names is first used; `keypeg.solver.plain`
needs neither.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from keypeg.core.errors import SearchInterrupted
    from keypeg.solver.advice.advisor import advise, find_candidates
    from keypeg.solver.advice.appraiser import Appraiser, CandidateSet, Value, Work
    from keypeg.solver.advice.changes import Change, Contradiction
    from keypeg.solver.advice.contradiction import smallest_conflict
    from keypeg.solver.advice.rated_guess import Advice, RatedGuess
    from keypeg.solver.advice.worst_case import WorstCases
    from keypeg.solver.exact.search import ExactSearch, Progress
    from keypeg.solver.game.guessing_game import GuessingGame, game_for, game_of
    from keypeg.solver.game.rows import Row
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

_MODULES = {
    "keypeg.core.errors": ("SearchInterrupted",),
    "keypeg.solver.advice.advisor": ("advise", "find_candidates"),
    "keypeg.solver.advice.rated_guess": ("Advice", "RatedGuess"),
    "keypeg.solver.advice.appraiser": ("Appraiser", "CandidateSet", "Value", "Work"),
    "keypeg.solver.advice.changes": ("Change", "Contradiction"),
    "keypeg.solver.advice.contradiction": ("smallest_conflict",),
    "keypeg.solver.advice.worst_case": ("WorstCases",),
    "keypeg.solver.exact.search": ("ExactSearch", "Progress"),
    "keypeg.solver.game.guessing_game": ("GuessingGame", "game_for", "game_of"),
    "keypeg.solver.game.rows": ("Row",),
    "keypeg.solver.one_step.grow": ("one_step_strategy",),
    "keypeg.solver.one_step.rules": ("Rule", "Ties"),
    "keypeg.solver.proof.optimal": ("Optimum", "least_worst_case", "optimal_strategy"),
    "keypeg.solver.strategy.book_files": ("Book", "book_for", "book_names", "load_book"),
    "keypeg.solver.strategy.costs": ("GUESSES", "Costs", "costs_by_guess", "costs_within"),
    "keypeg.solver.strategy.tree": ("Strategy", "Tally", "tally_of"),
    "keypeg.solver.strategy.verify": ("play_all",),
    "keypeg.solver.warmup": ("warm_up",),
}
"""Where each of these names is defined."""


def __getattr__(name: str) -> object:
    """Load what is defined in another module, when it is first used."""
    for module, names in _MODULES.items():
        if name in names:
            return getattr(import_module(module), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
