"""The table's own part: drawing counters, where parts of the code are dealt."""

from random import Random

from keypeg.core.actions import Deal
from keypeg.core.codes import BLANK
from keypeg.core.edition import Edition


def draw(edition: Edition, rng: Random) -> Deal:
    """Draw each seat's holes and colours, as from counters that lie face down."""
    secrets = edition.secrets
    drawn = edition.seats * secrets.parts
    holes = rng.sample(range(secrets.space.holes), drawn)
    # Drawn without putting back: two of a colour are a little rarer than by chance alone.
    pegs = rng.sample([peg for peg in range(1, secrets.space.colours + 1) for _ in range(secrets.counters)], drawn)
    parts = [[BLANK] * secrets.space.holes for _ in range(edition.seats)]
    for number, (hole, peg) in enumerate(zip(holes, pegs, strict=True)):
        parts[number % edition.seats][hole] = peg
    return Deal(tuple(tuple(part) for part in parts))
