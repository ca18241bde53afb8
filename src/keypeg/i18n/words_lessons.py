"""What Keypeg says in a lesson, in both languages side by side."""

from keypeg.editions.options import Text

TEACHING = {
    "lesson-black-white": Text(
        "Right colour, right hole: {exact}. Right colour, wrong hole: {elsewhere}. Not in the code: {rest}.",
        "Bonne couleur, bon trou : {exact}. Bonne couleur, mauvais trou : {elsewhere}. Absents du code : {rest}.",
    ),
    "lesson-colours": Text(
        "Right colours: {number} of {holes}. Their places do not matter.",
        "Bonnes couleurs : {number} sur {holes}. Leur place ne compte pas.",
    ),
    "lesson-sum": Text(
        "{number} of {top}: 2 for each peg in the right hole, and 1 for each right colour in a wrong hole.",
        "{number} sur {top} : 2 pour chaque pion bien placé, et 1 pour chaque bonne couleur mal placée.",
    ),
    "lesson-left": Text(
        "Of {before}, {left} can still be the code.",
        "De {before}, {left} peuvent encore être le code.",
    ),
    "lesson-left-one": Text("Of {before}, only one is left.", "De {before}, il n’en reste qu’un."),
    "lesson-found": Text("{code}: that is the code.", "{code} : c’est le code."),
    "lesson-fits": Text(
        "{code} fits all rows: it can be the code.", "{code} correspond à toutes les rangées : ce peut être le code."
    ),
    "lesson-cannot": Text("{code} cannot be the code.", "{code} ne peut pas être le code."),
}
"""What is said of a mark has the name of the marking in its key."""
