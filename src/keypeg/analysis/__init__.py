"""Value, cost and luck of every guess, hints for the next one, and marks that cannot be right.

Analysis sees a finished round or one seat's view of a running one, never the state of a table. Start with
`round_analysis`, which analyses all boards of a round; `cost_and_luck` defines the figures, and `grades` grades
them. `hints` and `dealt_hints` help with the next guess, `alternatives` values a guess that was not made. This package
imports nothing, so that code that only shows a match need not load the solver.
"""
