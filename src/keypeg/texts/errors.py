"""Errors in a person's own language."""

from keypeg.core.errors import Counting, KeypegError
from keypeg.records.record import clean
from keypeg.texts.catalogue import typeset


def explain(error: KeypegError, lang: str) -> str:
    """Why something was refused, in one sentence on one line."""
    details = {name: _shown(value, lang) for name, value in error.details.items()}
    if lang == "en":
        return Counting().fill(error.sentences[error.code], details)
    return Counting(lambda number: number < 2).fill(typeset(FRENCH[error.code], lang), details)


def _shown(value: object, lang: str) -> object:
    if isinstance(value, KeypegError):
        return explain(value, lang)
    # What somebody typed is repeated to him, but not to his terminal as a command.
    return clean(value) if isinstance(value, str) else value


FRENCH = {
    # texts that cannot be read
    "unknown-colour": "« {letter} » n’est pas une couleur de cette édition ; ses lettres sont {letters}",
    "empty-code": "aucun code n’est donné ; écrivez une lettre par trou, comme {example}",
    "unknown-edition": "il n’y a pas d’édition « {edition} » ; il y a {editions}",
    "unknown-option": "l’édition {edition} n’a pas d’option « {option} » ; elle a {options}",
    "unreadable-option": "« {text} » n’est pas une option ; écrivez nom=valeur",
    "repeated-option": "l’option {option} est donnée deux fois",
    "unreadable-value": "l’option {option} ne peut pas être « {value} » ; elle peut être {allowed}",
    "unreadable-mark": "« {text} » n’est pas une marque ; écrivez {example}",
    "position-without-rows": "« {text} » n’est pas une position : « ~~ » et les rangées doivent suivre l’édition",
    "position-needs-seat": "dans la rangée « {text} », un numéro de place et « - » précèdent l’essai et chaque marque",
    "position-needs-marks": "dans la rangée « {text} », « _ » et une marque doivent suivre l’essai, {marks} fois",
    "position-stray-dash": "dans la rangée « {text} », un « - » ne vient qu’après un numéro de place",
    "unreadable-action": "« {text} » n’est pas une action ; les actions sont {actions}",
    "missing-argument": "l’action {action} demande une suite, comme : {example}",
    "extra-argument": "l’action {action} ne prend pas « {text} »",
    "unreadable-number": "« {text} » n’est pas un nombre entier",
    "unreadable-seat": "« {text} » n’est pas une place ; écrivez un numéro à partir de 1, ou « table »",
    "unreadable-audience": "« {text} » n’est personne à la table ; écrivez un numéro de place, ou « spectator »",
    "unreadable-time": "« {text} » n’est pas un temps ; écrivez @ et des secondes, comme @12.5",
    "time-goes-back": "le temps @{time} précède celui d’une ligne antérieure",
    "not-a-record": "ce n’est pas un compte rendu Keypeg : la première ligne doit être « Keypeg: 1 »",
    "unreadable-header": "« {text} » n’est pas un en-tête ; écrivez « Nom: valeur »",
    "repeated-header": "l’en-tête {name} figure deux fois",
    "missing-header": "l’en-tête {name} manque",
    "in-file": "{file}:{line}: {why}",
    "not-text": "ce n’est pas un fichier texte en UTF-8",
    "file-not-found": "il n’y a pas de fichier {file}",
    "file-is-folder": "{file} est un dossier, non un fichier",
    "file-forbidden": "le fichier {file} n’est pas accessible à cet utilisateur",
    "file-unreadable": "le fichier {file} ne peut pas être lu ({why})",
    "file-exists": "le fichier {file} existe déjà ; rien n’est écrit par-dessus",
    "file-unwritable": "le fichier {file} ne peut pas être écrit ({why})",
    "disk-full": "le disque est plein ; {file} n’a pas pu être écrit",
    "file-in-use": "le fichier {file} est en cours de jeu dans une autre fenêtre",
    "unfinished-line": "la ligne s’interrompt : elle n’a jamais été écrite jusqu’au bout",
    "nothing-to-resume": "il n’y a pas de partie inachevée à reprendre",
    "match-already-over": "la partie de {file} est finie ; il n’y a rien à reprendre",
    "wrong-players": "{given:joueur est nommé|joueurs sont nommés} pour {seats} places",
    "same-name": "deux joueurs ne peuvent pas s’appeler tous deux {name}",
    "resume-alone": "une partie reprise a déjà son édition, ses joueurs et son fichier",
    "unknown-player": "il n’y a pas de joueur « {text} » ; il y a {players}",
    "player-unloadable": "le joueur {name} ne peut pas être chargé ({why})",
    "player-failed": "le joueur {name} a échoué ({why})",
    "player-erred": "le joueur {name} a fait ce qui n’est pas permis, {action} ({why})",
    "nobody-acts": "aucun joueur n’agit, alors qu’on attend la place {seats}",
    "endless-match": "la partie n’était pas finie après {actions} actions",
    "unknown-book": "il n’y a pas de livre « {book} » ; il y a {books}",
    "bad-book": "le livre {book} ne peut pas être lu ({why})",
    "wrong-checkpoint": "le fichier {file} vient d’une autre recherche",
    "worker-lost": "un processus a été interrompu de l’extérieur ; ce qui a été trouvé est gardé",
    "proof-does-not-hold": "la recherche annonce {claimed}, sa stratégie donne {found} : effacez ce qui a été gardé",
    "unreadable-row": "« {text} » n’est pas une rangée ; écrivez {example}",
    "rule-takes-no-limit": "une règle à un coup ne connaît pas de limite ; --worst demande --rule optimal",
    "no-such-number": "« {text} » n’est pas un nombre de {low} à {high}",
    "no-such-guess": "cet essai n’est pas permis ici",
    "puzzle-too-large": "il y a {codes} codes ; la recherche en prend au plus {most} ici",
    "no-exact-search": "pas de recherche exacte là où aucune marque ne dit que le code est trouvé",
    "no-strategy-within": "aucune stratégie ne trouve chaque code dans cette limite",
    "cannot-be-told-apart": "aucun essai permis ne distingue certains codes",
    "too-many-guesses": "aucune stratégie ne trouve chaque code en {most} essais",
    "nothing-held": "personne ne tient de part du code dans cette édition",
    "parts-not-analysed": "une manche où des parts sont distribuées ne peut pas encore être analysée",
    "own-parts-needed": "il faut dire quelle part on tient : {parts:part|parts} du code",
    "usage": "{message}",
    # a code, guess or answer
    "wrong-length": "un code a ici {holes:trou|trous}, et non {given}",
    "no-such-colour": "il n’y a pas de couleur n° {peg} ; il y en a {colours}",
    "blank-not-allowed": "le trou {hole} ne peut pas rester vide",
    "too-many-blanks": "{most:trou|trous} au plus peuvent rester vides, et non {given}",
    "too-few-blanks": "{least:trou doit rester vide|trous doivent rester vides}, et non {given}",
    "repeat-not-allowed": "les couleurs doivent toutes être différentes",
    # a mark or a claim
    "impossible-mark": "aucune rangée ne peut recevoir cette marque ici",
    "no-such-row": "il n’y a pas de rangée {row} marquée à contester sur le plateau {board}",
    "nothing-to-claim": "il n’y a pas encore de rangée marquée à contester",
    "already-claimed": "cette marque a déjà été contestée, et elle est juste",
    # whose turn, and what for
    "match-over": "la partie est finie",
    "no-such-seat": "il n’y a pas de place {seat} ; il y en a {seats}",
    "not-your-turn": "ce n’est pas le tour de cette place",
    "not-a-maker": "cette place ne compose pas de code dans cette manche",
    "not-a-breaker": "cette place ne cherche pas de code dans cette manche",
    "codes-first": "les codes doivent d’abord être composés",
    "code-already-set": "le code est composé et ne peut plus changer",
    "codes-are-dealt": "les codes de cette édition sont distribués, non choisis",
    "nothing-to-deal": "il n’y a rien à distribuer maintenant",
    "wrong-deal": "chaque place doit recevoir {parts:part|parts}, chacune dans un trou à elle",
    "too-few-counters": "il n’y a que {counters} jetons de chaque couleur",
    "guess-already-placed": "l’essai de cette place est posé et attend sa marque",
    "mark-first": "une rangée attend la marque de cette place ; elle passe d’abord",
    "nothing-to-mark": "aucune rangée n’attend la marque de cette place",
    "referee-marks": "à cette table l’arbitre marque, et ne se trompe pas",
    "rows-used-up": "cette place n’a plus de rangée",
    "out-of-round": "cette place est hors de la manche",
    "no-calls": "personne n’annonce dans cette édition : un code se trouve par un essai",
    "call-first": "une réponse demande d’abord une annonce",
    "play-has-stopped": "la place {caller} a annoncé, et le jeu s’arrête jusqu’à sa réponse",
    "nothing-to-pass": "une place ne passe que si les rangées sont épuisées et que c’est son tour",
    "nobody-late": "on n’attend rien de personne",
    "not-late": "on n’attend rien de la place {seat}",
    "table-only": "seule la table elle-même fait cela",
    "seats-only": "la table elle-même ne peut pas faire cela",
    # a maker who never commits
    "nothing-to-exchange": "il n’y a pas ici de code à échanger contre un autre",
    "code-does-not-fit": "avec ce code, une marque aurait été différente",
    "must-commit": "{name} ne fixe jamais son code, et ne peut jouer où les codes sont fixés ou distribués",
    # setting up a table
    "out-of-range": "l’option {option} va de {low} à {high}, et non {given}",
    "palette-letters": "chaque couleur demande une majuscule à elle",
    "blanks-out-of-range": "il peut y avoir de zéro vide à autant que de trous",
    "codes-differ": "codes et essais doivent avoir les mêmes trous, et les mêmes couleurs que la palette",
    "rounds-even": "le nombre de manches doit être pair, pour que chacun tienne chaque rôle autant de fois, et non {given}",
    "rounds-odd": "le nombre de manches doit être impair, pour qu’un joueur puisse en gagner plus de la moitié, et non {given}",
    "rounds-are-seats": "chaque joueur compose une fois : {seats} places jouent {seats} manches, et non {given}",
    "too-few-colours": "{holes} trous de couleurs différentes demandent au moins {holes} couleurs, et non {colours}",
    "guess-cannot-reach": "un code peut répéter des couleurs ou avoir des vides, mais pas un essai : il serait introuvable",
    "each-needs-two-seats": "chacun compose un code pour l’autre : il faut 2 places, et non {given}",
    "one-maker-in-turn": "avec un seul codeur à la fois les essais se font à tour de rôle, et non {turns}",
    "parts-need-holes": "{seats} places de {parts:part|parts} chacune demandent {needed} trous, et non {holes}",
    "parts-go-together": "le marquage « parts », les parts distribuées, les tours dans l’ordre et les points par manche vont ensemble",
    "parts-without-blanks": "quand des parts sont distribuées, seuls les trous que personne n’a tirés restent vides",
    "marks-by-others": "les marques d’une rangée sont données par ses codeurs, ici {makers}",
    "scoring-needs-one-maker": "le décompte {scoring} demande un seul codeur à la fois",
    "majority-needs-round-points": "on gagne plus de la moitié des manches, non des points du décompte {scoring}",
    "scoring-needs-seats": "le décompte {scoring} est pour {allowed} places, et non {seats}",
    "scoring-needs-key-pegs": "le décompte {scoring} compte des pions : il demande le marquage black-white",
    "scoring-needs-rows": "le décompte {scoring} a un barème pour {needed} rangées, et non pour {rows}",
    "handicap-needs-five": "un handicap oppose 4 trous à 5 : il ne va pas avec holes=4",
    "two-parts-two-seats": "seules 2 places peuvent tenir deux parts chacune, et non {seats}",
}
"""The French sentence for every code of every error."""
