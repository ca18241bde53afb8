"""The colours. Every edition takes its palette from this list, so that a letter means the same colour everywhere."""

from keypeg.core.edition import Colour

COLOURS = {
    colour.letter: colour
    for colour in (
        Colour("R", "red", "rouge"),
        Colour("B", "blue", "bleu"),
        Colour("Y", "yellow", "jaune"),
        Colour("G", "green", "vert"),
        Colour("O", "orange", "orange"),
        Colour("V", "violet", "violet"),
        Colour("P", "pink", "rose"),
        Colour("W", "white", "blanc"),
        Colour("K", "black", "noir"),
        Colour("S", "silver", "argent"),
        Colour("N", "brown", "marron"),
        Colour("T", "turquoise", "turquoise"),
        Colour("L", "lime", "citron vert"),
        Colour("M", "magenta", "magenta"),
        Colour("D", "gold", "or"),
        Colour("E", "beige", "beige"),
        Colour("I", "indigo", "indigo"),
        Colour("J", "jade", "jade"),
        Colour("U", "burgundy", "bordeaux"),
        Colour("A", "amber", "ambre"),
    )
}
"""Every colour by its letter, in the order in which house rules use them."""


def palette(letters: str) -> tuple[Colour, ...]:
    """The colours with these letters, in this order."""
    return tuple(COLOURS[letter] for letter in letters)
