"""Each row of a review in plain sentences, with pegs and key pegs and without decimals."""

import re
from functools import cache

import pytest

from keypeg.analysis.round_analysis import RoundAnalysis
from keypeg.i18n.grade_text import describe_decision, describe_guess
from keypeg.i18n.page_text import PageText
from keypeg.records.replay import replay_text
from keypeg.study.match_review import analyse_match
from support.command import RECORDS

CLASSIC = "Keypeg: 1\nEdition: classic\n\n1 code RRBY\n2 guess RRBB\n2 guess RRRY\n2 guess RRRY\n2 guess RRBY\n"
NAMES = ("Ann", "Ben", "Cleo")


@cache
def review(record: str) -> RoundAnalysis:
    """The first round of a record."""
    return analyse_match(replay_text(record, "-"), 1, 0.3).rounds[0]


def guess_sentences(lang: str) -> list[str]:
    analysed = review(CLASSIC)
    text = PageText(analysed.edition, NAMES, lang)
    return [describe_guess(row, analysed.boards[0].start, text) for row in analysed.boards[0].rows]


def test_a_row_says_what_was_better_whether_it_fits_and_how_lucky_it_was() -> None:
    assert guess_sentences("en") == [
        "Its mark leaves 20 codes out of 1,296: lucky. [R] [R] [B] [Y] was better.",
        "It could not have been the code: row 1 would have earned ●●, not ●●●. "
        "Its mark leaves 2 codes out of 20: lucky. [R] [Y] [R] [G] was better.",
        "It could not have been the code: row 1 would have earned ●●, not ●●●; "
        "row 2 would have earned ●●●●, not ●●●. Its mark leaves 2 codes out of 2, as expected. "
        "[R] [R] [R] [B] was better.",
        "The best guess. It was the code: lucky.",
    ]


def test_in_french_pegs_keep_the_letters_that_are_drawn() -> None:
    first, _, third, last = guess_sentences("fr")
    assert first.endswith("[R] [R] [B] [Y] était meilleur.")
    assert "la ligne 2 aurait reçu ●●●●, et non ●●●" in third
    assert re.fullmatch(r"Le meilleur essai\. C’était le code\s: de la chance\.", last)


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("record", ["hasbro-2004-score-sheet", "parker-1974", "house-parts"])
def test_no_sentence_has_decimals(record: str, lang: str) -> None:
    played = review((RECORDS / f"{record}.keypeg").read_text(encoding="utf-8"))
    text = PageText(played.edition, NAMES, lang)
    rows = {row.number: row for board in played.boards for row in board.rows}
    sentences = [
        describe_decision(row, rows.get(row.number) if row.kind == "row" else None, values.start, text)
        for values in played.seat_values
        for row in values.rows
    ]
    assert len(sentences) > 1
    assert all(sentences)
    assert not re.search(r"\d[.,]\d(?!\d\d)", " ".join(sentences).replace("\u202f", ""))
