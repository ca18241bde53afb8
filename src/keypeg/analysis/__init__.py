"""Where a round was won or lost: what each guess was worth, hints, wrong marks, puzzles."""
