"""A match, action by action: `Match.play` records an action; all else is worked out from what has happened."""

from collections.abc import Iterable, Mapping

from keypeg.core.actions import Action
from support.rules_oracle import turns
from support.rules_oracle.actions import record
from support.rules_oracle.ends import Ending, natural_end
from support.rules_oracle.rounds import Round
from support.rules_oracle.rulebooks import rules_of
from support.rules_oracle.scores import Line, lines_so_far
from support.rules_oracle.verdicts import Verdict, is_undecided, verdict_on
from support.rules_oracle.wrong_marks import wrong_marks


class Match:
    """A match by the rulebooks. Only actions that `may_do` names can be played."""

    def __init__(
        self, edition: str, options: Mapping[str, str] | None = None, log: Iterable[tuple[int, Action]] = ()
    ) -> None:
        self.rules = rules_of(edition, options or {})
        self.game = Round(self.rules, 1, 1)
        """The round being played, or the last one."""
        self.over: list[Verdict] = []
        """The rounds that are over, replayed ones too."""
        self.totals = dict.fromkeys(self.rules.everybody, 0)
        self.outcome: Ending | None = None
        for seat, action in log:
            self.play(seat, action)

    def may_do(self, seat: int) -> set[str]:
        """The kinds of action that this seat may do now; seat 0 is the table."""
        if self.outcome:
            return set()
        return self._may_decide(seat) if is_undecided(self.game) else turns.may_do(self.game, seat)

    def awaited(self) -> set[int]:
        """The seats that play waits for."""
        if self.outcome:
            return set()
        return {self.game.breakers[0]} if is_undecided(self.game) else turns.awaited(self.game)

    def claimable(self, seat: int) -> set[turns.RowName]:
        """The rows whose marks this seat may challenge; at the reveal those that are marked wrongly."""
        if self.outcome:
            return set()
        if not is_undecided(self.game):
            return turns.claimable(self.game, seat)
        return {(wrong.board, wrong.row) for wrong in wrong_marks(self.game) if seat == self.game.breakers[0]}

    def _may_decide(self, seat: int) -> set[str]:
        if seat == turns.TABLE:
            return {"TimeOut"}
        return {"Accept", "Claim"} if seat == self.game.breakers[0] else set()

    def lines_so_far(self) -> list[Line]:
        """The points of the running round that stand on the sheet already."""
        return [] if self.outcome else lines_so_far(self.game)

    def play(self, seat: int, action: Action) -> None:
        """Do an action, let the referee mark, and see whether the round and the match are over."""
        record(self.game, seat, action)
        _mark_as_referee(self.game)
        verdict = verdict_on(self.game)
        if verdict is not None:
            self._close(verdict)

    def _close(self, verdict: Verdict) -> None:
        for line in verdict.lines:
            self.totals[line.seat] += line.points
        self.outcome = self._match_end(verdict)
        if self.outcome:
            verdict = verdict._replace(replayed=False)
        elif verdict.replayed:
            self.game = Round(self.rules, self.game.number, self.game.attempt + 1, verdict.barred)
        else:
            self.game = Round(self.rules, self.game.number + 1, 1)
        self.over.append(verdict)

    def _match_end(self, verdict: Verdict) -> Ending | None:
        fewest = self.rules.scoring == "breaker-rows"
        best = (min if fewest else max)(self.totals.values())
        leaders = tuple(seat for seat, total in self.totals.items() if total == best)
        has_majority = self.rules.majority and 2 * best > self.rules.rounds
        if not has_majority and (verdict.replayed or self.game.number < self.rules.rounds):
            return None
        if self.rules.practice:
            return Ending("practice", verdict.end.winners)
        if self.rules.makers == "dealt" and not any(self.totals.values()):
            return Ending("nobody", ())
        if len(leaders) > 1:
            return Ending("draw", leaders)
        if has_majority:
            return Ending("majority", leaders)
        return Ending("lowest-total" if fewest else "highest-total", leaders)


def _mark_as_referee(game: Round) -> None:
    """The referee marks for all, or, where players mark by hand, for those who have left, and once the secret shows."""
    marks_all = not game.rules.by_hand or _is_shown(game)
    while due := [(row, by) for row, by in turns.marks_owed(game) if marks_all or by in game.left]:
        for row, marker in due:
            row.marks.append((marker, game.right_mark_by(marker, row)))


def _is_shown(game: Round) -> bool:
    """Whether a claim or a departure has shown the secret, and with it whether a row without its mark has found it."""
    found_counts = game.rules.found_is_found and game.rules.makers != "dealt"
    return found_counts and (any(claim.holds for claim in game.claims) or natural_end(game) is not None)
