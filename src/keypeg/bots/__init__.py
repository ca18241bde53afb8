"""Drives computer players at a table, and holds contests between them.

Start with `driver`: it asks the players whose turn it is and applies what they choose. `contest` plays many matches and
`statistics` says how sure the result is; `parallel_contest` shares a contest among processes.
"""
