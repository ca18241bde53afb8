"""Which codes may be set, guessed, answered and dealt."""

from collections import Counter

from support.rules_oracle.marks import Code
from support.rules_oracle.rulebooks import Rules

COUNTERS_OF_A_COLOUR = 4


def may_be_set(rules: Rules, breaker: int, code: Code) -> bool:
    """Whether this may be the secret that this seat looks for."""
    return _has_shape(rules, rules.holes_for(breaker), code) and _has_pegs(
        code, repeats=rules.secret_repeats, blanks=rules.blanks
    )


def may_be_guessed(rules: Rules, breaker: int, own: Code | None, code: Code) -> bool:
    """Whether this seat may place this row. With `own` parts it may bluff in their holes, or leave these vacant."""
    if not _has_shape(rules, rules.holes_for(breaker), code):
        return False
    if own is None:
        return _has_pegs(code, repeats=rules.guess_repeats, blanks=rules.blanks)
    if any(peg == 0 and part == 0 for peg, part in zip(code, own, strict=True)):
        return False
    colours = [peg for peg in code if peg]
    return rules.guess_repeats or len(colours) == len(set(colours))


def may_be_answered(rules: Rules, code: Code) -> bool:
    """Whether this can be an answer: as many holes are vacant as nobody drew."""
    vacant = rules.holes - rules.seats * rules.parts
    colours = [peg for peg in code if peg]
    return (
        _has_shape(rules, rules.holes, code)
        and len(code) - len(colours) == vacant
        and (rules.secret_repeats or len(colours) == len(set(colours)))
    )


def may_be_dealt(rules: Rules, parts: tuple[Code, ...]) -> bool:
    """Whether the counters allow this deal: so many parts to each seat, no hole twice, four counters of a colour."""
    if len(parts) != rules.seats or not all(_has_shape(rules, rules.holes, part) for part in parts):
        return False
    drawn = [(hole, peg) for part in parts for hole, peg in enumerate(part) if peg]
    most = COUNTERS_OF_A_COLOUR if rules.secret_repeats else 1
    return (
        all(sum(peg > 0 for peg in part) == rules.parts for part in parts)
        and len({hole for hole, _ in drawn}) == len(drawn)
        and max(Counter(peg for _, peg in drawn).values()) <= most
    )


def _has_shape(rules: Rules, holes: int, code: Code) -> bool:
    return len(code) == holes and all(0 <= peg <= rules.colours for peg in code)


def _has_pegs(code: Code, *, repeats: bool, blanks: bool) -> bool:
    # A blank counts as one more colour: where colours do not repeat, there is one blank at most.
    return (blanks or 0 not in code) and (repeats or len(code) == len(set(code)))
