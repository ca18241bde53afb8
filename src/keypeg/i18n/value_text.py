"""The values of rows in the currency of the edition, in words: a table, the costs, and how all rows add up."""

from collections.abc import Sequence

from keypeg.analysis.cost_and_luck import Currency, RowValue
from keypeg.analysis.grades import grade_guess
from keypeg.analysis.round_value import RoundValueRow, SeatValues
from keypeg.i18n.analysis_text import draw_grid
from keypeg.i18n.catalogue import count, decimal, percent, whole_number
from keypeg.i18n.grade_text import grade_name
from keypeg.i18n.match_text import MatchText

SMALLEST_COST = {Currency.CHANCE: 0.005, Currency.POINTS: 0.05}
"""A smaller cost gets no sentence."""

MAX_NAME_LENGTH = 16
"""Longer names are cut in a table."""


def describe_values(seat_values: Sequence[SeatValues], text: MatchText) -> list[str]:
    """The values of the seats that guess on one board, in a table and in sentences."""
    if not any(values.rows for values in seat_values):
        return []
    currency = seat_values[0].currency
    lines = ["", text.say(f"value-{currency.value}"), *_table(seat_values, text)]
    lines += [*_describe_calls(seat_values, text), *_describe_costs(seat_values, text)]
    first = min((row.number for values in seat_values for row in values.rows if row.value is not None), default=0)
    if first > min(row.number for values in seat_values for row in values.rows):
        lines.append(text.say("sum-later", row=first))
    return [*lines, *(sentence for values in seat_values if (sentence := describe_value_sum(values, text)))]


def describe_value_columns(seat_values: Sequence[SeatValues], text: MatchText) -> list[str]:
    """What the columns of these tables mean."""
    currencies = [values.currency.value for values in seat_values if values.rows][:1]
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
    currency, has_names = seat_values[0].currency, len(seat_values) > 1
    columns = ["row", *(["who"] if has_names else []), "guess", "grade", "best", currency.value, "cost", "luck"]
    if currency is Currency.POINTS:
        columns.insert(-3, "earned")
    if text.edition.dealt:
        columns.insert(-3, "left")
    value_rows = [(values, row) for values in seat_values for row in values.rows]
    if has_names:  # rows of a shared board are sorted by number; those of one seat are in order already
        value_rows.sort(key=lambda seat_and_row: seat_and_row[1].number)
    rows = []
    for values, row in value_rows:
        name = [text.name(values.seat)[:MAX_NAME_LENGTH]] if has_names else []
        number = str(row.number) if row.kind == "row" else text.say(f"value-{row.kind}")
        rows.append([number, *name, *_cells(row, currency, text)])
    by_column = zip(*rows, strict=True)
    return draw_grid(dict(zip(columns, by_column, strict=True)), text)


def _cells(row: RoundValueRow, currency: Currency, text: MatchText) -> list[str]:
    lang, value = text.lang, row.value
    guess, codes_left = text.short_code(row.guess), [_describe_codes_left(row, text.lang)] if text.edition.dealt else []
    if value is None:
        return [guess, "?", "?", *(["?"] if currency is Currency.POINTS else codes_left), "?", "?", "?"]
    return [
        guess,
        grade_name(grade_guess(value), text),
        text.short_code(value.best) if value.best else text.say("value-wait"),
        *([f"{value.immediate:.0f}"] if currency is Currency.POINTS else codes_left),
        amount(currency, value.before.value, lang),
        amount(currency, value.cost, lang),
        "?" if value.luck is None else signed_amount(currency, value.luck, lang),
    ]


def _describe_codes_left(row: RoundValueRow, lang: str) -> str:
    """How many candidates the seat had, and how many the marks of a row left it."""
    before, after = (
        "?" if number is None else whole_number(lang, number) for number in (row.codes_before, row.codes_after)
    )
    return f"{before} → {after}" if row.kind == "row" else before


# The sentences


def _describe_calls(seat_values: Sequence[SeatValues], text: MatchText) -> list[str]:
    """A sentence for each call that could have waited: how likely it was right, and the value of waiting."""
    return [
        text.say(
            "value-called",
            seat=text.name(values.seat),
            guess=text.code(row.guess),
            right=amount(values.currency, row.value.played.value, text.lang),
            waiting=amount(values.currency, row.waiting, text.lang),
        )
        for values in seat_values
        for row in values.rows
        if row.kind == "call" and row.guess and row.value is not None and row.waiting is not None
    ]


def _describe_costs(seat_values: Sequence[SeatValues], text: MatchText) -> list[str]:
    """A sentence for each row with a cost: how much, and which guess was better."""
    sentences = [
        (row.number, _describe_row_cost(values.seat, row, row.value, text))
        for values in seat_values
        for row in values.rows
        if row.value is not None and row.value.cost >= SMALLEST_COST[values.currency]
    ]
    return [sentence for _, sentence in sorted(sentences)]


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


def describe_value_sum(values: SeatValues, text: MatchText) -> str:
    """How the rows of a seat add up; empty where no value is known."""
    if values.start is None or values.result is None:
        return ""
    lang, currency = text.lang, values.currency
    luck = amount(currency, abs(values.luck), lang)
    sentence = text.say(
        "value-sum",
        result=_describe_result(values, values.result, text),
        start=amount(currency, values.start.value, lang),
        cost=amount(currency, values.cost, lang),
        luck=text.say("value-bad-luck" if values.luck < 0 else "value-luck", luck=luck),
    )
    if values.forfeit:
        sentence += text.say("value-forfeit", forfeit=amount(currency, values.forfeit, lang))
    return sentence


def _describe_result(values: SeatValues, result: float, text: MatchText) -> str:
    """How the round ended for a seat (won, drawn, lost, points), or what it can expect now."""
    name, lang = text.name(values.seat), text.lang
    if values.currency is Currency.CHANCE:
        kind = {1.0: "won", 0.5: "drawn", 0.0: "lost"}[round(result, 6) + 0.0] if values.over else "now"
        return text.say(f"value-{kind}", name=name, result=amount(values.currency, abs(result), lang))
    points = count(lang, "points", round(values.earned))
    if not values.over:
        to_come = amount(values.currency, values.values[-1].to_come.value, lang)
        points = text.say("value-to-come", points=points, to_come=to_come)
    return text.say("value-earned", name=name, result=points)
