"""What Keypeg says of guesses that were made and of the next one, in both languages side by side."""

from keypeg.editions.options import Text

ANALYSING = {
    "analysis-round": Text("Round {number}", "Manche {number}"),
    "analysis-running": Text("not over yet", "pas encore finie"),
    "analysis-needs-seat": Text(
        "Round {number} is not over yet; with --seat it is told by what that seat knows.",
        "La manche {number} n’est pas finie ; avec --seat, elle est racontée selon ce que sait cette place.",
    ),
    "analysis-wrong": Text(
        "The figures go by the right marks; whether a guess fits, by the marks that were given.",
        "Les chiffres suivent les marques justes ; la cohérence d’un essai, les marques données.",
    ),
    "mark-short": Text("{blacks}b{whites}w", "{blacks}n{whites}b"),
    "mark-short-red": Text("{blacks}r{whites}w", "{blacks}r{whites}b"),
    # the table
    "column-row": Text("row", "rg"),
    "column-who": Text("who", "qui"),
    "column-guess": Text("guess", "essai"),
    "column-mark": Text("mark", "marque"),
    "column-left": Text("codes left", "codes restants"),
    "column-best": Text("best", "meilleur"),
    "column-worth": Text("worth", "valeur"),
    "column-loss": Text("loss", "perte"),
    "column-luck": Text("luck", "chance"),
    "column-worst": Text("worst", "pire"),
    "legend-worth": Text(
        "worth: guesses still expected with the best guess; loss: how many more with this",
        "valeur : essais attendus avec le meilleur ; perte : combien de plus avec le sien",
    ),
    "legend-luck": Text(
        "luck: how many fewer by the mark; worst: how many more the worst code needs",
        "chance : combien de moins par la marque ; pire : combien de plus au pire code",
    ),
    "table-estimates": Text(
        "~ an estimate, ? not known with so much work", "~ estimation, ? inconnu avec ce temps de réflexion"
    ),
    # a sentence for each row
    "row-is-best": Text("Row {row}, {guess}: nothing was better.", "Rangée {row}, {guess} : rien n’était meilleur."),
    "row-is-best-estimate": Text(
        "Row {row}, {guess}: nothing better is known.", "Rangée {row}, {guess} : rien de meilleur n’est connu."
    ),
    "row-gives-up": Text(
        "Row {row}, {guess}: gives up {loss} guesses against {best}.",
        "Rangée {row}, {guess} : cède {loss} essai par rapport à {best}.",
    ),
    "row-gives-up-estimate": Text(
        "Row {row}, {guess}: gives up about {loss} guesses against {best}.",
        "Rangée {row}, {guess} : cède environ {loss} essai par rapport à {best}.",
    ),
    "row-not-judged": Text("Row {row}, {guess}: not judged.", "Rangée {row}, {guess} : non jugée."),
    "row-worst": Text(
        "At worst it takes {played} more, where {before} were enough.",
        "Au pire il en faut encore {played}, quand {before} suffisaient.",
    ),
    "row-fits": Text("It could be the code.", "Il pouvait être le code."),
    "row-not-allowed": Text("No code is like that here.", "Aucun code n’est ainsi fait ici."),
    "row-contradicts": Text("It could not be the code: {rows}.", "Il ne pouvait pas être le code : {rows}."),
    "row-would-have": Text(
        "row {row} would have got {instead}, not {given}",
        "la rangée {row} serait marquée « {instead} », et non « {given} »",
    ),
    "row-would-have-too": Text("{rows}; {row}", "{rows} ; {row}"),
    "row-was-code": Text("It was the code", "C’était le code"),
    "row-leaves": Text("Its mark leaves {after} of {before}", "Sa marque laisse {after} sur {before}"),
    "row-leaves-none": Text(
        "No code fits its mark and those before.", "Aucun code ne suit cette marque et les autres."
    ),
    "row-good-luck": Text(": lucky by {luck}.", " : chance de {luck}."),
    "row-bad-luck": Text(": unlucky by {luck}.", " : malchance de {luck}."),
    "row-no-luck": Text(", as expected.", ", comme attendu."),
    # all rows together
    "sum-used-to-come": Text("{guesses} and {to_come} still to come", "{guesses} et {to_come} encore à venir"),
    "sum": Text(
        "{used} = {expected} expected + {loss} given up {luck}", "{used} = {expected} attendus + {loss} cédés {luck}"
    ),
    "sum-luck": Text("− {luck} luck", "− {luck} de chance"),
    "sum-bad-luck": Text("+ {luck} bad luck", "+ {luck} de malchance"),
    "sum-later": Text(
        "Counted from row {row}: before it, so much work does not say what guesses were worth.",
        "Compté à partir de la rangée {row} : avant, ce temps de réflexion ne permet pas de juger.",
    ),
    "sum-seats": Text("Given up: {losses}", "Cédé : {losses}"),
    "sum-seat": Text("{name} {loss}", "{name} {loss}"),
    # in the currency of the edition
    "stakes-chance": Text("Chance to win, estimated:", "Chances de gagner, estimées :"),
    "stakes-points": Text("Points, estimated:", "Points, estimés :"),
    "column-chance": Text("to win", "gagner"),
    "column-points": Text("to come", "à venir"),
    "column-earned": Text("earned", "gagnés"),
    "legend-worth-chance": Text(
        "to win: the chance with the best guess, by what this player could know then",
        "gagner : chances avec le meilleur essai, selon ce que le joueur pouvait savoir",
    ),
    "legend-luck-chance": Text(
        "its loss: how much less with this; its luck: by the mark, and what others did",
        "perte : combien de moins avec le sien ; chance : la marque, et le jeu d’autrui",
    ),
    "legend-worth-points": Text(
        "to come: points a player can expect with the best guess; loss: fewer with this",
        "à venir : points attendus avec le meilleur essai ; perte : de moins avec le sien",
    ),
    "legend-luck-points": Text(
        "its luck: more points than that, by the mark and what the others did",
        "chance : points de plus que prévu, par la marque et le jeu des autres",
    ),
    "stakes-row": Text(
        "Row {row}, {guess} ({seat}): gives up about {loss} against {best}.",
        "Rangée {row}, {guess} ({seat}) : cède environ {loss} par rapport à {best}.",
    ),
    "stakes-called": Text(
        "The call with {guess} ({seat}): right with {right}; waiting won with {waiting}.",
        "L’annonce {guess} ({seat}) : juste à {right} ; attendre gagnait à {waiting}.",
    ),
    "stakes-waiting": Text("waiting", "l’attente"),
    "stakes-row-call": Text(
        "The call with {guess} ({seat}): gives up about {loss} against {best}.",
        "L’annonce {guess} ({seat}) : cède environ {loss} par rapport à {best}.",
    ),
    "stakes-row-pass": Text(
        "Not to answer ({seat}): gives up about {loss} against {best}.",
        "Ne pas répondre ({seat}) : cède environ {loss} par rapport à {best}.",
    ),
    "stakes-call": Text("call", "ann."),
    "stakes-pass": Text("pass", "passe"),
    "stakes-wait": Text("wait", "attendre"),
    "legend-calls": Text(
        "call: its chance is that of the likeliest answer, or of waiting, if that is more",
        "ann. : une annonce ; ses chances : la réponse la plus probable, ou bien attendre",
    ),
    "stakes-loss-points": Text("{loss} points", "{loss} point"),
    "stakes-loss-points-many": Text("{loss} points", "{loss} points"),
    "stakes-won": Text("{name} won: {result}", "{name} gagne : {result}"),
    "stakes-drawn": Text("{name}, nobody’s round: {result}", "{name}, manche à personne : {result}"),
    "stakes-lost": Text("{name} lost: {result}", "{name} perd : {result}"),
    "stakes-now": Text("{name} now: {result}", "{name} pour l’instant : {result}"),
    "stakes-earned": Text("{name}: {result}", "{name} : {result}"),
    "stakes-to-come": Text("{points} and {to_come} still to come", "{points} et {to_come} encore à venir"),
    "stakes-sum": Text(
        "{result} = {start} at the start − {loss} given up {luck}", "{result} = {start} au début − {loss} cédés {luck}"
    ),
    "stakes-luck": Text("+ {luck} luck", "+ {luck} de chance"),
    "stakes-bad-luck": Text("− {luck} bad luck", "− {luck} de malchance"),
    "stakes-forfeit": Text(" − {forfeit} by leaving", " − {forfeit} en partant"),
    # wrong marks
    "conflict-row": Text("Row {row} alone cannot be true.", "La rangée {row} à elle seule ne peut pas être vraie."),
    "conflict-rows": Text(
        "Rows {rows} cannot be true together.", "Les rangées {rows} ne peuvent pas être vraies ensemble."
    ),
    # hints
    "hint-holes": Text("Certain: {holes}", "Certain : {holes}"),
    "hint-inside": Text("Certainly in the code: {colours}", "Certainement dans le code : {colours}"),
    "hint-outside": Text("Certainly not in the code: {colours}", "Certainement pas dans le code : {colours}"),
    "hint-worth": Text(
        "{expected} more guesses on average; nothing is better",
        "encore {expected} essais en moyenne ; rien n’est meilleur",
    ),
    "hint-worth-estimate": Text(
        "about {expected} more guesses on average", "encore {expected} essais environ en moyenne"
    ),
    "why-guess-silent": Text(
        "its mark is certain: it tells nobody anything new", "sa marque est certaine : il n’apprend rien à personne"
    ),
    "hint-points": Text(
        "it earns you about {points} points in this round, later rows counted",
        "il vous rapporte environ {points} points dans cette manche, rangées suivantes comprises",
    ),
    "half-can": Text(
        "It can still become {codes} of those left.", "Il peut encore devenir {codes} parmi ceux qui restent."
    ),
    "half-cannot": Text(
        "It can fit no more: row {rows} says so.", "Il ne peut plus convenir : la rangée {rows} le dit."
    ),
    "half-cannot-rows": Text(
        "It can fit no more: rows {rows} together say so.",
        "Il ne peut plus convenir : les rangées {rows} le disent ensemble.",
    ),
    "half-cannot-parts": Text(
        "By all you can see, it can be the code no more.", "D’après ce que vous voyez, ce ne peut plus être le code."
    ),
    "whole-can": Text("It can be the code.", "Ce peut être le code."),
    "half": Text("{half}   {told}", "{half}   {told}"),
    "hint-not-now": Text(
        "Hints are for whoever guesses next.", "Les indices sont pour celui dont c’est le tour de chercher."
    ),
    "hint-no-guess": Text(
        "Too many codes are left to tell which guess is the best. This one can be the code: {guess}",
        "Il reste trop de codes pour désigner le meilleur essai. Celui-ci peut être le code : {guess}",
    ),
    "hint-row-waits": Text(
        "As long as a row waits for its marks, nothing more can be said.",
        "Tant qu’une rangée attend ses marques, on ne peut rien dire de plus.",
    ),
    "hint-call": Text(
        "Call now: the likeliest code is {code}", "Annoncez maintenant : le code le plus probable est {code}"
    ),
    "hint-call-why": Text(
        "it is right with {right}; waiting wins with about {waiting}",
        "il est juste à {right} ; attendre gagne à {waiting} environ",
    ),
    "hint-call-last": Text(
        "it is right with {right}, and there is nothing to wait for",
        "il est juste à {right}, et il n’y a rien à attendre",
    ),
    "hint-wait": Text("Do not call yet", "N’annoncez pas encore"),
    "hint-wait-why": Text(
        "the likeliest code, {code}, is right with {right}; waiting wins with about {waiting}",
        "le code le plus probable, {code}, est juste à {right} ; attendre gagne à {waiting} environ",
    ),
    "hint-wins": Text("it wins with about {wins}", "il gagne à {wins} environ"),
    "hint-leaves": Text(
        "its marks leave {left} codes on average, {most} at most",
        "ses marques laissent {left} codes en moyenne, {most} au plus",
    ),
    "hint-row-can": Text(
        "it can be right in all the others’ holes", "il peut être juste dans tous les trous des autres"
    ),
    "hint-row-cannot": Text("it cannot be the code", "il ne peut pas être le code"),
    "hint-gives-nothing": Text("it tells nobody else anything", "il n’apprend rien à personne d’autre"),
    "hint-gives": Text(
        "it tells each of the others about {share} of what it tells you",
        "il apprend à chacun des autres {share} environ de ce qu’il vous apprend",
    ),
    "hint-too-large": Text(
        "There are {codes} codes here: too many for hints, which go up to {most}.",
        "Il y a {codes} codes ici : trop pour des indices, possibles jusqu’à {most}.",
    ),
    "hint-too-many-deals": Text(
        "The parts can be dealt in too many ways to count what is left.",
        "Les parts peuvent être distribuées de trop de façons pour compter ce qui reste.",
    ),
    "half-never": Text("No code at all is like that.", "Aucun code n’est ainsi fait."),
    "look-back": Text("Look back at it with:\n  {command}", "Pour revoir cette manche :\n  {command}"),
    "look-back-match": Text("What each guess was worth:\n  {command}", "Ce que valait chaque essai :\n  {command}"),
    # the picture
    "picture-title": Text(
        "Codes left, loss and luck, row by row", "Codes restants, perte et chance, rangée par rangée"
    ),
    "picture-board": Text("Round {number}, {name}", "Manche {number}, {name}"),
    "picture-attempt": Text("{board} ({attempt})", "{board} ({attempt})"),
    "picture-desc": Text("{board}: codes left {left}. {sum}", "{board} : codes restants {left}. {sum}"),
    "picture-left": Text("codes left", "codes restants"),
    "picture-guesses": Text("guesses", "essais"),
    "picture-loss": Text("loss", "perte"),
    "picture-luck": Text("luck", "chance"),
}
"""Every sentence about rounds that are analysed, by its key."""
