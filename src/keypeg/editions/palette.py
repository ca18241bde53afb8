"""The colours. Every edition takes its palette from this list, so that a letter means the same colour everywhere."""

from keypeg.core.code_text import Colour

COLOURS = {
    colour.letter: colour
    for colour in (
        Colour("R", "red"),
        Colour("B", "blue"),
        Colour("Y", "yellow"),
        Colour("G", "green"),
        Colour("O", "orange"),
        Colour("V", "violet"),
        Colour("P", "pink"),
        Colour("W", "white"),
        Colour("K", "black"),
        Colour("S", "silver"),
        Colour("N", "brown"),
        Colour("T", "turquoise"),
        Colour("L", "lime"),
        Colour("M", "magenta"),
        Colour("D", "gold"),
        Colour("E", "beige"),
        Colour("I", "indigo"),
        Colour("J", "jade"),
        Colour("U", "burgundy"),
        Colour("A", "amber"),
    )
}
"""Every colour by its letter, in the order in which house rules use them."""


def palette(letters: str) -> tuple[Colour, ...]:
    """The colours with these letters, in this order."""
    return tuple(COLOURS[letter] for letter in letters)
