"""Seeded chance: random codes, dealt parts and the code of the day.

Start with `random_codes`, which draws codes and deals parts. `seeded_random` makes numbers from a text, the same on
every machine; `daily_code` draws the code of the day with it.
"""
