"""The exit status tells scripts how a command ended: yes, no, or not asked properly."""

import pytest

from support.command import Keypeg


def line(words: object) -> str:
    """The name of a case: what was typed."""
    return " ".join(words) if isinstance(words, tuple) else str(words)


CONTRADICTORY = ("--row", "RRB:3b0w", "--row", "RRY:3b0w")


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (("solve", "parker-1974", "--row", "RRB:1b0w"), 0),
        (("solve", "parker-1974", *CONTRADICTORY), 1),
        (("solve", "parker-1974", *CONTRADICTORY, "--json"), 1),
        (("solve", "parker-1974", "--row", "RRZ:1b0w"), 2),
        (("strategy", "parker-1974", "--worst", "2"), 1),
        (("strategy", "parker-1974", "--worst", "many"), 2),
        (("puzzle", "classic", "--seed", "7", "--answer", "KWYW"), 0),
        (("puzzle", "classic", "--seed", "7", "--answer", "RRRR"), 1),
        (("puzzle", "classic", "--seed", "7", "--answer", "RRRR", "--json"), 1),
        (("puzzle", "classic", "--seed", "7", "--answer", "RRR"), 2),
        (("rules", "classic"), 0),
        (("rules", "clasic"), 2),
    ],
    ids=line,
)
def test_a_negative_answer_is_one_and_a_wrong_question_is_two(
    keypeg: Keypeg, words: tuple[str, ...], status: int
) -> None:
    assert keypeg(*words).status == status


@pytest.mark.parametrize(
    ("words", "suggestion"),
    [
        (("rules", "clasic"), "classic"),
        (("rules", "classic", "--option", "row=12"), "rows"),
        (("plya",), "play"),
        (("arena", "classic", "casul"), "casual"),
        (("puzzle", "--kind", "best-gues"), "best-guess"),
        (("solve", "classic", "--jsn"), "--json"),
        (("solve", "classic", "--rows=RRBB:1b0w"), "--row"),
        (("rules", "classic", "--option", "scoring=maker-miss"), "maker-misses"),
    ],
    ids=line,
)
def test_a_misspelt_word_is_refused_with_the_word_that_was_meant(
    keypeg: Keypeg, words: tuple[str, ...], suggestion: str
) -> None:
    ran = keypeg(*words)
    assert ran.status == 2
    assert ran.err.endswith(f" Did you mean {suggestion}?\n")


def test_a_word_like_no_other_gets_no_suggestion(keypeg: Keypeg) -> None:
    assert "Did you mean" not in keypeg("rules", "chess960").err


def test_a_wrong_row_is_named(keypeg: Keypeg) -> None:
    ran = keypeg("solve", "classic", "--row", "RRBB:1b0w", "--row", "RRBY:9b9w")
    assert ran.err == "keypeg: Row 2 (RRBY:9b9w) cannot be used. No guess can get this mark here.\n"
