"""What can be chosen when a table is set up with an edition.

An option is data: a name, its allowed values and its default; what is said of it is in the catalogue. Values are
written as text (`yes`, `12`, `race`), the same on the command line, in a record and in a link.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from keypeg.core.errors import ReadError, RuleError

Default = str | Callable[["Choices"], str]
"""A default value; or, where it depends on options named earlier, how to find it."""


@dataclass(frozen=True)
class Option:
    """One thing that a table can choose."""

    name: str
    default: Default
    values: tuple[str, ...] = ()
    """The allowed values; empty for a number."""
    low: int = 0
    high: int = 0
    """The limits of a number."""

    @property
    def kind(self) -> str:
        """`flag`, `choice` or `number`."""
        if not self.values:
            return "number"
        return "flag" if self.values == FLAG else "choice"

    @property
    def allowed(self) -> str:
        """The allowed values in words."""
        return ", ".join(self.values) if self.values else f"{self.low}–{self.high}"

    def default_in(self, options: tuple["Option", ...]) -> str:
        """The default where all other options have theirs."""
        return Choices("", options, {}).text(self.name)

    def read(self, value: str) -> str:
        """The value in its one proper spelling. Raises if it is none, or out of range."""
        value = value.strip().lower()
        if self.values:
            if value not in self.values:
                raise ReadError("unreadable-value", option=self.name, value=value, allowed=self.allowed)
            return value
        if not (value.isascii() and value.isdigit()):
            raise ReadError("unreadable-value", option=self.name, value=value, allowed=self.allowed)
        digits = value.lstrip("0") or "0"
        if len(digits) > 9 or not self.low <= int(digits) <= self.high:
            raise RuleError("out-of-range", option=self.name, low=self.low, high=self.high, given=digits[:20])
        return digits


FLAG = ("no", "yes")


def flag(name: str, default: Default = "no") -> Option:
    """An option that is on or off."""
    return Option(name, default, values=FLAG)


def choice(name: str, values: Iterable[str], default: Default | None = None) -> Option:
    """An option with named values, the first of which is the default unless another is named."""
    values = tuple(values)
    return Option(name, default or values[0], values=values)


def number(name: str, low: int, high: int, default: Default) -> Option:
    """An option that is a whole number."""
    return Option(name, default, low=low, high=high)


def rounds(default: Default) -> Option:
    """How many rounds make the match; every edition has this option, some with a condition."""
    return number("rounds", 1, 100, default)


BY_HAND = flag("by-hand")
"""Who marks; every edition has this option."""


class Choices:
    """The values of all options of an edition: those given, and the defaults for the rest."""

    def __init__(self, edition: str, options: tuple[Option, ...], given: Mapping[str, str]) -> None:
        self.edition = edition
        self._values: dict[str, str] = {}
        names = [option.name for option in options]
        for name in given:
            if name not in names:
                raise ReadError("unknown-option", edition=edition, option=name, options=", ".join(names))
        changed = []
        for option in options:
            default = option.default if isinstance(option.default, str) else option.default(self)
            value = option.read(given[option.name]) if option.name in given else default
            self._values[option.name] = value
            if value != default:
                changed.append((option.name, value))
        self.changed = tuple(changed)
        """The options whose value is not the default, in the edition's order."""

    def text(self, name: str) -> str:
        """The value as it is written."""
        return self._values[name]

    def number(self, name: str) -> int:
        """The value of a number."""
        return int(self._values[name])

    def flag(self, name: str) -> bool:
        """Whether the option is on."""
        return self._values[name] == "yes"
