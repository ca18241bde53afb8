"""What rows were worth in the currency of an edition, in words: a table, what was given up, and how all adds up."""

from collections.abc import Sequence

from keypeg.analysis.cost_and_luck import Currency, RowValue
from keypeg.analysis.round_value import RoundValueRow, SeatValues
from keypeg.i18n.analysis_text import draw_grid
from keypeg.i18n.catalogue import count, decimal, percent
from keypeg.i18n.match_text import MatchText
from keypeg.records.notation import write_code

SMALL = {Currency.CHANCE: 0.005, Currency.POINTS: 0.05}
"""What is less than this is given up without a word."""

LONGEST_NAME = 16
"""How much of a name a table has room for."""


def tell_stakes(stakes: Sequence[SeatValues], teller: MatchText) -> list[str]:
    """Everything there is to say of the seats that guess on one board."""
    if not any(one.rows for one in stakes):
        return []
    currency = stakes[0].currency
    lines = ["", teller.say(f"stakes-{currency.value}"), *_table(stakes, teller)]
    lines += [*_calls(stakes, teller), *_given_up(stakes, teller)]
    first = min((row.number for one in stakes for row in one.rows if row.value is not None), default=0)
    if first > min(row.number for one in stakes for row in one.rows):
        lines.append(teller.say("sum-later", row=first))
    return [*lines, *(told for one in stakes if (told := stakes_sum(one, teller)))]


def stakes_legend(stakes: Sequence[SeatValues], teller: MatchText) -> list[str]:
    """What the columns of these tables mean."""
    told = [one.currency.value for one in stakes if one.rows][:1]
    lines = [teller.say(f"legend-{kind}-{currency}") for currency in told for kind in ("worth", "luck")]
    return [*lines, teller.say("legend-calls")] if told and teller.edition.dealt else lines


def amount(currency: Currency, value: float, lang: str) -> str:
    """A chance in hundredths, or points."""
    if currency is Currency.CHANCE:
        return percent(lang, value)
    return decimal(lang, value, 2)


def signed_amount(currency: Currency, value: float, lang: str) -> str:
    """The same with its sign, and none for nought."""
    told = amount(currency, abs(value), lang)
    nought = told == amount(currency, 0.0, lang)
    return told if nought else ("+" if value > 0 else "−") + told


# The table


def _table(stakes: Sequence[SeatValues], teller: MatchText) -> list[str]:
    currency, several = stakes[0].currency, len(stakes) > 1
    columns = ["row", *(["who"] if several else []), "guess", "best", currency.value, "loss", "luck"]
    if currency is Currency.POINTS:
        columns.insert(-3, "earned")
    if teller.edition.dealt:
        columns.insert(-3, "left")
    placed = [(one, row) for one in stakes for row in one.rows]
    if several:  # on one board they come by their numbers; where it is a seat's own, as they were decided
        placed.sort(key=lambda told: told[1].number)
    rows = []
    for one, row in placed:
        who = [teller.name(one.seat)[:LONGEST_NAME]] if several else []
        number = str(row.number) if row.kind == "row" else teller.say(f"stakes-{row.kind}")
        rows.append([number, *who, *_cells(row, currency, teller)])
    by_column = zip(*rows, strict=True)
    return draw_grid(dict(zip(columns, by_column, strict=True)), teller)


def _cells(row: RoundValueRow, currency: Currency, teller: MatchText) -> list[str]:
    palette, lang, worth = teller.edition.palette, teller.lang, row.value
    guess, left = write_code(row.guess, palette), [_left(row)] if teller.edition.dealt else []
    if worth is None:
        return [guess, "?", *(["?"] if currency is Currency.POINTS else left), "?", "?", "?"]
    return [
        guess,
        write_code(worth.best, palette) if worth.best else teller.say("stakes-wait"),
        *([f"{worth.immediate:.0f}"] if currency is Currency.POINTS else left),
        amount(currency, worth.before.value, lang),
        amount(currency, worth.cost, lang),
        "?" if worth.luck is None else signed_amount(currency, worth.luck, lang),
    ]


def _left(row: RoundValueRow) -> str:
    """How many codes its seat held possible; the marks of a row leave fewer."""
    before, after = ("?" if many is None else str(many) for many in (row.codes_before, row.codes_after))
    return f"{before} → {after}" if row.kind == "row" else before


# The sentences


def _calls(stakes: Sequence[SeatValues], teller: MatchText) -> list[str]:
    """A sentence for each call that could have waited: how likely it was right, and what waiting was worth."""
    return [
        teller.say(
            "stakes-called",
            seat=teller.name(one.seat),
            guess=teller.code(row.guess),
            right=amount(one.currency, row.value.played.value, teller.lang),
            waiting=amount(one.currency, row.waiting, teller.lang),
        )
        for one in stakes
        for row in one.rows
        if row.kind == "call" and row.guess and row.value is not None and row.waiting is not None
    ]


def _given_up(stakes: Sequence[SeatValues], teller: MatchText) -> list[str]:
    """A sentence for each row that gave something up: what, and against which guess."""
    found = [
        (row.number, _told(one.seat, row, row.value, teller))
        for one in stakes
        for row in one.rows
        if row.value is not None and row.value.cost >= SMALL[one.currency]
    ]
    return [told for _, told in sorted(found)]


def tell_stake_rows(one: SeatValues, teller: MatchText) -> list[str]:
    """For each row of a seat what it gave up; nothing for one that gave up nothing, or of which nothing is known."""
    small = SMALL[one.currency]
    return [
        _told(one.seat, row, row.value, teller) if row.value is not None and row.value.cost >= small else ""
        for row in one.rows
    ]


def _told(seat: int, row: RoundValueRow, worth: RowValue, teller: MatchText) -> str:
    loss = amount(worth.currency, worth.cost, teller.lang)
    if worth.currency is Currency.POINTS:
        loss = teller.say("stakes-loss-points", loss=loss, count=worth.cost)
    guess, best = teller.code(row.guess), teller.code(worth.best) if worth.best else teller.say("stakes-waiting")
    if row.kind == "pass" or not row.guess:
        return teller.say("stakes-row-pass", seat=teller.name(seat), loss=loss, best=best)
    if row.kind == "call":
        return teller.say("stakes-row-call", seat=teller.name(seat), guess=guess, loss=loss, best=best)
    return teller.say("stakes-row", seat=teller.name(seat), row=row.number, guess=guess, loss=loss, best=best)


def stakes_sum(one: SeatValues, teller: MatchText) -> str:
    """How the rows of a seat add up; nothing where nothing is known."""
    if one.start is None or one.result is None:
        return ""
    lang, currency = teller.lang, one.currency
    luck = amount(currency, abs(one.luck), lang)
    told = teller.say(
        "stakes-sum",
        result=_result(one, one.result, teller),
        start=amount(currency, one.start.value, lang),
        loss=amount(currency, one.cost, lang),
        luck=teller.say("stakes-bad-luck" if one.luck < 0 else "stakes-luck", luck=luck),
    )
    if one.forfeit:
        told += teller.say("stakes-forfeit", forfeit=amount(currency, one.forfeit, lang))
    return told


def _result(one: SeatValues, result: float, teller: MatchText) -> str:
    """What it came to: won, drawn or lost; points; or what can be expected as yet."""
    name, lang = teller.name(one.seat), teller.lang
    if one.currency is Currency.CHANCE:
        kind = {1.0: "won", 0.5: "drawn", 0.0: "lost"}[round(result, 6) + 0.0] if one.over else "now"
        return teller.say(f"stakes-{kind}", name=name, result=amount(one.currency, abs(result), lang))
    told = count(lang, "points", round(one.earned))
    if not one.over:
        to_come = amount(one.currency, one.values[-1].to_come.value, lang)
        told = teller.say("stakes-to-come", points=told, to_come=to_come)
    return teller.say("stakes-earned", name=name, result=told)
