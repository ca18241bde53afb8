"""The picture of a match: for each board the codes left row by row, on a scale by powers of ten, with cost and luck.

It is plain SVG, put together from strings: no script, nothing from elsewhere, its colours its own for light and dark.
Cost and luck differ by more than colour: a cost is a full bar, luck an outlined one.
"""

from collections.abc import Sequence
from html import escape
from math import ceil, log10
from typing import NamedTuple

from keypeg.analysis.board_values import BoardAnalysis, RowAnalysis
from keypeg.analysis.round_value import SeatValues
from keypeg.i18n.analysis_text import cost_amount, short_mark, signed, sum_equation
from keypeg.i18n.catalogue import whole_number
from keypeg.i18n.match_text import MatchText
from keypeg.i18n.value_chart import HEIGHT as VALUE_HEIGHT
from keypeg.i18n.value_chart import STYLE as VALUE_STYLE
from keypeg.i18n.value_chart import draw_values
from keypeg.i18n.value_text import describe_value_sum

WIDTH, HEIGHT = 720, 430
"""How large a board's panel is."""

LEFT, RIGHT = 62, 20
TOP, BASE = 52, 236
"""Between which heights the codes left are drawn,"""

BARS_TOP, BARS_BASE = 296, 404
"""and between which heights cost and luck are."""

CROWDED = 12
"""With more rows than this only their numbers are written."""

SMALL = 0.005
"""What is less than this gets no bar."""

STYLE = """
.paper{fill:#fff}.ink{fill:#1d2433}.muted{fill:#5b6577}.grid{stroke:#d9dee7}.axis{stroke:#8a94a6}
.line{stroke:#2563ab;fill:none;stroke-width:2}.point{fill:#2563ab;stroke:#fff;stroke-width:1.5}
.open{fill:#fff;stroke:#2563ab;stroke-width:2}.cost{fill:#c2410c}.luck{fill:#d7ecdf;stroke:#15803d;stroke-width:1.5}
text{font-family:system-ui,sans-serif;font-size:12px}.head{font-size:15px;font-weight:600}.code{font-family:monospace}
@media (prefers-color-scheme:dark){
.paper{fill:#12161f}.ink{fill:#e8ebf1}.muted{fill:#a3adbf}.grid{stroke:#2a3140}.axis{stroke:#6b7588}
.line{stroke:#7cb3f2}.point{fill:#7cb3f2;stroke:#12161f}.open{fill:#12161f;stroke:#7cb3f2}
.cost{fill:#fb8b4b}.luck{fill:#16402a;stroke:#5fd38d}}
""".strip()


class Panel(NamedTuple):
    """One board in the picture."""

    round: int
    attempt: int
    board: BoardAnalysis | None
    """None where parts are dealt: there only the values of the seats are drawn."""
    seat_values: tuple[SeatValues, ...] = ()
    """With the last board of a round: the values of all seats in the currency of the edition, drawn below it."""


def draw_review(panels: Sequence[Panel], text: MatchText) -> str:
    """The picture of these boards, one below the other, with the values of the seats below each round."""
    descriptions = " ".join(label for panel in panels for label in (*_describe_board(panel, text), *_sums(panel, text)))
    drawing: list[str] = []
    height = 0
    for panel in panels:
        if panel.board is not None:
            drawing += _ReviewDrawing(panel, panel.board, height, text).lines()
            height += HEIGHT
        if any(values_of_seat.values for values_of_seat in panel.seat_values):
            drawing += draw_values(_round(panel, text), panel.seat_values, height, text)
            height += VALUE_HEIGHT
    height = max(height, HEIGHT)
    style = f"{STYLE}\n{VALUE_STYLE}" if any(panel.seat_values for panel in panels) else STYLE
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}"'
            f' role="img" aria-labelledby="title desc" lang="{text.lang}">',
            f'<title id="title">{escape(text.say("picture-title"))}</title>',
            f'<desc id="desc">{escape(descriptions)}</desc>',
            f"<style>{style}</style>",
            f'<rect class="paper" width="{WIDTH}" height="{height}"/>',
            *drawing,
            "</svg>",
            "",
        ]
    )


def _name(panel: Panel, board: BoardAnalysis, text: MatchText) -> str:
    name = text.say("picture-board", number=panel.round, name=text.all_names(board.breakers))
    return name if panel.attempt == 1 else text.say("picture-attempt", board=name, attempt=panel.attempt)


def _round(panel: Panel, text: MatchText) -> str:
    number = text.say("round-number", number=panel.round)
    return number if panel.attempt == 1 else text.say("picture-attempt", board=number, attempt=panel.attempt)


def _sums(panel: Panel, text: MatchText) -> list[str]:
    """How the rows of each seat add up."""
    return [f"{label}." for values_of_seat in panel.seat_values if (label := describe_value_sum(values_of_seat, text))]


def _describe_board(panel: Panel, text: MatchText) -> list[str]:
    board = panel.board
    if board is None:
        return []
    codes_left = ", ".join(whole_number(text.lang, codes) for codes in (board.codes, *_codes_left_by_row(board)))
    name, equation = _name(panel, board, text), sum_equation(board, text)
    return [text.say("picture-desc", board=name, left=codes_left, sum=equation and f"{equation}.").strip()]


def _codes_left_by_row(board: BoardAnalysis) -> list[int]:
    """How many codes are left after each row; before its mark, as many as before it."""
    return [row.before if row.after is None else row.after for row in board.rows]


class _ReviewDrawing:
    """One panel."""

    def __init__(self, panel: Panel, board: BoardAnalysis, top: int, text: MatchText) -> None:
        self.panel, self.board, self.top, self.match_text = panel, board, top, text
        self.rows = board.rows
        self.powers = max(1, ceil(log10(max(10, board.codes))))
        costs = [value.cost for value in board.values]
        lucks = [value.luck or 0.0 for value in board.values]
        self.most = max([0.5, *costs, *lucks])
        self.least = min([0.0, *lucks])

    def lines(self) -> list[str]:
        """Everything that is drawn."""
        head = [
            f'<g transform="translate(0 {self.top})">',
            self._text(LEFT, 26, _name(self.panel, self.board, self.match_text), "head ink"),
        ]
        head.append(self._text(LEFT, 44, sum_equation(self.board, self.match_text), "muted"))
        return [*head, *self._scale(), *self._curve(), *self._bars(), "</g>"]

    # Codes left

    def _number(self, codes: int) -> str:
        return whole_number(self.match_text.lang, codes)

    def _x(self, row: int) -> float:
        """Where a row stands; row 0 is the start."""
        step = (WIDTH - LEFT - RIGHT - 64) / max(1, len(self.rows))
        return LEFT + 20 + step * row

    def _y(self, codes: int) -> float:
        return BASE - (BASE - TOP - 10) * log10(max(1, codes)) / self.powers

    def _scale(self) -> list[str]:
        lines = []
        for power in range(self.powers + 1):
            y = self._y(10**power)
            lines.append(f'<line class="grid" x1="{LEFT}" y1="{y:.1f}" x2="{WIDTH - RIGHT}" y2="{y:.1f}"/>')
            lines.append(self._text(LEFT - 8, y + 4, self._number(10**power), "muted", "end"))
        across = f'transform="rotate(-90 14 {(TOP + BASE) / 2})"'
        lines.append(self._text(14, (TOP + BASE) / 2, self.match_text.say("column-left"), "muted", "middle", across))
        return lines

    def _curve(self) -> list[str]:
        places = [
            (self._x(row_number), self._y(codes))
            for row_number, codes in enumerate((self.board.codes, *_codes_left_by_row(self.board)))
        ]
        lines = [f'<polyline class="line" points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in places)}"/>']
        lines.append(f'<circle class="open" cx="{places[0][0]:.1f}" cy="{places[0][1]:.1f}" r="4"/>')
        lines.append(self._text(places[0][0], places[0][1] - 9, self._number(self.board.codes), "ink", "middle"))
        for row, (x, y) in zip(self.rows, places[1:], strict=True):
            lines += self._point(row, x, y)
        return lines

    def _point(self, row: RowAnalysis, x: float, y: float) -> list[str]:
        mark = "?" if row.mark is None else short_mark(row.mark, self.match_text)
        codes_left = "?" if row.after is None else self._number(row.after)
        label = (
            f"{row.number}. {self.match_text.short_code(row.guess)} {mark}{self.match_text.say('colon')}{codes_left}"
        )
        kind = "point" if row.after else "point open"
        lines = [f'<circle class="{kind}" cx="{x:.1f}" cy="{y:.1f}" r="5"><title>{escape(label)}</title></circle>']
        lines.append(self._text(x, y - 9, codes_left, "ink", "middle"))
        if len(self.rows) <= CROWDED:
            lines.append(self._text(x, BASE + 18, self.match_text.short_code(row.guess), "code ink", "middle"))
            lines.append(self._text(x, BASE + 34, mark, "muted", "middle"))
        else:
            lines.append(self._text(x, BASE + 18, str(row.number), "muted", "middle"))
        return lines

    # Cost and luck

    def _height(self, value: float) -> float:
        return BARS_BASE - (BARS_BASE - BARS_TOP) * (value - self.least) / (self.most - self.least)

    def _bars(self) -> list[str]:
        zero, say = self._height(0), self.match_text.say
        lines = [f'<line class="axis" x1="{LEFT}" y1="{zero:.1f}" x2="{WIDTH - RIGHT}" y2="{zero:.1f}"/>']
        lines.append(self._text(LEFT - 8, zero + 4, "0", "muted", "end"))
        middle = (BARS_TOP + BARS_BASE) / 2
        across = f'transform="rotate(-90 14 {middle})"'
        lines.append(self._text(14, middle, say("guesses"), "muted", "middle", across))
        lines += [f'<rect class="cost" x="{WIDTH - 170}" y="16" width="12" height="12"/>']
        lines += [self._text(WIDTH - 152, 26, say("column-cost"), "ink")]
        lines += [f'<rect class="luck" x="{WIDTH - 92}" y="16" width="12" height="12"/>']
        lines += [self._text(WIDTH - 74, 26, say("column-luck"), "ink")]
        for row in self.rows:
            lines += self._pair(row, zero)
        return lines

    def _pair(self, row: RowAnalysis, zero: float) -> list[str]:
        """The two bars of a row, side by side."""
        if row.value is None:
            return []
        lang = self.match_text.lang
        width = min(22.0, (WIDTH - LEFT - RIGHT - 64) / max(1, len(self.rows)) / 2.6)
        x = self._x(row.number)
        lines = self._bar("cost", x - width - 1, width, row.value.cost, zero, cost_amount(row.value.cost, lang))
        if row.value.luck is not None:
            lines += self._bar("luck", x + 1, width, row.value.luck, zero, signed(row.value.luck, lang))
        return lines

    def _bar(self, kind: str, x: float, width: float, value: float, zero: float, label: str) -> list[str]:
        if abs(value) < SMALL:
            return []
        end = self._height(value)
        top, height = min(zero, end), max(1.0, abs(end - zero))
        lines = [f'<rect class="{kind}" x="{x:.1f}" y="{top:.1f}" width="{width:.1f}" height="{height:.1f}">']
        lines[0] += f"<title>{escape(label)}</title></rect>"
        if len(self.rows) <= CROWDED:
            y = top - 4 if value > 0 else top + height + 12
            # The two figures of a row go apart from each other.
            lines.append(
                self._text(*((x + width, y, label, "muted", "end") if kind == "cost" else (x, y, label, "muted")))
            )
        return lines

    def _text(self, x: float, y: float, text: str, kind: str, anchor: str = "start", attributes: str = "") -> str:
        extra = f" {attributes}" if attributes else ""
        return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{extra}>{escape(text)}</text>'
