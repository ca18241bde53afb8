"""The rules as JSON values: in sections, with an example to be drawn step by step. This does not load the solver."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from keypeg.core.edition import Edition
from keypeg.editions.rulebook import Rulebook
from keypeg.i18n.rules.blocks import blocks_of
from keypeg.i18n.rules.examples import parts_example, worked_example
from keypeg.i18n.rules.layout import Lines, RulesText
from keypeg.i18n.rules.marks import describe_holes, describe_mark, describe_parts
from keypeg.i18n.rules.rules import opening_of, rules_text, sections_of
from keypeg.records.notation import write_code
from keypeg.study.shared_values import given_mark_to_json

if TYPE_CHECKING:
    from keypeg.study.answers.rules import RulesAnswer, RulesBlock, RulesExample


def rules_to_json(edition: Edition, book: Rulebook, lang: str) -> RulesAnswer:
    """The rules of an edition with its options, in this language."""
    rules = rules_text(edition, book, lang, for_typing=False)
    title, lines = opening_of(rules)
    return {
        "title": title,
        "line": " ".join(lines),
        "sections": [
            {"name": name, "heading": heading, "blocks": _blocks(lines)} for name, heading, lines in sections_of(rules)
        ],
        "example": _example(edition, rules) or _parts_example(edition, rules),
    }


def _blocks(lines: Lines) -> list[RulesBlock]:
    return cast("list[RulesBlock]", blocks_of(lines))


def _example(edition: Edition, rules: RulesText) -> RulesExample | None:
    """A guess at a code, explained hole by hole, and then its mark."""
    example = worked_example(edition)
    if example is None:
        return None
    return {
        "seat": edition.default_breaker,
        "code": write_code(example.secret, edition.palette),
        "own": None,
        "guess": write_code(example.guess, edition.palette),
        "marks": [given_mark_to_json(1, example.mark)],
        "steps": describe_holes(rules, example),
        "mark_text": describe_mark(rules, example.mark),
    }


def _parts_example(edition: Edition, rules: RulesText) -> RulesExample | None:
    """A row that all other seats mark, explained mark by mark, and then the seat's own part."""
    example = parts_example(edition)
    if example is None:
        return None
    return {
        "seat": 1,
        "code": None,
        "own": write_code(example.own, edition.palette),
        "guess": write_code(example.guess, edition.palette),
        "marks": [given_mark_to_json(seat, mark) for seat, _, mark in example.marks],
        "steps": describe_parts(rules, example),
        "mark_text": None,
    }
