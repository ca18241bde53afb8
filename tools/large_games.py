"""Plays large games, and writes the table of their averages in docs/strategies.md.

    nice python -m tools.large_games [--games N] [--page] [SIZE…]

A size is written 6x9: six holes, nine colours. The results are stored in docs/large_games.json, as sums: an interrupted
run continues from there. How many games are played is fixed in advance. Of five holes and nine colours every code is
played, so nothing is left to chance. `--page` plays nothing, and only writes the table.
"""

import argparse
import json
from dataclasses import asdict, dataclass, field
from math import sqrt
from pathlib import Path

from keypeg.core.codes import CodeSpace
from keypeg.core.marks import BLACK_WHITE
from keypeg.solver.large.large_guess import fitting_codes
from keypeg.solver.plain.position import PlainPosition
from tools.luck_corrected_games import LargeGamePlayer
from tools.page_tables import STRATEGIES, replace_between, table

RESULTS = Path(__file__).parent.parent / "docs" / "large_games.json"
BEGIN, END = "<!-- begin large games -->", "<!-- end large games -->"

PUBLISHED = {
    "5x9": 5.8073,
    "6x9": 6.2847,
    "6x10": 6.5971,
    "6x12": 7.1669,
    "6x15": 7.92,
    "7x10": 7.1291,
    "7x11": 7.4309,
    "8x8": 7.1544,
    "8x12": None,
}
"""The best average that was published for each size."""

PLAYED_COMPLETELY = ("5x9",)
"""The sizes of which every code is played."""

GAMES, INSTALMENT = 100, 20
"""How many games are played, and how many between two looks at the file."""

Z95 = 1.96


@dataclass
class Results:
    """The results for one size, as sums."""

    size: str
    games: int = 0
    total: float = 0.0
    """The sum of the guesses without luck,"""
    squares: float = 0.0
    """and of their squares."""
    with_luck: float = 0.0
    """The sum of the guesses as they were."""
    guesses: int = 0
    """How many guesses were computed,"""
    seconds: float = 0.0
    """in how much processor time,"""
    slowest: float = 0.0
    """and what the slowest took."""
    marks_played: list[str] = field(default_factory=list)
    """Where every code is played: the first marks whose codes have been."""
    is_complete: bool = False
    """Whether every code was played."""

    @property
    def mean(self) -> float:
        """The average number of guesses."""
        return self.total / self.games

    @property
    def error(self) -> float:
        """Half of the 95 % interval of the average."""
        if self.is_complete or self.games < 2:
            return 0.0
        variance = (self.squares - self.games * self.mean**2) / (self.games - 1)
        return Z95 * sqrt(max(0.0, variance) / self.games)

    def add_times(self, player: LargeGamePlayer) -> None:
        """Add the times of a player's guesses."""
        self.guesses += player.times.guesses
        self.seconds += player.times.seconds
        self.slowest = max(self.slowest, player.times.slowest)


def start_of(size: str) -> PlainPosition:
    """The position before the first guess of a size."""
    holes, colours = map(int, size.split("x"))
    space = CodeSpace(holes, colours)
    return PlainPosition(space, space, BLACK_WHITE)


def play_games(results: Results, games: int = INSTALMENT) -> None:
    """Play the next games. Their secrets depend only on their numbers."""
    player = LargeGamePlayer(start_of(results.size))
    for number in range(results.games, results.games + games):
        game = player.play(player.secret(f"large-games/{results.size}/{number}"), seed=1 + number)
        results.total += game.corrected
        results.squares += game.corrected**2
        results.with_luck += game.guesses
    results.games += games
    results.add_times(player)


def play_mark(results: Results) -> None:
    """Play all codes that give the first guess the next mark."""
    start = start_of(results.size)
    player = LargeGamePlayer(start)
    guess, solved = player.choose(start).guess, start.marking.solved(start.secrets.holes)
    left = [mark for mark in start.marking.possible(start.secrets.holes) if _name(mark) not in results.marks_played]
    if left:
        position = start.after((guess, left[0]))
        codes = len(fitting_codes(position).codes)
        results.total += codes + (player.total_to_the_end(position) if codes and left[0] != solved else 0)
        results.with_luck = results.total
        results.games += codes
        results.marks_played.append(_name(left[0]))
        results.add_times(player)
    results.is_complete = len(left) <= 1


def _name(mark: tuple[int, ...]) -> str:
    return "-".join(map(str, mark))


def is_finished(results: Results, games: int = GAMES) -> bool:
    """Whether all games of this size are played."""
    return results.is_complete if results.size in PLAYED_COMPLETELY else results.games >= games


def play_on(results: Results) -> None:
    """Play the next instalment."""
    (play_mark if results.size in PLAYED_COMPLETELY else play_games)(results)


# The file and the page


def read_results(file: Path = RESULTS) -> dict[str, Results]:
    """The results so far, by size."""
    stored = json.loads(file.read_text(encoding="utf-8")) if file.exists() else []
    return {each["size"]: Results(**each) for each in stored}


def write_results(every: dict[str, Results], file: Path = RESULTS) -> None:
    """Store the results, one line for each size."""
    lines = ",\n".join(json.dumps(asdict(every[size])) for size in PUBLISHED if size in every)
    file.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


def results_table(every: dict[str, Results]) -> str:
    """The table of the page."""
    heads = ("size", "codes", "published", "ours", "games", "seconds for a guess", "slowest", "by")
    lines = [_line(every[size]) for size in PUBLISHED if size in every and every[size].games]
    return table(heads, lines)


def _line(results: Results) -> tuple[str, ...]:
    published = PUBLISHED[results.size]
    whole = results.size in PLAYED_COMPLETELY
    return (
        results.size.replace("x", " × "),
        f"{start_of(results.size).secrets.size}",
        f"{published:.4f}" if published else "",
        f"{results.mean:.4f}" + ("" if whole else f" ± {results.error:.4f}"),
        "every code" if whole else f"{results.games}",
        f"{results.seconds / results.guesses:.2f}",
        f"{results.slowest:.2f}",
        f"`python -m tools.large_games {results.size}`",
    )


def summary(results: Results) -> str:
    """One line about a size."""
    published = PUBLISHED[results.size]
    seconds = results.seconds / max(1, results.guesses)
    return (
        f"{results.size:>5}  published {published or 'none':>6}  here {results.mean:.4f} ± {results.error:.4f}  "
        f"{results.games} games, {seconds:.3f} s a guess, slowest {results.slowest:.3f} s"
    )


def main() -> None:
    """Play the sizes that are not finished, and write the page."""
    parser = argparse.ArgumentParser(prog="python -m tools.large_games")
    parser.add_argument("sizes", nargs="*", metavar="SIZE", help=", ".join(PUBLISHED))
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--page", action="store_true")
    options = parser.parse_args()
    for size in () if options.page else options.sizes or PUBLISHED:
        LargeGamePlayer(start_of(size)).load_kernels()
        while not is_finished(results := read_results().get(size, Results(size)), options.games):
            play_on(results)
            write_results(read_results() | {size: results})
            print(summary(results), flush=True)
    replace_between(STRATEGIES, BEGIN, END, results_table(read_results()))


if __name__ == "__main__":
    main()
