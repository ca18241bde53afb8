"""Colours that players must distinguish: computed from the stylesheet itself, so that every change is checked."""

import re
from itertools import combinations
from math import dist
from pathlib import Path

import pytest

from keypeg.editions import RULEBOOKS, edition
from keypeg.editions.palette import COLOURS

SHEET = Path(__file__).parent.parent / "web" / "src" / "styles" / "boards.css"
DARK_INK = "#14100d"


def _blocks() -> list[tuple[str, dict[str, str]]]:
    text = re.sub(r"/\*.*?\*/", "", SHEET.read_text("utf-8"), flags=re.DOTALL)
    return [
        (name.strip(), dict(re.findall(r"--([\w-]+):\s*([^;]+);", body)))
        for name, body in re.findall(r"([^{}]+)\{([^}]*)\}", text)
    ]


def _root() -> dict[str, str]:
    return {key: value for name, values in _blocks() if name == ":root" for key, value in values.items()}


def _boards() -> dict[str, dict[str, str]]:
    named = {name: _root() | values for name, values in _blocks() if name.startswith(".")}
    return {"classic": _root()} | named


def _themes(value: str) -> list[str]:
    """A colour in the light theme, and in the dark theme if it differs."""
    return re.findall(r"#[0-9a-f]{3,6}", value)


def _linear(colour: str) -> list[float]:
    figures = colour[1:] if len(colour) == 7 else "".join(digit * 2 for digit in colour[1:])
    parts = [int(figures[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def _luminance(colour: str) -> float:
    red, green, blue = _linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _contrast(first: str, other: str) -> float:
    dark, light = sorted((_luminance(first), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("board", _boards())
def test_outlines_and_text_have_enough_contrast_on_every_board(board: str) -> None:
    values = _boards()[board]
    assert _themes(values["field"])
    for field in _themes(values["field"]):
        assert _contrast(values["rim"], field) >= 3
        assert _contrast(values["on-field"], field) >= 4.5
    for body in _themes(values["body"]):
        assert _contrast(values["on-body"], body) >= 4.5


@pytest.mark.parametrize("palette", ["safe", "original"])
def test_every_colour_exists_and_its_letter_is_readable_on_it(palette: str) -> None:
    values = _root()
    if palette == "original":
        values |= next(block for name, block in _blocks() if palette in name)
    for letter in COLOURS:
        assert _contrast(values[letter], values.get(f"{letter}-on", DARK_INK)) >= 4.5, letter


# How people without one kind of cones see colours (Machado, Oliveira and Fernandes 2009), on linear light.
SIGHT = {
    "without red": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "without green": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "without blue": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}
APART = 15
"""The minimum distance of two colours in CIELAB; side by side, a distance of about two is visible."""


def _seen(colour: str, sight: str) -> tuple[float, float, float]:
    light = _linear(colour)
    red, green, blue = (
        min(max(sum(part * value for part, value in zip(line, light, strict=True)), 0), 1) for line in SIGHT[sight]
    )
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    fx, fy, fz = (value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116 for value in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


@pytest.mark.parametrize("sight", SIGHT)
@pytest.mark.parametrize("name", [name for name in RULEBOOKS if name != "house"])
def test_the_colours_of_an_edition_can_be_distinguished_with_common_kinds_of_colour_vision(
    name: str, sight: str
) -> None:
    values = _root()
    for first, other in combinations(edition(name).palette, 2):
        assert dist(_seen(values[first.letter], sight), _seen(values[other.letter], sight)) >= APART, (first, other)
