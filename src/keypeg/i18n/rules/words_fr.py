"""The words of the rules in French."""

from functools import partial

from keypeg.i18n.catalogue import NO_BREAK, typeset
from keypeg.i18n.rules.words import Words

HEADINGS = {
    "players": "Joueurs",
    "needs": "Matériel",
    "codes": "Les codes",
    "aim": "But du jeu",
    "round": "Déroulement d’une manche",
    "marking": "Les marques",
    "calling": "Annoncer « Master Mind »",
    "end": "Fin de la manche",
    "scoring": "Les points",
    "match": "La partie",
    "wrong": "Les erreurs de marque",
    "leaving": "Quitter la manche",
    "options": "Options",
    "source": "Source",
}

NOUNS = {
    "player": ("joueur", "joueurs"),
    "hole": ("trou", "trous"),
    "colour": ("couleur", "couleurs"),
    "row": ("rangée", "rangées"),
    "round": ("manche", "manches"),
    "point": ("point", "points"),
    "black-peg": ("pion noir", "pions noirs"),
    "white-peg": ("pion blanc", "pions blancs"),
}

SENTENCES = {
    "or": "ou",
    "changed": "Joué ici avec : {changed}.",
    # players
    "players.fixed": "Ce jeu se joue à {seats:player}.",
    "players.choice": "Ce jeu se joue à {seat_choices} joueurs. Ici, vous êtes {seats}.",
    "seats.two": "Les places portent les numéros 1 et 2.",
    "seats.many": "Les places portent les numéros 1 à {seats}, dans le sens des aiguilles d’une montre.",
    "roles.one.two": "À chaque manche, l’un des joueurs est le codeur : il cache un code secret. L’autre est le "
    "décodeur : il doit le trouver.",
    "roles.one.many": "À chaque manche, l’un des joueurs est le codeur : il cache un code secret. Tous les autres "
    "sont les décodeurs : ils doivent le trouver.",
    "roles.each": "Chacun cache un code secret, et chacun cherche celui de l’autre.",
    "roles.dealt": "Personne n’invente le code secret. Chacun en tire une part au sort et doit découvrir le reste.",
    # what is needed
    "needs.board.one": "Un plateau de {rows:row} pour les essais, et une cachette pour le code secret.",
    "needs.board.each": "Pour chaque joueur, {rows:row} pour les essais et une cachette pour le code secret.",
    "needs.board.dealt": "Pour chaque joueur, {rows:row} pour les essais et une rangée pour la réponse.",
    "needs.pegs": "Des pions de {colours:colour}. Des jetons, des anneaux ou de petites voitures font aussi l’affaire.",
    "needs.marks.black-white": "De petits pions noirs et blancs pour les marques.",
    "needs.marks.parts": "De petits pions noirs et blancs pour les marques.",
    "needs.marks.colours": "Des cartes portant les nombres de 0 à {top} pour les marques.",
    "needs.marks.sum": "Des cartes portant les nombres de 0 à {top} pour les marques.",
    "needs.counters": "Des jetons pour tirer le code au sort : un pour chacun des {holes:hole}, avec son numéro, et "
    "{all_counters} de couleur, {counters} de chaque.",
    # codes
    "code.full": "Un code a {holes:hole}, et chaque trou a un pion.",
    "code.blanks": "Un code a {holes:hole}, et chaque trou a un pion ou aucun.",
    "code.numbered": "Le code a {holes:hole}, numérotés de 1 à {holes}.",
    "code.short": "Seul le code que la place {short_seat} doit trouver est plus court : il a {short_holes:hole}.",
    "colours": "Il y a {colours:colour}, et chacune s’écrit avec une lettre :",
    "blank": "vide",
    "blank.colour": "Un trou laissé vide s’écrit « {blank} ». Un vide compte comme une couleur de plus : c’est comme "
    "s’il y avait {with_blank:colour}.",
    "blank.vacant": "Un trou laissé vide s’écrit « {blank} ».",
    "blanks.both.any": "On peut laisser vides autant de trous qu’on veut, dans le code secret comme dans les essais.",
    "blanks.both.some": "On peut laisser vide au plus {code_blanks:hole}, dans le code secret comme dans les essais.",
    "blanks.code.none": "Dans le code secret, aucun trou ne peut rester vide.",
    "blanks.code.some": "Dans le code secret, on peut laisser vide au plus {code_blanks:hole}.",
    "blanks.guess.some": "Dans un essai, on peut laisser vide au plus {guess_blanks:hole}.",
    "blanks.guess.any": "Dans un essai, on peut laisser vides autant de trous qu’on veut.",
    "repeats.yes.yes": "Une couleur peut servir plusieurs fois, dans le code secret comme dans les essais.",
    "repeats.no.yes": "Les couleurs du code secret sont toutes différentes. Dans un essai, une couleur peut servir "
    "plusieurs fois.",
    "repeats.no.no": "Les couleurs sont toutes différentes, dans le code secret comme dans chaque essai.",
    "count.ordered": "En tout, il y a {codes} codes possibles.",
    "count.unordered": "L’ordre ne compte pas. En tout, il y a {codes} mélanges de couleurs possibles.",
    "count.short": "En tout, il y a {codes} codes possibles de {holes:hole}, et {short_codes} de {short_holes:hole}.",
    # aim
    "target.ordered": "les bonnes couleurs dans les bons trous",
    "target.unordered": "les bonnes couleurs, dans n’importe quel ordre",
    "aim.one.two": "Le décodeur cherche le code secret ({target}) en aussi peu d’essais que possible. Le codeur "
    "cherche à inventer un code qui en demande beaucoup.",
    "aim.one.two.rounds": "Le décodeur cherche à trouver le code secret ({target}) avant que le plateau soit plein. "
    "Le codeur cherche à inventer un code trop difficile pour cela.",
    "aim.one.many": "Les décodeurs cherchent le code secret ({target}) en aussi peu d’essais que possible. Le codeur "
    "cherche à inventer un code qui en demande beaucoup.",
    "aim.one.many.rounds": "Chaque décodeur cherche à être celui qui trouve le code secret ({target}). Le codeur "
    "cherche à inventer un code que personne ne trouve.",
    "aim.one.many.family": "Les décodeurs cherchent le code secret ({target}), et chaque bon essai rapporte des "
    "points. Le codeur cherche à inventer un code qui résiste longtemps.",
    "aim.each.in-turn": "Trouver le code secret de l’autre ({target}) en moins d’essais qu’il ne lui en faut pour "
    "trouver le vôtre.",
    "aim.each.together": "Trouver le code secret de l’autre ({target}) avant qu’il ne trouve le vôtre.",
    "aim.each.race": "Trouver le code secret de l’autre ({target}) plus vite qu’il ne trouve le vôtre.",
    "aim.dealt.in-turn": "Être le premier à deviner tout le code secret ({target}) et à le dire.",
    # the round, one maker
    "one.set": "Le codeur invente un code secret et le cache.",
    "one.guess.two": "Le décodeur place un essai : une rangée de pions.",
    "one.guess.many": "Le joueur assis à la place qui suit celle du codeur place le premier essai : une rangée de "
    "pions.",
    "one.mark.hand": "Le codeur marque la rangée. La marque dit ce que vaut l’essai.",
    "one.mark.referee": "L’arbitre (le programme) marque la rangée. La marque dit ce que vaut l’essai.",
    "one.next.two": "Le décodeur se sert des marques pour préparer l’essai suivant, et ainsi de suite. Le plateau a "
    "{rows:row}.",
    "one.next.many": "Puis c’est au décodeur suivant, dans le sens des aiguilles d’une montre, et ainsi de suite. "
    "Ils partagent le même plateau de {rows:row}, et chacun peut se servir de toutes les marques.",
    "stays": "Toutes les rangées et toutes les marques restent en place jusqu’à la fin de la manche.",
    # the round, each for the other
    "each.set": "Chaque joueur invente un code secret pour l’autre et le cache.",
    "each.set.short": "Chaque joueur invente un code secret pour l’autre et le cache. Le code destiné à la place "
    "{short_seat} a {short_holes:hole}, l’autre a {holes:hole}.",
    "each.guess.in-turn": "Les joueurs placent un essai chacun à son tour : une rangée à la fois.",
    "each.guess.together": "À chaque tour, les deux joueurs placent un essai, une rangée, sans voir celui de l’autre.",
    "each.guess.race": "Il n’y a pas de tours. Chacun joue aussi vite qu’il veut, rangée après rangée.",
    "each.marked.in-turn": "Chaque rangée est marquée aussitôt, avant l’essai de l’autre joueur.",
    "each.marked.together": "Quand les deux essais sont placés, et pas avant, on les montre et on les marque.",
    "each.marked.race": "Chaque rangée est marquée aussitôt. Il faut attendre sa marque avant l’essai suivant.",
    "each.mark.hand": "Chaque joueur marque les rangées de l’autre. La marque dit ce que vaut l’essai.",
    "each.mark.hand.race": "Chaque joueur marque les rangées de l’autre. La marque dit ce que vaut l’essai. Si "
    "l’autre attend votre marque, donnez-la avant votre prochain essai.",
    "each.mark.referee": "C’est l’arbitre (le programme) qui marque. La marque dit ce que vaut l’essai.",
    "each.rows": "Chaque joueur a {rows:row}.",
    # the round, parts dealt
    "dealt.mix": "On pose tous les jetons face cachée et on les mélange.",
    "dealt.draw.one": "Chacun tire un numéro et une couleur, et ne les montre à personne. C’est sa part du code "
    "secret : le trou qui porte ce numéro a cette couleur.",
    "dealt.draw.several": "Chacun tire {parts} numéros et {parts} couleurs, les met par paires et ne les montre à "
    "personne. Ce sont ses parts du code secret : dans chaque paire, le trou qui porte ce numéro a cette couleur.",
    "dealt.vacant.none": "Toutes les parts réunies forment le code secret. Aucun trou n’y reste vide.",
    "dealt.vacant.one": "Toutes les parts réunies forment le code secret. 1 trou n’a été tiré par personne : il "
    "reste vide.",
    "dealt.vacant.several": "Toutes les parts réunies forment le code secret. {vacant:hole} n’ont été tirés par "
    "personne : ils restent vides.",
    "dealt.guess": "Chacun à son tour, dans le sens des aiguilles d’une montre, place un essai dans la rangée "
    "suivante de son plateau, avec un pion dans chaque trou.",
    "dealt.bluff.one": "Dans le trou de votre part, et seulement là, vous pouvez bluffer : mettez-y n’importe quelle "
    "couleur, ou laissez-le vide.",
    "dealt.bluff.several": "Dans les trous de vos parts, et seulement là, vous pouvez bluffer : mettez-y n’importe "
    "quelles couleurs, ou laissez-les vides.",
    "dealt.mark.hand.many": "Les autres joueurs marquent la rangée à tour de rôle, dans le sens des aiguilles d’une "
    "montre, chacun seulement pour ce qu’il détient. Tout le monde voit qui a donné quelle marque.",
    "dealt.mark.hand.two": "L’autre joueur marque la rangée, seulement pour ce qu’il détient.",
    "dealt.mark.referee.many": "L’arbitre (le programme) marque la rangée pour chacun des autres joueurs à tour de "
    "rôle, dans le sens des aiguilles d’une montre, et chaque fois seulement pour ce que ce joueur détient. Tout le "
    "monde voit de qui vient chaque marque.",
    "dealt.mark.referee.two": "L’arbitre (le programme) marque la rangée pour l’autre joueur, seulement pour ce que "
    "celui-ci détient.",
    "dealt.rows": "Chaque joueur a {rows:row}.",
    # marks
    "once": "Chaque pion du code secret ne va qu’avec un seul pion de l’essai.",
    "bw.black": "Pion noir : un pion de l’essai a la bonne couleur et est dans le bon trou.",
    "bw.white": "Pion blanc : un pion de l’essai a une bonne couleur, mais n’est pas dans le bon trou.",
    "bw.none": "Aucun pion pour les autres pions de l’essai.",
    "bw.order": "Les pions noirs et blancs ne sont dans aucun ordre. Ils ne disent pas à quels pions de l’essai ils "
    "se rapportent.",
    "bw.solved": "Un pion noir pour chaque trou : le code est trouvé.",
    "colours.number": "La marque est un nombre : combien de pions de l’essai ont une bonne couleur. Leur place ne "
    "compte pas.",
    "sum.number": "La marque est un nombre. Chaque pion de l’essai qui a une bonne couleur compte 1, et 1 de plus "
    "s’il est aussi dans le bon trou.",
    "top.solved": "Le nombre {top} veut dire : le code est trouvé.",
    "parts.lead.two": "Une rangée est marquée pour l’autre joueur. Seul compte ce que ce joueur détient :",
    "parts.lead.many": "Une rangée est marquée pour chacun des autres joueurs. Seul compte ce que ce joueur détient :",
    "parts.black": "Pion noir : l’essai a la couleur dans le bon trou.",
    "parts.white": "Pion blanc : l’essai a la couleur, mais pas dans ce trou. C’est un seul pion blanc, même s’il y "
    "a plusieurs pions de la couleur.",
    "parts.none": "Pas de pion : l’essai n’a pas du tout la couleur.",
    "parts.several": "Chaque joueur détient {parts} parts et donne donc jusqu’à {parts} pions. Ils ne disent pas de "
    "quelle part il s’agit.",
    "parts.own": "Ce que détient le joueur qui place l’essai n’est pas marqué du tout.",
    "parts.solved": "Aucune marque ne dit que le code est trouvé. Pour cela, il faut l’annoncer.",
    "marked.blank": "Un vide se marque tout comme une couleur.",
    "example": "Voici un exemple.",
    "example.code": "Code secret :",
    "example.guess": "Essai :",
    "example.mark": "Marque :",
    "why": "Trou {hole}, {colour} : {why}",
    "why.black-white.placed": "bonne couleur, bon trou. C’est un pion noir.",
    "why.black-white.elsewhere": "bonne couleur, mauvais trou. C’est un pion blanc.",
    "why.black-white.counted": "le code n’a pas d’autre pion de cette couleur. Pas de pion.",
    "why.black-white.absent": "le code n’a pas cette couleur. Pas de pion.",
    "why.colours.placed": "le code a cette couleur. Cela compte 1.",
    "why.colours.elsewhere": "le code a cette couleur. Cela compte 1.",
    "why.colours.counted": "le code n’a pas d’autre pion de cette couleur. Cela compte 0.",
    "why.colours.absent": "le code n’a pas cette couleur. Cela compte 0.",
    "why.sum.placed": "bonne couleur, bon trou. Cela compte 2.",
    "why.sum.elsewhere": "bonne couleur, mauvais trou. Cela compte 1.",
    "why.sum.counted": "le code n’a pas d’autre pion de cette couleur. Cela compte 0.",
    "why.sum.absent": "le code n’a pas cette couleur. Cela compte 0.",
    "no-peg": "pas de pion",
    "part": "{colour} dans le trou {hole}",
    "example.row": "La place 1 essaie {guess}. Voici ce que chacun détient.",
    "example.part": "Place {seat} : {part}. Marque : {mark}.",
    "example.bluff": "Place 1 : {part}. Personne ne le marque, et l’essai a autre chose à cet endroit : c’est un "
    "bluff.",
    # calling
    "call.when": "Si vous pensez connaître tout le code, annoncez « Master Mind ». Vous pouvez le faire à tout "
    "moment, même quand ce n’est pas votre tour. Le jeu s’arrête.",
    "call.answer.none": "Remplissez votre rangée de réponse avec tout le code, y compris ce que vous détenez.",
    "call.answer.one": "Remplissez votre rangée de réponse avec tout le code, y compris ce que vous détenez. Laissez "
    "vide le trou que personne n’a tiré.",
    "call.answer.several": "Remplissez votre rangée de réponse avec tout le code, y compris ce que vous détenez. "
    "Laissez vides les {vacant:hole} que personne n’a tirés.",
    "call.right": "Si la réponse est juste, vous gagnez la manche.",
    "call.wrong": "Si elle est fausse, vous êtes éliminé : plus d’essai ni d’annonce dans cette manche. Ce que vous "
    "détenez est encore marqué pour les autres, et tout le monde a vu votre réponse.",
    "call.two": "Si deux joueurs annoncent en même temps, c’est le premier entendu qui répond.",
    "call.last": "Quand toutes les rangées sont remplies, chaque joueur encore en jeu annonce ou passe, à tour de "
    "rôle.",
    # the end of the round
    "end.one.two": "La manche est finie quand le décodeur a trouvé le code, ou quand le plateau est plein et que le "
    "dernier essai n’est pas le bon non plus.",
    "end.one.many": "La manche est finie quand un décodeur a trouvé le code, ou quand le plateau est plein et que le "
    "dernier essai n’est pas le bon non plus.",
    "end.each.in-turn": "La manche est finie quand un code est trouvé et que les deux joueurs ont placé le même "
    "nombre d’essais. Si celui qui a commencé trouve le code, l’autre a donc encore un essai. Si un seul des deux a "
    "trouvé le code, il gagne la manche. Si les deux l’ont trouvé, ou si aucun ne le trouve en {rows:row}, personne "
    "ne gagne.",
    "end.each.together": "La manche est finie après le tour où un code est trouvé. Celui qui trouve le code dans un "
    "tour où l’autre ne trouve pas gagne la manche. Si les deux trouvent dans le même tour, ou si aucun ne trouve en "
    "{rows:row}, personne ne gagne.",
    "end.each.race": "Le premier qui trouve le code de l’autre gagne aussitôt la manche, quel que soit le nombre "
    "d’essais. Si les deux plateaux sont pleins et qu’aucun code n’est trouvé, personne ne gagne.",
    "end.dealt.in-turn": "La manche est finie quand quelqu’un a donné la bonne réponse : il la gagne. Elle est finie "
    "aussi quand tous les joueurs ont passé ou sont éliminés, et alors personne ne gagne.",
    "end.shown": "À la fin, on montre tout ce qui était caché.",
    "void.replay": "Une manche que personne ne gagne ne compte pas : on la rejoue avec de nouveaux codes.",
    "void.counts": "Une manche que personne ne gagne n’est pas rejouée : elle compte, mais ne rapporte de point à "
    "personne.",
    # points
    "score.rows": "Après la manche, le codeur reçoit 1 point pour chaque rangée placée, y compris la dernière.",
    "score.maker": "Après la manche, le codeur reçoit 1 point pour chaque rangée placée, y compris la dernière. Si "
    "le code n’a pas été trouvé, il reçoit {bonus:point} de plus.",
    "score.maker-misses": "Après la manche, le codeur reçoit 1 point pour chaque rangée qui n’était pas le code.",
    "score.breaker-rows": "Après la manche, le décodeur reçoit 1 point pour chaque rangée placée, et mieux vaut en "
    "avoir peu. Si le code n’a pas été trouvé, toutes les rangées comptent.",
    "score.worth": "Un code trouvé à la rangée {found_at} donne donc {found:point}, et un code qui n’est pas trouvé "
    "donne {unbroken:point}.",
    "score.rounds.one.two": "Si le décodeur a trouvé le code, il gagne la manche. Sinon, c’est le codeur qui la "
    "gagne. Le gagnant reçoit 1 point.",
    "score.rounds.one.many": "Le décodeur qui a trouvé le code gagne la manche. Si personne ne l’a trouvé, c’est le "
    "codeur qui la gagne. Le gagnant reçoit 1 point.",
    "score.rounds": "Celui qui gagne la manche reçoit 1 point.",
    "family.guess": "Chaque essai rapporte à son joueur {white:point} par pion blanc de sa marque et {black:point} "
    "par pion noir de sa marque.",
    "family.example": "L’essai de l’exemple ci-dessus rapporte {example_points:point}.",
    "family.broke": "L’essai qui trouve le code rapporte {breaking:point} à la place.",
    "family.table": "Le codeur reçoit des points selon la rangée où le code est trouvé :",
    "table.row": "Rangée",
    "table.points": "Points",
    "table.unbroken": "jamais",
    # the match
    "match.rounds": "La partie compte {rounds:round}.",
    "parity.any": "On peut convenir d’un autre nombre avant de commencer.",
    "parity.even": "On peut convenir d’un autre nombre avant de commencer, mais il doit être pair, pour que chacun "
    "soit codeur aussi souvent que l’autre.",
    "parity.odd": "On peut convenir d’un autre nombre avant de commencer, mais il doit être impair, pour qu’un "
    "joueur puisse en gagner plus de la moitié.",
    "parity.seats": "Il y a autant de manches que de joueurs : chacun est codeur une fois.",
    "first.one": "À la manche 1, c’est le joueur de la place 1 qui est le codeur.",
    "first.each": "À la manche 1, c’est le joueur de la place 1 qui commence.",
    "first.dealt": "À la manche 1, c’est le joueur de la place 1 qui commence.",
    "next.one.two": "Après chaque manche, les deux joueurs échangent leurs rôles.",
    "next.one.many": "Après chaque manche, le joueur de la place suivante devient le codeur.",
    "next.each.two": "Après chaque manche, c’est à l’autre joueur de commencer.",
    "next.dealt.two": "Après chaque manche, c’est à l’autre joueur de commencer.",
    "next.dealt.many": "Après chaque manche, c’est au joueur de la place suivante de commencer.",
    "ends.majority": "Dès qu’un joueur a {majority:point}, plus de la moitié du nombre de manches, il gagne la partie.",
    "ends.majority.high": "Si personne n’en a autant après la dernière manche, celui qui a le plus de points gagne. "
    "À égalité, la partie est nulle.",
    "ends.nobody": "Si personne n’a gagné de manche, personne ne gagne la partie.",
    "ends.all-rounds.high": "Après la dernière manche, celui qui a le plus de points gagne la partie. À égalité, la "
    "partie est nulle.",
    "ends.all-rounds.low": "Après la dernière manche, celui qui a le moins de points gagne la partie. À égalité, la "
    "partie est nulle.",
    # wrong marks
    "wrong.hand": "À cette table, les joueurs marquent à la main, et ils peuvent se tromper.",
    "wrong.referee": "À cette table, c’est l’arbitre (le programme) qui marque, et il ne se trompe pas. On peut "
    "aussi choisir de marquer à la main. Dans ce cas :",
    "wrong.who.one": "Le codeur marque toutes les rangées.",
    "wrong.who.each": "Chaque joueur marque les rangées de l’autre.",
    "wrong.who.dealt.two": "Chaque joueur marque les rangées de l’autre, pour ce qu’il détient lui-même.",
    "wrong.who.dealt": "Chaque joueur marque les rangées des autres, pour ce qu’il détient lui-même.",
    "wrong.claim.one": "Un décodeur qui pense qu’une marque est fausse indique la rangée. L’arbitre compare la "
    "marque avec le code secret.",
    "wrong.claim.each": "Un joueur qui pense qu’on lui a donné une marque fausse indique la rangée. L’arbitre "
    "compare la marque avec le code secret.",
    "wrong.claim.dealt": "Un joueur qui pense qu’un autre a donné une marque fausse, sur n’importe quel plateau, indique la rangée. L’arbitre "
    "compare la marque avec ce que détiennent les autres.",
    "wrong.false": "Si la marque est juste, le jeu continue. Demander ne coûte rien.",
    "wrong.audit": "À la fin de la manche, l’arbitre vérifie encore une fois toutes les marques.",
    "wrong.told": "Si aucun code ne va avec les marques, l’arbitre le dit : c’est que l’une d’elles est fausse.",
    "wrong.replay.one": "Si une marque était fausse, la manche ne compte pas. On la rejoue, avec un nouveau code et "
    "le même codeur.",
    "wrong.replay": "Si une marque était fausse, la manche ne compte pas. On la rejoue depuis le début, avec de "
    "nouveaux secrets.",
    "wronged.one": "le décodeur",
    "wronged.one.many": "chaque décodeur",
    "wronged.each": "le joueur qui a reçu une marque fausse",
    "wronged.dealt": "chaque joueur qui a reçu une marque fausse",
    "penalty.none": "Personne ne reçoit de points pour cette erreur.",
    "penalty.high": "Pour cette erreur, {wronged} reçoit {penalty:point}.",
    "penalty.low": "Pour cette erreur, {wronged} retire {penalty:point} de son score, car c’est le plus petit score "
    "qui gagne.",
    "penalty.even": "Mais celui qui a donné lui aussi une marque fausse ne reçoit rien.",
    # leaving
    "leave.may": "Un joueur peut quitter la manche à tout moment.",
    "leave.may.dealt": "Un joueur peut quitter la manche à tout moment, sauf pendant qu’un autre donne sa réponse.",
    "leave.clock": "Si l’on joue avec une pendule, dépasser son temps revient à quitter la manche.",
    "leave.breaker.two": "Si le décodeur s’en va, la manche est finie et le code compte comme non trouvé :",
    "leave.breaker.many": "Si un décodeur s’en va, les autres continuent. Si tous les décodeurs s’en vont, la manche "
    "est finie et le code compte comme non trouvé :",
    "left.breaker.rows": "le codeur reçoit {unbroken:point}.",
    "left.breaker.maker": "le codeur reçoit {unbroken:point}.",
    "left.breaker.maker-misses": "le codeur reçoit {unbroken:point}.",
    "left.breaker.breaker-rows": "le décodeur reçoit {unbroken:point}.",
    "left.breaker.rounds": "le codeur la gagne.",
    "left.breaker.family": "le codeur reçoit {unbroken:point}.",
    "left.maker": "Si le codeur s’en va, la manche est finie et il n’en tire aucun point.",
    "left.maker.breaker-rows": "Si le codeur s’en va, la manche est finie et aucune rangée ne compte : le décodeur "
    "reçoit 0 point.",
    "left.maker.rounds.two": "Si le codeur s’en va, la manche est finie et le décodeur la gagne.",
    "left.maker.rounds.many": "Si le codeur s’en va, la manche est finie et chaque décodeur encore en jeu reçoit 1 "
    "point.",
    "left.maker.family": "Si le codeur s’en va, la manche est finie. Il n’en tire aucun point, les décodeurs gardent "
    "les leurs.",
    "leave.each": "L’autre joueur gagne alors la manche.",
    "leave.dealt.two": "Il est alors éliminé, l’arbitre marque à sa place, et l’autre continue. Si les deux sont "
    "éliminés, personne ne gagne.",
    "leave.dealt.many": "Il est alors éliminé, l’arbitre marque à sa place, et les autres continuent. Si tout le "
    "monde est éliminé, personne ne gagne.",
    "leave.back": "À la manche suivante, tout le monde joue de nouveau.",
    # options
    "options": "Voici ce qu’on peut choisir avant de commencer, et ce qui est choisi ici. Une option s’écrit "
    "nom=valeur ; « yes » veut dire oui, et « no » veut dire non.",
    "option": "{help}. Valeurs : {allowed}. Valeur habituelle : {default}.",
}

_tidy = partial(typeset, lang="fr")


FRENCH = Words(
    lang="fr",
    headings={key: _tidy(heading) for key, heading in HEADINGS.items()},
    sentences={key: _tidy(sentence) for key, sentence in SENTENCES.items()},
    nouns=NOUNS,
    several=lambda number: abs(number) > 1,
    thousands=NO_BREAK,
    tidy=_tidy,
    red={"pion noir": "pion rouge", "Pion noir": "Pion rouge", "pions noirs": "pions rouges"},
)
"""The rules in French."""
