"""Editions as JSON values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from keypeg.core.edition import Edition
from keypeg.records.edition_links import write_edition

if TYPE_CHECKING:
    from keypeg.wire.edition_types import EditionRules


def edition_to_json(edition: Edition) -> EditionRules:
    """Return the rules of an edition whose options are chosen, as user interfaces need them."""
    secrets, guesses, match = edition.secrets, edition.guesses, edition.match
    return {
        "id": edition.id,
        "edition": write_edition(edition),
        "options": dict(edition.chosen),
        "seats": edition.seats,
        "holes": secrets.space.holes,
        "holes_by_seat": [edition.secret_space(seat).holes for seat in range(1, edition.seats + 1)],
        "colours": len(edition.palette),
        "palette": [{"letter": colour.letter, "name": colour.name} for colour in edition.palette],
        "blanks": secrets.space.most_blanks > 0,
        "repeats": secrets.space.repeats,
        "guess_repeats": guesses.space.repeats,
        "codes": secrets.space.size,
        "rows": guesses.rows,
        "makers": secrets.makers.value,
        "parts": secrets.parts,
        "turns": guesses.turns.value,
        "marking": edition.marking.name,
        "by_hand": edition.by_hand,
        "scoring": edition.scoring.name,
        "lowest_wins": edition.scoring.lowest_wins,
        "practice": match.practice,
        "rounds": match.rounds,
        "ends": match.ends.value,
        "void": match.void.value,
        "wrong_mark": edition.wrong_mark.points,
    }
