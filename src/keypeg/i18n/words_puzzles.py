"""What Keypeg says of puzzles, in both languages side by side."""

from keypeg.editions.options import Text

PUZZLING = {
    "puzzle-title": Text(
        "{edition}: {kind}, {difficulty}, seed {seed}",
        "{edition} : {kind}, {difficulty}, graine {seed}",
    ),
    "puzzle-title-daily": Text("{edition}: {kind}, {day}", "{edition} : {kind}, {day}"),
    "kind-one-code": Text("one code left", "un seul code reste"),
    "kind-best-guess": Text("one best guess", "un seul meilleur essai"),
    "easy": Text("easy", "facile"),
    "medium": Text("medium", "moyen"),
    "hard": Text("hard", "difficile"),
    "puzzle-own": Text(
        "You sit at seat {seat}, and hold a part of the code: {code}.",
        "Vous êtes à la place {seat} et détenez une part du code : {code}.",
    ),
    "puzzle-different": Text(
        "The colours of the code are all different.", "Les couleurs du code sont toutes différentes."
    ),
    "puzzle-vacant": Text("Vacant holes in the code: {number}.", "Trous vides dans le code : {number}."),
    "puzzle-mark-by": Text("seat {seat}: {mark}", "place {seat} : {mark}"),
    "puzzle-row": Text("  {row}  {guess}   {marks}", "  {row}  {guess}   {marks}"),
    "ask-one-code": Text(
        "Exactly one code fits these rows. Which? ({letters})",
        "Un seul code correspond à ces rangées. Lequel ? ({letters})",
    ),
    "ask-one-code-blanks": Text(
        "Exactly one code fits these rows. Which? ({letters}, a full stop for a blank)",
        "Un seul code correspond à ces rangées. Lequel ? ({letters}, . pour un vide)",
    ),
    "ask-one-code-colours": Text(
        "Exactly one set of colours fits these rows. Which? ({letters}, in any order)",
        "Un seul jeu de couleurs correspond à ces rangées. Lequel ? ({letters}, sans ordre)",
    ),
    "ask-best-guess": Text(
        "{codes} still fit these rows. Which next guess is the best?",
        "{codes} correspondent encore à ces rangées. Quel est le meilleur essai ?",
    ),
    "ask-best-guess-how": Text(
        "It needs the fewest further guesses on average, and need not be one of those.",
        "Il demande le moins d’essais encore, en moyenne, et peut n’être aucun d’eux.",
    ),
    "puzzle-position": Text("On one line: {line}", "En une ligne : {line}"),
    "puzzle-how": Text("Answer with:", "Pour répondre :"),
    "puzzle-help": Text(
        "Type the code. /hint helps, /rows repeats, /give-up solves it, /quit stops.",
        "Tapez le code. /indice aide, /rangées répète, /abandon résout, /quitter arrête.",
    ),
    "ask-puzzle": Text("Your answer: ", "Votre réponse : "),
    "puzzle-right": Text("{code} is right.", "{code} : c’est juste."),
    "puzzle-right-code": Text("It fits all rows, and no other code does.", "Il correspond à tout, et lui seul."),
    "puzzle-wrong": Text("{code} is not right.", "{code} : ce n’est pas juste."),
    "puzzle-wrong-row": Text(
        "Row {row}, {guess}: {given}; with this code: {right}.",
        "Rangée {row}, {guess} : {given} ; avec ce code : {right}.",
    ),
    "puzzle-wrong-parts": Text(
        "Row {row}, {guess}, could not be marked so, whoever holds which part.",
        "La rangée {row}, {guess}, ne pourrait être marquée ainsi, quelle que soit la donne.",
    ),
    "puzzle-wrong-together": Text(
        "Each row by itself could be so, but not all of them together.",
        "Chaque rangée seule pourrait être ainsi, mais pas toutes ensemble.",
    ),
    "puzzle-wrong-own": Text("Your own part is not in it.", "Votre propre part n’y est pas."),
    "puzzle-worth": Text(
        "With it {expected} more guesses are needed on average; with the best one {best}.",
        "Avec lui, il faut encore {expected} essais en moyenne ; avec le meilleur, {best}.",
    ),
    "puzzle-worth-right": Text(
        "{expected} more guesses on average, itself included; nothing is better.",
        "Encore {expected} essais en moyenne, lui compris ; rien n’est meilleur.",
    ),
    # hints
    "hint-row": Text(
        "Row {number} says most: by itself it leaves {codes}.",
        "La rangée {number} en dit le plus : seule, elle laisse {codes}.",
    ),
    "hint-absent": Text("Not in the code: {pegs}.", "Absent du code : {pegs}."),
    "hint-hole": Text("In hole {number}: {pegs}.", "Dans le trou {number} : {pegs}."),
    "hint-colour": Text(
        "Of {pegs} the code has {number}.",
        "Le code a {number} fois {pegs}.",
    ),
    "hint-list": Text("These codes fit: {listed}.", "Ces codes correspondent : {listed}."),
    "hint-can-be": Text("The best guess can be the code itself.", "Le meilleur essai peut être le code lui-même."),
    "hint-cannot-be": Text(
        "The best guess cannot be the code: it only tells the codes apart.",
        "Le meilleur essai ne peut être le code : il sert seulement à distinguer les codes.",
    ),
    "hint-marks": Text(
        "The best guess can be marked in {number} different ways.",
        "Le meilleur essai peut recevoir {number} marques différentes.",
    ),
    "no-more-hints": Text("That was the last hint.", "C’était le dernier indice."),
    # the solution
    "solution": Text("The answer: {code}", "La réponse : {code}"),
    "solution-left": Text("Codes left after each row: {left}", "Codes restants après chaque rangée : {left}"),
    "solution-needed": Text(
        "Every row is needed: without any one of them more codes would fit.",
        "Chaque rangée compte : sans l’une d’elles, d’autres codes correspondraient.",
    ),
    "solution-read": Text(
        "It can be found by reading the rows one by one, in {steps}.",
        "On le trouve en lisant les rangées une à une, en {steps}.",
    ),
    "solution-suppose": Text(
        "Reading the rows one by one is not enough: something must be supposed and tried; {steps} in all.",
        "Lire les rangées une à une ne suffit pas : il faut supposer et essayer ; {steps} en tout.",
    ),
    "solution-worth": Text(
        "{expected} more guesses on average, itself included; only what comes to the same is as good.",
        "Encore {expected} essais en moyenne, lui compris ; seul ce qui revient au même fait aussi bien.",
    ),
    "solution-cells": Text(
        "It tells the {codes} apart by {marks} different marks:",
        "Il distingue les {codes} par {marks} marques différentes :",
    ),
    "solution-cell": Text("  {mark}: {codes}", "  {mark} : {codes}"),
    "solution-rival": Text(
        "The best other guess that can be the code, {code}, comes to {expected}.",
        "Le meilleur autre essai qui peut être le code, {code}, donne {expected}.",
    ),
}
"""Every sentence about puzzles, by its key."""
