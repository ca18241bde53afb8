"""The daily code and the daily puzzle: the same for everyone and for ever."""

from collections import Counter
from datetime import date, timedelta
from hashlib import sha256

import pytest

from keypeg.core.codes import join_parts
from keypeg.draws.daily_code import as_daily, daily_code, daily_link, daily_parts
from keypeg.draws.seeded_random import SeededRandom, shuffle
from keypeg.puzzles.daily_puzzle import daily_puzzle
from keypeg.puzzles.puzzle import Difficulty, PuzzleKind
from keypeg.records.edition_links import write_edition
from keypeg.records.notation import write_code
from keypeg.records.position_links import write_position
from keypeg.study.puzzle_values import position_of_puzzle
from support.puzzle_checks import DEALT, EDITIONS, answers, edition_of

DAY = date(2026, 11, 15)


# Random numbers


def test_random_numbers_are_words_of_counted_hashes() -> None:
    digests = sha256(b"text\n0").digest() + sha256(b"text\n1").digest()
    words = [int.from_bytes(digests[at : at + 8], "big") for at in range(0, 64, 8)]
    chance = SeededRandom("text")
    assert [chance.below(2**64) for _ in words] == words
    chance = SeededRandom("text")
    assert [chance.below(1000) for _ in words] == [word % 1000 for word in words]


def test_a_word_that_would_favour_small_numbers_is_skipped() -> None:
    chance = SeededRandom("fair")
    words = [chance.below(2**64) for _ in range(40)]
    limit = 2**63 + 1  # nearly every other word is too large to be fair
    chance = SeededRandom("fair")
    accepted = [word for word in words if word < limit]
    assert 0 < len(accepted) < len(words)
    assert [chance.below(limit) for _ in accepted] == accepted


def test_shuffling_keeps_all_items() -> None:
    chance = SeededRandom("cards")
    orders = {tuple(shuffle("abc", chance.below)) for _ in range(200)}
    assert len(orders) == 6
    assert all(sorted(order) == ["a", "b", "c"] for order in orders)


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_daily_is_one_practice_round_with_the_same_code(edition: str) -> None:
    rules = edition_of(edition)
    daily = as_daily(rules)
    assert daily.match.practice
    assert as_daily(daily) == daily
    assert daily_link(daily) == write_edition(rules)
    assert daily_code(daily, DAY) == daily_code(rules, DAY)


# The same for ever. Changing one of these would change everybody's daily code: never do it.


@pytest.mark.parametrize(
    ("link", "day", "code", "position", "answer"),
    [
        (
            "classic",
            "2026-01-01",
            "KBKG",
            "classic~~KRRK_1b1w~BKRR_1b0w~KKYY_2b2w",
            "YKYK",
        ),
        (
            "challenge-2001",
            "2026-11-15",
            "WOVGO",
            "challenge-2001~~2-RBGOY_0b3w~2-BOGKG_1b2w~2-KOBWR_1b2w~2-GOWBO_3b2w",
            "GOOBW",
        ),
        (
            "mastermind-44",
            "2027-02-28",
            ".GKBK",
            "mastermind-44~~4-YRBGB_1-0b1w_2-0b0w_3-0b1w~4-GGGYW_1-0b1w_2-1b0w_3-0b0w~4-GRKGK_1-0b0w_2-0b0w_3-0b1w~4-RWRBG_1-0b0w_2-0b1w_3-0b1w",
            ".GYRW",
        ),
        (
            "traffic-jam-2000~option_1",
            "2030-12-31",
            "VRGR",
            "traffic-jam-2000~option_1~~RYGG_1~RBPP_1~YYYP_1~PVVG_1",
            "BBYV",
        ),
    ],
)
def test_past_daily_codes_and_puzzles_never_change(link: str, day: str, code: str, position: str, answer: str) -> None:
    edition, when = edition_of(link), date.fromisoformat(day)
    assert write_code(daily_code(edition, when), edition.palette) == code
    puzzle = daily_puzzle(edition, when)
    assert write_position(position_of_puzzle(puzzle)) == position
    assert write_code(puzzle.answer, edition.palette) == answer


# The code


@pytest.mark.parametrize("link", [*EDITIONS, *DEALT, "house~holes_8~colours_20", "house~holes_8~colours_8~repeats_no"])
def test_every_edition_has_a_code_every_day(link: str) -> None:
    edition = edition_of(link)
    codes = [daily_code(edition, DAY + timedelta(days)) for days in range(30)]
    assert all(code in edition.secret_space(edition.seats) for code in codes)
    assert len(set(codes)) > 15


def test_all_codes_are_equally_likely() -> None:
    edition = edition_of("house~holes_2~colours_2~blanks_yes")
    codes = Counter(daily_code(edition, date(2000, 1, 1) + timedelta(days)) for days in range(3600))
    assert len(codes) == 9
    assert all(300 < often < 500 for often in codes.values())


def test_other_options_have_another_daily_code() -> None:
    plain, longer = edition_of("classic"), edition_of("classic~rows_12")
    days = [DAY + timedelta(days) for days in range(10)]
    assert [daily_code(plain, day) for day in days] != [daily_code(longer, day) for day in days]


def test_a_server_with_a_key_has_a_code_of_its_own() -> None:
    edition = edition_of("challenge-2001")
    days = [DAY + timedelta(days) for days in range(10)]
    public, mine, yours = ([daily_code(edition, day, key) for day in days] for key in (b"", b"mine", b"yours"))
    assert public != mine != yours != public
    assert mine == [daily_code(edition, day, b"mine") for day in days]


@pytest.mark.parametrize("link", DEALT)
def test_where_parts_are_dealt_the_daily_code_joins_all_of_them(link: str) -> None:
    edition = edition_of(link)
    for days in range(30):
        day = DAY + timedelta(days)
        parts = daily_parts(edition, day, b"key")
        assert [sum(map(bool, part)) for part in parts] == [edition.secrets.parts] * edition.seats
        assert join_parts(parts) == daily_code(edition, day, b"key")
        assert join_parts(parts) in edition.secrets.space


def test_no_colour_is_dealt_more_often_than_there_are_counters() -> None:
    edition = edition_of("house~seats_5~holes_5~marking_parts~colours_2")
    for days in range(200):
        code = daily_code(edition, DAY + timedelta(days))
        assert max(code.count(1), code.count(2)) <= edition.secrets.counters


# The puzzle


@pytest.mark.parametrize("link", ["classic", "parker-1974", "traffic-jam-2000~option_1", "mastermind-44"])
def test_the_daily_puzzle_has_one_code_left_which_is_not_the_daily_code(link: str) -> None:
    edition = edition_of(link)
    puzzles = [daily_puzzle(edition, DAY + timedelta(days)) for days in range(4)]
    for puzzle in puzzles:
        assert (puzzle.kind, puzzle.difficulty) == (PuzzleKind.ONE_CODE, Difficulty.MEDIUM)
        assert answers(puzzle, puzzle.rows) == {puzzle.answer}
    assert len({puzzle.rows for puzzle in puzzles}) == 4
    assert [puzzle.answer for puzzle in puzzles] != [daily_code(edition, DAY + timedelta(d)) for d in range(4)]


def test_the_seed_names_an_edition_as_links_do() -> None:
    for edition in map(edition_of, (*EDITIONS, *DEALT)):
        assert edition.link == write_edition(edition)
        assert edition_of(edition.link) == edition
