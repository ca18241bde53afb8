"""Books: the claims of each hold when it is played by the rules, and a damaged book is refused."""

import json
import runpy
import zlib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from keypeg.core.errors import ReadError
from keypeg.core.marks import BLACK_WHITE, COLOURS, SUM
from keypeg.editions import edition
from keypeg.records.edition_links import read_edition
from keypeg.solver.game.guessing_game import GuessingGame, game_for
from keypeg.solver.one_step.grow import one_step_strategy
from keypeg.solver.one_step.rules import Rule
from keypeg.solver.proof.optimal import optimal_strategy
from keypeg.solver.strategy import book_files
from keypeg.solver.strategy.book_files import (
    DUEL_SUFFIX,
    Book,
    Claims,
    book_for,
    book_names,
    load_book,
    read_book,
    write_book,
)
from keypeg.solver.strategy.tree import NOWHERE, Strategy, Tally, tally_of
from keypeg.solver.strategy.verify import play_all
from support.plain_solver import refusal_code, small_game
from support.thoroughness import examples, some_of

pytestmark = pytest.mark.no_cover  # these tests repeat much code that faster tests cover

many_examples = examples(300)

MADE = runpy.run_path(str(Path(__file__).parents[2] / "tools" / "books.py"))
"""The names in the tool that makes the books."""
PROVEN: tuple[str, ...] = MADE["PROVEN"]
WIDE_FROM: dict[str, str] = MADE["WIDE_FROM"]

TOTALS = dict(zip(PROVEN, (854, 436, 5625, 5561, 6501, 12997, 7797, 20471, 34666), strict=True))
"""The totals of the optimal strategies."""

SLOW = {"traffic-jam-2000~option_3", "hasbro-2000", "hasbro-2000-advanced"}
"""Editions whose proofs take longer than a test should."""


def game_named(name: str) -> GuessingGame:
    return game_for(read_edition(name, []))


def book_named(name: str) -> Book:
    book = book_for(game_named(name))
    assert book is not None
    return book


def claimed_tally(claims: Claims) -> Tally:
    return Tally(claims.codes, claims.total, claims.worst, claims.histogram)


def book_of(strategy: Strategy, **changes: Any) -> Book:
    """A book with true claims about its strategy, except for these changes."""
    tally = tally_of(strategy)
    claims = Claims(
        "entropy", tally.codes, tally.total, tally.worst, tally.histogram, tally.codes, "none", 0.25, "keypeg strategy"
    )
    return Book(replace(claims, **changes), strategy)


# The books in the package


@pytest.mark.parametrize("name", book_names())
def test_the_claims_of_a_book_hold_when_it_is_played_by_the_rules(name: str) -> None:
    book = load_book(name)
    assert play_all(book.strategy) == claimed_tally(book.claims) == tally_of(book.strategy)
    assert book.strategy.game.key == name.removesuffix(DUEL_SUFFIX)
    assert sum(book.claims.histogram) == book.claims.codes
    assert book.claims.lower_bound <= book.claims.total


def test_the_books_are_those_that_the_tool_makes() -> None:
    expected = {game_named(name).key for name in (*PROVEN, *WIDE_FROM, *MADE["CERTAIN"])}
    duels = {game_named(name).key + DUEL_SUFFIX for name in MADE["FOR_THE_DUEL"]}
    assert sorted(expected | duels) == book_names()


@pytest.mark.parametrize("name", [*PROVEN, *WIDE_FROM])
def test_an_edition_finds_its_book(name: str) -> None:
    book = book_named(name)
    assert book.strategy.game.key == game_named(name).key
    assert book.claims.proven is (name in PROVEN)
    words = book.claims.command.split()
    assert words[:2] == ["keypeg", "strategy"]
    assert game_named(words[2]).key == game_named(name).key
    assert words[3:5] == ["--rule", book.claims.rule]


@pytest.mark.parametrize(
    ("name", "same"),
    [
        ("hasbro-2004~experts_yes", "hasbro-2000"),
        ("challenge-2001~holes_4", "hasbro-2000"),
        ("classic~rows_12", "classic"),
        ("parker-1974~by-hand_yes", "parker-1974"),
        ("house", "classic"),
        ("house~holes_5~colours_8", "challenge-2001"),
        ("hasbro-2004~seats_5", "hasbro-2004"),
    ],
)
def test_editions_with_the_same_game_share_their_book(name: str, same: str) -> None:
    assert book_named(name) is book_named(same)


@pytest.mark.parametrize("name", ["house~holes_2", "house~colours_7", "house~marking_colours~colours_7"])
def test_a_game_that_is_not_solved_has_no_book(name: str) -> None:
    assert book_for(game_named(name)) is None


def test_each_seat_finds_the_book_of_its_own_game() -> None:
    handicap = edition("challenge-2001", handicap=1)
    keys = {game_for(handicap, seat).key for seat in (1, 2)}
    assert keys == {game_named("hasbro-2000").key, game_named("challenge-2001").key}


@pytest.mark.parametrize("name", PROVEN)
def test_optimal_strategies_have_their_known_totals(name: str) -> None:
    claims = book_named(name).claims
    assert claims.total == claims.lower_bound == TOTALS[name]
    assert claims.rule == "optimal"
    assert claims.proof == "branch and bound to the end"


@pytest.mark.parametrize("name", some_of([name for name in PROVEN if name not in SLOW], quick=3))
def test_a_proof_can_be_repeated(name: str) -> None:
    optimum = optimal_strategy(game_named(name))
    assert optimum.proven
    assert optimum.cost == book_named(name).claims.total == play_all(optimum.strategy).total


@pytest.mark.parametrize("name", WIDE_FROM)
def test_a_book_without_proof_claims_none(name: str) -> None:
    claims = book_named(name).claims
    assert claims.rule == "wide"
    assert claims.proof.startswith("none")
    assert claims.lower_bound < claims.total
    assert not claims.proven


def test_all_books_together_are_small() -> None:
    folder = files("keypeg.solver") / "data"
    assert sum(len(entry.read_bytes()) for entry in folder.iterdir()) < 2_000_000


@pytest.mark.parametrize("name", ["", "nothing", "classic", "../books", "black-white-4x6.book", "BLACK-WHITE-4X6"])
def test_an_unknown_book_is_refused(name: str) -> None:
    assert refusal_code(lambda: load_book(name)) == "unknown-book"
    with pytest.raises(ReadError, match="black-white-4x6"):
        load_book(name)


# Writing and reading


@pytest.mark.parametrize(
    "game",
    [
        small_game(3, 6),
        small_game(3, 5, repeats=False, free_guesses=True),
        small_game(3, 4, SUM),
        small_game(3, 4, COLOURS),
        small_game(2, 3, blanks=2),
        small_game(7, 2),
        small_game(3, 1),
        game_for(edition("mastermind-44", seats=2)),
        game_for(edition("mastermind-44", seats=2, parts=2)),
    ],
    ids=lambda game: game.key,
)
def test_a_written_book_can_be_read(game: GuessingGame) -> None:
    book = book_of(one_step_strategy(game, Rule.ENTROPY))
    again = read_book(write_book(book), "a book")
    assert again.claims == book.claims
    assert again.strategy.game.key == game.key
    assert again.strategy.guesses_needed().tolist() == book.strategy.guesses_needed().tolist()
    assert play_all(again.strategy) == claimed_tally(book.claims)
    assert write_book(again) == write_book(book)


@pytest.mark.parametrize("name", book_names())
def test_writing_a_book_again_does_not_change_it(name: str) -> None:
    data = (files("keypeg.solver") / "data" / f"{name}.book").read_bytes()
    head, body = write_book(load_book(name)).split(b"\n", 1)
    assert json.loads(head) == json.loads(data.split(b"\n", 1)[0])
    assert zlib.decompress(body) == zlib.decompress(data.split(b"\n", 1)[1])


def test_unreachable_nodes_are_not_written() -> None:
    strategy = one_step_strategy(small_game(2, 3), Rule.ENTROPY)
    more = replace(
        strategy,
        guess=np.append(strategy.guess, np.int32(0)),
        child=np.append(strategy.child, np.full((1, strategy.child.shape[1]), NOWHERE, np.int32), axis=0),
    )
    assert write_book(book_of(more)) == write_book(book_of(strategy))


def test_a_book_is_proven_if_its_total_is_the_lower_bound() -> None:
    strategy = one_step_strategy(small_game(2, 3), Rule.ENTROPY)
    total = tally_of(strategy).total
    assert book_of(strategy, lower_bound=total).claims.proven
    assert not book_of(strategy, lower_bound=total - 1).claims.proven


# Damage


SOUND = write_book(book_of(one_step_strategy(small_game(3, 4), Rule.ENTROPY)))
HEAD, BODY = json.loads(SOUND.split(b"\n", 1)[0]), zlib.decompress(SOUND.split(b"\n", 1)[1])


def assemble(head: Any, body: bytes) -> bytes:
    """A book with this first line and these nodes."""
    return json.dumps(head).encode() + b"\n" + zlib.compress(body)


def nodes(guesses: list[int], masks: list[int]) -> bytes:
    return assemble(
        HEAD | {"nodes": len(guesses)}, np.array(guesses, "<u4").tobytes() + np.array(masks, "<u8").tobytes()
    )


def without(key: str) -> Any:
    return {name: value for name, value in HEAD.items() if name != key}


DAMAGED: dict[str, bytes] = {
    "empty": b"",
    "no first line": b"\n" + SOUND,
    "first line alone": SOUND.split(b"\n", 1)[0],
    "first line and nothing": SOUND.split(b"\n", 1)[0] + b"\n",
    "cut short": SOUND[:-1],
    "cut in the first line": SOUND[:40],
    "text": b"Dear diary,\n",
    "no UTF-8": b"\xff\xfe" + SOUND,
    "another format": SOUND.replace(b"keypeg-book-1", b"keypeg-book-2"),
    "a flipped bit": SOUND[:-20] + bytes([SOUND[-20] ^ 4]) + SOUND[-19:],
    "not packed": SOUND.split(b"\n", 1)[0] + b"\n" + BODY,
    "a number": b"5\n" + SOUND,
    "a list": b"[]\n" + SOUND,
    "nodes missing": nodes([0], [0b11]),
    "a node too many": nodes([0, 1], [0, 0]),
    "fewer nodes than claimed": assemble(HEAD | {"nodes": HEAD["nodes"] + 1}, BODY),
    "more nodes than claimed": assemble(HEAD | {"nodes": HEAD["nodes"] - 1}, BODY),
    "nodes below zero": assemble(HEAD | {"nodes": -1}, BODY),
    "nodes without end": assemble(HEAD, BODY).replace(f'"nodes": {HEAD["nodes"]}'.encode(), b'"nodes": Infinity'),
    "a guess out of range": nodes([64], [0]),
    "a guess far out of range": nodes([2**32 - 1], [0]),
    "a mark that does not exist": nodes([0, 1], [1 << 60, 0]),
    "no claims": assemble(without("claims"), BODY),
    "a claim missing": assemble(HEAD | {"claims": {"rule": "optimal"}}, BODY),
    "a claim too many": assemble(HEAD | {"claims": HEAD["claims"] | {"mood": "good"}}, BODY),
    "no puzzle": assemble(without("puzzle"), BODY),
    "an unknown marking": assemble(HEAD | {"puzzle": HEAD["puzzle"] | {"marking": "smiles"}}, BODY),
    "a puzzle too large": assemble(
        HEAD | {"puzzle": HEAD["puzzle"] | {"secrets": HEAD["puzzle"]["secrets"] | {"colours": 1000}}}, BODY
    ),
    "codes that cannot be guessed": assemble(
        HEAD | {"puzzle": HEAD["puzzle"] | {"secrets": HEAD["puzzle"]["secrets"] | {"colours": 5}}}, BODY
    ),
    "codes of another length": assemble(
        HEAD | {"puzzle": HEAD["puzzle"] | {"secrets": HEAD["puzzle"]["secrets"] | {"holes": 2}}}, BODY
    ),
    "brackets without end": b"[" * 100_000 + b"\n",
}
"""Bytes that are not a book."""


@pytest.mark.parametrize("damage", DAMAGED)
def test_a_damaged_book_is_refused(damage: str) -> None:
    with pytest.raises(ReadError) as caught:
        read_book(DAMAGED[damage], "my-book")
    assert caught.value.code == "unreadable-book"
    assert "my-book" in str(caught.value)


def check_readable_or_refused(data: bytes) -> None:
    """Bytes that cannot be read are refused as a bad book; a book that can be read can be played or fails the check."""
    error_code = ""
    try:
        book = read_book(data, "it")
    except ReadError as error:
        error_code = error.code
    if error_code:
        assert error_code == "unreadable-book"
        return
    with suppress(ValueError):
        play_all(book.strategy)


@many_examples
@given(st.lists(st.tuples(st.integers(0, len(SOUND) - 1), st.integers(1, 255)), min_size=1, max_size=4))
def test_changed_bytes_do_no_harm(changes: list[tuple[int, int]]) -> None:
    data = bytearray(SOUND)
    for index, flips in changes:
        data[index] ^= flips
    check_readable_or_refused(bytes(data))


@many_examples
@given(st.integers(0, len(SOUND)), st.binary(max_size=20), st.integers(0, 20))
def test_inserted_or_deleted_bytes_do_no_harm(index: int, inserted: bytes, deleted: int) -> None:
    check_readable_or_refused(SOUND[:index] + inserted + SOUND[index + deleted :])


@many_examples
@given(st.lists(st.tuples(st.integers(0, len(BODY) - 1), st.integers(1, 255)), min_size=1, max_size=4))
@example([(0, 1)])
def test_changed_nodes_do_no_harm(changes: list[tuple[int, int]]) -> None:
    data = bytearray(BODY)
    for index, flips in changes:
        data[index] ^= flips
    check_readable_or_refused(assemble(HEAD, bytes(data)))


def key_paths(value: Any, path: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """The paths of keys to every value in nested dictionaries."""
    own_path = [path] if path else []
    return (
        own_path + [inner_path for key, inner in value.items() for inner_path in key_paths(inner, (*path, key))]
        if isinstance(value, dict)
        else own_path
    )


def change_value(value: Any, path: tuple[str, ...], new: Any) -> Any:
    return new if not path else value | {path[0]: change_value(value[path[0]], path[1:], new)}


ODD_VALUES = [
    None,
    True,
    -1,
    0,
    1,
    2,
    9,
    1000,
    1.5,
    "",
    "x",
    "optimal",
    "sum",
    "parts",
    [],
    [1],
    [-1, 2],
    ["x"],
    {},
    {"a": 1},
]


@pytest.mark.parametrize("path", key_paths(HEAD), ids="-".join)
def test_odd_values_in_the_first_line_do_no_harm(path: tuple[str, ...]) -> None:
    for new in ODD_VALUES:
        check_readable_or_refused(assemble(change_value(HEAD, path, new), BODY))


# Checking a strategy by playing it


def change_strategy(strategy: Strategy, change: Callable[[Any, Any], None]) -> Strategy:
    guess, child = strategy.guess.copy(), strategy.child.copy()
    change(guess, child)
    return Strategy(strategy.game, guess, child)


def test_a_strategy_that_stops_too_early_misses_codes() -> None:
    strategy = one_step_strategy(small_game(3, 4), Rule.ENTROPY)
    assert play_all(strategy) == tally_of(strategy)

    def stop_early(guess: Any, child: Any) -> None:
        child[0, int(np.argmax(child[0]))] = NOWHERE

    with pytest.raises(ValueError, match="is not found"):
        play_all(change_strategy(strategy, stop_early))


def test_a_strategy_without_guesses_misses_codes() -> None:
    game = small_game(2, 3)
    empty = Strategy(game, np.zeros(0, np.int32), np.zeros((0, len(game.marks)), np.int32))
    with pytest.raises(ValueError, match="is not found"):
        play_all(empty)


def test_a_call_with_several_codes_left_is_detected() -> None:
    strategy = one_step_strategy(game_for(edition("mastermind-44", seats=2)), Rule.ENTROPY)

    def call_at_once(guess: Any, child: Any) -> None:
        child[0, :] = NOWHERE

    with pytest.raises(ValueError, match="codes are left"):
        play_all(change_strategy(strategy, call_at_once))


def test_a_strategy_that_repeats_one_guess_misses_codes() -> None:
    strategy = one_step_strategy(small_game(2, 3), Rule.ENTROPY)

    def repeat_one_guess(guess: Any, child: Any) -> None:
        guess[:] = 0

    with pytest.raises(ValueError, match="is not found"):
        play_all(change_strategy(strategy, repeat_one_guess))


def test_a_single_code_is_found_with_the_first_guess() -> None:
    only = small_game(3, 1, BLACK_WHITE)
    strategy = one_step_strategy(only, Rule.ENTROPY)
    assert play_all(strategy) == tally_of(strategy) == Tally(1, 1, 1, (1,))


def test_a_book_is_a_line_of_json_and_compressed_nodes() -> None:
    head = json.loads(SOUND.split(b"\n", 1)[0])
    assert head["format"] == book_files.FORMAT
    assert set(head) == {"format", "puzzle", "nodes", "claims"}
    assert list(head["claims"]) == list(asdict(book_of(one_step_strategy(small_game(3, 4), Rule.ENTROPY)).claims))
    assert len(BODY) == 12 * head["nodes"]
