"""Illegal actions are refused with their reason, and nothing changes."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from random import Random
from typing import Any

import numpy as np
import pytest

from keypeg.analysis.hints import find_hints
from keypeg.contests.driver import check_seats
from keypeg.core.actions import Action, Guess
from keypeg.core.code_text import Colour
from keypeg.core.codes import CodeSpace
from keypeg.core.edition import Makers, WrongMark
from keypeg.core.errors import RuleError
from keypeg.core.exchange import exchange_code
from keypeg.core.marks import BLACK_WHITE, PARTS
from keypeg.core.observe import observe
from keypeg.core.view import View
from keypeg.draws.daily_calendar import check_day
from keypeg.editions import edition
from keypeg.players import Player, casual
from keypeg.puzzles.generator import make_puzzle
from keypeg.puzzles.puzzle import Difficulty, PuzzleKind
from keypeg.records.position_links import read_position
from keypeg.solver.beam.parallel_beam import check_beam_game
from keypeg.solver.game.guessing_game import GuessingGame, game_for, game_of
from keypeg.solver.game.mark_sums import peg_mark_sums
from keypeg.solver.one_step.grow import one_step_strategy
from keypeg.solver.one_step.rules import Rule
from keypeg.solver.proof.optimal import optimal_strategy
from keypeg.solver.strategy.costs import costs_within
from keypeg.study.study_board import new_board
from support.played_table import Table, refused, setup_error

DEAL = "table deal R.... .B... ..Y.. ...G."
ROWS = ("1 guess RKKKK", "2 guess KBKKK", "3 guess KKYKK", "4 guess KKKGK")


def classic(*lines: str, **options: object) -> Callable[[], Table]:
    return lambda: Table("classic", *lines, **options)


def dealt(*lines: str, **options: object) -> Callable[[], Table]:
    return lambda: Table("mastermind-44", DEAL, *lines, **options)


SET = "1 code RRBY"
FICKLE = Player("fickle", casual.PLAYER.choose, lambda view, guess, rng: guess)
OVER = ("1 resign", "2 resign")
ACTIONS: dict[str, tuple[Callable[[], Table], str | tuple[int, Action]]] = {
    "wrong-length": (classic(SET), "2 guess RRB"),
    "no-such-colour": (classic(SET), (2, Guess((1, 2, 3, 7)))),
    "blank-not-allowed": (classic(SET), "2 guess RRB."),
    "too-many-blanks": (dealt("1 call"), "1 answer RB..."),
    "too-few-blanks": (dealt("1 call"), "1 answer RBYGW"),
    "repeat-not-allowed": (lambda: Table("hasbro-2004"), "1 code PPBY"),
    "impossible-mark": (classic(SET, "2 guess RRRR", by_hand=True), "1 mark 3b1w"),
    "no-such-row": (classic(SET, "2 guess RRRR", "1 mark 2b0w", by_hand=True), "2 claim 2"),
    "mark-is-right": (
        classic(SET, "2 guess RGGG", "1 mark 0b1w", "2 guess RRBY", "1 mark 4b0w", by_hand=True),
        "2 claim 2",
    ),
    "nothing-to-claim": (classic(SET, by_hand=True), "2 claim 1"),
    "already-claimed": (
        classic(SET, "2 guess RRRR", "1 mark 2b0w", "2 claim 1", "2 guess RRRR", "1 mark 2b0w", by_hand=True),
        "2 claim 1",
    ),
    "nothing-to-accept": (classic(SET, by_hand=True), "2 accept"),
    "round-revealed": (classic(SET, "2 guess RRRR", "1 mark 4b0w", by_hand=True), "2 guess RRBY"),
    "match-over": (classic(*OVER), SET),
    "no-such-seat": (classic(SET), "3 guess RRBY"),
    "not-your-turn": (dealt(), ROWS[1]),
    "not-a-maker": (classic(), "2 code RRBY"),
    "not-a-breaker": (classic(SET), "1 guess RRBY"),
    "codes-first": (classic(), "2 guess RRBY"),
    "code-already-set": (classic(SET), "1 code RRRR"),
    "codes-are-dealt": (lambda: Table("mastermind-44"), "1 code R...."),
    "nothing-to-deal": (classic(), "table deal RRBY RRBY"),
    "wrong-deal": (lambda: Table("mastermind-44"), "table deal R.... B.... ..Y.. ...G."),
    "too-few-counters": (
        lambda: Table("house", seats=5, holes=5, marking="parts"),
        "table deal R.... .R... ..R.. ...R. ....R",
    ),
    "guess-already-placed": (classic(SET, "2 guess RRRR", by_hand=True), "2 guess RRBY"),
    "mark-first": (
        lambda: Table("parker-1974", "1 code BYR", "2 code GGO", "1 guess GGG", by_hand=True),
        "2 guess BYR",
    ),
    "nothing-to-mark": (classic(SET, by_hand=True), "1 mark 0b0w"),
    "referee-marks": (classic(SET, "2 guess RRRR"), "1 mark 2b0w"),
    "rows-used-up": (dealt(*ROWS * 4), ROWS[0]),
    "out-of-round": (dealt("1 resign"), ROWS[0]),
    "no-calls": (classic(SET), "2 call"),
    "call-first": (dealt(), "1 answer RBYG."),
    "play-has-stopped": (dealt("2 call"), ROWS[0]),
    "nothing-to-pass": (dealt(), "1 pass"),
    "nobody-late": (lambda: Table("mastermind-44"), "table timeout 1"),
    "not-late": (classic(SET), "table timeout 1"),
    "table-only": (lambda: Table("mastermind-44"), "1 deal R.... .B... ..Y.. ...G."),
    "seats-only": (classic(), "table code RRBY"),
}
"""For every error of an action: a table, and an action that raises it there."""
SET_UPS: dict[str, tuple[str, dict[str, object]]] = {
    "out-of-range": ("classic", {"rounds": 102}),
    "rounds-even": ("classic", {"rounds": 3}),
    "rounds-odd": ("challenge-2001", {"rounds": 2}),
    "rounds-are-seats": ("hasbro-2004", {"seats": 3, "rounds": 2}),
    "practice-is-one-round": ("classic", {"practice": True, "rounds": 4}),
    "too-few-colours": ("house", {"holes": 8, "repeats": False}),
    "guess-cannot-reach": ("house", {"guess_repeats": False}),
    "each-needs-two-seats": ("house", {"seats": 3, "makers": "each"}),
    "one-maker-in-turn": ("house", {"turns": "race"}),
    "parts-need-holes": ("house", {"seats": 5, "marking": "parts"}),
    "parts-go-together": ("house", {"makers": "dealt"}),
    "parts-without-blanks": ("house", {"marking": "parts", "blanks": True}),
    "scoring-needs-one-maker": ("house", {"makers": "each", "scoring": "rows"}),
    "majority-needs-round-points": ("house", {"scoring": "rows", "ends": "majority"}),
    "award-needs-round-points": ("house", {"wrong_mark": "award"}),
    "choice-needs-one-breaker": ("house", {"wrong_mark": "choice", "seats": 3}),
    "scoring-needs-seats": ("house", {"seats": 4, "scoring": "breaker-rows"}),
    "scoring-needs-key-pegs": ("house", {"seats": 3, "rows": 12, "scoring": "family", "marking": "sum"}),
    "scoring-needs-rows": ("house", {"seats": 3, "scoring": "family"}),
    "handicap-needs-five": ("challenge-2001", {"handicap": 1, "holes": 4}),
    "two-parts-two-seats": ("mastermind-44", {"parts": 2}),
}
"""For every error of a table's options: an edition and options that raise it."""

CLASSIC = edition("classic")


def indistinct_game() -> GuessingGame:
    """A game whose guesses cannot distinguish all codes."""
    game = game_of(CodeSpace(2, 4), CodeSpace(2, 4), BLACK_WHITE)
    guesses = np.array([(1, 1), (1, 2), (2, 2)], np.uint8)
    return replace(game, guesses=guesses, mark_sums=peg_mark_sums(BLACK_WHITE, game.codes, guesses)[0])


def no_choice(view: View, thinking_time: float, rng: Random) -> None:
    """A player that never acts."""


BY_HAND_BUILT: dict[str, Callable[[], object]] = {
    "palette-letters": lambda: replace(CLASSIC, palette=(CLASSIC.palette[0],) * 6),
    "blanks-out-of-range": lambda: replace(
        CLASSIC, guesses=replace(CLASSIC.guesses, space=CodeSpace(4, 6, most_blanks=5))
    ),
    "codes-differ": lambda: replace(CLASSIC, palette=CLASSIC.palette[:5]),
    "marks-by-others": lambda: read_position("parker-1974~~1-RBY_1-1b0w"),
    "no-such-guess": lambda: game_for(CLASSIC).guess_number((1, 1, 1)),
    "game-too-large": lambda: game_for(edition("house", holes=8, colours=20)),
    "no-exact-search": lambda: optimal_strategy(game_for(edition("mastermind-44", seats=2))),
    "no-beam-search": lambda: check_beam_game(game_for(edition("traffic-jam-2000", option=1))),
    "no-such-puzzle": lambda: make_puzzle(edition("house", rows=1), PuzzleKind.ONE_CODE, Difficulty.EASY, "none"),
    "no-daily-code": lambda: check_day(date(2026, 1, 3), today=date(2026, 1, 2)),
    "no-best-guess": lambda: make_puzzle(edition("mastermind-44"), PuzzleKind.BEST_GUESS, Difficulty.EASY, "none"),
    "no-strategy-within": lambda: optimal_strategy(game_for(edition("parker-1974")), costs_within(2)),
    "codes-indistinguishable": lambda: one_step_strategy(indistinct_game(), Rule.MINIMAX),
    "too-many-guesses": lambda: optimal_strategy(game_of(CodeSpace(1, 60), CodeSpace(1, 60), BLACK_WHITE)),
    "nothing-to-exchange": lambda: exchange_code(Table("classic").state, 1, (1, 1, 1, 1)),
    "code-does-not-fit": lambda: exchange_code(Table("classic", SET, "2 guess RRRR").state, 1, (1, 1, 1, 1)),
    "must-commit": lambda: check_seats(CLASSIC, {1: Player("shifty", no_choice, lambda *_: ())}, committed=True),
    "parts-not-dealt": lambda: new_board(CLASSIC, 2, "RRBB"),
    "parts-not-analysed": lambda: find_hints(edition("mastermind-44"), 1, ()),
    "own-parts-needed": lambda: new_board(edition("mastermind-44"), 4),
}
"""For errors that no option and no action can raise: code that raises them."""
CASES = (ACTIONS, SET_UPS, BY_HAND_BUILT)


@pytest.mark.parametrize("reason", sorted(RuleError.codes))
def test_every_rule_error_is_raised_where_it_applies(reason: str) -> None:
    assert sum(reason in cases for cases in CASES) == 1, f"no case, or two, for the reason {reason}"
    if reason in ACTIONS:
        table, line = ACTIONS[reason]
        assert refused(table(), line) == reason
    elif reason in SET_UPS:
        name, options = SET_UPS[reason]
        assert setup_error(name, **options) == reason
    else:
        with pytest.raises(RuleError) as caught:
            BY_HAND_BUILT[reason]()
        assert caught.value.code == reason
        assert str(caught.value)


def test_every_case_is_for_an_existing_error() -> None:
    assert {reason for cases in CASES for reason in cases} == RuleError.codes


@pytest.mark.parametrize(
    "parts",
    [
        {"seats": 1},
        {"seats": 6},
        {"guesses": replace(CLASSIC.guesses, rows=0)},
        {"wrong_mark": WrongMark(points=-1)},
        {"wrong_mark": WrongMark(bars_calls=True)},
        {"secrets": replace(CLASSIC.secrets, short_seat=3, short_holes=3)},
        {"secrets": replace(CLASSIC.secrets, short_seat=1, short_holes=0)},
        {"secrets": replace(CLASSIC.secrets, space=CodeSpace(4, 6, most_blanks=-1))},
        {"palette": (*CLASSIC.palette[:5], Colour(".", "dot"))},
        {"match": replace(CLASSIC.match, rounds=0)},
        {"guesses": replace(CLASSIC.guesses, space=CodeSpace(5, 6))},
        {"guesses": replace(CLASSIC.guesses, space=CodeSpace(4, 5))},
        {"secrets": replace(CLASSIC.secrets, space=CodeSpace(4, 6, most_blanks=1))},
        {"secrets": replace(CLASSIC.secrets, parts=1)},
        {"secrets": replace(CLASSIC.secrets, makers=Makers.DEALT), "marking": PARTS},
    ],
)
def test_parts_that_do_not_fit_together_are_refused(parts: dict[str, Any]) -> None:
    with pytest.raises(RuleError):
        replace(CLASSIC, **parts)


def test_the_sentence_names_what_is_wrong() -> None:
    def sentence(line: str) -> str:
        table = Table("classic", SET)
        with pytest.raises(RuleError) as caught:
            table.does(line)
        return str(caught.value)

    assert sentence("2 guess RRB") == "A code has 4 holes here, not 3."
    assert sentence("2 guess RR.Y") == "Hole 3 must not be left blank."
    assert sentence("3 guess RRBY") == "There is no seat 3 (seats are numbered 1 to 2)."


@pytest.mark.parametrize("seat", [-1, 3, 99])
def test_a_seat_that_does_not_exist_can_do_nothing_and_sees_nothing(seat: int) -> None:
    table = Table("classic", SET)
    assert refused(table, (seat, Guess((1, 1, 2, 3)))) == "no-such-seat"
    with pytest.raises(RuleError) as caught:
        observe(table.state, seat)
    assert caught.value.code == "no-such-seat"


def test_the_table_has_no_view_of_its_own() -> None:
    with pytest.raises(RuleError) as caught:
        observe(Table("classic").state, 0)
    assert caught.value.code == "no-such-seat"


@pytest.mark.parametrize("line", ["code RRBY", "guess RRBY", "mark 0b0w", "claim 1", "call", "answer RRBY", "pass"])
def test_the_table_itself_does_not_play(line: str) -> None:
    assert refused(Table("classic"), f"table {line}") == "seats-only"


@pytest.mark.parametrize("name", ["hasbro-2000", "classic", "traffic-jam-2000", "hasbro-2004", "parker-1974"])
@pytest.mark.parametrize("line", ["2 call", "2 answer RRBY", "2 pass"])
def test_nobody_calls_where_a_code_is_broken_by_a_guess(name: str, line: str) -> None:
    assert refused(Table(name), line) == "no-calls"


@pytest.mark.parametrize(
    "line",
    [
        "1 code RRBY",
        "2 guess RRBY",
        "1 mark 0b0w",
        "2 claim 1",
        "2 call",
        "2 answer RRBY",
        "2 pass",
        "2 resign",
        "table timeout 2",
        "table deal RRBY RRBY",
    ],
)
def test_nothing_can_be_done_when_the_match_is_over(line: str) -> None:
    assert refused(Table("classic", *OVER, by_hand=True), line) == "match-over"


@pytest.mark.parametrize("pegs", [(1, 2, 3, 7), (1, 2, 3, -1), (99, 1, 1, 1)])
@pytest.mark.parametrize("name", ["classic", "traffic-jam-2000"])
def test_a_peg_of_an_unknown_colour_is_refused(name: str, pegs: tuple[int, ...]) -> None:
    option = {"option": 3} if name == "traffic-jam-2000" else {}
    table = Table(name, "1 code RRBY", **option)
    assert refused(table, (2, Guess(pegs))) == "no-such-colour"


def test_a_code_is_set_once_and_not_changed() -> None:
    table = Table("parker-1974", "1 code BYR")
    assert refused(table, "1 code BYR") == "code-already-set"
    table.does("2 code GGO", "1 guess WWW")
    assert refused(table, "1 code GGG") == "code-already-set"


@pytest.mark.parametrize(
    "changes", [{"counters": -1}, {"counters": 21}, {"space": CodeSpace(5, 6)}, {"space": CodeSpace(5, 6, True, 2, 2)}]
)
def test_parts_that_cannot_be_dealt_are_refused(changes: dict[str, Any]) -> None:
    rules = edition("mastermind-44")
    with pytest.raises(RuleError):
        replace(rules, secrets=replace(rules.secrets, **changes))
