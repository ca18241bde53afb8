"""Matches among computer players, and contests between them.

Start with `driver`: it asks the players whose turn it is and applies what they choose. `contest` plays many matches and
`statistics` computes confidence intervals; `parallel_contest` shares a contest among processes.
"""
