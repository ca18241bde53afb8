"""Codes, marks, seats and actions as text: they read back, and other text is refused."""

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keypeg.core.actions import (
    Accept,
    Action,
    Answer,
    Call,
    Claim,
    Deal,
    GiveMark,
    Guess,
    Pass,
    Resign,
    SetCode,
    TimeOut,
)
from keypeg.core.codes import Code
from keypeg.core.edition import TABLE, Edition
from keypeg.core.errors import KeypegError, ReadError
from keypeg.core.marks import MARKINGS, KeyPegs, Mark, Number
from keypeg.editions import edition
from keypeg.editions.palette import COLOURS
from keypeg.records.notation import (
    ACTION_WORDS,
    action_word,
    read_action,
    read_code,
    read_mark,
    read_number,
    read_seat,
    write_action,
    write_code,
    write_mark,
    write_seat,
)
from support.random_play import editions, random_deal, seeds
from support.thoroughness import examples

usual = examples(90)

CLASSIC = edition("classic").palette
ALL_COLOURS = tuple(COLOURS.values())


def codes_of(rules: Edition) -> st.SearchStrategy[Code]:
    """Rows of the edition's pegs and blanks, legal or not."""
    return st.lists(st.integers(0, len(rules.palette)), min_size=1, max_size=9).map(tuple)


@pytest.mark.no_cover
@usual
@given(editions(longest=100), st.data())
def test_a_code_reads_back_from_what_is_written(rules: Edition, data: st.DataObject) -> None:
    code = data.draw(codes_of(rules))
    assert read_code(write_code(code, rules.palette), rules.palette) == code


@pytest.mark.no_cover
@usual
@given(editions(longest=100), st.data())
def test_a_code_may_be_written_small_and_with_spaces(rules: Edition, data: st.DataObject) -> None:
    code = data.draw(codes_of(rules))
    text = write_code(code, rules.palette)
    assert read_code(" ".join(text.lower()), rules.palette) == code
    assert read_code(f"\t{text} ", rules.palette) == code


@pytest.mark.parametrize("name", sorted(MARKINGS))
def test_every_mark_reads_back_from_what_is_written(name: str) -> None:
    for holes in range(1, 9):
        for mark in MARKINGS[name].possible(holes):
            again = read_mark(write_mark(mark))
            assert again == mark
            assert type(again) is type(mark)


def test_a_number_is_not_read_as_key_pegs() -> None:
    assert type(read_mark("2")) is Number
    assert type(read_mark("2b0w")) is KeyPegs
    assert read_mark(" 1B2W ") == KeyPegs(1, 2)


@pytest.mark.parametrize("seat", [TABLE, 1, 2, 5, 99])
def test_a_seat_reads_back_from_what_is_written(seat: int) -> None:
    assert read_seat(write_seat(seat)) == seat


def marks() -> st.SearchStrategy[Mark]:
    pegs: st.SearchStrategy[Mark] = st.builds(KeyPegs, st.integers(0, 99), st.integers(0, 99))
    return pegs | st.builds(Number, st.integers(0, 99))


@st.composite
def actions_of(draw: st.DrawFn, rules: Edition) -> Action:
    code = codes_of(rules)
    kinds: list[st.SearchStrategy[Action]] = [
        st.builds(SetCode, code),
        st.builds(Guess, code),
        st.builds(Answer, code),
        st.builds(GiveMark, marks()),
        st.builds(Claim, st.integers(0, 9999)),
        st.builds(TimeOut, st.integers(0, 9999)),
        st.builds(Deal, st.lists(code, min_size=1, max_size=5).map(tuple)),
        st.sampled_from([Call(), Pass(), Resign()]),
    ]
    return draw(st.one_of(kinds))


@pytest.mark.no_cover
@usual
@given(editions(longest=100), st.data())
def test_an_action_reads_back_from_what_is_written(rules: Edition, data: st.DataObject) -> None:
    action = data.draw(actions_of(rules))
    text = write_action(action, rules.palette)
    again = read_action(text, rules.palette)
    assert again == action
    assert type(again) is type(action)
    assert text.split()[0] == action_word(type(action))
    assert read_action(f"  {text.upper()} ", rules.palette) == action


@pytest.mark.no_cover
@usual
@given(seeds())
def test_a_deal_reads_back_from_what_is_written(seed: int) -> None:
    rules = edition("mastermind-44")
    deal = random_deal(rules, Random(seed))
    assert read_action(write_action(deal, rules.palette), rules.palette) == deal


def test_every_kind_of_action_has_a_word_of_its_own() -> None:
    kinds = (SetCode, Deal, Guess, GiveMark, Claim, Accept, Call, Answer, Pass, Resign, TimeOut)
    assert [action_word(kind) for kind in kinds] == list(ACTION_WORDS)
    assert len(set(ACTION_WORDS)) == len(kinds)


# ---- unreadable text is refused

REFUSED: list[tuple[Callable[[str], object], str, str]] = [
    (lambda text: read_code(text, CLASSIC), "", "empty-code"),
    (lambda text: read_code(text, CLASSIC), " \t ", "empty-code"),
    (lambda text: read_code(text, CLASSIC), "RRBX", "unknown-colour"),
    (lambda text: read_code(text, CLASSIC), "1234", "unknown-colour"),
    (lambda text: read_code(text, CLASSIC), "RRB\0", "unknown-colour"),
    (read_mark, "", "unreadable-mark"),
    (read_mark, "1b", "unreadable-mark"),
    (read_mark, "-1", "unreadable-mark"),
    (read_mark, "1w2b", "unreadable-mark"),
    (read_mark, "1b2w3", "unreadable-mark"),
    (read_mark, "100", "unreadable-mark"),
    (read_mark, "9" * 5000, "unreadable-mark"),
    (read_mark, "٣", "unreadable-mark"),
    (read_mark, "１b２w", "unreadable-mark"),
    (read_mark, "²", "unreadable-mark"),
    (read_seat, "", "unreadable-seat"),
    (read_seat, "0", "unreadable-seat"),
    (read_seat, "01", "unreadable-seat"),
    (read_seat, "-1", "unreadable-seat"),
    (read_seat, "100", "unreadable-seat"),
    (read_seat, "１", "unreadable-seat"),
    (read_seat, "1\n", "unreadable-seat"),
    (read_number, "", "unreadable-number"),
    (read_number, "-1", "unreadable-number"),
    (read_number, "1_000", "unreadable-number"),
    (read_number, "9" * 5000, "unreadable-number"),
    (read_number, "٣", "unreadable-number"),
    (read_number, "3\n", "unreadable-number"),
    (lambda text: read_action(text, CLASSIC), "", "unreadable-action"),
    (lambda text: read_action(text, CLASSIC), "shout RRBB", "unreadable-action"),
    (lambda text: read_action(text, CLASSIC), "guess", "missing-argument"),
    (lambda text: read_action(text, CLASSIC), "deal  ", "missing-argument"),
    (lambda text: read_action(text, CLASSIC), "pass RRBB", "extra-argument"),
    (lambda text: read_action(text, CLASSIC), "resign now", "extra-argument"),
    (lambda text: read_action(text, CLASSIC), "claim three", "unreadable-number"),
    (lambda text: read_action(text, CLASSIC), "claim 1 2", "unreadable-number"),
    (lambda text: read_action(text, CLASSIC), "timeout 99999", "unreadable-number"),
    (lambda text: read_action(text, CLASSIC), "mark wrong", "unreadable-mark"),
    (lambda text: read_action(text, CLASSIC), "guess RRBX", "unknown-colour"),
]


@pytest.mark.parametrize(("read", "text", "code"), REFUSED, ids=[f"{code} {text[:12]!r}" for _, text, code in REFUSED])
def test_unreadable_text_is_refused_with_its_reason(read: Callable[[str], object], text: str, code: str) -> None:
    with pytest.raises(ReadError) as refused:
        read(text)
    assert refused.value.code == code
    assert str(refused.value)


@pytest.mark.parametrize("letter", ["\u00df", "\u017f", "\u0131", "\ufb06", "\uff32", "\u212a", "\u0391"])
def test_a_letter_that_only_looks_like_a_colour_is_refused(letter: str) -> None:
    # The capitals of some of these are, or contain, letters of the palette: sharp s would be two silver pegs.
    with pytest.raises(ReadError) as refused:
        read_code(f"R{letter}", ALL_COLOURS)
    assert refused.value.code == "unknown-colour"


@pytest.mark.no_cover
@usual
@given(st.text(), st.sampled_from([read_mark, read_seat, read_number]))
def test_any_text_is_read_or_refused(text: str, read: Callable[[str], object]) -> None:
    refuses_or_reads(lambda: read(text))


@pytest.mark.no_cover
@usual
@given(
    st.text() | st.builds("{} {}".format, st.sampled_from(ACTION_WORDS), st.text()),
    st.sampled_from([CLASSIC, ALL_COLOURS]),
)
def test_any_text_is_read_as_an_action_or_refused(text: str, palette: tuple[object, ...]) -> None:
    colours = CLASSIC if palette is CLASSIC else ALL_COLOURS
    refuses_or_reads(lambda: read_code(text, colours))
    refuses_or_reads(lambda: read_action(text, colours))


def refuses_or_reads(read: Callable[[], object]) -> None:
    """Reading either succeeds or raises `KeypegError` with a sentence."""
    try:
        read()
    except KeypegError as refused:
        sentence = str(refused)
    else:
        sentence = "read"
    assert sentence
