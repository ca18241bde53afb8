"""The least worst case of a position, and of a guess from it: the number of guesses that suffices for every code.

Whether a limit can be kept is a question for the exact search with special costs: a code beyond the limit costs
something, all else nothing, and the question is whether some strategy costs nothing. One-step strategies give upper
bounds without a search.
"""

from weakref import WeakKeyDictionary

from keypeg.core.errors import SearchInterrupted
from keypeg.solver.advice.appraiser import CandidateSet, SearchPool, Work, spend_to_grow
from keypeg.solver.exact.bounds import least_guesses
from keypeg.solver.exact.search import ExactSearch
from keypeg.solver.one_step.grow import one_step_strategy
from keypeg.solver.one_step.rules import Rule
from keypeg.solver.strategy.costs import costs_beyond


class WorstCases:
    """Finds how many further guesses suffice for every code, as long as its work lasts."""

    def __init__(self, searches: SearchPool, work: Work) -> None:
        self.game = searches.game
        self.work = work
        self._searches = searches
        self._limited: WeakKeyDictionary[ExactSearch, dict[int, ExactSearch]] = WeakKeyDictionary()
        self._upper_bounds: dict[bytes, int | None] = {}

    def of_position(self, position: CandidateSet) -> int | None:
        """The least number of further guesses that suffices for every code; None if the work does not suffice."""
        return self._least_from(position, 1)

    def of_guess(self, position: CandidateSet, guess: int) -> int | None:
        """The same if this guess comes first."""
        least = 0
        cells = position.cells(guess)
        # The largest cell first: what suffices for it mostly suffices for all.
        for mark, cell in sorted(cells.items(), key=lambda item: (-len(item[1].codes), item[0])):
            if mark == self.game.solved_mark:
                continue
            worst_of_cell = self._least_from(cell, max(least, 1))
            if worst_of_cell is None:
                return None
            least = worst_of_cell
        return 1 + least

    def _least_from(self, position: CandidateSet, low: int) -> int | None:
        """The least number of guesses, not below this one, that suffices for every code."""
        low = max(low, self._lower_bound(position))
        high = self._upper_bound(position)
        while high is None or low < high:
            suffices = self._suffices(position, low)
            if suffices is None:
                return None
            if suffices:
                return low
            low += 1
        return low

    def _lower_bound(self, position: CandidateSet) -> int:
        """The worst case of a perfect tree."""
        return least_guesses(len(position.codes), len(self.game.marks), self.game.open_marks)

    def _upper_bound(self, position: CandidateSet) -> int | None:
        """The worst case of the better of two one-step strategies; None if the work does not suffice to grow one."""
        if len(position.codes) == 1:
            return 1
        key = position.codes.tobytes()
        if key not in self._upper_bounds:
            self._upper_bounds[key] = self._grow(position)
        return self._upper_bounds[key]

    def _grow(self, position: CandidateSet) -> int | None:
        worst_cases = []
        for rule in (Rule.MINIMAX, Rule.ENTROPY):
            if not spend_to_grow(position, self.work):
                break
            grown = one_step_strategy(self.game, rule, codes=position.codes, placed=position.placed)
            worst_cases.append(int(grown.guesses_needed(position.codes).max()))
        return min(worst_cases, default=None)

    def _suffices(self, position: CandidateSet, limit: int) -> bool | None:
        """Whether every code can be found within so many guesses; None if the work does not suffice to know."""
        if limit == 1:
            return len(position.codes) == 1
        if not self._searches.prepare(position, self.work):
            return None
        search_and_path = self._searches.find(position)
        assert search_and_path is not None
        # The limit counts from this position, not from the start of the search: so the search is given no path, and
        # uses symmetry only if it starts here.
        starts_here = len(search_and_path[0].codes) == len(position.codes)
        search = self._search_within(search_and_path[0], limit)
        placed, watch = () if starts_here else None, self.work.watch_share(position)
        try:
            return search.cost(position.codes, 1, placed, watch=watch).bound == 0
        except SearchInterrupted:
            return None

    def _search_within(self, search: ExactSearch, limit: int) -> ExactSearch:
        limited = self._limited.setdefault(search, {})
        if limit not in limited:
            limited[limit] = search.with_costs(costs_beyond(limit))
        return limited[limit]
