"""A playthrough for each edition and option, with every seat's and the spectator's view at every step."""

from pathlib import Path

import pytest

from golden.regenerate import FOLDER, regenerated
from keypeg.core.view import Phase
from keypeg.editions import RULEBOOKS
from keypeg.editions.options import Choices, Option
from keypeg.records.record import read_record
from keypeg.records.replay import replay_file

FILES = sorted(FOLDER.glob("*.keypeg"))
PLAYED = [read_record(file.read_text(encoding="utf-8")).record.edition for file in FILES]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_playthrough_is_what_every_seat_sees_today(file: Path) -> None:
    assert file.read_text(encoding="utf-8") == regenerated(file)


@pytest.mark.no_cover
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_playthrough_reaches_the_end_of_the_match(file: Path) -> None:
    assert replay_file(file).state.outcome is not None


@pytest.mark.parametrize("edition", RULEBOOKS)
def test_every_edition_has_a_playthrough(edition: str) -> None:
    assert edition in {played.id for played in PLAYED}


def chosen_values(edition: str, option: Option) -> set[str]:
    """The values of this option that some playthrough of this edition plays with."""
    options = RULEBOOKS[edition].options
    played = [dict(table.chosen) for table in PLAYED if table.id == edition]
    return {Choices(edition, options, chosen).text(option.name) for chosen in played}


@pytest.mark.parametrize(
    ("edition", "option"),
    [(book.id, option) for book in RULEBOOKS.values() for option in book.options],
    ids=lambda part: part if isinstance(part, str) else part.name,
)
def test_every_value_of_every_option_has_a_playthrough(edition: str, option: Option) -> None:
    played = chosen_values(edition, option)
    if option.values:
        assert played == set(option.values)
    else:
        assert len(played) >= 2, "a number needs a playthrough with another value than the default"


def test_the_playthroughs_show_every_phase_and_every_way_a_round_can_end() -> None:
    reasons, phases = set(), set()
    for file in FILES:
        text = file.read_text(encoding="utf-8")
        phases |= {phase for phase in Phase if f'phase: "{phase.value}"' in text}
        reasons |= {finished.outcome.reason for finished in replay_file(file).state.finished}
    assert phases == set(Phase)
    assert reasons == {
        "broken", "unbroken", "both-broken", "neither-broken", "answered", "nobody-answered", "resigned",
        "timed-out", "wrong-mark",
    }  # fmt: skip
