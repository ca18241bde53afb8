"""Hints in steps, compared with trying every code."""

import re
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from keypeg.analysis.cost_and_luck import Currency
from keypeg.analysis.hint_values import Certainties, Completion
from keypeg.analysis.hints import check_partial_guess, find_hints
from keypeg.analysis.round_analysis import analyse_running
from keypeg.core.actions import Guess
from keypeg.core.codes import Code
from keypeg.core.consistency import fitting
from keypeg.core.edition import Edition
from keypeg.core.errors import RuleError
from keypeg.core.view import Row
from keypeg.editions import edition
from keypeg.i18n.hint_text import describe_certainties, describe_completion, describe_hints
from keypeg.i18n.match_text import MatchText
from support.analysed_boards import rows_for
from support.played_table import Table
from support.random_play import editions, random_code, seeds
from support.thoroughness import examples

few = examples(60)


def candidates(played: Edition, rows: list[Row]) -> list[Code]:
    """The codes that fit, found by the rules alone."""
    clues = [(row.guess, row.marks[0].mark) for row in rows]
    return list(fitting(played.secret_space(2), played.marking, clues))


def some_rows(played: Edition, chance: Random, count: int) -> list[Row]:
    code = random_code(played.secret_space(2), chance)
    assume(code is not None)
    assert code is not None
    guesses = [guess for _ in range(count) if (guess := random_code(played.guess_space(2), chance))]
    return rows_for(played, code, guesses)


@few
@given(editions(longest=2, holes=4, colours=6), seeds(), st.integers(0, 5))
def test_certain_is_what_all_candidates_have_in_common(played: Edition, seed: int, count: int) -> None:
    assume(not played.dealt and played.secrets.space.size < 7000)
    rows = some_rows(played, Random(seed), count)
    hints, codes = find_hints(played, 2, rows, 0.0), candidates(played, rows)
    assert hints.codes == len(codes)
    space = played.secret_space(2)
    by_hole = [{code[hole] for code in codes} for hole in range(space.holes)]
    in_some = {peg for code in codes for peg in code}
    least = {peg: min(code.count(peg) for code in codes) for peg in in_some}
    assert hints.certain == Certainties(
        holes=tuple(next(iter(pegs)) if len(pegs) == 1 and played.marking.ordered else None for pegs in by_hole),
        inside=tuple((peg, least[peg]) for peg in sorted(in_some) if least[peg]),
        outside=tuple(peg for peg in space.pegs if peg not in in_some),
    )


@few
@given(editions(longest=2, holes=4, colours=6), seeds(), st.integers(0, 5))
def test_a_partial_guess_can_be_completed_if_some_candidate_agrees_with_it(
    played: Edition, seed: int, count: int
) -> None:
    assume(not played.dealt and played.secrets.space.size < 7000)
    chance = Random(seed)
    rows = some_rows(played, chance, count)
    guess = random_code(played.guess_space(2), chance)
    assert guess is not None
    partial = [peg if chance.random() < 0.5 else None for peg in guess]

    def like(code: Code) -> bool:
        pegs = [peg for peg in partial if peg is not None]
        if not played.marking.ordered:
            return all(code.count(peg) >= pegs.count(peg) for peg in pegs)
        return all(peg in (None, other) for peg, other in zip(partial, code, strict=True))

    completion = check_partial_guess(played, 2, rows, partial)
    assert completion.codes == sum(like(code) for code in candidates(played, rows))
    if not completion.codes:
        named_rows = [rows[number - 1] for number in completion.rows]
        assert not any(like(code) for code in candidates(played, named_rows)), "those rows are enough to say no"
        for named_row in named_rows:
            assert any(
                like(code) for code in candidates(played, [row for row in named_rows if row is not named_row])
            ), "and all are needed"


def test_the_good_guess_is_the_best_one_with_its_reasons() -> None:
    table = Table("classic", "1 code RRBY", "2 guess RRBB")
    hints = find_hints(table.edition, 2, table.rows(2))
    assert hints.good is not None
    assert hints.good.value == analyse_running(table.sees(2)).boards[0].to_come
    assert hints.good.value.exact
    assert hints.good.partition.cells > 5


def test_where_rows_earn_points_following_the_hint_costs_none_and_earns_the_stated_points() -> None:
    for seats in (3, 4):
        table = Table("hasbro-2004", "1 code PBRW", "2 guess PPBB", "3 guess RBGW", seats=seats)
        good = find_hints(table.edition, 2, table.rows(2), 1.0).good
        assert good is not None
        assert good.currency is Currency.POINTS
        seat = next(iter(table.sees(None).waiting))
        table.acts(seat, Guess(good.guess))
        [row] = [
            row
            for values in analyse_running(table.sees(None), 1.0).seat_values
            for row in values.rows
            if (values.seat, row.number) == (seat, 3)
        ]
        assert row.value is not None
        assert row.value.cost == 0
        assert row.value.before.value == good.value.value


def test_where_rows_earn_points_the_number_of_breakers_matters() -> None:
    table = Table("hasbro-2004", "1 code PBRW", "2 guess PPBB", "3 guess RBGW", seats=4)
    shared = find_hints(table.edition, 2, table.rows(2), 1.0).good
    alone = find_hints(table.edition, 2, table.rows(2), 1.0, out=(3, 4)).good
    assert shared is not None
    assert alone is not None
    assert alone.value.value > shared.value.value


def test_a_hint_names_points_or_guesses() -> None:
    table = Table("hasbro-2004", "1 code PBRW", "2 guess PPBB", "3 guess RBGW", seats=3)
    text = MatchText(table.edition, (), "en")
    lines = describe_hints(find_hints(table.edition, 2, table.rows(2), 1.0), text)[-1].lines
    assert re.fullmatch(r"  it earns you about [0-9.]+ points in this round, later rows included", lines[0])
    lines = describe_hints(find_hints(table.edition, 2, table.rows(2), 0.0), text)[-1].lines
    assert "guesses on average" in lines[0], "without the work for it, guesses are counted, and it says so"


def test_a_row_that_earns_points_but_tells_nothing_is_described_so() -> None:
    """The next player would profit from information: repeating a row earns as much, and tells nothing."""
    table = Table("hasbro-2004", "1 code PBRW", "2 guess PPBB", seats=3)
    hints = describe_hints(find_hints(table.edition, 2, table.rows(2), 1.0), MatchText(table.edition, (), "en"))
    assert hints[-2] == ("guess", ["Guess P P B B"], table.code("PPBB"))
    assert hints[-1].lines[1] == "  its mark is already known, so it tells nobody anything new"


def test_without_candidates_the_only_hint_is_which_marks_are_wrong() -> None:
    table = Table("classic", "1 code RRBY", "2 guess RRBB", "1 mark 3b0w", "2 guess KKKK", "1 mark 2b0w", **BY_HAND)
    hints = find_hints(table.edition, 2, table.rows(2))
    assert (hints.codes, hints.certain, hints.good) == (0, None, None)
    assert hints.wrong is not None
    assert hints.wrong.rows == (1, 2)
    steps = describe_hints(hints, MatchText(table.edition, (), "en"))
    assert [step.kind for step in steps] == ["conflict"]
    assert steps[0].lines[0] == "Rows 1 and 2 cannot both be right."


BY_HAND = {"by-hand": "yes"}


def test_hints_come_in_steps_that_reveal_more_and_more() -> None:
    table = Table("classic", "1 code RRBY", "2 guess RRBB", "2 guess RRRY", "2 guess GGGG")
    hints = find_hints(table.edition, 2, table.rows(2))
    assert describe_hints(hints, MatchText(table.edition, (), "en")) == [
        ("codes-left", ["2 codes left"], None),
        ("certain", ["Definitely not in the code: G, W, K"], None),
        ("certain", ["Definitely in the code: 2 × R, B"], None),
        ("certain", ["Certain: hole 1 is R, hole 2 is R"], None),
        ("approach", ["A good guess here uses 2 colours and could be the code."], None),
        ("guess", ["Guess R R R B"], table.code("RRRB")),
        (
            "reasons",
            [
                "  1.50 more guesses on average, the fewest possible",
                "  it could be the code; 2 different marks are possible; the most common leaves 1",
            ],
            None,
        ),
    ]


def test_certainties_are_left_out_if_there_are_none_and_estimates_are_marked() -> None:
    duel = edition("challenge-2001")
    steps = describe_hints(find_hints(duel, 2, (), 0.0), MatchText(duel, (), "fr"))
    assert [step.lines[0].replace("\u00a0", " ") for step in steps] == [
        "Il reste 32 768 codes",
        "Un bon essai utilise ici 3 couleurs et peut être le code.",
        "Proposez R R B B J",
        "  essais encore nécessaires : environ 5,44 en moyenne",
    ]


def test_without_work_there_is_no_good_guess() -> None:
    large = edition("house", holes=6, colours=9)
    assert find_hints(large, 2, (), 0.0).good is None


@pytest.mark.parametrize(
    ("partial", "english", "dit"),
    [
        (
            "RR..",
            "It fits 8 codes still left.",
            "C’est encore possible : 8 codes.",
        ),
        ("KK..", "Row 1 rules this out.", "La ligne 1 l’exclut."),
        ("RG..", "Row 2 rules this out.", "La ligne 2 l’exclut."),
        (
            "B...",
            "Rows 1 and 2 together rule this out.",
            "Les lignes 1 et 2 ensemble l’excluent.",
        ),
    ],
)
def test_a_partial_guess_is_answered_in_words(partial: str, english: str, dit: str) -> None:
    table = Table("classic", "1 code RRBY", "2 guess RRBB", "2 guess RGGG")
    pegs = [None if letter == "." else table.code(letter)[0] for letter in partial]
    completion = check_partial_guess(table.edition, 2, table.rows(2), pegs)
    assert describe_completion(completion, MatchText(table.edition, (), "en")) == english
    assert describe_completion(completion, MatchText(table.edition, (), "fr")).replace("\u00a0", " ") == dit


def test_a_partial_guess_unlike_any_code_is_not_blamed_on_rows() -> None:
    family = edition("hasbro-2004")
    completion = check_partial_guess(family, 2, (), (1, 1, None, None))
    assert completion == Completion(0, ())
    assert describe_completion(completion, MatchText(family, (), "en")) == "No valid code looks like that."


@pytest.mark.parametrize(
    ("partial", "why"),
    [((1, 2), "wrong-length"), ((1, 2, 3, 9), "no-such-colour"), ((None, 0, 1, 1), "blank-not-allowed")],
)
def test_an_impossible_partial_guess_is_refused(partial: tuple[int | None, ...], why: str) -> None:
    with pytest.raises(RuleError) as caught:
        check_partial_guess(edition("classic"), 2, (), partial)
    assert caught.value.code == why


@pytest.mark.parametrize(("lang", "certain"), [("en", "hole 1 is blank"), ("fr", "le trou 1 est vide")])
def test_a_certain_blank_is_named_by_a_word(lang: str, certain: str) -> None:
    """Its full stop would look like the end of the sentence."""
    blanks = edition("hasbro-2000-advanced")
    hints = find_hints(blanks, 2, rows_for(blanks, (0, 0, 0, 0), [(0, 0, 0, 0)]), 0.0)
    assert hints.certain is not None
    lines = describe_certainties(hints.certain, MatchText(blanks, (), lang))
    assert certain in lines[0]
    assert lines[1].endswith({"en": "4 × blank", "fr": "4 × vide"}[lang])
