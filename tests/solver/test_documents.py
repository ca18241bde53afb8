"""The documents' figures on strategies are those of the books."""

from tools.strategies_page import BEGIN, END, PAGE, table

from keypeg.cli.solve import ONE_STEP_RULES, TIE_BREAKS
from keypeg.solver.one_step.rules import RULES, TIES


def test_the_page_of_strategies_shows_the_claims_of_the_books() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert page.partition(BEGIN)[2].partition(END)[0].strip() == table()


def test_the_golden_file_and_the_page_agree_on_one_step_rules() -> None:
    golden = (PAGE.parent.parent / "tests" / "solver" / "golden" / "one-step.txt").read_text(encoding="utf-8")
    shown = [line.split("|") for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| 4 × 6,")]
    shown += [line.split("|") for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| 5 × 8,")]
    assert len(shown) == 7
    for _, game, rule, total, histogram, _ in shown:
        size, opening = game.strip().replace(" × ", "x").split(", ")
        line = f"{size} {opening} {rule.strip()}: {total.strip()} = {histogram.strip().replace(',', '')}"
        assert line in golden.splitlines()


def test_the_command_line_offers_every_rule_and_tie_break() -> None:
    assert tuple(RULES) == ONE_STEP_RULES
    assert tuple(TIES) == TIE_BREAKS
