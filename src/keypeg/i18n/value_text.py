"""The values of rows in the currency of the edition, in words: a table, the costs, and how all rows add up."""

from collections.abc import Sequence

from keypeg.analysis.cost_and_luck import Currency, RowValue
from keypeg.analysis.round_value import RoundValueRow, SeatValues
from keypeg.i18n.analysis_text import draw_grid
from keypeg.i18n.catalogue import count, decimal, percent
from keypeg.i18n.match_text import MatchText

SMALLEST_COST = {Currency.CHANCE: 0.005, Currency.POINTS: 0.05}
"""A smaller cost gets no sentence."""

MAX_NAME_LENGTH = 16
"""Longer names are cut in a table."""


def describe_values(seat_values: Sequence[SeatValues], text: MatchText) -> list[str]:
    """The values of the seats that guess on one board, in a table and in sentences."""
    if not any(one.rows for one in seat_values):
        return []
    currency = seat_values[0].currency
    lines = ["", text.say(f"value-{currency.value}"), *_table(seat_values, text)]
    lines += [*_describe_calls(seat_values, text), *_describe_costs(seat_values, text)]
    first = min((row.number for one in seat_values for row in one.rows if row.value is not None), default=0)
    if first > min(row.number for one in seat_values for row in one.rows):
        lines.append(text.say("sum-later", row=first))
    return [*lines, *(sentence for one in seat_values if (sentence := describe_value_sum(one, text)))]


def describe_value_columns(seat_values: Sequence[SeatValues], text: MatchText) -> list[str]:
    """What the columns of these tables mean."""
    currencies = [one.currency.value for one in seat_values if one.rows][:1]
    lines = [text.say(f"legend-{kind}-{currency}") for currency in currencies for kind in ("value", "luck")]
    return [*lines, text.say("legend-calls")] if currencies and text.edition.dealt else lines


def amount(currency: Currency, value: float, lang: str) -> str:
    """A chance in percent, or points."""
    if currency is Currency.CHANCE:
        return percent(lang, value)
    return decimal(lang, value)


def signed_amount(currency: Currency, value: float, lang: str) -> str:
    """The same with its sign; zero has none."""
    size = amount(currency, abs(value), lang)
    is_zero = size == amount(currency, 0.0, lang)
    return size if is_zero else ("+" if value > 0 else "−") + size


# The table


def _table(seat_values: Sequence[SeatValues], text: MatchText) -> list[str]:
    currency, several = seat_values[0].currency, len(seat_values) > 1
    columns = ["row", *(["who"] if several else []), "guess", "best", currency.value, "cost", "luck"]
    if currency is Currency.POINTS:
        columns.insert(-3, "earned")
    if text.edition.dealt:
        columns.insert(-3, "left")
    placed = [(one, row) for one in seat_values for row in one.rows]
    if several:  # rows of a shared board are sorted by number; those of one seat are in order already
        placed.sort(key=lambda seat_and_row: seat_and_row[1].number)
    rows = []
    for one, row in placed:
        who = [text.name(one.seat)[:MAX_NAME_LENGTH]] if several else []
        number = str(row.number) if row.kind == "row" else text.say(f"value-{row.kind}")
        rows.append([number, *who, *_cells(row, currency, text)])
    by_column = zip(*rows, strict=True)
    return draw_grid(dict(zip(columns, by_column, strict=True)), text)


def _cells(row: RoundValueRow, currency: Currency, text: MatchText) -> list[str]:
    lang, value = text.lang, row.value
    guess, left = text.short_code(row.guess), [_left(row)] if text.edition.dealt else []
    if value is None:
        return [guess, "?", *(["?"] if currency is Currency.POINTS else left), "?", "?", "?"]
    return [
        guess,
        text.short_code(value.best) if value.best else text.say("value-wait"),
        *([f"{value.immediate:.0f}"] if currency is Currency.POINTS else left),
        amount(currency, value.before.value, lang),
        amount(currency, value.cost, lang),
        "?" if value.luck is None else signed_amount(currency, value.luck, lang),
    ]


def _left(row: RoundValueRow) -> str:
    """How many candidates the seat had, and how many the marks of a row left it."""
    before, after = ("?" if many is None else str(many) for many in (row.codes_before, row.codes_after))
    return f"{before} → {after}" if row.kind == "row" else before


# The sentences


def _describe_calls(seat_values: Sequence[SeatValues], text: MatchText) -> list[str]:
    """A sentence for each call that could have waited: how likely it was right, and the value of waiting."""
    return [
        text.say(
            "value-called",
            seat=text.name(one.seat),
            guess=text.code(row.guess),
            right=amount(one.currency, row.value.played.value, text.lang),
            waiting=amount(one.currency, row.waiting, text.lang),
        )
        for one in seat_values
        for row in one.rows
        if row.kind == "call" and row.guess and row.value is not None and row.waiting is not None
    ]


def _describe_costs(seat_values: Sequence[SeatValues], text: MatchText) -> list[str]:
    """A sentence for each row with a cost: how much, and which guess was better."""
    found = [
        (row.number, _describe_row_cost(one.seat, row, row.value, text))
        for one in seat_values
        for row in one.rows
        if row.value is not None and row.value.cost >= SMALLEST_COST[one.currency]
    ]
    return [sentence for _, sentence in sorted(found)]


def describe_row_costs(one: SeatValues, text: MatchText) -> list[str]:
    """The cost of each row of a seat in a sentence; empty where it is zero or unknown."""
    smallest = SMALLEST_COST[one.currency]
    return [
        _describe_row_cost(one.seat, row, row.value, text)
        if row.value is not None and row.value.cost >= smallest
        else ""
        for row in one.rows
    ]


def _describe_row_cost(seat: int, row: RoundValueRow, value: RowValue, text: MatchText) -> str:
    cost = amount(value.currency, value.cost, text.lang)
    if value.currency is Currency.POINTS:
        cost = text.say("value-cost-points", cost=cost, count=value.cost)
    guess, best = text.code(row.guess), text.code(value.best) if value.best else text.say("value-waiting")
    if row.kind == "pass" or not row.guess:
        return text.say("value-row-pass", seat=text.name(seat), cost=cost, best=best)
    if row.kind == "call":
        return text.say("value-row-call", seat=text.name(seat), guess=guess, cost=cost, best=best)
    return text.say("value-row", seat=text.name(seat), row=row.number, guess=guess, cost=cost, best=best)


def describe_value_sum(one: SeatValues, text: MatchText) -> str:
    """How the rows of a seat add up; empty where no value is known."""
    if one.start is None or one.result is None:
        return ""
    lang, currency = text.lang, one.currency
    luck = amount(currency, abs(one.luck), lang)
    sentence = text.say(
        "value-sum",
        result=_describe_result(one, one.result, text),
        start=amount(currency, one.start.value, lang),
        cost=amount(currency, one.cost, lang),
        luck=text.say("value-bad-luck" if one.luck < 0 else "value-luck", luck=luck),
    )
    if one.forfeit:
        sentence += text.say("value-forfeit", forfeit=amount(currency, one.forfeit, lang))
    return sentence


def _describe_result(one: SeatValues, result: float, text: MatchText) -> str:
    """How the round ended for a seat (won, drawn, lost, points), or what it can expect now."""
    name, lang = text.name(one.seat), text.lang
    if one.currency is Currency.CHANCE:
        kind = {1.0: "won", 0.5: "drawn", 0.0: "lost"}[round(result, 6) + 0.0] if one.over else "now"
        return text.say(f"value-{kind}", name=name, result=amount(one.currency, abs(result), lang))
    points = count(lang, "points", round(one.earned))
    if not one.over:
        to_come = amount(one.currency, one.values[-1].to_come.value, lang)
        points = text.say("value-to-come", points=points, to_come=to_come)
    return text.say("value-earned", name=name, result=points)
