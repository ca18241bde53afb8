"""No player ever breaks the rules: a thousand matches of each edition, with every option, of all players.

The random driver plays the people, and errs, claims, calls and leaves; it also acts for the bots now and then, so that
they face rows, codes and marks that they would never have chosen.
"""

from collections import Counter
from random import Random

import pytest

from keypeg.core.actions import Answer, Call, Claim, GiveMark, Guess, SetCode
from keypeg.core.edition import Edition
from keypeg.core.legal import waiting
from keypeg.core.observe import observe
from keypeg.editions import RULEBOOKS
from keypeg.solver.game.guessing_game import MAX_CODES
from support.player_levels import ALL, QUICK, play_mixed, player, random_seats, table_with_code, with_rows
from support.random_play import MIXED, edition_from, permitted, random_edition
from support.thoroughness import first_of, times

pytestmark = pytest.mark.no_cover  # thousands of choices: other tests cover the same code

MATCHES = 1000
"""The number of matches of each edition."""

PATIENCE = (15, 25, 50)
"""People bring a match to its end soon: after one of these numbers of actions."""

AT_ONCE = 100
"""How many of them are one test, so that several workers can share them.
`make test` plays the first third of the first test, and more where an action is rare."""


def any_table(name: str, rng: Random) -> Edition:
    """A table with random options. House rules are small, so that solvers are quick, or so large that they refuse."""
    if name != "house":
        return random_edition(name, rng, longest=2)
    if rng.random() < 0.98:
        return random_edition(name, rng, longest=2, holes=5, colours=6, rows=8)
    rules = random_edition(name, rng, longest=1, rows=6)
    while rules.secrets.space.size <= MAX_CODES:
        rules = random_edition(name, rng, longest=1, rows=6)
    return rules


@pytest.mark.parametrize("first", first_of(range(0, MATCHES, AT_ONCE), quick=1))
@pytest.mark.parametrize("name", RULEBOOKS)
def test_no_player_ever_breaks_the_rules(name: str, first: int) -> None:
    done: Counter[type] = Counter()
    actions_of_bot: Counter[str] = Counter()
    dealt = random_edition(name, Random(0)).dealt
    expected = {Call, Answer, Guess, GiveMark, Claim} if dealt else {SetCode, Guess, GiveMark, Claim}
    # Rare kinds of action may need more matches.
    for number in range(first, first + 4 * AT_ONCE):
        if number - first >= times(AT_ONCE // 3, AT_ONCE) and set(done) >= expected:
            break
        rng = Random(f"{name} {number}")
        rules = any_table(name, rng)
        seats = random_seats(rules, rng)
        for state, seat, bot, action in play_mixed(rules, seats, rng, MIXED._replace(patience=rng.choice(PATIENCE))):
            context = f"match {number}: {bot.name} in seat {seat} does {action} at {rules.id} {rules.chosen}"
            if action is None:
                assert seat not in waiting(state), context
                continue
            assert permitted(state, seat, action), context
            done[type(action)] += 1
            actions_of_bot[bot.name] += 1
    assert set(done) >= expected
    assert set(actions_of_bot) == {level for level in ALL if player(level).keeps_code or not dealt}


@pytest.mark.parametrize("level", ALL)
def test_the_only_code_there_is_is_guessed(level: str) -> None:
    rules = edition_from("house", colours=4, repeats="no", marking="colours")
    for rows in ([], [(1, 1, 2, 2)], [(1, 1, 1, 1), (1, 2, 3, 3)]):
        state = with_rows(table_with_code(rules, (4, 2, 1, 3)), 2, rows)
        action = player(level).choose(observe(state, 2), QUICK, Random(0))
        assert isinstance(action, Guess)
        assert sorted(action.code) == [1, 2, 3, 4]
