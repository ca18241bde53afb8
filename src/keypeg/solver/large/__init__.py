"""Good guesses in games with too many codes to rate every guess, with compiled code.

Start with `large_guess`: `choose_large_guess` finds a guess from a position. `fitting_codes` lists or samples the codes
that fit, `guess_pool` finds good guesses among all, and `endgame` searches the rest of a game with them; `two_steps`
looks ahead where there are too many codes for that. `effort` says how much work each may take.
"""
