"""One-step strategies: every guess is ranked by the sizes of the cells it would leave, without looking further ahead.

Start with `rules`, the ways to rank; `rank_kernel` ranks many guesses at once, `grow` builds a whole strategy.
"""
