"""Wrong arguments are refused with an error that names what to pass instead."""

from collections.abc import Callable
from typing import Any

import pytest

from keypeg import Guess, Resign, apply, begin, bot, edition, legal, observe, play, simulate, waiting

CLASSIC = edition("classic")
STEP: Any = begin(CLASSIC)
TABLE = begin(CLASSIC).state
ANY: Any = None


@pytest.mark.parametrize(("call", "advice"), [
    (lambda: begin("classic"), r"pass edition\('classic'\)"),  # type: ignore[arg-type]
    (lambda: begin(4), "takes an edition"),  # type: ignore[arg-type]
    (lambda: apply(STEP, 1, Resign()), r"pass its \.state"),
    (lambda: apply(CLASSIC, 1, Resign()), r"pass begin\(edition\)\.state"),  # type: ignore[arg-type]
    (lambda: apply(TABLE, True, Resign()), "the number of a seat, such as 1, not True"),
    (lambda: apply(TABLE, ANY, Resign()), "the number of a seat, such as 1, not None"),
    (lambda: legal(STEP, 1), r"legal\(\) takes .* pass its \.state"),
    (lambda: waiting(STEP), r"waiting\(\) takes .* pass its \.state"),
    (lambda: observe(STEP, 1), r"observe\(\) takes .* pass its \.state"),
    (lambda: observe(TABLE, False), "the number of a seat"),
    (lambda: Guess({1, 2, 3, 4}), "holes have an order"),
    (lambda: Guess({1: 2}), "holes have an order"),
    (lambda: play(CLASSIC, "casual"), r"a list of players.*\['casual', …\]"),
    (lambda: play(CLASSIC, ["casual"]), "takes 2 players for classic, not 1"),
    (lambda: play("classic", ["casual", "casual"]), r"pass edition\('classic'\)"),  # type: ignore[arg-type]
    (lambda: simulate(edition("challenge-2001")), r"use play\(\)"),
    (lambda: bot(7), r"choose\(view, thinking_time, rng\)"),  # type: ignore[arg-type]
])  # fmt: skip
def test_the_error_says_what_to_pass(call: Callable[[], object], advice: str) -> None:
    with pytest.raises(TypeError, match=advice):
        call()


def test_a_simulation_has_at_least_one_round() -> None:
    with pytest.raises(ValueError, match="at least one round"):
        simulate(CLASSIC, rounds=0)


def test_an_unknown_name_of_the_package_is_an_attribute_error() -> None:
    import keypeg

    with pytest.raises(AttributeError, match="nonsense"):
        getattr(keypeg, "nonsense")  # noqa: B009 - mypy knows that it is not there
