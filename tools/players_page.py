"""Plays each level against the one below it in every edition, and writes the table in docs/players.md: `make players`.

    python -m tools.players_page [--jobs N] [--upper LEVEL]… [--anew] [EDITION]…

The results are stored in docs/players.json, as sums: an interrupted run continues from there, and a settled pairing is
not played again unless `--anew` is given. A pairing is settled when the upper level is clearly ahead, or when
`MAX_ROUNDS` rounds have been played. Looking at the result repeatedly gives chance several tries, so a much stricter
interval, of 99.9 %, decides when to stop, and the number of rounds doubles between two looks.
"""

import argparse
import json
import sys
from dataclasses import astuple, dataclass, field
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import Any

from keypeg.contests.contest import Contest, ContestResult, MatchResult, new_contest, play_contest, sum_leads
from keypeg.contests.parallel_contest import play_in_parallel
from keypeg.contests.statistics import (
    Interval,
    RatioSums,
    lead_interval,
    ratio_interval,
    sum_pairs,
    wilson_interval,
    z_for,
)
from keypeg.core.edition import Makers
from keypeg.players.registry import LEVELS
from keypeg.records.edition_links import read_edition

DOCS = Path(__file__).parent.parent / "docs"
PAGE, RESULTS = "players.md", "players.json"
BEGIN, END = "<!-- begin contests -->", "<!-- end contests -->"

TABLES = (
    "classic",
    "hasbro-2000",
    "hasbro-2000-advanced",
    "challenge-2001",
    "challenge-2001~holes_4",
    "challenge-2001~race_yes",
    "challenge-2001~handicap_1",
    "traffic-jam-2000~option_1",
    "traffic-jam-2000",
    "traffic-jam-2000~option_3",
    "hasbro-2004",
    "hasbro-2004~seats_3",
    "hasbro-2004~seats_4",
    "hasbro-2004~seats_5",
    "parker-1974",
    "mastermind-44",
    "mastermind-44~seats_3",
    "mastermind-44~seats_2",
    "mastermind-44~seats_2~parts_2",
)
"""Every edition, and the options that make it another game."""

PAIRS = {upper: lower for lower, upper in pairwise(LEVELS)}
"""Each level but the lowest, and the one below it."""

BY_PAIRS = {
    ("challenge-2001", "perfect"),
    ("challenge-2001~race_yes", "perfect"),
    ("challenge-2001~handicap_1", "perfect"),
}
"""Where matches would take hours, `tools.paired_duels` plays rounds in pairs, which the page reports separately."""

MAX_ROUNDS = {"casual": 4_000, "strong": 20_000, "perfect": 100_000}
"""The most rounds by upper level: the better both levels are, the less they differ."""

FIRST_ROUNDS = 60
"""The number of rounds before the first look; then as many again, twice as many, and so on."""

STRICT_Z = z_for(0.999)

HEADS = (
    *("edition", "upper", "lower", "rounds", "matches won by the upper", "by each lower", "fair share"),
    *("points per round", "guesses per round"),
)


@dataclass
class Pairing:
    """An upper level against a lower one in one edition: all results, as sums over matches."""

    table: str
    upper: str
    instalments: int = 0
    won: RatioSums = field(default_factory=RatioSums)
    """The share of the match that the upper level won, and the mean share of the lower ones."""
    ahead: RatioSums = field(default_factory=RatioSums)
    """The difference of these, which has to be above 0."""
    upper_points: RatioSums = field(default_factory=RatioSums)
    """The points of the upper level, and the rounds."""
    lower_points: RatioSums = field(default_factory=RatioSums)
    """The mean points of the lower ones, and the rounds."""
    upper_guesses: RatioSums = field(default_factory=RatioSums)
    """The guesses of the upper level, and in how many rounds it was a breaker."""
    lower_guesses: RatioSums = field(default_factory=RatioSums)
    saved: RatioSums = field(default_factory=RatioSums)
    """How many guesses fewer the upper level needed."""

    @property
    def lower(self) -> str:
        """The level below."""
        return PAIRS[self.upper]

    @property
    def rounds(self) -> int:
        """The number of rounds played."""
        return round(self.upper_points.y)

    @property
    def alone(self) -> bool:
        """Whether a single breaker plays, so that their guesses can be counted."""
        edition = read_edition(self.table)
        return edition.secrets.makers is Makers.ONE and edition.seats == 2

    @property
    def hardly_decided(self) -> bool:
        """Whether nearly every match was a draw: then only the guesses show which level is better."""
        return self.alone and self.ahead.xx < 0.05 * self.ahead.count

    @property
    def clear(self) -> bool:
        """Whether the upper level is ahead, clear of chance."""
        interval = ratio_interval(self.saved, STRICT_Z) if self.hardly_decided else lead_interval(self.ahead, STRICT_Z)
        return interval is not None and interval.is_positive

    @property
    def ahead_by_95(self) -> bool:
        """Whether it is ahead by the 95 % interval."""
        interval = lead_interval(self.ahead)
        return interval is not None and interval.is_positive

    @property
    def settled(self) -> bool:
        """Whether no more matches are needed."""
        return self.clear or self.rounds >= MAX_ROUNDS[self.upper]

    def next_contest(self) -> Contest:
        """The contest to play next."""
        edition = read_edition(self.table)
        rounds = FIRST_ROUNDS * 2 ** max(self.instalments - 1, 0)
        return new_contest(edition, (self.upper, self.lower), rounds, f"players/{self.instalments}")

    def add(self, result: ContestResult) -> None:
        """Add the results of a contest."""
        others = range(1, result.contest.edition.seats)

        def mean(values: tuple[float, ...]) -> float:
            return sum(values[other] for other in others) / len(others)

        def summed(pair_of: Any) -> RatioSums:
            return sum_pairs(pair_of(match) for match in result.matches)

        def saved(match: MatchResult) -> tuple[float, float]:
            return match.guesses[1] / match.rounds_as_breaker[1] - match.guesses[0] / match.rounds_as_breaker[0], 1

        self.instalments += 1
        self.won += summed(lambda match: (match.won[0], mean(match.won)))
        self.ahead += sum_leads(result.matches, 0, others)
        self.upper_points += summed(lambda match: (match.points[0], match.rounds))
        self.lower_points += summed(lambda match: (mean(match.points), match.rounds))
        if self.alone:
            self.upper_guesses += summed(lambda match: (match.guesses[0], match.rounds_as_breaker[0]))
            self.lower_guesses += summed(lambda match: (match.guesses[1], match.rounds_as_breaker[1]))
            self.saved += summed(saved)


# Stored results


def load(file: Path) -> dict[tuple[str, str], Pairing]:
    """The stored results, by edition and upper level."""
    if not file.exists():
        return {}
    pairings = {}
    for json_value in json.loads(file.read_text(encoding="utf-8")):
        sums = {name: RatioSums(*value) for name, value in json_value.items() if isinstance(value, list)}
        pairing = Pairing(**{**json_value, **sums})
        pairings[pairing.table, pairing.upper] = pairing
    return pairings


def save(pairings: dict[tuple[str, str], Pairing], file: Path) -> None:
    """Store the results, one line for each pairing."""
    lines = []
    for pairing in in_order(pairings):
        json_value = {
            name: [round(number, 6) for number in astuple(value)] if isinstance(value, RatioSums) else value
            for name, value in vars(pairing).items()
        }
        lines.append(json.dumps(json_value))
    file.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")


def in_order(pairings: dict[tuple[str, str], Pairing]) -> list[Pairing]:
    """The pairings in the order of editions, from the lowest level up."""
    return [pairings[key] for table in TABLES for upper in PAIRS if (key := (table, upper)) in pairings]


# The page


def table(pairings: dict[tuple[str, str], Pairing]) -> str:
    """The results as a table, one line for each pairing."""
    return "\n".join(
        [
            f"| {' | '.join(HEADS)} |",
            "|" + "---|" * len(HEADS),
            *(_table_line(pairing) for pairing in in_order(pairings)),
        ]
    )


def _table_line(pairing: Pairing) -> str:
    count, won = pairing.won.count, wilson_interval(pairing.won.x, pairing.won.count)
    assert won is not None
    assert won.low is not None
    assert won.high is not None
    mark = "" if pairing.clear else " (by 95 %)" if pairing.ahead_by_95 else " (not clear)"
    cells = [
        f"`{pairing.table}`",
        pairing.upper,
        pairing.lower,
        f"{pairing.rounds}{mark}",
        f"{100 * won.value:.1f} % ({100 * won.low:.1f}–{100 * won.high:.1f})",
        f"{100 * pairing.won.y / count:.1f} %",
        f"{100 / read_edition(pairing.table).seats:.0f} %",
        _two_values(ratio_interval(pairing.upper_points), ratio_interval(pairing.lower_points)),
        _two_values(ratio_interval(pairing.upper_guesses), ratio_interval(pairing.lower_guesses)),
    ]
    return f"| {' | '.join(map(str, cells))} |"


def _two_values(upper: Interval | None, lower: Interval | None) -> str:
    return "" if upper is None or lower is None else f"{upper.value:.2f}, {lower.value:.2f}"


def write_page(pairings: dict[tuple[str, str], Pairing], page: Path) -> None:
    """Write the table into the page."""
    before, _, rest = page.read_text(encoding="utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    page.write_text(f"{before}{BEGIN}\n{table(pairings)}\n{END}{after}", encoding="utf-8")


# Playing


def have_levels(upper: str) -> bool:
    """Whether both levels of a pairing exist."""
    return all(find_spec(f"keypeg.players.{level}") is not None for level in (upper, PAIRS[upper]))


def play(pairing: Pairing, jobs: int) -> bool:
    """Play one more contest of a pairing; return whether it was played to its end."""
    contest = pairing.next_contest()
    result = play_contest(contest) if jobs == 1 else play_in_parallel(contest, jobs)
    if result.complete:
        pairing.add(result)
    return result.complete


def main(arguments: list[str]) -> int:
    """Play the pairings that are not settled, and write the page."""
    parser = argparse.ArgumentParser(prog="python -m tools.players_page")
    parser.add_argument("tables", nargs="*", default=TABLES, metavar="EDITION")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--upper", action="append", choices=PAIRS)
    parser.add_argument("--anew", action="store_true")
    parser.add_argument("--docs", type=Path, default=DOCS, help="where the page is, and what is kept")
    options = parser.parse_args(arguments)
    page, results = options.docs / PAGE, options.docs / RESULTS
    pairings = load(results)
    for name in options.tables:
        for upper in filter(have_levels, options.upper or PAIRS):
            if (name, upper) in BY_PAIRS:
                continue
            if options.anew or (name, upper) not in pairings:
                pairings[name, upper] = Pairing(name, upper)
            pairing = pairings[name, upper]
            while not pairing.settled:
                if not play(pairing, options.jobs):
                    return 130
                save(pairings, results)
                write_page(pairings, page)
                print(_table_line(pairing), flush=True)
    write_page(pairings, page)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
