"""Looking back at a match: it is played again, and each round is judged by what was known then."""
