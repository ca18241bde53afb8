"""What those are called who can sit at a table: people and computers, in both languages side by side."""

from keypeg.editions.options import Text

PERSON = "person"
"""What a seat holds where no computer plays."""

KINDS = {
    PERSON: Text("person", "personne"),
    "novice": Text("novice", "débutant"),
    "casual": Text("casual", "amateur"),
    "strong": Text("strong", "fort"),
    "perfect": Text("perfect", "parfait"),
    "devil": Text("devil", "diable"),
}
"""What to call a person, and the players that come with Keypeg. Those that others have added have one name."""

ANY_COMPUTER = Text("computer", "ordinateur")
"""What people say who do not mind which computer."""

SEATS = {
    "pick-seat": Text(
        "Seat {seat}: p for a person, or a computer: {players}? [{default}] ",
        "Place {seat} : p pour une personne, ou un ordinateur : {players} ? [{default}] ",
    ),
    "computer-name": Text("{player} {seat}", "{player} {seat}"),
    "devil-explained": Text(
        "{name} plays the devil: it has no code. Whenever you guess, it keeps the largest set of codes alive, and every "
        "mark that it gives stays true for the code that it shows at the end.",
        "{name} joue le diable : il n’a pas de code. À chaque essai, il garde en vie le plus grand ensemble de codes, et "
        "chacune de ses marques reste vraie pour le code qu’il montre à la fin.",
    ),
    "never-commits": Text(
        "{name} never commits to a code: whenever you guess, it may take another. Every mark that it gives stays true "
        "for the code that it shows at the end.",
        "{name} ne fixe jamais son code : à chaque essai, il peut en prendre un autre. Chacune de ses marques reste "
        "vraie pour le code qu’il montre à la fin.",
    ),
}
"""What is asked and told of those who sit down."""


def kind_word(kind: str, lang: str) -> str:
    """What a person or a player is called in this language."""
    return str(getattr(KINDS[kind], lang)) if kind in KINDS else kind
