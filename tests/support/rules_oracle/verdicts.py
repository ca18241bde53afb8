"""The verdict on a round that is over, once its marks are checked: how it ends, its score, whether it is replayed."""

from typing import NamedTuple

from support.rules_oracle.ends import Ending, is_found, natural_end
from support.rules_oracle.rounds import Round
from support.rules_oracle.scores import Line, lines_of
from support.rules_oracle.wrong_marks import WrongMark, offenders, wrong_marks, wronged


class Verdict(NamedTuple):
    """A round that is over."""

    game: Round
    end: Ending
    lines: list[Line]
    wrong: list[WrongMark]
    replayed: bool
    barred: tuple[int, ...] = ()
    """The seats that may not guess or call in the replay."""


def verdict_on(game: Round) -> Verdict | None:
    """The verdict; None while the round goes on, or waits for the breaker's decision."""
    end = natural_end(game)
    shown = any(claim.holds for claim in game.claims)
    if (end is None and not shown) or is_undecided(game):
        return None
    if wrong_marks(game) and not game.accepted:
        return _after_wrong_marks(game, end)
    assert end is not None
    return _as_it_stands(game, end)


def is_undecided(game: Round) -> bool:
    """Whether the round is revealed, and its breaker has to choose between a replay and the round as it stands."""
    return (
        game.rules.remedy == "choice"
        and natural_end(game) is not None
        and bool(wrong_marks(game))
        and not game.accepted
        and not any(claim.holds for claim in game.claims)
    )


def _as_it_stands(game: Round, end: Ending) -> Verdict:
    replayed = game.rules.replay_void and not end.winners
    return Verdict(game, end, lines_of(game, end), wrong_marks(game), replayed)


def _after_wrong_marks(game: Round, end: Ending | None) -> Verdict:
    rules, victims = game.rules, wronged(game)
    penalty = [Line(seat, _penalty(game), "wrong-mark") for seat in victims if _penalty(game)]
    if rules.remedy == "award":
        awarded = Ending("wrong-mark", victims)
        replayed = rules.replay_void and not victims
        return Verdict(game, awarded, [*lines_of(game, awarded), *penalty], wrong_marks(game), replayed)
    if rules.remedy == "unless-found" and end is not None and _is_code_found(game, end):
        stands = _as_it_stands(game, end)
        return stands._replace(lines=[*stands.lines, *penalty])
    barred = tuple(sorted({*offenders(game), *game.barred})) if rules.bars_calls else ()
    return Verdict(game, Ending("wrong-mark", ()), penalty, wrong_marks(game), True, barred)


def _penalty(game: Round) -> int:
    """The points for a wronged player: where the fewest win, they are taken off."""
    return -game.rules.penalty if game.rules.scoring == "breaker-rows" else game.rules.penalty


def _is_code_found(game: Round, end: Ending) -> bool:
    return end.reason == "answered" or any(is_found(game, row) for row in game.rows)
