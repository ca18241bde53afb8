"""The choices of every player at some tables, as text, so that another process can be compared.

python -m support.player_choices      prints the choices, the last table first
"""

from random import Random

from keypeg.core.observe import observe
from keypeg.core.state import State
from keypeg.records.edition_links import read_edition
from support.player_levels import ALL, player
from support.random_play import CALM, MIXED, play
from support.thoroughness import times

TABLES = [
    "classic",
    "classic~by-hand_yes~rows_8",
    "hasbro-2000-advanced",
    "traffic-jam-2000~option_1",
    "traffic-jam-2000~option_3",
    "hasbro-2004~seats_3",
    "hasbro-2004",
    "parker-1974~rounds_2",
    "challenge-2001~holes_4",
    "challenge-2001~race_yes~holes_4",
    "mastermind-44~seats_3",
    "mastermind-44~seats_2~parts_2",
    "house~holes_3~colours_8~blanks_yes~repeats_no~guess-repeats_no",
    "house~makers_each~turns_together~marking_sum~holes_3",
]
"""Tables of every kind."""

TIMES = (0.01, 0.1)
"""The thinking times of the players."""


def states_of(table: str) -> list[State]:
    """Some states of two random matches."""
    matches = [play(read_edition(table), Random(f"{table} {temper}"), temper) for temper in (CALM, MIXED)]
    return [state for played in matches for state in played.states[2 : 14 : times(10, 5)] if state.outcome is None]


def choices(table: str) -> list[str]:
    """The choices of all players at one table, in every seat and with every thinking time; one line each."""
    rules = read_edition(table)
    names = [name for name in ALL if player(name).keeps_code or not rules.dealt]
    lines = []
    for number, state in enumerate(states_of(table)):
        for seat in range(1, rules.seats + 1):
            view = observe(state, seat)
            for name in names if view.legal else ():
                for time in TIMES:
                    action = player(name).choose(view, time, Random(number))
                    lines.append(f"{table} {number} {seat} {name} {time}: {action}")
    return lines


if __name__ == "__main__":
    for table in reversed(TABLES):
        print("\n".join(reversed(choices(table))))
