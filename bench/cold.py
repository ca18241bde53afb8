"""How soon the solver answers on a new machine: with an empty kernel cache, in a new process for each answer.

Nothing is compiled meanwhile, so the figures are those of the plain solver. They are seconds of processor time, so that
what else runs on the machine changes little. Each is printed beside its target.
"""

import os
import sys
from resource import RUSAGE_CHILDREN, getrusage
from subprocess import DEVNULL, run
from tempfile import NamedTemporaryFile, TemporaryDirectory

from keypeg.contests.driver import play_match
from keypeg.editions import RULEBOOKS, edition
from keypeg.players.registry import find_player
from keypeg.records.edition_links import read_edition
from keypeg.records.record import Line, Record, write_record

HINT, MOVE = 1.0, 1.0
"""The most seconds for the first hint and the first move, with the start of the process."""

ADVICE, REVIEW = 1.0, 3.0
"""The most seconds for the first advice, and for the first review of a round, with the start of the process."""

STRONG_LARGE, PERFECT_LARGE, HINT_LARGE = 0.2, 1.0, 1.0
"""The most seconds in the largest games, without the start of the process."""

LARGE = ("house~holes_8~colours_12", "house~holes_8~colours_20", "house~holes_8~colours_20~marking_sum")

OWN_PARTS = "R...."
"""The parts that a seat holds, in the edition in which parts are dealt."""

MOVE_PROGRAM = """
import sys
from random import Random
from time import process_time
from keypeg.contests.driver import choose_next_action, apply_action
from keypeg.core.actions import Guess
from keypeg.core.edition import TABLE
from keypeg.core.legal import waiting
from keypeg.core.state import new_match
from keypeg.draws.random_codes import draw_deal
from keypeg.players.registry import find_player
from keypeg.records.edition_links import read_edition
rules, level, moves = read_edition(sys.argv[1]), sys.argv[2], int(sys.argv[3])
state, rng, last, slowest = new_match(rules), Random(1), rules.seats, 0.0
seats = {seat: find_player(level) for seat in range(1, rules.seats + 1)}
while moves and state.outcome is None:
    if TABLE in waiting(state):
        state = apply_action(state, seats, TABLE, draw_deal(rules, rng), rng).step.state
        continue
    began = process_time()
    seat, action = choose_next_action(state, seats, last, rng, 1.0)
    if isinstance(action, Guess):
        moves, slowest = moves - 1, max(slowest, process_time() - began)
    state, last = apply_action(state, seats, seat, action, rng).step.state, seat
print(process_time(), slowest)
"""
"""Lets bots play so many guesses, and prints the time of the slowest."""

HINT_PROGRAM = """
import sys
from random import Random
from time import process_time
from keypeg.analysis.plain_hints import find_hints
from keypeg.core.view import GivenMark, Row
from keypeg.players.skill import pick_code_from
from keypeg.records.edition_links import read_edition
rules, rng, slowest, rows = read_edition(sys.argv[1]), Random(1), 0.0, []
space = rules.secret_space(2)
code = pick_code_from(space, rng)
for _ in range(int(sys.argv[2])):
    began = process_time()
    good = find_hints(rules, 2, rows).good
    slowest = max(slowest, process_time() - began)
    if good is None:
        break
    rows.append(Row(2, good.guess, (GivenMark(1, rules.marking.mark(code, good.guess)),), len(rows) + 1))
print(process_time(), slowest)
"""
"""Asks for a hint before each row, and prints the time of the slowest."""


def seconds_of(program: str, *arguments: str) -> tuple[float, float]:
    """The seconds that a program takes with an empty cache, and those of its slowest answer."""
    with TemporaryDirectory() as cache:
        environment = {**os.environ, "XDG_CACHE_HOME": cache, "KEYPEG_SOLVER": "plain"}
        command = [sys.executable, "-c", program, *arguments]
        ran = run(command, env=environment, capture_output=True, text=True, check=True)
    whole, slowest = map(float, ran.stdout.split())
    return whole, slowest


def seconds_of_command(*arguments: str) -> float:
    """The seconds that a command of Keypeg takes with an empty cache."""
    with TemporaryDirectory() as cache:
        environment = {**os.environ, "XDG_CACHE_HOME": cache, "KEYPEG_SOLVER": "plain"}
        before = getrusage(RUSAGE_CHILDREN)
        run([sys.executable, "-m", "keypeg", *arguments], env=environment, stdout=DEVNULL, stdin=DEVNULL, check=True)
        after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def record_of_round(name: str) -> str:
    """The record of a first round of an edition that bots have played."""
    rules = read_edition(name)
    match = play_match(rules, [find_player("casual")] * rules.seats, "1", thinking_time=0.1)
    return write_record(Record(rules, (), tuple(Line(seat, action) for seat, action in match.log)))


def report_commands(name: str) -> None:
    """Measure the first advice and the first review in an edition."""
    own = ["--own", OWN_PARTS] if read_edition(name).dealt else []
    report(f"{name}: first advice", seconds_of_command("solve", name, "--json", *own), ADVICE)
    with NamedTemporaryFile("w", suffix=".keypeg", encoding="utf-8") as file:
        file.write(record_of_round(name))
        file.flush()
        report(f"{name}: first review of a round", seconds_of_command("analyse", file.name, "--round", "1"), REVIEW)


def report(what: str, seconds: float, target: float) -> None:
    """Print a figure beside its target."""
    print(f"{what:52} {seconds:6.3f} s   target {target:.1f} s   {'' if seconds <= target else 'TOO SLOW'}", flush=True)


def main() -> None:
    """Measure every edition's own game, and the largest games."""
    print("The first answer with an empty kernel cache, in a new process")
    for name in RULEBOOKS:
        if not edition(name).dealt:
            report(f"{name}: first hint", seconds_of(HINT_PROGRAM, name, "1")[0], HINT)
        for level in ("strong", "perfect"):
            report(f"{name}: first move of {level}", seconds_of(MOVE_PROGRAM, name, level, "1")[0], MOVE)
        report_commands(name)
    print("The slowest answer of a whole round in the largest games")
    for name in LARGE:
        report(f"{name}: hint", seconds_of(HINT_PROGRAM, name, "10")[1], HINT_LARGE)
        report(f"{name}: strong", seconds_of(MOVE_PROGRAM, name, "strong", "20")[1], STRONG_LARGE)
        report(f"{name}: perfect", seconds_of(MOVE_PROGRAM, name, "perfect", "20")[1], PERFECT_LARGE)
        report_commands(name)


if __name__ == "__main__":
    main()
