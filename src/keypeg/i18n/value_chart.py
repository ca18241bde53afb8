"""The chart of a round: each seat's chance to win, or its points, row by row.

A line leads from the value before a seat's first row to how the round ended. Seats differ by more
than colour: their lines are dashed in different ways, and their names stand at the ends.
"""

from collections.abc import Sequence
from html import escape
from math import ceil
from typing import NamedTuple

from keypeg.analysis.cost_and_luck import Currency
from keypeg.analysis.round_value import SeatValues
from keypeg.i18n.match_text import MatchText
from keypeg.i18n.value_text import amount, describe_value_sum

WIDTH, HEIGHT = 720, 270
"""The size of the panel of a round."""

LEFT, RIGHT = 62, 130
TOP, BASE = 48, 226

PARTS = 4
"""The number of parts that the height is divided into."""

LABEL_HEIGHT = 14
"""The height of a seat's label, in pixels."""

MAX_LABEL_NAME = 12
"""Longer names are cut in a label."""

DASHES = ("", "7 4", "2 3", "9 3 2 3", "14 5")
"""The dashes of each seat's line."""

STYLE = """
.s1{stroke:#2563ab}.s2{stroke:#c2410c}.s3{stroke:#15803d}.s4{stroke:#7e22ce}.s5{stroke:#8a6d00}
.value{fill:none;stroke-width:2}.end{stroke-width:2}.dot{stroke-width:4}
@media (prefers-color-scheme:dark){
.s1{stroke:#7cb3f2}.s2{stroke:#fb8b4b}.s3{stroke:#5fd38d}.s4{stroke:#c99bf5}.s5{stroke:#e0c050}}
""".strip()


class Segment(NamedTuple):
    """One seat's line: the points had and expected before each row, and the result."""

    seat_values: SeatValues
    points: tuple[tuple[int, float], ...]


def seat_segment(seat_values: SeatValues, last: int) -> Segment:
    """The line of a seat."""
    had, points = 0.0, []
    for row in seat_values.rows:
        if row.value is not None:
            points.append((row.number, had + row.value.before.value))
            had += row.value.immediate
    return Segment(seat_values, (*points, (last, seat_values.result or 0.0)))


def draw_values(title: str, seat_values: Sequence[SeatValues], top: int, text: MatchText) -> list[str]:
    """The panel of a round."""
    return _ValueDrawing(title, seat_values, top, text).lines()


class _ValueDrawing:
    """One panel."""

    def __init__(self, title: str, seat_values: Sequence[SeatValues], top: int, text: MatchText) -> None:
        self.title, self.top, self.match_text = title, top, text
        self.currency = seat_values[0].currency
        self.last = 1 + max(row.number for values_of_seat in seat_values for row in values_of_seat.rows)
        self.segments = [
            seat_segment(values_of_seat, self.last) for values_of_seat in seat_values if values_of_seat.values
        ]
        values = [value for segment in self.segments for _, value in segment.points]
        self.most = 1.0 if self.currency is Currency.CHANCE else float(PARTS * ceil(max([1.0, *values]) / PARTS))

    def lines(self) -> list[str]:
        """The panel as SVG."""
        head = self.match_text.say(f"value-{self.currency.value}").rstrip(" \u00a0:")
        lines = [f'<g transform="translate(0 {self.top})">', self._text(LEFT, 26, f"{self.title} · {head}", "head ink")]
        return [
            *lines,
            *self._scale(),
            *(line for segment in self.segments for line in self._draw_segment(segment)),
            "</g>",
        ]

    def _x(self, row: int) -> float:
        return LEFT + 20 + (WIDTH - LEFT - RIGHT - 40) * (row - 1) / max(1, self.last - 1)

    def _y(self, value: float) -> float:
        return BASE - (BASE - TOP) * value / self.most

    def _scale(self) -> list[str]:
        lines = []
        for part in range(PARTS + 1):
            value = self.most * part / PARTS
            y = self._y(value)
            label = f"{100 * value:.0f} %" if self.currency is Currency.CHANCE else f"{value:.0f}"
            lines.append(f'<line class="grid" x1="{LEFT}" y1="{y:.1f}" x2="{WIDTH - RIGHT}" y2="{y:.1f}"/>')
            lines.append(self._text(LEFT - 8, y + 4, label, "muted", "end"))
        rows = sorted({row for segment in self.segments for row, _ in segment.points[:-1]})
        return lines + [self._text(self._x(row), BASE + 18, str(row), "muted", "middle") for row in rows]

    def _draw_segment(self, segment: Segment) -> list[str]:
        seat, lang = segment.seat_values.seat, self.match_text.lang
        places = [(self._x(row), self._y(value)) for row, value in segment.points]
        dash = DASHES[(seat - 1) % len(DASHES)]
        dashed = f' stroke-dasharray="{dash}"' if dash else ""
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        lines = [f'<polyline class="value s{seat}"{dashed} points="{path}">']
        lines[0] += f"<title>{escape(describe_value_sum(segment.seat_values, self.match_text))}</title></polyline>"
        for (x, y), (row, value) in zip(places[:-1], segment.points, strict=False):
            label = f"{row}. {amount(self.currency, value, lang)}"
            lines.append(f'<circle class="dot s{seat}" cx="{x:.1f}" cy="{y:.1f}" r="2"><title>{label}</title></circle>')
        x, y = places[-1]
        result = segment.points[-1][1]
        is_whole = self.currency is Currency.POINTS and segment.seat_values.over
        name = f"{self.match_text.name(seat)[:MAX_LABEL_NAME]} {f'{result:.0f}' if is_whole else amount(self.currency, result, lang)}"
        lines.append(f'<circle class="paper end s{seat}" cx="{x:.1f}" cy="{y:.1f}" r="5"/>')
        return [*lines, self._text(x + 10, self._apart(segment, y) + 4, name, "ink")]

    def _apart(self, segment: Segment, y: float) -> float:
        """How high a name stands: below those that end at the same place."""
        earlier = self.segments[: self.segments.index(segment)]
        ending_here = [other for other in earlier if abs(self._y(other.points[-1][1]) - y) < LABEL_HEIGHT]
        return y + LABEL_HEIGHT * len(ending_here)

    def _text(self, x: float, y: float, text: str, kind: str, anchor: str = "start") -> str:
        return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'
