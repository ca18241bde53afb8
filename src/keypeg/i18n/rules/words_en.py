"""The words of the rules in English."""

from keypeg.i18n.rules.words import Words

HEADINGS = {
    "players": "Players",
    "needs": "What you need",
    "codes": "Codes",
    "aim": "Aim of the game",
    "round": "How a round is played",
    "marking": "Marks",
    "calling": "Calling “Master Mind”",
    "end": "End of the round",
    "scoring": "Points",
    "match": "The match",
    "wrong": "Wrong marks",
    "leaving": "Leaving the round",
    "options": "Options",
    "source": "Source",
}

NOUNS = {
    "player": ("player", "players"),
    "hole": ("hole", "holes"),
    "colour": ("colour", "colours"),
    "row": ("row", "rows"),
    "round": ("round", "rounds"),
    "point": ("point", "points"),
    "black-peg": ("black peg", "black pegs"),
    "white-peg": ("white peg", "white pegs"),
}

SENTENCES = {
    "or": "or",
    "changed": "Played here with: {changed}.",
    # players
    "players.fixed": "This game is for {seats:player}.",
    "players.choice": "This game is for {seat_choices} players. Here there are {seats}.",
    "seats.two": "Their seats have the numbers 1 and 2.",
    "seats.many": "Their seats have the numbers 1 to {seats}, clockwise.",
    "roles.one.two": "In each round one player is the maker, who hides a secret code. The other is the breaker, who "
    "has to find it.",
    "roles.one.many": "In each round one player is the maker, who hides a secret code. All the others are breakers, "
    "who have to find it.",
    "roles.each": "Both hide a secret code, and both try to find the other's.",
    "roles.dealt": "Nobody makes up the secret code. Everyone draws a part of it, and has to find out the rest.",
    # what is needed
    "needs.board.one": "A board with {rows:row} for guesses, and a hidden place for the secret code.",
    "needs.board.each": "For each player {rows:row} for guesses, and a hidden place for the secret code.",
    "needs.board.dealt": "For each player {rows:row} for guesses, and one answer row.",
    "needs.pegs": "Pegs in {colours:colour}. Tiles, rings or toy cars will do as well.",
    "needs.marks.black-white": "Small black and white pegs for the marks.",
    "needs.marks.parts": "Small black and white pegs for the marks.",
    "needs.marks.colours": "Cards with the numbers 0 to {top} for the marks.",
    "needs.marks.sum": "Cards with the numbers 0 to {top} for the marks.",
    "needs.counters": "Counters to draw the code from: one for each of the {holes:hole}, with its number, and "
    "{all_counters} with colours, {counters} of each.",
    # codes
    "code.full": "A code has {holes:hole}, and every hole has one peg.",
    "code.blanks": "A code has {holes:hole}, and every hole has one peg or none.",
    "code.numbered": "The code has {holes:hole}, with the numbers 1 to {holes}.",
    "code.short": "Only the code that seat {short_seat} has to find is shorter: it has {short_holes:hole}.",
    "colours": "There are {colours:colour}, and each is written with a letter:",
    "blank": "blank",
    "blank.colour": "A hole left blank is written “{blank}”. A blank counts as one more colour, so it is as if there "
    "were {with_blank:colour}.",
    "blank.vacant": "A hole left blank is written “{blank}”.",
    "blanks.both.any": "Any number of holes may be left blank, in the secret code and in guesses.",
    "blanks.both.some": "At most {code_blanks:hole} may be left blank, in the secret code and in guesses.",
    "blanks.code.none": "No hole of the secret code may be left blank.",
    "blanks.code.some": "At most {code_blanks:hole} of the secret code may be left blank.",
    "blanks.guess.some": "At most {guess_blanks:hole} of a guess may be left blank.",
    "blanks.guess.any": "Any number of holes of a guess may be left blank.",
    "repeats.yes.yes": "A colour may be used more than once, in the secret code and in guesses.",
    "repeats.no.yes": "The colours of the secret code are all different. A guess may use a colour more than once.",
    "repeats.no.no": "The colours are all different, in the secret code and in every guess.",
    "count.ordered": "In all there are {codes} possible codes.",
    "count.unordered": "The order does not matter. In all there are {codes} possible mixtures of colours.",
    "count.short": "In all there are {codes} possible codes of {holes:hole}, and {short_codes} of {short_holes:hole}.",
    # aim
    "target.ordered": "the right colours in the right holes",
    "target.unordered": "the right colours, in any order",
    "aim.one.two": "The breaker tries to find the secret code ({target}) in as few guesses as possible. The maker "
    "tries to make up a code that takes many.",
    "aim.one.two.rounds": "The breaker tries to find the secret code ({target}) before the board is full. The maker "
    "tries to make up a code that is too hard for that.",
    "aim.one.many": "The breakers try to find the secret code ({target}) in as few guesses as possible. The maker "
    "tries to make up a code that takes many.",
    "aim.one.many.rounds": "Each breaker tries to be the one who finds the secret code ({target}). The maker tries "
    "to make up a code that nobody finds.",
    "aim.one.many.family": "The breakers try to find the secret code ({target}), and every good guess earns points. "
    "The maker tries to make up a code that lasts long.",
    "aim.each.in-turn": "Find the other player's secret code ({target}) in fewer guesses than the other needs for "
    "yours.",
    "aim.each.together": "Find the other player's secret code ({target}) before the other finds yours.",
    "aim.each.race": "Find the other player's secret code ({target}) faster than the other finds yours.",
    "aim.dealt.in-turn": "Be the first to work out the whole secret code ({target}) and to say it.",
    # the round, one maker
    "one.set": "The maker makes up a secret code and hides it.",
    "one.guess.two": "The breaker places a guess: one row of pegs.",
    "one.guess.many": "The player in the seat after the maker guesses first: one row of pegs.",
    "one.mark.hand": "The maker marks the row. The mark says how good the guess is.",
    "one.mark.referee": "The referee (the program) marks the row. The mark says how good the guess is.",
    "one.next.two": "The breaker uses the marks to think of the next guess, and so on. The board has {rows:row}.",
    "one.next.many": "Then the next breaker guesses, clockwise, and so on. They all share one board with {rows:row}, "
    "and everyone may use all the marks.",
    "stays": "All rows and marks stay where they are until the end of the round.",
    # the round, each for the other
    "each.set": "Each player makes up a secret code for the other and hides it.",
    "each.set.short": "Each player makes up a secret code for the other and hides it. The code for seat {short_seat} "
    "has {short_holes:hole}, the other has {holes:hole}.",
    "each.guess.in-turn": "The players guess in turn, one row each time.",
    "each.guess.together": "In each turn both players place a guess, one row, without seeing the other's.",
    "each.guess.race": "There are no turns. Each player guesses as fast as they like, row after row.",
    "each.marked.in-turn": "Each row is marked at once, before the other player guesses.",
    "each.marked.together": "Only when both guesses are placed, both are shown and marked.",
    "each.marked.race": "Each row is marked at once. Wait for its mark before you guess again.",
    "each.mark.hand": "Each player marks the other's rows. The mark says how good the guess is.",
    "each.mark.hand.race": "Each player marks the other's rows. The mark says how good the guess is. If the other "
    "waits for your mark, give it before you guess again.",
    "each.mark.referee": "The referee (the program) gives the marks. A mark says how good the guess is.",
    "each.rows": "Each player has {rows:row}.",
    # the round, parts dealt
    "dealt.mix": "All counters are laid face down and mixed.",
    "dealt.draw.one": "Everyone draws one number and one colour, and shows them to nobody. This is their part of the "
    "secret code: the hole with that number has that colour.",
    "dealt.draw.several": "Everyone draws {parts} numbers and {parts} colours, makes pairs of them, and shows them "
    "to nobody. These are their parts of the secret code: in each pair, the hole with that number has that colour.",
    "dealt.vacant.none": "All parts together make up the secret code. No hole of it is left blank.",
    "dealt.vacant.one": "All parts together make up the secret code. 1 hole was drawn by nobody: it is left blank.",
    "dealt.vacant.several": "All parts together make up the secret code. {vacant:hole} were drawn by nobody: they "
    "are left blank.",
    "dealt.guess": "In turn, clockwise, each player places a guess in the next row of their own board, with a peg in "
    "every hole.",
    "dealt.bluff.one": "In the hole of your own part, and only there, you may bluff: put any colour in it, or leave "
    "it blank.",
    "dealt.bluff.several": "In the holes of your own parts, and only there, you may bluff: put any colours in them, "
    "or leave them blank.",
    "dealt.mark.hand.many": "The other players mark the row in turn, clockwise, each only for what they hold. "
    "Everyone sees who gave which mark.",
    "dealt.mark.hand.two": "The other player marks the row, only for what they hold.",
    "dealt.mark.referee.many": "The referee (the program) marks the row for each of the other players in turn, "
    "clockwise, each time only for what that player holds. Everyone sees whose mark it is.",
    "dealt.mark.referee.two": "The referee (the program) marks the row for the other player, only for what that "
    "player holds.",
    "dealt.rows": "Each player has {rows:row}.",
    # marks
    "once": "Each peg of the secret code goes with only one peg of the guess.",
    "bw.black": "Black peg: a peg of the guess has the right colour and is in the right hole.",
    "bw.white": "White peg: a peg of the guess has a right colour, but is in the wrong hole.",
    "bw.none": "No peg for any other peg of the guess.",
    "bw.order": "The black and white pegs are in no order. They do not tell which pegs of the guess they are for.",
    "bw.solved": "A black peg for every hole: the code is found.",
    "colours.number": "The mark is a number: how many pegs of the guess have a right colour. Their places do not "
    "matter.",
    "sum.number": "The mark is a number. Each peg of the guess that has a right colour counts 1, and 1 more if it is "
    "also in the right hole.",
    "top.solved": "The number {top} means: the code is found.",
    "parts.lead.two": "A row is marked for the other player. What counts is only what that player holds:",
    "parts.lead.many": "A row is marked for each of the other players. What counts is only what that player holds:",
    "parts.black": "Black peg: the guess has the colour in the right hole.",
    "parts.white": "White peg: the guess has the colour, but not in that hole. It is only one white peg, however "
    "many pegs of the colour there are.",
    "parts.none": "No peg: the guess does not have the colour at all.",
    "parts.several": "Each player holds {parts} parts, and so gives up to {parts} pegs. They do not tell which part "
    "they are for.",
    "parts.own": "What the guesser holds is not marked at all.",
    "parts.solved": "No mark says that the code is found. For that you have to call.",
    "marked.blank": "A blank is marked just like a colour.",
    "example": "Here is an example.",
    "example.code": "Secret code:",
    "example.guess": "Guess:",
    "example.mark": "Mark:",
    "why": "Hole {hole}, {colour}: {why}",
    "why.black-white.placed": "right colour, right hole. That is a black peg.",
    "why.black-white.elsewhere": "right colour, wrong hole. That is a white peg.",
    "why.black-white.counted": "the code has no more of this colour. No peg.",
    "why.black-white.absent": "the code does not have this colour. No peg.",
    "why.colours.placed": "the code has this colour. Count 1.",
    "why.colours.elsewhere": "the code has this colour. Count 1.",
    "why.colours.counted": "the code has no more of this colour. Count 0.",
    "why.colours.absent": "the code does not have this colour. Count 0.",
    "why.sum.placed": "right colour, right hole. Count 2.",
    "why.sum.elsewhere": "right colour, wrong hole. Count 1.",
    "why.sum.counted": "the code has no more of this colour. Count 0.",
    "why.sum.absent": "the code does not have this colour. Count 0.",
    "no-peg": "no peg",
    "part": "{colour} in hole {hole}",
    "example.row": "Seat 1 guesses {guess}.",
    "example.part": "Seat {seat} holds {part}. Mark: {mark}.",
    "example.bluff": "Seat 1 holds {part}. Nobody marks that, and the guess has something else there: a bluff.",
    # calling
    "call.when": "If you think you know the whole code, call “Master Mind”. You may do so at any time, even when it "
    "is not your turn. Play stops.",
    "call.answer.none": "Fill your answer row with the whole code, your own part too.",
    "call.answer.one": "Fill your answer row with the whole code, your own part too. Leave blank the hole that "
    "nobody drew.",
    "call.answer.several": "Fill your answer row with the whole code, your own part too. Leave blank the "
    "{vacant:hole} that nobody drew.",
    "call.right": "If the answer is right, you win the round.",
    "call.wrong": "If it is wrong, you are out: you guess and call no more in this round. What you hold is still "
    "marked for the others, and everyone has seen your answer.",
    "call.two": "If two players call at once, the one who was heard first answers.",
    "call.last": "When all rows are used up, each player who is still in either calls or passes, in turn.",
    # the end of the round
    "end.one.two": "The round is over when the breaker has found the code, or when the board is full and the last "
    "guess was wrong too.",
    "end.one.many": "The round is over when a breaker has found the code, or when the board is full and the last "
    "guess was wrong too.",
    "end.each.in-turn": "The round is over when a code is found and both players have had the same number of "
    "guesses. So if the player who began finds the code, the other has one more guess. If only one of them has found "
    "the code, that player wins the round. If both have, or if neither finds it in {rows:row}, nobody wins.",
    "end.each.together": "The round is over after the turn in which a code is found. A player who finds the code in "
    "a turn in which the other does not wins the round. If both find it in the same turn, or neither finds it in "
    "{rows:row}, nobody wins.",
    "end.each.race": "The first player to find the other's code wins the round at once, however many guesses it "
    "took. If both boards are full and neither code is found, nobody wins.",
    "end.dealt.in-turn": "The round is over when somebody has given the right answer: that player wins it. If all "
    "players have passed or are out, the round is over too, and nobody wins.",
    "end.shown": "At the end everything that was hidden is shown.",
    "void.replay": "A round that nobody wins does not count: it is played again with new codes.",
    "void.counts": "A round that nobody wins is not played again: it counts, but nobody gets a point for it.",
    # points
    "score.rows": "After the round the maker gets 1 point for each row that was placed, the last one included.",
    "score.maker": "After the round the maker gets 1 point for each row that was placed, the last one included. If "
    "the code was not found, the maker gets {bonus:point} more.",
    "score.maker-misses": "After the round the maker gets 1 point for each row that was not the code.",
    "score.breaker-rows": "After the round the breaker gets 1 point for each row that was placed, and few points are "
    "good. If the code was not found, all rows count.",
    "score.worth": "So a code found in row {found_at} makes {found:point}, and a code that is not found makes "
    "{unbroken:point}.",
    "score.rounds.one.two": "If the breaker has found the code, the breaker wins the round. If not, the maker wins "
    "it. The winner gets 1 point.",
    "score.rounds.one.many": "The breaker who has found the code wins the round. If nobody has, the maker wins it. "
    "The winner gets 1 point.",
    "score.rounds": "The player who wins the round gets 1 point.",
    "family.guess": "Each guess earns its player {white:point} for each white peg of its mark and {black:point} for "
    "each black peg of its mark.",
    "family.example": "The guess in the example above earns {example_points:point}.",
    "family.broke": "The guess that finds the code earns {breaking:point} instead.",
    "family.table": "The maker gets points by the row in which the code is found:",
    "table.row": "Found in row",
    "table.points": "Points",
    "table.unbroken": "never",
    # the match
    "match.rounds": "The match has {rounds:round}.",
    "parity.any": "Any other number can be agreed on before the start.",
    "parity.even": "Another number can be agreed on before the start, but it must be even, so that everyone is the "
    "maker equally often.",
    "parity.odd": "Another number can be agreed on before the start, but it must be odd, so that one player can win "
    "more than half of them.",
    "parity.seats": "There are as many rounds as players: everyone is the maker once.",
    "first.one": "In round 1 the player in seat 1 is the maker.",
    "first.each": "In round 1 the player in seat 1 guesses first.",
    "first.dealt": "In round 1 the player in seat 1 guesses first.",
    "next.one.two": "After each round the two change roles.",
    "next.one.many": "After each round the player in the next seat becomes the maker.",
    "next.each.two": "After each round it is the other player who begins.",
    "next.dealt.two": "After each round it is the other player who begins.",
    "next.dealt.many": "After each round it is the player in the next seat who begins.",
    "ends.majority": "As soon as a player has {majority:point}, more than half the number of rounds, that player "
    "wins the match.",
    "ends.majority.high": "If nobody has so many after the last round, the player with the most points wins. Equal "
    "points are a draw.",
    "ends.nobody": "If nobody has won a round, nobody wins the match.",
    "ends.all-rounds.high": "After the last round the player with the most points wins the match. Equal points are a "
    "draw.",
    "ends.all-rounds.low": "After the last round the player with the fewest points wins the match. Equal points are "
    "a draw.",
    # wrong marks
    "wrong.hand": "At this table the players mark by hand, and they can make mistakes.",
    "wrong.referee": "At this table the referee (the program) marks, and makes no mistakes. Players can also choose "
    "to mark by hand. Then:",
    "wrong.who.one": "The maker marks all rows.",
    "wrong.who.each": "Each player marks the rows of the other.",
    "wrong.who.dealt.two": "Each player marks the rows of the other, for what they hold themselves.",
    "wrong.who.dealt": "Each player marks the rows of the others, for what they hold themselves.",
    "wrong.claim.one": "A breaker who thinks that a mark is wrong names the row. The referee compares the mark with "
    "the secret code.",
    "wrong.claim.each": "A player who was given a mark and thinks that it is wrong names the row. The referee "
    "compares the mark with the secret code.",
    "wrong.claim.dealt": "Any player who thinks that somebody else's mark is wrong, on any board, names the row. The referee "
    "compares the mark with what the others hold.",
    "wrong.false": "If the mark is right, the game goes on. Asking costs nothing.",
    "wrong.audit": "At the end of the round the referee checks all marks again.",
    "wrong.told": "If no code at all fits the marks, the referee says so: then one of them must be wrong.",
    "wrong.replay.one": "If a mark was wrong, the round does not count. It is played again, with a new code and the "
    "same maker.",
    "wrong.replay": "If a mark was wrong, the round does not count. It is played again from the start, with new "
    "secrets.",
    "wronged.one": "the breaker",
    "wronged.one.many": "each breaker",
    "wronged.each": "the player who was given a wrong mark",
    "wronged.dealt": "each player who was given a wrong mark",
    "penalty.none": "Nobody gets points for the mistake.",
    "penalty.high": "For the mistake {wronged} gets {penalty:point}.",
    "penalty.low": "For the mistake {wronged} may take {penalty:point} off their score, because the fewest points win.",
    "penalty.even": "But a player who has given a wrong mark too gets nothing.",
    # leaving
    "leave.may": "A player may leave the round at any time.",
    "leave.may.dealt": "A player may leave the round at any time, except while somebody else gives an answer.",
    "leave.clock": "Where there is a clock, running out of time counts as leaving.",
    "leave.breaker.two": "If the breaker leaves, the round is over and the code counts as not found:",
    "leave.breaker.many": "If a breaker leaves, the others go on. If all breakers leave, the round is over and the "
    "code counts as not found:",
    "left.breaker.rows": "the maker gets {unbroken:point}.",
    "left.breaker.maker": "the maker gets {unbroken:point}.",
    "left.breaker.maker-misses": "the maker gets {unbroken:point}.",
    "left.breaker.breaker-rows": "the breaker gets {unbroken:point}.",
    "left.breaker.rounds": "the maker wins it.",
    "left.breaker.family": "the maker gets {unbroken:point}.",
    "left.maker": "If the maker leaves, the round is over and the maker gets no points for it.",
    "left.maker.breaker-rows": "If the maker leaves, the round is over and no row of it counts: the breaker gets 0 "
    "points.",
    "left.maker.rounds.two": "If the maker leaves, the round is over and the breaker wins it.",
    "left.maker.rounds.many": "If the maker leaves, the round is over and each breaker who is still in gets 1 point.",
    "left.maker.family": "If the maker leaves, the round is over. The maker gets no points for it, the breakers keep "
    "theirs.",
    "leave.each": "Then the other player wins the round.",
    "leave.dealt.two": "Then that player is out, the referee marks in their place, and the other goes on. If both "
    "are out, nobody wins.",
    "leave.dealt.many": "Then that player is out, the referee marks in their place, and the others go on. If "
    "everyone is out, nobody wins.",
    "leave.back": "In the next round everyone plays again.",
    # options
    "options": "This is what can be chosen before the start, and what is chosen here. An option is written name=value.",
    "option": "{help}. Values: {allowed}. Usual value: {default}.",
}

ENGLISH = Words(
    lang="en",
    headings=HEADINGS,
    sentences=SENTENCES,
    nouns=NOUNS,
    several=lambda number: number != 1,
    thousands=",",
    tidy=lambda text: text,
    red={"black peg": "red peg", "Black peg": "Red peg", "black and white peg": "red and white peg"},
)
"""The rules in English."""
