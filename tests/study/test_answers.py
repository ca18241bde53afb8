"""Every answer has the shape that its type declares, so that schemas made from the types are true."""

from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter

from keypeg.editions import RULEBOOKS
from keypeg.records.replay import Replay
from keypeg.study import answers, review_handler
from keypeg.study.match_review import ReviewedMatch, analyse_match
from keypeg.study.requests import (
    AdviceRequest,
    AlternativeRequest,
    HintRequest,
    LessonRequest,
    PuzzleRequest,
    ReviewRequest,
    StudyRequest,
    answer,
)
from keypeg.study.rules_page import rules_to_json

RECORDS = Path(__file__).parent.parent / "golden" / "playthroughs"
SECONDS = 0.05


def check(kind: Any, values: object) -> Any:
    """Check that values have this type, without any conversion and without any other field."""
    assert TypeAdapter(kind).validate_python(values, strict=True) == values
    return values


def record(name: str, actions: int | None = None) -> str:
    """A recorded match, or its beginning: the head, and so many actions."""
    lines = [line for line in (RECORDS / f"{name}.keypeg").read_text("utf-8").splitlines() if not line.startswith(";")]
    head = lines.index("") + 1
    return "\n".join(lines if actions is None else lines[: head + actions]) + "\n"


@pytest.mark.parametrize(
    "request_",
    [
        AdviceRequest("classic", ("RRBB:1b1w",), None, None, "RRRR", SECONDS),
        AdviceRequest("classic", ("RRBB:1b1w", "RRBB:2b1w"), None, None, None, SECONDS),
        AdviceRequest("mastermind-44~seats_2", (), 1, "R....", None, SECONDS),
        AdviceRequest("traffic-jam-2000~option_1", (), None, None, None, SECONDS),
    ],
)
def test_advice_has_the_declared_shape(request_: StudyRequest[Any]) -> None:
    check(answers.AdviceAnswer, answer(request_))


@pytest.mark.parametrize("name", ["classic", "classic-maker-misses", "house-duel-together", "house-family-4"])
def test_the_review_of_a_finished_match_has_the_declared_shape(name: str) -> None:
    (first, *_) = check(answers.ReviewAnswer, answer(ReviewRequest(record(name), 1, None, SECONDS, "en")))["rounds"]
    assert first["over"]


def test_the_review_of_dealt_parts_has_the_declared_shape() -> None:
    review = check(answers.ReviewAnswer, answer(ReviewRequest(record("house-parts"), None, None, SECONDS, "fr")))
    assert review["rounds"][0]["seat_values"]


@pytest.mark.parametrize(("name", "seat"), [("classic", 2), ("hasbro-2004-family-4", 2), ("house-parts", 1)])
def test_the_review_of_a_running_round_has_the_declared_shape(name: str, seat: int) -> None:
    review = answer(ReviewRequest(record(name, 3), None, seat, SECONDS, "en"))
    assert not check(answers.ReviewAnswer, review)["rounds"][-1]["over"]


def test_the_review_of_a_faulty_record_has_the_declared_shape() -> None:
    faulty = record("classic", 2) + "1 guess RRRR\n"
    assert check(answers.ReviewAnswer, answer(ReviewRequest(faulty, None, 2, SECONDS, "en")))["fault"]


@pytest.mark.parametrize(("name", "seat"), [("classic", 2), ("house-parts", 1), ("house-duel-together", 1)])
@pytest.mark.parametrize("partial", ["", "R"])
def test_hints_have_the_declared_shape(name: str, seat: int, partial: str) -> None:
    check(answers.HintAnswer, answer(HintRequest(record(name, 3), seat, partial, True, "en")))


@pytest.mark.parametrize(("name", "guess"), [("house-duel-together", "RBYG"), ("classic", "RBYG")])
def test_an_alternative_has_the_declared_shape(name: str, guess: str) -> None:
    check(answers.AlternativeAnswer, answer(AlternativeRequest(record(name), 1, 1, 2, 1, guess, SECONDS)))


@pytest.mark.parametrize(
    "request_",
    [
        PuzzleRequest("classic", "one-code", "easy", "1", None, "RRBB", 9, True, "en"),
        PuzzleRequest("classic", "best-guess", "easy", "1", None, "RRBB", 9, True, "en"),
        PuzzleRequest("mastermind-44~seats_2", "one-code", "easy", "1", None, None, 9, True, "fr"),
        PuzzleRequest("classic", "one-code", "easy", "1", "2026-11-16", None, 0, False, "en"),
    ],
)
def test_a_puzzle_has_the_declared_shape(request_: StudyRequest[Any]) -> None:
    check(answers.PuzzleAnswer, answer(request_))


@pytest.mark.parametrize(
    "request_",
    [
        LessonRequest("classic", "1", ("RRBB",), "RBYG", "en"),
        LessonRequest("mastermind-44~seats_2", "1", ("RBYGK",), None, "en"),
        LessonRequest("traffic-jam-2000~option_1", "1", ("RRBB",), None, "fr"),
    ],
)
def test_a_lesson_has_the_declared_shape(request_: StudyRequest[Any]) -> None:
    check(answers.LessonAnswer, answer(request_))


@pytest.mark.parametrize("name", RULEBOOKS)
def test_the_rules_have_the_declared_shape(name: str) -> None:
    book = RULEBOOKS[name]
    check(answers.RulesAnswer, rules_to_json(book.choose(), book, "en"))


def test_the_rounds_of_a_long_review_share_its_time_and_a_single_round_has_what_was_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    given: list[float] = []

    def note_seconds(replay: Replay, number: int | None, seconds: float, seat: int | None) -> ReviewedMatch:
        given.append(seconds)
        return analyse_match(replay, number, SECONDS, seat)

    monkeypatch.setattr(review_handler, "analyse_match", note_seconds)
    lines = ["1 code RRBB", "2 guess RRBB", "2 code RRBB", "1 guess RRBB"] * 6
    long = "Keypeg: 1\nEdition: classic~rounds_12\n\n" + "\n".join(lines) + "\n"
    rounds = answer(ReviewRequest(long, None, None, 10, "en"))["round_numbers"]
    assert len(rounds) > 10
    answer(ReviewRequest(long, 1, None, 10, "en"))
    answer(ReviewRequest(record("classic"), None, None, 1, "en"))
    assert given == [review_handler.SECONDS_PER_REVIEW / len(rounds), 10, 1]
