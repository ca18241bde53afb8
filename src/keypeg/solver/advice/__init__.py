"""The best next guess from any position, and what any other guess would cost.

Start with `advisor`. `appraiser` values positions and guesses with a limited amount of work, `worst_case` bounds the
number of guesses, `choose_guess` and `compare_guess` serve the players and the analysis, `contradiction` explains rows
that no code fits.
"""
