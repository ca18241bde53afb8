"""Splits the lines of the rules into blocks, for fronts with a layout of their own, such as the pages."""

import re
from itertools import groupby
from typing import Any

from keypeg.i18n.rules.layout import INDENT, Lines

Block = dict[str, Any]

_ITEM = re.compile(r"(\*|\d+\.) ")


def blocks_of(lines: Lines) -> list[Block]:
    """The blocks between empty lines: a text, a list, steps, a term with its explanation, or lines as they are."""
    groups = groupby(lines, bool)
    return [_block(list(group)) for has_text, group in groups if has_text]


def _block(lines: Lines) -> Block:
    first = lines[0]
    if _ITEM.match(first):
        return {"kind": "list" if first.startswith("*") else "steps", "items": _items(lines)}
    if first.startswith(INDENT):
        return {"kind": "lines", "items": [line[len(INDENT) :] for line in lines]}
    if len(lines) > 1 and lines[1].startswith(INDENT):
        return {"kind": "term", "term": first, "explanation": _join_lines(lines[1:])}
    return {"kind": "text", "text": _join_lines(lines)}


def _items(lines: Lines) -> list[str]:
    """The entries of a list; a line without a bullet continues the entry before it."""
    items: list[Lines] = []
    for line in lines:
        if _ITEM.match(line):
            items.append([_ITEM.sub("", line, count=1)])
        else:
            items[-1].append(line)
    return list(map(_join_lines, items))


def _join_lines(lines: Lines) -> str:
    return " ".join(map(str.strip, lines))
