"""The rules of an edition with its options chosen, written from the edition's own data.

Start with `rules.rules_of`.
"""
