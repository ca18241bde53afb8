"""What the command line says of itself."""

from keypeg.editions.options import Text

HELP = {
    "about": Text(
        "Play, referee and study the Mastermind family of games. Without a command, it asks what to play.",
        "Jouer, arbitrer et étudier la famille des jeux Mastermind. Sans commande, on choisit un jeu.",
    ),
    "editions": Text("list the editions", "lister les éditions"),
    "rules": Text("the rules of an edition", "les règles d’une édition"),
    "mark": Text("mark a guess", "marquer un essai"),
    "replay": Text("play a record again", "rejouer un compte rendu"),
    "play": Text("play, line by line", "jouer, ligne par ligne"),
    "strategy": Text("compute a strategy, or prove the best one", "calculer une stratégie, ou prouver la meilleure"),
    "solve": Text(
        "the best next guess; without rows, a companion at a real board",
        "le meilleur essai suivant ; sans rangées, un compagnon devant un vrai plateau",
    ),
    "puzzle": Text(
        "a position with one code left, or one best guess, to solve",
        "une position à résoudre : un seul code, ou un seul meilleur essai",
    ),
    "puzzle-edition": Text("an edition; {usual} if none is named", "une édition ; {usual} si aucune n’est nommée"),
    "kind": Text("what is to be found; {usual} if not said", "ce qui est à trouver ; {usual} sinon"),
    "difficulty": Text("how hard it is; {usual} if not said", "sa difficulté ; {usual} sinon"),
    "puzzle-seed": Text("the same seed makes the same puzzle", "la même graine donne la même énigme"),
    "daily": Text(
        "the puzzle of this day, or of today (UTC): one code left", "l’énigme de ce jour, ou d’aujourd’hui (UTC)"
    ),
    "answer": Text("judge this answer", "juger cette réponse"),
    "solution": Text("show the answer, and why", "montrer la réponse, et pourquoi"),
    "arena": Text(
        "let computers play each other, and compare them", "faire jouer des ordinateurs entre eux, et les comparer"
    ),
    "serve": Text(
        "serve tables, for people on their own devices and computers",
        "servir des tables, pour chacun sur son appareil et des ordinateurs",
    ),
    "db": Text("look after the database of the tables", "s’occuper de la base de données des tables"),
    "db-upgrade": Text("bring it to the schema of this version", "la mettre au schéma de cette version"),
    "host": Text("where to listen; this machine alone if left out", "où écouter ; cette machine seule par défaut"),
    "port": Text("at which port", "sur quel port"),
    "database": Text(
        "a SQLite file, or postgresql://…; a file of one's own if left out",
        "un fichier SQLite, ou postgresql://… ; un fichier à soi par défaut",
    ),
    "workers": Text("how many processes serve; more than one need PostgreSQL", "combien de processus servent"),
    "thinkers": Text("how many processes think for computers", "combien de processus pensent pour les ordinateurs"),
    "origin": Text("pages from there may use this server too", "les pages de là-bas peuvent aussi s’en servir"),
    "name": Text(
        "a name by which people call the server; may be repeated", "nom sous lequel on appelle le serveur ; répétable"
    ),
    "proxies": Text("proxies that are believed for whom they ask", "mandataires crus sur l’adresse de leurs clients"),
    "open-browser": Text("open it in the browser", "l’ouvrir dans le navigateur"),
    "HOST": Text("HOST", "HÔTE"),
    "ADDRESSES": Text("ADDRESSES", "ADRESSES"),
    "analyse": Text("what each guess was worth, and the luck", "ce que valait chaque essai, et la chance"),
    "book": Text("the strategies that come with Keypeg", "les stratégies fournies avec Keypeg"),
    "book-what": Text("list them, or play every code through them", "les lister, ou jouer chaque code à travers eux"),
    "book-name": Text("a book, an edition, a file, or all", "un livre, une édition, un fichier, ou all"),
    "rule": Text("how guesses are chosen: {rules}", "comment les essais sont choisis : {rules}"),
    "ties": Text("which of equal guesses is taken: {ties}", "lequel de deux essais égaux est pris : {ties}"),
    "opening": Text("the first guess", "le premier essai"),
    "worst": Text("no code may need more guesses than this", "aucun code ne doit demander plus d’essais"),
    "jobs": Text("how many processes share the work", "combien de processus se partagent le travail"),
    "cluster": Text(
        "share the work out to the Dask cluster there", "partager le travail avec la grappe Dask à cette adresse"
    ),
    "keep": Text("keep what a stopped search has found in this file", "garder le travail d’une recherche ici"),
    "write-book": Text("write the strategy to this file as a book", "écrire la stratégie dans ce fichier"),
    "seat": Text("the seat that guesses", "la place qui cherche"),
    "analyse-seat": Text(
        "tell a round that is not over by what this seat knows",
        "raconter une manche en cours selon ce que sait cette place",
    ),
    "own": Text("one's own part of the code, where parts are dealt", "sa propre part du code, s’il est distribué"),
    "row": Text("a guess and its mark, RRBB:1b2w; may be repeated", "un essai et sa marque, RRBB:1b2w ; répétable"),
    "time": Text("how many seconds to think at most", "combien de secondes réfléchir au plus"),
    "time-a-board": Text(
        "how many seconds to think at most, for each board", "combien de secondes réfléchir par plateau"
    ),
    "svg": Text("draw codes left, loss and luck into this file", "dessiner codes restants, perte et chance ici"),
    "round": Text("only this round", "cette manche seulement"),
    "help": Text("show this help", "afficher cette aide"),
    "version": Text("show the version", "afficher la version"),
    "lang": Text("language: en or fr", "langue : en ou fr"),
    "json": Text("as JSON, for programs", "en JSON, pour les programmes"),
    "edition": Text("an edition, such as classic or classic~rows_12", "une édition, comme classic ou classic~rows_12"),
    "option": Text("an option of the edition; may be repeated", "une option de l’édition ; peut être répété"),
    "secret": Text("the secret code, in letters", "le code secret, en lettres"),
    "guess": Text("the guess, in letters", "l’essai, en lettres"),
    "file": Text("a record; - for standard input", "un compte rendu ; - pour l’entrée standard"),
    "as": Text(
        "show only what this seat, or a spectator, may know", "ne montrer que ce que sait cette place ou un spectateur"
    ),
    "players": Text(
        "who sits where, such as person,strong: a person, or a computer: novice, casual, strong, perfect, devil, or "
        "a player that somebody has added; first letters suffice",
        "qui est à quelle place, comme personne,fort : une personne, ou un ordinateur : débutant, amateur, fort, "
        "parfait, diable, ou un joueur ajouté ; les premières lettres suffisent",
    ),
    "names": Text("the players' names: Ann,Ben,…", "les noms des joueurs : Anne,Luc,…"),
    "record": Text("keep the record in this file", "garder le compte rendu dans ce fichier"),
    "resume": Text(
        "go on with a kept game; the latest if no file is named",
        "reprendre une partie gardée ; la dernière sans fichier nommé",
    ),
    "seed": Text("make the computer's chances repeatable", "rendre répétable le hasard de l’ordinateur"),
    "arena-player": Text(
        "a computer player for each seat; the last takes all seats that are left",
        "un joueur artificiel par place ; le dernier prend toutes celles qui restent",
    ),
    "arena-rounds": Text(
        "how many rounds to play at least; 100 if not said", "combien de manches jouer au moins ; 100 sinon"
    ),
    "thinking": Text(
        "how many seconds a player has for a choice; 1 if not said",
        "combien de secondes un joueur a pour chaque choix ; 1 sinon",
    ),
    "GUESS": Text("GUESS", "ESSAI"),
    "FILE": Text("FILE", "FICHIER"),
    "ADDRESS": Text("ADDRESS", "ADRESSE"),
    "SEED": Text("SEED", "GRAINE"),
    "SEAT": Text("SEAT|spectator", "PLACE|spectator"),
    "DATE": Text("DATE", "DATE"),
    "NAME": Text("NAME", "NOM"),
    "PLAYER": Text("PLAYER", "JOUEUR"),
    "ROW": Text("CODE:MARK", "CODE:MARQUE"),
    "SECONDS": Text("SECONDS", "SECONDES"),
    "K=V": Text("NAME=VALUE", "NOM=VALEUR"),
    "command": Text("COMMAND", "COMMANDE"),
    "commands": Text("commands", "commandes"),
    "positional arguments": Text("arguments", "arguments"),
    "options": Text("options", "options"),
}
"""Help for every command and argument."""

ARGPARSE_IN_FRENCH = {
    "usage: ": "usage : ",
    "the following arguments are required: %s": "il manque : %s",
    "unrecognized arguments: %s": "arguments inconnus : %s",
    "expected one argument": "une valeur est attendue",
    "expected at most one argument": "une valeur au plus est attendue",
    "expected %s argument": "%s valeur est attendue",
    "invalid choice: %(value)r (choose from %(choices)s)": "%(value)r est inconnu (au choix : %(choices)s)",
    "ambiguous option: %(option)s could match %(matches)s": "%(option)s est ambigu : %(matches)s",
    "ignored explicit argument %r": "%r est de trop",
    "argument %(argument_name)s: %(message)s": "%(argument_name)s : %(message)s",
}
"""What argparse says of its own, which it looks up in its module's `_`."""
