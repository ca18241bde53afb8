"""What a table plays by: the numbers and the choices of its rulebook."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Rules:
    """The rules of one table. The defaults are those of the game that most rulebooks describe."""

    edition: str
    rounds: int
    by_hand: bool
    holes: int
    colours: int
    rows: int
    """How many rows there are on a board."""
    seats: int = 2
    marking: str = "black-white"
    makers: str = "one"
    """Who has a secret: `one` seat, `each` of two seats, or all seats together, `dealt` in parts."""
    turns: str = "in-turn"
    """Or `together`, or `race`."""
    scoring: str = "rows"
    blanks: bool = False
    """Whether a hole may be left blank, in secrets and guesses."""
    secret_repeats: bool = True
    guess_repeats: bool = True
    parts: int = 0
    """How many parts of the code each seat is dealt."""
    short_seat: int = 0
    """The seat that has to find only four rings; 0 for none."""
    majority: bool = False
    """Whether the match ends as soon as a player has won more than half of its rounds."""
    replay_void: bool = False
    """Whether a round that nobody wins is replayed."""
    penalty: int = 0
    """How many points a wrongly marked player gets."""
    remedy: str = "replay"
    """What becomes of a round with a wrong mark: a `replay`, the breaker's `choice` between that and the round as it
    stands, an `award` to the wronged player, or a replay `unless-found`, if no row or answer was the code."""
    bars_calls: bool = False
    """Whether those who have marked wrongly only mark in the replay."""

    practice: bool = False
    """Whether one round is played with fixed roles and without points."""

    @property
    def found_is_found(self) -> bool:
        """Whether a row that equals the secret breaks it, whatever its mark: where the rulebook names no replay."""
        return self.remedy in ("award", "unless-found")

    @property
    def everybody(self) -> tuple[int, ...]:
        """The seats, clockwise from the first."""
        return tuple(range(1, self.seats + 1))

    def holes_for(self, breaker: int) -> int:
        """How many holes the secret has that this seat looks for."""
        return 4 if breaker == self.short_seat else self.holes


class Options:
    """The options chosen for a table, as they are written in records; the others have their defaults."""

    def __init__(self, chosen: Mapping[str, str]) -> None:
        self._chosen = chosen

    def text(self, name: str, default: str) -> str:
        return self._chosen.get(name, default)

    def number(self, name: str, default: int) -> int:
        return int(self._chosen.get(name, default))

    def yes(self, name: str, default: str = "no") -> bool:
        return self._chosen.get(name, default) == "yes"


def rules_of(edition: str, chosen: Mapping[str, str]) -> Rules:
    """The rules of this edition with these options."""
    options = Options(chosen)
    rules = _RULEBOOKS[edition](edition, options)
    if not options.yes("practice"):
        return rules
    # It is not a match: nothing is counted, and a round that nobody wins has been practised all the same.
    return replace(rules, practice=True, rounds=1, majority=False, replay_void=False, penalty=0)


def _hasbro_2000(edition: str, options: Options) -> Rules:
    return Rules(
        edition,
        rounds=options.number("rounds", 2),
        by_hand=options.yes("by-hand"),
        holes=4,
        colours=8,
        rows=12,
        blanks=edition == "hasbro-2000-advanced",
        penalty=3,
    )


def _classic(edition: str, options: Options) -> Rules:
    return Rules(
        edition,
        rounds=options.number("rounds", 2),
        by_hand=options.yes("by-hand"),
        holes=4,
        colours=6,
        rows=options.number("rows", 10),
        scoring=options.text("scoring", "maker"),
        penalty=3,
        remedy="choice",
    )


def _challenge_2001(edition: str, options: Options) -> Rules:
    handicap = options.text("handicap", "none")
    return Rules(
        edition,
        rounds=options.number("rounds", 5),
        by_hand=options.yes("by-hand"),
        holes=options.number("holes", 5),
        colours=8,
        rows=12,
        makers="each",
        turns="race" if options.yes("race") else "together",
        scoring="rounds",
        short_seat=0 if handicap == "none" else int(handicap),
        majority=True,
        replay_void=True,
        penalty=1,
    )


def _traffic_jam_2000(edition: str, options: Options) -> Rules:
    option = options.text("option", "2")
    return Rules(
        edition,
        rounds=options.number("rounds", 2),
        by_hand=options.yes("by-hand"),
        holes=4,
        colours=6,
        rows=11,
        marking="colours" if option == "1" else "sum",
        blanks=option == "3",
        penalty=3,
    )


def _hasbro_2004(edition: str, options: Options) -> Rules:
    seats = options.number("seats", 2)
    family = seats > 2
    return Rules(
        edition,
        rounds=options.number("rounds", seats),
        by_hand=options.yes("by-hand"),
        holes=4,
        colours=8,
        rows=12,
        seats=seats,
        scoring="family" if family else "rounds",
        secret_repeats=options.yes("experts"),
        penalty=3 if family else 0,
        remedy="unless-found" if family else "award",
    )


def _parker_1974(edition: str, options: Options) -> Rules:
    return Rules(
        edition,
        rounds=options.number("rounds", 1),
        by_hand=options.yes("by-hand"),
        holes=3,
        colours=6,
        rows=8,
        makers="each",
        scoring="rounds",
        secret_repeats=not options.yes("different"),
        remedy="award",
    )


def _mastermind_44(edition: str, options: Options) -> Rules:
    parts = options.number("parts", 1)
    return Rules(
        edition,
        rounds=options.number("rounds", 1),
        by_hand=options.yes("by-hand"),
        holes=5,
        colours=6,
        rows=4 * parts,
        seats=options.number("seats", 4),
        marking="parts",
        makers="dealt",
        scoring="rounds",
        parts=parts,
        remedy="unless-found",
        bars_calls=True,
    )


def _house(edition: str, options: Options) -> Rules:
    marking = options.text("marking", "black-white")
    makers = options.text("makers", "dealt" if marking == "parts" else "one")
    return Rules(
        edition,
        rounds=options.number("rounds", 2),
        by_hand=options.yes("by-hand"),
        holes=options.number("holes", 4),
        colours=options.number("colours", 6),
        rows=options.number("rows", 10),
        seats=options.number("seats", 2),
        marking=marking,
        makers=makers,
        turns=options.text("turns", "in-turn"),
        scoring=options.text("scoring", "rows" if makers == "one" else "rounds"),
        blanks=options.yes("blanks"),
        secret_repeats=options.yes("repeats", "yes"),
        guess_repeats=options.yes("guess-repeats", "yes"),
        parts=options.number("parts", 1) if makers == "dealt" else 0,
        majority=options.text("ends", "all-rounds") == "majority",
        replay_void=options.text("void", "counts") == "replay",
        penalty=options.number("penalty", 0),
        remedy=options.text("wrong-mark", "replay"),
        bars_calls=makers == "dealt" and options.text("wrong-mark", "replay") == "unless-found",
    )


_RULEBOOKS: dict[str, Callable[[str, Options], Rules]] = {
    "hasbro-2000": _hasbro_2000,
    "hasbro-2000-advanced": _hasbro_2000,
    "classic": _classic,
    "challenge-2001": _challenge_2001,
    "traffic-jam-2000": _traffic_jam_2000,
    "hasbro-2004": _hasbro_2004,
    "parker-1974": _parker_1974,
    "mastermind-44": _mastermind_44,
    "house": _house,
}
