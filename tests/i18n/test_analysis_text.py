"""Amounts in the review of a match."""

from keypeg.i18n.analysis_text import cost_amount, signed
from keypeg.i18n.catalogue import decimal


def test_people_are_shown_two_decimals() -> None:
    assert (decimal("en", 4.3403), decimal("fr", 4.3403)) == ("4.34", "4,34")


def test_a_small_cost_is_not_shown_as_none() -> None:
    assert [cost_amount(cost, "en") for cost in (0.0, 1e-12, 0.0008, 0.0049, 0.0051, 0.059)] == [
        *("0.00", "0.00", "<0.01", "<0.01", "0.01", "0.06"),
    ]
    assert cost_amount(0.0008, "fr") == "<0,01"


def test_zero_has_no_sign() -> None:
    assert [signed(luck, "en") for luck in (-0.108, -0.004, 0.0, 0.004, 0.25)] == [
        *("−0.11", "0.00", "0.00", "0.00", "+0.25"),
    ]
