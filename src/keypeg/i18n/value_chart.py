"""The part of the picture that is about a whole round: each seat's chance to win, or its points, row by row.

A line begins with what was expected before a seat's first row and goes on to how the round ended. Seats differ by more
than colour: their lines are dashed in different ways, and their names stand at the ends.
"""

from collections.abc import Sequence
from html import escape
from math import ceil
from typing import NamedTuple

from keypeg.analysis.cost_and_luck import Currency
from keypeg.analysis.round_value import SeatValues
from keypeg.i18n.match_text import MatchText
from keypeg.i18n.value_text import amount, stakes_sum

WIDTH, HEIGHT = 720, 270
"""How large the panel of a round is."""

LEFT, RIGHT = 62, 130
TOP, BASE = 48, 226

PARTS = 4
"""Into how many parts the height is divided."""

DASHES = ("", "7 4", "2 3", "9 3 2 3", "14 5")
"""How the line of each seat is dashed."""

STYLE = """
.s1{stroke:#2563ab}.s2{stroke:#c2410c}.s3{stroke:#15803d}.s4{stroke:#7e22ce}.s5{stroke:#8a6d00}
.stake{fill:none;stroke-width:2}.end{stroke-width:2}.dot{stroke-width:4}
@media (prefers-color-scheme:dark){
.s1{stroke:#7cb3f2}.s2{stroke:#fb8b4b}.s3{stroke:#5fd38d}.s4{stroke:#c99bf5}.s5{stroke:#e0c050}}
""".strip()


class Segment(NamedTuple):
    """One seat's line: at each row what it could expect in all, and at last what it came to."""

    stakes: SeatValues
    points: tuple[tuple[int, float], ...]


def stretch_of(stakes: SeatValues, last: int) -> Segment:
    """The line of a seat: before each row what it had and could expect; the result stands at the end of the round."""
    had, points = 0.0, []
    for row in stakes.rows:
        if row.value is not None:
            points.append((row.number, had + row.value.before.value))
            had += row.value.immediate
    return Segment(stakes, (*points, (last, stakes.result or 0.0)))


def draw_stakes(title: str, stakes: Sequence[SeatValues], top: int, teller: MatchText) -> list[str]:
    """The panel of a round."""
    return _ValueDrawing(title, stakes, top, teller).lines()


class _ValueDrawing:
    """One panel."""

    def __init__(self, title: str, stakes: Sequence[SeatValues], top: int, teller: MatchText) -> None:
        self.title, self.top, self.teller = title, top, teller
        self.currency = stakes[0].currency
        self.last = 1 + max(row.number for one in stakes for row in one.rows)
        self.stretches = [stretch_of(one, self.last) for one in stakes if one.values]
        values = [value for one in self.stretches for _, value in one.points]
        self.most = 1.0 if self.currency is Currency.CHANCE else float(PARTS * ceil(max([1.0, *values]) / PARTS))

    def lines(self) -> list[str]:
        """Everything that is drawn."""
        head = self.teller.say(f"stakes-{self.currency.value}").rstrip(" \u00a0:")
        lines = [f'<g transform="translate(0 {self.top})">', self._text(LEFT, 26, f"{self.title} · {head}", "head ink")]
        return [*lines, *self._scale(), *(line for one in self.stretches for line in self._stretch(one)), "</g>"]

    def _x(self, row: int) -> float:
        return LEFT + 20 + (WIDTH - LEFT - RIGHT - 40) * (row - 1) / max(1, self.last - 1)

    def _y(self, value: float) -> float:
        return BASE - (BASE - TOP) * value / self.most

    def _scale(self) -> list[str]:
        lines = []
        for part in range(PARTS + 1):
            value = self.most * part / PARTS
            y = self._y(value)
            told = f"{100 * value:.0f} %" if self.currency is Currency.CHANCE else f"{value:.0f}"
            lines.append(f'<line class="grid" x1="{LEFT}" y1="{y:.1f}" x2="{WIDTH - RIGHT}" y2="{y:.1f}"/>')
            lines.append(self._text(LEFT - 8, y + 4, told, "soft", "end"))
        rows = sorted({row for one in self.stretches for row, _ in one.points[:-1]})
        return lines + [self._text(self._x(row), BASE + 18, str(row), "soft", "middle") for row in rows]

    def _stretch(self, one: Segment) -> list[str]:
        seat, lang = one.stakes.seat, self.teller.lang
        places = [(self._x(row), self._y(value)) for row, value in one.points]
        dash = DASHES[(seat - 1) % len(DASHES)]
        dashed = f' stroke-dasharray="{dash}"' if dash else ""
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        lines = [f'<polyline class="stake s{seat}"{dashed} points="{path}">']
        lines[0] += f"<title>{escape(stakes_sum(one.stakes, self.teller))}</title></polyline>"
        for (x, y), (row, value) in zip(places[:-1], one.points, strict=False):
            told = f"{row}. {amount(self.currency, value, lang)}"
            lines.append(f'<circle class="dot s{seat}" cx="{x:.1f}" cy="{y:.1f}" r="2"><title>{told}</title></circle>')
        x, y = places[-1]
        result = one.points[-1][1]
        whole = self.currency is Currency.POINTS and one.stakes.over
        name = f"{self.teller.name(seat)[:12]} {f'{result:.0f}' if whole else amount(self.currency, result, lang)}"
        lines.append(f'<circle class="paper end s{seat}" cx="{x:.1f}" cy="{y:.1f}" r="5"/>')
        return [*lines, self._text(x + 10, self._apart(one, y) + 4, name, "ink")]

    def _apart(self, one: Segment, y: float) -> float:
        """How high a name stands: below those that end at the same place."""
        before = self.stretches[: self.stretches.index(one)]
        same = [other for other in before if abs(self._y(other.points[-1][1]) - y) < 14]
        return y + 14 * len(same)

    def _text(self, x: float, y: float, text: str, kind: str, anchor: str = "start") -> str:
        return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'
