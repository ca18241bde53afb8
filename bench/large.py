"""Large games: a few of each size, beside the best published average and the long form in docs/strategies.md."""

from tools.large_games import PUBLISHED, Results, play_games, read_results, start_of, summary
from tools.luck_corrected_games import LargeGamePlayer

GAMES = 10
"""How many games of each size are played."""


def main() -> None:
    """Play the games, and print the averages with their 95 % intervals."""
    print(f"\nLarge games, {GAMES} of each size, one core; below each the games in docs/large_games.json\n")
    stored = read_results()
    for size in PUBLISHED:
        LargeGamePlayer(start_of(size)).load_kernels()
        results = Results(size)
        play_games(results, GAMES)
        print(summary(results), flush=True)
        if size in stored:
            print(summary(stored[size]))


if __name__ == "__main__":
    main()
