"""Questions about positions, matches, puzzles and lessons: typed requests and their answers.

Start with `requests`, which lists what can be asked, and `handlers`, which answers. The terminal and the server share
both. `match_review` analyses a recorded match, `study_board` is a position under study, `hint_session` gives hints step
by step.
"""
