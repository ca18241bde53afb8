"""The solver: what to guess next, from any position of any puzzle, and strategies that are proven to be the best."""
