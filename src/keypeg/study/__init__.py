"""Requests about positions, matches, puzzles, lessons and strategies, and their typed answers.

Start with `requests`, which lists the requests, and `handlers`, which has a function for each; `answers` declares the
types of the answers. To follow one of them: `hint_session` gives hints in a running match, `match_review` and
`review_text` review a match, `study_board` and `advice_values` advise on a position, `puzzle_text` and `puzzle_values`
show a puzzle (the kinds of puzzles are in `keypeg.puzzles.puzzle`), `lessons` marks the rows of a lesson, `rules_page`
lays out the rules, `strategies` and `books` search and check strategies. The terminal and the server share them all.
"""
