"""The text in a block of the rules, of whatever kind."""

from collections.abc import Mapping
from typing import Any


def block_texts(block: Mapping[str, Any]) -> list[str]:
    """All texts of a block, in order."""
    return [*(block[name] for name in ("text", "term", "explanation") if name in block), *block.get("items", ())]
