"""Seeded chance: random codes, dealt parts and the code of the day.

Start with `seeded_random`: the same text gives the same numbers on every machine. `random_codes` draws codes with it,
`daily_code` the code of the day, and `dealer` the counters of the editions that deal parts.
"""
