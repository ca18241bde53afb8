"""Swapping what a seat cannot see never changes what its player does; and a player that peeks is found.

The tables and the histories are those of the swap test in `tests/properties`. Before a player is asked, it is asked in
all other seats of that table, as in a match where one program plays every seat: what it computed there must not help it
here.
"""

from collections.abc import Callable, Iterator
from random import Random

import pytest

from keypeg.contests.driver import apply_action
from keypeg.core.actions import Action, Answer, GiveMark, Guess, SetCode
from keypeg.core.apply import apply
from keypeg.core.edition import Edition
from keypeg.core.observe import observe
from keypeg.core.state import State, new_match
from keypeg.players import Player
from properties.test_visibility import TABLES, some_cuts
from support.player_levels import ALL, QUICK, player
from support.random_play import (
    CALM,
    MIXED,
    STUBBORN,
    Played,
    code_to_find,
    edition_from,
    play,
    random_code,
    right_mark,
    whole_code,
)
from support.swapped_secrets import other_tables
from support.thoroughness import some_of

pytestmark = pytest.mark.no_cover  # slow and repetitive: other tests cover the same code faster

PAIRS = 4
"""The least number of pairs of tables; more where a player has had nothing to do yet."""

Chooser = Callable[[State, int, Random], Action | None]
"""Chooses an action with access to the whole table, though it should only look at what the seat sees."""


def named(edition: Edition) -> str:
    return " ".join((edition.id, *("=".join(chosen) for chosen in edition.chosen)))


def fair(bot: Player) -> Chooser:
    """A player that is shown its view and nothing else."""
    return lambda state, seat, rng: bot.choose(observe(state, seat), QUICK, rng)


def swapped(edition: Edition, seed: int, matches: int, cuts: int) -> Iterator[tuple[State, State, int]]:
    """Pairs of tables that a seat cannot tell apart, at points when that seat may act."""
    rng = Random(seed)
    for number in range(matches):
        temper = (STUBBORN, MIXED, CALM)[number % 3]
        played: Played = play(edition, rng, temper._replace(patience=40))
        for cut in some_cuts(played, rng, cuts):
            state = played.states[cut]
            for seat in range(1, edition.seats + 1):
                if observe(state, seat).legal:
                    yield from ((state, other, seat) for other in other_tables(played, cut, seat, rng, most=1))


def choices(state: State, other: State, seat: int, chooser: Chooser, seed: int) -> list[Action | None]:
    """The choices at both tables, each made after all other seats have been asked as well."""
    actions = []
    for table in (state, other):
        for neighbour in range(1, table.edition.seats + 1):
            if neighbour != seat and observe(table, neighbour).legal:
                chooser(table, neighbour, Random(seed))
        actions.append(chooser(table, seat, Random(seed)))
    return actions


@pytest.mark.parametrize("edition", some_of(TABLES, quick=11), ids=named)
def test_a_choice_depends_only_on_what_the_seat_sees(edition: Edition) -> None:
    levels = {name: player(name) for name in ALL if player(name).keeps_code or not edition.dealt}
    acted: set[str] = set()
    for number, (state, other, seat) in enumerate(swapped(edition, seed=1, matches=9, cuts=3)):
        if number >= PAIRS and acted == set(levels):
            return
        for name, bot in levels.items():
            choice, same = choices(state, other, seat, fair(bot), number)
            assert choice == same, f"{name} in seat {seat}"
            acted |= {name} if choice is not None else set()
    assert acted == set(levels), "each of them must have had something to do"


@pytest.mark.parametrize("edition", some_of([table for table in TABLES if not table.dealt], quick=9), ids=named)
def test_so_does_the_code_that_the_devil_changes_to(edition: Edition) -> None:
    think = player("devil").change_code
    assert think is not None
    tried = 0
    for number, (state, other, seat) in enumerate(swapped(edition, seed=2, matches=2, cuts=4)):
        views = [observe(table, seat) for table in (state, other)]
        board = next((board for board in views[0].boards if seat in board.makers), None)
        if views[0].code is not None and board is not None:
            guess = random_code(edition.guess_space(board.number), Random(number))
            assert guess is not None
            assert think(views[0], guess, Random(number)) == think(views[1], guess, Random(number))
            tried += 1
    assert tried or edition.secrets.makers.value == "one", "only one who alone has a secret sees everything"


def test_the_changed_code_of_the_devil_does_not_reveal_a_hidden_guess() -> None:
    """Both guess together: it may change its code for a guess that is still hidden, and then guesses itself."""
    rules, devil = edition_from("challenge-2001", holes=4, rounds=1), player("devil")
    codes, seats = list(rules.secrets.space), {2: devil}
    taken = questions = 0
    for seed in range(20):
        rng = Random(seed)
        state = new_match(rules)
        for seat in (1, 2):
            state = apply(state, seat, SetCode(rng.choice(codes))).state
        for row in rng.sample(codes, rng.randint(1, 3)):
            for seat in (1, 2):
                state = apply_action(state, seats, seat, Guess(row), rng).step.state
        if state.finished:
            continue
        hidden = [apply_action(state, seats, 1, Guess(row), Random(1)).step.state for row in rng.sample(codes, 6)]
        assert len({devil.choose(observe(table, 2), QUICK, Random(0)) for table in hidden}) == 1
        taken += len({table.round.codes[1] for table in hidden})
        questions += 1
    assert questions > 10
    assert taken > 2 * questions, "it has taken other codes"


# Players that peek


def guesses_the_code(state: State, seat: int, rng: Random) -> Action | None:
    """Guesses the code, which it must not know."""
    if observe(state, seat).allowed(Guess) and (code := code_to_find(state, seat)):
        return Guess(code)
    return fair(player("casual"))(state, seat, rng)


def answers_the_code(state: State, seat: int, rng: Random) -> Action | None:
    """Where parts are dealt: puts the others' parts in its row."""
    may = observe(state, seat).allowed(Guess)
    code = whole_code(state)
    if may is not None and may.space is not None and code is not None:
        row = tuple(peg or 1 for peg in code)
        return Guess(row) if row in may.space else fair(player("casual"))(state, seat, rng)
    return Answer(code) if code is not None and observe(state, seat).allowed(Answer) else None


def counts_on_the_code(state: State, seat: int, rng: Random) -> Action | None:
    """Plays fairly, but with random numbers that depend on what it must not know."""
    pegs = sum(sum(code) for code in state.round.codes if code is not None)
    return player("casual").choose(observe(state, seat), QUICK, Random(rng.getrandbits(32) + pegs))


def sees_the_hidden_guess(state: State, seat: int, rng: Random) -> Action | None:
    """Guesses what the other has just placed, while it is hidden."""
    placed = [board.rows[-1].guess for board in state.round.boards if seat not in board.breakers and board.rows]
    return Guess(placed[0]) if placed and observe(state, seat).allowed(Guess) else None


def remembers() -> Chooser:
    """Plays fairly in each seat, but remembers in one what it has seen in the other."""
    seen: dict[int, object] = {}

    def chooser(state: State, seat: int, rng: Random) -> Action | None:
        view = observe(state, seat)
        seen[seat] = view.code
        others = [code for other, code in sorted(seen.items()) if other != seat]
        return player("casual").choose(view, QUICK, Random(f"{rng.random()} {others}"))

    return chooser


def marks_by_the_other_code(state: State, seat: int, rng: Random) -> Action | None:
    """Marks by the code of the other, where each has made one."""
    codes = [code for other, code in enumerate(state.round.codes, 1) if other != seat and code is not None]
    may = observe(state, seat).allowed(GiveMark)
    if may is None or not codes:
        return None
    row = observe(state, seat).board(may.board).rows[-1]
    return GiveMark(right_mark(state.edition.marking, codes[0], row.guess))


CHEATS: dict[str, tuple[Edition, Chooser]] = {
    "who guesses the code": (edition_from("classic"), guesses_the_code),
    "who guesses the code in a family": (edition_from("hasbro-2004", seats=3), guesses_the_code),
    "who knows all parts": (edition_from("mastermind-44", rounds=2), answers_the_code),
    "whose luck depends on the code": (edition_from("classic"), counts_on_the_code),
    "who sees the hidden guess": (edition_from("challenge-2001", holes=4), sees_the_hidden_guess),
    "a player that remembers another table": (edition_from("parker-1974", rounds=2), remembers()),
    "a player that marks by hidden codes": (
        edition_from("parker-1974", **{"by-hand": "yes", "rounds": 2}),
        marks_by_the_other_code,
    ),
}


@pytest.mark.parametrize("cheat", CHEATS)
def test_a_player_that_peeks_is_found(cheat: str) -> None:
    edition, chooser = CHEATS[cheat]
    pairs = list(swapped(edition, seed=1, matches=3, cuts=5))
    both = [choices(state, other, seat, chooser, number) for number, (state, other, seat) in enumerate(pairs)]
    assert any(choice != other for choice, other in both)
