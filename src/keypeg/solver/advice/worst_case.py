"""How many guesses the worst code needs at least: of a position, and of a guess from it.

Whether so many are enough is a question of its own for the exact search: nothing costs anything but a code beyond the
limit, and a way is sought that costs nothing. One-step strategies say how many are enough without a search.
"""

from weakref import WeakKeyDictionary

from keypeg.core.errors import SearchInterrupted
from keypeg.solver.advice.appraiser import CandidateSet, Searches, Work, can_grow
from keypeg.solver.exact.bounds import least_guesses
from keypeg.solver.exact.search import ExactSearch
from keypeg.solver.one_step.grow import one_step_strategy
from keypeg.solver.one_step.rules import Rule
from keypeg.solver.strategy.costs import costs_beyond


class WorstCases:
    """Says how many further guesses are enough for every code, as long as its work lasts."""

    def __init__(self, searches: Searches, work: Work) -> None:
        self.game = searches.game
        self.work = work
        self._searches = searches
        self._limited: WeakKeyDictionary[ExactSearch, dict[int, ExactSearch]] = WeakKeyDictionary()
        self._enough: dict[bytes, int | None] = {}

    def best(self, position: CandidateSet) -> int | None:
        """The least number of further guesses that is enough for every code; None where the work is not enough."""
        return self._least_from(position, 1)

    def played(self, position: CandidateSet, guess: int) -> int | None:
        """The same if this guess comes first."""
        least = 0
        cells = position.cells(guess)
        # The largest cell first: what is enough for it is as a rule enough for all.
        for mark, cell in sorted(cells.items(), key=lambda one: (-len(one[1].codes), one[0])):
            if mark == self.game.solved_mark:
                continue
            found = self._least_from(cell, max(least, 1))
            if found is None:
                return None
            least = found
        return 1 + least

    def _least_from(self, position: CandidateSet, low: int) -> int | None:
        """The least number of guesses, not below this one, that is enough."""
        low = max(low, self._at_least(position))
        high = self._at_most(position)
        while high is None or low < high:
            enough = self._is_enough(position, low)
            if enough is None:
                return None
            if enough:
                return low
            low += 1
        return low

    def _at_least(self, position: CandidateSet) -> int:
        """What a perfect tree needs."""
        return least_guesses(len(position.codes), len(self.game.marks), self.game.open_marks)

    def _at_most(self, position: CandidateSet) -> int | None:
        """What the best of some one-step strategies needs."""
        if len(position.codes) == 1:
            return 1
        key = position.codes.tobytes()
        if key not in self._enough:
            self._enough[key] = self._grown(position)
        return self._enough[key]

    def _grown(self, position: CandidateSet) -> int | None:
        found = []
        for rule in (Rule.MINIMAX, Rule.ENTROPY):
            if not can_grow(position, self.work):
                break
            grown = one_step_strategy(self.game, rule, codes=position.codes, placed=position.placed)
            found.append(int(grown.guesses_needed(position.codes).max()))
        return min(found, default=None)

    def _is_enough(self, position: CandidateSet, limit: int) -> bool | None:
        """Whether every code can be found within so many guesses; None where the work is not enough to know."""
        if limit == 1:
            return len(position.codes) == 1
        if not self._searches.cover(position, self.work):
            return None
        at = self._searches.find(position)
        assert at is not None
        # The limit is counted from where a question begins: so the path is not told, and nothing counts as alike.
        whole = len(at[0].codes) == len(position.codes)
        search = self._search_within(at[0], limit)
        try:
            return search.cost(position.codes, 1, () if whole else None, watch=self.work.share(position)).bound == 0
        except SearchInterrupted:
            return None

    def _search_within(self, search: ExactSearch, limit: int) -> ExactSearch:
        limited = self._limited.setdefault(search, {})
        if limit not in limited:
            limited[limit] = search.with_costs(costs_beyond(limit))
        return limited[limit]
