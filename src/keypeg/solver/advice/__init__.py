"""The best next guess from any position, and the value of any other guess.

Start with `advisor`, which advises a person within some seconds. `appraiser` values positions and guesses with a
limited amount of counted work, and `worst_case` bounds their number of guesses; `choose_guess` and `compare_guess`
serve the players and the analysis; `contradiction` explains rows that no code fits.
"""
