"""The players page shows the stored results for every edition, and the upper level is ahead everywhere."""

from pathlib import Path

import pytest
from tools.players_page import (
    BEGIN,
    BY_PAIRS,
    DOCS,
    END,
    PAGE,
    PAIRS,
    RESULTS,
    TABLES,
    Pairing,
    in_order,
    load,
    main,
    play,
    save,
    table,
)

from keypeg.editions import RULEBOOKS
from keypeg.players.registry import BUILT_IN
from keypeg.records.edition_links import read_edition, write_edition


def test_the_players_page_shows_the_stored_results() -> None:
    page = (DOCS / PAGE).read_text(encoding="utf-8")
    assert page.partition(BEGIN)[2].partition(END)[0].strip() == table(load(DOCS / RESULTS))


def test_every_edition_but_house_rules_is_played() -> None:
    assert {name.split("~")[0] for name in TABLES} == set(RULEBOOKS) - {"house"}
    assert all(write_edition(read_edition(name)) == name for name in TABLES)


def test_every_level_on_the_page_is_ahead_in_every_edition_clear_of_chance() -> None:
    played = load(DOCS / RESULTS)
    assert set(played) == {(name, upper) for name in TABLES for upper in PAIRS} - BY_PAIRS
    for pairing in in_order(played):
        assert pairing.clear or pairing.ahead_by_95, (pairing.table, pairing.upper)


def test_the_stored_results_are_small_enough_for_the_repository() -> None:
    assert (DOCS / RESULTS).stat().st_size < 60_000


def test_the_page_names_every_built_in_player() -> None:
    page = (DOCS / PAGE).read_text(encoding="utf-8")
    assert {"beginner", "casual", "devil"} <= {name for name in BUILT_IN if f"`{name}`" in page}


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    """A folder with an empty page."""
    (tmp_path / PAGE).write_text(f"before\n{BEGIN}\n{END}\nafter\n", encoding="utf-8")
    return tmp_path


TABLE = "parker-1974"
"""An edition in which one look is not enough."""


@pytest.mark.no_cover
def test_an_interrupted_run_can_be_continued(docs: Path) -> None:
    words = [TABLE, "--upper", "casual", "--docs", str(docs)]
    assert main(words) == 0
    whole, page = (docs / RESULTS).read_text(), (docs / PAGE).read_text(encoding="utf-8")
    assert page.startswith(f"before\n{BEGIN}\n| edition |")
    assert page.endswith(f"|\n{END}\nafter\n")
    assert f"| `{TABLE}` | casual | beginner |" in page
    begun = Pairing(TABLE, "casual")
    assert play(begun, 1)
    assert not begun.settled
    save({(TABLE, "casual"): begun}, docs / RESULTS)
    assert main(words) == 0
    assert (docs / RESULTS).read_text() == whole
    assert (docs / PAGE).read_text(encoding="utf-8") == page


@pytest.mark.no_cover
def test_a_settled_pairing_is_not_played_again(docs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = [TABLE, "--upper", "casual", "--docs", str(docs)]
    main(words)
    first = capsys.readouterr().out
    main(words)
    assert capsys.readouterr().out == ""
    main([*words, "--anew"])
    assert capsys.readouterr().out == first


def test_stored_sums_are_read_back(tmp_path: Path) -> None:
    played = load(DOCS / RESULTS)
    save(played, tmp_path / "again.json")
    assert load(tmp_path / "again.json") == played
    assert load(tmp_path / "nowhere.json") == {}
