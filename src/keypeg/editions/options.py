"""The options of an edition, chosen when a table is set up.

An option is data: a name, its allowed values and its default; its help is in the catalogue. Values are text (`yes`,
`12`, `race`), the same on the command line, in a record and in a link.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from keypeg.core.errors import ReadError, RuleError

Default = str | Callable[["Choices"], str]
"""A default value, or a function that computes it from the options before it."""

MAX_DIGITS = 9
"""A longer number is out of range, whatever the option."""


@dataclass(frozen=True)
class Option:
    """An option of an edition."""

    name: str
    default: Default
    values: tuple[str, ...] = ()
    """The allowed values; empty for a number."""
    low: int = 0
    high: int = 0
    """The limits of a number."""

    @property
    def kind(self) -> Literal["number", "flag", "choice"]:
        """The kind of its values."""
        if not self.values:
            return "number"
        return "flag" if self.values == FLAG else "choice"

    @property
    def allowed(self) -> str:
        """The allowed values in words, numbers from the lowest up."""
        values = sorted(self.values, key=int) if all(map(str.isdigit, self.values)) else self.values
        return ", ".join(values) or f"{self.low}–{self.high}"

    @property
    def all_values(self) -> tuple[str, ...]:
        """Every allowed value, whatever the other options are."""
        return self.values or tuple(map(str, range(self.low, self.high + 1)))

    def default_in(self, options: tuple["Option", ...]) -> str:
        """The default value if all other options have theirs."""
        return Choices("", options, {}).text(self.name)

    def read(self, value: str, edition: str) -> str:
        """The value in its canonical spelling. Raises `ReadError` if it is not a value, `RuleError` if out of range.

        The errors name the edition as well, because editions have their own words for some options.
        """
        value = value.strip().lower()
        if value in self.values:
            return value
        if self.values or not (value.isascii() and value.isdigit()):
            raise ReadError("unreadable-value", edition=edition, option=self.name, value=value, allowed=self.allowed)
        digits = value.lstrip("0") or "0"
        if len(digits) > MAX_DIGITS or not self.low <= int(digits) <= self.high:
            raise RuleError(
                "out-of-range", edition=edition, option=self.name, low=self.low, high=self.high, given=digits[:20]
            )
        return digits


FLAG = ("no", "yes")


def flag(name: str, default: Default = "no") -> Option:
    """An option that is on or off."""
    return Option(name, default, values=FLAG)


def choice(name: str, values: Iterable[str], default: Default | None = None) -> Option:
    """An option with named values; the first is the default unless `default` names another."""
    values = tuple(values)
    return Option(name, default or values[0], values=values)


def number(name: str, low: int, high: int, default: Default) -> Option:
    """An option that is a whole number."""
    return Option(name, default, low=low, high=high)


def rounds(default: Default) -> Option:
    """The number of rounds in the match; every edition has this option, some with a condition."""
    return number("rounds", 1, 100, default)


PRACTICE = flag("practice")
"""Whether one round is played for practice instead of a match; every edition has this option."""

BY_HAND = flag("by-hand")
"""Whether makers mark by hand or the referee marks; every edition has this option."""


class Choices:
    """The values of all options of an edition: the given ones, and the defaults for the rest."""

    def __init__(self, edition: str, options: tuple[Option, ...], chosen: Mapping[str, str]) -> None:
        self.edition = edition
        self._values: dict[str, str] = {}
        names = [option.name for option in options]
        for name in chosen:
            if name not in names:
                raise ReadError("unknown-option", edition=edition, option=name, options=", ".join(names))
        changed = []
        for option in options:
            default = option.default if isinstance(option.default, str) else option.default(self)
            value = option.read(chosen[option.name], edition) if option.name in chosen else default
            self._values[option.name] = value
            if value != default:
                changed.append((option.name, value))
        self.changed = tuple(changed)
        """The options that differ from their defaults, in the edition's order."""

    def text(self, name: str) -> str:
        """The value as text."""
        return self._values[name]

    def number(self, name: str) -> int:
        """The value of an option that is a number."""
        return int(self._values[name])

    def flag(self, name: str) -> bool:
        """Whether the option is on."""
        return self._values[name] == "yes"
