"""Strategies that look one step ahead: rank every guess by the sizes of the cells it would leave.

Start with `rules`, the ways to rank; `rank_kernel` ranks many guesses at once, `grow` builds a whole strategy.
"""
