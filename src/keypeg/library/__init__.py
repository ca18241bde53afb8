"""What programs use of Keypeg beside the rules: bots, whole matches, simulations.

Everything here is exported by `keypeg` itself. Start with `matches`, which plays and reads matches; `simulation` plays
many rounds of one breaker, `bots` finds bots, also in a file, and `table` is the rules with friendlier errors.
"""
