"""The codes that fit a position: all of them, as the rules say; of many an even sample, and their number."""

from collections import Counter
from itertools import islice
from random import Random

import numpy as np
import pytest
from hypothesis import given

from keypeg.core.codes import Code, CodeSpace
from keypeg.core.marks import BLACK_WHITE, SUM
from keypeg.solver.large import fitting_codes
from keypeg.solver.large.fitting_codes import FittingCodes, find_fitting
from keypeg.solver.plain.position import PlainPosition
from solver.large.positions import positions, start
from support.thoroughness import examples, times


def codes_of(found: FittingCodes) -> list[Code]:
    return [tuple(code) for code in found.codes.tolist()]


def by_the_rules(position: PlainPosition) -> list[Code]:
    mark = position.marking.mark
    return [code for code in position.secrets if all(mark(code, guess) == given for guess, given in position.rows)]


@given(positions())
@examples(200)
def test_all_codes_are_found(position: PlainPosition) -> None:
    found = find_fitting(position)
    assert codes_of(found) == by_the_rules(position)
    assert (found.count, found.is_complete) == (len(found.codes), True)


def test_blanks_may_stand_only_where_they_are_allowed() -> None:
    space = CodeSpace(4, 3, least_blanks=1, most_blanks=2, blank_holes=(1, 3, 4))
    position = PlainPosition(space, space, BLACK_WHITE)
    position = position.after(((0, 1, 2, 3), BLACK_WHITE.mark((1, 2, 0, 3), (0, 1, 2, 3))))
    assert codes_of(find_fitting(position)) == by_the_rules(position)


def test_marks_that_contradict_each_other_leave_no_code() -> None:
    position = start(4, 4).after(((1, 1, 1, 1), BLACK_WHITE.mark((1, 2, 2, 2), (1, 1, 1, 1))))
    position = position.after(((1, 1, 1, 1), BLACK_WHITE.mark((2, 2, 2, 2), (1, 1, 1, 1))))
    assert len(find_fitting(position).codes) == 0


@pytest.mark.parametrize("marking", [BLACK_WHITE, SUM], ids=lambda marking: marking.name)
def test_a_sample_is_even_and_its_number_is_right(monkeypatch: pytest.MonkeyPatch, marking: object) -> None:
    """Every code is drawn about as often: chi-square against all codes, over independent samples."""
    monkeypatch.setattr(fitting_codes, "MAX_LISTED_CODES", 10)
    monkeypatch.setattr(fitting_codes, "MAX_COMPLETIONS", 5)
    monkeypatch.setattr(fitting_codes, "PILOT_BEGINNINGS", 50)
    monkeypatch.setattr(fitting_codes, "SAMPLE_SIZE", 100)
    position = start(4, 5, marking)  # type: ignore[arg-type]
    position = position.after(((1, 1, 2, 3), marking.mark((1, 2, 4, 5), (1, 1, 2, 3))))  # type: ignore[attr-defined]
    codes = by_the_rules(position)
    samples = [find_fitting(position, seed) for seed in range(times(60, 400))]
    drawn = Counter(code for sample in samples for code in codes_of(sample))
    assert set(drawn) <= set(codes)
    expected = sum(drawn.values()) / len(codes)
    # Codes with the same beginning are drawn together, so the variance is that of beginnings: up to five codes each.
    squares = sum((drawn[code] - expected) ** 2 for code in codes) / expected / len(codes)
    assert squares < 1.6
    misses = [(sample.count - len(codes)) / sample.error for sample in samples]
    assert abs(np.mean(misses)) < 4 / len(misses) ** 0.5
    assert 0.6 < np.std(misses) < 1.4


@pytest.mark.parametrize(("holes", "colours"), [(8, 12), (8, 20)])
def test_in_the_largest_games_the_codes_of_a_sample_fit(holes: int, colours: int) -> None:
    rng = Random(holes * colours)
    position = start(holes, colours)
    secret = tuple(rng.randint(1, colours) for _ in range(holes))
    for row in range(1, 12):
        found = find_fitting(position, row)
        assert len(found.codes)
        for code in islice(codes_of(found), 50):
            assert code in position.secrets
            assert all(BLACK_WHITE.mark(code, guess) == mark for guess, mark in position.rows)
        guess = codes_of(found)[rng.randrange(len(found.codes))]
        if guess == secret:
            return
        position = position.after((guess, BLACK_WHITE.mark(secret, guess)))
