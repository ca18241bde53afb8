"""The documents' figures on strategies are those of the books."""

from tools.page_tables import STRATEGIES, read_between
from tools.strategies_page import BEGIN, END, books_table

from keypeg.cli.solve import ONE_STEP_RULES, TIE_BREAKS
from keypeg.solver.one_step.rules import RULES, TIES


def test_the_page_of_strategies_shows_the_claims_of_the_books() -> None:
    assert read_between(STRATEGIES, BEGIN, END) == books_table()


def test_the_golden_file_and_the_page_agree_on_one_step_rules() -> None:
    golden = (STRATEGIES.parent.parent / "tests" / "solver" / "golden" / "one-step.txt").read_text(encoding="utf-8")
    lines = STRATEGIES.read_text(encoding="utf-8").splitlines()
    listed = [line.split("|") for line in lines if line.startswith(("| 4 × 6,", "| 5 × 8,"))]
    assert len(listed) == 7
    for _, game, rule, total, histogram, _ in listed:
        size, opening = game.strip().replace(" × ", "x").split(", ")
        line = f"{size} {opening} {rule.strip()}: {total.strip()} = {histogram.strip().replace(',', '')}"
        assert line in golden.splitlines()


def test_the_command_line_offers_every_rule_and_tie_break() -> None:
    assert tuple(RULES) == ONE_STEP_RULES
    assert tuple(TIES) == TIE_BREAKS
