"""Where a round was won or lost: what each guess was worth, hints, wrong marks, games.

It sees rows, never a table: a finished round, or what a seat can see of a running one. `analysis.match` judges every
guess of a round, `analysis.hints` helps with the next one, `analysis.games` makes positions to solve. Nothing is
loaded here, for what only shows a game need not load the solver.
"""
