"""`python -m bench` runs all benchmarks; `python -m bench solver` runs one of them."""

import sys

from bench import attacks, cold, engine, kept, large, load, move, pages, players, polls, postgresql, solver

PARTS = {
    "engine": engine.main,
    "cold": cold.main,
    "solver": solver.main,
    "large": large.main,
    "players": players.main,
    "move": move.main,
    "kept": kept.main,
    "polls": polls.main,
    "load": load.main,
    "attacks": attacks.main,
    "postgresql": postgresql.main,
    "pages": pages.main,
}

if __name__ == "__main__":
    for name in sys.argv[1:] or PARTS:
        PARTS[name]()
