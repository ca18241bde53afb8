"""What Keypeg says of strategies, books and advice, in both languages side by side."""

from keypeg.editions.options import Text

SOLVING = {
    "warming-up": Text(
        "Preparing the solver; this takes about a minute, once on this machine.",
        "Préparation du solveur ; une minute environ, une seule fois sur cette machine.",
    ),
    "progress": Text(
        "{seconds} s   {nodes} positions   between {lower} and {upper}",
        "{seconds} s   {nodes} positions   entre {lower} et {upper}",
    ),
    "growing": Text("{seconds} s   {nodes} positions", "{seconds} s   {nodes} positions"),
    "wide-progress": Text(
        "{seconds} s   round {round}: {answered} of {asked}   at most {cost}",
        "{seconds} s   tour {round} : {answered} sur {asked}   au plus {cost}",
    ),
    "stopped-kept": Text(
        "Stopped. What was found out is kept; the same command goes on from there.",
        "Arrêté. Ce qui a été trouvé est gardé ; la même commande reprend à cet endroit.",
    ),
    "strategy-codes": Text("{codes} codes", "{codes} codes"),
    "strategy-total": Text("{total} guesses in all", "{total} essais en tout"),
    "strategy-average": Text("{average} on average", "{average} en moyenne"),
    "strategy-worst": Text("{worst} at worst", "{worst} au pire"),
    "strategy-histogram": Text("found by guess 1, 2, …: {histogram}", "trouvés à l’essai 1, 2, … : {histogram}"),
    "strategy-first": Text("first guess: {guess}", "premier essai : {guess}"),
    "proof-proven": Text("proven: no strategy needs fewer in all", "prouvé : aucune stratégie n’en demande moins"),
    "proof-proven-within": Text(
        "proven: no strategy that never needs more than {worst} needs fewer in all",
        "prouvé : aucune stratégie limitée à {worst} essais n’en demande moins",
    ),
    "proof-proven-opening": Text(
        "proven: no strategy with this first guess needs fewer in all",
        "prouvé : aucune stratégie commençant ainsi n’en demande moins",
    ),
    "proof-proven-both": Text(
        "proven: no strategy with this first guess that never needs more than {worst} needs fewer in all",
        "prouvé : aucune stratégie commençant ainsi et limitée à {worst} essais n’en demande moins",
    ),
    "proof-stopped": Text(
        "not proven: every strategy needs at least {lower} in all",
        "non prouvé : toute stratégie en demande au moins {lower}",
    ),
    "proof-one-step": Text(
        "a one-step rule ({rule}), not proven to be the best; every strategy needs at least {lower} in all",
        "règle à un coup ({rule}), sans preuve ; toute stratégie en demande au moins {lower}",
    ),
    "proof-wide": Text(
        "a wide search, not proven to be the best; every strategy needs at least {lower} in all",
        "recherche large, sans preuve ; toute stratégie en demande au moins {lower}",
    ),
    "proof-beaten": Text(
        "not proven: replies to replies led to none that is unbeaten; every strategy needs at least {lower} in all",
        "non prouvé : de réplique en réplique, aucune n’est imbattable ; toute stratégie en demande au moins {lower}",
    ),
    "proof-duel": Text(
        "proven: against it, no strategy that takes no notice of the other’s board wins more than half of the rounds",
        "prouvé : contre elle, aucune stratégie qui ignore le plateau de l’autre ne gagne plus de la moitié des manches",
    ),
    "took": Text("{seconds} seconds", "{seconds} secondes"),
    "book-line": Text(
        "{name}: {codes} codes, {total} guesses, {average} on average, {worst} at worst; {proof}",
        "{name} : {codes} codes, {total} essais, {average} en moyenne, {worst} au pire ; {proof}",
    ),
    "book-proven": Text("proven", "prouvé"),
    "book-one-step": Text("{rule}, at least {lower}", "{rule}, au moins {lower}"),
    "book-right": Text("{name}: every code found, as it says", "{name} : chaque code est trouvé, comme annoncé"),
    "book-wrong": Text(
        "{name}: it says {claimed}, but played it is {played}", "{name} : annoncé {claimed}, joué {played}"
    ),
    # advice
    "codes-left": Text("{codes} left", "Il reste {codes}"),
    "one-code-left": Text("One code left: {code}", "Un seul code reste : {code}"),
    "codes-are": Text("They are: {codes}", "Ce sont : {codes}"),
    "best-guess": Text("Guess {guess}", "Proposez {guess}"),
    "call-now": Text("Call: the code is {code}", "Annoncez : le code est {code}"),
    "worth-exact": Text(
        "{expected} more guesses on average, {worst} at worst; nothing is better",
        "encore {expected} essais en moyenne, {worst} au pire ; rien n’est meilleur",
    ),
    "worth-estimate": Text(
        "about {expected} more guesses on average, {worst} at worst",
        "encore {expected} essais environ en moyenne, {worst} au pire",
    ),
    "worth-bound": Text(
        "at least {expected} more guesses on average (no time for more)",
        "encore {expected} essais au moins en moyenne (pas le temps d’en savoir plus)",
    ),
    "why-guess": Text(
        "{cells} different marks are possible; the most frequent leaves {largest}",
        "{cells} marques différentes possibles ; la plus fréquente en laisse {largest}",
    ),
    "why-guess-code": Text(
        "it can be the code; {cells} different marks are possible; the most frequent leaves {largest}",
        "il peut être le code ; {cells} marques différentes possibles ; la plus fréquente en laisse {largest}",
    ),
    "others": Text("Others:", "Autres :"),
    "other-guess": Text("  {guess}  {expected}", "  {guess}  {expected}"),
    "other-guess-unsure": Text("  {guess}  about {expected}", "  {guess}  environ {expected}"),
    "no-code-fits": Text("No code fits all these rows.", "Aucun code ne correspond à toutes ces rangées."),
    "change-row": Text(
        "If row {row} were marked otherwise, {codes} would fit: {marks}",
        "Marquée autrement, la rangée {row} laisserait {codes} : {marks}",
    ),
    "change-rows": Text(
        "If rows {rows} were all marked otherwise, {codes} would fit",
        "Toutes marquées autrement, les rangées {rows} laisseraient {codes}",
    ),
    "change-mark": Text("{mark} ({codes})", "{mark} ({codes})"),
    # the companion at a real board
    "companion": Text(
        "I propose, you place it on your board and type its mark. Another guess: type it and its mark, {example}. "
        "/row 2 {mark} corrects a row, /undo takes one back, /rows and /codes show them, /help says this, /quit stops.",
        "Je propose, vous posez et tapez la marque. Un autre essai : tapez-le avec sa marque, {example}. "
        "/rangée 2 {mark} corrige une rangée, /annuler en retire une, /rangées et /codes les montrent, "
        "/aide redit ceci, /quitter arrête.",
    ),
    "correct-row": Text(
        "/row {row} and its right mark corrects it; /undo takes the last row back.",
        "/rangée {row} et sa bonne marque la corrige ; /annuler retire la dernière.",
    ),
    "ask-companion": Text("Row {row}, {guess}, its mark: ", "Rangée {row}, {guess}, sa marque : "),
    "ask-companion-row": Text("Row {row}, a guess and its mark: ", "Rangée {row}, un essai et sa marque : "),
    "companion-row": Text("{row}. {guess}  {mark}", "{row}. {guess}  {mark}"),
    "companion-done": Text("Found in {rows}.", "Trouvé en {rows}."),
    "too-many-to-list": Text("{codes}: too many to list", "{codes} : trop pour une liste"),
}
"""Every sentence about solving, by its key."""
