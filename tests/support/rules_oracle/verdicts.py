"""The verdict on a round that is over, once its marks are checked: how it ends, its score, whether it is replayed."""

from typing import NamedTuple

from support.rules_oracle.ends import Ending, natural_end
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
    """The verdict; None while the round goes on."""
    end = natural_end(game)
    if end is None and not any(claim.holds for claim in game.claims):
        return None
    if wrong_marks(game):
        return _after_wrong_marks(game, end)
    assert end is not None
    return _as_it_stands(game, end)


def _as_it_stands(game: Round, end: Ending) -> Verdict:
    replayed = game.rules.replay_void and not end.winners
    return Verdict(game, end, lines_of(game, end), wrong_marks(game), replayed)


def _after_wrong_marks(game: Round, end: Ending | None) -> Verdict:
    edition = game.rules.edition
    found = end is not None and (
        end.reason == "answered" or any(game.equals_secret(row) for row in game.rows if game.is_marked(row))
    )
    victims = wronged(game)
    if edition == "mastermind-44":
        if end is not None and found:
            return _as_it_stands(game, end)
        barred = tuple(sorted(offenders(game).union(game.barred)))
        return Verdict(game, Ending("wrong-mark", ()), [], wrong_marks(game), True, barred)
    if edition == "parker-1974" or (edition == "hasbro-2004" and game.rules.seats == 2):
        lines = [Line(seat, 1, "round") for seat in victims]
        return Verdict(game, Ending("wrong-mark", victims), lines, wrong_marks(game), False)
    if edition == "hasbro-2004" and end is not None and found:
        return _as_it_stands(game, end)
    return _replay(game, victims)


def _replay(game: Round, victims: tuple[int, ...]) -> Verdict:
    """The round is played again, and those who were marked wrongly get their points."""
    points = game.rules.penalty
    if game.rules.scoring == "breaker-rows":
        points = -points  # the fewest points win
    lines = [Line(seat, points, "wrong-mark") for seat in victims] if points else []
    return Verdict(game, Ending("wrong-mark", ()), lines, wrong_marks(game), True)
