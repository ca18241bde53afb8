"""Many rounds of one breaker: how many guesses it needs."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from keypeg.contests.driver import play_match
from keypeg.contests.statistics import Interval, ratio_interval, sum_pairs
from keypeg.core.edition import Edition, Makers, as_practice
from keypeg.library.arguments import check_edition
from keypeg.library.bots import BotChoice, bot
from keypeg.players import THINKING_SECONDS


@dataclass(frozen=True, repr=False)
class Simulation:
    """How many guesses a breaker needed in each of many rounds."""

    edition: Edition
    breaker: str
    maker: str
    guesses: Mapping[int, int]
    """In how many rounds the code was found with so many guesses."""
    unbroken: int
    """In how many rounds it was not found."""

    @property
    def rounds(self) -> int:
        """How many rounds were played."""
        return sum(self.guesses.values()) + self.unbroken

    @property
    def average(self) -> Interval | None:
        """The guesses for a code that was found, with the 95 % interval; None if none was."""
        return ratio_interval(sum_pairs((needed, 1) for needed, times in self.guesses.items() for _ in range(times)))

    def histogram(self, width: int = 40) -> str:
        """A line for each number of guesses, with a bar."""
        most = max(self.guesses.values(), default=0)
        lines = [
            f"{needed:>3} {times:>7} {'#' * round(width * times / most)}".rstrip()
            for needed, times in sorted(self.guesses.items())
        ]
        return "\n".join([*lines, f"  – {self.unbroken:>7}"] if self.unbroken else lines)

    def __repr__(self) -> str:
        average = self.average
        shown = "none found" if average is None else f"{average.value:.3f} guesses on average"
        return f"<Simulation {self.edition.link}: {self.breaker} against {self.maker}, {self.rounds} rounds, {shown}>"


def simulate(
    edition: Edition,
    breaker: BotChoice = "strong",
    maker: BotChoice = "casual",
    rounds: int = 1000,
    seed: int | str = 0,
    thinking_time: float = THINKING_SECONDS,
) -> Simulation:
    """Play so many rounds and count the guesses. The usual maker sets random codes.

    The same seed gives the same result.

    >>> from keypeg import edition, simulate
    >>> result = simulate(edition("classic"), breaker="casual", rounds=20, seed=1)
    >>> result.rounds, result.unbroken
    (20, 0)
    """
    check_edition(edition, "simulate")
    if edition.secrets.makers is not Makers.ONE or edition.seats != 2:
        raise TypeError(f"simulate() takes an edition with one maker and one breaker; for {edition.link} use play()")
    if isinstance(rounds, bool) or rounds < 1:
        raise ValueError(f"simulate() plays at least one round, not {rounds!r}")
    practice = as_practice(edition)
    makes, breaks = bot(maker), bot(breaker)
    needed: Counter[int | None] = Counter()
    for number in range(rounds):
        played = play_match(practice, (makes, breaks), f"{seed}/{number}", thinking_time)
        needed[played.state.finished[-1].guesses_to_find(seat=2)] += 1
    unbroken = needed.pop(None, 0)
    by_guesses = {guesses: times for guesses, times in needed.items() if guesses is not None}
    return Simulation(edition, breaks.name, makes.name, dict(sorted(by_guesses.items())), unbroken)
