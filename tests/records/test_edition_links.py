"""Editions and positions on one line: they read back, need no escaping in a URL, and are refused with a reason."""

from collections.abc import Callable, Iterator
from random import Random
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keypeg.core.edition import Edition, Makers
from keypeg.core.errors import KeypegError, ReadError, RuleError
from keypeg.core.observe import observe
from keypeg.editions import RULEBOOKS, edition
from keypeg.records.edition_links import read_edition, read_options, write_edition
from keypeg.records.position_links import Position, PositionRow, position_of, read_position, write_position
from support.played_table import Table
from support.random_play import CALM, MIXED, STUBBORN, editions, play, seeds
from support.thoroughness import examples

usual = examples(60)


@pytest.mark.no_cover
@usual
@given(editions(longest=100))
def test_an_edition_reads_back_from_its_one_line(rules: Edition) -> None:
    text = write_edition(rules)
    again = read_edition(text)
    assert again == rules
    assert repr(again) == repr(rules), "every part of it is the same, not only its name"
    assert write_edition(again) == text


@pytest.mark.parametrize("name", sorted(RULEBOOKS))
def test_an_edition_with_its_defaults_is_written_as_its_name(name: str) -> None:
    assert write_edition(RULEBOOKS[name].choose()) == name


@pytest.mark.no_cover
@usual
@given(editions(longest=100), st.randoms(use_true_random=False))
def test_options_may_come_in_any_order_and_case(rules: Edition, rng: Random) -> None:
    options = [f"{name}_{value}" for name, value in rules.chosen]
    rng.shuffle(options)
    text = "~".join([rules.id, *options]).upper()
    assert write_edition(read_edition(f" {text} ")) == write_edition(rules)


def test_a_default_that_is_written_out_is_left_off_again() -> None:
    assert write_edition(read_edition("classic~rows_10~scoring_maker~rounds_2")) == "classic"
    assert write_edition(read_edition("hasbro-2004~seats_3~rounds_3")) == "hasbro-2004~seats_3"


# ---- positions


def positions(rules: Edition, seed: int) -> Iterator[Position]:
    """The positions of finished rounds of a random match; where there is one maker, only rounds that seat 1 makes."""
    played = play(rules, Random(seed), (MIXED, CALM, STUBBORN)[seed % 3])
    for finished in played.state.finished:
        if finished.maker not in (None, 1):
            continue
        rows = sorted((row for board in finished.boards for row in board.rows), key=lambda row: row.arrival)
        makers = 1 if rules.secrets.makers is Makers.ONE else rules.seats - 1
        marked = [PositionRow(row.seat, row.guess, row.marks) for row in rows if len(row.marks) == makers]
        yield Position(rules, tuple(marked))


@pytest.mark.no_cover
@usual
@given(editions(), seeds())
def test_a_position_reads_back_from_its_one_line(rules: Edition, seed: int) -> None:
    for position in positions(rules, seed):
        text = write_position(position)
        assert read_position(text) == position
        assert write_position(read_position(text)) == text


@pytest.mark.no_cover
@usual
@given(editions(), seeds())
def test_no_character_of_a_line_needs_escaping_in_an_address(rules: Edition, seed: int) -> None:
    for text in [write_edition(rules), *map(write_position, positions(rules, seed))]:
        assert quote(text, safe="") == text


@pytest.mark.parametrize("name", sorted(RULEBOOKS))
def test_every_edition_has_a_position_with_rows(name: str) -> None:
    rules = RULEBOOKS[name].choose()
    with_rows = [position for seed in range(3) for position in positions(rules, seed) if position.rows]
    assert with_rows
    for position in with_rows:
        assert read_position(write_position(position)) == position


@pytest.mark.parametrize(
    "text",
    [
        "classic~~",
        "classic~~RRBB_1b0w~RYYG_0b2w",
        "classic~rows_12~~RRBB_1b0w",
        "parker-1974~~1-RBY_1b0w~2-GGO_0b0w",
        "mastermind-44~~1-RBYGW_2-1b0w_3-0b0w_4-0b1w",
        "mastermind-44~~1-.BYGW_2-1b0w_3-0b0w_4-0b1w",
        "traffic-jam-2000~option_3~~R..Y_3",
        "challenge-2001~handicap_1~~1-RRBB_4b0w~2-RRBBY_0b0w",
        "hasbro-2004~seats_3~~2-WPGR_0b0w~3-OSYB_4b0w",
    ],
)
def test_the_documented_lines_read_back(text: str) -> None:
    assert write_position(read_position(text)) == text


# ---- errors

UNREADABLE = [
    ("", "unknown-edition"),
    ("chess", "unknown-edition"),
    ("classic ~rows_12\0", "unreadable-value"),
    ("classic~colour_red", "unknown-option"),
    ("classic~", "unreadable-option"),
    ("classic~rows", "unreadable-option"),
    ("classic~rows=12", "unreadable-option"),
    ("classic~rows_", "unreadable-option"),
    ("classic~_12", "unreadable-option"),
    ("classic~rows_8~ROWS_12", "repeated-option"),
    ("classic~rows_nine", "unreadable-value"),
    ("classic~rounds_-2", "unreadable-value"),
    ("classic~rounds_1e1", "unreadable-value"),
    ("classic~rounds_٤", "unreadable-value"),
    ("classic~rounds_²", "unreadable-value"),
    ("classic", "position-without-rows"),
    ("classic~rows_12", "position-without-rows"),
    ("classic~~RRBB", "position-needs-marks"),
    ("classic~~RRBB_1b0w_1b0w", "position-needs-marks"),
    ("classic~~RRBB_1b0w~", "position-needs-marks"),
    ("parker-1974~~RBY_1b0w", "position-needs-seat"),
    ("mastermind-44~~1-RBYGW_1b0w_0b0w_0b1w", "position-needs-seat"),
    ("classic~~0-RRBB_1b0w", "position-stray-dash"),
    ("classic~~22-RRBB_1b0w", "position-stray-dash"),
    ("classic~~RR-BB_1b0w", "position-stray-dash"),
    ("classic~~RRBX_1b0w", "unknown-colour"),
    ("classic~~_1b0w", "empty-code"),
    ("classic~~RRBB_1b", "unreadable-mark"),
]


@pytest.mark.parametrize(("text", "code"), UNREADABLE)
def test_an_unreadable_line_is_refused_with_its_reason(text: str, code: str) -> None:
    with pytest.raises(ReadError) as refused:
        read_position(text)
    assert refused.value.code == code
    assert str(refused.value)


FORBIDDEN = [
    ("classic~rounds_3", "rounds-even"),
    ("challenge-2001~rounds_4", "rounds-odd"),
    ("classic~rounds_0", "out-of-range"),
    ("classic~rounds_" + "9" * 5000, "out-of-range"),
    ("house~holes_9", "out-of-range"),
    ("house~repeats_no~guess-repeats_no~holes_4~colours_3", "too-few-colours"),
    ("classic~~RRB_1b0w", "wrong-length"),
    ("classic~~RRB._1b0w", "blank-not-allowed"),
    ("classic~~RRBB_3b1w", "impossible-mark"),
    ("classic~~RRBB_5b0w", "impossible-mark"),
    ("classic~~RRBB_3", "impossible-mark"),
    ("traffic-jam-2000~~RRBB_7", "impossible-mark"),
    ("traffic-jam-2000~~RRBB_1b0w", "impossible-mark"),
    ("classic~~3-RRBB_1b0w", "no-such-seat"),
    ("parker-1974~~3-RBY_1b0w", "no-such-seat"),
    ("classic~~1-RRBB_1b0w", "not-a-breaker"),
    ("parker-1974~~1-RBY_1-1b0w", "marks-by-others"),
    ("mastermind-44~~1-RBYGW_2-1b0w_2-0b0w_4-0b1w", "marks-by-others"),
    ("mastermind-44~~1-..YGW_2-1b0w_3-0b0w_4-0b1w", "too-many-blanks"),
    ("classic~rows_8~~" + "~".join(["RRBB_1b0w"] * 9), "rows-used-up"),
    ("mastermind-44~seats_2~~" + "~".join(["1-RRBBY_1b0w"] * 5), "rows-used-up"),
    ("parker-1974~~" + "~".join(["1-RBY_1b0w"] * 9), "rows-used-up"),
]


@pytest.mark.parametrize(("text", "code"), FORBIDDEN)
def test_a_position_that_the_rules_forbid_is_refused_with_its_reason(text: str, code: str) -> None:
    with pytest.raises(RuleError) as refused:
        read_position(text)
    assert refused.value.code == code
    assert str(refused.value)


@pytest.mark.parametrize("zeros", [0, 1, 7, 8, 9, 30])
def test_leading_zeros_never_change_a_number(zeros: int) -> None:
    # A number of any length is read at its value, or refused.
    try:
        rounds = read_edition(f"parker-1974~rounds_{'0' * zeros}12").match.rounds
    except KeypegError:
        rounds = None
    assert rounds in ((12, None) if zeros else (12,))


@pytest.mark.no_cover
@usual
@given(
    st.text()
    | st.builds("{}~{}".format, st.sampled_from(sorted(RULEBOOKS)), st.text())
    | st.builds("{}~~{}".format, st.sampled_from(sorted(RULEBOOKS)), st.text(alphabet="RBYGWK.12345bw_-~ \t\n٣"))
)
def test_any_text_is_read_or_refused(text: str) -> None:
    for read in (read_edition, read_position):
        assert reads_or_refuses(read, text)


def reads_or_refuses(read: Callable[[str], object], text: str) -> bool:
    try:
        read(text)
    except KeypegError as refused:
        return bool(str(refused))
    return True


@pytest.mark.no_cover
@usual
@given(st.lists(st.text(), max_size=3))
def test_options_are_pairs_or_refused(texts: list[str]) -> None:
    assert reads_or_refuses(lambda _: read_options(texts), "")


def test_options_on_a_command_line_are_written_with_an_equals_sign() -> None:
    assert read_options(["rows=12", "Scoring=maker"]) == {"rows": "12", "scoring": "maker"}
    assert edition("classic", rows=12).chosen == (("rows", "12"),)


@pytest.mark.no_cover
@examples(40)
@given(editions(), seeds())
def test_what_a_spectator_sees_on_the_boards_is_a_position_that_reads_back(rules: Edition, seed: int) -> None:
    for step in play(rules, Random(seed), CALM).steps:
        if step.state.outcome is None:
            position = position_of(observe(step.state, None))
            assert read_position(write_position(position)) == position


def test_the_same_rows_give_the_same_position_in_every_round() -> None:
    first = Table("hasbro-2004", "1 code PRBY", "2 guess PRSW", "3 guess PGGG", seats=3)
    second = Table("hasbro-2004", "1 resign", "2 code PRBY", "3 guess PRSW", "1 guess PGGG", seats=3)
    written = "hasbro-2004~seats_3~~2-PRSW_2b0w~3-PGGG_1b0w"
    assert [write_position(position_of(table.sees(None))) for table in (first, second)] == [written] * 2
