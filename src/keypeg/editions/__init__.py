"""The published rulebooks and the house rules: one module of plain data for each, and `RULEBOOKS`, the list of them.

Start with `classic`, a short one. To add an edition, write a module like it and name it in `RULEBOOKS` here; its parts
are explained in `keypeg.core.edition`, its options in `options`.
"""

from keypeg.core.edition import Edition
from keypeg.core.errors import ReadError
from keypeg.editions.challenge_2001 import CHALLENGE_2001
from keypeg.editions.classic import CLASSIC
from keypeg.editions.hasbro_2000 import HASBRO_2000, HASBRO_2000_ADVANCED
from keypeg.editions.hasbro_2004 import HASBRO_2004
from keypeg.editions.house import HOUSE
from keypeg.editions.mastermind_44 import MASTERMIND_44
from keypeg.editions.parker_1974 import PARKER_1974
from keypeg.editions.rulebook import Rulebook
from keypeg.editions.traffic_jam_2000 import TRAFFIC_JAM_2000

RULEBOOKS = {
    rulebook.id: rulebook
    for rulebook in (
        CLASSIC,
        PARKER_1974,
        HASBRO_2000,
        HASBRO_2000_ADVANCED,
        TRAFFIC_JAM_2000,
        CHALLENGE_2001,
        HASBRO_2004,
        MASTERMIND_44,
        HOUSE,
    )
}
"""Every edition by its identifier, in the order of years, in which they are listed everywhere."""

PUBLISHED = tuple(name for name, rulebook in RULEBOOKS.items() if rulebook is not HOUSE)
"""The identifiers of the published editions: all but the house rules."""


def find_rulebook(edition: str) -> Rulebook:
    """The rulebook with this identifier. Raises `ReadError` if there is none."""
    try:
        return RULEBOOKS[edition.strip().lower()]
    except KeyError:
        raise ReadError("unknown-edition", edition=edition, editions=", ".join(RULEBOOKS)) from None


def edition(name: str, **options: object) -> Edition:
    """The edition with this identifier and these options. Raises `KeypegError` if there is none.

    >>> from keypeg import edition
    >>> edition("classic", rows=12, by_hand=True)
    <Edition classic~rows_12~by-hand_yes>
    """
    return find_rulebook(name).choose({key.replace("_", "-"): _spell(value) for key, value in options.items()})


def _spell(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
