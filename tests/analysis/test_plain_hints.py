"""Hints by the plain solver: those of the compiled solver where the candidates are listed, and in any game at once."""

import subprocess
import sys
from random import Random

import pytest
from hypothesis import given

from keypeg.analysis import hints, plain_hints
from keypeg.core.edition import Edition
from keypeg.core.errors import RuleError
from keypeg.core.view import Row
from keypeg.editions import edition
from keypeg.i18n.hint_text import describe_hints
from keypeg.i18n.match_text import MatchText
from support.analysed_boards import rows_for
from support.random_play import random_code, seeds
from support.thoroughness import examples, first_of

GAMES = (
    edition("classic"),
    edition("house", holes=4, colours=5, marking="sum", blanks=True),
    edition("house", holes=4, colours=6, marking="colours"),
    edition("house", holes=3, colours=7, repeats=False),
)


def some_rows(played: Edition, rng: Random, count: int) -> list[Row]:
    space = played.secret_space(2)
    code = random_code(space, rng)
    guesses = [random_code(played.guess_space(2), rng) for _ in range(count)]
    assert code is not None
    return rows_for(played, code, [guess for guess in guesses if guess is not None])


@pytest.mark.parametrize("played", GAMES, ids=str)
@given(seed=seeds())
@examples(30)
def test_what_is_certain_is_the_same_as_by_the_kernels(played: Edition, seed: int) -> None:
    rng = Random(seed)
    rows = some_rows(played, rng, rng.randint(0, 4))
    assert plain_hints.find_quick_hints(played, 2, rows) == hints.find_quick_hints(played, 2, rows)
    partial = [rng.choice([None, peg]) for peg in random_code(played.guess_space(2), rng) or ()]
    plain, exact = (module.check_partial_guess(played, 2, rows, partial) for module in (plain_hints, hints))
    assert (plain.codes, len(plain.rows)) == (exact.codes, len(exact.rows))


@pytest.mark.parametrize("played", first_of(GAMES, quick=2), ids=str)
def test_a_good_guess_is_allowed_and_its_value_is_not_called_exact_without_proof(played: Edition) -> None:
    rows = some_rows(played, Random(3), 1)
    good = plain_hints.find_hints(played, 2, rows).good
    assert good is not None
    assert good.guess in played.guess_space(2)
    best = hints.find_hints(played, 2, rows).good
    assert best is not None
    assert good.value.value >= best.value.value - 1e-9
    assert good.value.value < best.value.value + 0.3


@pytest.mark.parametrize(("lang", "start"), [("en", "About "), ("fr", "Il reste environ ")])
def test_an_estimated_number_of_codes_is_called_one(lang: str, start: str) -> None:
    played = edition("house", holes=8, colours=20)
    rows = some_rows(played, Random(4), 4)
    quick = plain_hints.find_quick_hints(played, 2, rows)
    assert quick.error
    assert quick.certain is None
    (line,) = describe_hints(quick, MatchText(played, (), lang))[0].lines
    assert line.startswith(start)
    assert "±" in line


def test_wrong_pegs_are_refused_as_by_the_kernels() -> None:
    for partial in ([1], [99, None, None, None], [0, None, None, None]):
        with pytest.raises(RuleError):
            plain_hints.check_partial_guess(edition("classic"), 2, [], partial)


def test_the_first_hint_loads_only_the_standard_library() -> None:
    program = (
        "import sys; from keypeg.study.requests import HintRequest, answer\n"
        "record = 'Keypeg: 1\\nEdition: classic\\nSeat 1: Ann\\nSeat 2: Ben\\n\\n1 code RRBB\\n2 guess RYGW\\n'\n"
        "given = answer(HintRequest(record, 2, '', True, 'en'))\n"
        "print([hint['kind'] for hint in given['hints']][-2:], given['certainties']['codes_left'] > 0)\n"
        "print(sorted({'numpy', 'numba', 'llvmlite', 'pydantic'} & set(sys.modules)))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program],
        env={"KEYPEG_SOLVER": "plain"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert (ran.stdout, ran.stderr) == ("['guess', 'reasons'] True\n[]\n", "")
