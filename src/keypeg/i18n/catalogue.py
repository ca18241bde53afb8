"""Every sentence that Keypeg says at a table, in both languages side by side, so that neither can be forgotten."""

import os
import re
from collections.abc import Mapping

from keypeg.editions.options import Text
from keypeg.i18n.words_analysis import ANALYSING
from keypeg.i18n.words_contests import CONTESTS
from keypeg.i18n.words_lessons import TEACHING
from keypeg.i18n.words_puzzles import PUZZLING
from keypeg.i18n.words_seats import SEATS
from keypeg.i18n.words_solver import SOLVING

LANGUAGES = Text._fields
"""The languages there are."""


NO_BREAK = "\u00a0"
"""A space at which no line ends."""


def pick_language(environ: Mapping[str, str] | None = None) -> str:
    """The language of this person's locale; English where it is another, or none."""
    environ = os.environ if environ is None else environ
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environ.get(name):
            return "fr" if environ[name].lower().startswith("fr") else "en"
    return "en"


def say(lang: str, key: str, **values: object) -> str:
    """The sentence of this key, with its values filled in."""
    sentence: str = getattr(SENTENCES[key], lang)
    return typeset(sentence, lang).format(**values)


def typeset(text: str, lang: str) -> str:
    """The text with its language's spaces: French keeps its tall marks on the line of their word."""
    if lang != "fr":
        return text
    return re.sub(r" (?=[:;!?»])", NO_BREAK, text).replace("« ", "«" + NO_BREAK)


def count(lang: str, key: str, number: int) -> str:
    """A number and its noun, in the singular or the plural. English and French part ways at nought."""
    one = number == 1 or (lang == "fr" and number == 0)
    singular, plural = getattr(NOUNS[key], lang).split("|")
    return f"{number} {singular if one else plural}"


def decimal(lang: str, value: float, digits: int) -> str:
    """A number with so many decimals, as it is written in this language."""
    written = f"{value:.{digits}f}"
    return written.replace(".", ",") if lang == "fr" else written


def percent(lang: str, share: float) -> str:
    """A share in hundredths, with one decimal."""
    return decimal(lang, 100 * share + 0.0, 1) + " %"


NOUNS = {
    "points": Text("point|points", "point|points"),
    "rows": Text("row|rows", "rangée|rangées"),
    "rounds": Text("round|rounds", "manche|manches"),
    "codes": Text("code|codes", "code|codes"),
    "letters": Text("letter|letters", "lettre|lettres"),
    "steps": Text("step|steps", "étape|étapes"),
    "matches": Text("match|matches", "partie|parties"),
    "guesses": Text("guess|guesses", "essai|essais"),
    "actions": Text("action|actions", "action|actions"),
    "blacks": Text("black|black", "noir|noirs"),
    "reds": Text("red|red", "rouge|rouges"),
    "whites": Text("white|white", "blanc|blancs"),
}
"""Nouns that are counted: singular and plural."""

SENTENCES = {
    # the table server
    "serving": Text("Serving tables at {address}", "Les tables sont servies à {address}"),
    "serving-already": Text("Tables are served at {address} already", "Les tables sont déjà servies à {address}"),
    "upgraded": Text(
        "The database was at version {before} and is at version {now} now.",
        "La base de données était à la version {before} ; elle est maintenant à la version {now}.",
    ),
    "up-to-date": Text("The database is at version {now}.", "La base de données est à la version {now}."),
    # the table
    "player": Text("Player {seat}", "Joueur {seat}"),
    "spectator": Text("a spectator", "un spectateur"),
    "round": Text("Round {number} of {rounds}", "Manche {number} sur {rounds}"),
    "attempt": Text("played again ({attempt})", "rejouée ({attempt}e fois)"),
    "makes": Text("{name} makes the code", "{name} compose le code"),
    "first": Text("{name} goes first", "{name} commence"),
    "both": Text("both make a code for the other", "chacun compose un code pour l’autre"),
    "part": Text("hole {hole} is {code}", "le trou {hole} est {code}"),
    "scores": Text("Score: {scores}", "Score : {scores}"),
    "own-code": Text("Your code: {code}", "Votre code : {code}"),
    "own-guess": Text("Your guess, still hidden: {code}", "Votre essai, encore caché : {code}"),
    "own-parts": Text("Your part of the code: {code}", "Votre part du code : {code}"),
    "board-of": Text("Board: {name}", "Plateau : {name}"),
    "no-rows": Text("(no rows yet)", "(aucune rangée)"),
    "rows-left": Text("{rows} left", "reste {rows}"),
    "waits-for-mark": Text("waits for its mark", "attend sa marque"),
    "placed-hidden": Text(
        "{name} has placed a guess, hidden until all have.", "{name} a posé un essai, caché jusqu’au dernier."
    ),
    "out": Text("Out of the round: {names}", "Hors de la manche : {names}"),
    "contradicted": Text(
        "No code at all fits these marks: one of them must be wrong.",
        "Aucun code ne correspond à ces marques : l’une d’elles est fausse.",
    ),
    "colours": Text("Colours: {colours}", "Couleurs : {colours}"),
    "blank": Text(". blank", ". vide"),
    "blank-word": Text("blank", "vide"),
    "nothing-marked": Text("no pegs", "aucun pion"),
    "mark-by": Text("{name}: {mark}", "{name} : {mark}"),
    # what has happened
    "code-set": Text("{name} has set the code.", "{name} a composé le code."),
    "code-set-seen": Text("{name} has set the code: {code}", "{name} a composé le code : {code}"),
    "dealt": Text("The counters are dealt.", "Les jetons sont distribués."),
    "guessed": Text("{name} guesses {code}.", "{name} propose {code}."),
    "marked": Text("Row {row}: {mark}.", "Rangée {row} : {mark}."),
    "marked-by": Text("Row {row}, {name} gives: {mark}.", "Rangée {row}, {name} donne : {mark}."),
    "claim-holds": Text(
        "{name} claims row {row} of {board}, and is right: the mark is wrong.",
        "{name} conteste la rangée {row} de {board}, avec raison : la marque est fausse.",
    ),
    "claim-fails": Text(
        "{name} claims row {row} of {board}: the mark is right.",
        "{name} conteste la rangée {row} de {board} : la marque est juste.",
    ),
    "called": Text("{name} calls “Master Mind”!", "{name} annonce « Master Mind » !"),
    "answer-right": Text("{name} answers {code}: right!", "{name} répond {code} : c’est juste !"),
    "answer-wrong": Text(
        "{name} answers {code}: wrong, and is out.", "{name} répond {code} : c’est faux, et sort du jeu."
    ),
    "passed": Text("{name} passes.", "{name} passe."),
    "resigned": Text("{name} gives up the round.", "{name} abandonne la manche."),
    "timed-out": Text("{name} is out of time.", "{name} a épuisé son temps."),
    "began": Text("Round {number} begins: {roles}.", "La manche {number} commence : {roles}."),
    # how a round ends
    "end-broken": Text("{winners} breaks the code at row {row}.", "{winners} trouve le code à la rangée {row}."),
    "end-unbroken": Text(
        "The code is not broken: {winners} wins the round.", "Code non trouvé : {winners} gagne la manche."
    ),
    "end-both-broken": Text("Both codes are broken in the same turn.", "Les deux codes sont trouvés au même tour."),
    "end-neither-broken": Text("Neither code is broken.", "Aucun des deux codes n’est trouvé."),
    "end-answered": Text("{winners} has found the whole code.", "{winners} a trouvé le code entier."),
    "end-nobody-answered": Text("Nobody has found the code.", "Personne n’a trouvé le code."),
    "end-resigned": Text(
        "The round is given up; it goes to {winners}.", "Manche abandonnée ; elle revient à {winners}."
    ),
    "end-timed-out": Text("Time is up; the round goes to {winners}.", "Temps écoulé ; la manche revient à {winners}."),
    "end-wrong-mark": Text("A mark was wrong.", "Une marque était fausse."),
    "wrong-row": Text(
        "{by} marked row {row} with {given}; right was {right}.",
        "{by} a marqué la rangée {row} par {given} ; il fallait {right}.",
    ),
    "replayed": Text("The round is played again.", "La manche est rejouée."),
    "code-was": Text("The code ({name}): {code}", "Le code ({name}) : {code}"),
    "part-was": Text("Part of the code ({name}): {code}", "La part du code ({name}) : {code}"),
    # score lines
    "line-rows": Text("{points} for {rows} placed", "{points} pour {rows}"),
    "line-misses": Text("{points} for {rows} that missed", "{points} pour {rows} sans succès"),
    "line-given-up": Text("{points} because the round was given up", "{points} car la manche a été abandonnée"),
    "line-unbroken": Text("{points} because the code was not broken", "{points} car le code n’a pas été trouvé"),
    "line-guess": Text("{points} for row {row}", "{points} pour la rangée {row}"),
    "line-broke": Text("{points} for breaking the code at row {row}", "{points} pour le code trouvé à la rangée {row}"),
    "line-maker": Text("{points} as maker, broken at row {row}", "{points} comme codeur, trouvé à la rangée {row}"),
    "line-round": Text("{points} for the round", "{points} pour la manche"),
    "line-wrong-mark": Text("{points} for the wrong mark", "{points} pour la marque fausse"),
    "score-line": Text("{name}: {line}", "{name} : {line}"),
    # how a match ends
    "match-highest-total": Text(
        "{winners} wins the match with the highest total.", "{winners} gagne la partie avec le plus de points."
    ),
    "match-lowest-total": Text(
        "{winners} wins the match with the lowest total.", "{winners} gagne la partie avec le moins de points."
    ),
    "match-majority": Text(
        "{winners} wins the match with more than half the rounds.",
        "{winners} gagne la partie avec plus de la moitié des manches.",
    ),
    "match-draw": Text("The match is a draw between {winners}.", "Match nul entre {winners}."),
    "match-nobody": Text("Nobody wins the match.", "Personne ne gagne la partie."),
    "match-open": Text("The match is not over.", "La partie n’est pas finie."),
    "and": Text(" and ", " et "),
    "nobody": Text("nobody", "personne"),
    # the score sheet
    "sheet-name": Text("NAME", "NOM"),
    "sheet-round": Text("ROUND {number}", "MANCHE {number}"),
    "sheet-sum": Text("{points}, sum {sum}", "{points}, somme {sum}"),
    "sheet-total": Text("TOTAL", "TOTAL"),
    # the line-mode game
    "welcome": Text("Keypeg: {edition}", "Keypeg : {edition}"),
    "pick-edition": Text("Which edition? [{default}] ", "Quelle édition ? [{default}] "),
    "options-are": Text("Options: {options}", "Options : {options}"),
    "pick-options": Text("Any others, such as {example}? [none] ", "D’autres, comme {example} ? [aucune] "),
    "help-hint": Text(
        "/help for help, /hint for a hint, /quit to stop and go on later.",
        "/aide pour l’aide, /indice pour un indice, /quitter pour reprendre plus tard.",
    ),
    "line-hidden": Text("this line does not hold ({code})", "cette ligne ne tient pas ({code})"),
    "not-here": Text("Only somebody at this keyboard can do that.", "Seul quelqu’un à ce clavier peut faire cela."),
    "hand-over": Text("Hand over to {name}, and press Enter. ", "Passez à {name}, puis Entrée. "),
    "go-on-or-call": Text("Enter to go on, or {call}: ", "Entrée pour continuer, ou {call} : "),
    "go-on-or-call-seat": Text(
        "Enter to go on, or {call} and your seat’s number: ",
        "Entrée pour continuer, ou {call} et votre numéro de place : ",
    ),
    "ask-code": Text(
        "{name}, set your code ({holes} letters, not shown): ",
        "{name}, composez votre code ({holes} lettres, non affichées) : ",
    ),
    "ask-guess": Text(
        "{name}, row {row} of {rows}, your guess ({holes} letters): ",
        "{name}, rangée {row} sur {rows}, votre essai ({holes} lettres) : ",
    ),
    "ask-guess-blanks": Text(
        "{name}, row {row} of {rows}, your guess ({holes} letters, a full stop for a blank): ",
        "{name}, rangée {row} sur {rows}, votre essai ({holes} lettres, un point pour un vide) : ",
    ),
    "ask-mark": Text(
        "{name}, mark row {row} of {other}, {guess}; your code is {code} (for example {example}, or 0): ",
        "{name}, marquez la rangée {row} de {other}, {guess} ; votre code est {code} (par exemple {example}, ou 0) : ",
    ),
    "ask-answer": Text(
        "{name}, your answer ({holes} letters, a vacant hole is a full stop): ",
        "{name}, votre réponse ({holes} lettres, un point pour un trou vide) : ",
    ),
    "ask-last-call": Text("{name}, {call} or {leave}? ", "{name}, {call} ou {leave} ? "),
    "not-understood": Text(
        "{text!r} is no command here. /help lists them.",
        "« {text} » n’est pas une commande ici. Tapez /aide pour la liste.",
    ),
    "saved": Text(
        "The game is kept. Go on with:\n  {command} play --resume {file}",
        "La partie est gardée. Pour reprendre :\n  {command} play --resume {file}",
    ),
    "kept": Text("The record of the match: {file}", "Le compte rendu de la partie : {file}"),
    "resumed": Text("Going on after {actions} in {file}.", "On reprend après {actions} dans {file}."),
    "resumed-before": Text(
        "{problem}. Going on from the line before, in {file}.",
        "{problem}. On reprend à la ligne d’avant, dans {file}.",
    ),
    "goodbye": Text("Goodbye.", "Au revoir."),
    **SEATS,
    **SOLVING,
    **PUZZLING,
    **CONTESTS,
    **ANALYSING,
    **TEACHING,
}
"""Every sentence, by its key."""
